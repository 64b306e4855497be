"""What the comments of a layout say about its fields."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class Line(NamedTuple):
    """A field where it is laid out: the name of its type, and the comment behind it."""

    type_name: str
    comment: str


def explanations(files: Sequence[Path]) -> dict[str, str]:
    """Return what is said about fields by their path, such as ``seats.money``; of those nothing is said about, nothing.

    Parameters
    ----------
    files
        Modules that call `record_type` with one field a line; the record named ``STATE`` is the one explained.
    """
    records: dict[str, dict[str, Line]] = {}
    for file in files:
        source = file.read_text(encoding="utf-8")
        lines = source.splitlines()
        for node in ast.parse(source).body:
            if not (isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and node.value.args):
                continue
            if isinstance(node.value.args[0], ast.List):
                records[ast.unparse(node.targets[0])] = {
                    ast.literal_eval(field.elts[0]): Line(ast.unparse(field.elts[1]), lines[field.lineno - 1].partition("# ")[2])
                    for field in node.value.args[0].elts
                    if isinstance(field, ast.Tuple)
                }
    explanations: dict[str, str] = {}
    for name, line in records["STATE"].items():
        explanations[name] = line.comment
        explanations |= {f"{name}.{inner}": comment for inner, (_, comment) in records.get(line.type_name, {}).items()}
    return {name: comment for name, comment in explanations.items() if comment}
