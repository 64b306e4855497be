"""Values that facts bind together in a plausible box: prices that rise, pieces that are counted, tiles worth their cost.

Each rule only moves what is assumed in the given file, and respects the facts it names; docs/unknown_box.md lists the rules.
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
N_QUARRY_AND_HARBOUR_SPACES = 13
#: The least and the most of them that may be the harbour's (assumed).
N_HARBOUR_SPACES = (4, 6)
#: The first worker at the harbour costs nothing (rulebook: River action).
FIRST_HARBOUR_PRICES = [0]
#: The prices that occur, each with the least number of times (rulebook: Building action, River action).
QUARRY_PRICES = {1: 2, 2: 1, 3: 1, 4: 1}
HARBOUR_PRICES = {1: 2, 2: 1}
#: Standard deviation, in spaces, of how far what a river space pays moves from where it was assumed.
RIVER_SHIFT_SD = 4.0
#: How near the shares of road shapes stay to the assumed ones (`BoxDraw.draw_texts`).
ROADS_WEIGHT = 2.0
#: Kinds of yield tiles, each with what a tile of it may pay: the two colours and amounts of money are not known (rulebook:
#: Navaratnas version).
TWO_DICE = tuple({f"{first}_dice": 1, f"{second}_dice": 1} for first, second in combinations(COLOURS, 2))
YIELD_TILES = {
    "white": ([{"dice": 1}], [{"money": 3}], [{"upgrade": 1}], [{"karma": 1}]),
    "yellow": (
        [{"dice": 1}],
        TWO_DICE,
        [{"money": n} for n in (3, 4, 5)],
        [{"upgrade": 1}],
        [{"boat": 1}],
        [{"karma": 1}],
        [{"karma": 2}],
    ),
    "red": ([{"dice": 2}], TWO_DICE, [{"money": n} for n in (5, 6, 7)], [{"upgrade": 1}], [{"boat": 1}], [{"karma": 2}]),
}
#: Kinds of river tiles, each with what a tile of it may be: its three colours or whose action are not known (rulebook:
#: Ganga module).
RIVER_TILES = (
    [{"dice_per_karma": 1}],
    [dict.fromkeys((f"{colour}_dice" for colour in colours), 1) for colours in combinations(COLOURS, 3)],
    [{"dancer": 1}, {"yogi": 1}, {"raja_man_singh": 1}],
    [{"one_kind": 3}],
    [{"sail": 3}],
)


def draw_together(box_draw: BoxDraw) -> None:
    """Draw values that facts bind together, after every number was drawn by itself."""
    _draw_prices(box_draw)
    _shuffle_river(box_draw)
    _draw_yields(box_draw)
    draw_tiles_of_kinds(box_draw)
    _draw_tile_faces(box_draw)
    _draw_costs_and_stacks(box_draw)


def _draw_prices(box_draw: BoxDraw) -> None:
    """Draw rising prices; the 3-player game covers the leftmost 1 of the quarry and the rightmost 1 of the harbour."""
    rng = box_draw.rng
    quarry_path, harbour_path = "quarry.prices", "harbour.prices"
    if box_draw.is_assumed(quarry_path) and box_draw.is_assumed(harbour_path):
        n_harbour = int(rng.integers(N_HARBOUR_SPACES[0], N_HARBOUR_SPACES[1] + 1))
        n_quarry = N_QUARRY_AND_HARBOUR_SPACES - n_harbour
    else:
        n_quarry, n_harbour = len(box_draw.at(quarry_path)), len(box_draw.at(harbour_path))
    for path, least_times_by_price, first_prices, n_spaces in (
        (quarry_path, QUARRY_PRICES, [], n_quarry),
        (harbour_path, HARBOUR_PRICES, FIRST_HARBOUR_PRICES, n_harbour),
    ):
        if box_draw.is_assumed(path):
            box_draw.put(path, first_prices + box_draw.draw_rising_list(least_times_by_price, n_spaces - len(first_prices)))
        three_player_path = f"by_players.3.{path}"
        if box_draw.is_assumed(three_player_path):
            prices = list(box_draw.at(path))
            if 1 in prices:  # prices rise, so it makes no difference which 1 is covered
                prices.remove(1)
            box_draw.put(three_player_path, prices)
        two_player_path = f"by_players.2.{path}"
        if box_draw.is_assumed(two_player_path):
            box_draw.put(
                two_player_path,
                first_prices
                + box_draw.draw_rising_list(least_times_by_price, len(box_draw.at(two_player_path)) - len(first_prices)),
            )


def _shuffle_river(box_draw: BoxDraw) -> None:
    """Draw the order of what the river pays: what spaces pay changes places, mostly with spaces near by."""
    box_draw.shuffle([f"river.{space}" for space in box_draw.at("river")], deviation=RIVER_SHIFT_SD)


def _draw_yields(box_draw: BoxDraw) -> None:
    """Draw where yields lie: at each side on two of the three rows below the top; what assumed ones pay changes places.

    The colours of the slots are drawn if all are assumed.
    """
    rng = box_draw.rng
    for board in ("basic", "navaratnas"):
        yields_path = f"boards.{board}.yields"
        for side in ("left", "right"):
            cell_paths = [f"{yields_path}.{side}_{height}.cell" for height in ("upper", "lower")]
            if all(box_draw.is_assumed(path) for path in cell_paths):
                rows = sorted(int(row) for row in rng.choice([2, 3, 4], 2, replace=False))
                for path, row in zip(cell_paths, rows, strict=True):
                    box_draw.put(path, [row, box_draw.at(path)[1]])
        box_draw.shuffle([f"{yields_path}.{name}.earns" for name in box_draw.at(yields_path)])
    slot_paths = [f"boards.navaratnas.yields.{name}.slot" for name in box_draw.at("boards.navaratnas.yields")]
    if len(box_draw.assumed_paths_among(slot_paths)) == len(slot_paths):
        # Two slots for brown tiles, and at least one for each other colour.
        other_colours = ["white", "yellow", "red"]
        slot_colours = [
            *other_colours,
            *(other_colours[int(i)] for i in rng.integers(3, size=len(slot_paths) - 5)),
            "brown",
            "brown",
        ]
        for path, i in zip(slot_paths, rng.permutation(len(slot_paths)), strict=True):
            box_draw.put(path, slot_colours[int(i)])


def draw_tiles_of_kinds(box_draw: BoxDraw) -> None:
    """Draw yield tiles and river tiles: as many as in the file, of the kinds that the rules name, each at least once."""
    for colour, kinds in YIELD_TILES.items():
        box_draw.fill_list(f"yield_tiles.{colour}", kinds)
    box_draw.fill_list("ganga.tiles", RIVER_TILES)


def _draw_tile_faces(box_draw: BoxDraw) -> None:
    """Draw roads by shares near the assumed ones; buildings and goods of any kind, as many on each tile as assumed."""
    tiles = list(box_draw.at("tiles"))
    box_draw.draw_texts([f"tiles.{tile}.roads" for tile in tiles], ROADS_WEIGHT)
    for tile in tiles:
        for section, kinds in (("buildings", BUILDINGS), ("markets", GOODS)):
            path = f"tiles.{tile}.{section}"
            if section == "buildings" and box_draw.at(path) and box_draw.is_assumed(path):
                box_draw.put(path, [kinds[int(i)] for i in box_draw.rng.permutation(len(kinds))[: len(box_draw.at(path))]])
            elif box_draw.at(path) and box_draw.is_assumed(path):
                good_numbers = box_draw.rng.permutation(len(kinds))
                market_values = [value for _, value in box_draw.at(path)]
                box_draw.put(path, [[kinds[int(i)], value] for i, value in zip(good_numbers, market_values, strict=False)])


def _draw_costs_and_stacks(box_draw: BoxDraw) -> None:
    """Draw costs: known costs occur, no tile costs more than one that is worth more, and stacks follow the costs."""
    rng = box_draw.rng
    size_orders = list(permutations(STACK_SIZES))
    for colour in COLOURS:
        tiles = [tile for tile in box_draw.at("tiles") if tile.startswith(colour)]
        cost_paths = {tile: f"tiles.{tile}.cost" for tile in tiles}
        tiles_of_assumed_cost = [tile for tile in tiles if box_draw.is_assumed(cost_paths[tile])]
        known_costs = COSTS_THAT_OCCUR.get(colour, ())
        for cost in known_costs:
            if cost not in [box_draw.at(path) for path in cost_paths.values()]:
                candidates = [
                    tile
                    for tile in tiles_of_assumed_cost
                    if box_draw.at(cost_paths[tile]) not in known_costs and _is_possible_cost(box_draw, cost_paths[tile], cost)
                ]
                if candidates:
                    nearest_tile = min(candidates, key=lambda tile: abs(box_draw.at(cost_paths[tile]) - cost))
                    box_draw.put(cost_paths[nearest_tile], cost)
        _order_costs_by_worth(box_draw, {tile: cost_paths[tile] for tile in tiles_of_assumed_cost})
        stack_paths = {tile: f"tiles.{tile}.stack" for tile in tiles}
        if len(box_draw.assumed_paths_among(list(stack_paths.values()))) == len(tiles):
            tiles_by_cost = sorted(tiles, key=lambda tile: (box_draw.at(cost_paths[tile]), rng.random()))
            stack_sizes = size_orders[int(rng.integers(len(size_orders)))]
            backs = [back for back, n in zip(("snake", "cow", "tiger"), stack_sizes, strict=True) for _ in range(n)]
            for tile, back in zip(tiles_by_cost, backs, strict=True):
                box_draw.put(stack_paths[tile], back)


def _order_costs_by_worth(box_draw: BoxDraw, cost_paths: dict[str, str]) -> None:
    """Exchange costs within their ranges until no tile costs more than one that is worth more and lacks nothing it has.

    Each exchange leaves one pair fewer in the wrong order, as in sorting, so this comes to an end.
    """
    worth_by_tile = {tile: _worth_of_tile(box_draw, tile) for tile in cost_paths}
    pairs = [
        (poor, rich)
        for poor, rich in permutations(cost_paths, 2)
        if worth_by_tile[poor] != worth_by_tile[rich] and all(map(le, worth_by_tile[poor], worth_by_tile[rich]))
    ]
    is_done = False
    while not is_done:
        is_done = True
        for poor, rich in pairs:
            rich_cost, poor_cost = box_draw.at(cost_paths[rich]), box_draw.at(cost_paths[poor])
            if (
                rich_cost < poor_cost
                and _is_possible_cost(box_draw, cost_paths[poor], rich_cost)
                and _is_possible_cost(box_draw, cost_paths[rich], poor_cost)
            ):
                box_draw.put(cost_paths[poor], rich_cost)
                box_draw.put(cost_paths[rich], poor_cost)
                is_done = False


def _is_possible_cost(box_draw: BoxDraw, path: str, cost: int) -> bool:
    """Return whether the range of an assumed cost allows this one."""
    assumed_range = box_draw.assumed[path]
    return bool(assumed_range["low"] <= cost <= assumed_range["high"])


def _worth_of_tile(box_draw: BoxDraw, tile: str) -> tuple[int, int]:
    """Return what makes a tile valuable: its number of buildings, and the value of its markets."""
    content = box_draw.at(f"tiles.{tile}")
    return len(content["buildings"]), sum(value for _, value in content["markets"])
