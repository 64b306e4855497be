"""What things are worth, in runs where the truth is known."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from rajas_sim.analysis import load_run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.experiment import run as play
from rajas_sim.questions.power.numbers import PowerOfNumbers, answer_of_numbers, power_of_numbers
from rajas_sim.questions.power.things import PowerOfThings, ThingPower, Usage, findings_of, power_of_things, things_used
from tests.analysis.synthetic_run import Recipe, write_run

UNITS = {"hammer": ["hammer"], "nail": ["nail"], "glue": ["glue"]}
#: A start player with a hundredth less than e times the strength of the other wins so much less than half of the games.
LOST = 0.5 - 1 / (1 + math.e)


def estimate(name: str, value: float = 0.5) -> Estimate:
    return Estimate(name, value, value - 0.1, value + 0.1, 0.95, 100, "by hand")


def used(*things: str) -> dict[str, dict[str, Usage]]:
    """Usage by hand: everything named is used, the rest never."""
    of_thing = {
        thing: Usage(estimate("users"), estimate("times"), estimate("wins") if thing in things else None) for thing in UNITS
    }
    return {"balanced": of_thing}


def restricted(folder: Path, effects: dict[str, dict[str, float]] | None, blocks: int, seed: int = 1) -> PowerOfThings:
    """Weigh the hammer and the nail in a run of two players, whose arms have these effects."""
    arms = {f"{thing}_seat_{p}": (p, thing) for thing in ("hammer", "nail") for p in (1, 2)}
    overrides = {arm: {f"restrict.seat_{p}": [thing]} for arm, (p, thing) in arms.items()}
    recipe = Recipe(
        players=(2,),
        blocks=blocks,
        arms=("baseline", *arms),
        effects=effects,
        overrides=overrides,
        seed=seed,
        tables=("games", "seats"),
    )
    run = load_run(write_run(folder, recipe))
    (result,) = power_of_things(run, run, 2, used("hammer", "nail"), arms)
    return result


def test_the_worth_is_what_the_restricted_seat_loses_the_mean_over_the_seats(tmp_path: Path) -> None:
    result = restricted(tmp_path, {"hammer_seat_1": {"seat_worth": -1.0}}, 4000)
    powers = {power.thing: power for power in result.powers}
    # Only the start player loses anything without it, and no one without a nail: that is known exactly. 4.4 standard errors: the
    # test fails by chance once in 100,000 times.
    assert powers["hammer"].worth.value == pytest.approx(LOST / 2, abs=4.4 * 0.25 / math.sqrt(4000))
    assert powers["hammer"].is_shown
    assert powers["nail"].worth.value == 0.0
    assert not powers["nail"].is_shown
    assert [power.thing for power in result.powers] == ["hammer", "nail"]
    assert [*result.never_used] == ["glue"]
    assert result.seats == 8000
    findings = {finding.key: finding for finding in findings_of(result, "2p")}
    assert findings["2p.worth_most"].estimates == (powers["hammer"].worth,)
    assert len(findings["2p.counts"].estimates) == 2


def test_what_a_seat_does_better_without_has_a_negative_worth(tmp_path: Path) -> None:
    result = restricted(tmp_path, {"hammer_seat_1": {"seat_worth": 1.0}}, 1000)
    assert result.powers[-1].thing == "hammer"
    assert result.powers[-1].worth.high < 0
    findings = {finding.key: finding for finding in findings_of(result, "2p")}
    assert [*findings] == ["2p.counts", "2p.better_without", "2p.never_used"]
    assert findings["2p.better_without"].estimates == (result.powers[-1].worth,)


@pytest.mark.long
def test_intervals_hold_the_truth_and_nothing_is_shown_where_nothing_is(tmp_path: Path) -> None:
    runs = 60
    result = [restricted(tmp_path / str(seed), None, 100, seed) for seed in range(runs)]
    # Every arm draws luck of its own: all are worth nothing. At most 5 % of runs say otherwise: more than 9 of 60 happen by
    # chance in one of 500 such tests.
    false_alarms = sum(any(power.is_shown for power in rows.powers) for rows in result)
    missed = sum(any(power.worth.excludes(0.0) for power in rows.powers) for rows in result)
    assert false_alarms <= 9
    assert missed <= 9


def test_with_nothing_used_nothing_is_played(tmp_path: Path) -> None:
    run = load_run(write_run(tmp_path, Recipe(players=(2,), blocks=50, tables=("games", "seats"))))
    (result,) = power_of_things(run, None, 2, used(), {})
    assert result.powers == ()
    assert set(result.never_used) == set(UNITS)
    (finding,) = findings_of(result, "2p")
    assert (finding.key, finding.estimates) == ("2p.never_used", tuple(usage.users for usage in result.never_used.values()))


def test_how_often_things_are_used_is_counted_over_all_seats(tmp_path: Path) -> None:
    question = {
        "name": "mine",
        "question": "?",
        "game": "ganges",
        "players": [2],
        "line_up": ["balanced", "random"],
        "blocks": 20,
    }
    run = play(question, set={"tables": ["games", "seats", "things"]}, out=tmp_path).run
    units = {
        "chamber.dancer": ["chamber.dancer"],
        "chamber": [f"chamber.{name}" for name in ("dancer", "yogi")],
        "river.1": ["river.1"],
    }
    result = things_used(run, 2, units)
    seats = run.table("seats", 2).select("game", "position", pl.col("strategy").cast(pl.String), "win_share").collect()
    things = run.table("things", 2).select("game", "position", pl.col("thing").cast(pl.String), "times").collect()
    for label in ("balanced", "random"):
        rows = seats.filter(pl.col("strategy") == label)
        for unit, names in units.items():
            users = rows.join(things.filter(pl.col("thing").is_in(names)), on=["game", "position"])
            each = users.group_by("game", "position").agg(pl.col("times").cast(pl.Int64).sum(), pl.col("win_share").first())
            usage = result[label][unit]
            assert usage.users.value == pytest.approx(len(each) / len(rows))
            assert usage.times.value == pytest.approx(float(each["times"].sum()) / len(rows))
            if len(each):
                assert usage.wins is not None
                assert usage.wins.value == pytest.approx(float(each["win_share"].to_numpy().mean()))
            assert usage.users.n == 20


def test_a_thing_is_shown_where_its_interval_leaves_out_0() -> None:
    usage, worth = Usage(estimate("users"), estimate("times"), None), estimate("worth")
    assert ThingPower("hammer", worth, 0.05, usage).is_shown
    assert not ThingPower("hammer", replace(worth, low=-0.1), 0.01, usage).is_shown


def power_of_steps(folder: Path, blocks: int, about: str | None = None) -> PowerOfNumbers:
    """Compare a baseline with two numbers raised by one, of which each makes games longer."""
    overrides = {"step_1": {"setup.money.1": 4}, "step_2": {"setup.money.2": 5}}
    effects = {"step_1": {"rounds": 1.0}, "step_2": {"rounds": 2.0}}
    recipe = Recipe(players=(2,), blocks=blocks, shards=1, arms=("baseline", *overrides), effects=effects, overrides=overrides)
    return power_of_numbers(load_run(write_run(folder, recipe)), 2, {"setup.money.1": 3, "setup.money.2": 4}, about)


def test_the_blocks_that_undecided_steps_need_are_those_of_the_widest_interval(tmp_path: Path) -> None:
    power = power_of_steps(tmp_path, 100)
    name, steps = power.subject.name, []
    for step, half_width in zip(power.steps, (0.1, 0.2), strict=True):
        difference = Estimate(name, 0.01, 0.01 - half_width, 0.01 + half_width, 0.95, 100, "by hand")
        steps.append(replace(step, changes={**step.changes, name: replace(step.changes[name], difference=difference)}))
    (card,) = answer_of_numbers([replace(power, steps=tuple(steps))]).cards
    assert card.number == "at most 21.0 points"
    assert card.word == "UNDECIDED: some 10,000 blocks would narrow it to ±2 points"


def test_without_an_interval_no_largest_change_of_undecided_steps_is_named(tmp_path: Path) -> None:
    (card,) = answer_of_numbers([power_of_steps(tmp_path, 1, "rounds")]).cards
    assert (card.number, card.word) == ("", "UNDECIDED")
