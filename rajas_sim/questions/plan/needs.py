"""How many games a question needs, from a pilot: a short run that shows how much blocks vary.

All results rest on the means and variances of the pilot; a longer pilot narrows them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
import scipy

from rajas_sim.analysis import Run, load_run
from rajas_sim.analysis.comparing.differences import PairedDifferences
from rajas_sim.analysis.comparing.metrics import Metrics, block_values, metrics_of
from rajas_sim.analysis.results import PlayerCountResults
from rajas_sim.analysis.statistics.estimate import SAME_SHARE
from rajas_sim.analysis.statistics.intervals import Floats, comparisons_of, share_interval
from rajas_sim.analysis.statistics.paired import PairedMoments, paired_share_interval
from rajas_sim.analysis.winning.fairness import Ruling, fair_shares
from rajas_sim.analysis.winning.seats import SeatAdvantage, block_shares, seat_moments
from rajas_sim.analysis.winning.strategies import strategy_moments
from rajas_sim.core.errors import InputError
from rajas_sim.questions.runner import FEWEST_TABLES, Runner
from rajas_sim.study.config.resolve import Experiment, resolve
from rajas_sim.study.design import fresh_seed
from rajas_sim.study.folder.places import local_copy

SIZES = (0.02, 0.01, 0.005)
"""Half widths of intervals, and sizes of differences, to plan for; in win shares."""
POWER = 0.8
"""The chance with which a difference should be found."""
SUPPOSED_DIFFERENCES = (0.5, 2.0)
"""Supposed differences of the start player from an even share, in tolerances; even seats are supposed as well."""
CHANGE_OF = "change of the "
"""How titles of changes begin."""
NORMAL_KURTOSIS = 3.0
"""Kurtosis of a normal distribution."""
FEWEST_DIFFERING_TO_PLAN_BY = 10
"""If fewer blocks of the pilot differ, the number of blocks is hardly known."""
MOST_BLOCKS = 2**40
"""Numbers of needed blocks end here, even if more are needed."""
DRAWS = 4000
"""Number of runs that are drawn to find the chances of an outlook."""


@dataclass(frozen=True, slots=True)
class Need:
    """How many blocks it takes to know one win share, or one change of it.

    Attributes
    ----------
    title
        Title that may follow "the".
    spread
        Standard deviation of its block values in the pilot.
    blocks_by_half_width
        Number of blocks needed, by half width of the interval as a win share.
    blocks_by_difference
        Number of blocks that find a difference with the chance `POWER`, by its size. The difference is between a share and an
        even one, or between two rule sets.
    smallest
        The smallest difference that the planned blocks find with this chance; for a share, to either side. None if nothing
        varied, so that `blocks_by_difference` is empty, or if so few blocks find no difference.
    n_differing
        Number of pilot blocks in which it was not 0: few blocks that a change touched say little about the others.
    error
        Possible error of the logarithms of the numbers of blocks, since the pilot measures the spread only with an error.
    player
        Label of the player whose win share it is; empty for a seat's share, and for a change.
    is_change
        Whether it is a change by a rule set, which differs from 0, rather than a share, which differs from an even one.
    """

    title: str
    spread: float
    blocks_by_half_width: Mapping[float, int]
    blocks_by_difference: Mapping[float, int]
    smallest: float | None
    n_differing: int
    error: float
    player: str = ""
    is_change: bool = False

    def difference_text(self, size_text: str) -> str:
        """Say what finding a difference of a size means: from an even share, or by a rule set.

        >>> Need("start player's win share", 0.5, {}, {}, None, 100, 0.2).difference_text("1 point")
        "a difference of 1 point from an even share in the start player's win share"
        >>> Need("start player's win share, balanced", 0.5, {}, {}, None, 100, 0.2).difference_text("1 point")
        "a difference of 1 point from an even share in the start player's win share (balanced)"
        >>> Need("win share of fame_rush", 0.5, {}, {}, None, 100, 0.2, "fame_rush").difference_text("1 point")
        "a difference of 1 point from an even share in any player's win share"
        """
        share, _, games = self.title.partition(", ")
        remark = f" ({games})" if games else ""
        if self.is_change:
            return f"a change of {size_text} in the {share.removeprefix(CHANGE_OF)}{remark}"
        share_text = "any player's win share" if self.player else f"the {share}"
        return f"a difference of {size_text} from an even share in {share_text}{remark}"

    def ends(self, number: int) -> tuple[float, float]:
        """Return the ends of the interval of a needed number of blocks, or of the games in them."""
        factor = math.exp(self.error)
        return number / factor, number * factor

    @property
    def is_hardly_known(self) -> bool:
        """Whether too few blocks of the pilot differ to say how many are needed."""
        return self.n_differing < FEWEST_DIFFERING_TO_PLAN_BY


@dataclass(frozen=True, slots=True)
class VerdictOutlook:
    """How likely each ruling about the seats is after the planned blocks, if the truth is as supposed.

    Attributes
    ----------
    label, title
        The games, for keys and in words; empty if there is one verdict for each number of players.
    chances
        Chance of each ruling, by how much the start player's true win share is above an even one. The others then win less, all
        by the same amount. Blocks vary as in the pilot.
    """

    label: str
    title: str
    chances: Mapping[float, Mapping[Ruling, float]]


@dataclass(frozen=True, slots=True)
class PlanOfPlayers:
    """What a question needs with one number of players.

    Attributes
    ----------
    pilot_blocks
        Number of blocks that the plan rests on.
    games_per_block
        Games of a block, over all line-ups and rule sets.
    games_per_second
        Speed of games with this number of players, on the machine and with the workers of the pilot.
    blocks
        Number of planned blocks.
    needs
        One for each number asked about, the most important first: the change by the first changed rule set, else the start
        player's.
    outlooks
        One for each verdict about the seats.
    """

    players: int
    pilot_blocks: int
    games_per_block: int
    games_per_second: float
    blocks: int
    needs: tuple[Need, ...]
    outlooks: tuple[VerdictOutlook, ...]

    @property
    def player_needs(self) -> tuple[Need, ...]:
        """The needs of each player's win share, if players differ."""
        return tuple(need for need in self.needs if need.player)

    def games(self, blocks: int) -> int:
        """Return the number of games in this many blocks."""
        return blocks * self.games_per_block

    def seconds(self, blocks: int) -> float:
        """Return how long this many blocks take."""
        return self.games(blocks) / self.games_per_second


