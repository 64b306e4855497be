"""The game as the rooms above see it (core.game.Game)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rajas_sim.ganges import audit, narration, words
from rajas_sim.ganges.component_kit import KIT
from rajas_sim.ganges.books import ROUNDS, SPACES, TILES, Books
from rajas_sim.ganges.layout import RULES, STATE
from rajas_sim.ganges.match import GAMES_PER_CALL, play_games
from rajas_sim.ganges.rules import BOARD_OF_ALL, Rules, rules

if TYPE_CHECKING:
    from rajas_sim.strategies_api import Strategy

Columns = dict[str, NDArray[Any]]

_SEAT_FIELDS = (
    "board",
    "rank",
    "fame",
    "money",
    "overlap",
    "karma",
    "workers",
    "river",
    "n_tiles",
    "n_upgrades",
    "n_yield_tiles",
    "passed",
)


class Ganges:
    """Rajas of the Ganges."""

    name = "ganges"
    title = "Rajas of the Ganges"
    player_counts = words.PLAYER_COUNTS
    variants = words.VARIANTS
    modules = words.MODULES
    tables = ("games", "seats", "rounds", "spaces", "tiles")
    layouts = (STATE, RULES)
    rules = staticmethod(rules)
    play_game = staticmethod(audit.play_game)
    narrate = staticmethod(narration.narrate)
    rules_list = staticmethod(KIT.rules_list)
    components_list = staticmethod(KIT.list_values)
    components_export = staticmethod(KIT.export)
    components_check = staticmethod(KIT.check)

    @property
    def vocabulary(self) -> dict[str, tuple[str, ...]]:
        """Words behind the integer codes of the tables; tiles are those of the reference components."""
        return {
            "space": words.SPACES,
            "tile": rules(players=2).tile_names,
            "cause": words.CAUSES,
            "end_reason": words.END_REASONS,
            "board": words.BOARDS,
        }

    def boards(self, variant: str) -> tuple[str, ...]:
        """Return the boards players choose between in a variant; none where the variant gives everybody the same."""
        return words.BOARDS if BOARD_OF_ALL.get(variant, words.BASIC) is None else ()

    def play_batch(
        self,
        rules: Rules,
        line_up: Sequence[Strategy],
        seatings: NDArray[np.int8],
        seeds: NDArray[np.uint64],
        tables: Collection[str],
    ) -> dict[str, Columns]:
        """Play one game per row of `seatings` (n, players) with the luck of `seeds` (n,).

        Returns
        -------
        dict
            Columns by table; every table but games and seats has one row an event, with `index` 0..n-1 for its game.

        Raises
        ------
        StrategyError
            If a strategy raises or returns something that is not an option.
        """
        wanted = [table for table in self.tables if table in tables]
        parts: dict[str, list[Columns]] = {table: [] for table in wanted}
        for first in range(0, len(seeds), GAMES_PER_CALL):
            here = slice(first, first + GAMES_PER_CALL)
            books = play_games(rules, line_up, seatings[here], seeds[here].astype(np.int64))
            for table in wanted:
                columns = _COLUMNS[table](books, rules, seatings[here])
                columns["index"] = columns["index"] + np.uint32(first)
                parts[table].append(columns)
        return {table: _joined(columns) for table, columns in parts.items()}


def _joined(parts: list[Columns]) -> Columns:
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]} if parts else {}


def _games(books: Books, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    rows = books.games
    names = [name for name in rows.dtype.names or () if name not in ("leader", "padding")]
    return {"index": np.arange(len(rows), dtype=np.uint32), **{name: rows[name].copy() for name in names}}


def _seats(books: Books, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    n, k = seatings.shape
    rows = books.seats[:, :k].reshape(-1)
    is_first = rows["rank"] == 1
    winners = np.repeat(books.games["winners"], k)
    columns = {
        "index": np.repeat(np.arange(n, dtype=np.uint32), k),
        "position": np.tile(np.arange(1, k + 1, dtype=np.uint8), n),
        "strategy": seatings.reshape(-1).astype(np.uint8),
        "win_share": np.where(is_first, 1.0 / np.maximum(winners, 1), 0.0),
        **{name: rows[name].copy() for name in _SEAT_FIELDS},
        "money_paid": rows["money_paid"].copy(),
    }
    for source, word in enumerate(words.WORKER_SOURCES):
        columns[f"{word}_worker_round"] = rows["worker_round"][:, source].copy()
    for family in ("fame_from", "money_from", "dice_from"):
        for cause, word in enumerate(words.CAUSES):
            columns[f"{family}_{word}"] = rows[family][:, cause].copy()
    return columns


def _event_rows(rows: NDArray[Any], n: int) -> Columns:
    return {name: rows[name][:n].copy() for name in rows.dtype.names or () if name != "padding"}


def _rounds(books: Books, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    return _event_rows(books.rounds, books.counts[ROUNDS])


def _spaces(books: Books, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    return _event_rows(books.spaces, books.counts[SPACES])


def _tiles(books: Books, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    columns = _event_rows(books.tiles, books.counts[TILES])
    columns["covering"] = columns["covering"].astype(np.bool_)
    return columns


_COLUMNS = {"games": _games, "seats": _seats, "rounds": _rounds, "spaces": _spaces, "tiles": _tiles}

GAME = Ganges()
