"""Symbols for what places pay."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rajas_sim.core.drawing.shapes import badge, coin, group, labelled, line, star, tag, text, with_number
from rajas_sim.ganges.rulebook.terms import CHAMBERS

#: The symbols of buildings, goods, and everything else that places pay or count.
PICTURES = {
    "temple": "stupa",
    "palace": "turrets",
    "fort": "battlements",
    "mill": "windmill",
    "silk": "roll",
    "tea": "leaf",
    "spices": "sack",
    "karma": "lotus",
    "upgrade": "raise",
    "palace_action": "gate",
    "market": "tent",
    "market_tile": "tent",
    "building": "house",
    "bend": "bend",
    "river_spaces": "wave",
}
#: The distance between symbols side by side or one below the other.
STEP = 20
#: Symbols that are drawn in a style: symbol and CSS class.
_STYLED_SYMBOLS = {"worker": ("pawn", "dim"), "yield_tile": ("badge", "brown")}


@cache
def earning_symbol(key: str, amount: int, is_upright: bool = False) -> str:
    """Return an earning of the component file as a symbol around 0, 0; an earning per thing shows the pay and the thing."""
    paid_key, is_ratio, counted_key = key.partition("_per_")
    if is_ratio:
        x, y = (0, 10) if is_upright else (10, 0)
        across = line(-7, 0, 7, 0) if is_upright else line(-3, 7, 3, -7)
        return group(earning_symbol(paid_key, amount), -x, -y) + across + group(plain_symbol(counted_key), x, y)
    if key == "money":
        return coin(0, 0, amount)
    if key == "fame":
        return star(0, 0, amount)
    if key in ("assorted", "one_kind"):
        return labelled("tent", f"{amount}{'≠' if key == 'assorted' else '='}")
    if key == "sail":
        return labelled("boat", f"≤{amount}", "dim")
    if key in CHAMBERS:
        return labelled("gate", str(CHAMBERS.index(key) + 1))
    return with_number(plain_symbol(key), amount)


def plain_symbol(key: str) -> str:
    """Return the symbol of a single thing, named as in the component file, around 0, 0."""
    if key == "dice":
        return badge("d", class_="any") + text(0, 5, "?", "on-coin middle f14")
    if key.endswith("_dice"):
        return badge("d", class_=key.removesuffix("_dice"))
    if key == "boat":
        return badge("boat", class_="dim")
    name, class_ = _STYLED_SYMBOLS.get(key, (PICTURES.get(key, key), None))
    return badge(name, class_=class_)


def earnings_symbols(earns: Mapping[str, int], is_upright: bool = False, room: float = 44) -> str:
    """Return symbols for all that a place pays around 0, 0, in a row or a column, scaled down if they are longer than `room`."""
    symbols = []
    first_step = -(len(earns) - 1) / 2
    for i, (key, amount) in enumerate(earns.items()):
        shift = (first_step + i) * STEP
        symbols.append(group(earning_symbol(key, amount, is_upright), *((0, shift) if is_upright else (shift, 0))))
    scale = min(1.0, room / (STEP * max(len(earns), 1)))
    return "".join(symbols) if scale == 1 else tag("g", "".join(symbols), transform=f"scale({scale:.2f})")
