"""Positions in which two strategies choose differently although much depends on it.

The neighbours of a strategy are the one below and the one above it on the ladder of strengths.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rajas_sim.analysis.reading.blocks import BlockRatios
from rajas_sim.analysis.statistics.estimate import USUAL_LEVEL, Estimate
from rajas_sim.analysis.statistics.intervals import share_estimates
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
"""The strategy whose appraisal says how much depends on a choice, and which plays both options on."""
PLAYOUTS = 200
"""How often the judge plays each of two options on."""
GAMES, GAMES_OF_SEARCH, FEW_PLAYOUTS = 40, 8, 30
"""Number of games to look through; fewer if one of the two makes more than `FEW_PLAYOUTS` playouts, and so takes hundredths of a
second for a decision."""
MOST_SHOWN = 3
"""At most this many positions are picked."""


@dataclass(frozen=True)
class DifferentChoice:
    """A position in which a strategy and its neighbour choose differently.

    Attributes
    ----------
    neighbour
        Name of the other strategy.
    state
        The position, with the seat to move.
    chosen, other
        Codes of the options that the strategy and its neighbour choose.
    gap
        How much more the judge's appraisal values `chosen` than `other`, on its own scale.
    gain
        How much more often the seat wins with `chosen` than with `other`, when the judge plays both on under the same luck.
    """

    neighbour: str
    state: State
    chosen: int
    other: int
    gap: float
    gain: Estimate


@dataclass(frozen=True)
class Divergence:
    """How often a neighbour would choose otherwise in one kind of decision.

    Attributes
    ----------
    neighbour, decision
        Name of the other strategy, and kind of decision.
    n_choices
        Number of decisions of this kind with more than one option.
    share
        Share of these in which the two choose differently, over games; the intervals of a neighbour's decisions hold together.
    """

    neighbour: str
    decision: str
    n_choices: int
    share: Estimate


@dataclass(frozen=True)
class _Candidate:
    """A position with the choices of two strategies, as in `DifferentChoice`; the gap is 0 until the judge appraises it."""

    neighbour: str
    state: State
    chosen: int
    other: int
    gap: float = 0.0

    @property
    def differs(self) -> bool:
        """Whether the two options differ in words; options with the same words are alike."""
        return self.chosen != self.other and self.state.option_text(self.chosen) != self.state.option_text(self.other)


def look_through(
    game: Game, rules: Rules, strategy: Strategy, neighbours: Sequence[Strategy], seed: int
) -> tuple[tuple[DifferentChoice, ...], tuple[Divergence, ...]]:
    """Look through games of a strategy against itself for decisions in which a neighbour chooses differently.

    Returns
    -------
    choices
        Positions with the largest gaps, each of another decision; of two neighbours, the first has at most two. They are picked
        by the gap alone. Both options are played on only afterwards, so no gain is picked for its size.
    divergences
        Divergences by neighbour and kind of decision, the most frequent kinds first.
    """
    judge = find_strategy(JUDGE, game=game.name)
    picked: list[_Candidate] = []
    divergences: list[Divergence] = []
    for i, neighbour in enumerate(neighbours):
        n_games = GAMES_OF_SEARCH if max(strategy.playouts, neighbour.playouts) > FEW_PLAYOUTS else GAMES
        most_picked = MOST_SHOWN if i == len(neighbours) - 1 else MOST_SHOWN - 1  # leaves room for the last neighbour
        sums_by_decision, candidates = BlockRatios(), list[_Candidate]()
        for nth in range(n_games):
            steps = game.steps(rules, [strategy] * rules.players, derive(seed, STRATEGY_STREAM, nth))
            compared = [*_both_choices(steps, neighbour)]
            candidates += [candidate for candidate in compared if candidate.differs]
            for decision in dict.fromkeys(candidate.state.decision for candidate in compared):
                differing = np.array([float(each.differs) for each in compared if each.state.decision == decision])
                sums_by_decision.add(str(decision), nth, differing)
        divergences += _divergences(neighbour.name, sums_by_decision)
        valued = [replace(candidate, gap=_gap(game, judge, candidate)) for candidate in candidates]
        for candidate in sorted(valued, key=lambda candidate: -abs(candidate.gap)):
            if len(picked) < most_picked and all(candidate.state.decision != other.state.decision for other in picked):
                picked.append(candidate)
    return tuple(_with_gain(game, judge, candidate) for candidate in picked), tuple(divergences)


def _both_choices(steps: Iterable[Step], neighbour: Strategy) -> Iterator[_Candidate]:
    """Yield the choices of a game among several options, each with what another strategy would choose."""
    for step in steps:
        state = step.before
        if state is None or len(state.option_codes) < 2:
            continue
        game_seed = int(state.record.seed)
        code = int(state.option_codes[step.chosen])
        other = ask(neighbour, state, neighbour.seed_in(game_seed, state.seat_to_move), game_seed)
        yield _Candidate(neighbour.name, state, code, other)


def _divergences(neighbour: str, sums_by_decision: BlockRatios) -> Iterator[Divergence]:
    """Yield how often a neighbour chooses otherwise by kind of decision, the most frequent kinds first."""
    decisions = sorted(sums_by_decision.names, key=sums_by_decision.weight, reverse=True)
    shares = share_estimates(decisions, sums_by_decision.moments(decisions), level=USUAL_LEVEL)
    for decision, share in zip(decisions, shares, strict=True):
        yield Divergence(neighbour, decision, round(sums_by_decision.weight(decision)), share)


def _gap(game: Game, judge: Strategy, candidate: _Candidate) -> float:
    """Return how much more the judge values the strategy's choice than the neighbour's; 0 if it does not appraise them."""
    worths = game.appraisal.worths(candidate.state, judge)
    codes = candidate.state.option_codes
    return 0.0 if worths is None else float(worths[codes.index(candidate.chosen)] - worths[codes.index(candidate.other)])


def _with_gain(game: Game, judge: Strategy, candidate: _Candidate) -> DifferentChoice:
    """Estimate how much more often the seat wins with its choice, by playing both options on under the same luck."""
    chosen_shares, other_shares = (
        game.appraisal.lookahead(candidate.state, code, PLAYOUTS, judge).win_shares
        for code in (candidate.chosen, candidate.other)
    )
    gains = (chosen_shares - other_shares)[:, None]
    moments = PairedMoments.of(gains, gains.mean(axis=0), gains.var(axis=0, ddof=1))
    low, high = paired_share_interval(moments, level=USUAL_LEVEL)
    mean_gain, method = float(np.mean(gains)), "paired shares over playouts"
    gain = Estimate("gain.win_share", mean_gain, float(low[0]), float(high[0]), USUAL_LEVEL, PLAYOUTS, method)
    return DifferentChoice(candidate.neighbour, candidate.state, candidate.chosen, candidate.other, candidate.gap, gain)
