"""Options read as attributes: which fields there are, of which types, and that the documentation names them."""

from __future__ import annotations

import re
from pathlib import Path
from types import UnionType
from typing import get_args, get_origin, get_type_hints

import pytest

from rajas_sim.core.game import find_game
from rajas_sim.core.positions.state import State
from rajas_sim.core.positions.wording import Cell
from rajas_sim.ganges import Option
from rajas_sim.ganges.output.options import FORMS
from rajas_sim.ganges.output.wording import Die, DueEarning, YieldTile, earnings_text, tile_name
from rajas_sim.ganges.rulebook import terms
from tests.every_game.walking import positions_by_decision
from tests.ganges.positions import Table, choose, option, play_space, rules_of, tile

DOC = (Path(__file__).parents[3] / "docs" / "options_ganges.md").read_text(encoding="utf-8")
FIELDS = {decision: form.fields for decision, form in FORMS.items()}


def is_of(value: object, kind: object) -> bool:
    """Return whether a value is of an annotated type."""
    if isinstance(kind, UnionType):
        return any(is_of(value, each) for each in get_args(kind))
    if get_origin(kind) is tuple:
        return isinstance(value, tuple) and all(is_of(item, get_args(kind)[0]) for item in value)
    return type(value) is kind


def test_the_list_of_decisions_is_complete() -> None:
    assert tuple(FIELDS) == terms.DECISIONS


@pytest.mark.slow
@pytest.mark.parametrize("decision", terms.DECISIONS)
def test_options_have_exactly_the_fields_of_their_decision_and_of_the_declared_types(decision: str) -> None:
    types = get_type_hints(Option)
    for state in positions_by_decision("ganges")[decision]:
        for each in state.options:
            assert tuple(each.fields) == FIELDS[decision]
            for name, value in each.fields.items():
                assert getattr(each, name) == value
                assert is_of(value, types[name]), f"{decision}.{name} is {value!r}"


@pytest.mark.parametrize("decision", terms.DECISIONS)
def test_fields_tell_an_option_from_the_others(decision: str) -> None:
    for state in positions_by_decision("ganges")[decision]:
        assert len({repr(dict(each.fields)) for each in state.options}) == len(state.options)


def test_every_option_says_whether_it_is_a_pass() -> None:
    passes = {
        decision: [o.text for s in states for o in s.options if o.is_pass]
        for decision, states in positions_by_decision("ganges").items()
    }
    assert {decision for decision, states in passes.items() if states} == {
        decision for decision, form in FORMS.items() if form.pass_code is not None
    }
    assert set(passes["place"]) == {"place no worker"}
    assert set(passes["sail"]) == {"leave the boat where it is"}


def rows(heading: str, columns: int) -> list[list[str]]:
    """Return the rows of the table below a heading of the documentation."""
    lines = DOC.split(f"## {heading}\n")[1].split("\n## ")[0].splitlines()
    return [re.split(r" \| ", line.strip("| "), maxsplit=columns - 1) for line in lines if line.startswith("| `")]


def test_the_documentation_has_every_decision_with_its_fields() -> None:
    documented = {decision.strip("`"): fields for decision, _, fields in rows("The decisions", 3)}
    assert {decision: tuple(re.findall(r"`(\w+)`", fields)) for decision, fields in documented.items()} == FIELDS


def test_the_documentation_explains_every_field() -> None:
    used = dict.fromkeys(name for fields in FIELDS.values() for name in fields)
    assert [name.strip("`") for name, _ in rows("The fields", 2)] == list(used)
    assert set(used) == set(Option.__annotations__)


# --- by example


def test_a_die_turned_over_says_what_it_counts() -> None:
    table = Table().dice("blue 6").seat(karma=1)
    paying = table.state().play(option(table.state(), "harbour"))
    flipped = option(paying, "give up blue die 6 turned to 1")
    assert flipped.die == Die("blue", 6, is_flipped=True)
    assert (flipped.die.counts, flipped.space, flipped.area) == (1, "harbour_1", "harbour")


def test_a_tile_says_where_it_may_lie() -> None:
    state = positions_by_decision("ganges")["choose_cell"][0]
    each = state.options[0]
    assert isinstance(each.cell, Cell)
    place = f"row {each.cell.row}, column {each.cell.column}"
    assert each.text == f"lay {tile_name(each.tile)} at {place}, roads {', '.join(each.roads)}"


def test_a_yield_tile_says_what_it_earns() -> None:
    state = positions_by_decision("ganges")["take_yield_tile"][0]
    assert state.options[-1].yield_tile is None
    assert isinstance(state.options[0].yield_tile, YieldTile)
    assert all(amount > 0 for amount in state.options[0].yield_tile.earns.values())


def test_what_comes_next_says_where_it_comes_from() -> None:
    state = positions_by_decision("ganges")["choose_order"][0]
    for each in state.options:
        assert isinstance(each.received, DueEarning)
        assert each.received.cause in terms.CAUSES
        assert all(amount > 0 for amount in each.received.earns.values())


def test_one_die_is_named_in_the_singular() -> None:
    state = Table(overrides={"palace.balcony_dice": 1}).dice("orange 3").state()
    assert "place a worker: balcony orange (1 purple die for an orange die)" in [each.text for each in state.options]
    earned = {"blue_dice": 1, "dice": 2, "upgrade": 2, "orange_dice_per_karma": 1}
    assert earnings_text(rules_of(state), earned) == "1 blue die, 2 dice, 2 upgrades, 1 orange die per karma"


