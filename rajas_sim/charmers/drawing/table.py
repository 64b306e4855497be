"""The whole table: the race, the dice wherever they lie, and the sheet of every seat."""

from __future__ import annotations

from functools import lru_cache

from rajas_sim.charmers.drawing.sheet import sheet_panel
from rajas_sim.charmers.drawing.symbols import INITIALS, KEY, PICTURES, printed_bonuses
from rajas_sim.charmers.drawing.things import picture_of as picture_of
from rajas_sim.charmers.output.wording import Die, dice_at, die_of
from rajas_sim.charmers.rulebook.rules import Rules
from rajas_sim.charmers.rulebook.terms import DEPOT, ELEPHANT, FIRST_BONUS_PLACE, MIDDLE, N_OF
from rajas_sim.charmers.state import State
from rajas_sim.core.board import SHAPES
from rajas_sim.core.drawing.panel import Drawing, DrawnTracks, TablePanel, race_panel
from rajas_sim.core.drawing.shapes import badge, group, mover, piece, rectangle, roads, symbol, text

WIDTH, DIE_SIZE, DIE_STEP = 344, 38, 43
_OTHER_DICE_Y = 74


def drawing_of(state: State) -> Drawing:
    """Return a position drawn."""
    sheets = [sheet_panel(state.rules, i, seat) for i, seat in enumerate(state.seats)]
    return Drawing((race_panel(_drawn_tracks(state.rules), state), dice_panel(state), *sheets), KEY)


@lru_cache(maxsize=16)
def _drawn_tracks(rules: Rules) -> DrawnTracks:
    record = rules.record
    fame, money = (
        {int(space): printed_bonuses(rules)[first_bonus_place + i][0] for i, space in enumerate(spaces) if space}
        for first_bonus_place, spaces in (
            (FIRST_BONUS_PLACE.fame_bonus, record.fame_spaces),
            (FIRST_BONUS_PLACE.money_bonus, record.money_spaces),
        )
    )
    return DrawnTracks(int(record.meeting_line), int(record.money_per_fame), fame, money)


def dice_panel(state: State) -> TablePanel:
    """Return all dice, those of the middle side by side by colour, the others where they were put."""
    slots = "".join(rectangle(DIE_STEP * i + 0.5, 16.5, DIE_SIZE - 1, DIE_SIZE - 1, "open", 6) for i in range(N_OF.dice))
    n_seats = len(state.seats)
    depot_width = WIDTH / (n_seats + 1)
    labels = text(0, 11, "in the middle", "small") + text(0, _OTHER_DICE_Y + 11, "elephant", "small")
    labels += text(depot_width, _OTHER_DICE_Y + 11, "dice depots", "small")
    labels += badge("elephant", 11, _OTHER_DICE_Y + 36, 22)
    for i in range(n_seats):
        labels += piece(depot_width * (i + 1) + 9, _OTHER_DICE_Y + 36, i, 8)
    parts = [slots + labels]
    n_placed = [0] * (DEPOT + n_seats)
    for die_number in range(N_OF.dice):
        location, face = int(state.record.where[die_number]), int(state.record.faces[die_number])
        svg = _die_svg(die_of(die_number, face))
        if location == MIDDLE:
            parts.append(mover(group(svg, DIE_STEP * die_number, 16), f"die {die_number}"))
            continue
        x = (24 if location == ELEPHANT else depot_width * (location - DEPOT + 1) + 19) + (DIE_SIZE + 2) * n_placed[location]
        n_placed[location] += 1
        parts.append(mover(group(svg, x, _OTHER_DICE_Y + 16), f"die {die_number}"))
    texts_by_location = [f"in the middle {_dice_text(state, MIDDLE)}", f"on the elephant {_dice_text(state, ELEPHANT)}"]
    texts_by_location += [f"before seat {i + 1} {_dice_text(state, DEPOT + i)}" for i in range(n_seats)]
    return TablePanel("dice", "Dice", WIDTH, _OTHER_DICE_Y + 60, tuple(parts), f"Dice: {'; '.join(texts_by_location)}")


def _dice_text(state: State, location: int) -> str:
    return ", ".join(f"{die.colour} {die.shows}" for die in dice_at(state, location)) or "none"


def _die_svg(die: Die) -> str:
    """Return a die with the face it shows."""
    svg = symbol("d", -2, -2, DIE_SIZE + 4, die.colour) + rectangle(5, 5, DIE_SIZE - 10, DIE_SIZE - 10, "plate", 4)
    half = DIE_SIZE / 2
    if die.colour == "purple":
        first_good, second_good = die.face.split("_")
        svg += badge(PICTURES[first_good], half - 6, half - 4, 14) + badge(PICTURES[second_good], half + 6, half + 5, 14)
    elif die.colour == "green" and die.face == "half_roads":
        svg += badge("half-road", half - 7, half, 16) + badge("half-road", half + 7, half, 16)
    elif die.colour == "green":
        svg += group(roads(SHAPES[die.face], DIE_SIZE - 12, 5), 6, 6)
    elif die.colour == "blue":
        svg += badge(PICTURES[die.face], half, half, 22, "blue")
    else:
        svg += text(half, half + 4, INITIALS[die.face], "on-coin middle f11")
    return group(svg, title=str(die))
