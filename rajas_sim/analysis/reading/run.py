"""A run folder, opened for reading, and what its tables hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import cast

import polars as pl

from rajas_sim.analysis.formatting import in_words, listed
from rajas_sim.analysis.reading.names import Names
from rajas_sim.analysis.statistics.intervals import ONE_LOOK, ShareMethod
from rajas_sim.analysis.statistics.sequences import EVERY_LOOK
from rajas_sim.core.errors import InputError
from rajas_sim.study.folder.manifest import Look, Manifest, SweptRules
from rajas_sim.study.folder.state import require_whole
from rajas_sim.study.folder.store import RunFolder

RACE_COLUMNS = ("fame", "money", "overlap")
"""What decides a game, in the order in which it is shown; a run describes those that its tables have."""

_KEYS = ("game", "players", "line_up", "arm", "block", "order", "rotation", "seed", "position")
_OUTCOMES = ("winners", "trigger_position", "trigger_round", "win_share", "rank", "passed", "money_paid")
_NOT_AMOUNTS = frozenset((*_KEYS, *_OUTCOMES))
"""Columns that identify the row, or that have results of their own."""


def amount_columns(frame: pl.LazyFrame) -> tuple[str, ...]:
    """List the columns that hold an amount of something, in the order of the table.

    Left out are columns that identify the row, columns of words, and columns that have results of their own, such as the rounds
    in which extra workers came and gains by cause.
    """
    return tuple(
        name
        for name, dtype in frame.collect_schema().items()
        if dtype.is_numeric() and name not in _NOT_AMOUNTS and "_from_" not in name and not name.endswith("_worker_round")
    )


def existing_columns(frame: pl.LazyFrame, wanted: Sequence[str]) -> tuple[str, ...]:
    """Keep the wanted columns that a table has."""
    names = frame.collect_schema().names()
    return tuple(name for name in wanted if name in names)


def categories(frame: pl.LazyFrame, column: str) -> list[str]:
    """List the words a column may hold: all that the game knows if the table lists them, else those that occur."""
    dtype = frame.collect_schema()[column]
    if isinstance(dtype, pl.Enum):
        return dtype.categories.to_list()
    return sorted(frame.select(pl.col(column).cast(pl.String).unique()).collect()[column].to_list())


GAMES_PER_SLICE = 16_000
"""Number of games whose rows are read into memory together."""


@dataclass(frozen=True, slots=True)
class Result:
    """What every result has: its player count, and how many games and blocks it was computed from."""

    players: int
    n_games: int
    n_blocks: int

    @property
    def even_share(self) -> float:
        """Win share of each seat if all are equal."""
        return 1.0 / self.players


@dataclass(frozen=True)
class Run:
    """A run folder, opened for reading.

    Attributes
    ----------
    folder
        Path of the folder.
    manifest
        What its ``manifest.json`` says.
    tolerance
        Tolerance by which seats are judged now; the manifest holds the one that the run was first judged by.
    line_ups_to_read
        The line-ups that are read if a method is not given any; ``None`` for all.
    """

    folder: Path
    manifest: Manifest
    tolerance: float
    line_ups_to_read: tuple[int, ...] | None = None

    @property
    def players(self) -> tuple[int, ...]:
        """Player counts with at least one block played, in the order of the configuration."""
        return tuple(k for k in self.manifest.players if self.manifest.blocks[k] > 0)

    @property
    def arms(self) -> tuple[str, ...]:
        """Names of the rule sets; the first one is the baseline."""
        return self.manifest.arms

    @property
    def level(self) -> float:
        """Confidence level of every interval."""
        return self.manifest.level

    @cached_property
    def names(self) -> Names:
        """How the words of the game are written."""
        return Names.of(self.manifest.game)

    def player(self, label: str) -> str:
        """Name the strategy that a label stands for, with its parameters but without its board; keep an unknown label."""
        choice = self.manifest.labels.get(label)
        if choice is None:
            return label
        parameters = [f"{name} {in_words(value)}" for name, value in sorted(choice.parameters.items())]
        parameters += [f"error {in_words(choice.error)}"] if choice.error else []
        return choice.strategy + (f" ({', '.join(parameters)})" if parameters else "")

    def overrides(self, arm: str) -> Mapping[str, object]:
        """Return the changed values of an arm by their path; none for the baseline."""
        return self.manifest.overrides.get(arm, {})

    def variant_and_modules(self, arm: str) -> tuple[str, tuple[str, ...]]:
        """Return the variant and the modules an arm is played with: those of the run, unless the manifest says otherwise."""
        arm_or_run = self.manifest.arm_variants.get(arm, self.manifest)
        return arm_or_run.variant, arm_or_run.modules

    @property
    def sweep(self) -> SweptRules | None:
        """The paths and arms of the sweep; ``None`` if the run has no sweep."""
        swept = self.manifest.sweep
        return swept if swept and swept.arms else None

    def title(self, arm: str) -> str:
        """Name a rule set: an arm of a sweep by its values in words, any other as the experiment does.

        The settings that the baseline stands for follow its name in parentheses.
        """
        if self.sweep is None:
            return arm
        if arm not in self.sweep.arms:
            printed_points = self.sweep.printed if arm == self.arms[0] else ()
            return " ".join([arm, *(f"({self.title(point)})" for point in printed_points)])
        changed = self.overrides(arm)
        return listed([f"{path} = {in_words(changed[path])}" for path in self.sweep.paths if path in changed])

    def title_in_sentence(self, arm: str) -> str:
        """Name a rule set within a sentence; names given by the experiment stand in quotes."""
        return self.title(arm) if self.sweep is not None and arm in self.sweep.arms else f"'{arm}'"

    def looks(self, players: int, line_ups: Sequence[int] | None = None) -> tuple[Look, ...]:
        """Return the distinct looks at a player count's estimates, over some line-ups: by readers, by a rule, and this one."""
        manifest, blocks = self.manifest, self.blocks(players, line_ups)
        # Line-ups that already have all their blocks gain nothing from later blocks of other line-ups.
        has_all = blocks < manifest.blocks[players]
        this_look = Look(players=players, blocks=blocks, tolerance=self.tolerance, level=self.level, at="")
        looks: dict[tuple[int, float, float], Look] = {}
        for look in (*manifest.looks, this_look):
            if look.players == players:
                seen_look = look.model_copy(update={"blocks": min(look.blocks, blocks)}) if has_all else look
                looks.setdefault(seen_look.subject, seen_look)
        return tuple(looks.values())

    def share_method(self, players: int, line_ups: Sequence[int] | None = None) -> ShareMethod:
        """Return how intervals of win shares are computed: for one look, or for every look if there may have been several."""
        if self.manifest.stop is None and not self.manifest.is_rebuilt and len(self.looks(players, line_ups)) == 1:
            return ONE_LOOK
        return EVERY_LOOK

    def line_ups(self, players: int) -> tuple[tuple[str, ...], ...]:
        """Return the strategy labels of each line-up of a player count."""
        return self.manifest.line_ups[players]

    def mixed_line_up_indices(self, players: int) -> list[int]:
        """List the indices of the line-ups to read in which strategies differ; the others are mirror matches."""
        line_ups = self.line_ups(players)
        return [i for i in self._wanted_line_ups(players, None) if len(set(line_ups[i])) > 1]

    def rivals(self, players: int) -> tuple[str, ...]:
        """List the labels of the strategies that meet others in the line-ups to read; none if all are mirror matches."""
        return self.labels(players, self.mixed_line_up_indices(players))

    def labels(self, players: int, line_ups: Sequence[int] | None = None) -> tuple[str, ...]:
        """List the labels of the strategies in the given line-ups; by default in those to read."""
        all_line_ups = self.line_ups(players)
        return tuple(dict.fromkeys(label for i in self._wanted_line_ups(players, line_ups) for label in all_line_ups[i]))

    def compared_line_ups(self, players: int) -> Mapping[str, tuple[int, ...]]:
        """Return the indices of line-ups by label if the question is asked of several separately; else an empty mapping.

        They are in the order of the experiment. If each line-up has one strategy only, they are the rungs of a ladder.
        """
        line_ups = self.line_ups(players)
        if self.manifest.rungs:
            rungs = self.manifest.rungs[players]
        else:
            is_ladder = all(len(set(labels)) == 1 for labels in line_ups)
            rungs = {labels[0]: (i,) for i, labels in enumerate(line_ups)} if is_ladder else {}
        return rungs if len(rungs) > 1 else {}

    def is_ladder(self, players: int) -> bool:
        """Whether several strategies are compared, each of which plays against itself."""
        line_ups = self.line_ups(players)
        return all(len(set(line_ups[i])) == 1 for indices in self.compared_line_ups(players).values() for i in indices)

    def of_line_ups(self, line_ups: Sequence[int]) -> Run:
        """Return the same run, which reads only these line-ups if a method is not given any."""
        return replace(self, line_ups_to_read=tuple(line_ups))

    def of_arm(self, arm: str) -> Run:
        """Return the same run with one rule set only, as if there were no other."""
        return replace(self, manifest=self.manifest.model_copy(update={"arms": (arm,), "sweep": None}))

    def of_described_games(self, players: int) -> Run:
        """Return the run with the games that most results describe: all, or those of the last of several compared line-ups."""
        line_ups = self.compared_line_ups(players)
        return self.of_line_ups([*line_ups.values()][-1]) if line_ups and self.line_ups_to_read is None else self

    def _wanted_line_ups(self, players: int, line_ups: Sequence[int] | None) -> list[int]:
        """Return the line-ups to read: the given ones, else those of the run, else all."""
        if line_ups is None:
            return list(range(len(self.line_ups(players)))) if self.line_ups_to_read is None else list(self.line_ups_to_read)
        return [int(i) for i in line_ups]

    def games_per_block(self, players: int, line_ups: Sequence[int] | None = None) -> int:
        """Return how many games one block of one arm has, over the given line-ups (all by default)."""
        return self.manifest.orders_per_block(players) * sum(
            self.manifest.rotations[players][i] for i in self._wanted_line_ups(players, line_ups)
        )

    def n_alternating_orders(self, players: int) -> int:
        """Return how many cyclic orders take turns from block to block: block b has order b modulo this number."""
        return self.manifest.orders[players] if self.manifest.seatings == "alternating" else 1

    def blocks(self, players: int, line_ups: Sequence[int] | None = None) -> int:
        """Return the number of blocks played with this many players, counted from the first without a gap.

        The longest of the given line-ups (all by default) counts; they differ only where each strategy plays against itself.
        """
        return max(self.manifest.blocks_of(players, i) for i in self._wanted_line_ups(players, line_ups))

    def result_size(self, players: int, line_ups: Sequence[int] | None = None) -> tuple[int, int, int]:
        """Return player count, games of one arm and blocks: the fields of a `Result` over the given line-ups."""
        indices = self._wanted_line_ups(players, line_ups)
        n_games = sum(self.manifest.blocks_of(players, i) * self.games_per_block(players, [i]) for i in indices)
        return players, n_games, self.blocks(players, indices)

    def table(
        self, name: str, players: int, *, arm: str | None = None, every_arm: bool = False, line_ups: Sequence[int] | None = None
    ) -> pl.LazyFrame:
        """Scan one table of one player count, up to the last block the manifest counts.

        Later blocks of an unfinished run are left out: which of them are there depends on how long their games took.

        Parameters
        ----------
        name
            Table name, for example ``"seats"``.
        players
            Player count.
        arm
            Keep one arm only; default: the first arm.
        every_arm
            Keep all arms.
        line_ups
            Keep these line-ups only; default: all.

        Raises
        ------
        InputError
            If the run has no such table.
        """
        return self._scan(self._files_of_table(name, players, line_ups), players, arm, every_arm, line_ups)

    def slices(
        self, name: str, players: int, *, arm: str | None = None, every_arm: bool = False, line_ups: Sequence[int] | None = None
    ) -> list[pl.LazyFrame]:
        """Scan one table of one player count in slices of whole blocks, so that memory holds one slice at a time.

        Parameters and errors are those of `table`. For the same arguments the slices of two tables hold the same blocks, in
        the order of the blocks; the functions of `rajas_sim.analysis.reading.blocks` combine what is computed from each.
        """
        files = self._files_of_table(name, players, line_ups)
        n_games_in_files = self.blocks(players, line_ups) * self.games_per_block(players, line_ups) * len(self.arms)
        files_per_slice = max(1, len(files) * GAMES_PER_SLICE // n_games_in_files)
        files_of_slices = [files[start : start + files_per_slice] for start in range(0, len(files), files_per_slice)]
        schema = pl.read_parquet_schema(files[0])
        # A scan keeps the metadata of its files once it has been collected, 2 MiB a slice; a new scan each time keeps nothing.
        # `pl.defer` calls `lazy()` on what the function returns, so a scan will do, though its type asks for a frame.
        scans = [
            cast(Callable[[], pl.DataFrame], partial(self._scan, slice_files, players, arm, every_arm, line_ups))
            for slice_files in files_of_slices
        ]
        return [pl.defer(scan, schema=schema, validate_schema=False) for scan in scans]

    def words(self, table: str, column: str, players: int) -> list[str]:
        """List the words of a column that are in play with this many players, or all if the manifest does not say which are."""
        words_in_play = self.manifest.in_play.get(players, {}).get(column)
        return list(words_in_play or categories(self.table(table, players), column))

    def has_table(self, name: str, players: int) -> bool:
        """Whether the run has this table for this player count."""
        return bool(self._files.get((name, players)))

    def _files_of_table(self, name: str, players: int, line_ups: Sequence[int] | None) -> list[Path]:
        """List the files of a table that hold blocks of the given line-ups; parameters and errors as in `table`."""
        files = self._files.get((name, players), [])
        if not files:
            known_tables = ", ".join(self.manifest.tables)
            raise InputError(f"{self.folder}: no table '{name}' for {players} players; this run holds: {known_tables}")
        return [path for first_block, path in files if first_block < self.blocks(players, line_ups)]

    def _scan(
        self, files: list[Path], players: int, arm: str | None, every_arm: bool, line_ups: Sequence[int] | None
    ) -> pl.LazyFrame:
        """Scan files of a table and keep the rows that `table` keeps."""
        is_kept = pl.col("block") < self.blocks(players, line_ups)
        if not every_arm:
            is_kept &= pl.col("arm") == (arm or self.arms[0])
        if line_ups is not None or self.line_ups_to_read is not None:
            is_kept &= pl.col("line_up").is_in(self._wanted_line_ups(players, line_ups))
        return pl.scan_parquet(files).filter(is_kept)

    @cached_property
    def _files(self) -> dict[tuple[str, int], list[tuple[int, Path]]]:
        """The first block and the file of every shard, by table and player count."""
        shards = RunFolder(self.folder).shards
        receipts = shards.receipts(self.manifest.hashes.run)
        return {
            (name, k): [(r.first_block, shards.table_file(name, k, r.shard)) for r in receipts if r.players == k]
            for name in self.manifest.tables
            for k in self.players
        }


def load_run(folder: Path | str, *, tolerance: float | None = None) -> Run:
    """Open a run folder.

    Parameters
    ----------
    folder
        A folder written by ``rajas run``.
    tolerance
        Tolerance by which seats are judged, a share between 0 and 0.5; by default that of the run.

    Raises
    ------
    InputError
        If the folder does not exist, has no readable manifest, has damaged files or no games.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise InputError(f"{folder}: no such folder; give the folder of a run, for example reports/start_player-1a2b3c4d")
    manifest = RunFolder(folder).manifest()
    run_tolerance = manifest.tolerance if tolerance is None else tolerance
    if not 0.0 < run_tolerance < 0.5:
        raise InputError(f"the tolerance must lie between 0 and 0.5, found {run_tolerance:g}")
    run = Run(folder, manifest, run_tolerance)
    if not run.players:
        raise InputError(f"{folder}: no block of this run was finished; give its `rajas run` command again to continue it")
    require_whole(folder)
    return run
