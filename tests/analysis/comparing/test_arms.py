"""Arms against the baseline: coverage, familywise error, recovered effects, and what is said of them.

Simulated rates are over `REPETITIONS` samples with a fixed seed. The bands leave at least 3.3 standard errors to the rate a right
implementation truly has, so that with another seed it would fail one of these tests less than once in a thousand times."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import stats

from rajas_sim.analysis import Run, headlines, load_run, results_of
from rajas_sim.analysis.comparing.arms import ArmEffects, arm_effects, self_check
from rajas_sim.analysis.comparing.changes import design_effects
from rajas_sim.analysis.comparing.differences import PairedDifferences, holm
from rajas_sim.analysis.comparing.metrics import START_PLAYER, Metric, Metrics, metrics_of
from rajas_sim.analysis.reading.blocks import FEWEST_FOR_EFFECTS
from rajas_sim.analysis.short_answers import short_answers
from rajas_sim.analysis.statistics.paired import (
    PairedMoments,
    paired_mean_interval,
    paired_share_interval,
    prior_variance_of_differences,
)
from rajas_sim.core.board import MET_BY
from rajas_sim.questions.run.run_answer import run_answer
from tests.analysis.synthetic_run import Recipe, change_table, write_run
from tests.untyped import Array

REPETITIONS = 2000
LEVEL = 0.95
AT_LEAST_LEVEL = 0.933
"""3.4 standard errors of 0.0049 below 0.95."""
MOST_FALSE_ALARMS = 0.05 + 3.3 * math.sqrt(0.05 * 0.95 / REPETITIONS)
ARMS = ("baseline", "untouched", "longer", "poor_start", "rare")
EFFECTS = {
    "longer": {"rounds": 1.0},
    "poor_start": {"seat_worth": -0.6},
    "rare": {"seat_worth": -3.0, "share": 0.02},
}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    recipe = Recipe(players=(2, 4), blocks=1500, arms=ARMS, effects=EFFECTS, tables=("games", "seats"))
    return load_run(write_run(tmp_path_factory.mktemp("runs") / "arms", recipe))


@pytest.fixture(scope="module")
def effects(run: Run) -> dict[int, ArmEffects]:
    return {players: compared(run.folder, players) for players in run.players}


def compared(folder: Path, players: int) -> ArmEffects:
    measured = arm_effects(load_run(folder), players)
    assert measured is not None
    return measured


def moments(values: Array) -> PairedMoments:
    """Return what the intervals take of differences: one row a sample, one column a block."""
    return PairedMoments.of(values.T, values.mean(axis=1), values.var(axis=1, ddof=1))


def moments_without_largest(values: Array) -> PairedMoments:
    """Return the same, with differences that may be as large as 1 whatever was seen."""
    return replace(moments(values), largest=1.0)


def one_moment(mean: float, variance: float, n: int) -> PairedMoments:
    return PairedMoments(np.array([mean]), np.array([variance]), np.array([n]))


def coverage(ends: tuple[Any, Any], truth: float) -> float:
    low, high = ends
    return float(np.mean((low <= truth) & (truth <= high)))


@pytest.mark.parametrize("n", [5, 20, 400])
@pytest.mark.parametrize("parted", [0.02, 0.2, 0.9])
def test_changes_of_shares_are_covered_however_rarely_games_part(n: int, parted: float) -> None:
    """Of the games that part, one in two is lost, one in ten won instead."""
    rng = np.random.default_rng(n)
    change = rng.choice([-1.0, 1.0, 0.0], (REPETITIONS, n), p=[0.5, 0.1, 0.4])
    values = np.where(rng.random((REPETITIONS, n)) < parted, change, 0.0)
    assert coverage(paired_share_interval(moments_without_largest(values), level=LEVEL), -0.4 * parted) >= AT_LEAST_LEVEL


@pytest.mark.parametrize(("n", "parted", "size"), [(100, 0.3, 0.25), (100, 0.9, 0.08), (1000, 0.05, 0.25)])
@pytest.mark.parametrize("drift", [0.0, 1.0])
def test_small_differences_of_many_blocks_are_not_drawn_to_the_largest_there_could_be(
    n: int, parted: float, size: float, drift: float
) -> None:
    """Drawn to 1 their intervals miss in no run of 1,500, and are 1.3 to 2.5 times as wide."""
    rng = np.random.default_rng(int(1000 * parted) + n)
    signs = np.where(rng.random((REPETITIONS, n)) < (1.0 + drift) / 2.0, size, -size)
    values = np.where(rng.random((REPETITIONS, n)) < parted, signs, 0.0)
    low, high = paired_share_interval(moments(values), level=LEVEL)
    assert coverage((low, high), parted * size * drift) >= AT_LEAST_LEVEL
    if not drift:
        wide_low, wide_high = paired_share_interval(moments_without_largest(values), level=LEVEL)
        assert np.mean(high - low) < 0.85 * np.mean(wide_high - wide_low)


@pytest.mark.parametrize(
    ("n", "sizes", "shares"),
    [
        (100, [1 / 6, 1.0], [0.995, 0.005]),
        (300, [1 / 6, 1.0], [0.995, 0.005]),
        (100, [1 / 6, 1.0], [0.95, 0.02]),
        (300, [-1 / 24, 1.0], [0.1, 1 / 240]),
        (300, [-1 / 12, 1.0], [0.1, 1 / 120]),
    ],
)
def test_a_rare_large_difference_that_was_not_seen_is_allowed_for(n: int, sizes: list[float], shares: list[float]) -> None:
    """Taken for the largest there is, the largest seen missed the truth in 23 to 60 % of such runs."""
    rng = np.random.default_rng(n)
    values = rng.choice([*sizes, 0.0], (REPETITIONS, n), p=[*shares, 1.0 - sum(shares)])
    ends = paired_share_interval(moments(values), level=LEVEL)
    assert coverage(ends, float(np.dot(sizes, shares))) >= AT_LEAST_LEVEL


@pytest.mark.parametrize("shape", ["lognormal", "five up, one down", "ten up, one down", "exponential"])
def test_of_many_skewed_changes_whose_mean_is_0_few_are_found(shape: str) -> None:
    """500 blocks, 5 to 10 % differ, 80 intervals together: by Student's t alone one was found in 21 to 61 % of runs."""
    rng = np.random.default_rng(7)
    size = (500, REPETITIONS)
    draws = {
        "lognormal": rng.lognormal(size=size) - math.exp(0.5),
        "five up, one down": rng.choice([5.0, -1.0], size, p=[1 / 6, 5 / 6]),
        "ten up, one down": rng.choice([10.0, -1.0], size, p=[1 / 11, 10 / 11]),
        "exponential": rng.exponential(size=size) - 1.0,
    }
    values = np.where(rng.random(size) < (0.05 if shape.startswith("five") else 0.1), draws[shape], 0.0)
    prior_variance = prior_variance_of_differences(values, np.full(REPETITIONS, 200.0))
    low, high = paired_mean_interval(moments(values.T), prior_variance, level=LEVEL, comparisons=80)
    assert np.mean((low > 0) | (high < 0)) <= 0.012


