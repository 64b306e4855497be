"""Options have named fields, the same for every option of a decision, and a page that says which."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import get_type_hints

import pytest
from playthroughs import FROZEN_COMPONENTS, walk
from pydantic import TypeAdapter
from sheets import Table

from rajas_sim import charmers
from rajas_sim.charmers import Option, State
from rajas_sim.charmers.appraisal.parameters import WEIGHT, WEIGHTS
from rajas_sim.charmers.output.options import FIELDS
from rajas_sim.charmers.rulebook import terms
from rajas_sim.core.playing.asking import ask
from rajas_sim.core.strategies.registry import find

PAGE = Path(__file__).parents[2] / "docs" / "options_charmers.md"
#: Their types, as the class declares them.
TYPES = {name: TypeAdapter(hint) for name, hint in get_type_hints(Option).items() if name not in ("code", "passes", "state")}
MAY_DECLINE = {"readings.bonuses": "may_be_declined"}


@cache
def positions() -> dict[str, list[State]]:
    """Return positions of games of random strategies by decision, a few of each."""
    found: dict[str, list[State]] = {decision: [] for decision in terms.DECISIONS}
    for players, side, seed in ((2, "sun", 1), (3, "moon", 2), (5, "sun", 3)):
        rules = charmers.rules(players, side, overrides=MAY_DECLINE, components=FROZEN_COMPONENTS)
        for step in walk(rules, seed, choices=seed):
            state = step.after
            if not state.is_over and len(state.option_codes) > 1 and len(found[state.decision]) < 30:
                found[state.decision].append(state)
    return found


def test_every_decision_has_fields_and_every_field_a_type():
    assert tuple(FIELDS) == terms.DECISIONS
    assert {name for names in FIELDS.values() for name in names} == set(TYPES)


@pytest.mark.parametrize("decision", terms.DECISIONS)
def test_an_option_has_the_fields_of_its_decision(decision):
    assert positions()[decision], "the games have such a decision"
    for state in positions()[decision]:
        for option in state.options:
            assert tuple(option.fields) == FIELDS[decision]
            for name, value in option.fields.items():
                assert getattr(option, name) == TYPES[name].validate_python(value, strict=True)


@pytest.mark.parametrize("decision", terms.DECISIONS)
def test_the_fields_tell_an_option_from_all_others(decision):
    for state in positions()[decision]:
        assert len({tuple(option.fields.values()) for option in state.options}) == len(state.options)


def test_the_fields_are_the_words_of_the_component_file():
    state = charmers.new_game(charmers.rules(2, components=FROZEN_COMPONENTS), 1)
    found = [(option.die.colour, option.die.number, option.die.face, option.uses_karma) for option in state.options]
    assert [f"take the {option.die}" for option in state.options] == [option.text for option in state.options]
    assert ("orange", 1, terms.PEOPLE[int(state.faces[6])], False) in found


def test_an_option_that_does_nothing_says_so():
    found = {option.text for states in positions().values() for state in states for option in state.options if option.is_pass}
    assert found == {"sell no more", "use no more bonuses"}
    lost = Table(3).after("orange").karma(0, seat=1).palace(1, **dict.fromkeys(terms.PEOPLE, 3)).river(18, seat=1)
    lost.goods(1, tea=9, silk=9, spices=9).seat(1, roads=[15] * terms.N.cells)
    assert [(option.is_pass, option.die) for option in lost.state().options] == [(True, None)]


def test_the_page_names_the_fields_of_every_decision():
    rows = re.findall(r"^\| `(\w+)` \|[^|]*\| (.*) \|$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    documented = {decision: tuple(re.findall(r"`(\w+)`", fields)) for decision, fields in rows if decision in terms.DECISIONS}
    assert documented == FIELDS
    explained = set(re.findall(r"^\| `(\w+)` \|", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE))
    assert set(TYPES) <= explained


@pytest.mark.parametrize("decision", terms.DECISIONS)
def test_every_decision_is_appraised(decision):
    for state in positions()[decision][:5]:
        assert ask(find("balanced", game="charmers"), state, 1, 1) in state.option_codes


def test_weights_stand_where_their_names_say():
    assert tuple(parameter.name for parameter in WEIGHTS) == WEIGHT._fields


def test_the_documentation_says_which_number_stands_for_which_word():
    page = (
        (Path(__file__).parents[2] / "docs" / "options_charmers.md").read_text(encoding="utf-8").split("## Numbers of words")[1]
    )
    for words in (terms.BUILDINGS, terms.GOODS, terms.PEOPLE):
        assert f"| {', '.join(words)} |" in page
    assert terms.COLUMNS == 5
