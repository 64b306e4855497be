"""`rajas bench`: how fast this machine plays."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from rajas_sim.cli.output import announce_compilation, memory_text, print_json, rate_text, strategies_print_to_stderr
from rajas_sim.cli.shared_options import AnyGame, Modules, Variant
from rajas_sim.showing.printing import echo
from rajas_sim.showing.rows import print_table

if TYPE_CHECKING:
    from rajas_sim.running.bench import Speed

# Load average of the last minute above which other programs disturb a measurement.
BUSY_LOAD = 0.5


def bench(
    as_json: Annotated[bool, typer.Option("--json", help="Print only the speeds, as a JSON list.")] = False,
    seconds: Annotated[
        float, typer.Option(min=0.1, metavar="S", help="Seconds that each line-up plays with one thread, and again with all.")
    ] = 2.0,
    game: AnyGame = None,
    variant: Variant = None,
    modules: Modules = None,
) -> None:
    """Measure games and decisions per second, start-up time and memory, for all games or for one."""
    from rajas_sim.running.bench import MEMORY_GAMES, help_seconds, rule_sets_to_measure, speeds, start_up

    rule_sets = rule_sets_to_measure(game, variant, modules or [])
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    if load > BUSY_LOAD:
        echo(f"Other programs are busy on this machine (load {load:.1f}), so these speeds are too low.", err=True)
    measured_speeds: list[Speed] = []
    for rule_set in rule_sets:
        announce_compilation(rule_set.game.name)
        with strategies_print_to_stderr():
            measured_speeds += speeds(rule_set, seconds)
    if as_json:
        print_json([asdict(speed) for speed in measured_speeds])
        return
    _print_speeds(measured_speeds)
    echo(f"rajas --help answers after {help_seconds():.2f} s.")
    for rule_set in rule_sets:
        start = start_up(rule_set)
        echo(
            f"{rule_set.game.name}: the first game ends {start.first_game_s:.2f} s after the start. {MEMORY_GAMES:,} games with "
            f"{start.memory_players} players and the rounds table need up to {memory_text(start.peak_memory_mib)}."
        )


def _print_speeds(measured_speeds: Iterable[Speed]) -> None:
    columns = ("game", "strategies", "players", "threads", "games/s", "decisions/s", "decisions/game")
    rows = []
    for speed in measured_speeds:
        rate_texts = (rate_text(speed.games_per_s), f"{speed.decisions_per_s:,.0f}", f"{speed.decisions_per_game:,.0f}")
        rows.append((speed.game, speed.strategies[0], str(speed.players), str(speed.threads), *rate_texts))
    print_table(columns, rows, right_aligned=columns[2:])
