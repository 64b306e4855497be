"""Building action: spaces, payment and the display of tiles (rulebook: Building action)."""

from __future__ import annotations

from collections import Counter
from itertools import chain, product

from hypothesis import given, settings
from hypothesis import strategies as st

from rajas_sim.core.positions.state import State
from rajas_sim.ganges.rulebook import terms
from tests.ganges.positions import (
    YIELDS,
    Table,
    build,
    choose,
    finish_turn,
    hand,
    in_supply,
    open_tiles,
    option,
    play_space,
    rules_of,
    spaces,
    texts,
    tile,
)

BLUE_7 = tile("blue_01", 7, "straight") | YIELDS
PRICES = {"quarry.prices": [1, 2, 4]}


def quarry(table: Table) -> State:
    return play_space(table.state(), "quarry")


# --- spaces


def test_the_leftmost_free_space_is_used_and_its_price_paid() -> None:
    table = Table(overrides=BLUE_7 | PRICES).opened("blue_01").dice("blue 6 6").seat(money=10)
    for placed, price in enumerate([1, 2, 4]):
        state = table.state()
        after = play_space(state, f"quarry_{placed + 1}")
        assert after.seats[0].money == 10 - price
        table.workers_on(**{f"quarry_{placed + 1}": 1})
    assert "quarry" not in spaces(table.state())


def test_who_cannot_pay_the_price_cannot_build() -> None:
    table = Table(overrides=BLUE_7 | PRICES).opened("blue_01").dice("blue 6 6").workers_on(quarry_1=1)
    assert "quarry" not in spaces(table.seat(money=1).state())
    assert "quarry" in spaces(table.seat(money=2).state())


def test_who_cannot_pay_any_tile_cannot_build() -> None:
    table = Table(overrides=BLUE_7).only_open("blue_01").seat(money=10, karma=0)
    assert "quarry" not in spaces(table.dice("blue 3 3, orange 6 6").state())
    assert "quarry" in spaces(table.dice("blue 3 4").state())


def test_who_needs_karma_to_pay_a_tile_can_build_with_karma() -> None:
    table = Table(overrides=BLUE_7).only_open("blue_01").seat(money=10)
    assert "quarry" in spaces(table.dice("blue 1 1").seat(karma=1).state())
    assert "quarry" not in spaces(table.dice("blue 1 1").seat(karma=0).state())


def test_who_has_no_free_road_end_cannot_build() -> None:
    overrides = YIELDS
    for name in ("blue_01", "blue_02", "blue_03", "blue_04"):
        overrides = overrides | tile(name, 2, "dead_end")
    table = Table(overrides=overrides).opened("blue_04").dice("blue 6").seat(money=10)
    table.tile("blue_01", 1, 2, "right").tile("blue_02", 1, 4, "left")
    assert "quarry" in spaces(table.state())
    assert "quarry" not in spaces(table.tile("blue_03", 2, 3, "top").state())


# --- dice for a tile


def test_rajesh_pays_1_money_and_two_orange_dice_for_the_orange_9() -> None:
    table = Table(overrides=tile("orange_05", 9, "straight") | YIELDS | {"quarry.prices": [1, 1, 2, 2]})
    before = table.opened("orange_05").dice("orange 4 5, blue 6").seat(money=3).state()
    after = build(before, "orange_05", "orange 5, orange 4", (2, 3), "top bottom")
    assert after.seats[0].money == 2
    assert hand(after) == "blue 6"
    assert in_supply(after, "orange") == in_supply(before, "orange") + 2


def test_blue_7_may_be_paid_with_a_blue_3_and_a_blue_5() -> None:
    table = Table(overrides=BLUE_7).opened("blue_01").dice("blue 3 5").seat(money=3)
    after = build(table.state(), "blue_01", "blue 5, blue 3", (2, 3), "top bottom")
    assert hand(after) == ""


def test_overpaying_gives_no_change() -> None:
    table = Table(overrides=tile("blue_01", 2, "straight") | YIELDS).opened("blue_01").dice("blue 6").seat(money=3)
    after = build(table.state(), "blue_01", "blue 6", (2, 3), "top bottom")
    assert (hand(after), after.seats[0].money) == ("", 3 - table.rules.values.quarry.prices[0])


def test_only_dice_of_the_tiles_colour_count() -> None:
    table = Table(overrides=BLUE_7).only_open("blue_01").dice("blue 6, green 6, orange 6, purple 6").seat(money=3, karma=0)
    assert "quarry" not in spaces(table.state())


def test_only_tiles_that_can_be_paid_are_offered() -> None:
    overrides = BLUE_7 | tile("green_01", 5, "bend") | tile("purple_01", 9, "bend")
    table = Table(overrides=overrides).only_open("blue_01", "green_01", "purple_01").seat(money=3, karma=0)
    state = quarry(table.dice("blue 3 4, green 4, purple 6 3"))
    assert [text.split(" (")[0] for text in texts(state)] == ["take blue tile 1", "take purple tile 1"]


def test_no_payment_holds_a_die_that_could_be_left_out() -> None:
    table = Table(overrides=BLUE_7).opened("blue_01").dice("blue 1 2 6").seat(money=3, karma=0)
    state = choose(quarry(table), "take blue tile 1 ")
    assert texts(state) == ["give up blue die 6"]
    state = choose(state, "give up blue die 6")
    assert texts(state) == ["give up blue die 2", "give up blue die 1"]
    assert choose(state, "give up blue die 1").decision == "choose_cell"


