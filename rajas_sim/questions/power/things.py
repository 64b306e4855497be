"""What a thing is worth: the win share that a seat loses without it, while everything else and all luck stay the same.

References
----------
Jaffe, Miller, Andersen, Liu, Karlin, Popovic (2012), Evaluating competitive game balance with restricted play, AIIDE.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rajas_sim.analysis.answer import Answer, Card, Column, Finding, Intervals, Mark, Panel, Section, Tone, Unit
from rajas_sim.analysis.blocks_needed import blocks_to_narrow, narrowing_text
from rajas_sim.analysis.comparing.differences import holm
from rajas_sim.analysis.formatting import (
    counted,
    difference_text,
    distance_text,
    first_few,
    listed,
    percent,
    points,
    signed_points,
    tolerance_points,
)
from rajas_sim.analysis.one_sentence import UNDECIDED, Clause, one_sentence
from rajas_sim.analysis.reading.blocks import (
    DIGITS,
    SHARE_PARTS,
    block_ratios,
    collect_slices,
    count_moments,
    paired_moments,
    ratio_moments,
    win_parts,
)
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import Floats, adjusted, estimates, mean_estimates, share_estimates, smallest_tails
from rajas_sim.analysis.statistics.paired import PairedMoments, paired_share_interval
from rajas_sim.core.errors import InputError
from rajas_sim.questions.answer_tables import FilledColumn, table_of, table_of_cells
from rajas_sim.questions.headline import HeadlineRow, headline_of
from rajas_sim.questions.meanings import meanings_of
from rajas_sim.questions.power.toml_table import PowerTable, chosen_text, chosen_things, description_of
from rajas_sim.questions.provenance import basis_text, how_sure, provenance
from rajas_sim.questions.runner import FEWEST_TABLES, Runner
from rajas_sim.study.config.form import Arm
from rajas_sim.study.config.resolve import Experiment

METHOD = "exact binomial with design effect over paired block differences"


@dataclass(frozen=True, slots=True)
class Usage:
    """How often the seats of one strategy use a thing if no seat is restricted.

    Attributes
    ----------
    users
        Share of the seats that use it at all; simultaneous over the things.
    times
        How often a seat uses it; simultaneous over the things.
    wins
        Win share of the seats that use it, simultaneous over the things: an association, since a seat that does well uses more.
        ``None`` if no seat uses it.
    """

    users: Estimate
    times: Estimate
    wins: Estimate | None


@dataclass(frozen=True, slots=True)
class ThingPower:
    """What one thing is worth to one strategy.

    Attributes
    ----------
    thing
        Name of the thing, or of several together.
    worth
        Win share that a seat loses if it may not use the thing, the mean over the seats; intervals of all things hold together.
    p_value
        P-value of the hypothesis that the thing is worth nothing, adjusted after Holm for all things.
    usage
        How often it is used.
    """

    thing: str
    worth: Estimate
    p_value: float
    usage: Usage

    @property
    def is_shown(self) -> bool:
        """Whether the interval, which holds together with those of all other things, excludes 0."""
        return self.worth.excludes(0.0)


@dataclass(frozen=True, slots=True)
class PowerOfThings(Result):
    """What things are worth to one strategy with one number of players; the games counted are those of the unrestricted run.

    Attributes
    ----------
    strategy
        Label of the strategy.
    powers
        The things that the strategy uses, the most valuable first.
    never_used
        The things that none of its seats used; their worth is not measured.
    seats
        Number of seats in which the strategy was watched.
    runs
        The unrestricted run, and the restricted one if anything is ever used.
    pictures
        Pictures of the things, as SVG in a square of 20 units; an empty text for a thing without one.
    chosen
        For each name or pattern with ``*``, the things that it takes, in words; empty if all things are looked at.
    single_names
        Things whose names have one part only, and which therefore are not kinds of things.
    descriptions
        If only one thing is looked at: what is printed on it, by its name. Empty for several things, or if the rules do not say
        it.
    """

    strategy: str
    powers: tuple[ThingPower, ...]
    never_used: Mapping[str, Usage]
    seats: int
    runs: tuple[Run, ...]
    pictures: Mapping[str, str] = field(default_factory=dict, repr=False)
    chosen: tuple[str, ...] = ()
    single_names: frozenset[str] = frozenset()
    descriptions: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def n_things(self) -> int:
        """Number of things that are looked at."""
        return len(self.powers) + len(self.never_used)

    @property
    def widest(self) -> Estimate:
        """The worth with the widest interval."""
        return max((power.worth for power in self.powers), key=lambda worth: worth.high - worth.low)

    @property
    def has_too_few_blocks(self) -> bool:
        """Whether more blocks are needed to know each worth to within `NARROW`."""
        return not self.widest.has_interval or blocks_to_narrow(self.widest, NARROW) > self.widest.n

    @property
    def pictures_by_title(self) -> dict[str, str]:
        """Pictures of the things by the titles that figures use."""
        return {self.title_of(thing): picture for thing, picture in self.pictures.items()}

    def title_of(self, thing: str) -> str:
        """Name a thing, or all of a kind, for the middle of a sentence; if it is the only one looked at, describe it as well."""
        name, description = self.runs[0].names.of_path(thing), self.descriptions.get(thing)
        if "." not in thing and thing not in self.single_names:
            return f"any {name} at all"
        return f"{name} ({description})" if description else name


def things_used(unrestricted_run: Run, players: int, units: Mapping[str, Collection[str]]) -> dict[str, dict[str, Usage]]:
    """Estimate how often each strategy uses each thing, by label and thing, in the order of `units`.

    Estimates are block totals per seat. Shares have exact binomial intervals, times t intervals, and win shares are ratios of
    block totals; each is Bonferroni over the things.

    Parameters
    ----------
    unrestricted_run
        A run with the table ``things``.
    units
        By what counts as one thing: the names in the table that belong to it.
    """
    totals, seats = _block_totals(unrestricted_run, players, units)
    usage_by_label = {}
    for label, n_seats in seats.items():
        _, _, n_blocks = _extent_of_strategy(unrestricted_run, players, label)
        usage_by_label[label] = _usage(totals.filter(strategy=label), n_seats, n_blocks, [*units], unrestricted_run.level)
    return usage_by_label


def _extent_of_strategy(run: Run, players: int, label: str) -> tuple[int, int, int]:
    """Return player count, games and blocks of the line-ups with a strategy; they may have fewer blocks than others."""
    return run.result_size(players, [i for i, labels in enumerate(run.line_ups(players)) if label in labels])


def _block_totals(
    unrestricted_run: Run, players: int, units: Mapping[str, Collection[str]]
) -> tuple[pl.DataFrame, dict[str, int]]:
    """Add up by strategy, unit and block the seats that used it, its uses, and their wins; also count each strategy's seats.

    The columns of the sums are `users`, `times`, and `parts`: win shares in `SHARE_PARTS` parts of a win.
    """
    unit_of_thing = pl.LazyFrame(
        [(name, unit) for unit, names in units.items() for name in names],
        schema={"thing": pl.String, "unit": pl.String},
        orient="row",
    )
    label = pl.col("strategy").cast(pl.String)
    totals, seats = [], []
    for thing_slice, seat_slice in zip(
        unrestricted_run.slices("things", players), unrestricted_run.slices("seats", players), strict=True
    ):
        seat_rows = seat_slice.select("game", "position", "block", label, win_parts())
        uses_of_things = thing_slice.select("game", "position", pl.col("thing").cast(pl.String), "times").join(
            unit_of_thing, on="thing"
        )
        uses_of_units = uses_of_things.group_by("game", "position", "unit").agg(pl.col("times").cast(pl.Int64).sum())
        uses_with_wins = uses_of_units.join(seat_rows, on=["game", "position"])
        sums = [pl.len().cast(pl.Int64).alias("users"), pl.col("times").sum(), pl.col("parts").sum()]
        totals.append(uses_with_wins.group_by("strategy", "unit", "block").agg(sums))
        seats.append(seat_rows.group_by("strategy").agg(pl.len().cast(pl.Int64).alias("seats")))
    counts = collect_slices(seats).group_by("strategy").agg(pl.col("seats").sum()).sort("strategy")
    return collect_slices(totals), dict(counts.iter_rows())


def _usage(totals: pl.DataFrame, n_seats: int, n_blocks: int, units: Sequence[str], level: float) -> dict[str, Usage]:
    """Estimate how often one strategy uses each unit, from its rows of `_block_totals`."""

    def moments(column: str) -> pl.DataFrame:
        """Return the moments over blocks of a column's sum per seat, a row for each unit; 0 for a unit that was never used."""
        counts = totals.select("unit", "block", pl.col(column).alias("count")).lazy()
        moments_of_used = count_moments([counts], ["unit"], n_blocks=n_blocks, divisor=n_seats / n_blocks)
        moments_of_all = pl.DataFrame({"unit": units}).join(moments_of_used, on="unit", how="left", maintain_order="left")
        return moments_of_all.with_columns(pl.col("mean", "variance").fill_null(0.0), pl.col("n").fill_null(n_blocks))

    users = share_estimates([f"users.{unit}" for unit in units], moments("users"), level=level, comparisons=len(units))
    times = mean_estimates([f"times.{unit}" for unit in units], moments("times"), level=level, simultaneous=True, least=0.0)
    totals_with_whole = totals.with_columns((pl.col("users") * SHARE_PARTS).alias("whole")).lazy()
    ratios = block_ratios([totals_with_whole], ["unit"], ["parts"], "whole")
    names = [f"win_share_of_users.{unit}" for unit in ratios["unit"]]
    wins = share_estimates(names, ratio_moments(ratios, "parts"), level=level, comparisons=len(units))
    wins_of_users = dict(zip(ratios["unit"], wins, strict=True))
    return {
        unit: Usage(users_of_unit, times_of_unit, wins_of_users.get(unit))
        for unit, users_of_unit, times_of_unit in zip(units, users, times, strict=True)
    }