@pytest.mark.parametrize("n", [5, 20, 400])
@pytest.mark.parametrize("parted", [0.05, 0.9])
def test_changes_of_means_are_covered_however_rarely_games_part(n: int, parted: float) -> None:
    """Games that part end as far apart as unrelated ones, one round later on average."""
    rng = np.random.default_rng(n)
    before = rng.normal(9.0, 1.0, (REPETITIONS, n))
    other = rng.normal(10.0, 1.0, (REPETITIONS, n))
    after = np.where(rng.random((REPETITIONS, n)) < parted, other, before)
    unpaired = before.var(axis=1, ddof=1) + after.var(axis=1, ddof=1)
    assert coverage(paired_mean_interval(moments(after - before), unpaired, level=LEVEL), parted) >= AT_LEAST_LEVEL


@pytest.mark.parametrize(("n", "parted"), [(100, 1.0), (1000, 0.5)])
@pytest.mark.parametrize("draw", ["normal", "up or down"])
def test_small_differences_of_means_are_not_drawn_to_how_far_unrelated_games_part(n: int, parted: float, draw: str) -> None:
    """Money varies by 10 and changes by about 1: intervals held in every run, 1.4 to 3 times too wide."""
    rng = np.random.default_rng(n)
    sizes = rng.normal(0.3, 1.0, (n, REPETITIONS)) if draw == "normal" else rng.choice([-1.0, 1.6], (n, REPETITIONS))
    values = np.where(rng.random((n, REPETITIONS)) < parted, sizes, 0.0)
    prior_variance = prior_variance_of_differences(values, np.full(REPETITIONS, 200.0))
    low, high = paired_mean_interval(moments(values.T), prior_variance, level=LEVEL)
    assert AT_LEAST_LEVEL <= coverage((low, high), 0.3 * parted) <= 0.99
    wide_low, wide_high = paired_mean_interval(moments(values.T), 200.0, level=LEVEL)
    assert np.mean(high - low) < 0.75 * np.mean(wide_high - wide_low)


