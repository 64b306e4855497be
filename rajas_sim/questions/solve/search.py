"""The search for settings near a goal: the lattice of settings, which to try next, and when to drop one.

A setting is one value for each rule that may change. At each look the search drops settings that are clearly farther from the
goal than the nearest one, and tries neighbours of those that are left. It ends when these have no more neighbours to try.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, islice, product
from typing import Any

import numpy as np
from cmaes import CMAwM

from rajas_sim.analysis.comparing.goal_distance import GoalTarget
from rajas_sim.analysis.statistics.intervals import Floats
from rajas_sim.core.engine.chance import derive
from rajas_sim.core.errors import InputError
from rajas_sim.questions.solve.solution import MeasuredSetting, SettingsRace

#: Index of the setting's value on each path, from 0. The empty tuple is a printed setting that is not in the lattice.
Setting = tuple[int, ...]
OUTSIDE_LATTICE: Setting = ()


@dataclass(frozen=True)
class Lattice:
    """Combinations of values of rules, and the printed setting, which may not be one of them.

    Attributes
    ----------
    axes
        Values of each path, in the order in which one step leads to the next value.
    printed
        Printed value of each path.
    """

    axes: Mapping[str, tuple[Any, ...]]
    printed: Mapping[str, Any]

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """Number of values of each path."""
        return tuple(len(values) for values in self.axes.values())

    def beyond(self, path: str, value: object) -> int | None:
        """Return the next number beyond a value that is the least or the largest of several numbers; None for other values."""
        values = self.axes.get(path, ())
        if len(values) < 2 or not all(isinstance(v, int) for v in values):
            return None
        return min(values) - 1 if value == min(values) else max(values) + 1 if value == max(values) else None

    @cached_property
    def size(self) -> int:
        """Number of settings, including the printed one."""
        return math.prod(self.shape) + (not self._is_printed_in_lattice)

    @cached_property
    def printed_setting(self) -> Setting:
        """The printed setting."""
        if self._is_printed_in_lattice:
            return tuple(values.index(self.printed[path]) for path, values in self.axes.items())
        return OUTSIDE_LATTICE

    @cached_property
    def _is_printed_in_lattice(self) -> bool:
        """Whether the printed setting is one of the combinations."""
        return all(self.printed[path] in values for path, values in self.axes.items())

    def settings(self) -> Iterator[Setting]:
        """Yield all settings, the printed one first."""
        yield self.printed_setting
        yield from (setting for setting in product(*map(range, self.shape)) if setting != self.printed_setting)

    def values(self, setting: Setting) -> dict[str, Any]:
        """Return the value of each path in a setting."""
        if setting == OUTSIDE_LATTICE:
            return dict(self.printed)
        return {path: values[i] for i, (path, values) in zip(setting, self.axes.items(), strict=True)}

    def neighbours(self, setting: Setting) -> Iterator[Setting]:
        """Yield the settings one step away along one path; for a printed setting outside the lattice, the nearest one inside."""
        if setting == OUTSIDE_LATTICE:
            yield tuple(
                min(max(round(position), 0), n - 1) for position, n in zip(self._printed_positions, self.shape, strict=True)
            )
            return
        for axis, i in enumerate(setting):
            for j in (i - 1, i + 1):
                if 0 <= j < self.shape[axis]:
                    yield (*setting[:axis], j, *setting[axis + 1 :])

    def steps_from_printed(self, setting: Setting) -> float:
        """Return how many steps along all paths lead from the printed setting to this one."""
        if setting in (OUTSIDE_LATTICE, self.printed_setting):
            return 0.0
        return sum(abs(i - position) for i, position in zip(setting, self._printed_positions, strict=True))

    def spread(self) -> Iterator[Setting]:
        """Yield settings spread evenly over the lattice, each once: the beginning of a low-discrepancy sequence.

        References
        ----------
        Richtmyer (1951), on sequences of multiples of irrational numbers.
        """
        seen = set()
        # The fractional parts of multiples of square roots of primes fill a space evenly.
        primes = (n for n in count(2) if all(n % other for other in range(2, n)))
        roots = np.sqrt([next(primes) for _ in self.shape])
        for i in range(20 * min(self.size, 1000)):
            fractions = (0.5 + i * roots) % 1.0
            setting = tuple(int(fraction * n) for fraction, n in zip(fractions, self.shape, strict=True))
            if setting not in seen:
                seen.add(setting)
                yield setting

    @cached_property
    def _printed_positions(self) -> tuple[float, ...]:
        """Position of the printed value on each path, in steps from the first value; it may lie between two values."""
        return tuple(_position_among(values, self.printed[path]) for path, values in self.axes.items())


def _position_among(values: tuple[Any, ...], printed: Any) -> float:  # noqa: ANN401 - numbers, or values of any kind
    """Return the position of a value among others; it may lie between two of them, or half a step beyond the least or largest.

    It is half a step before the first if it cannot be compared with them.
    """
    if printed in values:
        return float(values.index(printed))
    if not all(isinstance(value, int | float) for value in (*values, printed)):
        return -0.5
    order = np.argsort(np.array(values, dtype=float), kind="stable")
    ascending = np.array(values, dtype=float)[order]
    if printed < ascending[0] or printed > ascending[-1]:
        end_index = 0 if printed < ascending[0] else -1
        return float(order[end_index]) + (-0.5 if order[end_index] == 0 else 0.5)
    return float(np.interp(printed, ascending, order.astype(float)))


PROPOSAL_STREAM = 0x501E
"""Number that separates the random numbers of proposals from all others."""
TOO_LARGE_FOR_STEPS = 1000
"""Above this size of the lattice, a search by neighbours alone would be too slow."""
POPULATION = 12
"""Number of settings that the evolution strategy proposes at a time."""


class Proposals:
    """Proposes neighbours of good settings, and in a very large lattice also settings far from them.

    Far settings come from an evolution strategy for whole numbers (CMA-ES with margin). The same distances always lead to the
    same proposals.

    Parameters
    ----------
    seed, players
        They determine the random numbers.

    References
    ----------
    Hamano, Saito, Nomura and Shirakawa (2022), Proceedings of GECCO; implemented by the library cmaes.
    """

    def __init__(self, lattice: Lattice, seed: int, players: int) -> None:
        self.lattice = lattice
        self._free_axes = [axis for axis, n in enumerate(lattice.shape) if n > 1]
        self._is_very_large = lattice.size > TOO_LARGE_FOR_STEPS and len(self._free_axes) > 1
        self._seed = int(derive(seed, PROPOSAL_STREAM, players)) & 0xFFFFFFFF
        self._evolution: CMAwM | None = None
        self._proposed: list[tuple[Setting, object]] = []  # each with the proposal as the evolution strategy wants it back

    def next(self, candidates: Sequence[Setting], distances: Mapping[Setting, float]) -> Iterator[Setting]:
        """Yield settings that may be worth trying, the best prospects first; some may have been tried already.

        Parameters
        ----------
        candidates
            The settings that may be the best, best first.
        distances
            Distance from the goal of each tried setting, by its last estimate.
        """
        far_settings = self._far_proposals(candidates[0], distances) if self._is_very_large else []
        near_settings = dict.fromkeys(neighbour for setting in candidates for neighbour in self.lattice.neighbours(setting))
        # Neighbours and far settings alternate until either has no more.
        for i, neighbour in enumerate(near_settings):
            yield from far_settings[i : i + 1]
            yield neighbour
        yield from far_settings[len(near_settings) :]

    def _far_proposals(self, best_setting: Setting, distances: Mapping[Setting, float]) -> list[Setting]:
        """Tell the evolution strategy how near its last proposals came, and return its next ones.

        It starts around the best setting so far.
        """
        if self._evolution is None:
            self._evolution = self._started_evolution(best_setting)
        elif self._proposed:
            # A proposal that was refused or not played counts as the worst.
            worst_distance = max(distances.values())
            self._evolution.tell([(proposal, distances.get(setting, worst_distance)) for setting, proposal in self._proposed])
        self._proposed = []
        for _ in range(POPULATION):
            whole_numbers, proposal = self._evolution.ask()
            setting = np.zeros(len(self.lattice.shape), dtype=int)
            setting[self._free_axes] = np.rint(whole_numbers)
            self._proposed.append((tuple(setting.tolist()), proposal))
        return list(dict.fromkeys(setting for setting, _ in self._proposed))

    def _started_evolution(self, best_setting: Setting) -> CMAwM:
        """Return an evolution strategy that starts at a setting, or at the nearest of the lattice, and varies the free axes."""
        n_values = np.array(self.lattice.shape, dtype=float)[self._free_axes]
        first_setting = best_setting if best_setting != OUTSIDE_LATTICE else next(self.lattice.neighbours(OUTSIDE_LATTICE))
        return CMAwM(
            mean=np.array(first_setting, dtype=float)[self._free_axes],
            sigma=1.0,
            cov=np.diag(np.maximum(n_values / 6.0, 0.5) ** 2),
            bounds=np.column_stack([np.zeros(len(n_values)), n_values - 1.0]),
            steps=np.ones(len(n_values)),
            seed=self._seed,
            population_size=POPULATION,
        )


MOST_AT_ONCE = 60
"""Most settings at one look; a lattice of at most this size is tried as a whole."""
SPREAD = 30
"""Number of evenly spread settings with which a larger lattice begins."""
FEWEST_BLOCKS = 100
"""Least number of blocks at the first look; each further look has twice as many."""
MOST_HALVINGS = 4
"""The blocks of the last look are halved at most this often for the looks before it."""
MORE_LOOKS = 8
"""Number of extra looks at all blocks in a larger lattice, at which neighbours may join."""
JOINING_LATE = 30
"""Most settings that join at each extra look."""

#: Returns block values of some settings for the first blocks; axes: block, setting, metric.
PlaySettings = Callable[[Sequence[Setting], int], Floats]


@dataclass(frozen=True)
class SearchResult:
    """Result of a search, on the luck that it was played with.

    Attributes
    ----------
    settings
        Settings that may be nearest to the goal, the nearest first by their estimates; if several are equal, the one nearest to
        the printed setting.
    left
        The same settings with their values, measured at the last look; intervals hold for all settings together.
    size, tried, refused
        Number of settings including the printed one, number of settings that were played, and number that the rules refused.
    is_cut
        Whether the search ended before it had tried every neighbour of the settings that are left.
    may_be_reached
        Whether one of the settings that are left may reach the goal.
    looks
        Number of blocks and number of settings played at each look.
    """

    settings: tuple[Setting, ...]
    left: tuple[MeasuredSetting, ...]
    size: int
    tried: int
    refused: int
    is_cut: bool
    may_be_reached: bool
    looks: tuple[tuple[int, int], ...]


def planned_looks(blocks: int, settings: int) -> tuple[int, ...]:
    """Return the number of blocks at each look of a search; they are fixed before anything is played.

    >>> planned_looks(10000, 20), planned_looks(250, 20)
    ((625, 1250, 2500, 5000, 10000), (125, 250))
    """
    looks = [blocks]
    while len(looks) <= MOST_HALVINGS and looks[0] // 2 >= FEWEST_BLOCKS:
        looks.insert(0, looks[0] // 2)
    return (*looks, *[blocks] * (MORE_LOOKS if settings > MOST_AT_ONCE else 0))


def search(  # noqa: PLR0913 - what a search depends on
    lattice: Lattice,
    target: GoalTarget,
    is_possible: Callable[[Setting], bool],
    play: PlaySettings,
    *,
    blocks: int,
    level: float,
    seed: int,
    players: int,
    n_orders: int = 1,
) -> SearchResult:
    """Search a lattice for the settings that come nearest to a goal.

    The settings of a look follow from the results of earlier looks, so the same luck gives the same search.

    Parameters
    ----------
    is_possible
        Whether the rules allow a setting.
    play
        Plays settings and returns their block values.
    blocks
        Number of blocks of the last look.
    level
        One minus the chance that the truly nearest of the tried settings is dropped, or that any other statement is wrong.
    seed, players
        They determine the random numbers of proposals.
    n_orders
        How many cyclic orders take turns from block to block.

    Raises
    ------
    InputError
        If the rules refuse every setting except the printed one.
    """
    allowed_by_setting = {lattice.printed_setting: True, OUTSIDE_LATTICE: True}

    def is_allowed(setting: Setting) -> bool:
        """Say whether the rules allow a setting; each setting is checked only once."""
        if setting not in allowed_by_setting:
            allowed_by_setting[setting] = is_possible(setting)
        return allowed_by_setting[setting]

    is_small = lattice.size <= MOST_AT_ONCE
    first_settings = [
        setting for setting in (lattice.settings() if is_small else _first_settings(lattice, is_allowed)) if is_allowed(setting)
    ]
    n_refused = [*allowed_by_setting.values()].count(False)
    if len(first_settings) == 1 and n_refused:
        raise InputError(f"solve.over: the rules refuse all {n_refused:,} settings tried, except the printed one")
    planned_blocks = planned_looks(blocks, lattice.size)
    race = SettingsRace(target, lattice.size, len(planned_blocks), level, n_orders)
    proposals = Proposals(lattice, seed, players)
    candidates, distances, looks = first_settings, dict[Setting, float](), list[tuple[int, int]]()
    while True:
        # If several are equally near, the first is the best: the one nearest to the printed setting.
        candidates = sorted(candidates, key=lambda setting: (lattice.steps_from_printed(setting), setting))
        n_blocks = planned_blocks[len(looks)]
        values = play(candidates, n_blocks)
        looks.append((n_blocks, len(candidates)))
        measured_distances, may_be_best = race.distances_and_candidates(values)
        distances |= dict(zip(candidates, measured_distances.tolist(), strict=True))
        kept_indices = [i for i in np.argsort(measured_distances, kind="stable").tolist() if may_be_best[i]]
        candidates, values = [candidates[i] for i in kept_indices], values[:, kept_indices]

        neighbours = (neighbour for setting in candidates for neighbour in lattice.neighbours(setting))
        is_open = not is_small and any(neighbour not in distances and is_allowed(neighbour) for neighbour in neighbours)
        is_done = not is_open and (n_blocks == blocks or len(candidates) == 1)
        if is_done or len(looks) == len(planned_blocks):
            n_refused = [*allowed_by_setting.values()].count(False)
            values_and_distances = zip(map(lattice.values, candidates), race.goal_distances(values), strict=True)
            return SearchResult(
                settings=tuple(candidates),
                left=tuple(MeasuredSetting(*pair) for pair in values_and_distances),
                size=lattice.size,
                tried=len(distances),
                refused=n_refused,
                is_cut=is_open,
                may_be_reached=race.may_be_reached(values),
                looks=tuple(looks),
            )
        if not is_small:
            proposed = dict.fromkeys(proposals.next(candidates, distances))
            joining = (setting for setting in proposed if setting not in distances and is_allowed(setting))
            # If the next look has no more blocks than this one, the settings that are left need not be played again.
            most_joining = JOINING_LATE if planned_blocks[len(looks)] == n_blocks else max(0, MOST_AT_ONCE - len(candidates))
            candidates = [*candidates, *islice(joining, most_joining)]


def _first_settings(lattice: Lattice, is_possible: Callable[[Setting], bool]) -> list[Setting]:
    """Return the settings that a large lattice begins with: the printed one, its neighbours, and some evenly spread ones."""
    spread = islice((setting for setting in lattice.spread() if is_possible(setting)), SPREAD)
    neighbours = islice(lattice.neighbours(lattice.printed_setting), MOST_AT_ONCE - SPREAD - 1)
    return list(dict.fromkeys([lattice.printed_setting, *neighbours, *spread]))
