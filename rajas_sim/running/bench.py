"""Measuring speed, start-up time and memory on this machine."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rajas_sim.core.errors import RunError
from rajas_sim.core.game import Game, find_game
from rajas_sim.core.games import DEFAULT_GAME, GAMES
from rajas_sim.core.rulebook.rules import Rules
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.registry import find_strategy, known_names
from rajas_sim.running.runner import n_cores, run
from rajas_sim.running.workers.shard import peak_memory_mib
from rajas_sim.study.config.form import Config
from rajas_sim.study.config.resolve import resolve
from rajas_sim.study.rule_sets import RuleSet, errors_name_options

# How long each line-up is played, and about how long at most a batch of its games takes.
SECONDS = 2.0
SECONDS_PER_BATCH = 0.2
# Line-ups that are measured if the game has the strategy: strategy, and number of players (or the nearest the game allows).
LINE_UPS = (
    ("random", 2),
    ("rule_of_thumb", 4),
    ("balanced", 4),
    ("strong", 4),
    ("expert", 2),
    ("python_example", 2),
    ("greedy", 2),
    ("searcher", 2),
)
USUAL_STRATEGIES = ("balanced", "random")
"""The strategy for measurements that need only one: the first of these that a game has."""
# The run whose memory is measured.
MEMORY_GAMES = 10_000
MEMORY_PLAYERS = 4
MEMORY_TABLES = ("games", "seats", "rounds")


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
    """Seconds from the start of a process until its first game is over, and the peak memory of a run of many games."""

    first_game_s: float
    peak_memory_mib: float
    memory_players: int


def rule_sets_to_measure(game_name: str | None = None, variant: str | None = None, modules: Sequence[str] = ()) -> list[RuleSet]:
    """Return the rule set to measure for each game.

    Parameters
    ----------
    game_name
        By default, every game that has the variant and the modules.

    Raises
    ------
    InputError
        If there is no such game, variant or module.
    """
    games = [find_game(name) for name in GAMES] if game_name is None else [find_game(game_name)]
    matching_games = [game for game in games if variant in (None, *game.variants) and set(modules) <= set(game.modules)]
    # If no game has the variant and the modules, the error names what the default game lacks.
    rule_sets = [
        RuleSet.from_options(game, variant, modules, (), None)
        for game in matching_games or [find_game(game_name or DEFAULT_GAME)]
    ]
    with errors_name_options():
        for rule_set in rule_sets:
            rule_set.rules(min(rule_set.game.player_counts))
    return rule_sets


def speeds(rule_set: RuleSet, seconds: float = SECONDS) -> Iterator[Speed]:
    """Measure every line-up with one thread and, if all its strategies are compiled, with one thread per core.

    Yields
    ------
    Speed
        As soon as it is measured.
    """
    known = known_names(rule_set.game.name)
    for name, players in LINE_UPS:
        if name not in known:
            continue
        strategy = find_strategy(name, game=rule_set.game.name)
        is_compiled = strategy.is_compiled and rule_set.game.batches.is_compiled
        threads = (1, n_cores()) if is_compiled and n_cores() > 1 else (1,)
        for n_threads in threads:
            yield measure(rule_set, strategy, nearest_count(rule_set.game, players), n_threads, seconds)


def nearest_count(game: Game, players: int) -> int:
    """Return the number of players that the game allows and that is nearest to the given one."""
    return min(game.player_counts, key=lambda k: abs(k - players))


def measure(rule_set: RuleSet, strategy: Strategy, players: int, threads: int, seconds: float) -> Speed:
    """Measure how fast games are played with one strategy on every seat, for about `seconds`."""
    play = _play_function(rule_set.game, rule_set.rules(players), [strategy] * players)
    play(0, 1)  # compiles, before the clock starts
    with ThreadPoolExecutor(threads) as pool:
        start_time = time.perf_counter()
        deadline = start_time + seconds
        # The first seeds lie far apart, so that no two threads play the same game.
        counts = list(pool.map(lambda thread: _play_until(play, deadline, thread << 40), range(threads)))
        elapsed = time.perf_counter() - start_time
    games, decisions = (sum(column) for column in zip(*counts, strict=True))
    return Speed(
        game=rule_set.game.name,
        players=players,
        strategies=[strategy.name] * players,
        threads=threads,
        games_per_s=round(games / elapsed, 3),
        decisions_per_s=round(decisions / elapsed),
        decisions_per_game=round(decisions / games, 1),
        variant=rule_set.variant,
        modules=[*rule_set.modules],
    )


def start_up(rule_set: RuleSet) -> StartUp:
    """Measure, in separate processes, the start-up time, and the peak memory of a run of many games with the rounds table."""
    arguments = (rule_set.game.name, rule_set.variant, *rule_set.modules)
    return StartUp(
        memory_players=nearest_count(rule_set.game, MEMORY_PLAYERS),
        first_game_s=_process_seconds(_CODE.format(play_once.__name__), *arguments),
        peak_memory_mib=float(_process_output(_CODE.format(memory_of_run.__name__), *arguments)),
    )


def help_seconds() -> float:
    """Measure how long ``rajas --help`` takes."""
    return _process_seconds("from rajas_sim.cli import main; main()", "--help")


def _usual_strategy_name(game: Game) -> str:
    known = known_names(game.name)
    return next(name for name in USUAL_STRATEGIES if name in known)


# First seed and number of games -> how many decisions they had.
PlayGames = Callable[[int, int], int]


def _play_function(game: Game, rules: Rules, line_up: Sequence[Strategy]) -> PlayGames:
    """Return a function that plays n games with consecutive seeds and returns the number of decisions."""
    seating = np.arange(rules.players, dtype=np.int8)

    def play(first_seed: int, n_games: int) -> int:
        seeds = np.arange(first_seed, first_seed + n_games, dtype=np.uint64)
        tables = game.batches.play(rules, line_up, np.tile(seating, (n_games, 1)), seeds, ("games",))
        return int(tables["games"]["decisions"].sum())

    return play


def _play_until(play: PlayGames, deadline: float, first_seed: int) -> tuple[int, int]:
    """Play batches until the deadline, doubling them up to `SECONDS_PER_BATCH`; return how many games and decisions they had."""
    games, decisions, batch_size = 0, 0, 1
    while games == 0 or time.perf_counter() < deadline:
        start_time = time.perf_counter()
        decisions += play(first_seed + games, batch_size)
        games += batch_size
        if time.perf_counter() - start_time < SECONDS_PER_BATCH / 2:
            batch_size *= 2
    return games, decisions


# The code for a separate process; its arguments are game, variant and modules.
_CODE = "import sys; from rajas_sim.running import bench; print(bench.{}(*sys.argv[1:]))"


def play_once(game_name: str, variant: str, *modules: str) -> None:
    """Play one game with `balanced` on every seat, or `random` if the game has no `balanced`."""
    game = find_game(game_name)
    players = min(game.player_counts)
    strategy = find_strategy(_usual_strategy_name(game), game=game.name)
    _play_function(game, game.rules(players, variant, modules), [strategy] * players)(0, 1)


def memory_of_run(game_name: str, variant: str, *modules: str) -> float:
    """Play `MEMORY_GAMES` with the rounds table in a temporary folder, and return the peak memory of this process in MiB."""
    game = find_game(game_name)
    config = Config(
        name="memory",
        question="How much memory does a run need?",
        game=game_name,
        variant=variant,
        modules=modules,
        players=(nearest_count(game, MEMORY_PLAYERS),),
        line_up=(_usual_strategy_name(game),),
        blocks=MEMORY_GAMES,
        tables=tuple(table for table in MEMORY_TABLES if table in game.tables),
    )
    with tempfile.TemporaryDirectory() as folder:
        run(resolve(config), Path(folder))
    return peak_memory_mib()


def _process_seconds(code: str, *arguments: str) -> float:
    """Return how many seconds a second process takes; the first one fills the caches of the system and of the compiler."""
    start_time = 0.0
    for _ in range(2):
        start_time = time.perf_counter()
        _process_output(code, *arguments)
    return time.perf_counter() - start_time


def _process_output(code: str, *arguments: str) -> str:
    """Return what some code prints in a process that takes no input, or raise a `RunError` if it fails."""
    process = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)
    if process.returncode:
        raise RunError(f"measuring failed: {process.stderr.strip().splitlines()[-1:] or ['no message']}")
    return process.stdout