def power_of_things(
    unrestricted_run: Run,
    restricted_run: Run | None,
    players: int,
    usage: Mapping[str, Mapping[str, Usage]],
    restrictions: Mapping[str, tuple[int, str]],
) -> tuple[PowerOfThings, ...]:
    """Estimate what each thing is worth to each strategy.

    The worth is the expected win share of a strategy minus its win share when its seat may not use the thing, averaged over the
    seats. It is estimated by the mean of paired block differences. Intervals are as those of arms
    (`rajas_sim.analysis.comparing.differences`), Bonferroni over all things and strategies. P-values are adjusted after Holm over
    the same.

    It is not what the thing is worth to a strategy made for playing without it: the same strategy plays on.

    Parameters
    ----------
    unrestricted_run
        The unrestricted run with the table ``things``.
    restricted_run
        The run whose arms each forbid one thing to one seat; ``None`` if nothing is ever used.
    usage
        The result of `things_used`.
    restrictions
        By arm: the position of the seat, and the thing.
    """
    worths = _worths(restricted_run, players, restrictions) if restricted_run is not None and restrictions else {}
    runs = (unrestricted_run,) if restricted_run is None else (unrestricted_run, restricted_run)
    results = []
    for label, usage_by_thing in usage.items():
        powers = [
            ThingPower(thing, worth, p_value, usage_by_thing[thing])
            for (strategy, thing), (worth, p_value) in worths.items()
            if strategy == label and usage_by_thing[thing].wins is not None
        ]
        never_used = {thing: usage_of_thing for thing, usage_of_thing in usage_by_thing.items() if usage_of_thing.wins is None}
        powers.sort(key=lambda power: -power.worth.value)
        seats = _n_seats(unrestricted_run, players, label)
        results.append(
            PowerOfThings(*_extent_of_strategy(unrestricted_run, players, label), label, tuple(powers), never_used, seats, runs)
        )
    return tuple(results)


