"""What facts bind together when a plausible box is drawn: faces of dice, symbols of the river, prices that rise.

Each rule moves only what is assumed in the file at hand, and holds the facts it names; docs/unknown_box.md lists the rules.
"""

from __future__ import annotations

from collections.abc import Callable

from rajas_sim.charmers.rulebook.terms import GOODS, GOODS_FACES, SYMBOLS
from rajas_sim.core.rulebook.unknown_box import BoxDraw

FACES = 6
SIDES = ("sun", "moon")
#: How often two dice of a colour are alike: sources disagree whether they are.
CHANCE_ALIKE = 0.5
#: How often each good, and each kind of road, is on a die at least.
GOODS_ON_A_DIE, ROADS_ON_A_DIE = 2, 1
#: Prices that occur (rulebook: example of a sale).
PRICES_THAT_OCCUR = (1, 3)
#: How far a river space may lie from where it was assumed, as a standard deviation in spaces.
RIVER_SPACES_OFF = 3.0


def draw_together(drawing: BoxDraw) -> None:
    """Draw what belongs together, after every number was drawn by itself."""
    _dice(drawing)
    _province(drawing)
    _market(drawing)
    for side in SIDES:
        _river(drawing, f"sheets.{side}.river")
        at = f"sheets.{side}"
        drawing.shuffle([f"{at}.edge.{place}" for place in drawing.at(f"{at}.edge")])
        tents = {good: drawing.at(f"{at}.tents.{good}") for good in GOODS}
        drawing.shuffle([f"{at}.tents.{good}.{i}" for good, bonuses in tents.items() for i in range(1, len(bonuses) + 1)])


def _dice(drawing: BoxDraw) -> None:
    """Draw the faces of purple and green dice; the first blue and the first orange die have all six, the second may differ."""

    def every_good(faces: list[str]) -> bool:
        shown = [good for face in faces for good in face.split("_")]
        return all(shown.count(good) >= GOODS_ON_A_DIE for good in GOODS)

    def every_road(faces: list[str]) -> bool:
        return all(faces.count(road) >= ROADS_ON_A_DIE for road in _ROADS)

    _faces(drawing, "purple", list(GOODS_FACES), every_good)
    _faces(drawing, "green", list(_ROADS), every_road)
    for colour in ("blue", "orange"):
        first, second = (f"dice.{colour}.{number}" for number in (1, 2))
        if drawing.is_free(second) and drawing.rng.random() > CHANCE_ALIKE:
            words = list(drawing.at(first))
            drawing.put(second, [words[int(i)] for i in drawing.rng.integers(len(words), size=FACES)])


_ROADS = ("straight", "bend", "half_roads")


def _faces(drawing: BoxDraw, colour: str, words: list[str], is_possible: Callable[[list[str]], bool]) -> None:
    """Draw the faces of both dice of a colour, each among those possible; they are often alike."""
    rng = drawing.rng
    drawn: list[list[str]] = []
    while len(drawn) < 2:
        faces = sorted(words[int(i)] for i in rng.integers(len(words), size=FACES))
        if is_possible(faces):
            drawn.append(faces)
    if rng.random() < CHANCE_ALIKE:
        drawn[1] = drawn[0]
    for number, faces in enumerate(drawn, 1):
        if drawing.is_free(f"dice.{colour}.{number}"):
            drawing.put(f"dice.{colour}.{number}", list(faces))


def _province(drawing: BoxDraw) -> None:
    """Draw where buildings and markets are: as many of each kind, anywhere but at the residence."""
    spaces = [
        f"province.spaces.{row}.{column}"
        for row, words in enumerate(drawing.at("province.spaces"), 1)
        for column, word in enumerate(words, 1)
        if word != "residence"
    ]
    drawing.shuffle(spaces)


def _market(drawing: BoxDraw) -> None:
    """Draw prices: they rise to the right, and 1 and 3 occur; the tents hold no more goods than there are columns."""
    path = "market.prices"
    if drawing.is_free(path):
        prices = sorted(max(1, price) for price in drawing.at(path))
        for price in PRICES_THAT_OCCUR:
            if price not in prices:
                nearest = min(range(len(prices)), key=lambda i: abs(prices[i] - price))
                prices[nearest] = price
        drawing.put(path, sorted(prices))
    tents = "market.tents"
    if drawing.is_free(tents):
        sizes = list(drawing.at(tents))
        while sum(sizes) > len(drawing.at(path)):
            sizes[sizes.index(max(sizes))] -= 1
        drawing.put(tents, sizes)


def _river(drawing: BoxDraw, river: str) -> None:
    """Draw symbols: each three times, in any order; what spaces pay changes places with others near by."""
    spaces = list(drawing.at(river))
    symbols = [f"{river}.{space}.symbol" for space in spaces]
    if len(drawing.free(symbols)) == len(symbols) and len(symbols) % len(SYMBOLS) == 0:
        each = [symbol for symbol in SYMBOLS for _ in range(len(symbols) // len(SYMBOLS))]
        for path, i in zip(symbols, drawing.rng.permutation(len(each)), strict=True):
            drawing.put(path, each[int(i)])
    drawing.shuffle([f"{river}.{space}.earns" for space in spaces], near=RIVER_SPACES_OFF)