def test_what_pairing_saved_is_covered() -> None:
    """100 blocks, correlation 0.5: the variance of the difference is half that of unpaired blocks."""
    rng = np.random.default_rng(4)
    before, rest = rng.normal(size=(2, FEWEST_FOR_EFFECTS, REPETITIONS))
    after = 0.5 * before + math.sqrt(0.75) * rest
    many = Metrics((), (), tuple(Metric(str(i), "", False) for i in range(REPETITIONS)))
    measured = design_effects(many, before, after, LEVEL)
    assert np.mean([e.low <= 0.5 <= e.high for e in measured if e is not None]) >= 0.92
    assert design_effects(many, before[1:], after[1:], LEVEL)[0] is None
    constant = np.full_like(before, 6.0)
    assert not any(design_effects(many, constant, constant + 3.0, LEVEL)), "a game of a fixed length that a rule changes"


@pytest.mark.parametrize(("share", "blocks"), [(0.3, 100), (0.1, 500)])
@pytest.mark.parametrize("is_margin", [False, True])
def test_what_pairing_saved_holds_where_few_games_differ(share: float, blocks: int, is_margin: bool) -> None:
    """With the chance `share` an arm plays a game anew. The interval held in 79 to 92 % of runs with Student's t alone.

    Of 1,000 intervals that hold in 92 % of cases, 890 or fewer hold once in 3,000 runs.
    """
    rng = np.random.default_rng(8)

    def drawn() -> Array:
        size = (blocks, 1000)
        return rng.gamma(2.5, 3.0, size) if is_margin else np.clip(np.round(rng.normal(9.0, 1.1, size)), 6, 12)

    before = drawn()
    after: Array = np.where(rng.random(before.shape) < share, drawn(), before)
    columns = Metrics((), (), tuple(Metric(str(i), "", False) for i in range(1000)))
    effects = [effect for effect in design_effects(columns, before, after, LEVEL) if effect is not None]
    assert len(effects) > 600
    assert sum(not effect.excludes(share) for effect in effects) > 0.89 * len(effects)


def test_what_pairing_saved_is_not_said_where_hardly_any_game_differs() -> None:
    rng = np.random.default_rng(9)
    before = rng.normal(size=(400, 1))
    after = np.where(np.arange(400)[:, None] < 19, rng.normal(size=(400, 1)), before)
    assert design_effects(Metrics((), (), (Metric("rounds", "", False),)), before, after, LEVEL) == [None]


def test_over_many_blocks_the_paired_interval_is_students() -> None:
    low, high = paired_mean_interval(one_moment(1.0, 4.0, 4000), 8.0, level=LEVEL)
    assert (high - low)[0] / 2 == pytest.approx(1.9605 * 2.0 / math.sqrt(4000), rel=0.002)
    low, high = paired_share_interval(one_moment(0.1, 0.3, 4000), level=LEVEL)
    assert (high - low)[0] / 2 == pytest.approx(1.9605 * math.sqrt(0.3 / 4000), rel=0.012)


def test_no_difference_in_few_blocks_is_not_taken_for_certain() -> None:
    """A change that parts one game in a hundred stays unseen in 100 blocks in 37 of 100 runs."""
    low, high = paired_share_interval(one_moment(0.0, 0.0, 100), level=LEVEL)
    assert low[0] < -0.01
    assert high[0] > 0.01
    low, high = paired_mean_interval(one_moment(0.0, 0.0, 100), 2.0, level=LEVEL)
    assert high[0] > 0.01
    assert np.isnan(paired_mean_interval(one_moment(0.0, np.nan, 1), np.nan, level=LEVEL)).all()