def _n_seats(run: Run, players: int, label: str) -> int:
    is_label = pl.col("strategy").cast(pl.String) == label
    return int(sum(rows.filter(is_label).select(pl.len()).collect().item() for rows in run.slices("seats", players)))


def _worths(run: Run, players: int, restrictions: Mapping[str, tuple[int, str]]) -> dict[tuple[str, str], tuple[Estimate, float]]:
    """Estimate the lost win share, with its adjusted p-value, by strategy and thing.

    `restrictions` has, by arm, the position of the seat and the thing that it may not use.
    """
    losses, n_orders = _losses(run, players, restrictions), run.n_alternating_orders(players)
    moments = PairedMoments.joined([paired_moments(values, n_orders, blocks) for blocks, values in losses.values()])
    tails = smallest_tails(lambda tail: paired_share_interval(moments, level=1.0 - tail), len(losses))
    p_values = holm(tails).tolist()
    ends = paired_share_interval(moments, level=run.level, comparisons=len(losses))
    names = [f"worth.{thing}" for _, thing in losses]
    worths = estimates(names, moments.mean, ends, moments.n, run.level, adjusted(METHOD, len(losses)))
    is_alone = len(run.labels(players)) == 1
    most_lost = 1.0 / players if is_alone else 1.0  # a seat wins at most this often on average, and cannot lose more
    clipped_worths = [worth.clipped(-1.0, most_lost) for worth in worths]
    return {key: (worth, p_value) for key, worth, p_value in zip(losses, clipped_worths, p_values, strict=True)}


