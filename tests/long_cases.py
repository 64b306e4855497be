"""Which cases of a test are tried for every change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest


def short_and_long(n: int, cases: Sequence[Any]) -> list[Any]:
    """Return the cases of a test, each a value or a tuple of them; all but the first n belong to `make test-long`."""
    marks = [() if i < n else pytest.mark.long for i in range(len(cases))]
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=mark) for case, mark in zip(cases, marks, strict=True)
    ]
