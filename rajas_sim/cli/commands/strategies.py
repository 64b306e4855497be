"""`rajas strategies`: the strategies that can play."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from rajas_sim.cli.asking import check_output_file, chosen_cluster, open_runner
from rajas_sim.cli.commands.one_game import complete_strategy
from rajas_sim.cli.errors import EXIT_FAILED, say_error, say_note
from rajas_sim.cli.output import announce_compilation, print_json, rate_text, strategies_print_to_stderr
from rajas_sim.cli.shared_options import AnswerPage, AnyGame, AsJson, GameName, Quiet, Variant, checked_seed
from rajas_sim.core.games import DEFAULT_GAME, GAMES
from rajas_sim.questions.shared_options import OnCluster, OutFolder
from rajas_sim.showing.printing import echo
from rajas_sim.showing.rows import print_table

if TYPE_CHECKING:
    from rajas_sim.running.authoring.strength import Strength

app = typer.Typer(help="List, explain, write, check and measure strategies.", no_args_is_help=True)

EVERY_GAME = "every game"
MEASURED_PLAYERS = (2, 4)
# One seed for all, so that the same command gives the same measurement.
MEASURING_SEED = 2026
NameOrFile = Annotated[
    str, typer.Argument(help="Name of the strategy, or its file, which ends in .py.", autocompletion=complete_strategy)
]


@app.command("list")
def list_strategies(as_json: AsJson = False, game: AnyGame = None) -> None:
    """List all strategies without running them; stderr names files that hold none."""
    from rajas_sim.core.strategies.registry import CARELESS, ERROR, PLAYS_CARELESSLY, list_declarations, what_plays
    from rajas_sim.running.authoring.strength import YARDSTICK

    game_name = _checked_game_name(game)
    strategies, problems = list_declarations(game_name)
    for problem in problems:
        say_note(problem)
    if as_json:
        rows = [{"game": s.game, "name": s.name, "summary": s.summary, "is_compiled": s.is_compiled} for s in strategies]
        print_json(rows)
    else:
        shares = _measured_shares()
        rows_of_text = [
            [s.game or EVERY_GAME, s.name, _kind_text(s.is_compiled), shares.get((s.game, s.name), ""), s.summary]
            for s in strategies
        ]
        if all(s.name != CARELESS for s in strategies):
            careless_player = PLAYS_CARELESSLY if game_name is None else what_plays(CARELESS, game_name)[0]
            errs_text = f"{careless_player.capitalize()} with errors: at {ERROR:.0%} of its decisions any other option."
            rows_of_text.append([game_name or EVERY_GAME, CARELESS, "", "", errs_text])
        columns = ["game", "name", "kind", f"wins with 2 players against {YARDSTICK}", "summary"]
        if not any(row[3] for row in rows_of_text):  # nothing was measured in this game
            for row in (columns, *rows_of_text):
                del row[3]
        print_table(columns, rows_of_text)


def _measured_shares() -> dict[tuple[str | None, str], str]:
    """Return (game, name) -> win share that was measured with 2 players, of the first variant in the file, as text."""
    from rajas_sim.analysis.formatting import percent, percent_range
    from rajas_sim.core.strategies.files import strategy_files
    from rajas_sim.running.authoring.strength import YARDSTICK, measured_file, read_strengths

    shares: dict[tuple[str | None, str], str] = {}
    for path in dict.fromkeys(measured_file(file) for file in strategy_files()):
        for row in read_strengths(path):
            if row.players == 2 and row.against == YARDSTICK:
                shares.setdefault((row.game, row.strategy), f"{percent(row.win_share)} ({percent_range(row.low, row.high)})")
    return shares


@app.command("show")
def show_strategy(
    name: NameOrFile,
    game: AnyGame = None,
    variant: Variant = None,
    players: Annotated[int | None, typer.Option(metavar="K", min=1, help="Number of players to show values for.")] = None,
) -> None:
    """Show what a strategy does, its measured strength and speed, and its parameters."""
    from rajas_sim.core.strategies.registry import find_strategy
    from rajas_sim.running.authoring.strength import strengths_of

    strategy = find_strategy(name, game=_checked_game_name(game))
    facts = f"{strategy.game or EVERY_GAME}, {_kind_text(strategy.is_compiled)}, {strategy.path}"
    echo(f"{strategy.label} ({facts})\n\n{strategy.description}\n")
    if strategy.error:
        echo(f"It errs at {strategy.error:.0%} of its decisions: it takes one of the other options.\n")
    strengths = strengths_of(strategy)
    for strength in strengths:
        echo(f"{_strength_text(strength)}\n  {strength.command}")
    measure_command = f"rajas strategies measure {name} --game {strategy.game or DEFAULT_GAME} --save"
    echo("" if strengths else f"Its strength has not been measured yet. To measure it: {measure_command}\n")
    if strategy.learned and any(any(numbers) for numbers in strategy.learned.values()):
        echo(f"It corrects the worth of options with what it learned for {_rules_text(strategy.learned)}.\n")
    if not strategy.parameters:
        echo("It has no parameters.")
        return
    columns = ["parameter", "default", "from", "to", "unit", "meaning"]
    rows = [[p.name, f"{p.default:g}", f"{p.low:g}", f"{p.high:g}", p.unit, p.meaning] for p in strategy.parameters]
    if strategy.by_rules:
        first_variant, first_players = next(iter(strategy.by_rules))
        variant, players = variant or first_variant, players or first_players
        echo(
            f"Its values were tuned for {_rules_text(strategy.by_rules)}. These are for {variant} with {players} players; "
            "--variant and --players show others.\n"
        )
        values = strategy.values_under(variant, players)
        columns.insert(1, "value")
        for row in rows:
            row.insert(1, f"{values[row[0]]:.4g}")
    print_table(columns, rows, right_aligned=("value", "default", "from", "to"))


@app.command("new")
def new_strategy(
    name: Annotated[str, typer.Argument(help="Name of the strategy, and of its file in ./strategies.")],
    game: GameName = DEFAULT_GAME,
    is_compiled: Annotated[bool, typer.Option("--compiled", help="As a kernel for Numba; left out: plain Python.")] = False,
    is_quiet: Quiet = False,
) -> None:
    """Write the file of a new strategy, with comments on what it may look at."""
    from rajas_sim.core.game import find_game
    from rajas_sim.running.authoring.new_files import write_strategy

    path = write_strategy(name, find_game(game).name, is_compiled)
    echo(path if is_quiet else f"Wrote {path}. Change what it does, then: rajas strategies check {name}")


@app.command("check")
def check_strategy(name: NameOrFile, game: AnyGame = None) -> None:
    """Check that a strategy does what every strategy must do; end with exit code 1 if not."""
    from rajas_sim.core.game import find_game
    from rajas_sim.core.strategies.registry import find_strategy
    from rajas_sim.running.authoring.conformance import check

    strategy = find_strategy(name, game=_checked_game_name(game))
    is_good = True
    for game_name in [strategy.game] if strategy.game is not None else GAMES:
        for duty in check(find_game(game_name), strategy.for_game(game_name)):
            is_good = is_good and duty.problem is None
            echo(f"{game_name}: {duty.text}: {'yes' if duty.problem is None else 'NO'}")
            if duty.problem is not None:
                say_error(duty.problem)
    if not is_good:
        raise typer.Exit(EXIT_FAILED)


@app.command("explain")
def explain_strategy(
    name: NameOrFile,
    game: GameName = DEFAULT_GAME,
    players: Annotated[int | None, typer.Option(metavar="N", help="Number of players; left out: 4, or the nearest.")] = None,
    games: Annotated[
        int | None,
        typer.Option(
            min=10, max=100_000, metavar="N", help="Games against itself; left out: 400, or 40 if it searches, as expert does."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(callback=checked_seed, metavar="S", help="Seed of all luck.")] = MEASURING_SEED,
    out: OutFolder = "reports",
    workers: Annotated[int | None, typer.Option(metavar="W", min=1, help="Cores to use; all by default.")] = None,
    page: AnswerPage = None,
    as_json: AsJson = False,
    is_quiet: Quiet = False,
) -> None:
    """Say in words what a strategy does, how strong it is, and what the next rung of the ladder does otherwise.

    It plays against itself, against the rungs, and the same games with its neighbours on the ladder in its place. With --html the
    answer is a page as well, with all tables and with positions in which two strategies choose differently.

    For example: rajas strategies explain balanced --html balanced.html
    """
    from rajas_sim.cli.question_command import show_answer
    from rajas_sim.core.game import find_game
    from rajas_sim.core.strategies.registry import find_strategy
    from rajas_sim.questions.explain.explain_answer import explain_answer
    from rajas_sim.questions.explain.explained import Request, play_explained

    check_output_file(page)
    strategy = find_strategy(name, game=find_game(game).name)
    request = Request(find_game(game), strategy, players, games, seed)
    options = {"--game": game, "--players": players, "--games": games, "--seed": seed}
    words = [word for option, value in options.items() if value is not None for word in (option, str(value))]
    command = shlex.join(["rajas", "strategies", "explain", name, *words])
    with (
        strategies_print_to_stderr(),
        open_runner(game, out, workers=workers, cluster=None, is_quiet=is_quiet or as_json) as runner,
    ):
        answer = explain_answer(play_explained(request, runner), command)
    show_answer(answer, page, as_json, is_quiet)


@app.command("measure")
def measure_strategy(
    name: NameOrFile,
    game: GameName = DEFAULT_GAME,
    variant: Variant = None,
    players: Annotated[
        list[int] | None, typer.Option(metavar="K", help="Number of players; left out: 2 and 4, as far as possible. Repeatable.")
    ] = None,
    against: Annotated[
        str | None, typer.Option(metavar="NAME", help="The strategy on all other seats; left out: rule_of_thumb, or random.")
    ] = None,
    blocks: Annotated[int, typer.Option(min=2, max=100_000, metavar="N", help="Luck seeds, each played from every seat.")] = 1000,
    seconds: Annotated[float, typer.Option(min=0.1, metavar="S", help="How long its speed is measured.")] = 2.0,
    seed: Annotated[int, typer.Option(callback=checked_seed, metavar="S", help="Seed of all luck.")] = MEASURING_SEED,
    workers: Annotated[int | None, typer.Option(metavar="W", min=1, help="Cores to use; all by default.")] = None,
    cluster: OnCluster = None,
    is_saved: Annotated[bool, typer.Option("--save", help="Write it to measured.toml beside the strategy, for `show`.")] = False,
    as_json: AsJson = False,
) -> None:
    """Measure how strong and how fast a strategy is, against one strategy on all other seats.

    rule_of_thumb never changes, so you can compare measurements of different versions of rajas; only those are saved. A game in
    plain Python has random instead.
    """
    from rajas_sim.core.errors import InputError
    from rajas_sim.core.game import find_game
    from rajas_sim.core.strategies.registry import find_strategy
    from rajas_sim.running.authoring.strength import YARDSTICK, measure, measured_file, read_strengths, write_strengths
    from rajas_sim.study.rule_sets import RuleSet, errors_name_options

    if is_saved and against not in (None, YARDSTICK):
        raise InputError(f"--save: only measurements against {YARDSTICK} are kept")
    strategy = find_strategy(name, game=find_game(game).name)
    rule_set = RuleSet.from_options(find_game(game), variant, [], (), None)
    possible_counts = rule_set.game.player_counts
    player_counts = players or [k for k in MEASURED_PLAYERS if k in possible_counts] or possible_counts[:1]
    with errors_name_options():
        for k in player_counts:
            rule_set.rules(k)
    announce_compilation(game)
    strengths_file = measured_file(strategy)
    if is_saved:
        read_strengths(strengths_file)  # refuses a damaged file before anything is played
    strengths: list[Strength] = []
    with chosen_cluster(cluster, workers, is_quiet=False) as client:
        measurements = measure(
            rule_set,
            strategy,
            player_counts,
            against=against or YARDSTICK,
            blocks=blocks,
            seconds=seconds,
            workers=workers,
            cluster=client,
            on_note=say_note,
            seed=seed,
        )
        for _ in player_counts:
            with strategies_print_to_stderr():
                strengths.append(next(measurements))
            if is_saved:
                write_strengths(strengths_file, strengths[-1:])
            if not as_json:
                echo(_strength_text(strengths[-1]))
    if as_json:
        print_json([row.model_dump() for row in strengths])


def _rules_text(by_rules: Iterable[tuple[str, int]]) -> str:
    """Return variants and numbers of players as a list for people.

    >>> _rules_text([("base", 2), ("base", 3), ("navaratnas", 2)])
    'base (2, 3), navaratnas (2)'
    """
    counts_by_variant: dict[str, list[str]] = {}
    for variant, k in by_rules:
        counts_by_variant.setdefault(variant, []).append(str(k))
    return ", ".join(f"{variant} ({', '.join(counts)})" for variant, counts in counts_by_variant.items())


def _strength_text(row: Strength) -> str:
    """Return sentences about how strong and how fast a strategy is."""
    from rajas_sim.analysis.formatting import percent, percent_range

    others = row.against if row.players == 2 else f"{row.players - 1} {row.against}"
    return (
        f"{row.game}, {row.variant}, {row.players} players: wins {percent(row.win_share)} ({percent_range(row.low, row.high)}) "
        f"against {others}, where {percent(1 / row.players)} is even; {row.blocks:,} blocks. "
        f"{rate_text(row.games_per_s)} games/s with one thread."
    )


def _checked_game_name(game: str | None) -> str | None:
    """Return the name of a game, or None for None; refuse a game that does not exist."""
    from rajas_sim.core.game import find_game

    return None if game is None else find_game(game).name


def _kind_text(is_compiled: bool) -> str:
    return "compiled" if is_compiled else "Python"