def _losses(
    run: Run, players: int, restrictions: Mapping[str, tuple[int, str]]
) -> dict[tuple[str, str], tuple[NDArray[np.int64], Floats]]:
    """Return by strategy and thing the block numbers, and the win share lost in each block, shape (blocks, 1)."""
    rows = [(arm, position, thing) for arm, (position, thing) in restrictions.items()]
    arms = pl.LazyFrame(rows, schema={"arm": pl.String, "position": pl.UInt8, "thing": pl.String}, orient="row")
    label, group_columns = pl.col("strategy").cast(pl.String), ["block", "strategy", "position"]
    slices = []
    for seat_slice in run.slices("seats", players, every_arm=True):
        seats = seat_slice.select(pl.col("arm").cast(pl.String), "block", label, "position", "win_share")
        shares_before = (
            seats.filter(pl.col("arm") == run.arms[0]).group_by(group_columns).agg(pl.col("win_share").mean().alias("before"))
        )
        shares_after = (
            seats.join(arms, on=["arm", "position"])
            .group_by("thing", *group_columns)
            .agg(pl.col("win_share").mean().alias("after"))
        )
        lost = (pl.col("before") - pl.col("after")).mean().round(DIGITS).alias("lost")
        slices.append(shares_after.join(shares_before, on=group_columns).group_by("strategy", "thing", "block").agg(lost))
    groups = collect_slices(slices).sort("strategy", "thing", "block").partition_by("strategy", "thing", as_dict=True)
    return {key: (rows["block"].to_numpy(), rows.select("lost").to_numpy()) for key, rows in groups.items()}


def play_things(experiment: Experiment, runner: Runner) -> tuple[PowerOfThings, ...]:
    """Play with each used thing forbidden to one seat after another; return a result for each strategy.

    The unrestricted games are in ``<name>_uses_<players>-<hash>`` and the others in ``<name>_things_<players>-<hash>``; when
    asked again, no game is played twice. Arms, a sweep and a stopping rule of the experiment are left out. Its table ``[power]``
    may say which things are looked at.

    Raises
    ------
    InputError
        If a name matches nothing in play, or the game has nothing that could be forbidden.
    """
    if "things" not in experiment.game.tables:
        raise InputError(f"{experiment.game.title} names no THINGS that a seat can be forbidden to use; --numbers needs none")
    power_table = experiment.config.table(PowerTable) or PowerTable()
    units = {k: chosen_things(power_table.things, experiment.rules[k][0]) for k in experiment.design.players}
    results: list[PowerOfThings] = []
    for k in experiment.design.players:
        unrestricted_run, _ = runner.play(experiment, f"uses_{k}", k, tables=(*FEWEST_TABLES, "things"))
        usage = things_used(unrestricted_run, k, units[k])
        used_units = [unit for unit in units[k] if any(by_thing[unit].wins is not None for by_thing in usage.values())]
        arm_names = {unit: re.sub(r"[^A-Za-z0-9_-]+", "-", unit) for unit in used_units}
        restrictions = {f"{arm_names[unit]}_seat_{p}": (p, unit) for unit in used_units for p in range(1, k + 1)}
        arms = tuple(Arm(name=arm, overrides={f"restrict.seat_{p}": [unit]}) for arm, (p, unit) in restrictions.items())
        restricted_run = runner.play(experiment, f"things_{k}", k, arms)[0] if arms else None
        rules, powers = experiment.rules[k][0], power_of_things(unrestricted_run, restricted_run, k, usage, restrictions)
        pictures = {unit: experiment.game.picture(rules, unit) for unit in units[k]}
        chosen = tuple(filter(None, (chosen_text(pattern, rules) for pattern in power_table.things)))
        descriptions = {unit: description_of(unit, rules) for unit in units[k]} if len(units[k]) == 1 else {}
        single_names = frozenset(thing for thing in rules.things if "." not in thing)
        results += [
            replace(power, pictures=pictures, chosen=chosen, single_names=single_names, descriptions=descriptions)
            for power in powers
        ]
    return tuple(results)


