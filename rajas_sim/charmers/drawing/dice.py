"""The dice of the table: in the middle, on the elephant, and in the depots of the seats."""

from __future__ import annotations

from rajas_sim.charmers.drawing.symbols import PICTURES
from rajas_sim.charmers.output.wording import Die, dice_at, die_of
from rajas_sim.charmers.rulebook.terms import DEPOT, ELEPHANT, MIDDLE, N_OF
from rajas_sim.charmers.state import State
from rajas_sim.core.board import SHAPES
from rajas_sim.core.drawing.panel import TablePanel
from rajas_sim.core.drawing.shapes import badge, group, mover, piece, rectangle, roads, symbol, text

WIDTH, DIE_SIZE, DIE_STEP = 344, 38, 43
_OTHER_DICE_Y = 74
#: Where the die on the elephant lies, to the right of the elephant, and where the depots begin.
_ELEPHANT_DIE_X, _DEPOTS_X = 24, 70
#: How people of the palace are written on a die, in one line or two.
_PEOPLE_ON_DICE = {
    "great_mogul": ("Great", "Mogul"),
    "maharani": ("Maha-", "rani"),
    "trader": ("Trader", ""),
    "raja_man_singh": ("Raja", "M. S."),
    "master_builder": ("Master", "B."),
    "portuguese": ("Portu-", "guese"),
}


def dice_panel(state: State) -> TablePanel:
    """Return all dice: those in the middle side by side by colour, the others where they were put."""
    middle_corners = [(DIE_STEP * i, 16.0) for i in range(N_OF.dice)]
    n_seats, n_in_depot = len(state.seats), int(state.rules.record.dice_a_round)
    depot_corners = [_corner_in_depot(state, seat, i) for seat in range(n_seats) for i in range(n_in_depot)]
    slots = "".join(
        rectangle(x + 0.5, y + 0.5, DIE_SIZE - 1, DIE_SIZE - 1, "open", 6) for x, y in [*middle_corners, *depot_corners]
    )
    labels = text(0, 11, "in the middle", "small") + text(0, _OTHER_DICE_Y + 11, "elephant", "small")
    labels += badge("elephant", 11, _OTHER_DICE_Y + 38, 22)
    for seat in range(n_seats):
        x, _ = _corner_in_depot(state, seat, 0)
        labels += piece(x + 8, _OTHER_DICE_Y + 7, seat, 8) + text(x + 19, _OTHER_DICE_Y + 11, "depot", "small")
    parts = [slots + labels]
    for die_number in range(N_OF.dice):
        svg = _die_svg(die_of(die_number, int(state.record.faces[die_number])))
        corner = corner_of_die(state, die_number)
        parts.append(mover(group(svg, *corner), f"die {die_number}", among=int(state.record.where[die_number])))
    texts_by_location = [f"in the middle {_dice_text(state, MIDDLE)}", f"on the elephant {_dice_text(state, ELEPHANT)}"]
    texts_by_location += [f"before seat {i + 1} {_dice_text(state, DEPOT + i)}" for i in range(n_seats)]
    return TablePanel("dice", "Dice", WIDTH, _OTHER_DICE_Y + 60, tuple(parts), f"Dice: {'; '.join(texts_by_location)}")


def corner_of_die(state: State, die_number: int) -> tuple[float, float]:
    """Return where a die lies: in the middle, or on the elephant or in a depot beside the dice there with lower numbers."""
    locations = [int(location) for location in state.record.where]
    location = locations[die_number]
    if location == MIDDLE:
        return DIE_STEP * die_number, 16
    if location == ELEPHANT:
        return _ELEPHANT_DIE_X, _OTHER_DICE_Y + 18
    return _corner_in_depot(state, location - DEPOT, locations[:die_number].count(location))


def corners_of_identical_dice(state: State, die_number: int) -> list[tuple[float, float]]:
    """Return where identical dice lie: others of the colour that show the same face at the same place."""
    record, first_of_colour = state.record, die_number - die_number % N_OF.dice_per_colour
    return [
        corner_of_die(state, other_die)
        for other_die in range(first_of_colour, first_of_colour + N_OF.dice_per_colour)
        if other_die != die_number
        and (record.where[other_die], record.faces[other_die]) == (record.where[die_number], record.faces[die_number])
    ]


def _corner_in_depot(state: State, seat: int, nth: int) -> tuple[float, float]:
    """Return where the nth die (from 0) of a depot lies, below the disc of its seat."""
    depot_width = (WIDTH - _DEPOTS_X) / len(state.seats)
    return _DEPOTS_X + depot_width * seat + (DIE_SIZE + 2) * nth, _OTHER_DICE_Y + 18


def _dice_text(state: State, location: int) -> str:
    return ", ".join(f"{die.colour} {die.shows}" for die in dice_at(state, location)) or "none"


def _die_svg(die: Die) -> str:
    """Return a die with the face it shows."""
    margin = 2 if die.colour == "orange" else 5  # names of people need more room
    svg = symbol("d", -2, -2, DIE_SIZE + 4, die.colour)
    svg += rectangle(margin, margin, DIE_SIZE - 2 * margin, DIE_SIZE - 2 * margin, "plate", 4)
    middle = DIE_SIZE / 2
    if die.colour == "purple":
        first_good, second_good = die.face.split("_")
        svg += badge(PICTURES[first_good], middle - 6, middle - 4, 14) + badge(PICTURES[second_good], middle + 6, middle + 5, 14)
    elif die.colour == "green" and die.face == "half_roads":
        svg += badge("half-road", middle - 7, middle, 16) + badge("half-road", middle + 7, middle, 16)
    elif die.colour == "green":
        svg += group(roads(SHAPES[die.face], DIE_SIZE - 12, 5), 6, 6)
    elif die.colour == "blue":
        svg += badge(PICTURES[die.face], middle, middle, 22, "blue")
    else:
        upper_line, lower_line = _PEOPLE_ON_DICE[die.face]
        svg += text(middle, middle - 1 if lower_line else middle + 4, upper_line, "on-die middle f11")
        svg += text(middle, middle + 10, lower_line, "on-die middle f11")
    return group(svg, title=str(die))
