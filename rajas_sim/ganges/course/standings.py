"""The ranks of seats, and how far a seat is ahead."""

from __future__ import annotations

import numpy as np

from rajas_sim.core.engine.course import write_ranks_by
from rajas_sim.core.engine.kernel import Array1, kernel
from rajas_sim.ganges.board.tracks import overlap_of
from rajas_sim.ganges.rulebook.layout import RulesRecord, StateRecord
from rajas_sim.ganges.rulebook.terms import MAX_PLAYERS, TIE_FIRST_PASSED


@kernel
def lateness(state: StateRecord, rules: RulesRecord, seat_index: int) -> int:
    """Return the tie-break among seats with the same overlap; a smaller number is better.

    Seats count in the order in which their two markers passed each other. With the reading ``tie = "turn_order"`` it is the
    place in the turn order of the last round. It is 0 for all seats whose markers have not met, or have come apart again.
    """
    seat = state.seats[seat_index]
    if seat.passed == 0 or overlap_of(seat, rules) < 0:
        return 0
    if rules.readings.tie == TIE_FIRST_PASSED:
        return int(seat.passed)
    return (seat_index - int(state.start_player)) % int(rules.players)


@kernel
def write_ranks(state: StateRecord, rules: RulesRecord, ranks: Array1[int]) -> None:
    """Write each seat's rank (1 is the winner) into `ranks` (players,); equal seats share the better rank.

    The larger overlap wins; on a tie, the smaller `lateness`.
    """
    keys = np.zeros((MAX_PLAYERS, 2), np.int64)
    for i in range(rules.players):
        keys[i, 0] = overlap_of(state.seats[i], rules)
        keys[i, 1] = -lateness(state, rules, i)
    write_ranks_by(keys, rules.players, ranks)


@kernel
def lead(state: StateRecord, rules: RulesRecord, seat_index: int) -> float:
    """Return by how many fame spaces the overlap of a seat exceeds that of the best of the others."""
    best_rival_overlap = -10_000
    for rival in range(rules.players):
        if rival != seat_index:
            best_rival_overlap = max(best_rival_overlap, overlap_of(state.seats[rival], rules))
    return float(overlap_of(state.seats[seat_index], rules) - best_rival_overlap)
