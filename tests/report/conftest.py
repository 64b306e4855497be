"""Makes `pages` and the generators of synthetic runs importable whatever pytest's import mode."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "analysis")]
