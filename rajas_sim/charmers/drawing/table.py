"""The whole table: the race, the dice wherever they lie, and the sheet of every seat."""

from __future__ import annotations

from functools import lru_cache

from rajas_sim.charmers.drawing.earnings import INITIALS, KEY, PICTURES, printed_bonuses
from rajas_sim.charmers.drawing.sheet import sheet_panel
from rajas_sim.charmers.output.wording import Die, dice_at, die_of
from rajas_sim.charmers.rulebook.rules import Rules
from rajas_sim.charmers.rulebook.terms import DEPOT, ELEPHANT, FIRST_PLACE, MIDDLE, N
from rajas_sim.charmers.state import State
from rajas_sim.core.board import SHAPES
from rajas_sim.core.drawing.panel import Drawing, DrawnTracks, TablePanel, race_panel
from rajas_sim.core.drawing.shapes import badge, box, group, piece, roads, symbol, text

WIDTH, SIZE, STEP = 344, 38, 43
_BESIDE_Y = 74


def drawing_of(state: State) -> Drawing:
    """Return a position drawn."""
    sheets = [sheet_panel(state.rules, i, seat) for i, seat in enumerate(state.seats)]
    return Drawing((race_panel(_tracks(state.rules), state), dice_panel(state), *sheets), KEY)


@lru_cache(maxsize=16)
def _tracks(rules: Rules) -> DrawnTracks:
    record = rules.record
    fame, money = (
        {int(space): printed_bonuses(rules)[first + i][0] for i, space in enumerate(spaces) if space}
        for first, spaces in ((FIRST_PLACE.fame_bonus, record.fame_spaces), (FIRST_PLACE.money_bonus, record.money_spaces))
    )
    return DrawnTracks(int(record.meeting_line), int(record.money_per_fame), fame, money)


def dice_panel(state: State) -> TablePanel:
    """Return all dice, those of the middle side by side by colour, the others where they were put."""
    slots = "".join(box(STEP * i + 0.5, 16.5, SIZE - 1, SIZE - 1, "open", 6) for i in range(N.dice))
    n = len(state.seats)
    block = WIDTH / (n + 1)
    names = text(0, 11, "in the middle", "u") + text(0, _BESIDE_Y + 11, "elephant", "u")
    names += text(block, _BESIDE_Y + 11, "dice depots", "u")
    names += badge("elephant", 11, _BESIDE_Y + 36, 22)
    for i in range(n):
        names += piece(block * (i + 1) + 9, _BESIDE_Y + 36, i, 8)
    parts = [slots + names]
    placed = [0] * (DEPOT + n)
    for number in range(N.dice):
        where, face = int(state.record.where[number]), int(state.record.faces[number])
        drawn = _die(die_of(number, face))
        if where == MIDDLE:
            parts.append(group(drawn, STEP * number, 16))
            continue
        x = (24 if where == ELEPHANT else block * (where - DEPOT + 1) + 19) + (SIZE + 2) * placed[where]
        placed[where] += 1
        parts.append(group(drawn, x, _BESIDE_Y + 16))
    places_of_dice = [f"in the middle {_shown_dice(state, MIDDLE)}", f"on the elephant {_shown_dice(state, ELEPHANT)}"]
    places_of_dice += [f"before seat {i + 1} {_shown_dice(state, DEPOT + i)}" for i in range(n)]
    return TablePanel("dice", "Dice", WIDTH, _BESIDE_Y + 60, tuple(parts), f"Dice: {'; '.join(places_of_dice)}")


def _shown_dice(state: State, where: int) -> str:
    return ", ".join(f"{die.colour} {die.shows}" for die in dice_at(state, where)) or "none"


def _die(die: Die) -> str:
    """Return a die with the face it shows."""
    drawn = symbol("d", -2, -2, SIZE + 4, die.colour) + box(5, 5, SIZE - 10, SIZE - 10, "plate", 4)
    half = SIZE / 2
    if die.colour == "purple":
        first, second = die.face.split("_")
        drawn += badge(PICTURES[first], half - 6, half - 4, 14) + badge(PICTURES[second], half + 6, half + 5, 14)
    elif die.colour == "green" and die.face == "half_roads":
        drawn += badge("half-road", half - 7, half, 16) + badge("half-road", half + 7, half, 16)
    elif die.colour == "green":
        drawn += group(roads(SHAPES[die.face], SIZE - 12, 5), 6, 6)
    elif die.colour == "blue":
        drawn += badge(PICTURES[die.face], half, half, 22, "blue")
    else:
        drawn += text(half, half + 4, INITIALS[die.face], "c m f11")
    return group(drawn, title=str(die))
