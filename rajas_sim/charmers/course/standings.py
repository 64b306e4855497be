"""The ranks of seats, and how far a seat is ahead."""

from __future__ import annotations

import numpy as np

from rajas_sim.charmers.rulebook.layout import RulesRecord, StateRecord
from rajas_sim.charmers.rulebook.terms import MAX_PLAYERS
from rajas_sim.charmers.sheet.tracks import seat_overlap_in_money
from rajas_sim.core.engine.course import write_ranks_by
from rajas_sim.core.engine.kernel import Array1, kernel


@kernel
def write_ranks(state: StateRecord, rules: RulesRecord, ranks: Array1[int]) -> None:
    """Write each seat's rank (1 is the winner) into `ranks` (players,); equal seats share the better rank.

    The larger overlap wins, then more karma collected, then more karma used.
    """
    keys = np.zeros((MAX_PLAYERS, 3), np.int64)
    for i in range(rules.players):
        seat = state.seats[i]
        keys[i, 0] = seat_overlap_in_money(seat, rules)
        keys[i, 1] = seat.karma_collected
        keys[i, 2] = seat.karma_used
    write_ranks_by(keys, rules.players, ranks)


@kernel
def lead(state: StateRecord, rules: RulesRecord, seat_index: int) -> float:
    """Return by how many fame spaces the overlap of a seat exceeds that of the best of the others."""
    best_rival_overlap = -10_000
    for rival in range(rules.players):
        if rival != seat_index:
            best_rival_overlap = max(best_rival_overlap, seat_overlap_in_money(state.seats[rival], rules))
    return (seat_overlap_in_money(state.seats[seat_index], rules) - best_rival_overlap) / rules.money_per_fame