@pytest.mark.long
@pytest.mark.parametrize("n", [30, 300])
def test_of_many_arms_that_change_nothing_one_is_called_changed_in_one_run_of_twenty_at_most(n: int) -> None:
    """Eight arms of the same baseline, four win shares and six means each; one game a block, half of them part."""
    rng = np.random.default_rng(n)
    alarms = 0
    for _ in range(REPETITIONS):
        winners = rng.integers(0, 4, (9, n))
        lengths = rng.normal(9.0, 1.0, (9, n, 6))
        parted = rng.random((8, n)) < 0.5
        winners[1:] = np.where(parted, winners[1:], winners[0])
        lengths[1:] = np.where(parted[..., None], lengths[1:], lengths[0])
        won = winners[..., None] == np.arange(4)
        share = won[1:].astype(float) - won[0]
        shares = np.moveaxis(share, 1, 0)
        share_moments = PairedMoments.of(shares, shares.mean(axis=0), shares.var(axis=0, ddof=1))
        low, high = paired_share_interval(share_moments, level=LEVEL, comparisons=80)
        alarm = bool(((low > 0) | (high < 0)).any())
        change = lengths[1:] - lengths[0]
        apart = lengths[1:].var(axis=1, ddof=1) + lengths[0].var(axis=0, ddof=1)
        changes = np.moveaxis(change, 1, 0)
        moments_of_means = PairedMoments.of(changes, changes.mean(axis=0), changes.var(axis=0, ddof=1))
        low, high = paired_mean_interval(moments_of_means, apart, level=LEVEL, comparisons=80)
        alarms += alarm or bool(((low > 0) | (high < 0)).any())
    assert alarms / REPETITIONS <= MOST_FALSE_ALARMS


@pytest.mark.long
def test_runs_in_which_nothing_changes_seldom_say_so(tmp_path: Path) -> None:
    """60 runs with two arms of other luck; at a rate of 0.05, more than 9 alarms happen by chance in less than 1 of 1,000."""
    alarms = 0
    for seed in range(60):
        recipe = Recipe(players=(3,), blocks=60, shards=1, arms=("baseline", "a", "b"), tables=("games", "seats"), seed=seed)
        effects = compared(write_run(tmp_path / str(seed), recipe), 3)
        alarms += any(c.is_shown for a in effects.comparisons for c in a.changes.values())
    assert alarms <= 9


def test_known_effects_are_recovered(effects: dict[int, ArmEffects]) -> None:
    """All intervals of a player count hold together in 19 runs of 20; the seed is fixed."""
    for players, measured in effects.items():
        longer = measured.comparison_of("longer").changes["rounds"].difference
        assert longer.value == pytest.approx(1.0)
        assert longer.low < 1.0 < longer.high
        poor = measured.comparison_of("poor_start").changes[START_PLAYER]
        worth = math.exp(-0.6)
        truth = worth / (worth + players - 1) - 1.0 / players
        assert poor.difference.low <= truth <= poor.difference.high
        assert poor.is_shown
        assert poor.difference.value == pytest.approx(poor.changed.value - poor.baseline.value)


def test_the_estimate_is_the_mean_of_paired_block_differences(run: Run, effects: dict[int, ArmEffects]) -> None:
    def start_player(arm: str) -> Array:
        seats = run.table("seats", 4, arm=arm).filter(pl.col("position") == 1)
        return seats.sort("block").select("win_share").collect()["win_share"].to_numpy()

    before, after = start_player("baseline"), start_player("poor_start")
    change = effects[4].comparison_of("poor_start").changes[START_PLAYER]
    assert change.difference.value == pytest.approx((after - before).mean())
    assert change.design_effect is not None
    ratio = (after - before).var(ddof=1) / (before.var(ddof=1) + after.var(ddof=1))
    assert change.design_effect.value == pytest.approx(ratio)
    assert change.design_effect.high < 0.7
    assert "Bonferroni over 40" in change.difference.method


