"""Active and inactive workers."""

from __future__ import annotations

from rajas_sim.core.engine.events import note
from rajas_sim.core.engine.kernel import Record, kernel
from rajas_sim.core.engine.tasks import mover
from rajas_sim.ganges.rulebook.terms import EVENT, N


@kernel
def activate_worker(state: Record, rules: Record, log: Record, source: int) -> None:
    """Bring the inactive worker of `source` into play; he may be placed in this very round.

    With the second one (`rules.extra_workers`) the worker still inactive leaves the game (rulebook: Get new workers).
    """
    seat = mover(state)
    seat.inactive[source] = 0
    seat.workers += 1
    note(log, EVENT.worker, source, 1, seat.workers)
    if seat.workers >= rules.setup_workers + rules.extra_workers:
        for other in range(N.worker_sources):
            seat.inactive[other] = 0
