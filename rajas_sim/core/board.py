"""What the boards of both games have: roads on square cells, two scoring tracks, and building upgrades with their restrictions.

A set of roads is four bits: 1 top, 2 right, 4 bottom, 8 left. A seat's two tracks run towards each other on one frame. Every
building type rises level by level; ``seat.levels`` counts the upgrades of each type.
"""

from __future__ import annotations

from rajas_sim.core.engine.any_game import AnySeat, AnyState
from rajas_sim.core.engine.kernel import Array1, Options, kernel


@kernel
def has_bit(bits: int, i: int) -> bool:
    """Return whether element i is in a bit set."""
    return (bits >> i) & 1 == 1


TOP, RIGHT, BOTTOM, LEFT = 1, 2, 4, 8
ALL_ROADS = 15
N_SIDES = 4
SIDE_NAMES = ("top", "right", "bottom", "left")

#: The road shapes that a component file may name, in their unrotated position.
SHAPES = {"dead_end": TOP, "straight": TOP | BOTTOM, "bend": TOP | RIGHT, "fork": TOP | RIGHT | LEFT, "crossroad": ALL_ROADS}


@kernel
def rotated(roads: int, quarter_turns: int) -> int:
    """Return the roads after `quarter_turns` (0 to 3) clockwise."""
    shifted = int(roads) << quarter_turns
    return (shifted | (shifted >> 4)) & ALL_ROADS


@kernel
def is_new_rotation(roads: int, quarter_turns: int) -> bool:
    """Return whether this rotation looks different from all smaller ones (a straight has two rotations, not four)."""
    turned_roads = rotated(roads, quarter_turns)
    for fewer_turns in range(quarter_turns):
        if rotated(roads, fewer_turns) == turned_roads:
            return False
    return True


@kernel
def is_bend(roads: int) -> bool:
    """Return whether the roads form a bend: two roads that leave a cell at neighbouring sides."""
    for turns in range(N_SIDES):
        if rotated(TOP | RIGHT, turns) == roads:
            return True
    return False


@kernel
def neighbour(cell: int, side: int, columns: int, rows: int) -> int:
    """Return the cell beside `cell` at side 0 top, 1 right, 2 bottom, 3 left, or -1 at the border."""
    row, column = cell // columns, cell % columns
    if side == 0:
        return cell - columns if row > 0 else -1
    if side == 1:
        return cell + 1 if column < columns - 1 else -1
    if side == 2:
        return cell + columns if row < rows - 1 else -1
    return cell - 1 if column > 0 else -1


@kernel
def facing_roads(roads: Array1[int], cell: int, columns: int, rows: int) -> int:
    """Return the sides of `cell` at which a neighbouring cell has a road towards it, as a bit set.

    Parameters
    ----------
    roads
        The roads of every cell, shape (columns * rows,).
    """
    sides = 0
    for side in range(N_SIDES):
        neighbour_cell = neighbour(cell, side, columns, rows)
        if neighbour_cell >= 0 and roads[neighbour_cell] & (1 << ((side + 2) % N_SIDES)):
            sides |= 1 << side
    return sides


@kernel
def reached_cells(roads: Array1[int], start: int, columns: int, rows: int, changed_cell: int, changed_roads: int) -> int:  # noqa: PLR0913 - what the kernel computes with
    """Return the cells that one can drive to from `start` (itself included), as a bit set.

    A road leads from one cell to the next if both have a road at their common side.

    Parameters
    ----------
    roads
        The roads of every cell, shape (columns * rows,).
    changed_cell, changed_roads
        A cell to treat as if it had `changed_roads` instead of its real roads; -1 for none.
    """
    joined_right = 0  # the cells with a road to the cell on their right; in joined_below, to the cell below them
    joined_below = 0
    for cell in range(columns * rows):
        roads_of_cell = changed_roads if cell == changed_cell else int(roads[cell])
        if roads_of_cell == 0:
            continue
        if roads_of_cell & LEFT and cell % columns > 0:
            other_roads = changed_roads if cell - 1 == changed_cell else int(roads[cell - 1])
            if other_roads & RIGHT:
                joined_right |= 1 << (cell - 1)
        if roads_of_cell & TOP and cell >= columns:
            other_roads = changed_roads if cell - columns == changed_cell else int(roads[cell - columns])
            if other_roads & BOTTOM:
                joined_below |= 1 << (cell - columns)
    reached = 0
    grown = 1 << start  # the cells reached so far, and then also the cells next to them by road
    while grown != reached:
        reached = grown
        grown |= ((grown & joined_right) << 1) | ((grown >> 1) & joined_right)
        grown |= ((grown & joined_below) << columns) | ((grown >> columns) & joined_below)
    return reached


