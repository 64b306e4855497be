"""Options that several commands have.

The help names variants and modules without loading the game.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

VARIANTS = "base, navaratnas or mixed"
MODULES = "ganga"

Variant = Annotated[str | None, typer.Option("--variant", help=f"Variant of the game: {VARIANTS}.")]
Modules = Annotated[list[str] | None, typer.Option("--module", help=f"Module to play with: {MODULES}. May be repeated.")]
Sets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change a rule, e.g. --set setup.karma=2. May be repeated."),
]
Components = Annotated[Path | None, typer.Option("--components", metavar="FILE", help="Printed values of the box to play with.")]
GameName = Annotated[str, typer.Option("--game", help="Which game.")]
