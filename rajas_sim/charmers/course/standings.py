"""Who won."""

from __future__ import annotations

from rajas_sim.charmers.sheet.tracks import overlap_of
from rajas_sim.core.engine.kernel import Options, Record, kernel


@kernel
def is_ahead(state: Record, rules: Record, a: int, b: int) -> bool:
    """Return whether seat a is placed before seat b: the larger overlap, then karma collected, then karma used."""
    first, second = state.seats[a], state.seats[b]
    x, y = overlap_of(first, rules), overlap_of(second, rules)
    if x != y:
        return x > y
    if first.karma_collected != second.karma_collected:
        return first.karma_collected > second.karma_collected
    return first.karma_used > second.karma_used


@kernel
def write_ranks(state: Record, rules: Record, ranks: Options) -> None:
    """Write each seat's place (1 is the winner) into `ranks` (players,); equal seats share the better place."""
    for a in range(rules.players):
        ranks[a] = 1
        for b in range(rules.players):
            if b != a and is_ahead(state, rules, b, a):
                ranks[a] += 1
