"""Green dice (rulebook: Build roads)."""

from __future__ import annotations

from typing import Any

import pytest

from rajas_sim.core.positions.state import State
from tests.charmers.sheets import (
    SHOWN_TEXTS,
    Table,
    add,
    add_both,
    addable,
    choose,
    draw,
    drawable,
    events,
    pending,
    printed,
    released,
    roads,
    take,
    texts,
)

#: Printed above the residence, so that one space can be reached at first.
NORTH = printed(residence_roads="top")


def building(shown: str, drawn: dict[tuple[int, int], str] | None = None, overrides: dict[str, Any] | None = None) -> State:
    """The start player about to draw what the green die shows."""
    other = "bend" if shown == "straight" else "straight"
    table = Table(overrides=overrides or NORTH).dice(green=f"{shown} {other}").roads(drawn or {})
    return take(table.state(), f"green die ({SHOWN_TEXTS.get(shown, shown)})")


# --- straights and bends on new spaces


def test_the_first_road_starts_from_the_residence() -> None:
    assert drawable(building("straight")) == {(3, 3, "top bottom")}
    assert drawable(building("bend")) == {(3, 3, "right bottom"), (3, 3, "bottom left")}


def test_every_road_of_the_residence_leads_to_a_space() -> None:
    state = building("straight", overrides=printed(residence_roads="top right left"))
    assert drawable(state) == {(3, 3, "top bottom"), (4, 2, "right left"), (4, 4, "right left")}


def test_later_roads_start_from_the_residence_again_or_from_roads_already_drawn() -> None:
    state = building("straight", {(3, 3): "top bottom"}, printed(residence_roads="top left"))
    assert drawable(state) == {(2, 3, "top bottom"), (4, 2, "right left")}


def test_the_orientation_does_not_matter() -> None:
    state = building("straight", {(3, 3): "right bottom left"})
    assert drawable(state) == {(3, 2, "right left"), (3, 4, "right left")}
    state = building("bend", {(3, 3): "right bottom left"})
    assert drawable(state) == {(3, 2, "top right"), (3, 2, "right bottom"), (3, 4, "bottom left"), (3, 4, "top left")}


def test_incorrect_5_a_road_must_be_connected_to_the_residence() -> None:
    # beside a drawn space, but at a side its road does not lead to
    spaces = {(row, column) for row, column, _ in drawable(building("bend", {(3, 3): "top bottom"}))}
    assert spaces == {(2, 3)}
    # and the road itself must lead to the connection
    assert (2, 3, "right left") not in drawable(building("straight", {(3, 3): "top bottom"}))


def test_roads_are_no_extension_of_a_drawn_space_whatever_its_roads() -> None:
    drawn = {(3, 3): "top bottom", (2, 3): "right bottom"}
    for shown in ("straight", "bend"):
        state = building(shown, drawn)
        assert {(row, column) for row, column, _ in drawable(state)} == {(2, 4)}
        assert addable(state) == set()


def test_no_road_is_drawn_on_the_residence() -> None:
    state = building("bend", {(3, 3): "left bottom", (3, 2): "right bottom"}, NORTH)
    assert drawable(state) == {(4, 2, "top right"), (4, 2, "top left")}


def test_a_road_may_meet_the_residence_where_it_has_no_road() -> None:
    state = building("bend", {(3, 3): "left bottom", (3, 2): "right bottom"}, NORTH)
    state = choose(state, draw(4, 2, "top right"))
    assert roads(state, 4, 2) == "top right"


def test_roads_may_end_at_the_border() -> None:
    state = building("straight", {(3, 3): "bottom left", (3, 2): "top right"})
    assert (2, 2, "top bottom") in drawable(state)
    state = building("straight", {(3, 3): "top bottom", (2, 3): "top bottom"})
    assert drawable(state) == {(1, 3, "top bottom")}


def test_incorrect_6_a_straight_lies_in_one_space() -> None:
    state = choose(building("straight"), draw(3, 3, "top bottom"))
    assert roads(state, 3, 3) == "top bottom"
    assert state.seats[0].roads.astype(bool).sum() == 2  # with the residence
    assert state.seat_to_move == 1


