"""Writes the protocols of records from their layouts: ``python -m tests.every_game.record_protocols``.

Kernels name the protocols in their signatures, so mypy knows the fields of every record and refuses a misspelt one.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np

from rajas_sim.core.engine.records import fields_of

ROOT = Path(__file__).parents[2]
CORE = "rajas_sim.core.engine.record_types"
KERNEL = "rajas_sim.core.engine.kernel"
#: The modules beside it whose layouts each written module describes.
LAYOUTS = {
    CORE: ("chance", "course", "rows"),
    **{
        f"rajas_sim.{game}.{room}.record_types": modules
        for game in ("ganges", "charmers")
        for room, modules in (("rulebook", ("layout",)), ("output", ("rows",)), ("appraisal", ("outlook", "parameters")))
    },
}
HEAD = '''"""Records as mypy sees them; written by ``python -m tests.every_game.record_protocols``."""

from __future__ import annotations

from typing import Protocol

'''


class Protocols:
    """The protocols of one module, and what they import.

    Parameters
    ----------
    module
        The module to write, one of `LAYOUTS`.
    """

    def __init__(self, module: str) -> None:
        self.module = module
        self.imports = {KERNEL: {"Record"}}
        self.classes: list[str] = []
        self.names = {} if module == CORE else {layout: (name, CORE) for layout, name, _ in layouts_beside(CORE)}
        for layout, name, where in layouts_beside(module):
            if layout not in self.names:
                self.add(layout, name, f"The layout {where}")

    def add(self, layout: np.dtype[Any], name: str, what: str) -> None:
        """Describe a layout, and before it those of the records within it."""
        self.names[layout] = (name, self.module)
        fields = "".join(f"    {field}: {self.type_of(layout[field], field)}\n" for field in fields_of(layout))
        self.classes.append(f'class {name}(Record, Protocol):\n    """{what}."""\n\n{fields}')

    def type_of(self, dtype: np.dtype[Any], field: str) -> str:
        """Return the annotation of a field."""
        if dtype.shape:
            array = f"Array{len(dtype.shape)}"
            self.imports[KERNEL].add(array)
            return f"{array}[{self.type_of(dtype.base, field)}]"
        if dtype.names is None:
            return {"f": "float", "b": "bool"}.get(dtype.kind, "int")
        if dtype not in self.names:
            self.add(dtype, protocol_name(field), f"The field ``{field}``")
        name, home = self.names[dtype]
        if home != self.module:
            self.imports.setdefault(home, set()).add(name)
        return name

    def __str__(self) -> str:
        imports = "".join(f"from {home} import {', '.join(sorted(names))}\n" for home, names in sorted(self.imports.items()))
        return HEAD + imports + "".join(f"\n\n{described}" for described in self.classes)


def layouts_beside(module: str) -> list[tuple[np.dtype[Any], str, str]]:
    """Return the layouts that a written module describes, each with the name of its protocol, and where it stands."""
    room, layouts = module.rpartition(".")[0], []
    for source in LAYOUTS[module]:
        text = path_of(f"{room}.{source}").read_text(encoding="utf-8")
        for name, value in vars(importlib.import_module(f"{room}.{source}")).items():
            if isinstance(value, np.dtype) and f"\n{name} = " in text:
                layouts.append((value, protocol_name(name), f"``{name}`` of {room.removeprefix('rajas_sim.')}.{source}"))
    return layouts


def protocol_name(name: str) -> str:
    """Return what the protocol of a layout, or of the record in a field, is called: ``SeatRow`` of ``SEAT_ROW``."""
    words = "".join(word.capitalize() for word in name.split("_"))
    return words if words.endswith(("Row", "Record")) else f"{words}Record"


def path_of(module: str) -> Path:
    """Return the file of a module."""
    return ROOT / f"{module.replace('.', '/')}.py"


if __name__ == "__main__":
    for each in LAYOUTS:
        path_of(each).write_text(str(Protocols(each)), encoding="utf-8")