def test_karma_may_turn_several_dice_of_one_payment() -> None:
    table = Table(overrides=tile("blue_01", 12, "straight") | YIELDS).opened("blue_01").dice("blue 1 1").seat(money=3, karma=2)
    after = build(table.state(), "blue_01", "blue 1 turned to 6, blue 1 turned to 6", (2, 3), "top bottom")
    assert (after.seats[0].karma, hand(after)) == (0, "")


def payments_by_hand(hand_values: list[int], cost: int, karma: int) -> set[tuple[tuple[int, int], ...]]:
    """List every smallest payment as a sorted tuple of (value shown, value counted), trying all there are."""
    choices = [((), *([((v, v),), ((v, 7 - v),)] if v < 4 else [((v, v),)])) for v in hand_values]
    payments: set[tuple[tuple[int, int], ...]] = set()
    for parts in product(*choices):
        dice = tuple(sorted(chain.from_iterable(parts)))
        total = sum(counted for _, counted in dice)
        n_turned = sum(shown != counted for shown, counted in dice)
        if dice and n_turned <= karma and total >= cost > total - min(counted for _, counted in dice):
            payments.add(dice)
    return payments


@settings(deadline=None, max_examples=40)
@given(st.lists(st.integers(1, 6), min_size=1, max_size=5), st.integers(1, 14), st.integers(0, 3))
def test_every_smallest_payment_is_offered_exactly_once(hand_values: list[int], cost: int, karma: int) -> None:
    values = " ".join(map(str, hand_values))
    table = Table(overrides=tile("blue_01", cost, "straight") | YIELDS).only_open("blue_01")
    start = table.dice(f"blue {values}").seat(money=3, karma=karma).state()
    expected = payments_by_hand(hand_values, cost, karma)
    assert ("quarry" in spaces(start)) == bool(expected)
    if not expected:
        return
    offered: Counter[tuple[tuple[int, int], ...]] = Counter()
    waiting: list[tuple[State, tuple[tuple[int, int], ...]]] = [(choose(play_space(start, "quarry"), "take blue tile 1 "), ())]
    while waiting:
        state, paid = waiting.pop()
        if state.decision != "pay_for_tile":
            offered[tuple(sorted(paid))] += 1
            continue
        for each in state.options:
            shown = each.code % terms.FLIPPED % 6 + 1
            counted = 7 - shown if each.code >= terms.FLIPPED else shown
            waiting.append((state.play(each), (*paid, (shown, counted))))
    assert set(offered) == expected
    assert set(offered.values()) == {1}


# --- the display


def test_exactly_one_of_the_open_tiles_is_taken() -> None:
    table = Table(overrides=BLUE_7).opened("blue_01").dice("blue 6 6").seat(money=3)
    before = table.state()
    after = build(before, "blue_01", "blue 6, blue 6", (2, 3), "top bottom")
    assert set(open_tiles(before)) - set(open_tiles(after)) == {"blue_01"}
    assert after.seats[0].tiles.tolist().count(rules_of(after).tile_names.index("blue_01")) == 1


def test_the_next_tile_of_the_stack_comes_to_lie_open() -> None:
    table = Table(overrides=BLUE_7).opened("blue_01").dice("blue 6 6").seat(money=3)
    before = table.state()
    after = build(before, "blue_01", "blue 6, blue 6", (2, 3), "top bottom")
    stack = int(before.rules.record.tiles[rules_of(before).tile_names.index("blue_01")].stack)
    opened = int(after.open_tiles[stack])
    assert opened >= 0
    assert before.rules.record.tiles[opened].stack == stack
    assert int(before.hidden_tiles[stack]).bit_count() == int(after.hidden_tiles[stack]).bit_count() + 1
    others = [other for other in range(12) if other != stack]
    assert before.open_tiles[others].tolist() == after.open_tiles[others].tolist()


def test_an_empty_stack_offers_nothing() -> None:
    table = Table(overrides=BLUE_7).only_open("blue_01").dice("blue 6 6, green 6 6").seat(money=9)
    after = build(table.state(), "blue_01", "blue 6, blue 6", (2, 3), "top bottom")
    assert open_tiles(after) == []
    assert "quarry" not in spaces(finish_turn(play_space(after, "outer_terrace")))


def test_a_tile_already_taken_is_not_offered_to_the_next_player() -> None:
    table = Table(overrides=BLUE_7).opened("blue_01").dice("blue 6 6").dice("blue 6 6 6 6", 1).seat(money=3)
    after = build(table.state(), "blue_01", "blue 6, blue 6", (2, 3), "top bottom")
    state = play_space(finish_turn(after), "quarry")
    assert not any("blue_01 " in text for text in texts(state))


def test_a_tile_must_be_laid_at_once() -> None:
    state = choose(quarry(Table(overrides=BLUE_7).opened("blue_01").dice("blue 6 6").seat(money=3)), "take blue tile 1 ")
    state = choose(state, "give up blue die 6", "give up blue die 6")
    assert state.decision == "choose_cell"
    assert option(state, "lay blue tile 1 at row 1, column 2, roads right, left")