def test_a_road_between_two_roads_connects_both() -> None:
    drawn = {(3, 3): "right bottom left", (3, 4): "top left", (2, 4): "bottom left", (3, 2): "top right", (2, 2): "right bottom"}
    state = building("straight", drawn)
    assert drawable(state) == {(2, 3, "right left")}


def test_every_turn_of_a_shape_is_offered_once() -> None:
    state = building("straight", {(3, 3): "top right bottom left"})
    assert len(texts(state)) == len(set(texts(state))) == len(drawable(state)) == 3


# --- half-roads


def half_roads(drawn: dict[tuple[int, int], str] | None = None, overrides: dict[str, Any] | None = None) -> State:
    """The start player with two half-roads."""
    return building("half_roads", drawn, overrides)


def test_correct_1_and_2_half_roads_are_combined_to_a_straight_or_a_bend() -> None:
    state = half_roads()
    assert drawable(state) == {(3, 3, "top bottom"), (3, 3, "right bottom"), (3, 3, "bottom left")}
    assert addable(state) == set()
    straight = choose(state, "draw a straight at row 3, column 3, roads top, bottom")
    assert (roads(straight, 3, 3), straight.seat_to_move) == ("top bottom", 1)
    bend = choose(state, "draw a bend at row 3, column 3, roads bottom, left")
    assert (roads(bend, 3, 3), bend.seat_to_move) == ("bottom left", 1)


def test_correct_3_half_roads_are_connected_to_roads_already_drawn() -> None:
    state = half_roads({(3, 3): "top bottom", (2, 3): "right bottom"})
    assert addable(state) == {(3, 3, "right"), (3, 3, "left"), (2, 3, "top"), (2, 3, "left")}
    state = add_both(state, (3, 3, "left"), (2, 3, "top"))
    assert (roads(state, 3, 3), roads(state, 2, 3)) == ("top bottom left", "top right bottom")
    assert state.seat_to_move == 1


def test_both_half_roads_may_make_one_road_an_intersection() -> None:
    state = add_both(half_roads({(3, 3): "top bottom"}), (3, 3, "left"), (3, 3, "right"))
    assert roads(state, 3, 3) == "top right bottom left"


def test_a_fork_may_be_expanded_and_an_intersection_may_not() -> None:
    state = half_roads({(3, 3): "top right bottom", (2, 3): "top right bottom left"})
    assert addable(state) == {(3, 3, "left")}


def test_incorrect_4_a_new_space_is_never_marked_half() -> None:
    state = half_roads({(3, 3): "top bottom"})
    assert {(row, column) for row, column, _ in addable(state)} == {(3, 3)}
    after_the_first = next(state.play(o) for o in state.options if o.text.startswith("add"))
    assert drawable(after_the_first) == set()
    assert all(text.startswith("add a road at row 3, column 3") for text in texts(after_the_first))


def test_the_residence_has_its_printed_roads_and_is_not_expanded() -> None:
    # only roads one has already drawn can be expanded, and without any a half-road goes to waste
    state = half_roads({(3, 3): "top bottom"}, printed(residence_roads="top"))
    assert {(r, c) for r, c, _ in addable(state)} == {(3, 3)}


def test_a_half_road_may_lead_to_the_border_or_into_a_drawn_space() -> None:
    state = half_roads({(3, 3): "right bottom", (3, 4): "top left", (2, 4): "top bottom"})
    assert addable(state) == {
        *((3, 3, "top"), (3, 3, "left"), (3, 4, "right"), (3, 4, "bottom"), (2, 4, "left"), (2, 4, "right")),
    }


def test_a_half_road_opens_new_spaces_for_later_roads() -> None:
    before = Table(overrides=NORTH).roads({(3, 3): "top right bottom"}).state()
    assert (3, 4, "right left") in drawable(take(before, "green die (straight)"))
    before = Table(overrides=NORTH).roads({(3, 3): "top bottom"}).state()
    assert (3, 4, "right left") not in drawable(take(before, "green die (straight)"))


def test_a_single_fitting_half_road_is_added_and_the_other_is_lost() -> None:
    full = {(row, column): "top right bottom left" for row in range(1, 5) for column in range(1, 6) if (row, column) != (4, 3)}
    state = half_roads(full | {(2, 3): "top right bottom"})
    assert texts(state) == [add(2, 3, "left")]
    after = choose(state, add(2, 3, "left"))
    assert (after.seat_to_move, roads(after, 2, 3)) == (1, "top right bottom left")