def test_the_winners_fame_counts_tied_winners_by_their_share(tmp_path: Path) -> None:
    recipe = Recipe(players=(3,), blocks=40, ties=0.5, arms=("baseline", "other"), tables=("games", "seats"))
    folder = write_run(tmp_path / "run", recipe)
    seats = load_run(folder).table("seats", 3, arm="other").collect()
    fame = (seats["win_share"] * seats["fame"]).sum() / 40
    assert compared(folder, 3).comparison_of("other").changes["winner.fame"].changed.value == pytest.approx(fame)


def test_the_route_of_winners_is_the_part_of_their_advance_that_was_fame(tmp_path: Path) -> None:
    met_by = pl.Enum(MET_BY)
    recipe = Recipe(players=(3,), blocks=30, arms=("baseline", "other"), tables=("games", "seats"), shards=1)
    folder = write_run(tmp_path / "run", recipe)
    part_of_seat = (pl.col("block") % 3).replace_strict({0: 0.4, 1: 0.5, 2: 0.7}).cast(pl.Float32)
    side_of_seat = pl.when(pl.col("block") % 2 == 0).then(pl.lit("fame")).otherwise(pl.lit("money")).cast(met_by)
    change_table(folder, "seats", players=3, fame_part=part_of_seat, met_by=side_of_seat)
    changes = compared(folder, 3).comparison_of("other").changes
    assert changes["winner.fame_part"].changed.value == pytest.approx((0.4 + 0.5 + 0.7) / 3)
    assert changes["winner.by_fame"].changed.value == pytest.approx((0.0 + 0.5 + 1.0) / 3)
    assert changes["winner.met_by_fame"].changed.value == pytest.approx(0.5)
    assert changes["winner.by_fame"].metric.is_share


def test_a_run_about_a_number_answers_with_it_and_not_with_the_seats(tmp_path: Path) -> None:
    recipe = Recipe(players=(2,), blocks=300, arms=("baseline", "other"), tables=("games", "seats"), shards=1)
    folder = write_run(tmp_path / "run", recipe)
    is_other, in_three_of_four = pl.col("arm").cast(pl.String) == "other", pl.col("block") % 4 != 0
    part = pl.when(is_other ^ in_three_of_four).then(0.9).otherwise(0.1).cast(pl.Float32)
    change_table(folder, "seats", players=2, fame_part=part, met_by=pl.lit("fame").cast(pl.Enum(MET_BY)))
    run = load_run(folder)
    run = replace(run, manifest=run.manifest.model_copy(update={"about": "winner.by_fame"}))
    answer = run_answer(run, results_of(run))
    assert answer.in_one_sentence == (
        "With 2 players more wins are mostly by fame than by money, 75.0 % (69.7 to 79.8) mostly by fame; "
        "25.0 % (20.2 to 30.3) under 'other'."
    )
    asked, changed = answer.findings[:2]
    assert asked.estimates[0].value == pytest.approx(0.75)
    assert changed.estimates[0].value == pytest.approx(-0.5)
    assert not any("verdict" in card.word or "FAIR" in card.word for card in answer.cards)


