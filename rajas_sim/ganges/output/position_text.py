"""A position drawn as text: the board, the players' resources, and every province cell by cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Any

from rajas_sim.core.board import BOTTOM, LEFT, RIGHT, TOP
from rajas_sim.core.positions.state import State
from rajas_sim.core.positions.views import RecordView
from rajas_sim.core.positions.wording import spaced
from rajas_sim.ganges.output.wording import earnings_text, yield_tile_of, yield_tile_text
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.terms import COLOURS, COLUMNS, ROWS, TASK, N

WIDTH = 100
#: The crossing of roads in the middle of a cell, by its four road bits.
CROSSINGS = "·╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
CELL_WIDTH, CELL_HEIGHT = 7, 3
LETTERS = "abcdefghijklmnop"


def lines_of(state: State) -> Iterator[str]:
    """Yield a position as lines of text of at most `WIDTH` characters."""
    yield from _heading(state)
    for part in (_board, _open_tiles, _seats, _provinces):
        yield ""
        yield from part(state)


def _heading(state: State) -> Iterator[str]:
    yield f"{state.rules.source.title}, {state.moment}, seat {state.start_player + 1} is the start player"
    if state.is_over:
        winners = [f"seat {row.seat + 1}" for row in state.standings if row.rank == 1]
        yield f"The game is over ({spaced(state.end_reason)}): won by {' and '.join(winners)}"
        return
    n = len(state.option_codes)
    yield f"Seat {state.seat_to_move + 1} is to decide: {spaced(str(state.decision))} ({n} option{'s' * (n > 1)})"
    waiting = [_task_text(task) for task in state.tasks[: state.n_tasks - 1][::-1]]
    if waiting:
        yield from _wrapped("Then: ", waiting)
    if state.pending.any():
        yield f"To be rolled: {_by_colour(state.pending)}"


def _task_text(task: Any) -> str:  # noqa: ANN401 - the rules of the game, without their type
    if task.kind == TASK.earn:
        return f"earn {task.amount} {spaced(terms.EARNINGS[task.detail])}"
    return spaced(terms.TASKS[task.kind])


def _wrapped(label: str, items: Iterable[str], gap: str = "; ") -> list[str]:
    """Return items after a label, wrapped between items only."""
    unbroken = gap.join(item.replace(" ", "\0") for item in items)
    lines = wrap(f"{label.replace(' ', chr(0))}{unbroken}", WIDTH, subsequent_indent=" " * len(label))
    return [line.replace("\0", " ") for line in lines]


def _by_colour(numbers: Sequence[int]) -> str:
    return ", ".join(f"{colour} {n}" for colour, n in zip(COLOURS, numbers, strict=True) if n) or "none"


# --- the board


def _board(state: State) -> Iterator[str]:
    """Yield the areas of the board; a pair of brackets is a space, with the seat whose worker stands there."""
    rules: Any = state.rules
    record = rules.record
    gives = [f"{colour} → {COLOURS[given]} " for colour, given in zip(COLOURS, record.balcony_gives, strict=True)]
    openings = [f"{spaced(name)} ({die}) " for name, die in zip(terms.CHAMBERS, record.chamber_dice, strict=True)]
    yield "Board: [ ] is a space, [1] one with a worker of seat 1; before it its price in money or (die)"
    yield from _area(state, "quarry", terms.FIRST.quarry, map(str, record.quarry_prices[: record.n_quarry]))
    yield from _area(state, "market, assorted", terms.FIRST.assorted, [""] * record.n_assorted)
    yield from _area(state, "market, one kind", terms.FIRST.one_kind, [f"{good} " for good in terms.GOODS])
    yield from _area(state, "outer terrace", terms.FIRST.outer_terrace, [""] * record.n_outer_terraces)
    yield from _area(state, "terraces", terms.FIRST.terrace, [f"{colour} " for colour in COLOURS])
    yield from _area(state, "balconies", terms.FIRST.balcony, gives)
    yield from _area(state, "chambers", terms.FIRST.chamber, openings)
    yield from _area(state, "harbour", terms.FIRST.harbour, map(str, record.harbour_prices[: record.n_harbour]))
    yield from _wrapped(_label("dice in supply"), [_by_colour(state.supply)])
    laid = [(i, rules.values.ganga.tiles[tile - 1].root) for i, tile in enumerate(state.river_tiles) if tile]
    if laid:
        yield from _wrapped(_label("river tiles"), [f"on {i}: {earnings_text(rules, earns)}" for i, earns in laid])
    if record.chooses_yield_tiles:
        left = [colour for i, (colour, _) in enumerate(rules.yield_tiles) if state.yield_tiles_left & (1 << i)]
        yield _label("yield tiles left") + ", ".join(f"{colour} {left.count(colour)}" for colour in terms.YIELD_COLOURS)


def _label(name: str) -> str:
    return f"  {name:18}"


def _area(state: State, name: str, first: int, labels: Iterable[str]) -> list[str]:
    workers = [str(worker) if worker else " " for worker in state.spaces[first:]]
    return _wrapped(_label(name), [f"{label}[{worker}]" for label, worker in zip(labels, workers, strict=False)], "  ")


def _open_tiles(state: State) -> Iterator[str]:
    """Yield the display, a column for every back: name, cost, roads, buildings and markets of the open tiles."""
    width = WIDTH // len(terms.BACKS)
    yield "".join(f"Open tiles, {back} stacks".ljust(width) for back in terms.BACKS).rstrip()
    for colour in range(N.colours):
        row = state.open_tiles[colour * len(terms.BACKS) : (colour + 1) * len(terms.BACKS)]
        yield "".join(_tile_line(state.rules, int(tile)).ljust(width) for tile in row).rstrip()


def _tile_line(rules: Any, tile: int) -> str:  # noqa: ANN401 - the rules of the game, without their type
    if tile < 0:
        return "  none"
    name = rules.tile_names[tile]
    face = rules.values.tiles[name]
    shows = [*face.buildings, *(f"{good} {value}" for good, value in face.markets)]
    return f"  {name} {face.cost:2} {CROSSINGS[rules.record.tiles[tile].roads]} {' '.join(shows)}"


# --- the players


def _seats(state: State) -> Iterator[str]:
    yield f"          fame  money  overlap  karma  river/{state.rules.record.n_river}  to place  dice"
    for i, seat in enumerate(state.seats):
        mark = "▶" if i == state.seat_to_move and not state.is_over else " "
        numbers = f"{seat.fame:4}  {seat.money:5}  {state.overlap_of(seat.record):7}  {seat.karma:5}  {seat.river:8}"
        yield f"{mark} seat {i + 1}  {numbers}  {f'{seat.workers - seat.placed} of {seat.workers}':>8}  {_dice(seat)}"


def _dice(seat: RecordView) -> str:
    hands = [
        f"{colour} {''.join(str(face + 1) * seat.dice[c, face] for face in range(N.faces))}"
        for c, colour in enumerate(COLOURS)
        if seat.dice[c].any()
    ]
    return ", ".join(hands) or "none"


def _provinces(state: State) -> Iterator[str]:
    """Yield the provinces, two side by side, then what the letters at their edges stand for."""
    width = WIDTH // 2
    drawn = [_province(state, i) for i in range(len(state.seats))]
    for left in range(0, len(drawn), 2):
        for row in zip_longest(*drawn[left : left + 2], fillvalue=""):
            yield "".join(line.ljust(width) for line in row).rstrip()
        yield ""
    yield "In a cell: buildings by their first letter, * if it covers a tile; markets; the tile."
    yield "At the edge: yields, in capitals once connected:"
    rules: Any = state.rules
    for board in sorted({seat.board for seat in state.seats}):
        specials = getattr(rules.values.boards, terms.BOARDS[board]).yields.values()
        pays = [earnings_text(rules, special.earns.root) for special in specials]
        yield from _wrapped(
            f"  {terms.BOARDS[board]}: ", [f"{letter} {text}" for letter, text in zip(LETTERS, pays, strict=False)]
        )


def _province(state: State, i: int) -> list[str]:
    rules, seat = state.rules, state.seats[i]
    wide, high = CELL_WIDTH + 1, CELL_HEIGHT + 1
    canvas = _grid(wide, high)
    for number in range(N.cells):
        row, column = divmod(number, COLUMNS)
        for down, line in enumerate(_cell_lines(rules, seat, number)):
            canvas[row * high + 1 + down][column * wide + 1 : (column + 1) * wide] = line
    board = rules.record.boards[seat.board]
    at_side = ((0, wide // 2), (high // 2, wide), (high, wide // 2), (high // 2, 0))
    for k, (letter, special) in enumerate(zip(LETTERS, board.yields[: board.n_yields], strict=False)):
        row, column = divmod(int(special.cell), COLUMNS)
        down, right = at_side[special.side]
        canvas[row * high + down][column * wide + right] = letter.upper() if seat.yields_connected & (1 << k) else letter
    return [f"Province of seat {i + 1}, {terms.BOARDS[seat.board]} board", *map("".join, canvas), *_below_province(state, seat)]


def _grid(wide: int, high: int) -> list[list[str]]:
    def line(left: str, crossing: str, right: str) -> list[str]:
        return list(left + crossing.join(["─" * (wide - 1)] * COLUMNS) + right)

    lines = [line("┌", "┬", "┐")]
    for row in range(ROWS):
        lines += [list(("│" + " " * (wide - 1)) * COLUMNS + "│") for _ in range(high - 1)]
        lines.append(line("├", "┼", "┤") if row < ROWS - 1 else line("└", "┴", "┘"))
    return lines


def _cell_lines(rules: Any, seat: RecordView, number: int) -> tuple[str, str, str]:  # noqa: ANN401 - the rules of the game, without their type
    """Return the three lines of a cell: its roads meet in the middle, what the tile shows stands in the corners."""
    roads, tile = int(seat.roads[number]), int(seat.tiles[number])
    top_left = bottom_left = top_right = bottom_right = "   "
    if number == terms.RESIDENCE:
        top_left = "res"
    elif number == terms.DEAD_END:
        return "       ", " dead  ", "  end  "
    elif rules.record.cells[number] != terms.FREE_CELL:
        return "       ", "       ", "       "
    if tile >= 0:
        name = rules.tile_names[tile]
        face = rules.values.tiles[name]
        markets = [f"{str(good)[:2]}{value}" for good, value in face.markets]
        top_right, bottom_right, *_ = [*markets, "   ", "   "]
        top_left = f"{''.join(building[0].upper() for building in face.buildings)}{'*' * int(seat.covered[number])}".ljust(3)
        bottom_left = name[0] + name[-2:]
    return (
        f"{top_left}{'┃' if roads & TOP else ' '}{top_right}",
        f"{'━━━' if roads & LEFT else '   '}{CROSSINGS[roads]}{'━━━' if roads & RIGHT else '   '}",
        f"{bottom_left}{'┃' if roads & BOTTOM else ' '}{bottom_right}",
    )


def _below_province(state: State, seat: RecordView) -> Iterator[str]:
    rules: Any = state.rules
    upgrades = [f"{name} {level}" for name, level in zip(terms.BUILDINGS, seat.levels, strict=True) if level]
    waiting = [source for source, waits in zip(terms.WORKER_SOURCES, seat.inactive, strict=True) if waits]
    yield f"upgrades: {', '.join(upgrades) or 'none'}"
    yield f"workers waiting: {', '.join(waiting) or 'none'}"
    for letter, tile in zip(LETTERS, seat.slots, strict=True):
        if tile:
            yield f"{letter}: {yield_tile_text(rules, yield_tile_of(rules, int(tile) - 1))}"
