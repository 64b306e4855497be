"""Reading games decision by decision: who waits for whom, how long, and how much there is to think about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rajas_sim.analysis.comparing.unpaired import differences_from_first
from rajas_sim.analysis.reading.blocks import BlockRatios
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import Floats, mean_estimates
from rajas_sim.core.playing.appraisal import Appraisal
from rajas_sim.questions.games_again import ReadGame, games_read_again, is_appraising, play_to_read
from rajas_sim.questions.runner import Runner
from rajas_sim.questions.waiting.seconds import Seconds, WaitingTable, seconds_of
from rajas_sim.showing.replay.turns import turn_of
from rajas_sim.study.config.resolve import Experiment

ENDS = ("quick", "slow")
"""The two ends of the range of seconds, in the order of the pairs in `Seconds`."""
SECONDS_PER_MINUTE = 60.0
#: Names of means over games.
OF_A_GAME = ("turns", "decisions", *(f"minutes_{end}" for end in ENDS), *(f"longest_wait_{end}" for end in ENDS))
#: Names of means over all waits between two turns of a player.
OF_A_WAIT = ("wait_turns", "wait_decisions", "wait_options", *(f"wait_{end}" for end in ENDS))
#: Names of the means that are compared under changed rules.
COMPARED = ("turns", "minutes_quick", "minutes_slow")
ALL_KINDS = "all"
"""Stands for all kinds of decisions together."""


@dataclass(frozen=True)
class DecisionsOfGame:
    """The decisions of one game in order; each array has one number for each decision.

    Attributes
    ----------
    block
        Number of the block of the game.
    seats, turns
        Seat that decides, and number of its turn, counted from 0.
    kinds
        Index of the kind of decision in the game's list of kinds.
    options
        Number of options.
    gaps
        How much the appraisal of the best option exceeds that of the second; not-a-number if there is a single option, or if the
        strategy does not appraise.
    """

    block: int
    seats: NDArray[np.int64]
    turns: NDArray[np.int64]
    kinds: NDArray[np.int64]
    options: NDArray[np.int64]
    gaps: Floats

    @property
    def is_choice(self) -> NDArray[np.bool_]:
        """Whether there is more than one option."""
        return self.options > 1


@dataclass(frozen=True)
class KindOfDecision:
    """How much there is to think about in one kind of decision, or in `ALL_KINDS` together.

    Attributes
    ----------
    per_game
        Decisions of this kind in a game.
    options
        Options of such a decision.
    single
        Share of these decisions with a single option.
    gap
        How much more the best option is worth than the second, if there are several options; None if no strategy appraises, and
        for all kinds together.
    seconds
        Seconds that a quick and a slow player take for one decision; None for all kinds together.
    """

    kind: str
    per_game: Estimate
    options: Estimate
    single: Estimate
    gap: Estimate | None
    seconds: tuple[float, float] | None


@dataclass(frozen=True)
class WaitingUnderRules:
    """The length of games under a changed rule set, and the change from the first rule set under the same luck.

    Attributes
    ----------
    means, changes
        Estimates by the names in `COMPARED`; the changes of all rule sets hold together.
    title
        Title of the rule set.
    """

    arm: str
    means: Mapping[str, Estimate]
    changes: Mapping[str, Estimate]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Waiting(Result):
    """How long players wait with one number of players.

    Attributes
    ----------
    means
        Means by the names in `OF_A_GAME` and `OF_A_WAIT`.
    kinds
        All kinds of decisions together, and then each kind that occurred.
    strategies_without_worths
        Labels of strategies that do not choose by the worth of options.
    moments
        Moments of the means, to estimate differences between numbers of players.
    changed_rules
        Results under the other rule sets.
    """

    means: Mapping[str, Estimate]
    kinds: tuple[KindOfDecision, ...]
    strategies_without_worths: tuple[str, ...]
    moments: Mapping[str, pl.DataFrame]
    changed_rules: tuple[WaitingUnderRules, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True)
class WaitingByPlayers:
    """How long players wait with each number of players, and how that differs.

    Attributes
    ----------
    changes
        By number of players except the first, and by the names of the means: how much larger the mean is than with the first.
    """

    results: tuple[Waiting, ...]
    runs: tuple[Run, ...]
    seconds: Seconds
    changes: Mapping[int, Mapping[str, Estimate]]


def play_waiting(experiment: Experiment, runner: Runner, games: int) -> WaitingByPlayers:
    """Play games with each number of players and read them decision by decision.

    Parameters
    ----------
    games
        Number of games with each number of players, one for each block.

    Raises
    ------
    InputError
        If neither the game nor the experiment says how long some kind of decision takes.
    RunError, StrategyError, StoppedError
        As in `rajas_sim.running.runner.run`.
    """
    seconds = seconds_of(experiment.game, experiment.config.table(WaitingTable))
    results, runs = [], []
    for k in experiment.design.players:
        run = play_to_read(experiment, runner, "waiting", k, games, has_rule_sets=True)
        games_as_is, *games_under_arms = (
            [decisions_of(game, experiment.game.appraisal) for game in games_read_again(run, k, runner, arm=arm)]
            for arm in run.arms
        )
        unread = tuple(label for label in run.labels(k) if not is_appraising(experiment, experiment.strategies[label]))
        games_by_arm = dict(zip(run.arms[1:], games_under_arms, strict=True))
        under_arms = waiting_under_arms(games_as_is, games_by_arm, seconds, run.level)
        changed_rules = tuple(replace(changed, title=run.title(changed.arm)) for changed in under_arms)
        results.append(replace(waiting_of(k, games_as_is, seconds, unread, run.level), changed_rules=changed_rules))
        runs.append(run)
    # There are no waits if nobody has a second turn.
    names = [name for name in (*OF_A_GAME, *OF_A_WAIT) if all(name in result.moments for result in results)]
    changes_by_name = {
        name: differences_from_first(name, {r.players: r.moments[name] for r in results}, runs[0].level, is_share=False)
        for name in names
    }
    changes = {r.players: {name: changes_by_name[name][r.players] for name in names} for r in results[1:]}
    return WaitingByPlayers(tuple(results), tuple(runs), seconds, changes)


def decisions_of(game: ReadGame, appraisal: Appraisal) -> DecisionsOfGame:
    """Read a game decision by decision."""
    kinds = game.played.game.batches.state_class.decisions
    strategies = game.played.strategies_by_seat
    rows: list[tuple[int, int, int, int, float]] = []
    turn, n_turns = None, 0
    for step in game.steps():
        position = step.before
        assert position is not None
        if turn_of(position) != turn:
            turn, n_turns = turn_of(position), n_turns + 1
        seat, n_options = int(position.seat_to_move), len(position.option_codes)
        worths = appraisal.worths(position, strategies[seat]) if n_options > 1 else None
        # The largest worth minus the second largest.
        gap = np.nan if worths is None else float(np.subtract(*np.sort(worths)[:-3:-1]))
        rows.append((seat, n_turns - 1, kinds.index(str(position.decision)), n_options, gap))
    return DecisionsOfGame(game.block, *(np.array(column) for column in zip(*rows, strict=True)))


def waiting_of(
    players: int, games: Sequence[DecisionsOfGame], seconds: Seconds, strategies_without_worths: tuple[str, ...], level: float
) -> Waiting:
    """Estimate how long players wait, with t intervals: means over games; for waits and decisions, ratios of block totals."""
    sums = BlockRatios()
    for game in games:
        _add_times(sums, game, seconds)
        _add_kinds(sums, game, [*seconds.decisions])
    names = [name for name in (*OF_A_GAME, *OF_A_WAIT) if name in sums]
    means = dict(zip(names, mean_estimates(names, sums.moments(names), level=level, least=0.0), strict=True))
    kinds = tuple(_kind_of_decision(sums, kind, seconds, level) for kind in sums.suffixes_of("options."))
    moments = {name: sums.moments([name]) for name in names}
    return Waiting(players, len(games), len(games), means, kinds, strategies_without_worths, moments)


def waiting_under_arms(
    games: Sequence[DecisionsOfGame], games_by_arm: Mapping[str, Sequence[DecisionsOfGame]], seconds: Seconds, level: float
) -> tuple[WaitingUnderRules, ...]:
    """Estimate how long games are under other rule sets, and how much that differs from `games`, which have the same luck."""
    sums, baseline_lengths = BlockRatios(), [_length_of(game, seconds) for game in games]
    for arm, games_of_arm in games_by_arm.items():
        for game, baseline_length in zip(games_of_arm, baseline_lengths, strict=True):
            for name, value in _length_of(game, seconds).items():
                _add(sums, game, f"{arm}.{name}", [value])
                _add(sums, game, f"change.{arm}.{name}", [value - baseline_length[name]])
    if not games_by_arm:
        return ()
    names_by_arm = {arm: [f"{arm}.{name}" for name in COMPARED] for arm in games_by_arm}
    change_names = [f"change.{name}" for names in names_by_arm.values() for name in names]
    changes = mean_estimates(change_names, sums.moments(change_names), level=level, simultaneous=True)
    change_by_name = dict(zip(change_names, changes, strict=True))
    return tuple(
        WaitingUnderRules(
            arm,
            dict(zip(COMPARED, mean_estimates(names, sums.moments(names), level=level, least=0.0), strict=True)),
            {name: change_by_name[f"change.{arm}.{name}"] for name in COMPARED},
        )
        for arm, names in names_by_arm.items()
    )


def _length_of(game: DecisionsOfGame, seconds: Seconds) -> dict[str, float]:
    """Return the turns of a game, and its minutes with quick and with slow players, by the names in `COMPARED`."""
    n_turns = int(game.turns[-1]) + 1
    minutes = {f"minutes_{end}": float(_minutes_by_turn(game, seconds, i).sum()) for i, end in enumerate(ENDS)}
    return {"turns": float(n_turns), **minutes}


def _minutes_by_turn(game: DecisionsOfGame, seconds: Seconds, end_index: int) -> Floats:
    """Return the minutes of each turn for quick or slow players (an index of `ENDS`); a single option takes no time."""
    seconds_by_kind = np.array([both_ends[end_index] for both_ends in seconds.decisions.values()])
    thinking = np.where(game.is_choice, seconds_by_kind[game.kinds], 0.0)
    return (_totals_by_turn(game, thinking) + seconds.turn[end_index]) / SECONDS_PER_MINUTE


def _add_times(sums: BlockRatios, game: DecisionsOfGame, seconds: Seconds) -> None:
    """Add the length of one game, and every wait between two turns of a player."""
    n_turns = int(game.turns[-1]) + 1
    values_by_turn = {
        "decisions": _totals_by_turn(game, np.ones(len(game.turns))),
        "options": _totals_by_turn(game, game.options),
    }
    values_by_turn |= {end: _minutes_by_turn(game, seconds, i) for i, end in enumerate(ENDS)}
    _add(sums, game, "turns", [n_turns])
    _add(sums, game, "decisions", [len(game.turns)])
    for end in ENDS:
        _add(sums, game, f"minutes_{end}", [values_by_turn[end].sum()])
    waits = [*_waits(game.seats[np.unique(game.turns, return_index=True)[1]])]
    if not waits:
        return
    _add(sums, game, "wait_turns", [after - before - 1 for before, after in waits])
    for name, values in values_by_turn.items():
        lengths = [values[before + 1 : after].sum() for before, after in waits]
        _add(sums, game, f"wait_{name}", lengths)
        if name in ENDS:
            _add(sums, game, f"longest_wait_{name}", [max(lengths)])


def _totals_by_turn(game: DecisionsOfGame, values: NDArray[np.number]) -> Floats:
    """Add up values of decisions, one for each, within each turn."""
    return np.bincount(game.turns, values).astype(np.float64)


def _waits(seat_by_turn: NDArray[np.int64]) -> Iterable[tuple[int, int]]:
    """Yield pairs of successive turns of the same seat."""
    for seat in np.unique(seat_by_turn):
        yield from pairwise(np.flatnonzero(seat_by_turn == seat).tolist())


def _add_kinds(sums: BlockRatios, game: DecisionsOfGame, kinds: Sequence[str]) -> None:
    """Add what there is to think about for every kind of decision; one that does not occur counts as 0 per game."""
    masks = {ALL_KINDS: np.ones(len(game.kinds), bool), **{kind: game.kinds == i for i, kind in enumerate(kinds)}}
    for kind, is_kind in masks.items():
        _add(sums, game, f"per_game.{kind}", [is_kind.sum()])
        if is_kind.any():
            _add(sums, game, f"options.{kind}", game.options[is_kind])
            _add(sums, game, f"single.{kind}", ~game.is_choice[is_kind])
            gaps = game.gaps[is_kind]
            # The gaps of several kinds may have different scales, so there is no common one.
            if kind != ALL_KINDS and not np.isnan(gaps).all():
                _add(sums, game, f"gap.{kind}", gaps[~np.isnan(gaps)])


def _add(sums: BlockRatios, game: DecisionsOfGame, name: str, values: Sequence[float] | NDArray[np.generic]) -> None:
    sums.add(name, game.block, np.asarray(values, dtype=np.float64))


def _kind_of_decision(sums: BlockRatios, kind: str, seconds: Seconds, level: float) -> KindOfDecision:
    mean = partial(sums.mean, level=level, least=0.0)
    single, gap = sums.share(f"single.{kind}", level), mean(f"gap.{kind}") if f"gap.{kind}" in sums else None
    return KindOfDecision(kind, mean(f"per_game.{kind}"), mean(f"options.{kind}"), single, gap, seconds.decisions.get(kind))
