"""Tiles of plausible boxes: as many as in the reference, and its own list is one of those that can be drawn."""

from __future__ import annotations

import copy
from itertools import permutations

import numpy as np
import pytest

from rajas_sim.core.game import find_game
from rajas_sim.core.rulebook.unknown_box import BoxDraw
from rajas_sim.ganges.rulebook.plausible import draw_tiles_of_kinds


@pytest.mark.parametrize("path", ["yield_tiles.white", "yield_tiles.yellow", "yield_tiles.red", "ganga.tiles"])
def test_each_tile_of_the_reference_can_be_drawn_beside_every_other(path: str) -> None:
    source = find_game("ganges").components
    assumed = {row["path"]: row for row in source.list_values() if row["provenance"] == "assumed"}
    box_draw = BoxDraw(copy.deepcopy(source.read()), np.random.default_rng(5), assumed)
    reference_tiles = list(box_draw.at(path))
    drawn_pairs: list[tuple[dict[str, int], ...]] = []
    for _ in range(1000):
        draw_tiles_of_kinds(box_draw)
        tiles = box_draw.at(path)
        assert len(tiles) == len(reference_tiles)
        drawn_pairs += [pair for pair in permutations(tiles, 2) if pair not in drawn_pairs]
    assert all(pair in drawn_pairs for pair in permutations(reference_tiles, 2))
