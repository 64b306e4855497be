"""Plausible boxes: component files in which every assumed value is drawn at random, and everything else stays as it is.

A number is drawn from its stated range. Numbers of one kind (all costs, all amounts of money along a path) lean together: a
common lean, drawn once per box, makes all of them more likely to be low, or high. If each number were drawn independently, they
would average out, and a box in which a whole kind was guessed too low would never occur. Values that are bound together by facts
are drawn by functions of each game (`rulebook/plausible.py`), which exchange, count and order values.
"""

# ruff: noqa: ANN401 - values of TOML

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np

from rajas_sim.core.games import module_of_game
from rajas_sim.core.rulebook.component_file import BOX, NAME, PROVENANCE
from rajas_sim.core.rulebook.component_source import GIVEN, ComponentSource, ValueRow, is_printed, values_of
from rajas_sim.core.rulebook.paths import set_at, value_at

# Standard deviation of the common lean of all values of one kind, in units of the half-width of their range.
LEAN_DEVIATION = 1.0
# A part of a path that only numbers things: a position in a list, a space, or a name that ends in a number.
_NUMBERED_PART = re.compile(r"\d+|\w+_\d+")
ASSUMED = "assumed"


def kind_of(path: str) -> str:
    """Return the kind of the value at a path: the path with ``*`` for the parts that only number things.

    >>> kind_of("things.orange_01.cost"), kind_of("spaces.12.money"), kind_of("things.orange_01.parts.1.2")
    ('things.*.cost', 'spaces.*.money', 'things.*.parts.*')
    """
    parts: list[str] = []
    for part in path.split("."):
        word = "*" if _NUMBERED_PART.fullmatch(part) else part
        if not (word == "*" and parts and parts[-1] == "*"):
            parts.append(word)
    return ".".join(parts)


@dataclass
class BoxDraw:
    """A component file that is being drawn.

    Attributes
    ----------
    raw
        The current content of the file.
    rng
        The source of random numbers.
    assumed
        The assumed values of the original file, by path (`ComponentSource.list_values`). No other values change.
    """

    raw: dict[str, Any]
    rng: np.random.Generator
    assumed: Mapping[str, ValueRow]
    _known_paths: Collection[str] = field(default=())  # those of all other values, and of tables and lists with such values

    def at(self, path: str) -> Any:
        """Return the value, table or list at a path; None if there is none."""
        return value_at(self.raw, path.split("."))

    def put(self, path: str, value: Any) -> None:
        """Write a value, table or list to a path."""
        set_at(self.raw, path.split("."), value)

    def is_assumed(self, path: str) -> bool:
        """Whether everything at and below a path is assumed."""
        return path not in self._known_paths

    def assumed_paths_among(self, paths: Sequence[str]) -> list[str]:
        """Return those paths at and below which everything is assumed."""
        return [path for path in paths if self.is_assumed(path)]

    # --- ways to draw

    def draw_numbers(self) -> None:
        """Draw every assumed number from its range; numbers of one kind lean together."""
        leans: dict[str, float] = {}
        for path, row in self.assumed.items():
            low, high, value = row["low"], row["high"], row["value"]
            if low is None or high is None or isinstance(value, bool):
                continue
            lean = leans.setdefault(kind_of(path), float(self.rng.normal(0.0, LEAN_DEVIATION)))
            self.put(path, self.draw_from_range(low, high, value, lean))

    def draw_from_range(self, low: int, high: int, middle: int, lean: float) -> int:
        """Draw a whole number from a range; numbers near the middle are likelier, and a positive lean favours larger numbers.

        Without a lean, probabilities fall linearly on both sides of the middle; they would be 0 one step beyond the farther end.
        """
        values = np.arange(low, max(low, high) + 1)
        half_width = max(1, high - middle, middle - low)
        weights = (1 + half_width - np.abs(values - middle)) * np.exp(lean * (values - middle) / half_width)
        return int(self.rng.choice(values, p=weights / weights.sum()))

    def shuffle(self, paths: Sequence[str], deviation: float | None = None) -> None:
        """Shuffle the values at those of the given paths that are assumed.

        Parameters
        ----------
        deviation
            Standard deviation of how many places a value moves; if left out, every order is equally likely.
        """
        free_paths = self.assumed_paths_among([path for path in paths if self.at(path) is not None])
        if deviation is None:
            order = self.rng.permutation(len(free_paths))
        else:
            order = np.argsort(np.arange(len(free_paths)) + self.rng.normal(0.0, deviation, len(free_paths)), kind="stable")
        values = [copy.deepcopy(self.at(path)) for path in free_paths]
        for path, i in zip(free_paths, order, strict=True):
            self.put(path, values[i])

    def draw_texts(self, paths: Sequence[str], weight: float) -> None:
        """Draw words at those of the given paths that are assumed, with shares near the present shares of the words.

        Parameters
        ----------
        weight
            How near: the parameters of the Dirichlet distribution are the present counts of the words, times this.
        """
        free_paths = self.assumed_paths_among(paths)
        words = sorted({self.at(path) for path in paths})
        counts = np.array([sum(self.at(path) == word for path in paths) for word in words], float)
        word_shares = self.rng.dirichlet(weight * counts)
        for path in free_paths:
            self.put(path, words[int(self.rng.choice(len(words), p=word_shares))])

    def fill_list(self, path: str, kinds: Sequence[Sequence[Any]]) -> None:
        """Fill a list, if it is assumed, without changing its length: each kind of thing once, the rest at random.

        Parameters
        ----------
        kinds
            The things of each kind; which of them is drawn for each entry of the list.
        """
        if not self.is_assumed(path):
            return
        n_more = len(self.at(path)) - len(kinds)
        drawn_kinds = sorted([*range(len(kinds)), *(int(i) for i in self.rng.integers(len(kinds), size=max(0, n_more)))])
        self.put(path, [copy.deepcopy(kinds[i][int(self.rng.integers(len(kinds[i])))]) for i in drawn_kinds])

    def draw_rising_list(self, at_least: Mapping[int, int], n: int) -> list[int]:
        """Draw a sorted list of n numbers, each at least as often as `at_least` says, and the rest at random."""
        numbers = sorted(at_least)
        n_more = n - sum(at_least.values())
        more_indices = self.rng.integers(len(numbers), size=max(0, n_more))
        return sorted([number for number in numbers for _ in range(at_least[number])] + [numbers[int(i)] for i in more_indices])


