"""The code of a Python file, without what only people read."""

from __future__ import annotations

import ast
from functools import lru_cache
from pathlib import Path

_WITH_DOCSTRINGS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def code_of(path: Path) -> bytes:
    """Return the code of a Python file in a uniform layout, without comments and docstrings; the raw bytes if it is not Python.

    Files with the same code play the same games, so they have the same digests.
    """
    return _code_of_source(path.read_bytes())


@lru_cache(maxsize=64)
def _code_of_source(source: bytes) -> bytes:
    """Return the code of a file with this content, as `code_of` does."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return source
    for node in ast.walk(tree):
        if isinstance(node, _WITH_DOCSTRINGS) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree).encode()
