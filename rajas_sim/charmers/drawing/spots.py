"""Where each option lies on the table: the die, or the space, good, person or building of the sheet that it is about."""

from __future__ import annotations

from rajas_sim.charmers.drawing.dice import DIE_SIZE, corner_of_die, corners_of_identical_dice
from rajas_sim.charmers.drawing.sheet import (
    AREA_WIDTH,
    BUILDING_ROW_HEIGHT,
    CELL_SIZE,
    GOODS_ROW_HEIGHT,
    GOODS_TOP,
    PERSON_ROW_HEIGHT,
    RIVER_Y,
    SPACE_HEIGHT,
    SPACE_WIDTH,
    TABLE_TOP,
    WIDTH,
    bonus_centre,
    corner_of_cell,
    corner_of_space,
    tops_of_areas,
)
from rajas_sim.charmers.drawing.symbols import BONUS_HEIGHT, BONUS_WIDTH
from rajas_sim.charmers.output.wording import Die, PlacedBonus
from rajas_sim.charmers.rulebook.rules import Rules
from rajas_sim.charmers.rulebook.terms import BUILDINGS, COLOURS, COLUMNS, GOODS, N_OF, PEOPLE
from rajas_sim.charmers.state import State
from rajas_sim.core.board import SIDE_NAMES
from rajas_sim.core.drawing.panel import OptionSpot
from rajas_sim.core.drawing.shapes import roads
from rajas_sim.core.positions.wording import Cell


def spot_of(state: State, code: int) -> OptionSpot | None:
    """Return where an option of the current decision lies; None if it has no place on the table."""
    option = state.options[state.option_codes.index(code)]
    rules: Rules = state.rules
    panel = f"seat_{state.seat_to_move + 1}"
    market_y, palace_y, tables_y, _ = tops_of_areas(rules)
    match option.fields:
        case {"die": Die() as die}:
            die_number = COLOURS.index(die.colour) * N_OF.dice_per_colour + die.number - 1
            twins = tuple(corners_of_identical_dice(state, die_number))
            return OptionSpot("dice", *corner_of_die(state, die_number), DIE_SIZE, DIE_SIZE, twins=twins)
        case {"cell": Cell() as cell, "roads": side_names}:
            drawn_road = roads(sum(1 << SIDE_NAMES.index(side) for side in side_names), CELL_SIZE, 7)
            corner = corner_of_cell((cell.row - 1) * COLUMNS + cell.column - 1)
            return OptionSpot(panel, *corner, CELL_SIZE, CELL_SIZE, drawn_road)
        case {"river_space": int(space)}:
            x, y = corner_of_space(space)
            return OptionSpot(panel, x, RIVER_Y + y, SPACE_WIDTH, SPACE_HEIGHT)
        case {"good": str(good)}:
            y = market_y + GOODS_TOP + GOODS_ROW_HEIGHT * GOODS.index(good)
            return OptionSpot(panel, 0, y, WIDTH, GOODS_ROW_HEIGHT - 2)
        case {"person": str(person)}:
            area, row = divmod(PEOPLE.index(person), N_OF.people_per_area)
            y = palace_y + TABLE_TOP + 3 + PERSON_ROW_HEIGHT * row
            return OptionSpot(panel, (AREA_WIDTH + 8) * area, y, AREA_WIDTH, PERSON_ROW_HEIGHT)
        case {"bonus": PlacedBonus(place, _)} if (centre := bonus_centre(rules, place)) is not None:
            left, top = centre[0] - BONUS_WIDTH / 2, centre[1] - BONUS_HEIGHT / 2
            return OptionSpot(panel, left, top, BONUS_WIDTH, BONUS_HEIGHT)
        case {"building": str(building)}:
            return OptionSpot(
                panel, 0, tables_y + TABLE_TOP + BUILDING_ROW_HEIGHT * BUILDINGS.index(building), 140, BUILDING_ROW_HEIGHT
            )
    return None
