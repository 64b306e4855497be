"""What an option reaches that its words do not say: money of markets, a river space, yields, bonuses of the tracks, a worker."""

# ruff: noqa: ANN401 - the rules of the game, without their type

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rajas_sim.core.board import N_SIDES
from rajas_sim.core.positions.state import State
from rajas_sim.core.positions.views import RecordView
from rajas_sim.ganges.output.wording import earnings_of_river, earnings_of_yield, earnings_text
from rajas_sim.ganges.rulebook.terms import CAUSE, EVENT

#: Decisions whose options only choose a thing: what follows later, such as from the other earnings of a space, is not theirs.
_CHOICES_OF_THINGS = ("choose_tile", "pay_for_tile", "upgrade", "take_die", "give_back_die", "reroll", "take_yield_tile")


def reached_text(state: State, code: int) -> str:
    """Return what the seat to move reaches with an option; empty if nothing.

    Luck stays hidden: which bonuses of the tracks follow from a yield tile that is yet to be drawn is not said.
    """
    if state.decision in _CHOICES_OF_THINGS:
        return ""
    rules: Any = state.rules
    before = state.mover
    played, events = state.play_logged(code)
    after = played.seats[state.seat_to_move]
    restricted = rules.record.restricted[state.seat_to_move]
    market_money = sum(int(event.change) for event in events if (event.what, event.cause) == (EVENT.money, CAUSE.market))
    texts = [f"{market_money} money"] if market_money else []
    if after.river != before.river:
        tile = int(state.river_tiles[after.river])
        is_restricted = restricted.river_tile >> tile - 1 & 1 if tile else restricted.river >> after.river & 1
        earnings = {} if is_restricted else earnings_of_river(rules, after.river, tile)
        texts.append(f"river space {after.river}: {earnings_text(rules, earnings) or 'nothing'}")
    is_new_tile = state.decision == "choose_cell" and before.tiles[code // N_SIDES] < 0  # others are not paid for yields
    if is_new_tile and (earnings_texts := [*_earnings_connected(rules, before, after)]):
        texts.append(f"connects {' and '.join(earnings_texts)}")
    if not any(event.what == EVENT.yield_tile for event in events):
        texts += _bonuses_reached(rules, before, after, restricted)
    if after.workers > before.workers:
        n_workers = after.workers - before.workers
        texts.append("a new worker" if n_workers == 1 else f"{n_workers} new workers")
    return "; ".join(texts)


def _earnings_connected(rules: Any, before: RecordView, after: RecordView) -> Iterator[str]:
    """Yield what the special yields pay that a tile connects."""
    new_yields = int(after.yields_connected) & ~int(before.yields_connected)
    for i, slot in enumerate(before.slots):
        if new_yields >> i & 1 and (earnings := earnings_of_yield(rules, int(before.board), i, int(slot))):
            yield earnings_text(rules, earnings)


def _bonuses_reached(rules: Any, before: RecordView, after: RecordView, restricted: Any) -> Iterator[str]:
    """Yield the bonuses of the tracks; those of money are paid once, so a marker says which comes next."""
    fame, money = rules.values.tracks.fame.bonus, rules.values.tracks.money.bonus
    for i, space in enumerate(sorted(fame, key=int)):
        if before.fame < int(space) <= after.fame and not restricted.fame_bonus >> i & 1:
            yield f"fame track: {earnings_text(rules, fame[space].root)}"
    for i, space in enumerate(sorted(money, key=int)):
        if before.next_money_bonus <= i < after.next_money_bonus and not restricted.money_bonus >> i & 1:
            yield f"money track: {earnings_text(rules, money[space].root)}"