#: Draws values that are bound together by facts, after every number was drawn by itself.
JointDraw = Callable[[BoxDraw], None]


def joint_draw_of(game: str) -> JointDraw:
    """Return the function with which a game draws values that are bound together; without one, no values are."""
    plausible = module_of_game(game, "rulebook.plausible")
    draw_together: JointDraw = plausible.draw_together if plausible is not None else lambda drawing: None
    return draw_together


def draw_box(source: ComponentSource, seed: int, number: int, base: Path | None = None) -> dict[str, Any]:
    """Draw a plausible component file.

    Parameters
    ----------
    seed, number
        The same pair gives the same file.
    base
        The file whose assumed values are drawn; all other values stay. By default the reference.

    Returns
    -------
    dict
        The content of a component file. It may be impossible; `ComponentSource.check` finds that out.
    """
    rows = {row["path"]: row for row in source.list_values(base)}
    assumed = {path: row for path, row in rows.items() if row["provenance"] == ASSUMED and is_printed(path)}
    raw = copy.deepcopy(source.read(base))
    known_paths = [path for path in rows if path not in assumed]
    known_paths_and_parents = {prefix for path in known_paths for prefix in accumulate(path.split("."), "{}.{}".format)}
    box_draw = BoxDraw(raw, np.random.default_rng([seed, number]), assumed, known_paths_and_parents)
    box_draw.draw_numbers()
    joint_draw_of(source.game)(box_draw)
    drawn_values = dict(values_of(raw))
    moved_paths = [path for path in known_paths if drawn_values.get(path) != rows[path]["value"]]
    if moved_paths:
        raise AssertionError(f"drawing moved what is known: {', '.join(moved_paths)}")
    raw[NAME] = f"box_{number:04d}"
    changed_paths = [path for path, value in drawn_values.items() if path not in rows or rows[path]["value"] != value]
    why = f"drawn at random (seed {seed}, number {number})"
    drawn_entry = {"paths": changed_paths, "label": ASSUMED, "choices": ["as drawn"], "why": why}
    given_paths = [path for path, row in rows.items() if row["why"] == GIVEN.why]
    given_entry = {"paths": given_paths, "label": GIVEN.label, "why": GIVEN.why}
    raw[PROVENANCE] = [
        *raw.get(PROVENANCE, []),
        *([given_entry] if given_paths else []),
        *([drawn_entry] if changed_paths else []),
    ]
    return raw


def differences(base: Any, target: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield (path, value) of each replacement that turns one set of resolved component values into another.

    Tables with the same keys are compared key by key, anything else as a whole.
    """
    if isinstance(base, dict) and isinstance(target, dict) and (not path or set(base) == set(target)):
        for key in target:
            if path or key not in (NAME, BOX):
                yield from differences(base.get(key), target[key], f"{path}.{key}" if path else str(key))
    elif base != target:
        yield path, target
