"""Measuring speed, start-up time and memory on this machine."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from rajas_sim.core.errors import InputError, RunError
from rajas_sim.experiment.catalogue import SHIPPED, Catalogue, Strategy
from rajas_sim.experiment.rule_sets import RuleSet, as_option
from rajas_sim.experiment.runner import n_cores

if TYPE_CHECKING:
    from rajas_sim.core.game import Game

SECONDS = 2.0
SECONDS_PER_BATCH = 0.2
# What is measured: strategy, number of players.
LINE_UPS = (("random", 2), ("balanced", 4), ("python_example", 2))
MEMORY_GAMES = 10_000


@dataclass(frozen=True)
class Speed:
    """How fast one line-up is played; field names are those of ``rajas bench --json``."""

    game: str
    players: int
    strategies: list[str]
    threads: int
    games_per_s: float
    decisions_per_s: float
    decisions_per_game: float
    variant: str
    modules: list[str]


@dataclass(frozen=True)
class StartUp:
    """Seconds from the start of a process until something happens, and the peak memory of a long one."""

    help_s: float
    first_game_s: float
    peak_memory_mib: float


def kind_of_game(
    game_name: str = "ganges", variant: str | None = None, modules: Sequence[str] = (), catalogue: Catalogue = SHIPPED
) -> RuleSet:
    """Return the kind of game that is to be measured.

    Raises
    ------
    InputError
        If there is no such game, variant or module.
    """
    kind = RuleSet.typed(catalogue.game(game_name), variant, modules, (), None)
    try:
        kind.rules(min(kind.game.player_counts))
    except InputError as error:
        raise InputError(as_option(problem) for problem in error.problems) from None
    return kind


def speeds(kind: RuleSet, catalogue: Catalogue = SHIPPED, seconds: float = SECONDS) -> Iterator[Speed]:
    """Measure every line-up with one thread and, if all its strategies are compiled, with one thread a core.

    Yields
    ------
    Speed
        As soon as it is measured.
    """
    for label, players in LINE_UPS:
        try:
            strategy = catalogue.strategy(label, {}, label)
        except InputError:
            if label == "python_example":
                continue
            raise
        threads = (1, n_cores()) if strategy.is_compiled and n_cores() > 1 else (1,)
        for n_threads in threads:
            yield measure(kind, strategy, players, n_threads, seconds)


def measure(kind: RuleSet, strategy: Strategy, players: int, threads: int, seconds: float) -> Speed:
    """Measure how fast a table full of one strategy plays."""
    play = _player(kind.game, kind.rules(players), [strategy] * players)
    play(0, 1)
    size = _batch_size(play)
    with ThreadPoolExecutor(threads) as pool:
        begun = time.perf_counter()
        deadline = begun + seconds
        counts = list(pool.map(lambda t: _play_until(play, deadline, size, t << 40), range(threads)))
        elapsed = time.perf_counter() - begun
    games, decisions = (sum(column) for column in zip(*counts, strict=True))
    return Speed(
        game=kind.game.name,
        players=players,
        strategies=[strategy.name] * players,
        threads=threads,
        games_per_s=round(games / elapsed, 1),
        decisions_per_s=round(decisions / elapsed),
        decisions_per_game=round(decisions / games, 1),
        variant=kind.variant,
        modules=[*kind.modules],
    )


def start_up(kind: RuleSet) -> StartUp:
    """Measure, in processes of their own, start-up times and the peak memory of many games with the rounds table."""
    which = (kind.game.name, kind.variant, *kind.modules)
    return StartUp(
        help_s=_seconds("from rajas_sim.cli import main; main()", "--help"),
        first_game_s=_seconds(_FIRST_GAME, *which),
        peak_memory_mib=float(_output(_MEMORY, str(MEMORY_GAMES), *which)),
    )


Play = Callable[[int, int], int]


def _player(game: Game, rules: Any, line_up: Sequence[Strategy]) -> Play:
    """Return a function that plays n games from a first seed on and returns the number of decisions."""
    order = np.arange(rules.players, dtype=np.int8)

    def play(first_seed: int, n: int) -> int:
        seeds = np.arange(first_seed, first_seed + n, dtype=np.uint64)
        tables = game.play_batch(rules, line_up, np.tile(order, (n, 1)), seeds, ("games",))
        return int(tables["games"]["decisions"].sum())

    return play


def _batch_size(play: Play) -> int:
    """Return how many games take about `SECONDS_PER_BATCH`."""
    n = 1
    while True:
        begun = time.perf_counter()
        play(1 << 50, n)
        elapsed = time.perf_counter() - begun
        if elapsed > SECONDS_PER_BATCH / 4:
            return max(1, int(n * SECONDS_PER_BATCH / elapsed))
        n *= 4


def _play_until(play: Play, deadline: float, size: int, first_seed: int) -> tuple[int, int]:
    games = decisions = 0
    while time.perf_counter() < deadline:
        decisions += play(first_seed + games, size)
        games += size
    return games, decisions


_FIRST_GAME = """
import sys
from rajas_sim.experiment.bench import play_once
play_once(*sys.argv[1:])
"""
_MEMORY = """
import sys
from rajas_sim.experiment.bench import memory_of_run
print(memory_of_run(int(sys.argv[1]), *sys.argv[2:]))
"""


def play_once(game_name: str, variant: str, *modules: str) -> None:
    """Play one game of `balanced` against itself."""
    kind = kind_of_game(game_name, variant, modules)
    strategy = SHIPPED.strategy("balanced", {}, "balanced")
    _player(kind.game, kind.rules(2), [strategy] * 2)(0, 1)


def memory_of_run(n_games: int, game_name: str, variant: str, *modules: str) -> float:
    """Play a run of four-player games with the rounds table in a temporary folder; return the peak memory in MiB."""
    import tempfile
    from pathlib import Path

    from rajas_sim.experiment.config import Config
    from rajas_sim.experiment.memory import peak_memory_mib
    from rajas_sim.experiment.runner import run

    config = Config(
        name="memory",
        question="How much memory does a run need?",
        game=game_name,
        variant=variant,
        modules=modules,
        players=(4,),
        line_up=("balanced",),
        blocks=n_games,
        tables=("games", "seats", "rounds"),
    )
    with tempfile.TemporaryDirectory() as folder:
        run(config, Path(folder))
    return peak_memory_mib()


def _seconds(code: str, *arguments: str) -> float:
    # The second start is the one that counts: the first fills the caches of the operating system and of the compiler.
    begun = 0.0
    for _ in range(2):
        begun = time.perf_counter()
        _output(code, *arguments)
    return time.perf_counter() - begun


def _output(code: str, *arguments: str) -> str:
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RunError(f"measuring failed: {done.stderr.strip().splitlines()[-1:] or ['no message']}")
    return done.stdout
