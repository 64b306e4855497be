"""Positions in which two strategies choose differently although much depends on it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.paired import PairedMoments, paired_share_interval
from rajas_sim.core.engine.chance import STRATEGY_STREAM, derive
from rajas_sim.core.game import Game
from rajas_sim.core.playing.asking import ask
from rajas_sim.core.positions.state import State
from rajas_sim.core.rulebook.rules import Rules
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.registry import find_strategy

JUDGE = "strong"
"""Whose appraisal says how much depends on a choice, and who plays both options on."""
PLAYOUTS = 200
LEVEL = 0.95
GAMES, GAMES_OF_SEARCH = 6, 2
"""Games that are looked through; fewer where one of the two searches, which takes some hundredths of a second a decision."""
MOST = 3


@dataclass(frozen=True)
class DifferentChoice:
    """A position in which a strategy and its neighbour choose differently.

    Attributes
    ----------
    neighbour
        The other strategy.
    state
        The position, with the seat to move.
    chosen, other
        Codes of the options that the strategy and the other one choose.
    gap
        By how much more the judge's appraisal values `chosen` than `other`, on its own scale.
    gain
        By how much more often the seat wins with `chosen` than with `other`, when the judge plays both on under the same luck.
    """

    neighbour: str
    state: State
    chosen: int
    other: int
    gap: float
    gain: Estimate


@dataclass(frozen=True)
class _Candidate:
    neighbour: str
    state: State
    chosen: int
    other: int
    gap: float


def different_choices(
    game: Game, rules: Rules, strategy: Strategy, neighbours: Sequence[Strategy], seed: int
) -> tuple[DifferentChoice, ...]:
    """Find positions of games against itself in which a strategy and a neighbour choose differently.

    They are those with the largest gaps, in different games and of different decisions, two for the first neighbour and one for
    the second. They are found by the gap alone; both options are played on only afterwards, so that the gain is not one that was
    picked for its size.
    """
    judge = find_strategy(JUDGE, game=game.name)
    chosen: list[_Candidate] = []
    for i, neighbour in enumerate(neighbours):
        wanted = MOST - 1 if len(neighbours) > 1 and i == 0 else MOST - len(chosen)
        candidates = sorted(_candidates(game, rules, strategy, neighbour, judge, seed), key=lambda found: -abs(found.gap))
        for candidate in candidates:
            is_new = all(candidate.state.decision != other.state.decision for other in chosen)
            if is_new and wanted > 0:
                chosen.append(candidate)
                wanted -= 1
    return tuple(_played_on(game, judge, candidate) for candidate in chosen)


def _candidates(
    game: Game, rules: Rules, strategy: Strategy, neighbour: Strategy, judge: Strategy, seed: int
) -> Iterator[_Candidate]:  # noqa: PLR0913 - who plays, who is asked and who judges
    """Go through the positions of some games in which the two choose differently, with the gap between their options."""
    is_slow = bool(strategy.playouts or neighbour.playouts)
    for nth in range(GAMES_OF_SEARCH if is_slow else GAMES):
        game_seed = derive(seed, STRATEGY_STREAM, nth)
        for step in game.steps(rules, [strategy] * rules.players, game_seed):
            state = step.before
            if state is None or len(state.option_codes) < 2:
                continue
            code = int(state.option_codes[step.chosen])
            other = ask(neighbour, state, derive(game_seed, STRATEGY_STREAM, state.seat_to_move), game_seed)
            worths = game.appraisal.worths(state, judge) if other != code else None
            if worths is None:
                continue
            gap = float(worths[step.chosen] - worths[state.option_codes.index(other)])
            if math.isfinite(gap) and state.option_text(code) != state.option_text(other):
                yield _Candidate(neighbour.name, state, code, other, gap)


def _played_on(game: Game, judge: Strategy, candidate: _Candidate) -> DifferentChoice:
    """Play both options on under the same luck."""
    shares = [
        game.appraisal.lookahead(candidate.state, code, PLAYOUTS, judge).win_shares
        for code in (candidate.chosen, candidate.other)
    ]
    gains = (shares[0] - shares[1])[:, None]
    moments = PairedMoments.of(gains, gains.mean(axis=0), gains.var(axis=0, ddof=1))
    low, high = paired_share_interval(moments, level=LEVEL)
    gain = Estimate(
        "gain.win_share", float(np.mean(gains)), float(low[0]), float(high[0]), LEVEL, PLAYOUTS, "paired shares over playouts"
    )
    return DifferentChoice(candidate.neighbour, candidate.state, candidate.chosen, candidate.other, candidate.gap, gain)
