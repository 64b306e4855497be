"""Ranks from what decides a game."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.engine.kernel import Array1, kernel


@kernel
def is_ahead(keys: NDArray[np.int64], a: int, b: int) -> bool:
    """Return whether row a of `keys` is placed before row b: the larger number decides, from the first column on."""
    for column in range(keys.shape[1]):
        if keys[a, column] != keys[b, column]:
            return bool(keys[a, column] > keys[b, column])
    return False


@kernel
def write_ranks_by(keys: NDArray[np.int64], players: int, ranks: Array1[int]) -> None:
    """Write each seat's place (1 is the winner) into `ranks` (players,); equal seats share the better place.

    Parameters
    ----------
    keys
        What decides, one row a seat, the most important column first; the larger number is better.
    """
    for a in range(players):
        ranks[a] = 1
        for b in range(players):
            if is_ahead(keys, b, a):
                ranks[a] += 1
