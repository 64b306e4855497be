"""Whole games that hypothesis draws: seeds, readings, and how often a property of them is tried."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from rajas_sim.core.engine.kernel import is_interpreted

SEEDS = st.integers(0, 2**63 - 1)


def readings(game: str) -> st.SearchStrategy[dict[str, str]]:
    """Draw a way to read every doubtful rule of a game."""
    choices = import_module(f"rajas_sim.{game}.rulebook.terms").READINGS
    return st.fixed_dictionaries({name: st.sampled_from(each) for name, each in choices.items()})


def tried(max_examples: int, **drawn: st.SearchStrategy[Any]) -> Callable[[Any], Any]:
    """Return the decorators of a property of whole games.

    `max_examples` is for a profile of 100 examples (tests/conftest.py); kernels as plain Python play a tenth of them.
    """
    n = max(2, max_examples * settings().max_examples // (1000 if is_interpreted() else 100))
    # Seeds have no simpler neighbours, so a failing game is not shrunk.
    unshrunk = (Phase.explicit, Phase.reuse, Phase.generate)
    quietly = settings(deadline=None, max_examples=n, suppress_health_check=list(HealthCheck), phases=unshrunk)
    return lambda test: quietly(given(**drawn)(test))