@kernel
def overlap_in_money(fame: int, money: int, money_per_fame: int, meeting_line: int) -> int:
    """Return by how many money spaces a seat's two markers have passed each other; 0 when they meet, negative before.

    They meet when fame, and money in fame spaces, add up to `meeting_line`. A fame space is `money_per_fame` money spaces long,
    so the result is exact to 1 / `money_per_fame` of a fame space.
    """
    return (int(fame) - int(meeting_line)) * int(money_per_fame) + int(money)


@kernel
def overlap_in_fame_spaces(overlap: int, money_per_fame: int) -> int:
    """Convert an `overlap_in_money` into fame spaces, rounded up.

    A money marker anywhere on a fame space counts for the whole of it.
    """
    return -(-int(overlap) // int(money_per_fame))


@kernel
def overlap(fame: int, money: int, money_per_fame: int, meeting_line: int) -> int:
    """Return by how many fame spaces a seat's markers have passed each other; a space that is reached counts as a whole."""
    return overlap_in_fame_spaces(overlap_in_money(fame, money, money_per_fame, meeting_line), money_per_fame)


@kernel
def fame_part(fame: int, money: int, money_per_fame: int) -> float:
    """Return fame as a fraction of the advance of both markers, with money converted to fame spaces; 0 at the start."""
    advance_in_money = float(int(fame) * int(money_per_fame) + int(money))
    return int(fame) * int(money_per_fame) / advance_in_money if advance_in_money > 0.0 else 0.0


#: Which marker moved when the markers of a seat first met or passed each other; "neither" if they never did.
MET_BY = ("neither", "money", "fame")
MET_BY_MONEY, MET_BY_FAME = 1, 2


@kernel
def note_first_meeting(state: AnyState[AnySeat], seat: AnySeat) -> bool:
    """Record that the markers of a seat meet or have passed; return whether this is the first time for the seat.

    ``seat.passed`` is 1 for the first seat to do so and 2 for the second. ``state.first_met_in_round`` is the round of the first,
    and 0 until then.
    """
    if seat.passed != 0:
        return False
    state.n_met += 1
    seat.passed = state.n_met
    if state.first_met_in_round == 0:
        state.first_met_in_round = state.round_number
    return True


#: Number of levels of a building type: no upgrade, one upgrade or two.
N_LEVELS = 3


@kernel
def n_upgrades(seat: AnySeat) -> int:
    """Return how many upgrades the seat has made."""
    n = 0
    for building in range(len(seat.levels)):
        n += seat.levels[building]
    return n


@kernel
def can_upgrade(seat: AnySeat, building: int, restricted_buildings: int) -> bool:
    """Return whether a building type can be upgraded: it is below the highest level and not in the set `restricted_buildings`."""
    return seat.levels[building] < N_LEVELS - 1 and not has_bit(restricted_buildings, building)


@kernel
def has_upgrade_left(seat: AnySeat, restricted_buildings: int) -> bool:
    """Return whether some building type can still be upgraded; `restricted_buildings` is the bit set of types that may not be."""
    for building in range(len(seat.levels)):
        if can_upgrade(seat, building, restricted_buildings):
            return True
    return False


@kernel
def upgrade_options(seat: AnySeat, restricted_buildings: int, options: Options) -> int:
    """Write the building types that can still be upgraded into `options`, and return how many there are.

    `restricted_buildings` is the bit set of types that may not be upgraded.
    """
    n = 0
    for building in range(len(seat.levels)):
        if can_upgrade(seat, building, restricted_buildings):
            options[n] = building
            n += 1
    return n