# --- bonuses at the edge

CORNER = printed(residence_roads="top", edge={"top_5": {"money": 2}, "right_1": {"fame": 3}, "top_1": {"money": 5}})
TO_THE_CORNER = {(3, 3): "top bottom", (2, 3): "top bottom", (1, 3): "right bottom", (1, 4): "right left"}


def corner(shown: str, drawn: dict[tuple[int, int], str] | None = None) -> State:
    return building(shown, TO_THE_CORNER | (drawn or {}), CORNER)


def test_a_road_to_the_edge_receives_the_bonus_there() -> None:
    state = choose(corner("bend"), draw(1, 5, "top left"))
    assert pending(state) == {"edge top_5"}
    state = choose(state, "use bonus: 2 money (top edge, column 5)")
    assert (state.seats[0].money, state.seats[0].fame) == (2, 0)
    assert (released(state), pending(state), state.seat_to_move) == ({"edge top_5"}, set(), 1)


def test_a_road_along_the_edge_does_not_receive_it() -> None:
    state = choose(corner("bend"), draw(1, 5, "bottom left"))
    assert (released(state), state.seat_to_move) == (set(), 1)


def test_a_space_in_the_corner_has_two_edges() -> None:
    state = add_both(corner("half_roads", {(1, 5): "bottom left"}), (1, 5, "top"), (1, 5, "right"))
    assert pending(state) == {"edge top_5", "edge right_1"}


def test_a_half_road_receives_the_bonus_too() -> None:
    state = add_both(corner("half_roads", {(1, 5): "bottom left"}), (1, 5, "top"), (1, 4, "top"))
    assert pending(state) == {"edge top_5"}


def test_a_bonus_at_the_edge_is_received_once() -> None:
    state = corner("half_roads", {(1, 5): "top left"})
    assert released(state) == {"edge top_5"}
    state = add_both(state, (1, 5, "right"), (1, 5, "bottom"))
    assert pending(state) == {"edge right_1"}


def test_places_of_the_edge_without_a_bonus_give_nothing() -> None:
    state = add_both(corner("half_roads", {(1, 3): "right bottom"}), (1, 3, "top"), (1, 4, "top"))
    assert (released(state), state.seat_to_move) == (set(), 1)


@pytest.mark.parametrize(
    ("edge", "drawn", "at"),
    [
        ("left_3", {(3, 3): "bottom left", (3, 2): "right left"}, (3, 1, "right left")),
        ("bottom_2", {}, (4, 2, "right bottom")),
        ("left_4", {(4, 2): "right left"}, (4, 1, "right left")),
        ("right_2", {(3, 3): "top bottom", (2, 3): "right bottom", (2, 4): "right left"}, (2, 5, "right left")),
        ("top_3", {(3, 3): "top bottom", (2, 3): "top bottom"}, (1, 3, "top bottom")),
        ("right_4", {(4, 4): "right left"}, (4, 5, "right left")),
        ("bottom_4", {}, (4, 4, "bottom left")),
    ],
)
def test_places_of_the_edge_are_counted_from_the_left_and_from_the_top(
    edge: str, drawn: dict[tuple[int, int], str], at: tuple[int, int, str]
) -> None:
    overrides = printed(residence_roads="top right left", edge={edge: {"money": 1}})
    shown = "bend" if at[2] in ("right bottom", "bottom left") else "straight"
    state = choose(building(shown, drawn, overrides), draw(*at))
    assert pending(state) == {f"edge {edge}"}


def test_bonuses_at_the_edge_belong_to_the_sheet_of_the_player() -> None:
    state = choose(corner("bend"), draw(1, 5, "top left"), "use bonus: 2 money (top edge, column 5)")
    assert (state.seats[1].money, released(state, 1)) == (0, set())


def test_a_road_is_logged_with_its_space() -> None:
    logged = events(corner("bend"), draw(1, 5, "top left"))
    assert [(what, cause) for what, _, _, cause in logged if what in ("road", "bonus")] == [("road", "die"), ("bonus", "edge")]
