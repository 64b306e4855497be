"""Makes the tables of a run from the columns that a game returns, with key columns in front.

A column has the type of the game's array. If the game's vocabulary has a column's name, its codes become words. Names of arms and
strategies are plain text. As categories they would differ from run to run, and several runs could not be read together.
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

#: Column of a game's tables: the index within the batch of the game that a row belongs to.
INDEX = "index"


@dataclass(frozen=True)
class Batch:
    """Games that are played together: some blocks of one line-up and arm, in their cyclic orders, under every rotation.

    Attributes
    ----------
    line_up, arm
        Their indices in the design.
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
        """Return the batch of games that some blocks consist of."""
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
        """For each game and seat, the index of the strategy within the line-up."""
        pairs, pair_indices = np.unique(np.stack([self.orders, self.rotations]), axis=1, return_inverse=True)
        seating_of_pair = np.array(
            [seating(self.players, int(order), int(rotation)) for order, rotation in pairs.T], dtype=np.int8
        )
        return seating_of_pair[pair_indices.reshape(-1)]

    def game_ids(self, design: Design) -> NDArray[np.uint64]:
        """Return the number of each game."""
        blocks, orders, rotations = (numbers.astype(np.uint64) for numbers in (self.blocks, self.orders, self.rotations))
        return np.asarray(design.game_ids(self.players, self.line_up, self.arm, blocks, orders, rotations), np.uint64)


@dataclass
class TableBuilder:
    """Collects the columns of one table batch by batch, and joins them into a table ordered by game.

    Attributes
    ----------
    labels
        The labels of all strategies of the experiment.
    vocabulary
        Name of a column -> the words that its codes stand for.
    """

    name: str
    design: Design
    labels: Sequence[str]
    vocabulary: Mapping[str, Sequence[str]]
    columns_of_batches: list[Columns] = field(default_factory=list)

    def add(self, batch: Batch, columns: Columns, seeds: NDArray[np.uint64]) -> None:
        """Add the rows of a batch; `seeds` has the seed of each of its games."""
        columns = dict(columns)
        game_indices = columns.pop(INDEX)
        table_columns: Columns = {
            "game": batch.game_ids(self.design)[game_indices],
            "players": np.full(len(game_indices), batch.players, np.uint8),
            "line_up": np.full(len(game_indices), batch.line_up, np.uint16),
            "arm": np.full(len(game_indices), batch.arm, np.uint32),
            "block": batch.blocks[game_indices],
            "order": batch.orders[game_indices],
            "rotation": batch.rotations[game_indices],
        }
        if self.name == "games":
            table_columns["seed"] = seeds[game_indices]
        if self.name == "seats":
            table_columns["position"] = columns["position"]
            # Labels replace the game's column of the same name, which has the index of each strategy in the line-up.
            table_columns["strategy"] = self._strategy_codes(batch, game_indices, columns["position"])
        for name, column in columns.items():
            table_columns.setdefault(name, column)
        self.columns_of_batches.append(table_columns)

    def table(self) -> pl.DataFrame:
        """Return the table.

        The rows of each game stay in the order in which the game gave them.
        """
        games = np.concatenate([batch_columns["game"] for batch_columns in self.columns_of_batches])
        row_order = np.argsort(games, kind="stable")
        columns = {}
        for name in self.columns_of_batches[0]:
            values = np.concatenate([batch_columns[name] for batch_columns in self.columns_of_batches])[row_order]
            columns[name] = self._series(name, values)
        return pl.DataFrame(columns)

    def _strategy_codes(self, batch: Batch, game_indices: NDArray[Any], positions: NDArray[Any]) -> NDArray[Any]:
        """Return for each row the index among `labels` of the strategy at its position (from 1)."""
        line_up = self.design.line_ups[batch.players][batch.line_up]
        codes = np.array([self.labels.index(label) for label in line_up], dtype=np.uint32)
        codes_of_rows: NDArray[Any] = codes[batch.seatings[game_indices, positions.astype(np.intp) - 1]]
        return codes_of_rows

    def _series(self, name: str, values: NDArray[Any]) -> pl.Series:
        """Return a column; if its values are codes of words, as texts."""
        labels = {"arm": self.design.arms, "strategy": self.labels}.get(name)
        words = labels or self.vocabulary.get(name)
        if words is None:
            return pl.Series(name, values)
        texts = [str(word) for word in words]
        return pl.Series(name, texts, dtype=pl.String if labels else pl.Enum(texts)).gather(values.astype(np.uint32))