MOST_DRAWN = 40
"""The figure shows at most this many things."""
NARROW = 0.02
"""How far the interval of a worth may reach to either side; if it reaches farther, too few blocks were played."""
ABOUT_HEADLINE = "How much win share a seat loses without each thing, the largest shown worth first. Filled: a worth is shown."
HOW_TO_READ = (
    "One seat may not use a thing; everything else and all luck stay the same. The worth of the thing is the win share that the "
    "seat loses, averaged over the seats. It is the worth to this strategy, which plays on as before. A strategy that learned "
    "to play without the thing might lose less. Filled points: the thing is shown to help or to harm, since its interval leaves "
    "out 0. Intervals hold for all things together. A thing that hardly anybody uses may have a worth too: a player who cannot "
    "have a tile values the dice for it less, and plays differently. The win share of users in the table is not the worth of a "
    "thing: a seat that does well uses more things."
)
NOTE = (
    "Shown: the interval leaves out 0; intervals hold for all things together. "
    "Worth is what this strategy loses without the thing."
)
USAGE_COLUMNS = (Column("users", "seats that use it", Unit.SHARE), Column("times", "uses per seat", Unit.MEAN))


def answer_of_things(results: Sequence[PowerOfThings]) -> Answer:
    """Make the answer from the results for each number of players and strategy."""
    runs = [run for runs in {result.players: result.runs for result in results}.values() for run in runs]
    n_strategies = Counter(result.players for result in results)
    prefixes = [f"{r.players}p.{r.strategy}" if n_strategies[r.players] > 1 else f"{r.players}p" for r in results]
    findings = [[*findings_of(result, prefix)] for result, prefix in zip(results, prefixes, strict=True)]
    panels = tuple(_panel(result, prefix) for result, prefix in zip(results, prefixes, strict=True))
    cards = tuple(_card(result, [f.key for f in group]) for result, group in zip(results, findings, strict=True))
    headings = [_title(r) if n_strategies[r.players] > 1 else f"{r.players} players" for r in results]
    rows = [
        HeadlineRow(heading, result.title_of(power.thing), power.worth, is_filled=power.is_shown)
        for heading, result in zip(headings, results, strict=True)
        for power in _strongest_first(result)
    ]
    pictures = {title: picture for result in results for title, picture in result.pictures_by_title.items()}
    return Answer(
        question="power",
        title="How much does a player lose without each thing?",
        findings=tuple(finding for group in findings for finding in group),
        in_one_sentence=one_sentence(map(_clause, results)),
        cards=cards,
        meanings=meanings_of(cards),
        headline=headline_of(rows, {Unit.POINTS: "points of win share lost without it"}, ABOUT_HEADLINE, pictures=pictures),
        sections=(Section("power", "What things are worth", HOW_TO_READ, panels),),
        how_sure=how_sure(runs, "one seat after another may not use one thing"),
        provenance=provenance(runs),
    )


