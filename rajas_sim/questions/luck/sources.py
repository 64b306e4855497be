"""Where the luck sits: each source of luck is redrawn, and the change is measured.

Two indices of a source i, as parts of the variance of an outcome f:

- first order, S_i = 1 - E[(f(all luck) - f(all luck but source i redrawn))^2] / (2 Var f): what the source explains alone.
  The indices of all sources add up to at most 1; what sources explain only together is missing.
- total effect, T_i = E[(f(all luck) - f(source i redrawn))^2] / (2 Var f): what changes with the source, alone and together
  with others. One different die may change every later decision, so it is large for every source that comes early.

Each index is measured on two pairs of games. For the first order these are the dealt luck against all but the source redrawn, and
all luck redrawn against the source alone redrawn; the total effect has the other two pairs. Averaging both pairs halves the
variance.

References
----------
Jansen (1999), Computer Physics Communications 117; Saltelli and others (2010), Computer Physics Communications 181.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rajas_sim.analysis.reading.blocks import collect_slices
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import (
    BLOCKS_PER_SQUARED_KURTOSIS,
    Floats,
    adjusted,
    estimates,
    share_interval,
    skewed_mean_interval,
)
from rajas_sim.core.errors import InputError
from rajas_sim.core.game import Game
from rajas_sim.core.rulebook.rules import Rules
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.questions.luck.skill import SkillAndLuck, skill_and_luck
from rajas_sim.questions.runner import Runner
from rajas_sim.study.config.form import Arm
from rajas_sim.study.config.resolve import Experiment

WHO_WINS, MARGIN, LENGTH = "win", "margin", "rounds"
#: Titles of outcomes that may follow "of".
OUTCOMES = {WHO_WINS: "who wins", MARGIN: "the winner's margin", LENGTH: "the number of rounds"}
#: Prefix of sources that are all luck of one seat; they overlap with the other sources.
OF_A_SEAT = "seat_"
#: Prefix of groups of all sources of one kind, such as the dice of all colours; they are not further sources.
OF_A_KIND = "all "
#: Prefix of sources that are all luck up to some round.
UP_TO = "up to "
BOTH_PAIRS_SUFFIX = ", both pairs"
METHOD = f"t over blocks, linearised ratio (Jansen){BOTH_PAIRS_SUFFIX}"
METHOD_OF_FEW = f"exact binomial with design effect over blocks, of few changes (Jansen){BOTH_PAIRS_SUFFIX}"
FEWEST_BLOCKS = 70
"""With fewer blocks no index is given."""
FEWEST_CHANGES = 20
"""If fewer blocks change, an interval must allow for rare changes that did not happen to be dealt."""
SEATING = ("line_up", "order", "rotation")
"""Columns that together say which strategy sits where."""
_GAME = ("block", *SEATING)
"""Columns that together name a game of an arm."""


@dataclass(frozen=True, slots=True)
class Index:
    """What one source of luck does to one outcome.

    Attributes
    ----------
    first_order
        Part of the variance that the source explains alone.
    total
        Part of the variance that changes with the source, alone and together with others.
    """

    first_order: Estimate
    total: Estimate


@dataclass(frozen=True, slots=True)
class LuckShares(Result):
    """Indices of sources of luck with one number of players; the games counted are those with unchanged luck.

    Attributes
    ----------
    sources
        Both indices of each source, by outcome. Left out are phases up to a round that draw no luck, or all of it (if all do, the
        first is kept). The intervals of one outcome and index hold together. Not-a-number if the outcome is the same in all
        deals, so that there is no variance to divide, or if there are fewer blocks than `fewest_blocks`.
    everything
        Total effect of all luck together, by outcome. Its interval should include 1, which checks the others, unless strategies
        draw random numbers of their own.
    fewest_blocks
        Number of blocks from which on indices are given, by outcome; infinite if the outcome is the same in all deals.
    """

    sources: Mapping[str, Mapping[str, Index]]
    everything: Mapping[str, Estimate]
    fewest_blocks: Mapping[str, float]

    def ranked(self, index_name: str = "first_order") -> list[str]:
        """Return the names of the sources; the one with the largest index for who wins (a field of `Index`) comes first."""
        values = {name: float(getattr(indices[WHO_WINS], index_name).value) for name, indices in self.sources.items()}
        return sorted(values, key=lambda name: -values[name] if math.isfinite(values[name]) else math.inf)


def luck_shares(
    run: Run, players: int, redrawing_arms: Mapping[str, str], keeping_arms: Mapping[str, str], arm_of_all_luck: str
) -> LuckShares:
    """Estimate the indices of every source for who wins, the margin and the length.

    The indices are ratios of block totals with linearised variance: squared differences of paired games, divided by squared
    deviations from the mean (of each seating and seat) of the games as dealt and with all luck redrawn. They have t intervals,
    Bonferroni over the sources.

    Games of one deal seldom have the same rare outcome twice, so blocks may show less variance of the ratio than there is. The
    variance is taken to be at least that of normal outcomes with the same correlation, and intervals are widened for skewed
    blocks.

    Parameters
    ----------
    run
        The run whose arms redraw luck.
    redrawing_arms, keeping_arms
        By source: the arm that redraws it alone, and the arm that redraws all other luck.
    arm_of_all_luck
        The arm that redraws all luck.
    """
    outcomes_by_arm = _outcomes_by_arm(run, players)
    as_dealt, all_redrawn = outcomes_by_arm[run.arms[0]], outcomes_by_arm[arm_of_all_luck]
    spreads = {outcome: OutcomeSpread.of(as_dealt[outcome], all_redrawn[outcome]) for outcome in OUTCOMES}

    def total_effect(outcome: str, pairs: Sequence[tuple[PairedOutcome, PairedOutcome]], comparisons: int) -> Estimate:
        return spreads[outcome].index(pairs, run.level, comparisons)

    def both_indices(source: str, outcome: str) -> Index:
        """Estimate what a source explains alone, as all that redrawing everything else leaves, and its total effect."""
        dealt, redrawn = as_dealt[outcome], all_redrawn[outcome]
        redrawn_alone = outcomes_by_arm[redrawing_arms[source]][outcome]
        all_else_redrawn = outcomes_by_arm[keeping_arms[source]][outcome]
        total_of_all_else = total_effect(outcome, ((dealt, all_else_redrawn), (redrawn_alone, redrawn)), len(keeping_arms))
        total = total_effect(outcome, ((dealt, redrawn_alone), (all_else_redrawn, redrawn)), len(redrawing_arms))
        first_order = total_of_all_else.subtracted_from(1.0, f"alone.{outcome}.{source}")
        return Index(first_order, replace(total, name=f"total.{outcome}.{source}"))

    def is_changing(arm: str) -> bool:
        """Whether some game of an arm differs from the game as dealt."""
        return any(not np.array_equal(as_dealt[outcome].values, outcomes_by_arm[arm][outcome].values) for outcome in OUTCOMES)

    # A phase without luck, whose redrawing changes no game, is left out. A phase with all luck explains everything, which says
    # nothing. If every phase is like that, the first one says when luck is drawn.
    phases_with_luck = [source for source in redrawing_arms if source.startswith(UP_TO) and is_changing(redrawing_arms[source])]
    phases = [source for source in phases_with_luck if is_changing(keeping_arms[source])] or phases_with_luck[:1]
    described_sources = [source for source in redrawing_arms if not source.startswith(UP_TO) or source in phases]
    sources = {source: {outcome: both_indices(source, outcome) for outcome in OUTCOMES} for source in described_sources}
    everything = {}
    for outcome in OUTCOMES:
        total = total_effect(outcome, ((as_dealt[outcome], all_redrawn[outcome]),), 1)
        everything[outcome] = replace(total, name=f"total.{outcome}.everything")
    fewest_blocks = {outcome: spread.fewest_blocks for outcome, spread in spreads.items()}
    return LuckShares(*run.result_size(players), sources, everything, fewest_blocks)


@dataclass(frozen=True, slots=True)
class PairedOutcome:
    """One outcome of all games of an arm: one row per game and seat, or one row per game, in the same order for every arm.

    Attributes
    ----------
    values
        Value of the outcome in each row.
    blocks
        Number of the block of each row.
    groups
        Group of each row; rows of a group have the same mean: games of the same seating, and for seats the same seat.
    """

    values: Floats
    blocks: NDArray[np.int64]
    groups: NDArray[np.int64]

    @classmethod
    def of(cls, rows: pl.DataFrame, column: str, group_columns: Sequence[str]) -> PairedOutcome:
        """Return a column of the rows of an arm as an outcome; rows that agree in the group columns are a group."""
        groups = rows.select(pl.struct(group_columns).rank("dense").cast(pl.Int64) - 1).to_series().to_numpy()
        values: Floats = rows[column].cast(pl.Float64).to_numpy()
        return cls(values, rows["block"].cast(pl.Int64).to_numpy(), groups)


def _outcomes_by_arm(run: Run, players: int) -> dict[str, dict[str, PairedOutcome]]:
    """Read the outcomes of all games, by arm and outcome."""
    arm = pl.col("arm").cast(pl.String)
    seat_columns = [arm, *_GAME, "position", pl.col("strategy").cast(pl.String), "win_share"]
    seats = collect_slices([rows.select(seat_columns) for rows in run.slices("seats", players, every_arm=True)])
    games = collect_slices([rows.select(arm, *_GAME, MARGIN, LENGTH) for rows in run.slices("games", players, every_arm=True)])
    outcomes = {}
    for name in run.arms:
        seat_rows = seats.filter(pl.col("arm") == name).sort(*_GAME, "position")
        game_rows = games.filter(pl.col("arm") == name).sort(*_GAME)
        outcomes[name] = {WHO_WINS: PairedOutcome.of(seat_rows, "win_share", (*SEATING, "position"))}
        outcomes[name] |= {outcome: PairedOutcome.of(game_rows, outcome, SEATING) for outcome in (MARGIN, LENGTH)}
    return outcomes


@dataclass(frozen=True, slots=True)
class OutcomeSpread:
    """How an outcome varies over deals.

    Attributes
    ----------
    means
        Mean of each group of rows, over the games as dealt and with all luck redrawn.
    deviations
        Squared deviations from the means by block, averaged over the games as dealt and with all luck redrawn.
    largest_change
        Largest possible squared difference of a pair, halved, times the rows of a block; from the values that occurred.
    fewest_blocks
        Number of blocks from which on indices are given. A rare outcome must sometimes come in both games of a deal, as dealt and
        with all luck redrawn; otherwise each source looks as if it changed everything (`FEWEST_BLOCKS`,
        `BLOCKS_PER_SQUARED_KURTOSIS`).
    """

    means: Floats
    deviations: Floats
    largest_change: float
    fewest_blocks: float

    @classmethod
    def of(cls, as_dealt: PairedOutcome, all_redrawn: PairedOutcome) -> OutcomeSpread:
        """Return the spread of an outcome over the games as dealt and with all luck redrawn."""
        values, groups, blocks = (
            np.concatenate([getattr(o, name) for o in (as_dealt, all_redrawn)]) for name in ("values", "groups", "blocks")
        )
        sizes = np.bincount(groups)
        means: Floats = np.bincount(groups, values) / sizes
        # Fitting a mean to each group uses up one of its values.
        corrections = (sizes / np.maximum(sizes - 1, 1))[groups]
        squares = (values - means[groups]) ** 2
        deviations: Floats = np.bincount(blocks, corrections * squares) / 2.0
        rows_of_a_block = len(as_dealt.values) / len(deviations)
        largest_change = float(np.ptp(values)) ** 2 / 2.0 * rows_of_a_block
        if not deviations.any():
            return cls(means, deviations, largest_change, math.inf)
        kurtosis = float((squares**2).mean() / squares.mean() ** 2)
        deviations_of_arms = (_deviations_by_block(as_dealt, means), _deviations_by_block(all_redrawn, means))
        variances = [_variance_if_independent((by_block,), (by_block,)) for by_block in deviations_of_arms]
        independent_rows = squares.mean() ** 2 * rows_of_a_block**2 / np.mean(variances)
        fewest_blocks = max(BLOCKS_PER_SQUARED_KURTOSIS * kurtosis**2 / float(independent_rows), FEWEST_BLOCKS)
        return cls(means, deviations, largest_change, fewest_blocks)

    def index(self, pairs: Sequence[tuple[PairedOutcome, PairedOutcome]], level: float, comparisons: int) -> Estimate:
        """Return the difference between the games of some pairs as a part of the variance.

        The part is the whole variance if all first games of the pairs are independent of all second games. With too few blocks
        (`fewest_blocks`) it is not-a-number. The name of the estimate is left empty.
        """
        n = len(self.deviations)
        if n < self.fewest_blocks:
            return Estimate("", math.nan, math.nan, math.nan, level, n, METHOD)
        changes: Floats = np.mean(
            [np.bincount(before.blocks, (before.values - after.values) ** 2 / 2.0, n) for before, after in pairs], axis=0
        )
        method, whole = METHOD, self.deviations.mean()
        part = changes.mean(keepdims=True) / whole
        if np.count_nonzero(changes) < FEWEST_CHANGES:
            method, scale = METHOD_OF_FEW, self.largest_change
            share, variance = part * whole / scale, changes.var(ddof=1, keepdims=True) / scale**2
            low, high = share_interval(share, variance, n, level=level, comparisons=comparisons)
            ends = low * scale / whole, high * scale / whole
        else:
            errors = (changes - part * self.deviations) / whole
            befores, afters = (
                [_deviations_by_block(outcome, self.means) for outcome in outcomes] for outcomes in zip(*pairs, strict=True)
            )
            correlation = np.clip(1.0 - part, 0.0, 1.0)
            variance_if_normal = (1.0 - correlation**2) ** 2 * _variance_if_independent(befores, afters) / whole**2
            variance = np.maximum(errors.var(ddof=1), variance_if_normal)
            ends = skewed_mean_interval(part, errors, variance, level=level, comparisons=comparisons)
        return estimates([""], part, ends, n, level, adjusted(method, comparisons))[0]


def _deviations_by_block(outcome: PairedOutcome, means: Floats) -> Floats:
    """Return the deviations of values from the means of their groups: one row per block, one column for each row of the block."""
    _, first_rows = np.unique(outcome.blocks, return_index=True)
    columns = np.arange(len(outcome.blocks)) - first_rows[outcome.blocks]
    deviations = np.zeros((len(first_rows), columns.max() + 1))
    deviations[outcome.blocks, columns] = outcome.values - means[outcome.groups]
    return deviations


def _variance_if_independent(befores: Sequence[Floats], afters: Sequence[Floats]) -> float:
    """Return the variance of a block's sum of products, before times after, averaged over pairs, if the two are independent.

    There is one array for each pair: deviations by block, as `_deviations_by_block` returns them.
    """
    n = len(befores[0])
    covariances = (
        ((first.T @ second) / n * (first_after.T @ second_after) / n).sum()
        for first, first_after in zip(befores, afters, strict=True)
        for second, second_after in zip(befores, afters, strict=True)
    )
    return float(sum(covariances)) / len(befores) ** 2


REDRAWN_SOURCES_PATH, ROUNDS_PATH = "luck.deal_anew", "luck.rounds"
"""Paths of the rules: which sources of luck are redrawn, and from which round to which, both included."""
EVERYTHING = "everything"
"""Name of the arm that redraws all luck."""
#: Luck is redrawn up to the end of each of these rounds; the set-up is round 0.
LAST_ROUNDS_OF_PHASES = (0, 3, 6)
#: In games of so few rounds, up to each round in turn.
MOST_ROUNDS_OF_SHORT_GAMES = 4
#: This many random games show how many rounds a game in plain Python has.
N_GAMES_FOR_ROUNDS = 20
LAST_ROUND = 1000
"""More rounds than any game has."""


@dataclass(frozen=True)
class LuckAndSkill:
    """Luck and skill with one number of players.

    Attributes
    ----------
    shares
        Indices of the sources of luck.
    skill
        What strategies make of the same luck; ``None`` if everybody plays the same strategy.
    run
        The run with the games.
    by_chance
        Labels of strategies that decide by chance; their draws are not redrawn.
    """

    shares: LuckShares
    skill: SkillAndLuck | None
    run: Run
    by_chance: tuple[str, ...] = ()


def play_luck(experiment: Experiment, runner: Runner) -> tuple[LuckAndSkill, ...]:
    """Play every deal again with each source of luck redrawn, one run for each number of players.

    The games are in ``<name>_luck_<players>-<hash>``; when asked again, no game is played twice. Arms, a sweep and a stopping
    rule of the experiment are left out.

    Raises
    ------
    InputError
        If the game has no separate sources of luck.
    """
    results = []
    for k in experiment.design.players:
        rules = experiment.rules[k][0]
        if not rules.luck_sources:
            raise InputError(f"{experiment.config.name}: {experiment.game.title} has no separate sources of luck")
        redraws = _redraws(rules, _last_rounds_of_phases(rules, experiment.game))
        redrawing_arms, keeping_arms = ({name: _arm_name(prefix, name) for name in redraws} for prefix in ("anew", "kept"))
        arms = {EVERYTHING: {REDRAWN_SOURCES_PATH: _sources_without_seats(rules)}}
        arms |= {arm: redraws[name].alone for name, arm in redrawing_arms.items()}
        arms |= {arm: redraws[name].all_else for name, arm in keeping_arms.items()}
        run, _ = runner.play(
            experiment, f"luck_{k}", k, tuple(Arm(name=arm, overrides=overrides) for arm, overrides in arms.items())
        )
        shares = luck_shares(run, k, redrawing_arms, keeping_arms, EVERYTHING)
        by_chance = tuple(label for label in run.labels(k) if not experiment.strategies[label].is_deterministic)
        results.append(LuckAndSkill(shares, skill_and_luck(run, k), run, by_chance))
    return tuple(results)


def _sources_without_seats(rules: Rules) -> list[str]:
    """Return the sources that together are all luck, without the sources of seats, which overlap with them."""
    return [name for name in rules.luck_sources if not name.startswith(OF_A_SEAT)]


class _Redraw(NamedTuple):
    """The overrides that redraw a source alone, and those that redraw everything else."""

    alone: dict[str, Any]
    all_else: dict[str, Any]


def _last_rounds_of_phases(rules: Rules, game: Game) -> Sequence[int]:
    """Return the rounds up to which luck is redrawn, all of them before the last round that some game reached."""
    if game.batches.is_compiled:  # all compiled games have more rounds than these
        return LAST_ROUNDS_OF_PHASES
    k = rules.players
    seatings, seeds = np.zeros((N_GAMES_FOR_ROUNDS, k), np.int8), np.arange(N_GAMES_FOR_ROUNDS, dtype=np.uint64)
    played = game.batches.play(rules, [find_strategy("random", game=game.name)], seatings, seeds, ("games",))
    n_rounds = int(played["games"]["rounds"].max())
    if n_rounds <= MOST_ROUNDS_OF_SHORT_GAMES:
        return range(n_rounds)
    return [last_round for last_round in LAST_ROUNDS_OF_PHASES if last_round < n_rounds]


def _redraws(rules: Rules, last_rounds: Sequence[int]) -> dict[str, _Redraw]:
    """Return how to redraw each source and each kind of sources, the luck of each seat, and luck up to each of some rounds."""
    sources = _sources_without_seats(rules)
    groups = {source: [source] for source in sources} | _groups_of_a_kind(sources)
    redraws = {
        name: _Redraw(
            {REDRAWN_SOURCES_PATH: group}, {REDRAWN_SOURCES_PATH: [source for source in sources if source not in group]}
        )
        for name, group in groups.items()
    }
    seats = [source for source in rules.luck_sources if source not in sources]
    sources_of_no_seat = [source for source in sources if source not in rules.seat_luck_sources]
    redraws |= {
        seat: _Redraw(
            {REDRAWN_SOURCES_PATH: [seat]},
            {REDRAWN_SOURCES_PATH: [*sources_of_no_seat, *(other_seat for other_seat in seats if other_seat != seat)]},
        )
        for seat in seats
    }
    for last_round in last_rounds:
        redraws[f"{UP_TO}round {last_round}" if last_round else f"{UP_TO}the set-up"] = _Redraw(
            {REDRAWN_SOURCES_PATH: sources, ROUNDS_PATH: [0, last_round]},
            {REDRAWN_SOURCES_PATH: sources, ROUNDS_PATH: [last_round + 1, LAST_ROUND]},
        )
    return redraws


def _groups_of_a_kind(sources: Sequence[str]) -> dict[str, list[str]]:
    """Return the groups of sources of one kind that are also redrawn together, such as the dice of all colours, by name."""
    groups: dict[str, list[str]] = {}
    for source in sources:
        kind, dot, _ = source.partition(".")
        if dot:
            groups.setdefault(f"{OF_A_KIND}{kind}", []).append(source)
    return groups


def _arm_name(prefix: str, source: str) -> str:
    return f"{prefix}_{re.sub('[^a-z0-9]+', '_', source)}"