def plans(
    pilot: Sequence[PlayerCountResults], blocks: int | None = None, sizes: Sequence[float] = SIZES
) -> tuple[PlanOfPlayers, ...]:
    """Say how many blocks a run's question takes, one entry for each number of players.

    Parameters
    ----------
    pilot
        The results of a short run for the question, or of a finished run.
    blocks
        Number of planned blocks; by default the run's target.
    sizes
        Half widths and sizes of differences, as win shares.
    """
    return tuple(_plan_of(result, blocks or result.run.manifest.target_blocks, sizes) for result in pilot)


def games_per_second(run: Run, players: int) -> float:
    """Return how many games with a number of players the machine of a run plays in a second."""
    decisions: float = run.table("games", players, every_arm=True).select("decisions").mean().collect().item()
    return run.manifest.timings.decisions_per_s / decisions


def _plan_of(result: PlayerCountResults, blocks: int, sizes: Sequence[float]) -> PlanOfPlayers:
    """Return what one number of players needs, by its results in the pilot, for so many planned blocks."""
    run, k = result.run, result.players
    seats_with_moments = [(seats, seat_moments(run, seats.group).table()) for seats in result.seats]
    return PlanOfPlayers(
        players=k,
        pilot_blocks=run.blocks(k),
        games_per_block=run.games_per_block(k) * len(run.arms),
        games_per_second=games_per_second(run, k),
        blocks=blocks,
        needs=tuple(asked_share.need(blocks, sizes, run.level) for asked_share in _asked_shares(result, seats_with_moments)),
        outlooks=tuple(
            VerdictOutlook(
                ".".join(_distinguishing_names(result, seats.group.label, seats.group.arm)),
                _games_title(result, seats),
                _ruling_chances(run, seats, moments, blocks),
            )
            for seats, moments in seats_with_moments
        ),
    )


