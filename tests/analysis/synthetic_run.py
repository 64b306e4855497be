"""Run folders made of random numbers with known truths, in the form `rajas run` writes them."""

from __future__ import annotations

import hashlib
import itertools
import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rajas_sim.study.design import line_ups, n_orders, seating
from rajas_sim.study.folder.manifest import Hashes, manifest_text
from rajas_sim.study.folder.shards import FileSum, Receipt
from tests.untyped import Array

CAUSES = (
    "quarry_building",
    "special_yield",
    "river",
    "chamber",
    "market_assorted",
    "market_silk",
    "market_tea",
    "track_bonus",
    "never_used",
)
END_REASONS = ("not_over", "markers_passed", "round_limit", "no_placement_possible")
SPACES = (
    *(f"quarry_{i}" for i in range(1, 9)),
    *(f"harbour_{i}" for i in range(1, 6)),
    *("market_assorted_1", "market_assorted_2", "market_silk", "market_tea", "market_spices"),
    *(f"outer_terrace_{i}" for i in range(1, 6)),
    *(f"{part}_{colour}" for part in ("terrace", "balcony") for colour in ("orange", "green", "blue", "purple")),
    *("great_mogul", "dancer", "yogi", "raja_man_singh", "master_builder", "portuguese"),
    "secret_garden",
)


@dataclass(frozen=True)
class Recipe:
    """What to simulate.

    `worth` are log strengths by label, `seat_worth` log advantages by position (recycled); the winner is
    drawn from their softmax, places below in the same way (Plackett-Luce). `luck` is the share of blocks in
    which the same position wins under all rotations. `gains` are added to the log strength of the first of two labels
    in games that the second plays as well.

    Arms without `effects` draw everything anew. With them every arm plays with the luck of the baseline, and an
    arm's effects are added: ``seat_worth`` to the start player's, ``seat_worth.<label>`` to that of a start player with this
    strategy, ``rounds`` to the length, ``worth`` to that of the first strategy; an arm without an entry plays the baseline's very
    games, and one of which only a ``share`` of the blocks is to be touched has its effects in these. `boards` go to the seats in
    turn, shifted by the rotation; `board_worth` is added to those of the last one.

    With `mirror` each strategy plays against itself: `start_worth` is added to the start player's, by label, and a label plays
    the first `most_blocks` only, where these are given. `line_ups` are several of which the question is asked, by label."""

    strategies: tuple[str, ...] = ("balanced",)
    players: tuple[int, ...] = (2, 3, 4)
    blocks: int = 400
    shards: int = 2
    worth: dict[str, float] = field(default_factory=dict)
    gains: dict[tuple[str, str], float] = field(default_factory=dict)
    seat_worth: tuple[float, ...] = (0.0,)
    luck: float = 0.0
    ties: float = 0.0
    arms: tuple[str, ...] = ("baseline",)
    tables: tuple[str, ...] = ("games", "seats", "rounds", "spaces")
    seed: int = 1
    rounds: tuple[int, int] = (7, 11)
    tolerance: float = 0.02
    effects: dict[str, dict[str, float]] | None = None
    overrides: dict[str, dict[str, Any]] = field(default_factory=dict)
    sweep: dict[str, Any] | None = None
    boards: tuple[str, ...] = ()
    board_worth: float = 0.0
    mirror: bool = False
    line_ups: dict[str, tuple[str, ...]] = field(default_factory=dict)
    start_worth: dict[str, float] = field(default_factory=dict)
    most_blocks: dict[str, int] = field(default_factory=dict)
    variant: str = "base"
    modules: tuple[str, ...] = ()


Tables = dict[str, pl.DataFrame]


def write_run(folder: Path, recipe: Recipe, make: Callable[..., Tables] | None = None, **manifest: Any) -> Path:
    """Write the run folder of a recipe and return it; `make` makes the tables, `manifest` are keys to change."""
    rng = np.random.default_rng(recipe.seed)
    make = make or (_tables if recipe.effects is None else _paired_tables)
    for k in recipe.players:
        bounds = np.linspace(0, recipe.blocks, recipe.shards + 1).astype(int)
        for shard, (first, last) in enumerate(itertools.pairwise(bounds)):
            for name, table in make(rng, recipe, k, np.arange(first, last)).items():
                path = folder / "tables" / name / f"{k}p-{shard:05d}.parquet"
                path.parent.mkdir(parents=True, exist_ok=True)
                counts = [recipe.most_blocks.get(line_up[0], recipe.blocks) for line_up in _line_ups(recipe, k)]
                most = pl.col("line_up").replace_strict(range(len(counts)), counts, return_dtype=pl.UInt32)
                table.filter(pl.col("block") < most).write_parquet(path)
    (folder / "config.toml").write_text('name = "synthetic"\n', encoding="utf-8")
    whole = _manifest(recipe) | manifest
    write_manifest(folder, whole)
    write_receipts(folder)
    return folder


