"""What the symbols of the table mean."""

from __future__ import annotations

from rajas_sim.core.drawing.panel import THUMBNAIL, key_panel, thumbnail
from rajas_sim.core.drawing.shapes import badge, coin, group, piece, rectangle, star, text
from rajas_sim.ganges.drawing.board import TILE_SIZE
from rajas_sim.ganges.drawing.province import dead_ends_drawing
from rajas_sim.ganges.drawing.symbols import PICTURES, earning_symbol, earnings_symbols, plain_symbol
from rajas_sim.ganges.rulebook.terms import BACKS, BUILDINGS, GOODS

_MEANINGS = (
    (coin(0, 0, 3), "money, a price"),
    (star(0, 0, 2), "fame"),
    (earning_symbol("karma", 2), "2 karma"),
    (badge("raise"), "upgrade of a building"),
    (plain_symbol("dice"), "die of any colour"),
    (badge("d", class_="blue"), "die of this colour"),
    (earnings_symbols({"blue_dice_per_karma": 1}, room=THUMBNAIL * 0.7), "/ for each (here a karma)"),
    (rectangle(-8, -8, 16, 16, "open", 4), "free hand for a die"),
    (text(0, 4, "▴", "small middle"), "upgrade that is done"),
    (badge("boat", class_="dim"), "boat moves on"),
    (earning_symbol("sail", 3), "up to 3 river spaces"),
    (badge("gate"), "palace action"),
    (earning_symbol("yogi", 1), "action of chamber 3"),
    (earning_symbol("assorted", 3), "3 different markets"),
    (earning_symbol("one_kind", 3), "3 markets of one kind"),
    (badge("again"), "reroll dice"),
    (badge("tent"), "market"),
    *((badge(PICTURES[name]), name) for name in (*GOODS, *BUILDINGS)),
    (badge("house"), "building, residence"),
    (group(thumbnail(dead_ends_drawing(), TILE_SIZE, TILE_SIZE), -THUMBNAIL / 2, -THUMBNAIL / 2), "dead ends: no tile here"),
    (text(0, 4, BACKS[1], "small middle"), "back of the tiles in a row"),
    (text(0, 4, "#3", "small middle"), "tile 3 of its colour"),
    (badge("badge", class_="brown"), "yield tile"),
    (rectangle(-3, -9, 6, 18, "wood", 2), "bridge, with a worker"),
    (badge("pawn", class_="t2"), "worker"),
    (piece(0, 0, 0), "seat 1, 2, ..."),
    (text(0, 4, "1st", "small middle"), "starts this round"),
)
KEY = key_panel(_MEANINGS, 14)
