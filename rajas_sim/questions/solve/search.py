"""The search for a setting: at each look it drops settings and tries neighbours, until those that are left have none to try."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from rajas_sim.analysis.statistics.intervals import Floats
from rajas_sim.core.errors import InputError
from rajas_sim.questions.solve.lattice import OFF, Lattice, Setting
from rajas_sim.questions.solve.proposals import Proposals
from rajas_sim.questions.solve.race import Race, Target

MOST_AT_ONCE = 60
"""A lattice of at most so many settings is tried as a whole; no look plays more."""
SPREAD = 30
"""A larger lattice begins with so many settings, evenly spread."""
FEWEST_BLOCKS = 100
"""Of the first look; each further one has twice as many."""
MOST_HALVINGS = 4
MORE_LOOKS = 8
"""In a larger lattice, so many more looks at all blocks let neighbours join late."""
JOINING_LATE = 30
"""So many join at each of them."""

#: Returns block values of some settings at the first blocks: one row a block, then one a setting, then one a metric.
Played = Callable[[Sequence[Setting], int], Floats]


@dataclass(frozen=True)
class SearchResult:
    """What a search came to.

    Attributes
    ----------
    settings
        Those that may be the nearest to the goal, nearest first by their estimates; of equals, the one nearest to the printed
        setting.
    values
        Their block values at the last look, in this order.
    tried, refused
        How many settings were played, and how many the rules refused.
    is_cut
        Whether it ended before every neighbour of those that are left had been tried.
    looks
        The blocks of each look that was taken, and how many settings were played then.
    """

    settings: tuple[Setting, ...]
    values: Floats
    race: Race
    tried: int
    refused: int
    is_cut: bool
    looks: tuple[tuple[int, int], ...]


def planned_looks(blocks: int, settings: int) -> tuple[int, ...]:
    """Return at how many blocks a search looks; fixed before anything is played.

    >>> planned_looks(10000, 20), planned_looks(250, 20)
    ((625, 1250, 2500, 5000, 10000), (125, 250))
    """
    looks = [blocks]
    while len(looks) <= MOST_HALVINGS and looks[0] // 2 >= FEWEST_BLOCKS:
        looks.insert(0, looks[0] // 2)
    return (*looks, *[blocks] * (MORE_LOOKS if settings > MOST_AT_ONCE else 0))


def search(
    lattice: Lattice,
    target: Target,
    is_possible: Callable[[Setting], bool],
    played: Played,
    *,
    blocks: int,
    level: float,
    seed: int,
    players: int,
    orders: int = 1,
) -> SearchResult:
    """Search a lattice for the settings that come nearest to a goal.

    The settings of a look follow from the results of the looks before it, so that the same luck gives the same search.

    Parameters
    ----------
    is_possible
        Whether the rules allow a setting.
    played
        Plays settings.
    blocks
        Of the last look.
    level
        One minus the chance that the truly nearest of the settings tried is dropped, or that anything else that is said is wrong.
    seed, players
        Determine the random numbers of proposals.
    orders
        How many cyclic orders take turns from block to block.

    Raises
    ------
    InputError
        If the rules refuse every setting but the printed one.
    """
    possible = _Remembered(is_possible, lattice.home)
    is_small = lattice.size <= MOST_AT_ONCE
    first = [setting for setting in (lattice.settings() if is_small else _first(lattice, possible)) if possible(setting)]
    if len(first) == 1 and possible.n_refused:
        raise InputError(f"solve.over: the rules refuse all {possible.n_refused:,} settings tried but the printed one")
    plan = planned_looks(blocks, lattice.size)
    race = Race(target, lattice.size, len(plan), level, orders)
    proposals = Proposals(lattice, seed, players)
    alive, distances, looks = first, dict[Setting, float](), list[tuple[int, int]]()
    while True:
        # Of equally near ones the first is the best: the one nearest to the printed setting.
        alive = sorted(alive, key=lambda setting: (lattice.steps_from_printed(setting), setting))
        n = plan[len(looks)]
        values = played(alive, n)
        looks.append((n, len(alive)))
        far, may_be_best = race.standings(values)
        distances |= dict(zip(alive, far.tolist(), strict=True))
        kept = [i for i in np.argsort(far, kind="stable").tolist() if may_be_best[i]]
        alive, values = [alive[i] for i in kept], values[:, kept]

        near = (step for setting in alive for step in lattice.neighbours(setting))
        is_open = not is_small and any(step not in distances and possible(step) for step in near)
        is_done = not is_open and (n == blocks or len(alive) == 1)
        if is_done or len(looks) == len(plan):
            return SearchResult(tuple(alive), values, race, len(distances), possible.n_refused, is_open, tuple(looks))
        if not is_small:
            proposed = dict.fromkeys(proposals.next(alive, distances))
            joining = (setting for setting in proposed if setting not in distances and possible(setting))
            # Where the next look has no more blocks, those that are left need not be played again.
            room = JOINING_LATE if plan[len(looks)] == n else max(0, MOST_AT_ONCE - len(alive))
            alive = [*alive, *islice(joining, room)]


def _first(lattice: Lattice, possible: Callable[[Setting], bool]) -> list[Setting]:
    """Return the settings a large lattice begins with: the printed one, its neighbours, and some that are evenly spread."""
    spread = islice((setting for setting in lattice.spread() if possible(setting)), SPREAD)
    near = islice(lattice.neighbours(lattice.home), MOST_AT_ONCE - SPREAD - 1)
    return list(dict.fromkeys([lattice.home, *near, *spread]))


class _Remembered:
    """Asks the rules about each setting once, and counts those that they refuse; the printed setting is always possible."""

    def __init__(self, is_possible: Callable[[Setting], bool], home: Setting) -> None:
        self._is_possible = is_possible
        self._answers: dict[Setting, bool] = {home: True, OFF: True}

    def __call__(self, setting: Setting) -> bool:
        if setting not in self._answers:
            self._answers[setting] = self._is_possible(setting)
        return self._answers[setting]

    @property
    def n_refused(self) -> int:
        return sum(not answer for answer in self._answers.values())
