"""The settings that may be tried: every combination of some values of several rules, and the steps between them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import count, product
from typing import Any

import numpy as np

#: Which value a setting has on each path, counted from 0. Without entries it is the printed one, where that is no combination.
Setting = tuple[int, ...]
OFF: Setting = ()


@dataclass(frozen=True)
class Lattice:
    """Combinations of values of rules, and the printed setting, which need not be one of them.

    Attributes
    ----------
    axes
        The values of each path, in the order in which one step leads from each to the next.
    printed
        The printed value of each path.
    """

    axes: Mapping[str, tuple[Any, ...]]
    printed: Mapping[str, Any]

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """How many values each path has."""
        return tuple(len(values) for values in self.axes.values())

    @cached_property
    def size(self) -> int:
        """How many settings there are, the printed one among them."""
        return math.prod(self.shape) + (not self._is_printed_among_them)

    @cached_property
    def home(self) -> Setting:
        """The printed setting."""
        if self._is_printed_among_them:
            return tuple(values.index(self.printed[path]) for path, values in self.axes.items())
        return OFF

    @cached_property
    def _is_printed_among_them(self) -> bool:
        """Whether the printed setting is one of the combinations."""
        return all(self.printed[path] in values for path, values in self.axes.items())

    def settings(self) -> Iterator[Setting]:
        """Yield all settings, the printed one first."""
        yield self.home
        yield from (setting for setting in product(*map(range, self.shape)) if setting != self.home)

    def values(self, setting: Setting) -> dict[str, Any]:
        """Return the value of each path."""
        if setting == OFF:
            return dict(self.printed)
        return {path: values[i] for i, (path, values) in zip(setting, self.axes.items(), strict=True)}

    def neighbours(self, setting: Setting) -> Iterator[Setting]:
        """Yield the settings one step along one path away; of a printed one that is no combination, the nearest that is."""
        if setting == OFF:
            yield tuple(min(max(round(place), 0), n - 1) for place, n in zip(self._home_places, self.shape, strict=True))
            return
        for axis, i in enumerate(setting):
            for j in (i - 1, i + 1):
                if 0 <= j < self.shape[axis]:
                    yield (*setting[:axis], j, *setting[axis + 1 :])

    def steps_from_printed(self, setting: Setting) -> float:
        """Return how many steps along all paths lead from the printed setting to another one."""
        if setting in (OFF, self.home):
            return 0.0
        return sum(abs(i - place) for i, place in zip(setting, self._home_places, strict=True))

    def spread(self) -> Iterator[Setting]:
        """Yield settings that lie evenly over the whole lattice, each once: a sequence of low discrepancy, for a while.

        References
        ----------
        Richtmyer (1951), on sequences of multiples of irrational numbers.
        """
        seen = set()
        # The fractional parts of multiples of square roots of primes fill a space evenly.
        primes = (n for n in count(2) if all(n % other for other in range(2, n)))
        roots = np.sqrt([next(primes) for _ in self.shape])
        for i in range(20 * min(self.size, 1000)):
            places = (0.5 + i * roots) % 1.0
            setting = tuple(int(place * n) for place, n in zip(places, self.shape, strict=True))
            if setting not in seen:
                seen.add(setting)
                yield setting

    @cached_property
    def _home_places(self) -> tuple[float, ...]:
        """Where the printed value lies on each path, counted in steps from the first value, between two of them if need be."""
        return tuple(_place(values, self.printed[path]) for path, values in self.axes.items())


def _place(values: tuple[Any, ...], printed: Any) -> float:
    """Return where a value lies among others, which is half a step beside the first where it cannot be compared with them."""
    if printed in values:
        return float(values.index(printed))
    if not all(isinstance(value, int | float) for value in (*values, printed)):
        return -0.5
    order = np.argsort(np.array(values, dtype=float), kind="stable")
    ascending = np.array(values, dtype=float)[order]
    if printed < ascending[0] or printed > ascending[-1]:
        end = 0 if printed < ascending[0] else -1
        return float(order[end]) + (-0.5 if order[end] == 0 else 0.5)
    return float(np.interp(printed, ascending, order.astype(float)))
