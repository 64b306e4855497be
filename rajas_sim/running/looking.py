"""Looks at a run while it is played, and its end by the stopping rule.

A look is taken at fixed numbers of blocks, and only when all earlier blocks are whole. So the decision does not depend on the
number or the speed of the workers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from pathlib import Path

from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.design import FEWEST_BLOCKS
from rajas_sim.study.folder.manifest import Look
from rajas_sim.study.folder.notes import look_now
from rajas_sim.study.folder.places import local_copy
from rajas_sim.study.folder.shards import Job, Receipt

# Between two looks a run grows by at least this factor: a look takes time, and a few more blocks tell little.
GROWTH = 1.02


class Looking:
    """The looks of an experiment's stopping rule, if it has one, at the run in a folder.

    Attributes
    ----------
    looks
        All looks so far, beginning with those of earlier starts and of readers.
    """

    def __init__(self, experiment: Experiment, folder: Path, looks: Sequence[Look]) -> None:
        self.config, self.design = experiment.config, experiment.design
        self.folder = folder
        self.looks = list(looks)
        self._whole_shards_by_players: dict[int, set[int]] = {k: set() for k in self.design.players}
        self._estimates_by_players: dict[int, str] = {}

    @property
    def estimates(self) -> str:
        """The estimates at the last look, for every number of players that was looked at."""
        return "; ".join(self._estimates_by_players[k] for k in sorted(self._estimates_by_players))

    def belongs(self, shard: Job | Receipt) -> bool:
        """Return whether a shard belongs to the run.

        A shard that begins after the rule was met does not.
        """
        end_block = self._end_block(shard.players)
        return end_block is None or shard.blocks.start < end_block

    def add(self, receipts: Iterable[Receipt]) -> None:
        """Note shards that are on disk; those without all their blocks are ignored."""
        for receipt in receipts:
            if receipt.n_blocks == self.design.blocks_per_shard(receipt.players):
                self._whole_shards_by_players[receipt.players].add(receipt.shard)

    @property
    def is_due(self) -> bool:
        """Whether a look is due."""
        return any(self._blocks_due(players) is not None for players in self.design.players)

    def look(self) -> None:
        """Take the looks that are due."""
        if not self.is_due:
            return
        from rajas_sim.running.stopping import enough_played  # slow to import (1 s), and only runs with a rule need it

        for players in self.design.players:
            while (blocks := self._blocks_due(players)) is not None:
                is_enough, self._estimates_by_players[players] = enough_played(local_copy(self.folder), players, blocks)
                config = self.config
                self.looks.append(look_now(players, blocks, config.tolerance, config.level, config.stop, is_enough=is_enough))

    def _blocks_due(self, players: int) -> int | None:
        """Return the number of blocks for the look that is due; None if it is too early, or the run with `players` is over."""
        shard_size = self.design.blocks_per_shard(players)
        # A look never takes fewer blocks than an earlier look by a reader or by another rule.
        min_blocks = max([FEWEST_BLOCKS, *(look.blocks for look in self.looks if look.players == players)])
        last_blocks = max((look.blocks for look in self._looks_of_rule(players)), default=0)
        n_shards = max(ceil(min_blocks / shard_size), last_blocks // shard_size + 1, ceil(GROWTH * last_blocks / shard_size))
        n_blocks = n_shards * shard_size
        is_too_early = not self._whole_shards_by_players[players].issuperset(range(n_shards))
        is_over = self.config.stop is None or self._end_block(players) is not None or n_blocks >= self.config.most_blocks
        return None if is_too_early or is_over else n_blocks

    def _end_block(self, players: int) -> int | None:
        """Return after how many blocks the rule was met, or None if it is not met."""
        return next((look.blocks for look in self._looks_of_rule(players) if look.is_enough), None)

    def _looks_of_rule(self, players: int) -> list[Look]:
        """Return the looks of the present rule, with the present tolerance and level; none if there is no rule."""
        rule = (self.config.stop, self.config.tolerance, self.config.level)
        looks = [look for look in self.looks if (look.stop, look.tolerance, look.level) == rule and look.players == players]
        return looks if self.config.stop is not None else []