def write_receipts(folder: Path) -> None:
    """Give the shards of a run the receipts that the tables lying there would have."""
    run = read_manifest(folder)["hashes"]["run"]
    shutil.rmtree(folder / "shards", ignore_errors=True)
    (folder / "shards").mkdir()
    for path in (folder / "tables" / "games").glob("*.parquet"):
        files = {file.parent.name: file.read_bytes() for file in (folder / "tables").glob(f"*/{path.name}")}
        blocks = pl.read_parquet(path)["block"]
        receipt = Receipt(
            run=run,
            players=int(path.stem.partition("p-")[0]),
            shard=int(path.stem.partition("p-")[2]),
            first_block=min(blocks),
            n_blocks=blocks.n_unique(),
            tables={name: FileSum(n_bytes=len(b), sha256=hashlib.sha256(b).hexdigest()) for name, b in files.items()},
        )
        (folder / "shards" / f"{path.stem}.json").write_text(receipt.model_dump_json())


def change_table(folder: Path, table: str, players: int = 2, **columns: pl.Expr) -> None:
    """Give the table of the first shard of a player count other columns."""
    path = folder / "tables" / table / f"{players}p-00000.parquet"
    pl.read_parquet(path).with_columns(**columns).write_parquet(path)
    write_receipts(folder)


def write_manifest(folder: Path, content: dict[str, Any]) -> None:
    """Write the manifest of a run."""
    (folder / "manifest.json").write_text(manifest_text(content), encoding="utf-8")


def write_sweep(
    folder: Path, over: dict[str, list[Any]], *, together: bool = False, printed: tuple[str, ...] = (), **more: Any
) -> Path:
    """Write a run whose start player gains 0.4 in log worth with each step along the first path, and none at its second value.

    The baseline stands for the `printed` points.
    """
    first, *_ = over.values()
    rows = zip(*over.values(), strict=True) if together else itertools.product(*over.values())
    points = {f"point_{i}": dict(zip(over, row, strict=True)) for i, row in enumerate(rows)}
    steps = {name: first.index(next(iter(point.values()))) - 1 for name, point in points.items()}
    usual = Recipe(
        players=(2, 3),
        blocks=60,
        arms=("baseline", *(point for point in points if point not in printed)),
        effects={name: {"seat_worth": 0.4 * step} for name, step in steps.items()},
        overrides=points,
        sweep={"paths": list(over), "arms": list(points), "printed": list(printed), "together": together},
        tables=("games", "seats"),
    )
    return write_run(folder, replace(usual, **more))


def read_manifest(folder: Path) -> dict[str, Any]:
    """Read the manifest of a run."""
    manifest: dict[str, Any] = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    return manifest


def change_manifest(folder: Path, **keys: Any) -> Path:
    """Give a run other values in its manifest, and return its folder."""
    write_manifest(folder, read_manifest(folder) | keys)
    return folder


def copy_run(folder: Path, to: Path, **keys: Any) -> Path:
    """Make a run of the tables of another one, with other values in its manifest."""
    to.mkdir()
    for name in ("tables", "shards"):
        (to / name).symlink_to(folder / name)
    (to / "manifest.json").write_bytes((folder / "manifest.json").read_bytes())
    return change_manifest(to, **keys)


def _line_ups(recipe: Recipe, k: int) -> list[list[str]]:
    strategies = recipe.strategies
    if recipe.line_ups:
        return [list(up) for labels in recipe.line_ups.values() for up in line_ups(labels, k)]
    if recipe.mirror:
        return [[label] * k for label in strategies]
    return [list(strategies) * k] if len(strategies) == 1 else [list(u) for u in itertools.combinations(strategies, k)]


def _rungs(recipe: Recipe, k: int) -> dict[str, list[int]]:
    numbers = itertools.count()
    return {label: [next(numbers) for _ in line_ups(labels, k)] for label, labels in recipe.line_ups.items()}


def _rotations(recipe: Recipe, k: int) -> list[int]:
    return [1 if len(set(line_up)) == 1 else k for line_up in _line_ups(recipe, k)]


