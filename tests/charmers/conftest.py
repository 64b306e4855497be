"""Makes `sheets` and `playthroughs` importable whatever pytest's import mode.

The folder goes to the end of the path: other test folders may hold test modules of the same names.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))