@dataclass(frozen=True, slots=True)
class _AskedShare:
    """A win share, or a change of one, that is asked about.

    Attributes
    ----------
    mean, variance
        Mean and variance of its block values in the pilot.
    kurtosis
        Kurtosis of its block values in the pilot (`_kurtosis`).
    n_differing, largest
        Number of pilot blocks that differ from 0, and the largest absolute value.
    comparisons
        Number of intervals that hold together with its own.
    even_share
        The share that a win share is compared with; ``None`` for a change, which is compared with 0.
    skewness
        For a change: how skewed its block differences may be downward and upward.
    player
        Label of the player whose win share it is; empty for a seat's share, and for a change.
    """

    title: str
    mean: float
    variance: float
    kurtosis: float
    pilot_blocks: int
    n_differing: int
    largest: float
    comparisons: int
    even_share: float | None
    skewness: tuple[float, float] = (0.0, 0.0)
    player: str = ""

    def need(self, n_blocks: int, sizes: Sequence[float], level: float) -> Need:
        """Return how many blocks each size takes, and what the planned blocks find."""
        smallest = self._smallest_difference(n_blocks, level)
        return Need(
            title=self.title,
            spread=math.sqrt(self.variance),
            blocks_by_half_width={size: self._blocks_to_know(size, level) for size in sizes},
            blocks_by_difference={size: self._blocks_to_find(size, level) for size in sizes if self.variance},
            smallest=smallest if self.variance and math.isfinite(smallest) else None,
            n_differing=self.n_differing,
            error=float(scipy.stats.norm.isf((1.0 - level) / 2.0)) * math.sqrt((self.kurtosis - 1.0) / self.pilot_blocks),
            player=self.player,
            is_change=self.even_share is None,
        )

    def _blocks_to_know(self, half_width: float, level: float) -> int:
        """Return the fewest blocks with which the interval reaches no farther than this to either side."""
        return _fewest_blocks(lambda blocks: self._farther_reach(blocks, level) <= half_width)

    def _blocks_to_find(self, size: float, level: float) -> int:
        """Return the fewest blocks that find a difference of this size with the chance `POWER`."""
        return _fewest_blocks(lambda blocks: self._smallest_difference(blocks, level) <= size)

    def _smallest_difference(self, blocks: int, level: float) -> float:
        """Return the smallest difference to either side that this many blocks find with the chance `POWER`; infinite if none.

        A side on which they find no difference is left out.
        """
        if self.even_share is None:
            return self._smallest_change(blocks, level)
        # A share that lies below an even one is one minus a share that lies above the complement.
        up_and_down = (self._smallest_above(share, blocks, level) for share in (self.even_share, 1.0 - self.even_share))
        return max((difference for difference in up_and_down if math.isfinite(difference)), default=math.inf)

    def _smallest_change(self, blocks: int, level: float) -> float:
        """Return the smallest change that this many blocks find with the chance `POWER`; infinite if there is none.

        The interval of such a change excludes 0 even if luck makes the measured change smaller by `shortfall`.
        """

        def low_end(change: float) -> float:
            # A fall is looked at as a rise: its upward skewness becomes downward.
            moments = self._moments_of_change(change, blocks, self.largest, (self.skewness[self.mean < 0.0], 0.0))
            return float(paired_share_interval(moments, level=level, comparisons=self.comparisons)[0])

        shortfall = float(scipy.stats.norm.ppf(POWER)) * math.sqrt(self.variance / blocks)
        change = shortfall + (scipy.optimize.brentq(low_end, 0.0, 1.0) if low_end(1.0) > 0.0 else math.inf)
        return change if change <= 1.0 else math.inf

    def _smallest_above(self, share: float, blocks: int, level: float) -> float:
        """Return how far above `share` a share must lie so that, with the chance `POWER`, its interval lies above `share`.

        The blocks count as ``blocks / design_effect`` independent games, with the design effect of the pilot.
        """
        design_effect = self.variance / (self.mean * (1.0 - self.mean)) if self.variance else 1.0

        def above_share(measured: float) -> float:
            variance = design_effect * measured * (1.0 - measured)
            low, _ = share_interval(measured, variance, blocks, level=level, comparisons=self.comparisons)
            return float(low) - share

        if above_share(1.0) <= 0.0:
            return math.inf
        games = blocks / design_effect
        # Wins are whole numbers: the fewest that are enough are, on average, half a win more.
        wins = games * scipy.optimize.brentq(above_share, share, 1.0) + 0.5
        # With this share, at least so many of the games are won with the chance `POWER` (binomial tail as a beta quantile).
        return float(scipy.stats.beta.ppf(POWER, wins, games - wins + 1.0)) - share

    def _farther_reach(self, blocks: int, level: float) -> float:
        """Return how far the interval of this many blocks reaches from the pilot's mean, to the farther side."""
        if self.even_share is None:
            moments = self._moments_of_change(self.mean, blocks, 1.0, self.skewness)
            low, high = paired_share_interval(moments, level=level, comparisons=self.comparisons)
        else:
            low, high = share_interval(self.mean, self.variance, blocks, level=level, comparisons=self.comparisons)
        return float(max(high - self.mean, self.mean - low))

    def _moments_of_change(self, mean: float, blocks: int, largest: float, skewness: tuple[float, float]) -> PairedMoments:
        """Return the moments of a change over this many blocks, which vary and differ as often as those of the pilot."""
        n_differing = blocks * self.n_differing / self.pilot_blocks
        return PairedMoments(np.array(mean), np.array(self.variance), np.array(blocks), largest, skewness, n_differing)