def _n_orders(recipe: Recipe, k: int) -> int:
    return n_orders(_line_ups(recipe, k), k, "alternating")


def seatings(
    recipe: Recipe, k: int, blocks: NDArray[np.int64], arms: Sequence[int] = ()
) -> tuple[dict[str, NDArray[Any]], NDArray[Any]]:
    """List the games of some blocks and arms (all by default): their keys, and the label in each seat (one row a game)."""
    line_ups, rotations = _line_ups(recipe, k), _rotations(recipe, k)
    cells = [(a, u, r) for a in arms or range(len(recipe.arms)) for u in range(len(line_ups)) for r in range(rotations[u])]
    arm, line_up, rotation = (np.tile([c[i] for c in cells], len(blocks)) for i in range(3))
    block = np.repeat(blocks, len(cells))
    order = block % _n_orders(recipe, k)
    keys = {
        "game": (((block * len(line_ups) + line_up) * 8 + rotation) * len(recipe.arms) + arm) * 8 + k,
        "players": np.full(len(block), k),
        "line_up": line_up,
        "arm": arm,
        "block": block,
        "order": order,
        "rotation": rotation,
    }
    seated = {(o, r): seating(k, o, r) for o, r in set(zip(order.tolist(), rotation.tolist(), strict=True))}
    each = zip(line_up.tolist(), order.tolist(), rotation.tolist(), strict=True)
    return keys, np.array([[line_ups[u][i] for i in seated[o, r]] for u, o, r in each])


def _paired_tables(rng: np.random.Generator, recipe: Recipe, k: int, blocks: NDArray[np.int64]) -> Tables:
    """Tables in which all arms have the same random numbers."""
    luck = int(rng.integers(2**63))
    parts: dict[str, list[pl.DataFrame]] = {}
    for number, arm in enumerate(recipe.arms):
        effect = (recipe.effects or {}).get(arm, {})
        tables = _tables(np.random.default_rng(luck), recipe, k, blocks, effect, [number])
        for name, table in tables.items():
            parts.setdefault(name, []).append(table)
    return {name: pl.concat(tables).sort("game", maintain_order=True) for name, tables in parts.items()}


