"""How many positions lie 1, 2 and 3 decisions ahead, for a few openings and later positions.

A wrong count says that some option is missing or too many, and the counts below each first option say where. When a rule was
corrected on purpose, write the file anew with ``python tests/charmers/test_option_counts.py`` and look at what changed.
"""

from __future__ import annotations

import json
import tomllib
from itertools import islice

import pytest
from playthroughs import DATA, frozen_rules, walk

from rajas_sim.charmers import State, new_game

FILE = DATA / "option_counts.toml"
DEPTH = 3
#: players, side, seed, decisions played at random before counting
POSITIONS = (
    (2, "sun", 1, 0),
    (3, "moon", 2, 0),
    (5, "sun", 3, 0),
    (2, "moon", 4, 41),
    (3, "sun", 5, 62),
    (4, "sun", 6, 77),
    (4, "moon", 7, 124),
    (5, "moon", 8, 140),
    (2, "sun", 9, 100),
    (3, "moon", 10, 150),
)


def count(state: State, depth: int) -> int:
    """Return how many sequences of `depth` options there are."""
    if depth == 1 or state.is_over:
        return len(state.option_codes) if not state.is_over else 0
    return sum(count(state.play(code), depth - 1) for code in state.option_codes)


def position(players: int, side: str, seed: int, played: int) -> State:
    """Return the position after some decisions at random."""
    rules = frozen_rules(players, side)
    if played == 0:
        return new_game(rules, seed)
    return next(islice(walk(rules, seed, choices=seed), played, None)).after


def below(state: State) -> dict[str, int]:
    """Return the counts below each option."""
    return {option.text: count(state.play(option), DEPTH - 1) for option in state.options}


def write() -> None:
    """Count anew and write the file."""
    lines = ["# Positions 1, 2 and 3 decisions ahead, and how many lie below each first option.", ""]
    for players, side, seed, played in POSITIONS:
        state = position(players, side, seed, played)
        counts = [count(state, depth) for depth in range(1, DEPTH + 1)]
        lines += ["[[position]]", f"players = {players}", f"side = {json.dumps(side)}", f"seed = {seed}", f"played = {played}"]
        lines += [f"decision = {json.dumps(state.decision)}", f"counts = {counts}", "[position.below]"]
        lines += [f"{json.dumps(text)} = {n}" for text, n in below(state).items()] + [""]
    FILE.write_text("\n".join(lines), encoding="utf-8")


KEYS = ("players", "side", "seed", "played")
RECORDED = tomllib.loads(FILE.read_text(encoding="utf-8"))["position"] if FILE.exists() else []


def test_the_file_holds_every_position():
    assert [tuple(p[key] for key in KEYS) for p in RECORDED] == list(POSITIONS)


@pytest.mark.parametrize(
    "recorded", RECORDED, ids=[f"{p['players']}p_{p['side']}_{p['decision']}_{p['played']}" for p in RECORDED]
)
def test_the_number_of_positions_ahead_is_as_recorded(recorded):
    state = position(*(recorded[key] for key in KEYS))
    assert state.decision == recorded["decision"]
    assert below(state) == recorded["below"]
    assert [count(state, depth) for depth in range(1, DEPTH + 1)] == recorded["counts"]


if __name__ == "__main__":
    write()
