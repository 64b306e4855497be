"""Whole games with random options, and the component file that recorded games are played with."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from rajas_sim import ganges
from rajas_sim.ganges import State
from rajas_sim.ganges.rulebook.rules import Rules
from rajas_sim.ganges.rulebook.terms import DECISIONS

DATA = Path(__file__).parent / "data"
#: A copy of the reference components, so that a new calibration does not change what recorded games should look like.
FROZEN_COMPONENTS = DATA / "frozen_components.toml"
#: Games in which every decision and event occurs: players, overrides, variant, modules, seed.
ALL_KINDS = (
    (2, {"readings.passing": "allowed", "readings.harbour_one": "may_stay"}, "base", (), 3),
    (4, {}, "base", ("ganga",), 4),
    (3, {"readings.passing": "allowed", "readings.harbour_one": "may_stay"}, "navaratnas", ("ganga",), 5),
    (2, {}, "navaratnas", (), 6),
)


class Step(NamedTuple):
    """One option played: the positions around it, its code, and the events on the way. The set-up has no `before`."""

    before: State | None
    code: int
    after: State
    events: Any


@lru_cache(maxsize=64)
def frozen_rules(players: int, variant: str = "base", modules: tuple[str, ...] = ()) -> Rules:
    """Return the rules that recorded games are played with."""
    return ganges.rules(players, variant, modules, components=FROZEN_COMPONENTS)


def walk(rules: Rules, seed: int, choices: int, boards: Sequence[str | None] = ()) -> Iterator[Step]:
    """Play a whole game; `choices` decides which options are played, `seed` is the luck."""
    chooser = random.Random(choices)
    state, events = State.new_game_logged(rules, seed, rules.boards(boards or [None] * rules.players))
    yield Step(None, -1, state, events)
    while not state.is_over:
        code = chooser.choice(state.option_codes)
        before = state
        state, events = before.play_logged(code)
        yield Step(before, code, state, events)


@cache
def games_of_all_kinds() -> list[Step]:
    """Return the steps of a few games in which every decision and event occurs."""
    return [
        step
        for players, overrides, variant, modules, seed in ALL_KINDS
        for step in walk(ganges.rules(players, variant, modules, overrides), seed, choices=seed)
    ]


@cache
def positions_by_decision() -> dict[str, list[State]]:
    """Return positions of these games by what is decided there, at most twelve each."""
    found: dict[str, list[State]] = {decision: [] for decision in DECISIONS}
    for step in games_of_all_kinds():
        if not step.after.is_over and len(found[step.after.decision]) < 12:
            found[step.after.decision].append(step.after)
    return found