def findings_of(result: PowerOfThings, prefix: str) -> Iterator[Finding]:
    """Yield what a strategy loses without things; keys begin with `prefix`."""

    def finding(key: str, text: str, worths: Iterable[Estimate]) -> Finding:
        strategy_text = f"With {result.players} players, '{result.strategy}'"
        return Finding(f"{prefix}.{key}", f"{strategy_text} {text}.", tuple(worths), result.players)

    helping, harming = ([p for p in result.powers if p.is_shown and (p.worth.value > 0) == is_gain] for is_gain in (True, False))
    if result.chosen:
        yield Finding(f"{prefix}.chosen", f"With {result.players} players, {'; '.join(result.chosen)}.", (), result.players)
    n_used, n_shown, n_never = len(result.powers), len(helping) + len(harming), len(result.never_used)
    if helping:
        lost_text = distance_text(helping[0].worth, is_share=True)
        among_text = f". This estimate is the largest of {len(helping)} things with a shown worth" if len(helping) > 1 else ""
        yield finding(
            "worth_most",
            f"loses {lost_text} of win share without {result.title_of(helping[0].thing)}{among_text}",
            [helping[0].worth],
        )
    if result.powers and result.n_things == 1:
        (power,) = result.powers
        if not power.is_shown:
            worth_text = difference_text(power.worth, is_share=True)
            text = f"may lose or gain win share without {result.title_of(power.thing)}: its worth is {worth_text}"
            yield finding("worth", text, [power.worth])
    elif result.powers:
        shown_text = f"A worth is shown for {len(helping)} and a cost for {len(harming)}"
        text = f"uses {n_used} of {counted(n_used + n_never, 'thing')}. {shown_text}"
        n_undecided = n_used - n_shown
        worths = (power.worth for power in result.powers)
        yield finding("counts", f"{text}; {n_undecided} {_is_or_are(n_undecided)} undecided", worths)
    if harming:
        names = listed(first_few([result.title_of(power.thing) for power in reversed(harming)]))
        yield finding("better_without", f"plays better without {names}", (power.worth for power in harming))
    if result.never_used:
        users = [usage.users for usage in result.never_used.values()]
        most_text = f"Less than {percent(max(share.high for share in users))} of all seats use {'it' if n_never == 1 else 'each'}"
        titles_text = listed(first_few([*map(result.title_of, result.never_used)]), "or")
        never_text = f"never used {titles_text} in {counted(result.seats, 'seat')}"
        yield finding("never_used", f"{never_text}. {most_text}", users)


def _is_or_are(n: int) -> str:
    return "is" if n == 1 else "are"


def _title(result: PowerOfThings) -> str:
    return f"{result.players} players, strategy {result.strategy}"


def _strongest_first(result: PowerOfThings) -> list[ThingPower]:
    """Return the things that are used: first those with a shown worth or cost, each group with the largest estimate first."""
    return sorted(result.powers, key=lambda power: (not power.is_shown, -abs(power.worth.value)))


def _clause(result: PowerOfThings) -> Clause:
    """Say without which thing a strategy loses or gains most; if no worth is shown, how large one may be.

    With too few blocks, how many would tell; without any used thing, that it uses none.
    """
    k, strategy_text = result.players, f"strategy '{result.strategy}'"
    if not result.powers:
        thing_text = result.title_of(next(iter(result.never_used))) if result.n_things == 1 else "any of the things"
        return Clause(k, f"{strategy_text} never uses {thing_text}")
    strongest = _strongest_first(result)[0]
    if not strongest.is_shown:
        thing_text = result.title_of(strongest.thing) if result.n_things == 1 else "any one thing"
        if result.has_too_few_blocks:
            text = f"too few games were played to tell what {thing_text} is worth to {strategy_text}; {_narrowing_text(result)}"
            return Clause(k, text, UNDECIDED)
        text = f"{thing_text} is worth at most {points(_largest_possible_worth(result))} to {strategy_text}, if anything"
        return Clause(k, text, UNDECIDED)
    title, number = result.title_of(strongest.thing), distance_text(strongest.worth.magnitude, is_share=True)
    is_gain = strongest.worth.value > 0
    if result.n_things == 1:
        text = f"{strategy_text} does {'worse' if is_gain else 'better'} without {title}"
        return Clause(k, text, number=f"by {number}", number_end="of win share")
    text = f"{strategy_text} {'loses' if is_gain else 'gains'} most without {title} by the estimates"
    return Clause(k, text, number=number, number_end="of win share")


def _largest_possible_worth(result: PowerOfThings) -> float:
    """Return the largest worth, up or down, that the intervals allow."""
    return max(abs(end) for power in result.powers for end in (power.worth.low, power.worth.high))


def _narrowing_text(result: PowerOfThings) -> str:
    """Say how many blocks would narrow every interval to within `NARROW`."""
    return narrowing_text(result.widest, NARROW, tolerance_points(NARROW))


