"""Symbols for what bonuses and river spaces give, and what the symbols mean."""

from __future__ import annotations

from functools import cache, lru_cache

from rajas_sim.charmers.output.wording import SPELLINGS, Earning, PlacedBonus, earning_of
from rajas_sim.charmers.rulebook.rules import Rules
from rajas_sim.charmers.rulebook.terms import BONUS_PLACES, BUILDINGS, EARN, GOODS, PEOPLE, SYMBOLS
from rajas_sim.core.drawing.panel import key_panel
from rajas_sim.core.drawing.shapes import badge, coin, group, labelled, rectangle, star, text, with_number
from rajas_sim.core.positions.views import RecordView
from rajas_sim.core.positions.wording import spaced

#: The pictures of buildings, goods, river symbols and of what can be earned.
PICTURES = {
    "temple": "stupa",
    "palace": "turrets",
    "fort": "battlements",
    "mill": "windmill",
    "silk": "roll",
    "tea": "leaf",
    "spices": "sack",
    **{symbol: symbol for symbol in SYMBOLS},
    "lotus": "water-lily",
    "karma": "lotus",
    "upgrade": "raise",
    "palace_action": "gate",
    "half_road": "half-road",
}
#: Short names of the people of the palace, for dice and bonuses.
INITIALS = {
    "great_mogul": "GM",
    "maharani": "Ma",
    "trader": "Tr",
    "raja_man_singh": "RMS",
    "master_builder": "MB",
    "portuguese": "Po",
}
#: What stands on the tent of a sale after the number of goods, and on the boat of a move.
_SALES = {"sell_any": "", "sell_same": "=", "sell_different": "≠"}
_SAILS = {"sail": "+1", "sail_back": "−1", "sail_back_anywhere": "−?"}
#: Size of the frame of a bonus.
BONUS_WIDTH, BONUS_HEIGHT = 31, 25


@cache
def earning_symbol(earning: Earning) -> str:
    """Return an earning as a symbol around 0, 0."""
    kind, amount = earning
    if kind == "money":
        return coin(0, 0, amount)
    if kind == "fame":
        return star(0, 0, amount)
    if kind == "goods_die":
        return with_number(badge("d", class_="purple") + text(0, 5, "?", "bright middle f14"), amount)
    if kind == "goods":
        return badge("leaf", -6, -5, 12) + badge("roll", 6, -5, 12) + text(0, 11, amount, "over middle")
    if kind in _SALES:
        return labelled("tent", f"{amount}{_SALES[kind]}")
    if kind in _SAILS:
        return labelled("boat", _SAILS[kind], "sea")
    if kind in PEOPLE:
        return labelled("gate", INITIALS[kind])
    return with_number(badge(PICTURES.get(kind, kind), size=16), amount)


@lru_cache(maxsize=16)
def printed_bonuses(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return the bonus printed at every place of the sheet (terms.BONUS_PLACES): as a symbol around 0, 0, and in words.

    Both are empty where no bonus is printed.
    """
    drawn_bonuses = []
    for bonus_place, earning_record in zip(BONUS_PLACES, rules.record.places, strict=True):
        bonus = PlacedBonus(bonus_place, earning_of(earning_record)) if earning_record.kind != EARN.nothing else None
        drawn_bonuses.append((earning_symbol(bonus.earning), str(bonus)) if bonus else ("", ""))
    return tuple(drawn_bonuses)


def bonus_svg(rules: Rules, seat: RecordView, bonus_place: int, x: float, y: float) -> str:
    """Return a bonus in its frame around a point: dashed as printed, bold while it waits to be used, crossed out once used."""
    symbol_svg, bonus_text = printed_bonuses(rules)[bonus_place]
    if not symbol_svg:
        return ""
    is_released, is_pending = seat.released >> bonus_place & 1, seat.pending >> bonus_place & 1
    frame_class = "waiting" if is_pending else "done" if is_released else "yield"
    svg = rectangle(-BONUS_WIDTH / 2, -BONUS_HEIGHT / 2, BONUS_WIDTH, BONUS_HEIGHT, frame_class, 5)
    if is_released and not is_pending:
        svg += cross(BONUS_WIDTH / 2 - 3, BONUS_HEIGHT / 2 - 3)
    svg += symbol_svg
    use_text = {"waiting": ", to be used now", "done": ", used"}.get(frame_class, "")
    return group(svg, x, y, title=bonus_text + use_text)


def market_sign(*, is_of_one_kind: bool) -> str:
    """Return a market of the province around 0, 0: for goods of one kind or for different goods."""
    return badge("tent", size=14) + text(3, 10, "=" if is_of_one_kind else "≠", "over")


@cache
def cross(dx: float, dy: float | None = None) -> str:
    """Return a cross around 0, 0, which reaches `dx` to the sides and `dy` (by default `dx`) up and down."""
    dy = dx if dy is None else dy
    return f'<path class="cross" d="M{-dx:g} {-dy:g}L{dx:g} {dy:g}M{-dx:g} {dy:g}L{dx:g} {-dy:g}"/>'


_MEANINGS = (
    (coin(0, 0, 3), "money"),
    (star(0, 0, 2), "fame"),
    *((earning_symbol(Earning(kind, 1)), kind) for kind in ("karma", "upgrade")),
    (earning_symbol(Earning("goods_die", 1)), "goods of a purple die"),
    (earning_symbol(Earning("goods", 2)), "2 different goods"),
    (earning_symbol(Earning("sell_any", 2)), "sell 2 goods"),
    (earning_symbol(Earning("sell_same", 2)), "sell 2 of one kind"),
    (earning_symbol(Earning("sell_different", 2)), "sell 2 different goods"),
    (earning_symbol(Earning("half_road", 1)), "half-road"),
    (earning_symbol(Earning("fork", 1)), "road of this shape"),
    (earning_symbol(Earning("sail", 1)), "next river space"),
    (earning_symbol(Earning("sail_back", 1)), "next space back"),
    (earning_symbol(Earning("sail_back_anywhere", 1)), "any space back"),
    (earning_symbol(Earning("palace_action", 1)), "palace action"),
    *((earning_symbol(Earning(person, 1)), spaced(person, SPELLINGS)) for person in PEOPLE),
    *((badge(PICTURES[name]), name) for name in (*GOODS, *BUILDINGS)),
    (badge("house"), "residence"),
    (market_sign(is_of_one_kind=True), "market, one kind"),
    (market_sign(is_of_one_kind=False), "market, different kinds"),
    (badge("elephant"), "elephant: out of reach"),
    (text(0, 4, "1st", "small middle"), "starts this round"),
    *((badge(PICTURES[symbol], class_="sea"), f"{symbol} of the river") for symbol in SYMBOLS),
)
KEY = key_panel(_MEANINGS, 16)
