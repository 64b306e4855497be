"""A position drawn as text: the board, the players' resources, and every province cell by cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Any

from rajas_sim.core.board import BOTTOM, LEFT, RIGHT, TOP
from rajas_sim.core.positions.state import State
from rajas_sim.core.positions.views import RecordView
from rajas_sim.core.positions.wording import counted, spaced
from rajas_sim.ganges.output.wording import SPELLINGS, earnings_text, waiting_worker_texts, yield_tile_of, yield_tile_text
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.terms import COLOURS, COLUMNS, N_OF, ROWS, TASK

WIDTH = 100
#: The crossing of roads in the middle of a cell, by its four road bits.
CROSSINGS = "·╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
CELL_WIDTH, CELL_HEIGHT = 7, 3
LETTERS = "abcdefghijklmnop"


def position_lines(state: State) -> Iterator[str]:
    """Yield a position as lines of text of at most `WIDTH` characters."""
    yield from _heading_lines(state)
    for lines_of_part in (_board_lines, _open_tile_lines, _seat_lines, _provinces_lines):
        yield ""
        yield from lines_of_part(state)


def _heading_lines(state: State) -> Iterator[str]:
    """Yield the moment, then the winners; or else the decision, the tasks after it (the next first) and the dice to be rolled."""
    yield f"{state.rules.source.title}, {state.moment}, seat {state.start_player + 1} is the start player"
    if state.is_over:
        winners = [f"seat {row.seat + 1}" for row in state.standings if row.rank == 1]
        yield f"The game is over ({state.end_text}): won by {' and '.join(winners)}"
        return
    options_text = counted(len(state.option_codes), "option", "options")
    yield f"Seat {state.seat_to_move + 1} is to decide: {state.decision_text} ({options_text})"
    waiting_texts = [_task_text(task) for task in state.tasks[: state.n_tasks - 1][::-1]]
    if waiting_texts:
        yield from _wrapped_lines("Then: ", waiting_texts)
    if state.pending.any():
        yield f"To be rolled: {_counts_by_colour_text(state.pending)}"


def _task_text(task: Any) -> str:  # noqa: ANN401 - the rules of the game, without their type
    if task.kind == TASK.earn:
        return f"earn {task.amount} {spaced(terms.EARNINGS[task.detail])}"
    return spaced(terms.TASKS[task.kind])


def _wrapped_lines(label: str, items: Iterable[str], gap: str = "; ") -> list[str]:
    """Return items after a label, wrapped only between items."""
    unbreakable_text = gap.join(item.replace(" ", "\0") for item in items)
    lines = wrap(f"{label.replace(' ', chr(0))}{unbreakable_text}", WIDTH, subsequent_indent=" " * len(label))
    return [line.replace("\0", " ") for line in lines]


def _counts_by_colour_text(counts: Sequence[int]) -> str:
    return ", ".join(f"{colour} {n}" for colour, n in zip(COLOURS, counts, strict=True) if n) or "none"


# --- the board


def _board_lines(state: State) -> Iterator[str]:
    """Yield the areas of the board; a pair of brackets is a space, with the number of the seat whose worker is on it."""
    rules: Any = state.rules
    record = rules.record
    balcony_labels = [
        f"{colour} → {COLOURS[gained_colour]} " for colour, gained_colour in zip(COLOURS, record.balcony_gives, strict=True)
    ]
    chamber_labels = [
        f"{spaced(name, SPELLINGS)} ({die}) " for name, die in zip(terms.CHAMBERS, record.chamber_dice, strict=True)
    ]
    yield "Board: [ ] is a space, [1] one with a worker of seat 1; before it its price in money or (die)"
    yield from _area_lines(state, "quarry", terms.FIRST_SPACE.quarry, map(str, record.quarry_prices[: record.n_quarry]))
    yield from _area_lines(state, "assorted goods market", terms.FIRST_SPACE.assorted, [""] * record.n_assorted)
    yield from _area_lines(state, "markets of one kind", terms.FIRST_SPACE.one_kind, [f"{good} " for good in terms.GOODS])
    yield from _area_lines(state, "outer terrace", terms.FIRST_SPACE.outer_terrace, [""] * record.n_outer_terraces)
    yield from _area_lines(state, "terraces", terms.FIRST_SPACE.terrace, [f"{colour} " for colour in COLOURS])
    yield from _area_lines(state, "balconies", terms.FIRST_SPACE.balcony, balcony_labels)
    yield from _area_lines(state, "chambers", terms.FIRST_SPACE.chamber, chamber_labels)
    yield from _area_lines(state, "harbour", terms.FIRST_SPACE.harbour, map(str, record.harbour_prices[: record.n_harbour]))
    yield from _wrapped_lines(_padded_label("dice in supply"), [_counts_by_colour_text(state.supply)])
    earnings_by_space = {i: rules.values.ganga.tiles[tile - 1].root for i, tile in enumerate(state.river_tiles) if tile}
    if earnings_by_space:
        yield from _wrapped_lines(
            _padded_label("river tiles"), [f"on {i}: {earnings_text(rules, earns)}" for i, earns in earnings_by_space.items()]
        )
    if record.chooses_yield_tiles:
        colours_left = [colour for i, (colour, _) in enumerate(rules.yield_tiles) if state.yield_tiles_left & (1 << i)]
        yield _padded_label("yield tiles left") + ", ".join(
            f"{colour} {colours_left.count(colour)}" for colour in terms.YIELD_COLOURS
        )


def _padded_label(name: str) -> str:
    return f"  {name:23}"


def _area_lines(state: State, name: str, first_space: int, labels: Iterable[str]) -> list[str]:
    """Return the spaces of an area from `first_space` on, one for each label: the label, then the space."""
    workers = [str(worker) if worker else " " for worker in state.spaces[first_space:]]
    return _wrapped_lines(
        _padded_label(name), [f"{label}[{worker}]" for label, worker in zip(labels, workers, strict=False)], "  "
    )


def _open_tile_lines(state: State) -> Iterator[str]:
    """Yield the display: a row for every colour and a column for every back."""
    label_width = len("  orange tile ")
    width = (WIDTH - label_width) // len(terms.BACKS)
    yield "Open tiles: number, cost, roads, buildings and markets"
    yield (" " * label_width + "".join(f"{back} stacks".ljust(width) for back in terms.BACKS)).rstrip()
    for i, colour in enumerate(COLOURS):
        row = state.open_tiles[i * len(terms.BACKS) : (i + 1) * len(terms.BACKS)]
        texts = (_open_tile_text(state.rules, int(tile)).ljust(width) for tile in row)
        yield f"  {colour} tile".ljust(label_width) + "".join(texts).rstrip()


def _open_tile_text(rules: Any, tile: int) -> str:  # noqa: ANN401 - the rules of the game, without their type
    """Return an open tile (-1: none) as text: number within its colour, cost, roads, buildings and markets."""
    if tile < 0:
        return "none"
    name = rules.tile_names[tile]
    face = rules.values.tiles[name]
    content = [*face.buildings, *(f"{good} {value}" for good, value in face.markets)]
    return f"{_tile_number(name):2} {face.cost:3} {CROSSINGS[rules.record.tiles[tile].roads]} {' '.join(content)}"


def _tile_number(name: str) -> int:
    """Return the number of a tile within its colour: 7 for ``orange_07``."""
    return int(name.split("_")[1])


# --- the players


def _seat_lines(state: State) -> Iterator[str]:
    """Yield a line of resources for every seat, below a heading; an arrow marks the seat to move."""
    yield f"          fame  money  overlap  karma  river/{state.rules.record.n_river}  to place  dice, a digit each"
    for i, seat in enumerate(state.seats):
        mark = "▶" if i == state.seat_to_move and not state.is_over else " "
        numbers_text = f"{seat.fame:4}  {seat.money:5}  {state.overlap_of(seat.record):7}  {seat.karma:5}  {seat.river:8}"
        yield f"{mark} seat {i + 1}  {numbers_text}  {f'{seat.workers - seat.placed} of {seat.workers}':>8}  {_dice_text(seat)}"


def _dice_text(seat: RecordView) -> str:
    """Return the dice of a seat by colour, each die as a digit."""
    colour_texts = [
        f"{colour} {''.join(str(face + 1) * seat.dice[colour_number, face] for face in range(N_OF.faces))}"
        for colour_number, colour in enumerate(COLOURS)
        if seat.dice[colour_number].any()
    ]
    return ", ".join(colour_texts) or "none"


def _provinces_lines(state: State) -> Iterator[str]:
    """Yield the provinces, two side by side, then the meaning of the letters at their edges."""
    width = WIDTH // 2
    provinces = [_province_lines(state, seat_number) for seat_number in range(len(state.seats))]
    for first_seat in range(0, len(provinces), 2):
        for lines_side_by_side in zip_longest(*provinces[first_seat : first_seat + 2], fillvalue=""):
            yield "".join(line.ljust(width) for line in lines_side_by_side).rstrip()
        yield ""
    yield "In a cell: buildings by first letter, * if it covers a tile; markets; the tile (p6: purple tile 6)."
    yield "At the edge: yields, in capitals once connected:"
    rules: Any = state.rules
    for board in sorted({seat.board for seat in state.seats}):
        special_yields = getattr(rules.values.boards, terms.BOARDS[board]).yields.values()
        earnings_texts = [earnings_text(rules, special_yield.earns.root) for special_yield in special_yields]
        yield from _wrapped_lines(
            f"  {terms.BOARDS[board]}: ", [f"{letter} {text}" for letter, text in zip(LETTERS, earnings_texts, strict=False)]
        )


def _province_lines(state: State, seat_number: int) -> list[str]:
    """Draw the province of a seat: its cells, the letters of its yields at the edges, and what follows below."""
    rules, seat = state.rules, state.seats[seat_number]
    column_width, row_height = CELL_WIDTH + 1, CELL_HEIGHT + 1
    canvas = _empty_grid(column_width, row_height)
    for cell in range(N_OF.cells):
        row, column = divmod(cell, COLUMNS)
        for down, line in enumerate(_cell_lines(rules, seat, cell)):
            canvas[row * row_height + 1 + down][column * column_width + 1 : (column + 1) * column_width] = line
    board = rules.record.boards[seat.board]
    # Top, right, bottom, left.
    offset_by_side = (
        (0, column_width // 2),
        (row_height // 2, column_width),
        (row_height, column_width // 2),
        (row_height // 2, 0),
    )
    for yield_number, (letter, special_yield) in enumerate(zip(LETTERS, board.yields[: board.n_yields], strict=False)):
        row, column = divmod(int(special_yield.cell), COLUMNS)
        down, right = offset_by_side[special_yield.side]
        canvas[row * row_height + down][column * column_width + right] = (
            letter.upper() if seat.yields_connected & (1 << yield_number) else letter
        )
    return [
        f"Province of seat {seat_number + 1}, {terms.BOARDS[seat.board]} board",
        *map("".join, canvas),
        *_lines_below_province(state, seat),
    ]


def _empty_grid(column_width: int, row_height: int) -> list[list[str]]:
    """Return a province without content, as lines of single characters; both sizes include one line of the frame."""

    def line(left: str, crossing: str, right: str) -> list[str]:
        return list(left + crossing.join(["─" * (column_width - 1)] * COLUMNS) + right)

    lines = [line("┌", "┬", "┐")]
    for row in range(ROWS):
        lines += [list(("│" + " " * (column_width - 1)) * COLUMNS + "│") for _ in range(row_height - 1)]
        lines.append(line("├", "┼", "┤") if row < ROWS - 1 else line("└", "┴", "┘"))
    return lines


def _cell_lines(rules: Any, seat: RecordView, cell: int) -> tuple[str, str, str]:  # noqa: ANN401 - the rules of the game, without their type
    """Return the three lines of a cell: its roads meet in the middle, and the corners hold what the tile shows."""
    roads, tile = int(seat.roads[cell]), int(seat.tiles[cell])
    top_left = bottom_left = top_right = bottom_right = "   "
    if cell == terms.RESIDENCE:
        top_left = "res"
    elif cell == terms.DEAD_END:
        return "       ", " dead  ", "  end  "
    elif rules.record.cells[cell] != terms.FREE_CELL:
        return "       ", "       ", "       "
    if tile >= 0:
        name = rules.tile_names[tile]
        face = rules.values.tiles[name]
        markets = [f"{str(good)[:2]}{value}" for good, value in face.markets]
        top_right, bottom_right, *_ = [*markets, "   ", "   "]
        top_left = f"{''.join(building[0].upper() for building in face.buildings)}{'*' * int(seat.covered[cell])}".ljust(3)
        bottom_left = f"{name[0]}{_tile_number(name)}".ljust(3)
    return (
        f"{top_left}{'┃' if roads & TOP else ' '}{top_right}",
        f"{'━━━' if roads & LEFT else '   '}{CROSSINGS[roads]}{'━━━' if roads & RIGHT else '   '}",
        f"{bottom_left}{'┃' if roads & BOTTOM else ' '}{bottom_right}",
    )


def _lines_below_province(state: State, seat: RecordView) -> Iterator[str]:
    """Yield the upgrades of a seat, its waiting workers, and the yield tile on each yield that has one."""
    rules: Any = state.rules
    upgrade_texts = [f"{name} {level}" for name, level in zip(terms.BUILDINGS, seat.levels, strict=True) if level]
    yield f"upgrades: {', '.join(upgrade_texts) or 'none'}"
    yield f"workers waiting: {', '.join(waiting_worker_texts(seat.inactive)) or 'none'}"
    for letter, tile in zip(LETTERS, seat.slots, strict=True):
        if tile:
            yield f"{letter}: {yield_tile_text(rules, yield_tile_of(rules, int(tile) - 1))}"
