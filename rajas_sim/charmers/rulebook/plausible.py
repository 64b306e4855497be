"""Values that facts bind together in a plausible box: faces of dice, symbols of the river, prices that rise.

Each rule only moves what is assumed in the given file, and respects the facts it names; docs/unknown_box.md lists the rules.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import accumulate, groupby

from rajas_sim.charmers.rulebook.terms import GOODS, GOODS_FACES, SYMBOLS
from rajas_sim.core.rulebook.unknown_box import BoxDraw

FACES_OF_A_DIE = 6
PAD_SIDES = ("sun", "moon")
#: Probability that both dice of a colour are alike; sources disagree whether they are.
CHANCE_ALIKE = 0.5
#: The least number of times that each good, and each kind of road, occurs on a die.
LEAST_OF_EACH_GOOD, LEAST_OF_EACH_ROAD = 2, 1
#: Prices that occur (rulebook: example of a sale).
PRICES_THAT_OCCUR = (1, 3)
#: Standard deviation, in spaces, of how far what a river space pays moves from where it was assumed.
RIVER_SHIFT_DEVIATION = 3.0


def draw_together(box_draw: BoxDraw) -> None:
    """Draw values that facts bind together, after every number was drawn by itself."""
    _draw_dice(box_draw)
    _draw_province(box_draw)
    _fit_prices_and_tents(box_draw)
    for side in PAD_SIDES:
        _draw_river(box_draw, f"sheets.{side}.river")
        sheet_path = f"sheets.{side}"
        box_draw.shuffle([f"{sheet_path}.edge.{edge}" for edge in box_draw.at(f"{sheet_path}.edge")])
        bonuses_by_good = {good: box_draw.at(f"{sheet_path}.tents.{good}") for good in GOODS}
        box_draw.shuffle(
            [f"{sheet_path}.tents.{good}.{i}" for good, bonuses in bonuses_by_good.items() for i in range(1, len(bonuses) + 1)]
        )


def _draw_dice(box_draw: BoxDraw) -> None:
    """Draw the faces of purple and green dice; the first blue and orange dice keep all six faces, the second ones may differ."""

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
            faces_of_first_die = list(box_draw.at(first_path))
            box_draw.put(
                second_path,
                [faces_of_first_die[int(i)] for i in box_draw.rng.integers(len(faces_of_first_die), size=FACES_OF_A_DIE)],
            )


_ROAD_FACES = ("straight", "bend", "half_roads")


def _draw_faces(box_draw: BoxDraw, colour: str, possible_faces: list[str], is_possible_die: Callable[[list[str]], bool]) -> None:
    """Draw both dice of a colour, six of the possible faces each; a die that is not possible is drawn again.

    In half of the boxes both dice are alike. A die that is known stays as it is.
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
        copied_path = next((path for path in faces_by_path if path not in assumed_paths), assumed_paths[0])
        box_draw.put(assumed_paths[-1], list(box_draw.at(copied_path)))


def _draw_province(box_draw: BoxDraw) -> None:
    """Draw where buildings and markets are: as many of each kind as assumed, anywhere but at the residence."""
    space_paths = [
        f"province.spaces.{row}.{column}"
        for row, words in enumerate(box_draw.at("province.spaces"), 1)
        for column, word in enumerate(words, 1)
        if word != "residence"
    ]
    box_draw.shuffle(space_paths)


def _fit_prices_and_tents(box_draw: BoxDraw) -> None:
    """Change drawn prices so that they rise to the right and include 1 and 3; limit the goods of tents to the columns.

    Known values stay. If the known prices leave no drawn price that can be 1 (or 3), that price does not occur.
    """
    prices, tent_sizes = box_draw.at("market.prices"), list(box_draw.at("market.tents"))
    price_paths, tent_paths = _paths_of("market.prices", prices), _paths_of("market.tents", tent_sizes)
    is_drawn = [box_draw.is_assumed(path) for path in price_paths]
    for path, price in zip(price_paths, rising_prices(prices, is_drawn), strict=True):
        box_draw.put(path, price)
    drawn_tents = [i for i, path in enumerate(tent_paths) if box_draw.is_assumed(path)]
    while sum(tent_sizes) > len(prices) and any(tent_sizes[i] > 1 for i in drawn_tents):
        tent_sizes[max(drawn_tents, key=lambda i: tent_sizes[i])] -= 1
    for path, tent_size in zip(tent_paths, tent_sizes, strict=True):
        box_draw.put(path, tent_size)


def rising_prices(prices: Sequence[int], is_drawn: Sequence[bool]) -> list[int]:
    """Return rising prices that include `PRICES_THAT_OCCUR`, as near to the drawn prices as the known ones allow."""
    # The prices to the left of a column, if known, give the least that its price may be; those to the right give the most.
    known_or_least = (1 if is_price_drawn else price for price, is_price_drawn in zip(prices, is_drawn, strict=True))
    known_or_most = [math.inf if is_price_drawn else price for price, is_price_drawn in zip(prices, is_drawn, strict=True)]
    least, most = [*accumulate(known_or_least, max)], [*accumulate(reversed(known_or_most), min)][::-1]
    fitted = [int(min(max(price, least[i]), most[i])) if is_drawn[i] else price for i, price in enumerate(prices)]
    _sort_drawn(fitted, is_drawn)
    for price in PRICES_THAT_OCCUR:
        if price in fitted:
            continue
        must_stay = [other_price for other_price in PRICES_THAT_OCCUR if fitted.count(other_price) == 1]
        columns = [
            i
            for i, fitted_price in enumerate(fitted)
            if is_drawn[i] and least[i] <= price <= most[i] and fitted_price not in must_stay
        ]
        if columns:
            fitted[min(columns, key=lambda i: abs(fitted[i] - price))] = price
    _sort_drawn(fitted, is_drawn)
    return fitted


def _sort_drawn(prices: list[int], is_drawn: Sequence[bool]) -> None:
    """Sort each run of drawn prices between known ones, in place."""
    for are_drawn, column_run in groupby(range(len(prices)), is_drawn.__getitem__):
        if are_drawn:
            first_column, *_ = columns = [*column_run]
            prices[first_column : first_column + len(columns)] = sorted(prices[i] for i in columns)


def _paths_of(path: str, values: Sequence[int]) -> list[str]:
    """Return the paths of the entries of a list."""
    return [f"{path}.{i}" for i in range(1, len(values) + 1)]


def _draw_river(box_draw: BoxDraw, river_path: str) -> None:
    """Draw the order of the symbols, as many of each, if all are assumed.

    What spaces pay changes places, mostly with spaces near by.
    """
    spaces = list(box_draw.at(river_path))
    symbol_paths = [f"{river_path}.{space}.symbol" for space in spaces]
    if len(box_draw.assumed_paths_among(symbol_paths)) == len(symbol_paths) and len(symbol_paths) % len(SYMBOLS) == 0:
        symbols_of_spaces = [symbol for symbol in SYMBOLS for _ in range(len(symbol_paths) // len(SYMBOLS))]
        for path, i in zip(symbol_paths, box_draw.rng.permutation(len(symbols_of_spaces)), strict=True):
            box_draw.put(path, symbols_of_spaces[int(i)])
    box_draw.shuffle([f"{river_path}.{space}.earns" for space in spaces], deviation=RIVER_SHIFT_DEVIATION)
