"""What happened: every change of a resource, noted by the kernels as they make it.

The log is one record handed to every kernel beside the state. Batches add it up into tables, `play --log` writes it out, and a
search that does not care throws it away. Kernels set `cause` before they change anything.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rajas_sim.core.engine.kernel import kernel
from rajas_sim.core.engine.record_types import LogRecord
from rajas_sim.core.engine.records import record_type

#: The longest chain between two decisions that is still noted; a test plays games to show that chains stay far below.
MAX_EVENTS = 256
#: So many events may gather before a batch fills its rows; what one option does fits into the rest.
GATHERED = MAX_EVENTS // 2

EVENT_RECORD = record_type(
    [
        ("what", np.int16),  # which resource or thing
        ("detail", np.int16),  # which one of its kind
        ("change", np.int16),
        ("after", np.int16),  # its value after the change
        ("cause", np.int16),
        ("seat", np.int16),
    ]
)
LOG = record_type(
    [
        ("n", np.int32),
        ("cause", np.int16),  # of what is noted next
        ("seat", np.int16),
        ("round_number", np.int16),  # in which all of the events happened, for a batch
        ("stage", np.int16),
        ("events", EVENT_RECORD, (MAX_EVENTS,)),
    ]
)


class EventFields(NamedTuple):
    """What the fields of one kind of event mean in a game; a field with a number always has that value."""

    detail: str | int
    change: str | int
    after: str | int


@kernel
def note(log: LogRecord, what: int, detail: int, change: int, after: int) -> None:
    """Add an event under the present cause and seat."""
    if log.n < MAX_EVENTS:
        event = log.events[log.n]
        event.what = what
        event.detail = detail
        event.change = change
        event.after = after
        event.cause = log.cause
        event.seat = log.seat
    log.n += 1