def _fewest_blocks(are_enough: Callable[[int], bool]) -> int:
    """Return the fewest blocks, at least two and at most `MOST_BLOCKS`, that are enough, as more blocks then are."""
    too_few, enough = 1, 2
    while enough < MOST_BLOCKS and not are_enough(enough):
        too_few, enough = enough, 2 * enough
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        too_few, enough = (too_few, middle) if are_enough(middle) else (middle, enough)
    return enough


def _asked_shares(
    result: PlayerCountResults, seats_with_moments: Sequence[tuple[SeatAdvantage, pl.DataFrame]]
) -> Iterator[_AskedShare]:
    """Yield what is asked about: changes of the start player's share, this share by group of games, and those of strategies.

    The most important comes first. Changes are by line-up if the question is asked of several.
    """
    run, k = result.run, result.players
    if len(run.arms) > 1:
        line_ups_by_label = run.compared_line_ups(k)
        for label, indices in line_ups_by_label.items():
            line_up_run = run.of_line_ups(indices)
            start_player_only = Metrics(metrics_of(line_up_run, k).positions[:1], (), ())
            yield from _asked_changes(line_up_run, start_player_only, k, f", {label}", len(line_ups_by_label))
        if not line_ups_by_label:
            yield from _asked_changes(run, metrics_of(run, k), k)
    for seats, moments in seats_with_moments:
        title = ", ".join(filter(None, ("start player's win share", _games_title(result, seats))))
        values = np.concatenate([shares[:, 0] for _, shares, _ in block_shares(run, seats.group)])
        mean, variance = moments["mean"][0], moments["variance"][0]
        yield _AskedShare(title, mean, variance, *_block_facts(values), comparisons_of(k), 1.0 / k)
    if run.mixed_line_up_indices(k):
        moments, metrics = strategy_moments(run, k), metrics_of(run, k)
        names = [metric.name for metric in metrics.all]
        baseline_values = block_values(run, k, metrics, run.arms[:1])[run.arms[0]]
        for name, mean, variance in moments.select("strategy", "mean", "variance").iter_rows():
            facts = _block_facts(baseline_values[:, names.index(f"win_share.{name}")])
            yield _AskedShare(f"win share of {name}", mean, variance, *facts, len(moments), 1.0 / k, player=name)


def _asked_changes(
    run: Run, metrics: Metrics, players: int, line_up_text: str = "", n_line_ups: int = 1
) -> Iterator[_AskedShare]:
    """Yield the change of the start player's win share by each changed rule set.

    Intervals hold for all rule sets, metrics that change independently, and line-ups.
    """
    values = block_values(run, players, metrics)
    column, comparisons = metrics.all.index(metrics.positions[0]), (len(run.arms) - 1) * len(metrics.free) * n_line_ups
    for arm in run.arms[1:]:
        differences = PairedDifferences.of(metrics, values[run.arms[0]], values[arm], run.n_alternating_orders(players))
        moments = differences.moments
        title = f"{CHANGE_OF}start player's win share by {run.title(arm)}{line_up_text}"
        changes = values[arm][:, column] - values[run.arms[0]][:, column]
        mean, variance, downward, upward = (
            float(numbers[column]) for numbers in (moments.mean, moments.variance, *np.asarray(moments.skewness))
        )
        yield _AskedShare(title, mean, variance, *_block_facts(changes), comparisons, None, skewness=(downward, upward))


def _block_facts(values: Floats) -> tuple[float, int, int, float]:
    """Return fields of an `_AskedShare` from its block values: `kurtosis`, `pilot_blocks`, `n_differing` and `largest`."""
    sizes = np.abs(values)
    return _kurtosis(values), len(values), int((sizes > SAME_SHARE).sum()), max(float(sizes.max()), SAME_SHARE)


def _kurtosis(values: Floats) -> float:
    """Return the kurtosis of block values, at least that of normal ones: a few blocks easily show less than there is."""
    if np.ptp(values) <= SAME_SHARE:
        return NORMAL_KURTOSIS
    return max(float(scipy.stats.kurtosis(values, fisher=False)), NORMAL_KURTOSIS)


