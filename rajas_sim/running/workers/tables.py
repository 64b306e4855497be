"""Making the tables of a run from the columns that a game returns, with the key columns in front.

A column has the type of the game's own array; codes of a column named in the game's vocabulary become its words. Names of arms
and strategies are plain text: as categories, which differ from run to run, they would keep several runs from being read together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rajas_sim.core.playing.tables import Columns
from rajas_sim.study.design import Design, seating

#: Column in which a game says to which game of the batch a row belongs.
INDEX = "index"


@dataclass(frozen=True)
class Batch:
    """Games that are played together: some blocks of one line-up and arm, in their cyclic orders, under every rotation.

    Attributes
    ----------
    blocks, orders, rotations
        Block, cyclic order and rotation of each game.
    """

    players: int
    line_up: int
    arm: int
    blocks: NDArray[np.uint32]
    orders: NDArray[np.uint8]
    rotations: NDArray[np.uint8]

    @classmethod
    def of(cls, design: Design, players: int, line_up: int, arm: int, blocks: range) -> Batch:
        """Return the batch of these blocks."""
        n_rotations, n_orders = design.rotations[players][line_up], design.orders_per_block(players)
        orders = np.array([design.orders_of(players, block) for block in blocks], np.uint8)
        return cls(
            players,
            line_up,
            arm,
            np.repeat(np.arange(blocks.start, blocks.stop, dtype=np.uint32), n_orders * n_rotations),
            np.repeat(orders.reshape(-1), n_rotations),
            np.tile(np.arange(n_rotations, dtype=np.uint8), n_orders * len(blocks)),
        )

    def __len__(self) -> int:
        return len(self.blocks)

    @property
    def seatings(self) -> NDArray[np.int8]:
        """Who sits where in each game: an index into the line-up for each seat."""
        pairs, which = np.unique(np.stack([self.orders, self.rotations]), axis=1, return_inverse=True)
        each = np.array([seating(self.players, int(order), int(rotation)) for order, rotation in pairs.T], dtype=np.int8)
        return each[which.reshape(-1)]

    def game_ids(self, design: Design) -> NDArray[np.uint64]:
        """Return the number of each game."""
        blocks, orders, rotations = (numbers.astype(np.uint64) for numbers in (self.blocks, self.orders, self.rotations))
        return np.asarray(design.game_ids(self.players, self.line_up, self.arm, blocks, orders, rotations), np.uint64)


@dataclass
class TableBuilder:
    """Collects the columns of one table, batch by batch, and makes one table of them, ordered by game."""

    name: str
    design: Design
    labels: Sequence[str]
    vocabulary: Mapping[str, Sequence[str]]
    parts: list[Columns] = field(default_factory=list)

    def add(self, batch: Batch, columns: Columns, seeds: NDArray[np.uint64]) -> None:
        """Add the rows of a batch."""
        columns = dict(columns)
        index = columns.pop(INDEX)
        keyed: Columns = {
            "game": batch.game_ids(self.design)[index],
            "players": np.full(len(index), batch.players, np.uint8),
            "line_up": np.full(len(index), batch.line_up, np.uint16),
            "arm": np.full(len(index), batch.arm, np.uint32),
            "block": batch.blocks[index],
            "order": batch.orders[index],
            "rotation": batch.rotations[index],
        }
        if self.name == "games":
            keyed["seed"] = seeds[index]
        if self.name == "seats":
            keyed["position"] = columns["position"]
            keyed["strategy"] = self._strategies(batch, index, columns["position"])
        for name, column in columns.items():
            keyed.setdefault(name, column)
        self.parts.append(keyed)

    def table(self) -> pl.DataFrame:
        """Return the table. Rows of a game keep the order in which the game gave them."""
        games = np.concatenate([part["game"] for part in self.parts])
        order = np.argsort(games, kind="stable")
        columns = {}
        for name in self.parts[0]:
            values = np.concatenate([part[name] for part in self.parts])[order]
            columns[name] = self._series(name, values)
        return pl.DataFrame(columns)

    def _strategies(self, batch: Batch, index: NDArray[Any], position: NDArray[Any]) -> NDArray[Any]:
        line_up = self.design.line_ups[batch.players][batch.line_up]
        codes = np.array([self.labels.index(label) for label in line_up], dtype=np.uint32)
        seated: NDArray[Any] = codes[batch.seatings[index, position.astype(np.intp) - 1]]
        return seated

    def _series(self, name: str, values: NDArray[Any]) -> pl.Series:
        labels = {"arm": self.design.arms, "strategy": self.labels}.get(name)
        words = labels or self.vocabulary.get(name)
        if words is None:
            return pl.Series(name, values)
        texts = [str(word) for word in words]
        return pl.Series(name, texts, dtype=pl.String if labels else pl.Enum(texts)).gather(values.astype(np.uint32))
