"""The Plackett-Luce model of rankings: worths of items, and of the seats they had.

Each item that is left is chosen as the next of a ranking with a chance in proportion to
``exp(worth of the item + worth of its seat)``.
So a ranking of k is k - 1 choices, and rankings enter as counts of choices. Rankings that tie some count as all orders of the
tied, each with the same part.

References
----------
Plackett (1975), Applied Statistics 24; Luce (1959), Individual Choice Behavior. The library ``choix`` (Maystre and Grossglauser
2015, Advances in Neural Information Processing Systems 28) takes neither counts nor seats; the tests compare with it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from rajas_sim.analysis.statistics.intervals import Floats

Integers = NDArray[np.int64]

CLOSE_ENOUGH = 1e-2
"""After a step of less, Newton's method is off by about its square."""
MOST_STEPS, LONGEST_STEP = 60, 2.0
"""Newton's method from far away would leap beyond the aim."""


@dataclass(frozen=True)
class RankingChoices:
    """Rankings of some kinds as choices.

    Attributes
    ----------
    alternatives
        Who may be chosen: one row a set of alternatives, then one an alternative, then one column a worth (items, then seats),
        with 1 for its item and for its seat; nothing but 0 beyond the last alternative.
    is_there
        Of each set, which of its alternatives there are.
    chosen
        How often a ranking of each kind chooses what has each worth: one row a kind.
    offered
        How often a ranking of each kind offers each set: one row a kind.
    """

    alternatives: Floats
    is_there: NDArray[np.bool_]
    chosen: Floats
    offered: csr_array

    @classmethod
    def of(cls, items: Integers, ranks: Integers, n_items: int) -> RankingChoices:
        """Take rankings apart; besides their own sets every two items, and every two seats, are a set without counts.

        Parameters
        ----------
        items, ranks
            One row a kind of ranking, one column a seat: who sat there, and their rank (1 is the first).
        n_items
            Number of items.
        """
        n_kinds, n_seats = items.shape
        # Each alternative is the columns of its worths.
        pairs = [*itertools.combinations(range(n_items), 2), *itertools.combinations(range(n_items, n_items + n_seats), 2)]
        sets: dict[tuple[tuple[int, ...], ...], int] = {tuple((column,) for column in pair): i for i, pair in enumerate(pairs)}
        chosen = np.zeros((n_kinds, n_items + n_seats))
        rows, columns, parts = [], [], []
        for kind, (items_of_seats, ranks_of_seats) in enumerate(zip(items.tolist(), ranks.tolist(), strict=True)):
            orders = list(_orders(ranks_of_seats))
            for order, place in itertools.product(orders, range(n_seats - 1)):
                remaining = tuple((items_of_seats[seat], n_items + seat) for seat in sorted(order[place:]))
                chosen[kind, [items_of_seats[order[place]], n_items + order[place]]] += 1.0 / len(orders)
                rows.append(kind)
                columns.append(sets.setdefault(remaining, len(sets)))
                parts.append(1.0 / len(orders))
        alternatives = np.zeros((len(sets), n_seats, n_items + n_seats))
        is_there = np.zeros((len(sets), n_seats), dtype=bool)
        for members, i in sets.items():
            is_there[i, : len(members)] = True
            for place, worths in enumerate(members):
                alternatives[i, place, list(worths)] = 1.0
        return cls(alternatives, is_there, chosen, csr_array((parts, (rows, columns)), shape=(n_kinds, len(sets))))


def _orders(ranks: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Return the orders in which seats may have finished, first to last: more than one where ranks are tied."""
    seats_by_rank = [[seat for seat, rank in enumerate(ranks) if rank == tied_rank] for tied_rank in sorted(set(ranks))]
    for orders_of_ties in itertools.product(*(itertools.permutations(seats) for seats in seats_by_rank)):
        yield tuple(itertools.chain(*orders_of_ties))


def fit_worths(choices: RankingChoices, n_items: int, chosen: Floats, offered: Floats, start: Floats | None = None) -> Floats:
    """Find the worths that make counts of choices likeliest, by Newton's method.

    The counts must connect all items and all seats in both directions, as small counts of every two of them do; otherwise worths
    run away, and are returned after `MOST_STEPS` where they are.

    Parameters
    ----------
    choices
        The alternatives.
    n_items
        Number of items.
    chosen, offered
        How often each worth was chosen, and each set of alternatives offered.
    start
        Worths to begin with; 0 if left out.

    Returns
    -------
    array
        The worths of the items, whose mean is 0, and then those of the seats, whose mean is 0.
    """
    n_sets, n_alternatives, n_worths = choices.alternatives.shape
    flat = choices.alternatives.reshape(-1, n_worths)
    # Moving all items, or all seats, by the same changes nothing: their means are held at 0.
    is_item = np.arange(n_worths) < n_items
    constraint_on_means = np.equal.outer(is_item, is_item).astype(float)
    worths = np.zeros(n_worths) if start is None else start
    for _ in range(MOST_STEPS):
        strength = np.exp(flat @ worths).reshape(n_sets, n_alternatives) * choices.is_there
        chances = strength / strength.sum(axis=1, keepdims=True)
        expected = (chances[:, None, :] @ choices.alternatives)[:, 0]
        slope = chosen - offered @ expected
        curvature = flat.T @ ((chances * offered[:, None]).reshape(-1, 1) * flat) - expected.T @ (offered[:, None] * expected)
        step = np.linalg.solve(curvature + constraint_on_means, slope)
        longest_step = np.abs(step).max()
        worths = worths + step * (LONGEST_STEP / max(longest_step, LONGEST_STEP))
        if longest_step < CLOSE_ENOUGH:
            break
    return worths
