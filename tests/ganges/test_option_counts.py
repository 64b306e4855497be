"""How many positions lie 1, 2 and 3 decisions ahead, for a few openings.

A wrong count says that some option is missing or too many, and the counts below each first option say where. When a rule was
corrected on purpose, write the file anew with ``python tests/ganges/test_option_counts.py`` and look at what changed.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import pytest
from games import DATA, frozen_rules, walk

from rajas_sim.ganges import State, new_game

FILE = DATA / "option_counts.toml"
DEPTH = 3
#: players, seed, decisions played at random before counting, variant, modules
POSITIONS = (
    (2, 1, 0, "base", ()),
    (3, 2, 0, "base", ()),
    (4, 3, 0, "base", ()),
    (2, 4, 60, "base", ()),
    (3, 5, 90, "base", ()),
    (4, 6, 120, "base", ()),
    (2, 7, 130, "base", ()),
    (3, 8, 0, "navaratnas", ()),
    (2, 9, 102, "navaratnas", ("ganga",)),
    (4, 10, 150, "navaratnas", ("ganga",)),
    (3, 11, 100, "mixed", ("ganga",)),
)


def count(state: State, depth: int) -> int:
    """Return how many sequences of `depth` options there are."""
    if depth == 1 or state.is_over:
        return len(state.option_codes) if not state.is_over else 0
    return sum(count(state.play(code), depth - 1) for code in state.option_codes)


def position(players: int, seed: int, played: int, variant: str, modules: Sequence[str]) -> State:
    """Return the position after some decisions at random."""
    rules = frozen_rules(players, variant, tuple(modules))
    if played == 0:
        return new_game(rules, seed)
    return next(islice(walk(rules, seed, choices=seed), played, None)).after


def below(state: State) -> dict[str, int]:
    """Return the counts below each option."""
    return {option.text: count(state.play(option), DEPTH - 1) for option in state.options}


def write() -> None:
    """Count anew and write the file."""
    lines = ["# Positions 1, 2 and 3 decisions ahead, and how many lie below each first option.", ""]
    for players, seed, played, variant, modules in POSITIONS:
        state = position(players, seed, played, variant, modules)
        counts = [count(state, depth) for depth in range(1, DEPTH + 1)]
        lines += ["[[position]]", f"players = {players}", f"seed = {seed}", f"played = {played}"]
        lines += [f"variant = {json.dumps(variant)}", f"modules = {json.dumps(modules)}"]
        lines += [f"decision = {json.dumps(state.decision)}", f"counts = {counts}", "[position.below]"]
        lines += [f"{json.dumps(text)} = {n}" for text, n in below(state).items()] + [""]
    FILE.write_text("\n".join(lines), encoding="utf-8")


KEYS = ("players", "seed", "played", "variant", "modules")
RECORDED = tomllib.loads(FILE.read_text(encoding="utf-8"))["position"] if FILE.exists() else []


def test_the_file_holds_every_position():
    assert [(*(p[key] for key in KEYS[:-1]), tuple(p["modules"])) for p in RECORDED] == list(POSITIONS)


@pytest.mark.parametrize("recorded", RECORDED, ids=[f"{p['players']}p_{p['decision']}_{p['played']}" for p in RECORDED])
def test_the_number_of_positions_ahead_is_as_recorded(recorded):
    state = position(*(recorded[key] for key in KEYS))
    assert state.decision == recorded["decision"]
    assert below(state) == recorded["below"]
    assert [count(state, depth) for depth in range(1, DEPTH + 1)] == recorded["counts"]


if __name__ == "__main__":
    write()