def _tables(  # noqa: PLR0913 - a column each
    rng: np.random.Generator,
    recipe: Recipe,
    k: int,
    blocks: NDArray[np.int64],
    effect: dict[str, float] | None = None,
    arms: Sequence[int] = (),
) -> Tables:
    effect = effect or {}
    keys, strategy = seatings(recipe, k, blocks, arms)
    block, rotation, n = keys["block"], keys["rotation"], len(strategy)
    worth = np.vectorize(lambda s: recipe.worth.get(s, 0.0))(strategy) + np.resize(recipe.seat_worth, k)
    for (label, other), gain in recipe.gains.items():
        worth += gain * (strategy == label) * (strategy == other).any(axis=1)[:, None]
    chosen = np.random.default_rng([recipe.seed, int(blocks[0])]).random(len(blocks)) < effect.get("share", 1.0)
    touched = chosen[block - blocks[0]]
    worth[:, 0] += np.vectorize(lambda s: recipe.start_worth.get(s, 0.0))(strategy[:, 0])
    steps = {s: effect.get("seat_worth", 0.0) + effect.get(f"seat_worth.{s}", 0.0) for s in recipe.strategies}
    worth[:, 0] += touched * np.vectorize(steps.__getitem__)(strategy[:, 0])
    worth += (strategy == recipe.strategies[0]) * touched[:, None] * effect.get("worth", 0.0)
    board = (np.arange(k) + rotation[:, None]) % max(1, len(recipe.boards))
    worth += recipe.board_worth * (board == len(recipe.boards) - 1)
    order = np.argsort(-(worth + rng.gumbel(size=(n, k))), axis=1)
    shared = np.isin(block, blocks[rng.random(len(blocks)) < recipe.luck])
    lucky = np.argsort(-(np.resize(recipe.seat_worth, k) + rng.gumbel(size=(len(blocks), k))), axis=1)
    order = np.where(shared[:, None], np.repeat(lucky, n // len(blocks), axis=0), order)
    rank = np.argsort(order, axis=1) + 1
    tied = rng.random(n) < recipe.ties
    rank = np.where(tied[:, None] & (rank == 2), 1, rank)
    winners = np.where(tied, 2, 1)
    share = (rank == 1) / winners[:, None]
    rounds = np.clip(rng.normal(sum(recipe.rounds) / 2, 1.1, n).round(), *recipe.rounds).astype(int)
    rounds = rounds + (touched * effect.get("rounds", 0.0)).astype(int)
    fame = (33 - 2 * rank + rng.normal(0, 3, (n, k)).round()).clip(0, 59).astype(int)
    money = (62 - 4 * rank + rng.normal(0, 6, (n, k)).round()).clip(0, 119).astype(int)
    overlap = fame + -(-money // 2) - 61
    reason = rng.choice(len(END_REASONS), n, p=[0.0, 0.996, 0.004, 0.0])
    games = {
        "seed": rng.integers(0, 2**63, n),
        "rounds": rounds,
        "turns": rounds * k * 3 + rng.integers(0, 6, n),
        "decisions": rounds * k * 11 + rng.integers(0, 20, n),
        "end_reason": np.array(END_REASONS)[reason],
        "winners": winners,
        "trigger_position": np.where(reason == 1, order[:, 0] + 1, 0),
        "trigger_round": np.where(reason == 1, rounds, 0),
        "lead_changes": rng.poisson(3, n),
        "margin": np.where(tied, 0.0, rng.exponential(3, n).round() + 1),
    }
    m = n * k
    seats: dict[str, Any] = {
        "position": np.tile(np.arange(1, k + 1), n),
        "strategy": strategy.ravel(),
        "rank": rank.ravel(),
        "win_share": share.ravel(),
        "fame": fame.ravel(),
        "money": money.ravel(),
        "overlap": overlap.ravel(),
        "karma": rng.integers(0, 4, m),
        "workers": rng.integers(3, 7, m),
        "river": rng.integers(5, 31, m),
        "n_tiles": rng.integers(4, 12, m),
        "n_upgrades": rng.integers(0, 6, m),
        "passed": np.where(rank.ravel() == 1, 1, 0),
    }
    if recipe.boards:
        seats["board"] = np.array(recipe.boards)[board].ravel()
    ends = np.repeat(rounds, k)
    for kind, typical in (("fame", 4), ("money", 5), ("river", 9)):
        at = 1 + rng.poisson(typical - 1, m)
        seats[f"{kind}_worker_round"] = np.where(at <= ends, at, 0)
    seats["money_paid"] = rng.poisson(30, m)
    for resource, mean in (("fame", 5.0), ("money", 9.0), ("dice", 4.0)):
        for i, cause in enumerate(CAUSES):
            seats[f"{resource}_from_{cause}"] = rng.poisson(0 if cause == "never_used" else mean / (1 + i), m)
    result = {"games": keyed(recipe, keys, games), "seats": keyed(recipe, keys, seats, np.repeat(np.arange(n), k))}
    if "rounds" in recipe.tables:
        result["rounds"] = _rounds(rng, recipe, keys, k, rounds, fame, money)
    if "spaces" in recipe.tables:
        result["spaces"] = _spaces(rng, recipe, keys, k, rounds)
    return result


def _rows(each: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Make so many rows of each game: the game of every row, and its place among those of the game."""
    game = np.repeat(np.arange(len(each)), each)
    return game, np.arange(len(game)) - np.repeat(np.cumsum(each) - each, each)


def _rounds(  # noqa: PLR0913 - a column each
    rng: np.random.Generator, recipe: Recipe, keys: dict[str, Any], k: int, rounds: Array, fame: Array, money: Array
) -> pl.DataFrame:
    row, place = _rows(rounds * k)
    number, seat = np.divmod(place, k)
    progress = ((number + 1) / rounds[row]) ** 1.4
    f = (fame[row, seat] * progress).round().astype(int)
    g = (3 + (money[row, seat] - 3) * progress).round().astype(int)
    columns = {
        "round": number + 1,
        "position": seat + 1,
        "fame": f,
        "money": g,
        "overlap": f + -(-g // 2) - 61,
        "dice": rng.integers(0, 11, len(row)),
        "karma": rng.integers(0, 4, len(row)),
        "workers": np.minimum(6, 3 + number // 3),
        "river": np.minimum(30, 2 * number),
    }
    return keyed(recipe, keys, columns, row)


def _spaces(rng: np.random.Generator, recipe: Recipe, keys: dict[str, Any], k: int, rounds: Array) -> pl.DataFrame:
    row, turn = _rows(rounds * k * 3)
    weight = 1.0 / (3.0 + np.arange(len(SPACES)))
    weight[-1] = 0.0
    columns = {
        "round": turn // (3 * k) + 1,
        "stage": turn // k % 3 + 1,
        "position": turn % k + 1,
        "space": np.array(SPACES)[rng.choice(len(SPACES), len(row), p=weight / weight.sum())],
    }
    return keyed(recipe, keys, columns, row)


_TYPES: dict[str, Any] = {
    "game": pl.UInt64,
    "players": pl.UInt8,
    "line_up": pl.UInt16,
    "block": pl.UInt32,
    "rotation": pl.UInt8,
    "seed": pl.UInt64,
    "decisions": pl.UInt32,
    "margin": pl.Float32,
    "win_share": pl.Float64,
    "end_reason": pl.Enum(END_REASONS),
    "space": pl.Enum(SPACES),
}
_BYTES = {"winners", "trigger_position", "position", "rank", "workers", "passed", "dice", "stage"}
_SIGNED = {"fame", "money", "overlap", "money_paid"}


def keyed(
    recipe: Recipe, keys: dict[str, Any], columns: dict[str, Any], rows: Array = slice(None), types: dict[str, Any] | None = None
) -> pl.DataFrame:
    """Set the keys of some games before columns, in small types as the engine writes them; `types` are those of other words."""
    frame = pl.DataFrame({name: values[rows] for name, values in keys.items()} | columns)
    words = {"strategy": pl.String, "board": pl.Enum(recipe.boards)}
    known = _TYPES | words | (types or {})
    arm = pl.col("arm").replace_strict(range(len(recipe.arms)), list(recipe.arms), return_dtype=pl.String)
    return frame.with_columns(arm, *(pl.col(c).cast(known.get(c) or _small(c)) for c in frame.columns if c != "arm"))


def _small(name: str) -> type[pl.DataType]:
    if name in _SIGNED or "_from_" in name:
        return pl.Int16
    return pl.UInt8 if name in _BYTES or name.startswith(("n_", "karma")) else pl.UInt16


def _manifest(recipe: Recipe) -> dict[str, Any]:
    line_ups = {str(k): _line_ups(recipe, k) for k in recipe.players}
    rotations = {str(k): _rotations(recipe, k) for k in recipe.players}
    return {
        "format": 1,
        "name": "synthetic",
        "question": "Is the start player favoured?",
        "game": "ganges",
        "variant": recipe.variant,
        "modules": list(recipe.modules),
        "players": list(recipe.players),
        "arms": list(recipe.arms),
        "overrides": {**{arm: {} for arm in recipe.arms}, **recipe.overrides},
        "sweep": recipe.sweep,
        "strategies": list(recipe.strategies),
        "labels": {label: {"strategy": label, "blocks": n} for label, n in recipe.most_blocks.items()},
        "line_ups": line_ups,
        "rungs": {str(k): _rungs(recipe, k) for k in recipe.players} if recipe.line_ups else {},
        "rotations": rotations,
        "orders": {str(k): _n_orders(recipe, k) for k in recipe.players},
        "seatings": "alternating",
        "blocks": dict.fromkeys(rotations, recipe.blocks),
        "games": {k: recipe.blocks * sum(counts) * len(recipe.arms) for k, counts in rotations.items()},
        "seed": 2026,
        "level": 0.95,
        "tolerance": recipe.tolerance,
        "hashes": {name: f"{i:064x}" for i, name in enumerate(Hashes.model_fields, 10)},
        "versions": {"rajas": "0.1.0", "python": "3.11.2", "numpy": "2.4.6", "numba": "0.68.0", "polars": "2.1.0"},
        "timings": {"wall_s": 12.5, "games_per_s": 1500.0, "decisions_per_s": 500_000.0, "workers": 2, "peak_memory_mib": 411.0},
        "command": "rajas run experiments/synthetic.toml",
        "target_blocks": recipe.blocks,
        "complete": True,
        "components": {
            "name": "reference",
            "n_values": 412,
            "n_assumed": 3,
            "assumed": [
                {"path": "river.spaces.7", "value": "money_3", "why": "the order of the river is not published"},
                {"path": "tiles.orange.4.cost", "value": 9, "low": 4, "high": 10, "why": "costs of tiles are not published"},
                {"path": "outer_terrace.spaces", "value": 5, "low": 3, "high": 6, "why": "one published count of worker spaces"},
            ],
        },
        "readings": {"finish": "stage", "tie": "passed_first", "start_player": "lowest_total"},
        "tables": list(recipe.tables),
    }
