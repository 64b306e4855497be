"""What facts bind together when a plausible box is drawn: faces of dice, symbols of the river, prices that rise.

Each rule moves only what is assumed in the file at hand, and holds the facts it names; docs/unknown_box.md lists the rules.
"""

from __future__ import annotations

from collections.abc import Callable

from rajas_sim.charmers.rulebook.terms import GOODS, GOODS_FACES, SYMBOLS
from rajas_sim.core.rulebook.unknown_box import BoxDraw

FACES_OF_A_DIE = 6
PAD_SIDES = ("sun", "moon")
#: How often two dice of a colour are alike: sources disagree whether they are.
CHANCE_ALIKE = 0.5
#: How often each good, and each kind of road, is on a die at least.
LEAST_OF_EACH_GOOD, LEAST_OF_EACH_ROAD = 2, 1
#: Prices that occur (rulebook: example of a sale).
PRICES_THAT_OCCUR = (1, 3)
#: How far a river space may lie from where it was assumed, as a standard deviation in spaces.
RIVER_SHIFT_DEVIATION = 3.0


def draw_together(box_draw: BoxDraw) -> None:
    """Draw what belongs together, after every number was drawn by itself."""
    _draw_dice(box_draw)
    _draw_province(box_draw)
    _draw_prices_and_tents(box_draw)
    for side in PAD_SIDES:
        _draw_river(box_draw, f"sheets.{side}.river")
        sheet_path = f"sheets.{side}"
        box_draw.shuffle([f"{sheet_path}.edge.{edge}" for edge in box_draw.at(f"{sheet_path}.edge")])
        bonuses_by_good = {good: box_draw.at(f"{sheet_path}.tents.{good}") for good in GOODS}
        box_draw.shuffle(
            [f"{sheet_path}.tents.{good}.{i}" for good, bonuses in bonuses_by_good.items() for i in range(1, len(bonuses) + 1)]
        )


def _draw_dice(box_draw: BoxDraw) -> None:
    """Draw the faces of purple and green dice; the first blue and the first orange die have all six, the second may differ."""

    def shows_every_good(faces: list[str]) -> bool:
        shown_goods = [good for face in faces for good in face.split("_")]
        return all(shown_goods.count(good) >= LEAST_OF_EACH_GOOD for good in GOODS)

    def shows_every_road(faces: list[str]) -> bool:
        return all(faces.count(road) >= LEAST_OF_EACH_ROAD for road in _ROAD_FACES)

    _draw_faces(box_draw, "purple", list(GOODS_FACES), shows_every_good)
    _draw_faces(box_draw, "green", list(_ROAD_FACES), shows_every_road)
    for colour in ("blue", "orange"):
        first_path, second_path = (f"dice.{colour}.{number}" for number in (1, 2))
        if box_draw.is_assumed(second_path) and box_draw.rng.random() > CHANCE_ALIKE:
            symbols = list(box_draw.at(first_path))
            box_draw.put(second_path, [symbols[int(i)] for i in box_draw.rng.integers(len(symbols), size=FACES_OF_A_DIE)])


_ROAD_FACES = ("straight", "bend", "half_roads")


def _draw_faces(box_draw: BoxDraw, colour: str, possible_faces: list[str], is_possible_die: Callable[[list[str]], bool]) -> None:
    """Draw both dice of a colour, six of the possible faces each, drawn again until the die is possible.

    In half of the boxes the two are alike. A die that is known stays as it is.
    """
    rng = box_draw.rng
    faces_of_dice: list[list[str]] = []
    while len(faces_of_dice) < 2:
        faces = sorted(possible_faces[int(i)] for i in rng.integers(len(possible_faces), size=FACES_OF_A_DIE))
        if is_possible_die(faces):
            faces_of_dice.append(faces)
    is_alike = rng.random() < CHANCE_ALIKE
    faces_by_path = dict(zip((f"dice.{colour}.1", f"dice.{colour}.2"), faces_of_dice, strict=True))
    assumed_paths = box_draw.assumed_paths_among([*faces_by_path])
    for path in assumed_paths:
        box_draw.put(path, list(faces_by_path[path]))
    if is_alike and assumed_paths:
        model = next((path for path in faces_by_path if path not in assumed_paths), assumed_paths[0])
        box_draw.put(assumed_paths[-1], list(box_draw.at(model)))


def _draw_province(box_draw: BoxDraw) -> None:
    """Draw where buildings and markets are: as many of each kind, anywhere but at the residence."""
    space_paths = [
        f"province.spaces.{row}.{column}"
        for row, words in enumerate(box_draw.at("province.spaces"), 1)
        for column, word in enumerate(words, 1)
        if word != "residence"
    ]
    box_draw.shuffle(space_paths)


def _draw_prices_and_tents(box_draw: BoxDraw) -> None:
    """Draw prices: they rise to the right, and 1 and 3 occur; the tents hold no more goods than there are columns."""
    prices_path = "market.prices"
    if box_draw.is_assumed(prices_path):
        prices = sorted(max(1, price) for price in box_draw.at(prices_path))
        for price in PRICES_THAT_OCCUR:
            if price not in prices:
                nearest_column = min(range(len(prices)), key=lambda i: abs(prices[i] - price))
                prices[nearest_column] = price
        box_draw.put(prices_path, sorted(prices))
    tents_path = "market.tents"
    if box_draw.is_assumed(tents_path):
        tent_sizes = list(box_draw.at(tents_path))
        while sum(tent_sizes) > len(box_draw.at(prices_path)):
            tent_sizes[tent_sizes.index(max(tent_sizes))] -= 1
        box_draw.put(tents_path, tent_sizes)


def _draw_river(box_draw: BoxDraw, river_path: str) -> None:
    """Draw symbols: each three times, in any order; what spaces pay changes places with others near by."""
    spaces = list(box_draw.at(river_path))
    symbol_paths = [f"{river_path}.{space}.symbol" for space in spaces]
    if len(box_draw.assumed_paths_among(symbol_paths)) == len(symbol_paths) and len(symbol_paths) % len(SYMBOLS) == 0:
        symbols_of_spaces = [symbol for symbol in SYMBOLS for _ in range(len(symbol_paths) // len(SYMBOLS))]
        for path, i in zip(symbol_paths, box_draw.rng.permutation(len(symbols_of_spaces)), strict=True):
            box_draw.put(path, symbols_of_spaces[int(i)])
    box_draw.shuffle([f"{river_path}.{space}.earns" for space in spaces], deviation=RIVER_SHIFT_DEVIATION)
