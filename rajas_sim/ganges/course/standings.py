"""Who won, and by how much."""

from __future__ import annotations

from rajas_sim.core.engine.kernel import Options, Record, kernel
from rajas_sim.ganges.board.tracks import overlap_of


@kernel
def is_ahead(state: Record, rules: Record, a: int, b: int) -> bool:
    """Return whether seat a is placed before seat b: the larger overlap, then whoever passed first.

    Under the other reading of `tie`, the earlier seat in the turn order of the last round is before. Seats whose markers have not
    passed and that are equally far apart share their place.
    """
    first, second = state.seats[a], state.seats[b]
    x, y = overlap_of(first, rules), overlap_of(second, rules)
    if x != y:
        return x > y
    if x < 0 or first.passed == 0 or second.passed == 0:
        return False
    if rules.readings.tie == 0:
        return first.passed < second.passed
    start = int(state.start_player)
    return (a - start) % rules.players < (b - start) % rules.players


@kernel
def write_ranks(state: Record, rules: Record, ranks: Options) -> None:
    """Write each seat's place (1 is the winner) into `ranks` (players,); equal seats share the better place."""
    for a in range(rules.players):
        ranks[a] = 1
        for b in range(rules.players):
            if b != a and is_ahead(state, rules, b, a):
                ranks[a] += 1
