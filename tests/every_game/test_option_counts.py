"""How many positions lie 1, 2 and 3 decisions ahead, for a few openings and later positions.

A wrong count says that some option is missing or too many, and the counts below each first option say where. When a rule was
corrected on purpose, write the files anew with ``python -m tests.every_game.test_option_counts`` and look at what changed.
"""

from __future__ import annotations

import json
import tomllib
from itertools import islice
from typing import Any

import pytest

from rajas_sim.core.game import find_game
from rajas_sim.core.positions.state import State
from tests.every_game.walking import RECORDED, frozen_rules, walk

DEPTH = 3
#: `played` is how many decisions are played at random before counting.
KEYS = ("players", "seed", "played", "variant", "modules")
POSITIONS = {
    "ganges": (
        (2, 1, 0, "base", []),
        (3, 2, 0, "base", []),
        (4, 3, 0, "base", []),
        (2, 4, 60, "base", []),
        (3, 5, 90, "base", []),
        (4, 6, 120, "base", []),
        (2, 7, 130, "base", []),
        (3, 8, 0, "navaratnas", []),
        (2, 9, 102, "navaratnas", ["ganga"]),
        (4, 10, 150, "navaratnas", ["ganga"]),
        (3, 11, 100, "mixed", ["ganga"]),
    ),
    "charmers": (
        (2, 1, 0, "sun", []),
        (3, 2, 0, "moon", []),
        (5, 3, 0, "sun", []),
        (2, 4, 41, "moon", []),
        (3, 5, 62, "sun", []),
        (4, 6, 77, "sun", []),
        (4, 7, 124, "moon", []),
        (5, 8, 140, "moon", []),
        (2, 9, 100, "sun", []),
        (3, 10, 150, "moon", []),
    ),
}


def count(state: State, depth: int) -> int:
    """Return how many sequences of `depth` options there are."""
    if depth == 1 or state.is_over:
        return len(state.option_codes)
    return sum(count(state.play(code), depth - 1) for code in state.option_codes)


def counted(game: str, players: int, seed: int, played: int, variant: str, modules: list[str]) -> dict[str, Any]:  # noqa: PLR0913 - a key each
    """Return what is recorded of the position after some decisions at random."""
    rules = frozen_rules(game, players, variant, tuple(modules))
    state = find_game(game).new_game(rules, seed)
    if played:
        state = next(islice(walk(rules, seed, choices=seed), played, None)).after
    return {
        **dict(zip(KEYS, (players, seed, played, variant, modules), strict=True)),
        "decision": state.decision,
        "counts": [count(state, depth) for depth in range(1, DEPTH + 1)],
        "below": {option.text: count(state.play(option), DEPTH - 1) for option in state.options},
    }


def recorded(game: str) -> list[dict[str, Any]]:
    """Return what the file of a game holds."""
    positions: list[dict[str, Any]] = tomllib.loads((RECORDED / game / "option_counts.toml").read_text(encoding="utf-8"))[
        "position"
    ]
    return positions


def write() -> None:
    """Count anew and write the files."""
    for game, positions in POSITIONS.items():
        lines = ["# Positions 1, 2 and 3 decisions ahead, and how many lie below each first option.", ""]
        for position in positions:
            counts = counted(game, *position)
            below = counts.pop("below")
            lines += ["[[position]]", *(f"{key} = {json.dumps(value)}" for key, value in counts.items()), "[position.below]"]
            lines += [*(f"{json.dumps(text)} = {n}" for text, n in below.items()), ""]
        (RECORDED / game / "option_counts.toml").write_text("\n".join(lines), encoding="utf-8")


@pytest.mark.parametrize("game", POSITIONS)
def test_the_file_holds_every_position(game: str) -> None:
    assert [tuple(position[key] for key in KEYS) for position in recorded(game)] == list(POSITIONS[game])


@pytest.mark.parametrize(
    ("game", "position"),
    [(game, position) for game, positions in POSITIONS.items() for position in positions],
    ids=lambda each: each if isinstance(each, str) else f"{each[0]} players, {each[3]}, seed {each[1]}",
)
def test_the_number_of_positions_ahead_is_as_recorded(game: str, position: tuple[int, int, int, str, list[str]]) -> None:
    (expected,) = [each for each in recorded(game) if tuple(each[key] for key in KEYS) == position]
    assert counted(game, *position) == expected


if __name__ == "__main__":
    write()
