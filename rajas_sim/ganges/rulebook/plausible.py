"""What facts bind together when a plausible box is drawn: prices that rise, pieces that are counted, tiles worth their cost.

Each rule moves only what is assumed in the file at hand, and holds the facts it names; docs/unknown_box.md lists the rules.
"""

from __future__ import annotations

from itertools import combinations, permutations
from operator import le

from rajas_sim.core.rulebook.unknown_box import BoxDraw
from rajas_sim.ganges.rulebook.terms import BUILDINGS, COLOURS, GOODS

#: Costs that occur on some tile of a colour (rulebook, and public pictures of single tiles).
COSTS_THAT_OCCUR = {"orange": (4, 8, 9, 10), "blue": (7,), "purple": (6,)}
#: Sizes of the three stacks of a colour: unequal, 16 together (rulebook: Setup).
STACK_SIZES = (5, 5, 6)
#: Spaces for workers that are neither palace nor market, on the side for 3 and 4 players: 37 - 19 - 5 (published count).
QUARRY_AND_HARBOUR = 13
HARBOUR_SPACES = (4, 6)
#: How often each price occurs at least (rulebook: Quarry, River action).
QUARRY_PRICES = {1: 2, 2: 1, 3: 1, 4: 1}
HARBOUR_PRICES = {1: 2, 2: 1}
#: How far a river space may lie from where it was assumed, as a standard deviation in spaces.
RIVER_SPACES_OFF = 4.0
#: How near the shares of road shapes are to those assumed.
ROADS_WEIGHT = 2.0
#: Kinds of tiles, of each of which there is at least one (rulebook: Navaratnas version, Ganga module).
WHITE = ({"dice": 1}, {"money": 3}, {"upgrade": 1}, {"karma": 1})
YELLOW_MONEY, RED_MONEY = range(3, 6), range(5, 8)


def draw_together(drawing: BoxDraw) -> None:
    """Draw what belongs together, after every number was drawn by itself."""
    _prices(drawing)
    _river(drawing)
    _yields(drawing)
    _yield_tiles(drawing)
    _river_tiles(drawing)
    _what_is_on_tiles(drawing)
    _costs_and_stacks(drawing)


def _prices(drawing: BoxDraw) -> None:
    """Draw prices: they rise; the 3-player game covers the leftmost 1 of the quarry, the rightmost of the harbour."""
    rng = drawing.rng
    quarry, harbour = "quarry.prices", "harbour.prices"
    if drawing.is_free(quarry) and drawing.is_free(harbour):
        n_harbour = int(rng.integers(HARBOUR_SPACES[0], HARBOUR_SPACES[1] + 1))
        n_quarry = QUARRY_AND_HARBOUR - n_harbour
    else:
        n_quarry, n_harbour = len(drawing.at(quarry)), len(drawing.at(harbour))
    for path, at_least, first, n in ((quarry, QUARRY_PRICES, [], n_quarry), (harbour, HARBOUR_PRICES, [0], n_harbour)):
        if drawing.is_free(path):
            drawing.put(path, first + drawing.rising(at_least, n - len(first)))
        with_three = f"by_players.3.{path}"
        if drawing.is_free(with_three):
            prices = list(drawing.at(path))
            if 1 in prices:  # prices rise, so that it makes no difference which of them is covered
                prices.remove(1)
            drawing.put(with_three, prices)
        with_two = f"by_players.2.{path}"
        if drawing.is_free(with_two):
            drawing.put(with_two, first + drawing.rising(at_least, len(drawing.at(with_two)) - len(first)))


def _river(drawing: BoxDraw) -> None:
    """Draw the order of what the river pays: spaces change places, most of them with others near by."""
    drawing.shuffle([f"river.{space}" for space in drawing.at("river")], near=RIVER_SPACES_OFF)


def _yields(drawing: BoxDraw) -> None:
    """Draw yields: on two of the three rows below the top at each side; what the unknown ones pay changes places."""
    rng = drawing.rng
    for board in ("basic", "navaratnas"):
        at = f"boards.{board}.yields"
        for side in ("left", "right"):
            names = [f"{at}.{side}_{which}.cell" for which in ("upper", "lower")]
            if all(drawing.is_free(name) for name in names):
                rows = sorted(int(row) for row in rng.choice([2, 3, 4], 2, replace=False))
                for name, row in zip(names, rows, strict=True):
                    drawing.put(name, [row, drawing.at(name)[1]])
        drawing.shuffle([f"{at}.{name}.earns" for name in drawing.at(at)])
    slots = [f"boards.navaratnas.yields.{name}.slot" for name in drawing.at("boards.navaratnas.yields")]
    if len(drawing.free(slots)) == len(slots):
        others = ["white", "yellow", "red"]
        drawn = [*others, *(others[int(i)] for i in rng.integers(3, size=len(slots) - 5)), "brown", "brown"]
        for path, i in zip(slots, rng.permutation(len(slots)), strict=True):
            drawing.put(path, drawn[int(i)])


