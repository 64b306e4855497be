"""What an option costs and reaches beyond its text: money of markets, a river space, yields, bonuses of the tracks, a worker."""

# ruff: noqa: ANN401 - the rules of the game, without their type

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rajas_sim.core.board import N_SIDES
from rajas_sim.core.engine.course import top
from rajas_sim.core.positions.state import State
from rajas_sim.core.positions.views import RecordView
from rajas_sim.core.positions.wording import lost_texts
from rajas_sim.ganges.output.wording import earnings_of_river, earnings_of_yield, earnings_text, price_text
from rajas_sim.ganges.rulebook.terms import BUILDER_YIELDS_PAY_WHEN_NEW, CAUSE, CHAMBER, EVENT, FIRST_SPACE

#: Decisions whose options only choose a thing. What follows later, such as from other earnings of a space, is not due to them.
_CHOICES_OF_THINGS = (
    *("choose_tile", "pay_for_tile", "cover_tile", "upgrade", "take_die", "give_back_die", "reroll"),
    "take_yield_tile",
)


def reached_text(state: State, code: int) -> str:
    """Return what an option costs the seat to move and what it reaches with it; empty if nothing.

    Luck stays hidden: bonuses of the tracks that follow from a yield tile yet to be drawn are left out.
    """
    if state.decision in _CHOICES_OF_THINGS:
        return ""
    rules: Any = state.rules
    seat_before = state.mover
    played, events = _played_past_equal_choices(state, code)
    seat_after = played.seats[state.seat_to_move]
    restricted_things = rules.record.restricted[state.seat_to_move]
    price = price_text(rules, code) if state.decision == "place" else ""
    texts = [price, _market_text(state, code, _market_money(events))]
    paid_earnings = []
    if seat_after.river != seat_before.river:
        tile = int(state.river_tiles[seat_after.river])
        is_restricted = restricted_things.river_tile >> tile - 1 & 1 if tile else restricted_things.river >> seat_after.river & 1
        paid_earnings.append({} if is_restricted else earnings_of_river(rules, seat_after.river, tile))
        karma_text = (
            f", and you have {seat_after.karma} then"
            if any(name.endswith("dice_per_karma") for name in paid_earnings[-1])
            else ""
        )
        texts.append(f"river space {seat_after.river}: {earnings_text(rules, paid_earnings[-1]) or 'nothing'}{karma_text}")
    are_yields_paid = state.decision == "choose_cell" and (
        seat_before.tiles[code // N_SIDES] < 0 or rules.record.readings.builder_yields == BUILDER_YIELDS_PAY_WHEN_NEW
    )
    if are_yields_paid and (connected_earnings := [*_connected_earnings(rules, seat_before, seat_after)]):
        yields_text = " and ".join(earnings_text(rules, earnings) for earnings in connected_earnings)
        texts.append(f"special yield{'s' * (len(connected_earnings) > 1)}: {yields_text}")
        paid_earnings += connected_earnings
    if not any(event.what == EVENT.yield_tile for event in events):
        for track, bonus in _reached_bonuses(rules, seat_before, seat_after, restricted_things):
            texts.append(f"{track} track: {earnings_text(rules, bonus)}")
            paid_earnings.append(bonus)
    if seat_after.workers > seat_before.workers:
        n_workers = seat_after.workers - seat_before.workers
        texts.append("a new worker" if n_workers == 1 else f"{n_workers} new workers")
    return "; ".join(filter(None, [*texts, *_lost_karma_texts(state, code, events, paid_earnings)]))


def chamber_of(state: State, code: int) -> int:
    """Return the chamber that an option leads to (index into terms.CHAMBERS), by a worker or without one; -1 for none."""
    if state.decision == "palace_action":
        return code
    space = {"place": code, "pay_die": int(top(state.record).detail)}.get(str(state.decision), -1)
    return space - FIRST_SPACE.chamber if FIRST_SPACE.chamber <= space < FIRST_SPACE.harbour else -1


def _played_past_equal_choices(state: State, code: int) -> tuple[State, list[Any]]:
    """Return the position after an option and all further choices that change nothing in what it reaches, and the events.

    What follows is the same whichever colour a die has that is taken. A chamber brings the same whichever die opens it and
    whichever building is upgraded.
    """
    equal_choices = ("take_die", "pay_die", "upgrade") if chamber_of(state, code) >= 0 else ("take_die",)
    played, first_events = state.play_logged(code)
    events = [*first_events]
    while played.decision in equal_choices and played.seat_to_move == state.seat_to_move:
        played, later_events = played.play_logged(played.option_codes[0])
        events.extend(later_events)
    return played, events


def _market_money(events: Iterable[Any]) -> int:
    """Return the money from markets in these events."""
    return sum(int(event.change) for event in events if (event.what, event.cause) == (EVENT.money, CAUSE.market))


def _market_text(state: State, code: int, money: int) -> str:
    """Return what a market pays: `money` at once, or up to what the best die brings; empty if no market is used."""
    is_space = state.decision == "place"
    if is_space and FIRST_SPACE.one_kind <= code < FIRST_SPACE.outer_terrace:
        placed = state.play(code)
        money_of_dice = {_market_money(placed.play_logged(die)[1]) for die in placed.option_codes}
        up_to = "up to " if len(money_of_dice) > 1 else ""
        most_text = f"{up_to}{max(money_of_dice)} money" if any(money_of_dice) else "nothing yet"
        return f"give up a die: pays {most_text}"
    if is_space and FIRST_SPACE.assorted <= code < FIRST_SPACE.one_kind:
        return f"pays {money} money" if money else "pays nothing yet"
    return f"{money} money" if money else ""


def _lost_karma_texts(state: State, code: int, events: Iterable[Any], paid_earnings: Sequence[Mapping[str, int]]) -> list[str]:
    """Return, as a list of at most one text, how much of the karma that is paid is lost because the seat has no room for it."""
    rules: Any = state.rules.record
    n_paid = sum(earnings.get("karma", 0) for earnings in paid_earnings)
    if chamber_of(state, code) == CHAMBER.yogi:
        n_paid += int(rules.yogi_karma)
    n_used = -sum(int(event.change) for event in events if event.what == EVENT.karma and event.change < 0)
    return lost_texts(n_paid, int(rules.karma_limit) - int(state.mover.karma) + n_used, "karma")


def _connected_earnings(rules: Any, seat_before: RecordView, seat_after: RecordView) -> Iterator[Mapping[str, int]]:
    """Yield the earnings of the special yields that a tile connects."""
    new_yields = int(seat_after.yields_connected) & ~int(seat_before.yields_connected)
    for i, slot in enumerate(seat_before.slots):
        if new_yields >> i & 1 and (earnings := earnings_of_yield(rules, int(seat_before.board), i, int(slot))):
            yield earnings


def _reached_bonuses(
    rules: Any, seat_before: RecordView, seat_after: RecordView, restricted_things: Any
) -> Iterator[tuple[str, Mapping[str, int]]]:
    """Yield the name of the track and the earnings of every bonus reached.

    A marker says which money bonus comes next, since each is paid once.
    """
    fame, money = rules.values.tracks.fame.bonus, rules.values.tracks.money.bonus
    fame_before, fame_after = seat_before.fame, seat_after.fame
    for i, space in enumerate(sorted(fame, key=int)):
        if fame_before < int(space) <= fame_after and not restricted_things.fame_bonus >> i & 1:
            yield "fame", fame[space].root
    next_before, next_after = seat_before.next_money_bonus, seat_after.next_money_bonus
    for i, space in enumerate(sorted(money, key=int)):
        if next_before <= i < next_after and not restricted_things.money_bonus >> i & 1:
            yield "money", money[space].root
