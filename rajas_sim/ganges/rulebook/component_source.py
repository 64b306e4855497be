"""The component files of the game: which values matter when, and how many pieces there are in the box."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from rajas_sim.core.games import box
from rajas_sim.core.rulebook.component_source import ComponentSource
from rajas_sim.core.rulebook.paths import value_at
from rajas_sim.ganges.rulebook.component_form import EARNING_KEYS, Components
from rajas_sim.ganges.rulebook.terms import BOARD, BOARDS, READINGS, YIELD_COLOUR, YIELD_COLOURS

#: How many of each there are in the box (rulebook: Contents; Navaratnas version).
YIELD_TILES_IN_THE_BOX = {"white": 8, "yellow": 9, "red": 6, "brown": 7}
RIVER_TILES_IN_THE_BOX = 8
BROWN_SLOTS = 2


class GangesComponents(ComponentSource):
    """The component files of Rajas of the Ganges."""

    game = "ganges"
    box = box(game)
    reference = Path(__file__).with_name("reference.toml")
    form = Components
    readings = READINGS
    optional_keys = frozenset(EARNING_KEYS)
    no_amounts = (*ComponentSource.no_amounts, "boards.*.cell.*")

    def is_in_play(self, path: str, variant: str, modules: Collection[str]) -> bool:
        """Return whether a value of a component file matters in a variant with these modules."""
        section, *below = path.split(".")
        if section == "boards":
            unused = {"base": BOARDS[BOARD.navaratnas], "navaratnas": BOARDS[BOARD.basic]}
            return below[:1] != [unused.get(variant)]
        if section == "yield_tiles":
            return variant == "navaratnas" or below[:1] in ([], [YIELD_COLOURS[YIELD_COLOUR.white]])
        if section == "ganga":
            return "ganga" in modules
        return super().is_in_play(path, variant, modules)

    def count_problems(self, raw: Mapping[str, Any]) -> Iterator[str]:
        """Yield where a file holds more or fewer pieces than the box; a what-if may, a file read off a box may not."""
        for colour, expected in YIELD_TILES_IN_THE_BOX.items():
            tiles = value_at(raw, ("yield_tiles", colour))
            if isinstance(tiles, list) and len(tiles) != expected:
                yield f"yield_tiles.{colour}: {len(tiles)} tiles, the box has {expected}"
        tiles = value_at(raw, ("ganga", "tiles"))
        if isinstance(tiles, list) and len(tiles) != RIVER_TILES_IN_THE_BOX:
            yield f"ganga.tiles: {len(tiles)} river tiles, the box has {RIVER_TILES_IN_THE_BOX}"
        for board, expected in zip(BOARDS, (0, BROWN_SLOTS), strict=True):
            yields = value_at(raw, ("boards", board, "yields"))
            if not isinstance(yields, dict):
                continue
            slots = [special.get("slot") for special in yields.values() if isinstance(special, dict)]
            if board == BOARDS[BOARD.basic] and any(slots):
                yield f"boards.{board}.yields: the basic side has no slots for yield tiles"
            if board == BOARDS[BOARD.navaratnas] and slots.count("brown") != expected:
                yield f"boards.{board}.yields: {slots.count('brown')} slots for brown tiles, the board has {expected}"


SOURCE = GangesComponents()
