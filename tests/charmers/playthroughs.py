"""Whole games with random options, and the component file that recorded games are played with."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from rajas_sim import charmers
from rajas_sim.charmers import State
from rajas_sim.charmers.rulebook.rules import Rules

DATA = Path(__file__).parent / "data"
#: A copy of the reference components, so that a new calibration does not change what recorded games should look like.
FROZEN_COMPONENTS = DATA / "frozen_components.toml"


class Step(NamedTuple):
    """One option played: the positions around it, its code, and the events on the way. The set-up has no `before`."""

    before: State | None
    code: int
    after: State
    events: Any


@lru_cache(maxsize=64)
def frozen_rules(players: int, variant: str = "sun") -> Rules:
    """Return the rules that recorded games are played with."""
    return charmers.rules(players, variant, components=FROZEN_COMPONENTS)


def walk(rules: Rules, seed: int, choices: int) -> Iterator[Step]:
    """Play a whole game; `choices` decides which options are played, `seed` is the luck."""
    chooser = random.Random(choices)
    state, events = State.new_game_logged(rules, seed, rules.boards([None] * rules.players))
    yield Step(None, -1, state, events)
    while not state.is_over:
        code = chooser.choice(state.option_codes)
        before = state
        state, events = before.play_logged(code)
        yield Step(before, code, state, events)
