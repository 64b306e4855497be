"""How words, columns and variants are called in reports."""

from __future__ import annotations

WRITTEN = {
    "great_mogul": "Great Mogul",
    "portuguese": "Portuguese",
    "raja_man_singh": "Raja Man Singh",
}
"""Words that are written otherwise than by leaving out the underscores."""

COLUMN_TITLES = {
    "n_bonuses": "bonuses used",
    "n_goods": "goods circled",
    "n_lost": "bonuses that went to waste",
    "n_markets": "markets opened",
    "n_no_action": "turns without an action",
    "n_palace": "palace boxes crossed out",
    "n_river": "river spaces marked",
    "n_roads": "province spaces with a road",
    "n_sold": "goods sold",
    "river": "river space reached",
}
"""Columns that are not called what they are named."""

VARIANT_TITLES = {"sun": "sun side", "moon": "moon side"}
"""Variants that are not called versions."""