def _games_title(result: PlayerCountResults, seats: SeatAdvantage) -> str:
    """Name the games of a verdict in words; empty if its number of players has no other verdict."""
    return ", ".join(_distinguishing_names(result, seats.group.title, result.run.title(seats.group.arm)))


def _distinguishing_names(result: PlayerCountResults, line_ups_name: str, arm_name: str) -> list[str]:
    """Return those of a verdict's two names that distinguish it from others with this number of players: both, one or none."""
    has_several_line_ups = len({seats.group.title for seats in result.seats}) > 1
    return ([line_ups_name] if has_several_line_ups else []) + ([arm_name] if len(result.run.arms) > 1 else [])


def _ruling_chances(run: Run, seats: SeatAdvantage, moments: pl.DataFrame, blocks: int) -> dict[float, dict[Ruling, float]]:
    """Draw what this many blocks would show, and return the chance of each ruling by how far the start player is above even.

    `moments` are those of the seats' win shares in the pilot, a row for each seat.
    """
    k = seats.players
    mean, variance, n = (moments[column].to_numpy() for column in ("mean", "variance", "n"))
    # Shares add to 1, so the last one follows from the others.
    centred = (shares[:, :-1] - mean[:-1] for _, shares, _ in block_shares(run, seats.group))
    covariance = sum((rows.T @ rows for rows in centred), np.zeros((k - 1, k - 1))) / max(n[0] - 1, 1)
    chances = {}
    for difference in (0.0, *(factor * run.tolerance for factor in SUPPOSED_DIFFERENCES)):
        true_shares = np.full(k, 1.0 / k - difference / (k - 1))
        true_shares[0] = 1.0 / k + difference
        rng = np.random.default_rng([run.manifest.seed, k, blocks])
        drawn_shares = rng.multivariate_normal(true_shares[:-1], covariance / blocks, DRAWS, method="eigh")
        measured_shares = np.clip(np.column_stack([drawn_shares, 1.0 - drawn_shares.sum(axis=1)]), 0.0, 1.0)
        chances[difference] = _shares_of_rulings(measured_shares, variance, blocks, run.level, run.tolerance)
    return chances


def _shares_of_rulings(
    measured_shares: Floats, variance: Floats, blocks: int, level: float, tolerance: float
) -> dict[Ruling, float]:
    """Rule on each row of win shares by seat as in `judge`, and return how often each ruling occurs.

    `variance` is that of a block's share, for each seat.
    """
    k = measured_shares.shape[1]
    even_share = 1.0 / k
    least_fair, most_fair = fair_shares(k, tolerance)
    low, high = share_interval(measured_shares, variance, blocks, level=level, comparisons=comparisons_of(k))
    one_sided_low, one_sided_high = share_interval(measured_shares, variance, blocks, level=2.0 * level - 1.0)
    is_fair = ((one_sided_low >= least_fair) & (one_sided_high <= most_fair)).all(axis=1)
    is_unfair = ~is_fair & ((high < least_fair) | (low > most_fair)).any(axis=1)
    is_uneven = ~is_fair & ~is_unfair & ((high < even_share) | (low > even_share)).any(axis=1)
    masks = {Ruling.FAIR: is_fair, Ruling.UNFAIR: is_unfair, Ruling.UNEVEN: is_uneven}
    chances = {ruling: float(rows.mean()) for ruling, rows in masks.items()}
    return {**chances, Ruling.UNDECIDED: 1.0 - sum(chances.values())}


FEWEST_BLOCKS = 2
"""Fewer blocks do not show how much blocks vary."""


def play_pilot(experiment: Experiment, blocks: int, runner: Runner) -> Run:
    """Play a pilot, as far as its games are missing; its folder is ``<name>_pilot-<hash>``.

    Parameters
    ----------
    blocks
        Most blocks of the pilot; a shorter experiment has a pilot of its own length.

    Raises
    ------
    InputError
        If there would be fewer than `FEWEST_BLOCKS`.
    """
    config = experiment.config
    if min(blocks, config.most_blocks) < FEWEST_BLOCKS:
        raise InputError(f"the pilot and the experiment need {FEWEST_BLOCKS} blocks or more each")
    changes = {
        "name": f"{config.name}_pilot",
        "blocks": min(blocks, config.most_blocks),
        "stop": None,
        "seed": fresh_seed(config.seed, f"pilot, {blocks} blocks"),
        "tables": FEWEST_TABLES,
    }
    pilot_experiment = resolve(config.model_copy(update=changes))
    return load_run(local_copy(runner.run(pilot_experiment, asked_of=experiment).folder))
