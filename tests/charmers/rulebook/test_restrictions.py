"""What a seat is restricted from using: the boxes of its sheet."""

from __future__ import annotations

from typing import Any

import pytest

from rajas_sim.charmers import new_game
from rajas_sim.charmers.rulebook.layout import THINGS
from rajas_sim.charmers.rulebook.rules import THING_NAMES
from rajas_sim.core.errors import InputError
from tests.charmers.sheets import Table, amounts, drawable, pending, printed, released, rules_for, take, texts


def without(*things: str, **others: Any) -> dict[str, Any]:
    return printed(**others) | {"restrict.seat_1": list(things)}


def test_every_box_is_a_thing_with_a_name_of_its_own() -> None:
    assert len(THING_NAMES) == len(set(THING_NAMES)) == THINGS.count
    assert {"palace.maharani.2", "province.1.2", "river.5", "karma.1", "edge.top.1", "upgrade_column.2"} <= set(THING_NAMES)


def test_a_person_is_not_used_beyond_the_box() -> None:
    table = Table(overrides=without("palace.maharani")).dice(orange="maharani trader")
    assert not any("Maharani" in text for text in texts(table.state()))
    table = Table(overrides=without("palace.maharani.2")).dice(orange="maharani trader")
    assert any("Maharani" in text for text in texts(table.state()))
    used = Table(overrides=without("palace.maharani.2")).dice(orange="maharani trader").palace(maharani=1)
    assert not any("Maharani" in text for text in texts(used.state()))


def test_the_great_mogul_does_not_choose_a_person_who_is_closed() -> None:
    table = Table(overrides=without("palace.portuguese")).dice(orange="great_mogul trader")
    state = take(table.state(), "orange die (Great Mogul)")
    assert state.decision == "palace_action"
    assert not any("ortuguese" in text for text in texts(state))


def test_a_province_space_has_no_road() -> None:
    table = Table(overrides=without("province.4.2")).dice(green="straight bend")
    state = take(table.state(), "green die (straight)")
    assert (4, 2) not in {(row, column) for row, column, _ in drawable(state)}
    assert (4, 4) in {(row, column) for row, column, _ in drawable(state)}


def test_a_river_space_is_marked_but_gives_nothing() -> None:
    for things, money in (((), 4), (("river.1",), 0)):
        table = Table(overrides=without(*things, river={1: {"money": 4}})).dice(blue="flag swan")
        state = take(table.state(), "blue die (flag)")
        assert (state.seats[0].river, state.seats[0].money) == (1, money)


def test_goods_are_circled_up_to_the_box() -> None:
    table = Table(overrides=without("market.tea.2")).dice(purple="tea_tea silk_silk")
    state = take(table.state(), "purple die (tea and tea)")
    assert amounts(state, "goods")["tea"] == 1


def test_a_bonus_counts_as_circled_before_the_game_and_is_never_used() -> None:
    state = new_game(rules_for(3, without("edge.bottom.2", edge={"bottom_2": {"fame": 3}})), seed=1)
    assert released(state) == {"edge bottom_2"}
    assert not pending(state)
    assert not released(state, 1)


def test_a_building_is_not_upgraded_beyond_the_box() -> None:
    table = Table(overrides=without("upgrades.temple.2", palace__raja_upgrades=1)).dice(orange="raja_man_singh trader")
    state = take(table.state(), "orange die (Raja Man Singh)")
    assert state.decision == "upgrade"
    assert not any("temple" in text for text in texts(state))


def test_karma_is_collected_up_to_the_box() -> None:
    overrides = without("karma.2", river={1: {"karma": 1}})
    state = take(Table(overrides=overrides).dice(blue="flag swan").state(), "blue die (flag)")
    assert state.seats[0].karma_collected == 1


def test_only_the_seat_named_is_restricted() -> None:
    state = Table(overrides=printed() | {"restrict.seat_2": ["palace.maharani"]}).dice(orange="maharani trader").state()
    assert any("Maharani" in text for text in texts(state))
    assert [int(seat.position) for seat in state.seats] == [0, 1, 2]
    assert not pending(state)


def test_a_name_of_nothing_is_refused() -> None:
    with pytest.raises(InputError, match=r"nothing in play is called 'palace.maharaja'"):
        rules_for(3, without("palace.maharaja"))
