"""Which settings of a large lattice to try next, given how near the settings tried so far came."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from cmaes import CMAwM

from rajas_sim.core.engine.chance import derive
from rajas_sim.questions.solve.lattice import OFF, Lattice, Setting

PROPOSAL_STREAM = 0x501E
TOO_LARGE_FOR_STEPS = 1000
"""In a larger lattice, a search by neighbours alone would be too slow."""
POPULATION = 12


class Proposals:
    """Proposes neighbours of good settings, and in a very large lattice also settings far from all of them.

    The latter come from an evolution strategy for whole numbers (CMA-ES with margin). The same distances always lead to the same
    proposals.

    Parameters
    ----------
    seed, players
        Determine its random numbers.

    References
    ----------
    Hamano, Saito, Nomura and Shirakawa (2022), Proceedings of GECCO; carried out by the library cmaes.
    """

    def __init__(self, lattice: Lattice, seed: int, players: int) -> None:
        self.lattice = lattice
        self._free = [axis for axis, n in enumerate(lattice.shape) if n > 1]
        self._is_very_large = lattice.size > TOO_LARGE_FOR_STEPS and len(self._free) > 1
        self._luck = int(derive(seed, PROPOSAL_STREAM, players)) & 0xFFFFFFFF
        self._evolution: CMAwM | None = None
        self._asked: list[tuple[Setting, object]] = []

    def next(self, alive: Sequence[Setting], distances: Mapping[Setting, float]) -> Iterator[Setting]:
        """Yield settings that may be worth trying, best prospects first; some may have been tried.

        Parameters
        ----------
        alive
            Those that may be the best, best first.
        distances
            How far from the goal each setting tried is, by its last estimate.
        """
        far = self._far(alive[0], distances) if self._is_very_large else []
        near = dict.fromkeys(step for setting in alive for step in self.lattice.neighbours(setting))
        # One from afar after each neighbour, until either has no more.
        for i, step in enumerate(near):
            yield from far[i : i + 1]
            yield step
        yield from far[len(near) :]

    def _far(self, best: Setting, distances: Mapping[Setting, float]) -> list[Setting]:
        """Report to the evolution strategy how near its last proposals came, and return the next ones.

        It begins around the best setting so far.
        """
        if self._evolution is None:
            self._evolution = self._begin(best)
        elif self._asked:
            # What was refused or not played counts as the worst.
            worst = max(distances.values())
            self._evolution.tell([(proposal, distances.get(setting, worst)) for setting, proposal in self._asked])
        self._asked = []
        for _ in range(POPULATION):
            point, proposal = self._evolution.ask()
            setting = np.zeros(len(self.lattice.shape), dtype=int)
            setting[self._free] = np.rint(point)
            self._asked.append((tuple(setting.tolist()), proposal))
        return list(dict.fromkeys(setting for setting, _ in self._asked))

    def _begin(self, best: Setting) -> CMAwM:
        n = np.array(self.lattice.shape, dtype=float)[self._free]
        first = best if best != OFF else next(self.lattice.neighbours(OFF))
        return CMAwM(
            mean=np.array(first, dtype=float)[self._free],
            sigma=1.0,
            cov=np.diag(np.maximum(n / 6.0, 0.5) ** 2),
            bounds=np.column_stack([np.zeros(len(n)), n - 1.0]),
            steps=np.ones(len(n)),
            seed=self._luck,
            population_size=POPULATION,
        )
