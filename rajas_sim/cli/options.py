"""Options that several commands have.

The help names variants and modules without loading the game.
"""

from __future__ import annotations

from typing import Annotated

import typer

VARIANTS = "base, navaratnas or mixed"
MODULES = "ganga"

Variant = Annotated[str | None, typer.Option("--variant", help=f"Variant of the game: {VARIANTS}.")]
Modules = Annotated[list[str] | None, typer.Option("--module", help=f"Module to play with: {MODULES}. May be repeated.")]
