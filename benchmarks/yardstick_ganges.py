"""The assumed values of *Rajas of the Ganges* that can be moved, in groups."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rajas_sim.core.rulebook.component_file import values_for_game
from rajas_sim.ganges.rulebook.rules import SOURCE

VARIANTS = ("base",)


def changes() -> dict[str, dict[str, Any]]:
    """Return the overrides of every change tried, by name."""
    values = values_for_game(SOURCE.read(), 2, "base")
    tiles, river, yields = values["tiles"], values["river"], values["boards"]["basic"]["yields"]

    def tile_costs(step: int) -> dict[str, Any]:
        return {f"tiles.{name}.cost": max(1, tile["cost"] + step) for name, tile in tiles.items()}

    def market_values(step: int) -> dict[str, Any]:
        return {
            f"tiles.{name}.markets": [[good, max(1, value + step)] for good, value in tile["markets"]]
            for name, tile in tiles.items()
            if tile["markets"]
        }

    def amounts(gains_by_space: Mapping[str, Any], path: str, kinds: tuple[str, ...]) -> Callable[[int], dict[str, Any]]:
        return lambda step: {
            path.format(space, kind): max(1, amount + step)
            for space, gains in gains_by_space.items()
            for kind, amount in gains.items()
            if kind in kinds
        }

    gains_of_yields = {name: yield_values["earns"] for name, yield_values in yields.items()}
    groups: dict[str, Callable[[int], dict[str, Any]]] = {
        "tile costs": tile_costs,
        "market values": market_values,
        "river money": amounts(river, "river.{}.{}", ("money",)),
        "river fame": amounts(river, "river.{}.{}", ("fame",)),
        "river dice": amounts(river, "river.{}.{}", ("dice",)),
        "yield fame": amounts(gains_of_yields, "boards.basic.yields.{}.earns.{}", ("fame",)),
        "bridge": lambda step: {"workers.bridge": values["workers"]["bridge"] + 3 * step},
        "number of outer terraces": lambda step: {"palace.outer_terraces": values["palace"]["outer_terraces"] + step},
    }
    unassumed_paths = {row["path"] for row in SOURCE.list_values() if row["provenance"] != "assumed"}
    return {
        f"{name} {step:+d}": {path: value for path, value in group(step).items() if path not in unassumed_paths}
        for name, group in groups.items()
        for step in (-1, 1)
    }
