"""Numbers of the tables by other columns, worked out again from the files of the run."""

from __future__ import annotations

from contextlib import chdir
from pathlib import Path

import polars as pl
import pytest

from rajas_sim import experiment
from rajas_sim.analysis.formatting import listed
from rajas_sim.analysis.reading.run import Run, load_run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.core.errors import InputError
from rajas_sim.questions.describe.describe_answer import describe_answer
from rajas_sim.questions.describe.described import Described, GroupOfRows, describe
from rajas_sim.questions.describe.rows import joined_rows
from rajas_sim.questions.describe.wanted import Condition, Wanted
from tests.questions.asked import STUDY


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Three strategies round one table, under two rule sets."""
    study = {
        "players": [3],
        "game": "ganges",
        "line_up": ["strong", "random", "balanced"],
        "seatings": "all",
        "arms": [{"name": "rich", "overrides": {"setup.money.1": 9}}],
    }
    with chdir(tmp_path_factory.mktemp("described")):
        return load_run(Path(experiment.run({**STUDY, **study}, report=False).folder).resolve())


def rows(run: Run, table: str) -> pl.DataFrame:
    return pl.read_parquet(run.folder / "tables" / table / "*.parquet").filter(pl.col("arm") == "baseline")


def described(run: Run, *numbers: str, by: tuple[str, ...] = (), where: tuple[str, ...] = (), arm: str = "") -> Described:
    (first, *_) = describe(run, Wanted.of(run, numbers, by, where, "", arm))
    return first


def test_scores_of_winners_are_those_of_the_seats_that_won(run: Run) -> None:
    (group,) = described(run, "overlap", where=("rank=1",)).groups
    scores = rows(run, "seats").filter(pl.col("rank") == 1)["overlap"]
    assert group.n_rows == len(scores)
    assert group.mean.value == pytest.approx(scores.to_numpy().mean())
    assert [p.value for p in group.percentiles] == [scores.quantile(q, "lower") for q in (0.1, 0.5, 0.9)]
    assert group.mean.low < group.mean.value < group.mean.high


def test_a_number_between_0_and_1_is_a_share_and_has_no_percentiles(run: Run) -> None:
    result = described(run, "win_share", by=("strategy",))
    shares = dict(rows(run, "seats").group_by("strategy").agg(pl.col("win_share").mean()).iter_rows())
    assert result.is_share
    assert {str(group.values[0]): group.mean.value for group in result.groups} == pytest.approx(shares)
    assert all(not group.percentiles and group.mean.low >= 0 for group in result.groups)
    assert [group.mean.value for group in result.groups] == sorted(shares.values(), reverse=True)


def test_a_count_is_no_share_even_if_it_is_0_or_1_everywhere(run: Run) -> None:
    result = described(run, "winners", where=("winners=1",))
    assert (result.is_share, result.groups[0].mean.value, result.groups[0].mean.low) == (False, 1.0, 1.0)
    assert not result.groups[0].percentiles
    assert not described(run, "fame_from_dancer", where=("fame_from_dancer<=1",)).is_share


def test_a_condition_on_the_rule_set_picks_its_rows(run: Run) -> None:
    (of_condition,) = described(run, "win_share", by=("position",), where=("arm=rich", "position=1")).groups
    (of_option,) = described(run, "win_share", by=("position",), where=("position=1",), arm="rich").groups
    assert of_condition.mean.value == of_option.mean.value
    answer = describe_answer(run, wanted := Wanted.of(run, [], [], [], "", ""), describe(run, wanted))
    assert "rule set 'baseline'" in answer.findings[0].sentence


def test_games_that_ended_with_a_round_can_be_left_out(run: Run) -> None:
    rounds = rows(run, "rounds").with_columns(last=pl.col("round").max().over("game"))
    for word, expected in (("yes", rounds["round"] == rounds["last"]), ("no", rounds["round"] < rounds["last"])):
        result = described(run, "overlap", by=("round",), where=(f"is_last={word}",))
        assert sum(group.n_rows for group in result.groups) == expected.sum()
    keys = {}
    for where in ([], ["is_last=no"]):
        wanted = Wanted.of(run, ["win_share"], ["round"], where, "rounds", "")
        keys[len(where)] = {finding.key for finding in describe_answer(run, wanted, describe(run, wanted)).findings}
    assert ("ended" in keys[0], "ended" in keys[1]) == (True, False)


def test_rows_that_have_no_such_number_are_counted(run: Run) -> None:
    result = described(run, "passed")
    assert result.n_rows_without == rows(run, "seats")["passed"].to_list().count(0) > 0
    wanted = Wanted.of(run, ["passed"], [], [], "", "")
    assert f"; {result.n_rows_without} other row" in describe_answer(run, wanted, describe(run, wanted)).findings[0].sentence


def test_each_word_of_a_column_has_its_share(run: Run) -> None:
    by_word = {str(result.condition): result for result in describe(run, Wanted.of(run, ["met_by"], [], [], "", ""))}
    counts = dict(rows(run, "seats")["met_by"].cast(pl.String).value_counts().iter_rows())
    shares = {f"met_by={word}": count / sum(counts.values()) for word, count in counts.items()}
    assert {word: result.groups[0].mean.value for word, result in by_word.items()} == pytest.approx(shares)


def test_a_condition_has_the_share_of_rows_for_which_it_holds(run: Run) -> None:
    result = described(run, "margin<=8")
    margins = rows(run, "games")["margin"].to_list()
    n_close = sum(margin <= 8 for margin in margins)
    (close,) = result.groups
    assert 0 < n_close < len(margins)
    assert result.is_share
    assert close.n_rows == len(margins)
    assert close.mean.value == pytest.approx(n_close / len(margins))
    assert close.mean.low < close.mean.value < close.mean.high
    assert not close.percentiles


def test_a_condition_is_described_by_other_columns_and_beside_other_numbers(run: Run) -> None:
    wanted = Wanted.of(run, ["met_by=money", "fame>=30", "overlap"], ["strategy"], ["rank<=2"], "", "")
    by_money, by_fame, overlap = describe(run, wanted)
    seats = rows(run, "seats").filter(pl.col("rank") <= 2).with_columns(pl.col("strategy", "met_by").cast(pl.String))
    for group in by_money.groups:
        of_strategy = seats.filter(pl.col("strategy") == str(group.values[0]))["met_by"].to_list()
        assert group.mean.value == pytest.approx(of_strategy.count("money") / len(of_strategy))
    assert [entry.is_share for entry in (by_money, by_fame, overlap)] == [True, True, False]


def test_a_condition_that_always_holds_is_a_share_of_1(run: Run) -> None:
    result = described(run, "winners>=1")
    assert (result.is_share, result.groups[0].mean.value) == (True, 1.0)


def test_what_never_happened_is_not_before_any_round(run: Run) -> None:
    passed = rows(run, "seats")["passed"].to_list()
    assert passed.count(0) > 0
    (first,) = described(run, "passed<=1").groups
    assert first.n_rows == len(passed)
    assert first.mean.value == pytest.approx(passed.count(1) / len(passed))
    (kept,) = described(run, "win_share", where=("passed<2",)).groups
    assert kept.n_rows == passed.count(1)
    (never,) = described(run, "passed=0").groups
    assert described(run, "passed=never").groups[0].mean.value == never.mean.value
    assert never.mean.value == pytest.approx(passed.count(0) / len(passed))


def test_follows_is_who_sits_before(run: Run) -> None:
    frame = joined_rows(run, "seats", 3, ["game", "position", "strategy", "follows"], "baseline")
    for game in frame.partition_by("game"):
        strategies = game.sort("position")["strategy"].cast(pl.String).to_list()
        assert game.sort("position")["follows"].cast(pl.String).to_list() == [strategies[-1], *strategies[:-1]]
    result = described(run, "win_share", by=("strategy", "follows"))
    assert len(result.groups) == 6


def test_place_is_by_the_score_after_each_round_and_comes_with_the_result(run: Run) -> None:
    frame = joined_rows(run, "rounds", 3, ["game", "round", "overlap", "place", "win_share", "position"], "baseline")
    final = dict(rows(run, "seats").select(pl.concat_str("game", "position", separator="/"), "win_share").iter_rows())
    for key, scores in frame.partition_by("game", "round", as_dict=True).items():
        for score, place, won, position in scores.select("overlap", "place", "win_share", "position").iter_rows():
            assert place == 1 + (scores["overlap"] > score).sum()
            assert won == final[f"{key[0]}/{position}"]


def test_rows_of_a_round_are_ordered_by_round_and_place(run: Run) -> None:
    result = described(run, "win_share", by=("round", "place"), where=("round<=3",))
    assert [group.values for group in result.groups] == [(r, p) for r in (1, 2, 3) for p in (1, 2, 3)]


def test_placements_know_who_won(run: Run) -> None:
    wanted = Wanted.of(run, ["win_share"], ["space"], ["round=1", "stage=1"], "", "")
    assert wanted.table == "spaces"
    groups = describe(run, wanted)[0].groups
    assert sum(group.n_rows for group in groups) == 3 * len(rows(run, "games"))


def test_rule_sets_are_one_at_a_time_unless_they_are_asked_for(run: Run) -> None:
    first, rich = described(run, "overlap"), described(run, "overlap", arm="rich")
    both = {group.values[0]: group for group in described(run, "overlap", by=("arm",)).groups}
    assert both["baseline"].mean.value == first.groups[0].mean.value
    assert both["rich"].mean.value == rich.groups[0].mean.value
    assert first.groups[0].mean != rich.groups[0].mean


def group(name: str, low: float, value: float, high: float) -> GroupOfRows:
    return GroupOfRows((name,), 10, Estimate(name, value, low, high, 0.95, 30, "t"), ())


def test_a_difference_is_shown_where_two_intervals_do_not_meet() -> None:
    low, high, wide = group("low", 0.1, 0.2, 0.3), group("high", 0.4, 0.5, 0.6), group("wide", 0.0, 0.9, 1.0)
    fields = (2, 60, 30, "x", None, True)
    assert Described(*fields, (wide, high, low)).extreme_groups == (low, high)
    assert Described(*fields, (wide, low)).extreme_groups is None
    assert Described(*fields, (group("one_block", float("nan"), 0.2, float("nan")),)).extreme_groups is None


@pytest.mark.parametrize(
    ("wanted", "problem"),
    [
        ({"numbers": ["win_shares"]}, "did you mean 'win_share'?"),
        ({"numbers": ["space"], "by": ["tile"]}, "no table has all of these columns: space is in spaces; tile is in tiles"),
        ({"where": ["rank"]}, "write a column, one of"),
        ({"numbers": ["rank<="]}, "--of 'rank<=': write a column, one of"),
        ({"numbers": ["margins<=2"]}, "unknown column 'margins'; did you mean 'margin'?"),
        ({"numbers": ["strategy<strong"]}, "only = and != compare them"),
        ({"where": ["rank=first"]}, "rank has numbers; 'first' is not a number"),
        ({"where": ["strategy<strong"]}, "only = and != compare them"),
        ({"where": ["rank=9"]}, "no row of the table seats has rank=9"),
        ({"by": ["rank>1"]}, "--by 'rank>1': name a column only"),
        ({"by": ["game"]}, "at most 100 are shown"),
        ({"table": "seat"}, "unknown table 'seat'; did you mean 'seats'?"),
        ({"arm": "poor"}, "unknown rule set 'poor'"),
    ],
)
def test_what_cannot_be_described_is_refused(run: Run, wanted: dict[str, object], problem: str) -> None:
    question = {"numbers": [], "by": [], "where": [], "table": "", "arm": ""} | wanted
    with pytest.raises(InputError) as refused:
        describe(run, Wanted.of(run, **question))  # type: ignore[arg-type]
    assert problem in str(refused.value)


def test_other_numbers_of_players_are_refused(run: Run) -> None:
    with pytest.raises(InputError, match="--players 2: this run has games of 3 players"):
        describe(run, Wanted.of(run, [], [], [], "", ""), 2)


def test_a_condition_reads_words_numbers_and_yes() -> None:
    frame = pl.DataFrame({"n": [1, 2, 3], "yes": [True, False, True], "word": ["a", "b", "a"]})
    kept = {
        text: frame.filter(Condition.of(text).expression(frame.schema[Condition.of(text).column]))["n"].to_list()
        for text in ("n>=2", "n != 2", "n<1.5", "yes=yes", "yes = no", "word=a", "word!=a")
    }
    assert kept == {
        "n>=2": [2, 3],
        "n != 2": [1, 3],
        "n<1.5": [1],
        "yes=yes": [1, 3],
        "yes = no": [2],
        "word=a": [1, 3],
        "word!=a": [2],
    }


def test_what_never_happened_has_no_round(run: Run) -> None:
    result = described(run, "passed")
    passed = rows(run, "seats").filter(pl.col("passed") > 0)["passed"]
    assert result.groups[0].n_rows == len(passed) < len(rows(run, "seats"))
    assert result.groups[0].mean.value == pytest.approx(passed.to_numpy().mean())
    by_passing = described(run, "win_share", by=("passed",))
    assert next(group.values for group in by_passing.groups) == (0,), "those that never passed are a group of their own"


def test_words_come_by_how_often_they_occur_and_those_that_never_do_come_last(run: Run) -> None:
    results = describe(run, Wanted.of(run, ["end_reason"], [], [], "", ""))
    shares = [result.groups[0].mean.value for result in results]
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] == 0.0


def test_the_answer_about_words_names_the_rarest_and_counts_those_that_never_occur(run: Run) -> None:
    wanted = Wanted.of(run, ["space"], [], [], "", "")
    results = describe(run, wanted)
    occurring = [result for result in results if result.groups[0].mean.value > 0]
    rarest = run.names.in_sentence(str(getattr(occurring[-1].condition, "value", "")))
    sentence = describe_answer(run, wanted, results).in_one_sentence
    never = [run.names.in_sentence(str(getattr(result.condition, "value", ""))) for result in results if result not in occurring]
    assert len(never) > 1
    opening = f"of {len(results)} values of space, {listed(never)} never occur"
    assert f"{opening}; the rarest of the others is {rarest}, " in sentence
    asked = Wanted.of(run, ["end_reason=markers_passed"], [], [], "", "")
    assert "rarest" not in describe_answer(run, asked, describe(run, asked)).in_one_sentence


def test_groups_by_two_columns_are_compared_where_the_first_is_the_same() -> None:
    def group(values: tuple[str, ...], share: float) -> GroupOfRows:
        return GroupOfRows(values, 100, Estimate("win_share", share, share - 0.05, share + 0.05, 0.95, 100, "by hand"), ())

    shares = {("strong", "random"): 0.7, ("strong", "balanced"): 0.66, ("random", "strong"): 0.02, ("random", "balanced"): 0.2}
    groups = tuple(group(values, share) for values, share in shares.items())
    entry = Described(3, 100, 100, "win_share", None, is_share=True, groups=groups)
    assert entry.extreme_groups is not None
    assert [end.values for end in entry.extreme_groups] == [("random", "strong"), ("random", "balanced")]
    assert Described(3, 100, 100, "win_share", None, is_share=True, groups=groups[:3]).extreme_groups is None
