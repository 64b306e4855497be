"""Looking at a run while it is played, and ending it by its rule.

Looks are taken at numbers of blocks that are fixed beforehand, and only when all blocks before are whole, so that neither the
workers nor their pace have a part in the decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from pathlib import Path

from rajas_sim.running.workers.shard import Job
from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.design import FEWEST_BLOCKS
from rajas_sim.study.folder.manifest import Look
from rajas_sim.study.folder.notes import look_now
from rajas_sim.study.folder.places import copied_here
from rajas_sim.study.folder.shards import Receipt

# Between two looks a run grows by so much at least: looks cost time, and a little more tells little.
GROWTH = 1.02


class Looking:
    """The looks of an experiment's rule, if it has one, at the run in a folder.

    Attributes
    ----------
    looks
        All there were, those of earlier starts and of readers first.
    """

    def __init__(self, experiment: Experiment, folder: Path, looks: Sequence[Look]) -> None:
        self.config, self.design = experiment.config, experiment.design
        self.folder = folder
        self.looks = list(looks)
        self._whole: dict[int, set[int]] = {k: set() for k in self.design.players}
        self._estimates: dict[int, str] = {}

    @property
    def estimates(self) -> str:
        """The estimates at the last look, of all numbers of players that were looked at."""
        return "; ".join(self._estimates[k] for k in sorted(self._estimates))

    def is_wanted(self, job: Job) -> bool:
        """Whether the blocks of a job are to be played: not those after the rule was met."""
        end = self._end(job.players)
        return end is None or job.blocks.start < end

    def counts(self, receipt: Receipt) -> bool:
        """Whether a shard belongs to the run: not if it was played while the rule was being met."""
        end = self._end(receipt.players)
        return end is None or receipt.first_block < end

    def add(self, receipts: Iterable[Receipt]) -> None:
        """Take note of shards on disk."""
        for receipt in receipts:
            if receipt.n_blocks == self.design.blocks_per_shard(receipt.players):
                self._whole[receipt.players].add(receipt.shard)

    @property
    def is_due(self) -> bool:
        """Whether there are looks to be taken."""
        return any(self._due(players) is not None for players in self.design.players)

    def look(self) -> None:
        """Take the looks that are due."""
        if not self.is_due:
            return
        from rajas_sim.running.stopping import enough_played  # takes a second, which only runs with a rule need

        for players in self.design.players:
            while (blocks := self._due(players)) is not None:
                is_enough, self._estimates[players] = enough_played(copied_here(self.folder), players, blocks)
                config = self.config
                self.looks.append(look_now(players, blocks, config.tolerance, config.level, config.stop, is_enough=is_enough))

    def _due(self, players: int) -> int | None:
        """Return how many blocks are to be looked at now; None if it is too early, or all is decided."""
        step = self.design.blocks_per_shard(players)
        # What somebody has seen, or another rule, is not looked at again with fewer blocks.
        first = max([FEWEST_BLOCKS, *(look.blocks for look in self.looks if look.players == players)])
        last = max((look.blocks for look in self._own(players)), default=0)
        n_shards = max(ceil(first / step), last // step + 1, ceil(GROWTH * last / step))
        is_too_early = not self._whole[players].issuperset(range(n_shards))
        is_over = self.config.stop is None or self._end(players) is not None or n_shards * step >= self.config.most_blocks
        if is_too_early or is_over:
            return None
        return n_shards * step

    def _end(self, players: int) -> int | None:
        """Return after how many blocks the rule was met."""
        return next((look.blocks for look in self._own(players) if look.is_enough), None)

    def _own(self, players: int) -> list[Look]:
        """Return the looks of this very rule."""
        asked = (self.config.stop, self.config.tolerance, self.config.level)
        looks = [look for look in self.looks if (look.stop, look.tolerance, look.level) == asked and look.players == players]
        return looks if self.config.stop is not None else []