def _yield_tiles(drawing: BoxDraw) -> None:
    """Draw yield tiles: eight white ones of four kinds, nine yellow and six red ones of the kinds that the rules name."""
    drawing.fill_list("yield_tiles.white", WHITE)
    for colour, money, dice in (("yellow", YELLOW_MONEY, 1), ("red", RED_MONEY, 2)):
        paths = ({"money": int(drawing.rng.choice(money))}, {"upgrade": 1}, {"boat": 1})
        pairs = list(combinations(COLOURS, 2))
        two = dict.fromkeys((f"{name}_dice" for name in pairs[int(drawing.rng.integers(len(pairs)))]), 1)
        kinds = [{"dice": dice}, two, *paths, {"karma": 2}]
        if colour == "yellow":
            kinds.append({"karma": 1})
        drawing.fill_list(f"yield_tiles.{colour}", kinds)


def _river_tiles(drawing: BoxDraw) -> None:
    """Draw river tiles: eight tiles of five kinds."""
    rng = drawing.rng
    three = rng.permutation(len(COLOURS))[:3]
    chambers = ("dancer", "yogi", "raja_man_singh")
    kinds = (
        {"dice_per_karma": 1},
        dict.fromkeys((f"{COLOURS[i]}_dice" for i in sorted(three)), 1),
        {chambers[int(rng.integers(len(chambers)))]: 1},
        {"one_kind": 3},
        {"sail": 3},
    )
    drawing.fill_list("ganga.tiles", kinds)


def _what_is_on_tiles(drawing: BoxDraw) -> None:
    """Draw roads, buildings and goods: as many of each tile as assumed, of any kind, and roads by shares near those assumed."""
    tiles = list(drawing.at("tiles"))
    drawing.shares([f"tiles.{tile}.roads" for tile in tiles], ROADS_WEIGHT)
    for tile in tiles:
        for what, words in (("buildings", BUILDINGS), ("markets", GOODS)):
            path = f"tiles.{tile}.{what}"
            if what == "buildings" and drawing.at(path) and drawing.is_free(path):
                drawing.put(path, [words[int(i)] for i in drawing.rng.permutation(len(words))[: len(drawing.at(path))]])
            elif drawing.at(path) and drawing.is_free(path):
                goods = drawing.rng.permutation(len(words))
                values = [value for _, value in drawing.at(path)]
                drawing.put(path, [[words[int(i)], value] for i, value in zip(goods, values, strict=False)])


def _costs_and_stacks(drawing: BoxDraw) -> None:
    """Draw costs: those that are known to occur do, and a tile costs no more than one that is worth more. Stacks go by cost."""
    rng = drawing.rng
    sizes = list(permutations(STACK_SIZES))
    for colour in COLOURS:
        tiles = [tile for tile in drawing.at("tiles") if tile.startswith(colour)]
        costs = {tile: f"tiles.{tile}.cost" for tile in tiles}
        free = [tile for tile in tiles if drawing.is_free(costs[tile])]
        occurring = COSTS_THAT_OCCUR.get(colour, ())
        for wanted in occurring:
            if wanted not in [drawing.at(path) for path in costs.values()]:
                others = [t for t in free if drawing.at(costs[t]) not in occurring and _allows(drawing, costs[t], wanted)]
                if others:
                    nearest = min(others, key=lambda tile: abs(drawing.at(costs[tile]) - wanted))
                    drawing.put(costs[nearest], wanted)
        _order_costs_by_worth(drawing, {tile: costs[tile] for tile in free})
        stacks = {tile: f"tiles.{tile}.stack" for tile in tiles}
        if len(drawing.free(list(stacks.values()))) == len(tiles):
            by_cost = sorted(tiles, key=lambda tile: (drawing.at(costs[tile]), rng.random()))
            stack_sizes = sizes[int(rng.integers(len(sizes)))]
            backs = [back for back, n in zip(("snake", "cow", "tiger"), stack_sizes, strict=True) for _ in range(n)]
            for tile, back in zip(by_cost, backs, strict=True):
                drawing.put(stacks[tile], back)


def _order_costs_by_worth(drawing: BoxDraw, costs: dict[str, str]) -> None:
    """Exchange costs within their ranges until no tile costs more than one that is worth more, and no less of anything.

    With each exchange one pair fewer is in the wrong order, as in sorting, so that it comes to an end.
    """
    worth = {tile: _worth(drawing, tile) for tile in costs}
    pairs = [(a, b) for a, b in permutations(costs, 2) if worth[a] != worth[b] and all(map(le, worth[a], worth[b]))]
    is_done = False
    while not is_done:
        is_done = True
        for poor, rich in pairs:
            low, high = drawing.at(costs[rich]), drawing.at(costs[poor])
            if low < high and _allows(drawing, costs[poor], low) and _allows(drawing, costs[rich], high):
                drawing.put(costs[poor], low)
                drawing.put(costs[rich], high)
                is_done = False


def _allows(drawing: BoxDraw, path: str, value: int) -> bool:
    """Whether the range of an assumed number allows a value."""
    row = drawing.assumed[path]
    return bool(row["low"] <= value <= row["high"])


def _worth(drawing: BoxDraw, tile: str) -> tuple[int, int]:
    """Return what counts in favour of a tile: its buildings, and the value of its markets."""
    content = drawing.at(f"tiles.{tile}")
    return len(content["buildings"]), sum(value for _, value in content["markets"])
