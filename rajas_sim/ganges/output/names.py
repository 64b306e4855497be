"""How words, columns and variants are called in reports."""

from __future__ import annotations

WRITTEN = {
    "ganga": "Ganga",
    "great_mogul": "Great Mogul",
    "navaratnas": "Navaratnas",
    "portuguese": "Portuguese",
    "raja_man_singh": "Raja Man Singh",
}
"""Words that are written otherwise than by leaving out the underscores."""

COLUMN_TITLES = {"river": "river space reached"}
"""Columns that are not called what they are named."""

VARIANT_TITLES = {"mixed": "mixed group"}
"""Variants that are not called versions."""
