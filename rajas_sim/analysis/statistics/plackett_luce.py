"""The Plackett-Luce model of rankings: worths of items, and of the seats they had.

A ranking is built from the top: the next item is chosen among those left, with a probability proportional to
``exp(worth of the item + worth of its seat)``.

So a ranking of k items is k - 1 choices, and rankings enter as counts of choices. A ranking with ties counts as all orders of the
tied items, each with the same part.

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
"""The fit ends after a shorter step than this; the error is then about the square of the step."""
MOST_STEPS, LONGEST_STEP = 60, 2.0
"""Most steps of Newton's method, and the longest: from far away it would overshoot."""


@dataclass(frozen=True)
class RankingChoices:
    """Kinds of rankings, taken apart into choices.

    Attributes
    ----------
    alternatives
        Axes: set of alternatives, alternative in the set, worth (items, then seats). An alternative has 1 for its item and 1 for
        its seat; places beyond the last alternative of a set are all 0. The first sets are the pairs of items, then the pairs of
        seats; no ranking needs them, but a fit may add counts of them.
    is_there
        For each set, which places hold an alternative.
    chosen
        How often a ranking of each kind chooses an alternative with each worth: one row per kind.
    offered
        How often a ranking of each kind offers each set: one row per kind.
    """

    alternatives: Floats
    is_there: NDArray[np.bool_]
    chosen: Floats
    offered: csr_array

    @classmethod
    def of(cls, items: Integers, ranks: Integers, n_items: int) -> RankingChoices:
        """Take rankings apart into choices; every two items, and every two seats, also form a set, without counts.

        Parameters
        ----------
        items, ranks
            One row for each kind of ranking, one column per seat: the item on the seat, and its rank (1 is the first).
        n_items
            Number of items.
        """
        n_kinds, n_seats = items.shape
        # A set is a tuple of alternatives, and an alternative a tuple of the columns of its worths.
        pairs = [*itertools.combinations(range(n_items), 2), *itertools.combinations(range(n_items, n_items + n_seats), 2)]
        set_numbers: dict[tuple[tuple[int, ...], ...], int] = {
            tuple((column,) for column in pair): i for i, pair in enumerate(pairs)
        }
        chosen = np.zeros((n_kinds, n_items + n_seats))
        kind_of_offer, set_of_offer, part_of_offer = [], [], []
        for kind, (items_of_seats, ranks_of_seats) in enumerate(zip(items.tolist(), ranks.tolist(), strict=True)):
            orders = list(_orders(ranks_of_seats))
            for order, place in itertools.product(orders, range(n_seats - 1)):
                remaining = tuple((items_of_seats[seat], n_items + seat) for seat in sorted(order[place:]))
                chosen[kind, [items_of_seats[order[place]], n_items + order[place]]] += 1.0 / len(orders)
                kind_of_offer.append(kind)
                set_of_offer.append(set_numbers.setdefault(remaining, len(set_numbers)))
                part_of_offer.append(1.0 / len(orders))
        alternatives = np.zeros((len(set_numbers), n_seats, n_items + n_seats))
        is_there = np.zeros((len(set_numbers), n_seats), dtype=bool)
        for members, i in set_numbers.items():
            is_there[i, : len(members)] = True
            for place, columns in enumerate(members):
                alternatives[i, place, list(columns)] = 1.0
        offered = csr_array((part_of_offer, (kind_of_offer, set_of_offer)), shape=(n_kinds, len(set_numbers)))
        return cls(alternatives, is_there, chosen, offered)


def _orders(ranks: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Return the orders in which seats may have finished, first to last: more than one where ranks are tied."""
    seats_by_rank = [[seat for seat, rank in enumerate(ranks) if rank == tied_rank] for tied_rank in sorted(set(ranks))]
    for orders_of_ties in itertools.product(*(itertools.permutations(seats) for seats in seats_by_rank)):
        yield tuple(itertools.chain(*orders_of_ties))


def fit_worths(choices: RankingChoices, n_items: int, chosen: Floats, offered: Floats, start: Floats | None = None) -> Floats:
    """Find the worths that maximise the likelihood of counts of choices, by Newton's method.

    The counts must connect all items and all seats in both directions; small counts for every pair do so. Otherwise worths grow
    without limit, and are returned as they are after `MOST_STEPS` steps.

    Parameters
    ----------
    choices
        The alternatives.
    n_items
        Number of items.
    chosen, offered
        How often an alternative with each worth was chosen, and how often each set of alternatives was offered.
    start
        Worths to begin with, those of items and those of seats with mean 0; all 0 if left out.

    Returns
    -------
    array
        The worths of the items, with mean 0, and then those of the seats, with mean 0.
    """
    n_sets, n_alternatives, n_worths = choices.alternatives.shape
    alternative_rows = choices.alternatives.reshape(-1, n_worths)
    # Adding a constant to all items, or to all seats, changes no probability: their means are held at 0.
    is_item = np.arange(n_worths) < n_items
    constraint_on_means = np.equal.outer(is_item, is_item).astype(float)
    worths = np.zeros(n_worths) if start is None else start
    for _ in range(MOST_STEPS):
        strength = np.exp(alternative_rows @ worths).reshape(n_sets, n_alternatives) * choices.is_there
        chances = strength / strength.sum(axis=1, keepdims=True)
        expected = (chances[:, None, :] @ choices.alternatives)[:, 0]
        slope = chosen - offered @ expected
        offered_rows = (chances * offered[:, None]).reshape(-1, 1) * alternative_rows
        curvature = alternative_rows.T @ offered_rows - expected.T @ (offered[:, None] * expected)
        step = np.linalg.solve(curvature + constraint_on_means, slope)
        longest_step = np.abs(step).max()
        worths = worths + step * (LONGEST_STEP / max(longest_step, LONGEST_STEP))
        if longest_step < CLOSE_ENOUGH:
            break
    return worths
