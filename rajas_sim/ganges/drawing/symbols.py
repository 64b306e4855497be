"""What places pay, as symbols, and what the symbols mean."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rajas_sim.core.drawing.panel import key_panel
from rajas_sim.core.drawing.shapes import badge, coin, group, line, piece, star, tag, text, with_number
from rajas_sim.ganges.rulebook.terms import BUILDINGS, CHAMBERS, GOODS

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
#: What side by side or below each other is drawn so far apart.
STEP = 20
_STYLED_SYMBOLS = {"worker": ("pawn", "dim"), "yield_tile": ("badge", "brown")}


@cache
def earning_symbol(key: str, amount: int, is_upright: bool = False) -> str:
    """Return an earning of the component file as a symbol around 0, 0; what is paid for each of something above or before it."""
    paid_key, is_ratio, counted_key = key.partition("_per_")
    if is_ratio:
        x, y = (0, 10) if is_upright else (10, 0)
        across = line(-7, 0, 7, 0) if is_upright else line(-3, 7, 3, -7)
        return group(earning_symbol(paid_key, amount), -x, -y) + across + group(_plain_symbol(counted_key), x, y)
    if key == "money":
        return coin(0, 0, amount)
    if key == "fame":
        return star(0, 0, amount)
    if key in ("assorted", "one_kind"):
        return badge("tent") + text(2, 10, f"{amount}{'≠' if key == 'assorted' else '='}", "over")
    if key == "sail":
        return badge("boat", class_="dim") + text(1, 10, f"≤{amount}", "over")
    if key in CHAMBERS:
        return badge("gate") + text(3, 10, CHAMBERS.index(key) + 1, "over")
    return with_number(_plain_symbol(key), amount)


def _plain_symbol(key: str) -> str:
    """Return the symbol of one thing."""
    if key == "dice":
        return badge("d", class_="any") + text(0, 5, "?", "on-coin middle f14")
    if key.endswith("_dice"):
        return badge("d", class_=key.removesuffix("_dice"))
    if key == "boat":
        return badge("boat", class_="dim")
    name, class_ = _STYLED_SYMBOLS.get(key, (PICTURES.get(key, key), None))
    return badge(name, class_=class_)


def earnings_symbols(earns: Mapping[str, int], is_upright: bool = False, room: float = 44) -> str:
    """Return everything a place pays around 0, 0, side by side or below each other, made smaller if there is no room for it."""
    symbols = []
    first_step = -(len(earns) - 1) / 2
    for i, (key, amount) in enumerate(earns.items()):
        shift = (first_step + i) * STEP
        symbols.append(group(earning_symbol(key, amount, is_upright), *((0, shift) if is_upright else (shift, 0))))
    scale = min(1.0, room / (STEP * max(len(earns), 1)))
    return "".join(symbols) if scale == 1 else tag("g", "".join(symbols), transform=f"scale({scale:.2f})")


_MEANINGS = (
    (coin(0, 0, 3), "money, a price"),
    (star(0, 0, 2), "fame"),
    (earning_symbol("karma", 2), "2 karma"),
    (badge("raise"), "upgrade of a building"),
    (_plain_symbol("dice"), "die of any colour"),
    (badge("d", class_="blue"), "die of this colour"),
    (badge("boat", class_="dim"), "boat moves on"),
    (earning_symbol("sail", 3), "up to 3 river spaces"),
    (badge("gate"), "palace action"),
    (earning_symbol("yogi", 1), "action of chamber 3"),
    (earning_symbol("assorted", 3), "3 different markets"),
    (earning_symbol("one_kind", 3), "3 markets of one kind"),
    (badge("again"), "reroll dice"),
    (badge("tent"), "market"),
    *((badge(PICTURES[name]), name) for name in (*GOODS, *BUILDINGS)),
    (badge("house"), "any building"),
    (badge("pawn", class_="s2"), "worker"),
    (badge("badge", class_="brown"), "yield tile"),
    (piece(0, 0, 0), "seat 1, 2, ..."),
)
KEY = key_panel(_MEANINGS, 14)
