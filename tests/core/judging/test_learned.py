"""Worths corrected by what was learned, and lessons, in the smallest game there can be."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from rajas_sim.core.errors import InputError
from rajas_sim.core.judging.correction_network import HIDDEN
from rajas_sim.core.judging.lessons import Lessons, new_lessons
from rajas_sim.core.strategies.plans import can_be_corrected, correctable
from rajas_sim.core.strategies.tuned_values import as_written, corrections_table, nearest_values, numbers_of
from tests.core import toy_game as toy

LESSON_KERNELS, JUDGING = toy.LESSON_KERNELS, toy.JUDGING
BOTH = np.array([toy.MONEY, toy.FAME], np.int16)
KEY = "[corrections.light.2]"
ALL_EQUAL = {"prize.fame": 1, "prize.money": 2, "tracks.money_per_fame": 2}


def network(**rows: float) -> list[float]:
    """Return a network in which the first unit only is lit, by the rows given; what it says is added as it is."""
    numbers = np.zeros((len(JUDGING.row_names), HIDDEN))
    for name, number in {"output": 1.0, **rows}.items():
        words = name.replace("_", " ", 1 if name.startswith("option") else -1)
        numbers[JUDGING.row_names.index(words), 0] = number
    return numbers.ravel().tolist()


def chosen(turns: int, corrections: list[float]) -> int:
    """Return what is taken by a seat to which fame is worth 2 and money 1.5, after some turns."""
    rules = toy.Rules.resolve(2, "light", (), None, None)
    array = toy.State.new_game(rules, 1).array.copy()
    array["turns"] = turns
    return int(LESSON_KERNELS.choose(array[0], rules.array[0], BOTH, np.array([2.0, 0.5, *corrections])))


def lesson(seed: int = 1, decisions: int = 40, playouts: int = 2, **overrides: object) -> Lessons:
    rules = toy.Rules.resolve(2, "light", (), {"game.round_limit": 6, **overrides}, None)
    room = new_lessons(JUDGING, decisions, playouts)
    numbers = np.array([2.0, 0.5, *[0.0] * JUDGING.n_corrections])
    return room.first(*LESSON_KERNELS.collect(rules.array, numbers, seed, 0.5, 0.1, room))


def test_without_corrections_the_worth_decides() -> None:
    assert chosen(0, [0.0] * JUDGING.n_corrections) == toy.FAME


def test_a_correction_counts_for_its_kind_of_option() -> None:
    assert chosen(0, network(option_take_money=0.6)) == toy.MONEY
    assert chosen(0, network(option_take_money=0.4)) == toy.FAME
    assert chosen(0, network(option_take_fame=0.6)) == toy.FAME


def test_a_correction_may_hang_on_the_position() -> None:
    later = network(turns=0.6, option_take_fame=-10.0)
    assert [chosen(turns, later) for turns in (0, 5, 10)] == [toy.FAME, toy.FAME, toy.MONEY]


def test_a_correction_may_hang_on_the_worth_and_on_how_far_it_lies_behind() -> None:
    assert chosen(0, network(behind_the_best=-6.0)) == toy.MONEY
    assert chosen(0, network(behind_the_best=-4.0)) == toy.FAME
    assert chosen(0, network(one=6.1, worth=-30.0)) == toy.MONEY


def test_a_lesson_has_every_option_of_as_many_decisions_as_there_is_room_for() -> None:
    learned = lesson()
    assert len(learned.features) == 40
    assert learned.decisions.tolist() == np.repeat(np.arange(40), 2).tolist()
    assert learned.kinds.tolist() == [0, 1] * 40
    assert {1.5, 2.0} <= set(learned.worths) <= {1.5, 2.0, 6.5, 7.0}
    assert learned.leads.shape == (80, 2)
    assert np.all(np.abs(learned.leads) < 1)
    assert set(learned.features[:, 0]) == {1.0}


def test_the_options_of_a_decision_meet_the_same_luck() -> None:
    """Where fame and money are worth the same, they lead to the same ends."""
    leads = lesson(**ALL_EQUAL).leads
    assert np.array_equal(leads[0::2], leads[1::2])
    assert len(np.unique(leads)) > 1


def test_the_better_option_has_the_better_ends() -> None:
    leads = lesson(decisions=200).leads.mean(axis=1)
    assert (leads[0::2] - leads[1::2]).mean() > 0.01


def test_a_lesson_is_drawn_from_its_seed() -> None:
    one, again, other = lesson(1), lesson(1), lesson(2)
    assert np.array_equal(one.leads, again.leads)
    assert not np.array_equal(one.leads, other.leads)


def test_only_plans_without_corrections_can_be_corrected() -> None:
    plan = toy.plan(__file__, "A plan.")
    assert can_be_corrected(plan, LESSON_KERNELS)
    assert not can_be_corrected(correctable(plan, LESSON_KERNELS), LESSON_KERNELS)


def test_a_plan_without_corrections_gets_zeros() -> None:
    numbers = correctable(toy.plan(__file__, "A plan."), LESSON_KERNELS).numbers_under("light", 2)
    assert numbers == [2.0, 0.5, *[0.0] * JUDGING.n_corrections]


def test_corrections_survive_their_file(tmp_path: Path) -> None:
    numbers = as_written(np.random.default_rng(1).normal(size=JUDGING.n_corrections) ** 9)
    table = corrections_table(numbers, JUDGING.row_names)
    assert numbers_of(table, JUDGING.row_names) == numbers
    rows = "\n".join(f'"{name}" = "{row}"' for name, row in table.items())
    (tmp_path / "mine.py").write_text("")
    (tmp_path / "mine.toml").write_text(f"[values.light.2]\nfame = 3\n{KEY}\n{rows}\n")
    mine = toy.corrected(str(tmp_path / "mine.py"), "Corrected.", learned="mine.toml")
    assert mine.numbers_under("light", 5) == [3.0, 0.5, *numbers]
    assert mine.digest() != correctable(toy.plan(__file__, "A plan."), LESSON_KERNELS).digest()
    assert nearest_values(mine.learned, "light", 2) is mine.learned["light", 2]


ROW = " ".join(["1"] * HIDDEN)


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        (None, r"has no table such as \[corrections.VARIANT.PLAYERS\]"),
        (dict.fromkeys(JUDGING.row_names[1:], ROW), "must be learned again"),
        (dict.fromkeys(reversed(JUDGING.row_names), ROW), "must be learned again"),
        (dict.fromkeys(JUDGING.row_names, f"{ROW} 1"), "must be learned again"),
        (dict.fromkeys(JUDGING.row_names, "many"), "must be learned again"),
        (dict.fromkeys(JUDGING.row_names, 5), "must be learned again"),
    ],
)
def test_a_file_that_was_learned_for_something_else_is_refused(
    tmp_path: Path, rows: dict[str, object] | None, problem: str
) -> None:
    table = "" if rows is None else KEY + "".join(f"\n{json.dumps(name)} = {json.dumps(row)}" for name, row in rows.items())
    (tmp_path / "mine.toml").write_text(f"[values.light.2]\nfame = 3\n{table}\n")
    with pytest.raises(InputError, match=problem):
        toy.corrected(str(tmp_path / "mine.py"), "Corrected.", learned="mine.toml")
