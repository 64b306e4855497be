"""Results against known truths and against slow, obvious computations on the same tables."""

from __future__ import annotations

import json
import math
import pydoc
import re
from functools import cached_property
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from rajas_sim.analysis import PlayerCountResults, Run, headlines, load_run, results_of
from rajas_sim.analysis.course.pacing import Pacing, end_reasons, pacing, race
from rajas_sim.analysis.scoring.income import income
from rajas_sim.analysis.scoring.spaces import areas_of, extra_workers, space_usage
from rajas_sim.analysis.short_answers import win_share_number
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.analysis.winning.head_to_head import head_to_head
from rajas_sim.analysis.winning.ratings import ratings
from rajas_sim.analysis.winning.seats import seat_advantage, seat_groups
from rajas_sim.analysis.winning.strategies import strategy_strength
from tests.analysis.synthetic_run import CAUSES, SPACES, Recipe, change_table, write_receipts, write_run

STRATEGIES = ("balanced", "fame_rush", "market_rush", "random")
WORTH = {"balanced": 1.0, "fame_rush": 0.4, "market_rush": 0.4, "random": -2.0}


@pytest.fixture(scope="module")
def mirror(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """One strategy, the start player favoured by 0.25 in log worth."""
    recipe = Recipe(players=(2, 4), blocks=3000, seat_worth=(0.25, 0.0, 0.0, 0.0))
    return load_run(write_run(tmp_path_factory.mktemp("runs") / "mirror", recipe))


@pytest.fixture(scope="module")
def contest(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Four strategies of known worth, with ties and shared luck; seats are even."""
    recipe = Recipe(strategies=STRATEGIES, players=(2, 3), blocks=500, worth=WORTH, ties=0.02)
    return load_run(write_run(tmp_path_factory.mktemp("runs") / "contest", recipe))


def softmax(*worth: float) -> list[float]:
    total = sum(map(math.exp, worth))
    return [math.exp(w) / total for w in worth]


def test_a_known_seat_advantage_is_recovered(mirror: Run) -> None:
    """Each of the 6 intervals at 95 % misses by chance in at most one run of twenty, all of them together;
    the seed is fixed."""
    for players in (2, 4):
        (group,) = seat_groups(mirror, players)
        result = seat_advantage(mirror, group)
        truth = softmax(0.25, *[0.0] * (players - 1))
        assert all(s.low <= t <= s.high for s, t in zip(result.shares, truth, strict=True))
        assert result.verdict.ruling is Ruling.UNFAIR
        assert result.verdict.position == 1
        assert result.p_equal < 0.001
        assert result.shares[0].method.startswith("exact binomial")
        assert sum(s.value for s in result.shares) == pytest.approx(1.0)
        assert sum(result.differences) == pytest.approx(0.0)


def test_ties_and_rotations_change_the_method_and_not_the_sum(contest: Run) -> None:
    (group,) = seat_groups(contest, 3)
    result = seat_advantage(contest, group)
    assert (result.n_games, result.n_blocks) == (500 * 12, 500)
    assert "Bonferroni over 3" in result.shares[0].method
    assert sum(s.value for s in result.shares) == pytest.approx(1.0)
    assert result.p_equal > 0.001
    assert "(averaged over 4 line-ups)" in result.verdict.sentence


def test_known_strengths_are_recovered(contest: Run) -> None:
    """With two players a share is a mean over three opponents; four intervals at 95 % together, the seed is
    fixed."""
    strength = strategy_strength(contest, 2)
    assert strength is not None
    for label, share in strength.shares.items():
        rivals = [softmax(WORTH[label], WORTH[other])[0] for other in STRATEGIES if other != label]
        truth = 0.98 * np.mean(rivals) + 0.02 * 0.5
        assert share.low <= truth <= share.high
    assert list(strength.shares) == list(STRATEGIES)
    assert [len(cells) for cells in strength.by_position.values()] == [2] * 4
    for label, cells in strength.by_position.items():
        assert np.mean([c.value for c in cells]) == pytest.approx(strength.shares[label].value)


def test_a_mirror_match_says_nothing_about_strength(mirror: Run) -> None:
    assert strategy_strength(mirror, 4) is None
    assert ratings(mirror, 4) is None
    assert head_to_head(mirror, 4) is None


def test_shared_luck_widens_the_intervals(tmp_path: Path) -> None:
    widths = []
    for luck in (0.0, 0.9):
        recipe = Recipe(strategies=STRATEGIES[:2], players=(2,), blocks=600, luck=luck, seed=7)
        run = load_run(write_run(tmp_path / f"luck{luck}", recipe))
        share = seat_advantage(run, seat_groups(run, 2)[0]).shares[0]
        widths.append(share.high - share.low)
    assert widths[1] > 1.2 * widths[0]


def test_every_arm_and_every_mirror_gets_a_verdict_of_its_own(tmp_path: Path) -> None:
    recipe = Recipe(players=(3,), blocks=30, arms=("baseline", "poor_start"))
    run = load_run(write_run(tmp_path / "run", recipe))
    groups = seat_groups(run, 3)
    assert [g.arm for g in groups] == ["baseline", "poor_start"]
    sentences = [seat_advantage(run, g).verdict.sentence for g in groups]
    assert "(rules 'poor_start')" in sentences[1]
    assert sentences[0] != sentences[1]


def test_pacing_agrees_with_the_tables(contest: Run) -> None:
    result = pacing(contest, 3)
    games = contest.table("games", 3).collect()
    assert result.n_games == games.height
    assert result.means["rounds"].value == pytest.approx(games["rounds"].mean())
    assert result.means["rounds"].n == 500
    lengths = games["rounds"].value_counts(normalize=True)
    assert {r: pytest.approx(s.value) for r, s in result.lengths.items()} == dict(lengths.iter_rows())
    assert sum(s.value for s in result.first_met_shares.values()) == pytest.approx(1.0)
    low, middle, high = result.deciles["turns"]
    assert low < middle < high
    seats = contest.table("seats", 3).collect()
    assert result.final["fame"].value == pytest.approx(seats["fame"].mean())
    assert result.final_of_winners["fame"].value > result.final["fame"].value


def test_the_race_agrees_with_the_tables(contest: Run) -> None:
    result = race(contest, 2)
    assert result is not None
    rows = contest.table("rounds", 2).filter(pl.col("round") == 9).collect()
    ninth = result.metrics["money"][8]
    assert ninth.round == 9
    assert ninth.n_games == rows["game"].n_unique() < result.n_games
    assert ninth.mean.value == pytest.approx(rows["money"].mean())
    assert ninth.median == rows["money"].median()
    assert ninth.low < ninth.median < ninth.high
    assert ninth.mean.low < ninth.mean.value < ninth.mean.high


def test_workers_arrive_once_and_stay(contest: Run) -> None:
    result = {w.kind: w for w in extra_workers(contest, 2)}
    assert list(result) == ["fame", "money", "river"]
    seats = contest.table("seats", 2).collect()
    got = seats.filter(pl.col("river_worker_round") > 0)
    river = result["river"]
    assert river.ever.value == pytest.approx(got.height / seats.height)
    assert river.mean_round is not None
    assert river.mean_round.value == pytest.approx(got["river_worker_round"].mean())
    curve = [s.value for s in river.arrived.values()]
    assert curve == sorted(curve)
    assert curve[-1] == pytest.approx(river.ever.value)


def test_a_worker_nobody_ever_got_has_no_mean_round(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", Recipe(players=(2,), blocks=20, shards=1))
    change_table(folder, "seats", river_worker_round=pl.lit(0, pl.UInt16))
    river = extra_workers(load_run(folder), 2)[2]
    assert river.mean_round is None
    assert (river.ever.value, river.ever.low) == (0.0, 0.0)
    assert river.ever.high > 0.05


def test_usage_agrees_with_the_tables(contest: Run) -> None:
    result = space_usage(contest, 2)
    assert result is not None
    rows = contest.table("spaces", 2).collect()
    assert list(result.spaces) == list(SPACES)
    assert result.spaces["secret_garden"].value == 0.0
    assert not any(cell.value for cell in result.by_round["secret_garden"].values())
    counts = dict(rows["space"].cast(pl.String).value_counts().iter_rows())
    assert result.spaces["yogi"].value == pytest.approx(counts["yogi"] / result.n_games)
    assert sum(s.value for s in result.spaces.values()) == pytest.approx(rows.height / result.n_games)
    last = max(result.reached)
    late = rows.filter((pl.col("round") == last) & pl.col("space").cast(pl.String).str.starts_with("quarry"))
    assert result.by_round["quarry"][last].value == pytest.approx(late.height / result.reached[last])
    assert list(result.by_round)[:3] == ["quarry", "harbour", "market"]


def test_areas_come_from_names_alone() -> None:
    spaces = ["quarry_1", "quarry_2", "outer_terrace_1", "outer_terrace_2", "terrace_blue", "terrace_green", "raja_man_singh"]
    areas = ["quarry", "quarry", "outer_terrace", "outer_terrace", "terrace", "terrace", "raja_man_singh"]
    assert list(areas_of(spaces).values()) == areas


def test_income_agrees_with_the_tables(contest: Run) -> None:
    result = income(contest, 3)
    assert result is not None
    seats = contest.table("seats", 3).collect()
    by_cause = {resource: {g.cause: g.mean for g in gains} for resource, gains in result.gains.items()}
    assert set(by_cause["dice"]) == set(CAUSES) - {"never_used"}
    assert by_cause["fame"]["river"].value == pytest.approx(seats["fame_from_river"].mean())
    values = [e.value for e in by_cause["money"].values()]
    assert values == sorted(values, reverse=True)
    assert result.money_paid is not None


def test_end_reasons_that_never_occurred_are_shown_with_an_upper_bound(contest: Run) -> None:
    result = end_reasons(contest, 2)
    assert result.counts["no_placement_possible"] == 0
    assert 0 < result.shares["no_placement_possible"].high < 0.02
    assert "not_over" not in result.shares
    assert sum(result.counts.values()) == result.n_games
    assert sum(s.value for s in result.shares.values()) == pytest.approx(1.0)


def test_findings_without_optional_tables(tmp_path: Path) -> None:
    run = load_run(write_run(tmp_path / "run", Recipe(players=(2,), blocks=10, tables=("games", "seats"))))
    (result,) = results_of(run)
    assert result.race is None
    assert result.space_usage is None


def test_one_block_is_enough_for_results_without_false_certainty(tmp_path: Path) -> None:
    run = load_run(write_run(tmp_path / "run", Recipe(players=(2, 3, 4), blocks=1, shards=1)))
    for result in results_of(run):
        assert result.seats[0].verdict.ruling is Ruling.UNDECIDED
        assert not result.pacing.means["rounds"].has_interval


def test_headlines_are_json_and_their_names_unique(contest: Run) -> None:
    result = headlines(results_of(contest))
    assert len({e.name for e in result}) == len(result)
    names = {e.name for e in result}
    assert {"2p.baseline.mixed.win_share.position_1", "3p.win_share.balanced", "3p.rating.balanced"} <= names
    assert {"2p.seat_rating.position_2", "2p.ahead.balanced.random"} <= names
    assert json.loads(json.dumps([e.as_dict() for e in result], allow_nan=False))[0]["n"] == 500


def test_names_of_headlines_say_arm_and_mirror_match_in_snake_case(tmp_path: Path) -> None:
    run = load_run(write_run(tmp_path / "run", Recipe(players=(3,), blocks=5, arms=("baseline", "poor_start"))))
    names = [e.name for e in headlines(results_of(run))]
    assert {"3p.baseline.balanced.win_share.position_1", "3p.poor_start.balanced.win_share.position_3"} <= set(names)
    assert all(re.fullmatch(r"[a-z0-9_]+(\.[a-z0-9_]+)*", name) for name in names)


def test_results_do_not_depend_on_the_number_of_shards(tmp_path: Path) -> None:
    """The same rows in one file and in three; sums may be taken in another order."""
    folder = write_run(tmp_path / "whole", Recipe(players=(2,), blocks=60, shards=1))
    run = load_run(folder)
    before = {e.name: e.value for e in headlines(results_of(run))}
    for path in (folder / "tables").glob("*/2p-00000.parquet"):
        table = pl.read_parquet(path)
        for shard in range(3):
            part = table.filter(pl.col("block") // 20 == shard)
            part.write_parquet(path.with_name(f"2p-{shard:05d}.parquet"))
    write_receipts(folder)
    after = {e.name: e.value for e in headlines(results_of(load_run(folder)))}
    assert after == pytest.approx(before)


def test_every_result_is_computed_once(contest: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    computed = []

    def counting(result: PlayerCountResults) -> Pacing:
        computed.append(result.players)
        return pacing(result.run, result.players)

    monkeypatch.setattr(PlayerCountResults.pacing, "func", counting)
    result = results_of(contest)
    assert not computed
    headlines(result)
    assert result[0].pacing is result[0].pacing
    assert computed == [2, 3]


def test_help_says_what_each_result_is() -> None:
    text = pydoc.plain(pydoc.render_doc(PlayerCountResults))
    assert "Where players stand in each round. See `rajas_sim.analysis.course.pacing`." in text
    results = [result for result in vars(PlayerCountResults).values() if isinstance(result, cached_property)]
    assert len(results) > 10
    assert all(f"{result.__doc__}\n" in text for result in results)


def test_a_card_says_not_even_only_of_shares_that_are_shown_to_be_so() -> None:
    apart, undecided = Estimate("a", 0.18, 0.15, 0.21, 0.95, 100, "t"), Estimate("b", 0.27, 0.22, 0.32, 0.95, 100, "t")
    assert win_share_number(apart, 4, "for seat 1") == ("18.0 % (15.0 to 21.0)", "of games for seat 1, not 25 %")
    assert win_share_number(undecided, 4, "for seat 1")[1] == "of games for seat 1; 25 % is even"