def test_routes_that_may_be_even_are_said_so_plainly(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", Recipe(players=(2,), blocks=300, tables=("games", "seats"), shards=1))
    part = pl.when(pl.col("block") % 2 == 0).then(0.9).otherwise(0.1).cast(pl.Float32)
    change_table(folder, "seats", players=2, fame_part=part, met_by=pl.lit("fame").cast(pl.Enum(MET_BY)))
    run = load_run(folder)
    run = replace(run, manifest=run.manifest.model_copy(update={"about": "winner.by_fame"}))
    start = "Undecided: with 2 players fame and money may win equally often: 50.0 % ("
    assert run_answer(run, results_of(run)).in_one_sentence.startswith(start)
    assert run_answer(run, results_of(run)).in_one_sentence.endswith(" of wins are mostly by fame.")


def test_an_arm_that_changes_no_game_is_said_to_change_nothing(effects: dict[int, ArmEffects]) -> None:
    same = effects[2].comparison_of("untouched")
    assert same.is_same
    assert same.n_games == 1500
    assert all(c.difference.value == 0.0 and not c.is_shown and c.design_effect is None for c in same.changes.values())
    assert not effects[2].comparison_of("rare").is_same


def test_the_share_of_games_played_differently_is_estimated(effects: dict[int, ArmEffects]) -> None:
    assert effects[4].comparison_of("longer").touched.value == 1.0
    rare = effects[4].comparison_of("rare").touched
    assert 0.0 < rare.value < 0.02
    assert rare.low < rare.value < rare.high


def test_findings_name_the_surest_change_and_the_start_player(effects: dict[int, ArmEffects]) -> None:
    longer, poor, rare = (
        effects[4].comparison_of("longer"),
        effects[2].comparison_of("poor_start"),
        effects[4].comparison_of("rare"),
    )
    assert [metric for metric, change in longer.changes.items() if change.is_shown] == ["rounds", "turns"]
    assert longer.finding.key == "4p.longer.changes"
    assert "the number of rounds: +1.00 (" in longer.finding.sentence
    assert longer.finding.estimates == (longer.changes[START_PLAYER].difference, longer.from_even)
    assert "Whether it is fairer to the seats is undecided" in longer.finding.sentence
    assert poor.from_even.low > 0.0
    assert "It is less fair to the seats: its farthest seat is" in poor.finding.sentence
    assert "the start player's win share: \N{MINUS SIGN}" in poor.finding.sentence
    assert "second player" not in poor.finding.sentence
    assert not any(change.is_shown for change in rare.changes.values())


def test_the_answer_counts_rule_sets_that_change_games_and_says_what_is_not_excluded(run: Run, tmp_path: Path) -> None:
    two, _ = short_answers(results_of(run))
    assert (two.word, two.is_undecided) == ("1 of 3 changes it", False)
    assert "1 of 3 other rule sets" in two.findings[0].sentence
    assert "2 of 3" in two.findings[0].sentence
    assert "'untouched'" in two.findings[0].sentence
    short = Recipe(
        players=(2,), blocks=200, arms=("baseline", "untouched", "longer", "rare"), effects=EFFECTS, tables=("games", "seats")
    )
    (answer,) = short_answers(results_of(load_run(write_run(tmp_path / "run", short))))
    assert (answer.word, answer.is_undecided) == ("no change shown", True)
    effects = compared(tmp_path / "run", 2)
    ends = [effects.comparison_of(arm).changes[START_PLAYER].difference for arm in ("longer", "rare")]
    most = 100 * max(abs(end) for interval in ends for end in (interval.low, interval.high))
    assert "none of 2 other rule sets" in answer.findings[0].sentence
    assert f" {most:.1f} points" in answer.findings[0].sentence


def test_rule_sets_stand_in_the_order_of_what_they_are_shown_to_change_seats_first(tmp_path: Path) -> None:
    """Rounds vary by some 1.4 from block to block: 'hardly' adds 0.05 to their mean and 'longer' 1."""
    effects = {"hardly": {"rounds": 1.0, "share": 0.05}, "rare": {"seat_worth": 0.5, "share": 0.02}, **EFFECTS}
    arms = ("baseline", "untouched", "rare", "hardly", "longer", "poor_start")
    recipe = Recipe(players=(2,), blocks=1500, arms=arms, effects=effects, tables=("games", "seats"))
    run = load_run(write_run(tmp_path / "run", recipe))
    answer = run_answer(run, results_of(run))
    rows = next(section for section in answer.sections if section.key == "rule_sets").panels[0].tables[0].rows
    assert [row["arm"] for row in rows] == ["poor_start", "longer", "hardly", "rare", "untouched"]
    assert str(rows[1]["2p.shown"]).startswith("number of rounds +1.00 (")
    assert "Still possible" in answer.sections[0].how_to_read
    hardly = compared(run.folder, 2).comparison_of("hardly").changes["rounds"]
    assert hardly.shown_size == pytest.approx(hardly.difference.low / hardly.deviation)
    assert 0.0 < hardly.shown_size < 0.05


def test_rule_sets_about_one_seat_are_answered_with_its_win_share(tmp_path: Path) -> None:
    """The start player's loss in `poor_start` is shared by three others, so that each of them gains little."""
    arms = ("baseline", "poor_start", "rare")
    paths = {"poor_start": {"setup.karma.4": 3}, "rare": {"setup.karma.4": 2}}
    recipe = Recipe(players=(4,), blocks=1500, arms=arms, effects=EFFECTS, tables=("games", "seats"), overrides=paths)
    (answer,) = short_answers(results_of(load_run(write_run(tmp_path / "last", recipe))))
    assert answer.about == "the last player's win share"
    assert answer.text == "'poor_start' alone of the 2 changed rule sets shows a change for the last player"
    assert (answer.number[0], answer.number_end) == ("+", "of win share")
    assert answer.findings[0].sentence.startswith(
        "With 4 players, 1 of 2 changed rule sets shows a change of the last player's win share"
    )
    others = paths | {"rare": {"setup.karma.3": 2}}
    (answer,) = short_answers(results_of(load_run(write_run(tmp_path / "both", replace(recipe, overrides=others)))))
    assert answer.about == "the start player's win share"
    unknown = replace(recipe, blocks=300, arms=("baseline", "rare", "hardly"), overrides={})
    (answer,) = short_answers(results_of(load_run(write_run(tmp_path / "unknown", unknown))))
    assert (answer.number.partition(" ")[0], answer.measure, answer.number_end) == ("up", "by any rule set", "possible")


def test_a_seat_at_which_nobody_sits_leaves_the_start_player_to_speak_of(tmp_path: Path) -> None:
    arms = ("baseline", "poor_start", "rare")
    paths = {"poor_start": {"setup.karma.4": 3}, "rare": {"setup.karma.4": 2}}
    recipe = Recipe(players=(3,), blocks=300, arms=arms, effects=EFFECTS, tables=("games", "seats"), overrides=paths)
    (answer,) = short_answers(results_of(load_run(write_run(tmp_path / "two", recipe))))
    assert answer.about == "the start player's win share"
    last = replace(recipe, overrides={arm: {"setup.karma.last": 2} for arm in paths})
    (answer,) = short_answers(results_of(load_run(write_run(tmp_path / "last", last))))
    assert answer.about == "the last player's win share"


def test_of_two_shares_that_mirror_each_other_one_is_counted(run: Run) -> None:
    assert len(metrics_of(run, 2).free) == 1 + 6
    assert len(metrics_of(run, 4).free) == 4 + 6


def test_strategies_are_compared_where_they_differ(tmp_path: Path) -> None:
    recipe = Recipe(
        strategies=("balanced", "fame_rush", "random"),
        players=(2,),
        blocks=400,
        arms=("baseline", "strong"),
        effects={"strong": {"worth": 1.0}},
        tables=("games", "seats"),
    )
    strong = compared(write_run(tmp_path / "run", recipe), 2).comparison_of("strong")
    truth = math.e / (1 + math.e) - 0.5
    change = strong.changes["win_share.balanced"].difference
    assert change.low <= truth <= change.high
    assert strong.changes["win_share.random"].difference.value == pytest.approx(
        -change.value - strong.changes["win_share.fame_rush"].difference.value
    )
    assert max(strong.free_changes, key=lambda change: change.sureness).metric.name == "win_share.balanced"


def test_pairing_that_costs_games_is_said_to(tmp_path: Path) -> None:
    """The other arm wins exactly where the baseline loses: luck that helps one harms the other."""
    folder = write_run(tmp_path / "run", Recipe(players=(2,), blocks=200, shards=1, arms=("baseline", "b"), effects={}))
    turned = pl.when(pl.col("arm") == "b").then(1.0 - pl.col("win_share")).otherwise(pl.col("win_share"))
    change_table(folder, "seats", win_share=turned)
    effect = compared(folder, 2).comparison_of("b").changes[START_PLAYER].design_effect
    assert effect is not None
    assert effect.value == pytest.approx(2.0, abs=0.02)
    assert effect.low > 1.0


def test_the_baseline_against_itself_shows_no_difference(effects: dict[int, ArmEffects]) -> None:
    for measured in effects.values():
        check = measured.check
        assert not any(difference.excludes(0.0) for difference in check.differences.values())
        assert list(check.differences) == [m.name for m in measured.metrics.all]
        assert check.is_zero_with_same_luck
        assert {d.n for d in check.differences.values()} == {measured.n_blocks // 2}


def test_other_luck_is_paired_within_the_same_order() -> None:
    """Orders that differ by a round each are no difference between one turn of the orders and the next."""
    rounds = Metrics((Metric(START_PLAYER, "share", True),), (), (Metric("rounds", "rounds", False),))
    order = np.arange(600) % 6
    values = np.stack([np.full(600, 0.25), 7.0 + order], axis=1)
    check = self_check(4, rounds, values, values, 6, LEVEL)
    assert check.is_zero_with_same_luck
    assert check.differences["rounds"].value == 0.0
    assert check.differences["rounds"].n == 300
    unlike = self_check(4, rounds, values, values[::-1], 1, LEVEL)
    assert not unlike.is_zero_with_same_luck
    assert "which is an error" in unlike.finding.sentence
    assert unlike.differences["rounds"].value == 1.0


@pytest.mark.long
def test_holm_finds_all_that_bonferroni_finds_and_more() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([]).size == 0
    rng = np.random.default_rng(2)
    for values in rng.random((50, 8)) ** 4:
        assert (holm(values) <= np.minimum(1.0, 8 * values) + 1e-12).all()


def test_a_change_is_found_wherever_its_interval_leaves_out_none(effects: dict[int, ArmEffects]) -> None:
    for measured in effects.values():
        changes = [c for comparison in measured.comparisons for c in comparison.changes.values()]
        assert all(c.is_shown for c in changes if c.difference.excludes(0.0))
        assert all(0.0 < c.p_value <= 1.0 for c in changes)
        assert all(c.p_value == 1.0 for c in measured.comparison_of("untouched").changes.values())


def test_p_values_are_those_of_students_test() -> None:
    rng = np.random.default_rng(3)
    means = Metrics((), (), (Metric("rounds", "rounds", False),))
    before, after = rng.normal(0.0, 1.0, (5000, 1)), rng.normal(0.06, 1.0, (5000, 1))
    (p_value,) = PairedDifferences.of(means, before, after, 1).p_values()
    assert p_value == pytest.approx(stats.ttest_rel(after[:, 0], before[:, 0]).pvalue, rel=0.02)


def test_a_check_that_fails_is_told(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", Recipe(players=(2,), blocks=200, shards=1, arms=("baseline", "b")))
    odd = pl.col("rounds") + (pl.col("block") % 2).cast(pl.UInt16)
    change_table(folder, "games", rounds=odd)
    effects = compared(folder, 2)
    assert effects.check.differences["rounds"].excludes(0.0)
    assert "the number of rounds differs: the interval excludes 0" in effects.check.finding.sentence
    assert "one run of 20" in effects.check.finding.sentence


@pytest.mark.parametrize("blocks", [1, 2, 3])
def test_a_handful_of_blocks_gives_no_false_certainty(tmp_path: Path, blocks: int) -> None:
    recipe = Recipe(players=(2, 3), blocks=blocks, shards=1, arms=("baseline", "a", "b"), effects={"a": {"seat_worth": 9.0}})
    folder = write_run(tmp_path / "run", recipe)
    for players in recipe.players:
        effects = compared(folder, players)
        assert effects.comparison_of("b").is_same
        assert not any(c.is_shown for c in effects.comparison_of("a").changes.values())
        assert "nan" not in effects.comparison_of("a").finding.sentence + effects.check.finding.sentence
    if blocks == 1:
        assert effects.check.differences == {}


def test_a_run_without_arms_has_no_comparison(tmp_path: Path) -> None:
    assert arm_effects(load_run(write_run(tmp_path / "run", Recipe(players=(2,), blocks=5))), 2) is None


def test_headlines_hold_the_paired_differences(run: Run, effects: dict[int, ArmEffects]) -> None:
    measured = {e.name: e for e in headlines(results_of(run))}
    assert (
        measured["4p.poor_start.change.win_share.position_1"].value
        == effects[4].comparison_of("poor_start").changes[START_PLAYER].difference.value
    )
    assert {f"4p.poor_start.change.win_share.position_{position}" for position in (2, 3, 4)} <= set(measured)
    assert measured["2p.longer.change.rounds"].value == pytest.approx(1.0)
    assert not any(name.startswith("4p.baseline.change") for name in measured)
