"""Worths corrected by what was learned, and lessons, in the smallest game there can be."""

from __future__ import annotations

import numpy as np
import pytest
import toy_game as toy

from rajas_sim.core.errors import InputError
from rajas_sim.core.search.lessons import Lessons, new_lessons
from rajas_sim.core.strategies.plans import can_be_corrected, uncorrected
from rajas_sim.core.strategies.tuned_values import corrections_table, nearest_values, numbers_of

TEACHING, JUDGING = toy.TEACHING, toy.JUDGING
BOTH = np.array([toy.MONEY, toy.FAME], np.int16)
KEY = "[corrections.light.2]"
ALL_EQUAL = {"prize.fame": 1, "prize.money": 2, "tracks.money_per_fame": 2}


def chosen(turns: int, corrections: list[float]) -> int:
    """Return what is taken by a seat to which fame is worth 2 and money 1.5, after some turns."""
    rules = toy.Rules.resolve(2, "light", (), None, None)
    array = toy.State.new_game(rules, 1).array.copy()
    array["turns"] = turns
    return int(TEACHING.choose(array[0], rules.array[0], BOTH, np.array([2.0, 0.5, *corrections])))


def lesson(seed: int = 1, decisions: int = 40, playouts: int = 2, **overrides: object) -> Lessons:
    rules = toy.Rules.resolve(2, "light", (), {"game.round_limit": 6, **overrides}, None)
    room = new_lessons(JUDGING, decisions, playouts)
    numbers = np.array([2.0, 0.5, 0.0, 0.0, 0.0, 0.0])
    return room.first(*TEACHING.collect(rules.array, numbers, seed, 0.5, 0.1, room))


def test_without_corrections_the_worth_decides() -> None:
    assert chosen(0, [0.0, 0.0, 0.0, 0.0]) == toy.FAME


def test_a_correction_counts_for_its_kind_of_option_times_the_feature() -> None:
    assert chosen(0, [0.6, 0.0, 0.0, 0.0]) == toy.MONEY
    assert chosen(0, [0.0, 0.0, 0.6, 0.0]) == toy.FAME
    later = [0.0, 0.6, 0.0, 0.0]
    assert [chosen(turns, later) for turns in (0, 5, 10)] == [toy.FAME, toy.FAME, toy.MONEY]


def test_a_lesson_has_every_option_of_as_many_decisions_as_there_is_room_for() -> None:
    found = lesson()
    assert len(found.features) == 40
    assert found.decisions.tolist() == np.repeat(np.arange(40), 2).tolist()
    assert found.kinds.tolist() == [0, 1] * 40
    assert {1.5, 2.0} <= set(found.worths) <= {1.5, 2.0, 6.5, 7.0}
    assert found.leads.shape == (80, 2)
    assert np.all(np.abs(found.leads) < 1)
    assert set(found.features[:, 0]) == {1.0}


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
    assert can_be_corrected(plan, TEACHING)
    assert not can_be_corrected(uncorrected(plan, TEACHING), TEACHING)


def test_a_plan_without_corrections_gets_zeros() -> None:
    numbers = uncorrected(toy.plan(__file__, "A plan."), TEACHING).numbers_under("light", 2)
    assert numbers == [2.0, 0.5, 0.0, 0.0, 0.0, 0.0]


def test_corrections_survive_their_file(tmp_path) -> None:
    numbers = (0.25, -1.5, 3.0, 1e-7)
    table = corrections_table(numbers, JUDGING.kinds, JUDGING.features)
    assert numbers_of(table, JUDGING.kinds, JUDGING.features) == numbers
    text = "\n".join(f'{kind} = "{row}"' for kind, row in table["add"].items())
    file = tmp_path / "mine.toml"
    (tmp_path / "mine.py").write_text("")
    file.write_text(
        f"[values.light.2]\nfame = 3\n[corrections.light.2]\nfeatures = {table['features']}\n[corrections.light.2.add]\n{text}\n"
    )
    mine = toy.corrected(str(tmp_path / "mine.py"), "Corrected.", learned="mine.toml")
    assert mine.numbers_under("light", 5) == [3.0, 0.5, *numbers]
    assert mine.digest() != uncorrected(toy.plan(__file__, "A plan."), TEACHING).digest()
    assert nearest_values(mine.learned, "light", 2) is mine.learned["light", 2]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", r"has no table such as \[corrections.VARIANT.PLAYERS\]"),
        (f'{KEY}\nfeatures = ["one"]\nadd = {{ take_money = "1", take_fame = "2" }}', "must be learned anew"),
        ('[corrections.light.2]\nfeatures = ["one", "turns"]\nadd = { take_money = "1 2" }', "must be learned anew"),
        (
            '[corrections.light.2]\nfeatures = ["one", "turns"]\nadd = { take_money = "1 2", take_fame = "2" }',
            "must be learned anew",
        ),
        (f"{KEY}\nadd = 5", "must be learned anew"),
    ],
)
def test_a_file_that_was_learned_for_something_else_is_refused(tmp_path, text: str, problem: str) -> None:
    (tmp_path / "mine.toml").write_text(f"[values.light.2]\nfame = 3\n{text}\n")
    with pytest.raises(InputError, match=problem):
        toy.corrected(str(tmp_path / "mine.py"), "Corrected.", learned="mine.toml")
