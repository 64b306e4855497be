"""A position is drawn as text that shows what is on the table."""

from __future__ import annotations

from itertools import islice

import pytest

from rajas_sim import charmers
from rajas_sim.charmers.output.position_text import WIDTH
from rajas_sim.charmers.rulebook import terms
from rajas_sim.core.positions.state import State
from tests.charmers.sheets import Table, printed
from tests.every_game.walking import RECORDED, frozen_rules, walk

FILE = RECORDED / "charmers" / "position.txt"


def recorded_position() -> State:
    """Return the position whose drawing is recorded."""
    return next(islice(walk(frozen_rules("charmers", 2, "sun"), 1, choices=1), 75, None)).after


def test_a_recorded_position_is_drawn_as_it_was() -> None:
    assert str(recorded_position()) + "\n" == FILE.read_text(encoding="utf-8")


@pytest.mark.parametrize(("players", "side", "seed"), [(2, "moon", 1), (3, "sun", 2), (5, "moon", 3)])
def test_every_position_of_a_game_shows_the_essential_facts(players: int, side: str, seed: int) -> None:
    for step in islice(walk(frozen_rules("charmers", players, side), seed, choices=seed), 0, None, 7):
        state = step.after
        text = str(state)
        assert max(map(len, text.splitlines())) <= WIDTH
        assert f"{side} side, {players} players: round {state.round_number}, " in text
        for i, seat in enumerate(state.seats):
            line = next(line for line in text.splitlines() if line.startswith(f"seat {i + 1}  "))
            assert f"fame {seat.fame:2}, money {seat.money:2}, overlap {state.overlap_of(seat.record):5.1f}" in line
            assert f"karma {seat.karma_collected - seat.karma_used} ({seat.karma_used} used)" in line
            assert f"at {seat.river} of 18" in text
        if state.is_over:
            assert text.count("place ") == players
        else:
            assert f"seat {state.seat_to_move + 1} decides: {state.decision_text} ({len(state.option_codes)} option" in text


def test_the_dice_are_drawn_where_they_lie() -> None:
    text = str(Table(3).dice(blue="flag swan").after("blue 2", "orange").state())
    assert "on the elephant: blue flag\n" in text
    assert "seat 1, took the blue swan\n" in text
    assert "seat 3 (to move)\n" in text


def test_roads_are_drawn_as_lines_and_other_spaces_by_what_is_printed() -> None:
    pad = printed(cells={(3, 3): "temple", (4, 2): "market_same", (4, 4): "mill"})
    lines = str(Table(2, pad).roads({(3, 3): "right bottom"}).state()).splitlines()
    above, residence = (next(line for line in lines if line.startswith(f"{row} ")) for row in (3, 4))
    assert above[16:23] == "   ┌───"
    assert residence[9:30] == "goods= ━━━┻━━━ mill  "


def test_goods_people_and_bonuses_are_drawn_as_marks() -> None:
    table = Table(2, printed(tents={"tea": [{"money": 1}]}, edge={"top_1": {"money": 3}}))
    state = table.goods(tea=4).sold(tea=1).palace(trader=2).river(2, 5).state()
    text = str(state)
    assert "tea ×●● ●·· ···" in text
    assert "Trader ××·" in text
    assert "·×··×·············" in text
    array = state.array.copy()
    array[0].seats[0].pending = 1 << terms.BONUS_PLACES.index("edge/top/1")
    assert "bonuses to be used: 3 money (top edge, column 1)" in str(charmers.State(state.rules, array))
