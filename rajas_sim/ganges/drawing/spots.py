"""Where each option lies on the table: the space, die, tile, cell or building it is about."""

from __future__ import annotations

from rajas_sim.core.board import N_SIDES, rotated
from rajas_sim.core.drawing.panel import OptionSpot
from rajas_sim.core.engine.course import top
from rajas_sim.ganges.drawing.board import (
    BALCONY_WIDTH,
    BESIDE_Y,
    SPACE,
    SPACE_HEIGHT,
    SPACE_WIDTH,
    STACKS_ACROSS,
    STACKS_DOWN,
    STACKS_LEFT,
    SUPPLY_STEP,
    TILE_SIZE,
    corner_of_river_space,
    corners_of_spaces,
    tile_drawing,
)
from rajas_sim.ganges.drawing.province import (
    BOTTOM,
    BUILDING_STEP,
    DIE_SIZE,
    LINE,
    VALUES_X,
    corner_of_cell,
    die_corner,
    place_of_yield,
)
from rajas_sim.ganges.output.wording import die_of
from rajas_sim.ganges.rulebook.rules import Rules
from rajas_sim.ganges.rulebook.terms import BACKS, FIRST_SPACE, N_OF
from rajas_sim.ganges.state import State


def spot_of(state: State, code: int) -> OptionSpot | None:  # noqa: C901 - one case a decision
    """Return where an option of the current decision lies; None if it has no place on the table."""
    if state.options[state.option_codes.index(code)].is_pass:
        return None
    rules: Rules = state.rules
    seat, panel = state.mover, f"seat_{state.seat_to_move + 1}"
    match state.decision:
        case "place":
            return _spot_of_space(rules, code)
        case "palace_action":
            return _spot_of_space(rules, FIRST_SPACE.chamber + code)
        case "pay_die" | "pay_for_tile" | "give_back_die" | "reroll":
            die = die_of(code)
            return OptionSpot(panel, *die_corner(seat, die.colour, die.value), DIE_SIZE, DIE_SIZE)
        case "choose_tile":
            column, row = divmod(code, len(BACKS))
            return OptionSpot("display", STACKS_LEFT + STACKS_ACROSS * column, STACKS_DOWN * row, TILE_SIZE, TILE_SIZE)
        case "choose_cell":
            cell, turns = divmod(code, N_SIDES)
            tile = int(top(state.record).detail)  # the tile that is laid
            preview = tile_drawing(rules, tile, rotated(int(rules.record.tiles[tile].roads), turns))
            return OptionSpot(panel, *corner_of_cell(cell), TILE_SIZE, TILE_SIZE, preview)
        case "cover_tile":
            cell, _ = divmod(code, N_OF.stacks)
            return OptionSpot(panel, *corner_of_cell(cell), TILE_SIZE, TILE_SIZE)
        case "upgrade":
            return OptionSpot(panel, VALUES_X + BUILDING_STEP * code, BOTTOM + 3 * LINE, BUILDING_STEP - 4, LINE - 3)
        case "take_die":
            return OptionSpot("board", SUPPLY_STEP * code, BESIDE_Y + 16, SUPPLY_STEP - 2, 22)
        case "sail" | "move_boat":
            return _spot_of_river_space(state.play(code).seats[state.seat_to_move].river)
        case "place_yield_tile":
            x, y, width, height = place_of_yield(rules, int(seat.board), code)
            return OptionSpot(panel, x - width / 2, y - height / 2, width, height)
    return None


def _spot_of_space(rules: Rules, space: int) -> OptionSpot:
    is_balcony = FIRST_SPACE.balcony <= space < FIRST_SPACE.balcony + N_OF.colours
    return OptionSpot("board", *corners_of_spaces(rules)[space], BALCONY_WIDTH if is_balcony else SPACE, SPACE)


def _spot_of_river_space(space: int) -> OptionSpot:
    return OptionSpot("river", *corner_of_river_space(space), SPACE_WIDTH, SPACE_HEIGHT)