def test_a_misspelt_field_names_those_there_are() -> None:
    with pytest.raises(AttributeError, match="area"):
        _ = Table().state().options[0].aera


def test_the_documentation_says_which_number_stands_for_which_word() -> None:
    page = (Path(__file__).parents[3] / "docs" / "options_ganges.md").read_text(encoding="utf-8").split("## Numbers of words")[1]
    for words in (terms.BUILDINGS, terms.COLOURS):
        assert f"| {', '.join(words)} |" in page
    assert terms.COLUMNS == 5


@pytest.mark.parametrize(
    ("dice", "cost", "note"),
    [
        ("blue 3 4", 7, ""),
        ("blue 1 6", 12, "uses 1 karma to turn a die"),
        ("blue 1 1", 12, "uses 2 karma to turn dice"),
        ("blue 3 3 1", 12, "uses 1 karma to turn a die"),
    ],
)
def test_a_tile_says_how_much_karma_it_takes_at_least(dice: str, cost: int, note: str) -> None:
    table = Table(overrides=tile("blue_01", cost, "straight")).only_open("blue_01").dice(dice).seat(money=3, karma=2)
    state = choose(table.state(), "place a worker: quarry")
    notes = {each.text.split(" (")[0]: state.option_note(each.code) for each in state.options}
    assert notes == {"take blue tile 1": note}


def test_a_die_that_is_turned_over_to_pay_says_that_it_uses_karma() -> None:
    harbour = choose(Table().dice("blue 2 6").seat(money=3, karma=1).state(), "place a worker: harbour")
    notes = {each.text.split(" (")[0]: state_note for each in harbour.options if (state_note := harbour.option_note(each.code))}
    assert notes == {"give up blue die 6 turned to 1": "uses 1 karma"}
    table = Table(overrides=tile("blue_01", 6, "straight")).only_open("blue_01").dice("blue 1 6").seat(money=3, karma=1)
    paying = choose(table.state(), "place a worker: quarry", "take blue tile 1")
    notes = {each.text.split(" (")[0]: paying.option_note(each.code) for each in paying.options}
    assert notes["give up blue die 1 turned to 6"] == "uses 1 karma; pays it all"
    assert notes["give up blue die 6"] == "pays it all"


def test_a_chamber_and_the_harbour_say_that_a_die_must_be_turned() -> None:
    state = Table().dice("blue 5 6").seat(money=3, karma=1).state()
    notes = {str(each.space): state.option_note(each.code) for each in state.options}
    turned = "uses 1 karma to turn a die"
    assert [space for space, note in notes.items() if turned in note] == ["great_mogul", "dancer", "harbour_1"]
    assert notes["terrace_blue"] == ""


def test_a_market_of_which_one_has_none_is_said_to_pay_nothing() -> None:
    def markets_that_pay_nothing(state: State) -> list[str]:
        pay_nothing = [each.space for each in state.options if "pays nothing" in state.option_note(each.code)]
        return [space.removeprefix("market_") for space in pay_nothing if space]

    table = Table(players=2, overrides=tile("blue_01", 7, "straight", silk=2)).dice("blue 3")
    assert markets_that_pay_nothing(table.state()) == ["assorted_1", "silk", "tea", "spices"]
    assert markets_that_pay_nothing(table.tile("blue_01", 2, 3, "top bottom").state()) == ["tea", "spices"]


def test_spaces_that_are_alike_have_the_amount_and_no_number() -> None:
    texts = [each.text for each in Table(players=3, overrides={"palace.outer_terrace_money": 3}).state().options]
    assert "place a worker: outer terrace (3 money and a reroll)" in texts
    assert "place a worker: assorted goods market" in texts


def test_reminders_have_the_amounts_of_the_rules_in_play() -> None:
    game = find_game("ganges")
    overrides = {"palace.great_mogul_fame": 5, "palace.raja_money": 7, "harbour.highest_die": 1, "palace.chamber_dice": [6] * 6}
    reminders = game.reminders(game.rules(2, overrides=overrides))
    assert reminders["Great Mogul"].startswith("Give up a 6: 5 fame,")
    assert reminders["Raja Man Singh"] == "Give up a 6: 1 upgrade and 7 money."
    assert "Give up a 1: " in reminders["Harbour"]
    assert "snake 2 to 5, cow 6 to 9, tiger 10 to 12" in reminders["Tiles on display"]


def test_what_is_to_be_decided_is_said_as_people_say_it() -> None:
    state = play_space(Table().dice("green 1 3").state(), "yogi")
    assert (state.decision, state.offered()[0]) == ("pay_die", "give up a die")


def test_what_all_options_begin_with_is_said_once() -> None:
    state = find_game("ganges").new_game(find_game("ganges").rules(2), 1)
    decision, texts = state.offered()
    assert decision == "place a worker"
    assert [f"place a worker: {text}" for text in texts] == [state.offered_text(code) for code in state.option_codes]
    of_charmers = find_game("charmers").new_game(find_game("charmers").rules(2), 1)
    assert of_charmers.offered()[1] == tuple(map(of_charmers.offered_text, of_charmers.option_codes)), "nothing in common"