def _card(result: PowerOfThings, finding_keys: Sequence[str]) -> Card:
    """Make a card of the strongest effect that is shown; if none is, of how large an effect may be."""
    k, title = result.players, _title(result)
    extent = f"{basis_text(result)} of each rule set; {counted(result.n_things, 'thing')} looked at."
    if not result.powers:
        return Card(title, "no thing is used", tuple(finding_keys), extent, Tone.PLAIN, k)
    strongest = _strongest_first(result)[0]
    worth = strongest.worth
    if not strongest.is_shown:
        number = f"at most {points(_largest_possible_worth(result))}"
        measure = f"of win share, for {'it' if result.n_things == 1 else 'any one thing'}"
        word = f"UNDECIDED: {_narrowing_text(result)}" if result.has_too_few_blocks else "UNDECIDED"
        return Card(title, word, tuple(finding_keys), extent, Tone.UNDECIDED, k, number, measure)
    number = distance_text(worth.magnitude, is_share=True)
    measure = f"of win share {'lost' if worth.value > 0 else 'gained'} without {result.title_of(strongest.thing)}"
    n_helping, n_harming = (
        sum(power.is_shown and (power.worth.value > 0) == is_gain for power in result.powers) for is_gain in (True, False)
    )
    n_undecided = len(result.powers) - n_helping - n_harming
    undecided_text = f"{n_undecided} {_is_or_are(n_undecided)} undecided"
    word = f"of {len(result.powers)} things {n_helping} help, {n_harming} harm, {undecided_text}"
    if result.n_things == 1:
        word = "it helps" if worth.value > 0 else "it harms"
    return Card(title, word, tuple(finding_keys), extent, Tone.PLAIN, k, number, measure)


def _panel(result: PowerOfThings, prefix: str) -> Panel:
    """Show and draw what each used thing is worth, and list the things that were never used."""
    k, tables, figures = result.players, [], []
    strategy_column = (Column("strategy", "strategy", Unit.KEY), lambda _: result.strategy)
    if result.powers:
        columns: list[FilledColumn] = [
            strategy_column,
            (Column("title", "thing"), lambda power: result.title_of(power.thing)),
            (Column("thing", "name in --only"), lambda power: power.thing),
            (Column("worth", "worth to a seat", Unit.POINTS), lambda power: power.worth),
            (Column("worth_is_shown", "shown", Unit.YES_NO), lambda power: power.is_shown),
            (Column("p_value", "adjusted p", Unit.P_VALUE), lambda power: power.p_value),
            (USAGE_COLUMNS[0], lambda power: power.usage.users),
            (USAGE_COLUMNS[1], lambda power: power.usage.times),
            (Column("win_share_of_users", "win share of users (not a worth)", Unit.SHARE), lambda power: power.usage.wins),
        ]
        title = "win share lost without a thing"
        tables.append(table_of(f"{prefix}.things", title, result.powers, columns, note=NOTE, players=k))
        figures.append(_worths_figure(result, f"{prefix}.things"))
    if result.never_used:
        cells = [
            (result.strategy, result.title_of(thing), thing, usage.users, usage.times)
            for thing, usage in result.never_used.items()
        ]
        never_used_columns = (strategy_column[0], Column("title", "thing"), Column("thing", "name in --only"), *USAGE_COLUMNS)
        tables.append(table_of_cells(f"{prefix}.never_used", "things never used", cells, never_used_columns, players=k))
    return Panel(_title(result), tuple(tables), tuple(figures), basis_text(result), players=k)


def _worths_figure(result: PowerOfThings, key: str) -> Intervals:
    """Draw the worths in the table with this key; of many things, only those at either end."""
    n_each_end = MOST_DRAWN // 2
    powers = result.powers
    drawn_powers = powers if len(powers) <= MOST_DRAWN else (*powers[:n_each_end], *powers[-n_each_end:])
    worths_text = "; ".join(f"{result.title_of(power.thing)} {signed_points(power.worth.value)}" for power in drawn_powers)
    alt = f"Win share lost without a thing: {worths_text}"
    n_left_out = len(powers) - len(drawn_powers)
    rest_text = f"; {n_left_out} in the middle are in the table" if n_left_out else ""
    axis = f"points of win share lost without it (filled: a worth is shown{rest_text})"
    return Intervals(
        key, "title", (Mark("worth"),), axis, alt, filled="worth_is_shown", max_rows=MOST_DRAWN, pictures=result.pictures_by_title
    )
