"""Whole games with random options, and the component files that recorded games are played with."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from rajas_sim.core.game import find_game
from rajas_sim.core.positions.state import State
from rajas_sim.core.rulebook.rules import Rules

#: What was recorded of each game, and a copy of its reference components, so that a new calibration does not change it.
RECORDED = Path(__file__).parent


class Step(NamedTuple):
    """One option played: the positions around it, its code, and the events on the way. The set-up has no `before`."""

    before: State | None
    code: int
    after: State
    events: Any

    @property
    def position(self) -> State:
        """The position in which the option was chosen, which all steps but the set-up have."""
        assert self.before is not None
        return self.before


#: Games in which every decision and event occurs: players, variant, modules, readings, seed.
EVERY_KIND: dict[str, tuple[tuple[int, str, tuple[str, ...], dict[str, Any], int], ...]] = {
    "ganges": (
        (2, "base", (), {"passing": "allowed", "harbour_one": "may_stay"}, 3),
        (4, "base", ("ganga",), {"order": "player_chooses"}, 4),
        (3, "navaratnas", ("ganga",), {"passing": "allowed", "harbour_one": "may_stay"}, 5),
        (2, "navaratnas", (), {"order": "player_chooses", "gained_dice": "rolled_one_by_one"}, 6),
    ),
    "charmers": (
        (2, "sun", (), {"bonuses": "may_be_declined"}, 1),
        (3, "moon", (), {"bonuses": "may_be_declined"}, 2),
        (5, "sun", (), {"bonuses": "may_be_declined"}, 3),
    ),
}


def frozen_rules(
    game: str,
    players: int,
    variant: str | None = None,
    modules: Sequence[str] = (),
    overrides: Mapping[str, Any] = MappingProxyType({}),
    **readings: Any,
) -> Rules:
    """Return the rules that recorded games are played with, some values and readings replaced."""
    replaced = {**overrides, **{f"readings.{name}": choice for name, choice in readings.items()}}
    return find_game(game).rules(players, variant, modules, replaced, RECORDED / game / "frozen_components.toml")


def walk(rules: Rules, seed: int, choices: int, boards: Sequence[str | None] = ()) -> Iterator[Step]:
    """Play a whole game; `choices` decides which options are played, `seed` is the luck."""
    chooser = random.Random(choices)
    positions = find_game(rules.source.game).batches.state_class
    state, events = positions.new_game_logged(rules, seed, rules.boards(boards or [None] * rules.players))
    yield Step(None, -1, state, events)
    while not state.is_over:
        code = chooser.choice(state.option_codes)
        before = state
        state, events = before.play_logged(code)
        yield Step(before, code, state, events)


@cache
def games_of_every_kind(game: str) -> tuple[Step, ...]:
    """Return the steps of games in which every decision and event occurs."""
    return tuple(
        step
        for players, variant, modules, readings, seed in EVERY_KIND[game]
        for step in walk(frozen_rules(game, players, variant, modules, **readings), seed, choices=seed)
    )


def steps_by_decision(game: str) -> dict[str, list[Step]]:
    """Return the steps of these games by decision, without the set-up."""
    by_decision: dict[str, list[Step]] = {}
    for step in games_of_every_kind(game):
        if step.before is not None:
            by_decision.setdefault(str(step.position.decision), []).append(step)
    return by_decision


@cache
def positions_by_decision(game: str) -> dict[str, list[State]]:
    """Return positions of these games by what is decided there, at least one and at most twelve each."""
    positions: dict[str, list[State]] = {decision: [] for decision in find_game(game).batches.state_class.decisions}
    for step in games_of_every_kind(game):
        if step.after.decision is not None and len(positions[step.after.decision]) < 12:
            positions[step.after.decision].append(step.after)
    assert all(positions.values()), f"no position for: {[decision for decision, states in positions.items() if not states]}"
    return positions
