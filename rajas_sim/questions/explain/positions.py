"""Positions in which two strategies choose differently although much depends on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.paired import PairedMoments, paired_share_interval
from rajas_sim.core.engine.chance import STRATEGY_STREAM, derive
from rajas_sim.core.game import Game
from rajas_sim.core.playing.asking import ask
from rajas_sim.core.playing.one_game import Step
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
    gap: float = 0.0


def different_choices(
    game: Game, rules: Rules, strategy: Strategy, neighbours: Sequence[Strategy], seed: int
) -> tuple[DifferentChoice, ...]:
    """Find positions of games against itself in which a strategy and a neighbour choose differently.

    They are those with the largest gaps, each of another decision, two for the first neighbour and one for the second. They are
    found by the gap alone; both options are played on only afterwards, so that no gain is picked for its size.
    """
    judge = find_strategy(JUDGE, game=game.name)
    picked: list[_Candidate] = []
    for i, neighbour in enumerate(neighbours):
        n_games = GAMES_OF_SEARCH if strategy.playouts or neighbour.playouts else GAMES
        most = MOST if i == len(neighbours) - 1 else MOST - 1
        games = (game.steps(rules, [strategy] * rules.players, derive(seed, STRATEGY_STREAM, nth)) for nth in range(n_games))
        candidates = [candidate for steps in games for candidate in _candidates(steps, neighbour)]
        valued = [replace(candidate, gap=_gap(game, judge, candidate)) for candidate in candidates]
        for candidate in sorted(valued, key=lambda candidate: -abs(candidate.gap)):
            if len(picked) < most and all(candidate.state.decision != other.state.decision for other in picked):
                picked.append(candidate)
    return tuple(_played_on(game, judge, candidate) for candidate in picked)


def _candidates(steps: Iterable[Step], neighbour: Strategy) -> Iterator[_Candidate]:
    """Go through the decisions of a game in which another strategy would choose otherwise."""
    for step in steps:
        state = step.before
        if state is None or len(state.option_codes) < 2:
            continue
        seed = int(state.record.seed)
        code = int(state.option_codes[step.chosen])
        other = ask(neighbour, state, neighbour.seed_in(seed, state.seat_to_move), seed)
        if state.option_text(code) != state.option_text(other):
            yield _Candidate(neighbour.name, state, code, other)


def _gap(game: Game, judge: Strategy, candidate: _Candidate) -> float:
    worths = game.appraisal.worths(candidate.state, judge)
    codes = candidate.state.option_codes
    return 0.0 if worths is None else float(worths[codes.index(candidate.chosen)] - worths[codes.index(candidate.other)])


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
