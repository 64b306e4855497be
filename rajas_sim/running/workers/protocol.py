"""What threads, processes and clusters have in common: a shard is handed in, and comes back played. Nothing above knows which."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Protocol

from rajas_sim.running.workers.shard import Job, ShardResult


class Workers(Protocol):
    """What plays shards.

    Attributes
    ----------
    n_workers
        How many shards it plays at a time; a cluster may grow and shrink.
    can_be_ended
        Whether `close` can end those that do not stop.
    """

    @property
    def n_workers(self) -> int:
        """How many shards it plays at a time."""

    @property
    def can_be_ended(self) -> bool:
        """Whether `close` can end workers that do not stop."""

    def submit(self, job: Job) -> Future[ShardResult]:
        """Begin a shard, or queue it."""

    def counted(self) -> tuple[int, int]:
        """Return the games and decisions played until now."""

    def stop(self) -> None:
        """Ask every worker to end its present batch, which takes a fraction of a second."""

    def close(self, *, at_once: bool = False) -> None:
        """Release the workers; at once: without waiting for those that do not stop."""
