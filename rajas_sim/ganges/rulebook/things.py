"""The things that a seat can be restricted from using, by name (core.rulebook.restrictions)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.component_form import TILES_PER_COLOUR, Components
from rajas_sim.ganges.rulebook.layout import MAX_BONUSES, MAX_RIVER, MAX_RIVER_TILES, MAX_YIELD_TILES, MAX_YIELDS, THINGS
from rajas_sim.ganges.rulebook.terms import AREA, FIRST_SPACE, YIELD_COLOUR

_CHAMBER_SPACES = range(FIRST_SPACE.chamber, FIRST_SPACE.harbour)
_NAMES = {
    "space": tuple(re.sub(r"_(\d+)$", r".\1", space) for space in terms.SPACES),  # quarry_2 is quarry.2
    "chamber": terms.CHAMBERS,
    "tile": tuple(f"{colour}_{i + 1:02d}" for colour in terms.COLOURS for i in range(TILES_PER_COLOUR)),
    "river": range(MAX_RIVER),
    "river_tile": range(1, MAX_RIVER_TILES + 1),
    "fame_bonus": range(1, MAX_BONUSES + 1),
    "money_bonus": range(1, MAX_BONUSES + 1),
    "worker": terms.WORKER_SOURCES,
    "upgrade": terms.BUILDINGS,
    "special_yield": tuple(f"{board}_{i + 1}" for board in terms.BOARDS for i in range(MAX_YIELDS)),
    "yield_tile": range(1, MAX_YIELD_TILES + 1),
}
#: Names of all things by their number, in play or not.
NAMES = tuple(f"{group}.{name}" for group in THINGS.names for name in _NAMES[group])


def numbers_in_play(values: Components, variant: str, modules: Collection[str], boards: Collection[str]) -> Iterator[int]:
    """Yield the number of every thing in play.

    Parameters
    ----------
    boards
        The sides of the player boards that are in play.
    """
    for group, numbers in _numbers_by_group(values, variant, modules, boards):
        yield from (THINGS.number(group, i) for i in numbers)


def _numbers_by_group(
    values: Components, variant: str, modules: Collection[str], boards: Collection[str]
) -> Iterator[tuple[str, Collection[int]]]:
    """Yield each group of things, with the numbers that those in play have in it; special yields come once for each board."""
    yield "space", [space for space in spaces_in_play(values) if space not in _CHAMBER_SPACES]
    yield "chamber", range(terms.N_OF.chambers)
    yield "tile", range(len(values.tiles))
    yield "river", range(1, len(values.river) + 1)
    yield "river_tile", range(len(values.ganga.tiles) if "ganga" in modules else 0)
    yield "fame_bonus", range(len(values.tracks.fame.bonus))
    yield "money_bonus", range(len(values.tracks.money.bonus))
    yield "worker", range(terms.N_OF.worker_sources if values.workers.extra > 0 else 0)
    yield "upgrade", range(terms.N_OF.buildings)
    for board_number, board in enumerate(terms.BOARDS):
        if board in boards:
            yield (
                "special_yield",
                range(board_number * MAX_YIELDS, board_number * MAX_YIELDS + len(getattr(values.boards, board).yields)),
            )
    white = terms.YIELD_COLOURS[YIELD_COLOUR.white]
    has_all_yield_tiles = variant == "navaratnas"
    yield (
        "yield_tile",
        [i for i, (colour, _) in enumerate(values.yield_tiles.by_number) if has_all_yield_tiles or colour == white],
    )


def spaces_in_play(values: Components) -> tuple[int, ...]:
    """Return the numbers of the spaces that are on the board and free to use."""
    n_in_play_by_area = {
        AREA.quarry: len(values.quarry.prices),
        AREA.assorted: values.market.assorted_spaces,
        AREA.outer_terrace: values.palace.outer_terraces,
        AREA.harbour: len(values.harbour.prices),
    }
    ends = (*FIRST_SPACE[1:], terms.N_OF.spaces)
    spaces_by_area = (
        range(first_space, min(end_space, first_space + n_in_play_by_area.get(area, end_space)))
        for area, (first_space, end_space) in enumerate(zip(FIRST_SPACE, ends, strict=True))
    )
    return tuple(space for spaces in spaces_by_area for space in spaces)
