"""A position printed as text shows what lies on the table.

When the drawing is changed on purpose, write the file anew with ``python -m tests.ganges.output.test_position_text``.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

from rajas_sim.core.positions.state import State
from rajas_sim.ganges.output.position_text import WIDTH
from tests.every_game.walking import RECORDED, frozen_rules, walk
from tests.ganges.positions import Table, play_space, rules_of, tile

FILE = RECORDED / "ganges" / "position.txt"
GAMES = {
    "2 players": (frozen_rules("ganges", 2), 1),
    "3 players, Navaratnas, Ganga": (frozen_rules("ganges", 3, "navaratnas", ("ganga",)), 4),
    "4 players, mixed": (frozen_rules("ganges", 4, "mixed"), 5),
}


@cache
def positions(game: str) -> list[tuple[State, list[str]]]:
    """Return positions of a game with their drawings: every fifteenth, and the last one."""
    rules, seed = GAMES[game]
    states = [step.after for step in walk(rules, seed, choices=seed)]
    return [(state, state.lines()) for state in [*states[::15], states[-1]]]


def drawn() -> list[str]:
    """Return the position whose drawing is recorded, as lines."""
    states = [step.after for step in walk(frozen_rules("ganges", 2, "navaratnas", ("ganga",)), 8, choices=8)]
    return states[len(states) * 2 // 3].lines()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_line_fits(game: str) -> None:
    for _, lines in positions(game):
        assert max(map(len, lines)) <= WIDTH


@pytest.mark.parametrize("game", GAMES)
def test_the_row_of_a_seat_has_its_resources(game: str) -> None:
    for state, lines in positions(game):
        rows = [line for line in lines if re.match(r"[▶ ] seat \d", line)]
        for line, seat, standing in zip(rows, state.seats, sorted(state.standings, key=lambda row: row.seat), strict=True):
            _, numbers, dice = re.split(r"seat \d|(?<= of \d)  ", line)
            left = seat.workers - seat.placed
            shown = [seat.fame, seat.money, standing.overlap, seat.karma, seat.river, left, seat.workers]
            assert list(map(int, numbers.replace(" of ", " ").split())) == shown
            assert sum(map(str.isdigit, dice)) == seat.dice.sum()
        assert [line.startswith("▶") for line in rows] == [
            not state.is_over and i == state.seat_to_move for i in range(len(state.seats))
        ]


@pytest.mark.parametrize("game", GAMES)
def test_workers_stand_on_the_board(game: str) -> None:
    for state, lines in positions(game):
        board = "\n".join(lines).split("Open tiles")[0]
        for i in range(len(state.seats)):
            on_board = int((state.spaces == i + 1).sum())
            assert board.count(f"[{i + 1}]") - (i == 0) == on_board  # the explanation shows a [1]


@pytest.mark.parametrize("game", GAMES)
def test_the_tiles_of_the_provinces_and_of_the_display_are_drawn(game: str) -> None:
    for state, lines in positions(game):
        display, provinces = "\n".join(lines).split("Province of seat 1")
        for seat in state.seats:
            for number in seat.tiles[seat.tiles >= 0]:
                name = rules_of(state).tile_names[number]
                assert f"│{name[0]}{int(name[-2:])}" in provinces
        for number in state.open_tiles[state.open_tiles >= 0]:
            colour, in_colour = rules_of(state).tile_names[number].split("_")
            row = next(line for line in display.splitlines() if line.startswith(f"  {colour} tile"))
            assert re.search(rf" {int(in_colour)} +\d+ ", row), "named as in options: orange tile 7"


def test_the_first_lines_say_what_is_to_be_decided() -> None:
    state = Table().dice("blue 1").state()
    assert f"Seat 1 is to decide: place a worker ({len(state.options)} options)" in str(state)
    assert "Then: roll" in str(play_space(state, "outer_terrace"))


def test_a_road_leads_from_cell_to_cell() -> None:
    table = Table(overrides=tile("orange_01", 4, "straight")).tile("orange_01", 1, 2, "right left")
    assert any("━━━━━━━│━━━┳━━━│" in line for line in table.state().lines())


def test_the_end_names_the_winner() -> None:
    state, lines = positions("2 players")[-1]
    winner = next(row.seat for row in state.standings if row.rank == 1)
    first = next(i for i, seat in enumerate(state.seats) if seat.passed == 1)
    assert f"The game is over (the markers of seat {first + 1} met or passed): won by seat {winner + 1}" in lines


def test_a_position_is_drawn_as_recorded() -> None:
    assert drawn() == FILE.read_text(encoding="utf-8").splitlines()


if __name__ == "__main__":
    FILE.write_text("\n".join(drawn()) + "\n", encoding="utf-8")
