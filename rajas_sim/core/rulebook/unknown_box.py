"""Plausible boxes: a component file in which every assumed value is drawn at random, and everything else stays as it is.

A number is drawn from its stated range. Numbers of one kind (all costs, all amounts of money along a path) lean together: a
common lean, drawn once a box, makes all of them more likely to be low, or high. Drawn one by one they would average out, and a
box in which a whole kind was guessed too low would never occur. What facts bind together is drawn by functions of each game
(`rulebook/plausible.py`), which exchange, count and order values.
"""

# ruff: noqa: ANN401 - values of TOML

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from rajas_sim.core.games import module_of_game
from rajas_sim.core.rulebook.component_file import BOX, NAME, PROVENANCE
from rajas_sim.core.rulebook.component_source import GIVEN, ComponentSource, ValueRow, values_of
from rajas_sim.core.rulebook.paths import set_at, value_at

# Standard deviation of the lean that values of one kind have in common, in units of the half-width of their range.
LEAN_DEVIATION = 1.0
# A part of a path that numbers things: a place in a list, a space, or a name that ends in a number.
_NUMBERED_PART = re.compile(r"\d+|\w+_\d+")
ASSUMED = "assumed"


def kind_of(path: str) -> str:
    """Return which values one counts as of the same kind: the path with ``*`` for what only numbers things.

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
        The file as it is so far.
    rng
        Where chance comes from.
    assumed
        The assumed values of the file it began with, by path (`ComponentSource.list_values`). Nothing else is moved.
    """

    raw: dict[str, Any]
    rng: np.random.Generator
    assumed: Mapping[str, ValueRow]
    _known_paths: Collection[str] = field(default=())

    def at(self, path: str) -> Any:
        """Return the value, table or list that a path leads to; None if there is nothing."""
        return value_at(self.raw, path.split("."))

    def put(self, path: str, value: Any) -> None:
        """Write a value, a table or a list."""
        set_at(self.raw, path.split("."), value)

    def is_assumed(self, path: str) -> bool:
        """Whether everything at and below a path is assumed."""
        return not any(known_path == path or known_path.startswith(f"{path}.") for known_path in self._known_paths)

    def assumed_paths_among(self, paths: Sequence[str]) -> list[str]:
        """Return those of some paths at and below which everything is assumed."""
        return [path for path in paths if self.is_assumed(path)]

    # --- ways to draw

    def draw_numbers(self) -> None:
        """Draw every assumed number from its range; those of one kind lean together."""
        leans: dict[str, float] = {}
        for path, row in self.assumed.items():
            low, high, value = row["low"], row["high"], row["value"]
            if low is None or high is None or isinstance(value, bool):
                continue
            lean = leans.setdefault(kind_of(path), float(self.rng.normal(0.0, LEAN_DEVIATION)))
            self.put(path, self.draw_from_range(low, high, value, lean))

    def draw_from_range(self, low: int, high: int, middle: int, lean: float) -> int:
        """Draw a whole number from a range, likelier near the middle; a lean makes it larger, a negative one smaller.

        Chances fall off in a straight line on both sides of the middle, and would be 0 one beyond the farther end.
        """
        values = np.arange(low, max(low, high) + 1)
        half = max(1, high - middle, middle - low)
        weights = (1 + half - np.abs(values - middle)) * np.exp(lean * (values - middle) / half)
        return int(self.rng.choice(values, p=weights / weights.sum()))

    def shuffle(self, paths: Sequence[str], deviation: float | None = None) -> None:
        """Exchange what stands at those of some paths that are free.

        Parameters
        ----------
        deviation
            How many places something moves, as a standard deviation; left out: anywhere.
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
        """Draw words at those of some paths that are free, by shares near those they have now.

        Parameters
        ----------
        weight
            How near: the present counts of the words times this are the parameters of the Dirichlet distribution.
        """
        free_paths = self.assumed_paths_among(paths)
        words = sorted({self.at(path) for path in paths})
        counts = np.array([sum(self.at(path) == word for path in paths) for word in words], float)
        word_shares = self.rng.dirichlet(weight * counts)
        for path in free_paths:
            self.put(path, words[int(self.rng.choice(len(words), p=word_shares))])

    def fill_list(self, path: str, kinds: Sequence[Any], at_least: int = 1) -> None:
        """Fill a list, if it is free: each kind of thing at least `at_least` times, the rest at random; its length stays."""
        if not self.is_assumed(path):
            return
        n_more = len(self.at(path)) - at_least * len(kinds)
        kind_indices = [i for i in range(len(kinds)) for _ in range(at_least)]
        kind_indices += sorted(int(i) for i in self.rng.integers(len(kinds), size=max(0, n_more)))
        self.put(path, [copy.deepcopy(kinds[i]) for i in sorted(kind_indices)])

    def draw_rising_list(self, at_least: Mapping[int, int], n: int) -> list[int]:
        """Draw a rising list of n numbers, each at least as often as `at_least` says."""
        numbers = sorted(at_least)
        n_more = n - sum(at_least.values())
        more_indices = self.rng.integers(len(numbers), size=max(0, n_more))
        return sorted([number for number in numbers for _ in range(at_least[number])] + [numbers[int(i)] for i in more_indices])


#: Draws what facts bind together, after every number was drawn by itself.
JointDraw = Callable[[BoxDraw], None]


def joint_draw_of(game: str) -> JointDraw:
    """Return how a game draws what facts bind together; a game that does not say binds nothing."""
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
        The file whose assumed values are drawn, and whose other values stay; by default the reference.

    Returns
    -------
    dict
        The content of a component file, which may be impossible: `ComponentSource.check` says so.
    """
    rows = {row["path"]: row for row in source.list_values(base)}
    # Limits of simulated games are printed nowhere.
    assumed = {path: row for path, row in rows.items() if row["provenance"] == ASSUMED and not path.startswith("game.")}
    raw = copy.deepcopy(source.read(base))
    known_paths = [path for path in rows if path not in assumed]
    box_draw = BoxDraw(raw, np.random.default_rng([seed, number]), assumed, known_paths)
    box_draw.draw_numbers()
    joint_draw_of(source.game)(box_draw)
    drawn_values = dict(values_of(raw))
    moved_paths = [path for path in known_paths if drawn_values.get(path) != rows[path]["value"]]
    if moved_paths:
        raise AssertionError(f"drawing moved what is known: {', '.join(moved_paths)}")
    raw[NAME] = f"box_{number:04d}"
    changed_paths = [path for path, value in drawn_values.items() if path not in rows or rows[path]["value"] != value]
    why = f"drawn at random (seed {seed}, number {number})"
    entry = {"paths": changed_paths, "label": ASSUMED, "choices": ["as drawn"], "why": why}
    given_paths = [path for path, row in rows.items() if row["why"] == GIVEN.why]
    given_entry = {"paths": given_paths, "label": GIVEN.label, "why": GIVEN.why}
    raw[PROVENANCE] = [*raw.get(PROVENANCE, []), *([given_entry] if given_paths else []), *([entry] if changed_paths else [])]
    return raw


def differences(base: Any, target: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield (path, value) of what has to be replaced in resolved component values so that they become others.

    Tables with the same keys are compared key by key, anything else as a whole.
    """
    if isinstance(base, dict) and isinstance(target, dict) and (not path or set(base) == set(target)):
        for key in target:
            if path or key not in (NAME, BOX):
                yield from differences(base.get(key), target[key], f"{path}.{key}" if path else str(key))
    elif base != target:
        yield path, target
