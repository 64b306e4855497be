"""Options have named fields, the same for every option of a decision, and a page that says which."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_type_hints

import pytest
from pydantic import TypeAdapter

from rajas_sim import charmers
from rajas_sim.charmers import Option
from rajas_sim.charmers.output.options import FORMS
from rajas_sim.charmers.output.wording import Earning, place_text
from rajas_sim.charmers.rulebook import terms
from rajas_sim.core.game import find_game
from tests.charmers.sheets import Table, choose, printed
from tests.every_game.walking import frozen_rules, positions_by_decision

PAGE = Path(__file__).parents[3] / "docs" / "options_charmers.md"
#: Their types, as the class declares them.
TYPES = {name: TypeAdapter(hint) for name, hint in get_type_hints(Option).items() if name not in ("code", "forms", "state")}
FIELDS = {decision: form.fields for decision, form in FORMS.items()}


def test_every_decision_has_fields_and_every_field_a_type() -> None:
    assert tuple(FIELDS) == terms.DECISIONS
    assert {name for names in FIELDS.values() for name in names} == set(TYPES)


@pytest.mark.parametrize("decision", terms.DECISIONS)
def test_an_option_has_the_fields_of_its_decision(decision: str) -> None:
    for state in positions_by_decision("charmers")[decision]:
        for option in state.options:
            assert tuple(option.fields) == FIELDS[decision]
            for name, value in option.fields.items():
                assert getattr(option, name) == TYPES[name].validate_python(value, strict=True)


@pytest.mark.parametrize("decision", terms.DECISIONS)
def test_the_fields_tell_an_option_from_all_others(decision: str) -> None:
    for state in positions_by_decision("charmers")[decision]:
        assert len({tuple(option.fields.values()) for option in state.options}) == len(state.options)


def test_the_fields_are_the_words_of_the_component_file() -> None:
    state = charmers.new_game(frozen_rules("charmers", 2), 1)
    fields = [(option.die.colour, option.die.number, option.die.face, option.uses_karma) for option in state.options]
    assert [f"take the {option.die}" for option in state.options] == [option.text for option in state.options]
    assert ("orange", 1, terms.PEOPLE[int(state.faces[6])], False) in fields


def test_dice_of_a_colour_are_numbered_where_their_faces_differ() -> None:
    alike = [list(terms.SYMBOLS)] * 2
    unlike = [list(terms.SYMBOLS), ["flag"] * 6]
    for faces, dice in ((alike, ["blue die (flag)"]), (unlike, ["blue die 1 (flag)", "blue die 2 (flag)"])):
        table = Table(overrides=printed(dice__blue=faces)).dice(blue="flag flag")
        texts = [option.text for option in table.state().options if "blue" in option.text]
        assert texts == [f"take the {die}" for die in dice]


def test_the_goods_of_purple_dice_that_show_the_same_are_one_option_whatever_their_other_faces() -> None:
    unlike = [list(terms.GOODS_FACES), ["tea_silk"] * 6]
    table = Table(overrides=printed(dice__purple=unlike, money={1: {"goods_die": 1}})).dice(purple="tea_silk tea_silk")
    state = choose(table.state(), "take the blue die (flag)", "use bonus")
    assert [option.text for option in state.options] == ["take the goods of the purple die (tea and silk)"]


@pytest.mark.parametrize(
    ("kind", "one", "two"),
    [
        ("goods", "1 good", "2 goods"),
        ("upgrade", "1 upgrade", "2 upgrades"),
        ("half_road", "1 half-road", "2 half-roads"),
        ("sell_any", "sell 1 good", "sell up to 2 goods"),
        ("sell_same", "sell 1 good", "sell up to 2 goods of the same kind"),
        ("sell_different", "sell 1 good", "sell up to 2 different goods"),
        ("goods_die", "the goods of a purple die", "twice the goods of a purple die"),
    ],
)
def test_one_thing_is_named_in_the_singular(kind: str, one: str, two: str) -> None:
    assert (str(Earning(kind, 1)), str(Earning(kind, 2))) == (one, two)


def test_an_option_that_does_nothing_says_so() -> None:
    offered = {
        option.text
        for states in positions_by_decision("charmers").values()
        for state in states
        for option in state.options
        if option.is_pass
    }
    assert offered == {"sell no more", "use no more bonuses", "carry out no palace action", "draw no road"}
    lost = Table(3).after("orange").karma(0, seat=1).palace(1, **dict.fromkeys(terms.PEOPLE, 3)).river(18, seat=1)
    lost.goods(1, tea=9, silk=9, spices=9).seat(1, roads=[15] * terms.N_OF.cells)
    assert [(option.is_pass, option.die) for option in lost.state().options] == [(True, None)]


def test_the_page_names_the_fields_of_every_decision() -> None:
    rows = re.findall(r"^\| `(\w+)` \|[^|]*\| (.*) \|$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    documented = {decision: tuple(re.findall(r"`(\w+)`", fields)) for decision, fields in rows if decision in terms.DECISIONS}
    assert documented == FIELDS
    explained = set(re.findall(r"^\| `(\w+)` \|", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE))
    assert set(TYPES) <= explained


def test_the_documentation_says_which_number_stands_for_which_word() -> None:
    page = (
        (Path(__file__).parents[3] / "docs" / "options_charmers.md").read_text(encoding="utf-8").split("## Numbers of words")[1]
    )
    for words in (terms.BUILDINGS, terms.GOODS, terms.PEOPLE):
        assert f"| {', '.join(words)} |" in page
    assert terms.COLUMNS == 5


def test_places_of_bonuses_are_named_as_on_the_sheet() -> None:
    names = {
        "edge/left/4": "left edge, row 4",
        "edge/top/2": "top edge, column 2",
        "tent/silk/3": "silk tent 3",
        "palace_column/lower/1": "lower palace, column 1",
        "upgrade_column/1/2": "all buildings upgraded twice",
        "karma_bonus/1/3": "karma track, space 3",
        "track/fame/1": "fame track, bonus 1",
    }
    assert {bonus_place: place_text(bonus_place) for bonus_place in names} == names
    assert len({*map(place_text, terms.BONUS_PLACES)}) == len(terms.BONUS_PLACES)


def test_reminders_have_the_amounts_of_the_rules_in_play() -> None:
    game = find_game("charmers")
    reminders = game.reminders(game.rules(2, overrides={"palace.maharani_steps": 1, "palace.raja_money": 4}))
    assert reminders["Maharani"] == "1 space along the river."
    assert reminders["Raja Man Singh"] == "4 money and 1 upgrade."
    assert "1 to 2 unmarked spaces" in reminders["Portuguese"]


def test_an_option_says_which_bonuses_it_releases() -> None:
    overrides = printed(residence_roads="left", edge={"bottom_2": {"karma": 2}})
    state = choose(Table(overrides=overrides).dice(green="bend straight").state(), "green die (bend)")
    notes = {option.text: state.option_note(option.code) for option in state.options}
    assert notes["draw a road at row 4, column 2, roads right, bottom"] == "bonus: 2 karma"
    assert notes["draw a road at row 4, column 2, roads top, right"] == ""
