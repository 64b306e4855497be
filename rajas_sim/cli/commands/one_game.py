"""`rajas play`, `table`, `review` and `replay`: one game as text, as a log, as a page; at the table; and what choices cost."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import tee
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rajas_sim.cli.asking import check_output_file
from rajas_sim.cli.output import announce_compilation
from rajas_sim.cli.shared_options import (
    GameName,
    GamePage,
    IsOpened,
    Modules,
    OptionChances,
    Playouts,
    Quiet,
    Sets,
    Variant,
    checked_seed,
)
from rajas_sim.core.errors import InputError, RajasError, RunError
from rajas_sim.core.games import DEFAULT_GAME
from rajas_sim.questions.shared_options import Components, TrustsFiles, complete_run
from rajas_sim.showing.printing import echo
from rajas_sim.study.saved_boxes import PLAYED

if TYPE_CHECKING:
    from rajas_sim.core.playing.one_game import Step
    from rajas_sim.core.strategies.declaration import Strategy
    from rajas_sim.live.kept_games import LiveSetUp
    from rajas_sim.live.live_game import LiveGame

FEWEST_OF_OPTIONS = 2
"""Smallest number of playouts of an option; a single one has no spread."""
MOST_FIRST_LINES, MOST_LAST_LINES = 300, 10
"""A game in plain Python prints so many lines at once. If it has more and then fails, the last lines are printed too."""


def complete_strategy(incomplete: str) -> list[str]:
    """Return the names of strategies of all games, for shell completion.

    No strategy is loaded for this.
    """
    from rajas_sim.core.strategies.registry import known_names

    return [name for name in known_names() if name.startswith(incomplete)]


def play(
    game: GameName = DEFAULT_GAME,
    players: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Number of players; by default one for each strategy or board given, or else the fewest of the game.",
        ),
    ] = None,
    variant: Variant = None,
    modules: Modules = None,
    sets: Sets = None,
    strategy: Annotated[
        list[str] | None,
        typer.Option(
            help="Strategy name or .py file. Repeat for each seat from the start player on; one alone plays every seat.",
            autocompletion=complete_strategy,
        ),
    ] = None,
    boards: Annotated[
        list[str] | None,
        typer.Option("--board", help="Board, where a variant has several. Repeat for each seat; one alone is for all seats."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="S", callback=checked_seed, help="Luck seed; left out: 1, or with --me a new one.")
    ] = None,
    components: Components = None,
    people: Annotated[
        list[int] | None,
        typer.Option(
            "--me", metavar="SEAT", min=1, help="Sit at this seat yourself; 1 is the start player. Repeat for others beside you."
        ),
    ] = None,
    person: Annotated[str, typer.Option("--name", metavar="NAME", help="Your name, if several people play here.")] = "",
    resumed: Annotated[
        Path | None,
        typer.Option(
            "--resume", metavar="FILE", help="Go on with a game of your own that was kept, such as played/ganges-seed-1.json."
        ),
    ] = None,
    trusts_files: Annotated[
        bool, typer.Option("--trust", help="With --resume: run the Python files that the game names.")
    ] = False,
    log: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Also write an audit log to this file: one JSON object a line, one line for every change."
        ),
    ] = None,
    log_options: Annotated[bool, typer.Option("--log-options", help="With --log: write all options of every decision.")] = False,
    html: GamePage = None,
    is_opened: IsOpened = False,
    playouts: Playouts = None,
    with_options: OptionChances = False,
    is_quiet: Quiet = False,
) -> None:
    """Play one game and print it, decision by decision; with --quiet and without --me, only how it ended.

    The strategies decide; the seed determines the dice and the tiles. The same command plays the same game.

    With --html the game is also written as a page to watch, with the table drawn and the chance to win after every turn. --open
    shows that page; without --html it is a file in the current folder, named after the game.

    With --me you play yourself: you choose options by their numbers. The game is kept after every choice, so you can stop and go
    on. Its luck is new each time unless --seed is given.

    For example: rajas play --players 3 --strategy balanced --strategy random --strategy fame_rush --seed 7

    And yourself against a strong player: rajas play --me 1 --strategy strong
    """
    from rajas_sim.core.games import name_of_game
    from rajas_sim.core.strategies.registry import name_or_stand_in
    from rajas_sim.live.kept_games import LiveSetUp, go_on_with, keep_box, new_file, new_seed

    if log_options and log is None:
        raise InputError("--log-options: needs --log FILE")
    _require_playouts(playouts, with_options)
    check_output_file(html)
    check_output_file(log, "--log")
    if resumed is None:
        set_up = LiveSetUp(
            game=game,
            players=players,
            variant=variant,
            modules=tuple(modules or ()),
            sets=tuple(sets or ()),
            components=keep_box(components, PLAYED) if people and components else components,
            strategies=tuple(strategy or [name_or_stand_in("balanced", name_of_game(game))]),
            boards=tuple(boards or ()),
            people=tuple(people or ()),
            person=person,
            seed=seed if seed is not None else new_seed() if people else 1,
        )
        live = set_up.begin(compiles_ahead=bool(people))
        file = new_file(set_up, live.table.game.name)
    else:
        (set_up, live), file = go_on_with(resumed, trusts_files=trusts_files, compiles_ahead=True), resumed
    table, labels = live.table, live.labels
    if people and players is None and not is_quiet:
        echo(f"A game of {len(labels)} players; --players N changes their number.")
    announce_compilation(table.game.name, is_single_game=True, is_quiet=is_quiet)
    if set_up.people:
        if not _play_yourself(set_up, live, file):
            return
        steps = live.steps
    else:
        printed_steps, kept_steps = tee(table.game.steps(table.rules, table.strategies, set_up.seed))
        lines = table.game.narration.lines(printed_steps, labels)
        _print_story(lines if table.game.batches.is_compiled else _shortened_at_an_error(lines), len(labels), is_quiet)
        steps = list(kept_steps)
    if log is not None:
        table.game.audit_log.write(log, steps, labels, with_options=log_options)
        if not is_quiet:
            echo(f"Log     {log}")
    if html is not None or is_opened:
        page = html or Path(f"{table.game.name}-{len(labels)}-players-seed-{set_up.seed}.html")
        _write_page(live, steps, page, playouts, with_options=with_options, is_quiet=is_quiet)
        _say_page(page, page, is_opened, is_quiet)


def table(
    folder: Annotated[Path, typer.Option("--folder", metavar="FOLDER", help="Where games and boxes are kept.")] = PLAYED,
    reports: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder in which runs get their folders.")] = Path(
        "reports"
    ),
    port: Annotated[
        int, typer.Option(metavar="N", min=1, max=65535, help="Port of this machine that pages are served at.")
    ] = 8421,
    is_opened: Annotated[bool, typer.Option("--open/--no-open", help="Show the page in the browser.")] = True,
    is_quiet: Quiet = False,
) -> None:
    """Sit down at the table: play in the browser against strategies or other people here, until Ctrl-C.

    Games are kept after every choice and go on where they were. Other pages are for the values of your box, and for runs.
    All of them are for this machine alone. They need two libraries: pip install 'rajas[table]'.

    For example: rajas table
    """
    from rajas_sim.live.serving import serve

    serve(folder, reports, port, lambda address: _say_page(address, address, is_opened, is_quiet))


def review(
    file: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help="A game that was kept, by its name or file, such as played/ganges-seed-1.json; or a run."
        ),
    ],
    seat: Annotated[
        int | None, typer.Option(metavar="SEAT", min=1, help="Whose choices; left out: those of the first person at the table.")
    ] = None,
    strategy: Annotated[
        str | None, typer.Option(metavar="LABEL", help="Of a run: whose choices; left out: those of its first strategy.")
    ] = None,
    players: Annotated[
        int | None, typer.Option(metavar="N", help="For a run: with how many players; by default its first number.")
    ] = None,
    games: Annotated[
        int | None, typer.Option(metavar="N", min=5, help="For a run: how many games to read; left out: 40.")
    ] = None,
    trusts_files: Annotated[bool, typer.Option("--trust", help="Run the Python files that the game or run names.")] = False,
    is_quiet: Quiet = False,
) -> None:
    """Say what your choices in a game cost you, which cost most, and how you compare with strategies.

    Of each decision the options that seem best are played on, with the one you chose and those that other strategies would take,
    which takes a minute or two. Of a run it says which kinds of decision cost a strategy most.

    For example: rajas review played/ganges-seed-1.json

    For example: rajas review start_player --players 2
    """
    from rajas_sim.live.kept_games import file_of_kept

    kept_file = file_of_kept(file)
    if kept_file is None:
        if seat is not None:
            raise InputError("--seat: is for a kept game; of a run name a --strategy")
        _review_run(file, strategy, players, games, trusts_files=trusts_files, is_quiet=is_quiet)
        return
    run_options = {"--strategy": strategy, "--players": players, "--games": games}
    if given_options := [option for option, value in run_options.items() if value is not None]:
        raise InputError(f"{given_options[0]}: is for a run; of a kept game choose a --seat")
    from rajas_sim.cli.output import progress_bar
    from rajas_sim.live.kept_games import go_on_with
    from rajas_sim.live.review import review as review_game
    from rajas_sim.live.review_texts import lines_of
    from rajas_sim.running.foreman import WorkProgress

    set_up, live = go_on_with(kept_file, trusts_files=trusts_files)
    chosen_seat = seat or next(iter(set_up.people), 1)
    if chosen_seat > live.state.rules.players:
        raise InputError(f"--seat: there is no seat {chosen_seat} with {live.state.rules.players} players")
    with progress_bar(live.table.game.name, is_quiet) as (_, on_count):
        game_review = review_game(
            live.table.game,
            live.steps,
            chosen_seat - 1,
            on_count=lambda done, n_choices: on_count(WorkProgress("choices reviewed", done, n_choices)),
        )
    for line in lines_of(game_review, live.labels[chosen_seat - 1]):
        echo(line)


def _review_run(
    run_name: str, label: str | None, players: int | None, games: int | None, *, trusts_files: bool, is_quiet: bool
) -> None:
    """Print what a strategy's choices in a run cost it.

    By default it reads `GAMES` games of the run's first label and number of players.
    """
    from rajas_sim.analysis.reading.names import Names
    from rajas_sim.cli.output import progress_bar
    from rajas_sim.live.run_review import GAMES, lines_of_run, review_run
    from rajas_sim.running.foreman import WorkProgress
    from rajas_sim.study.folder.runs import find_run
    from rajas_sim.study.folder.store import RunFolder

    try:
        folder = find_run(run_name)
    except InputError as error:
        raise InputError(
            f"{error}. A kept game is named as on its page, such as ganges-seed-1 for {PLAYED}/ganges-seed-1.json"
        ) from None
    game = RunFolder(folder).manifest().game
    with progress_bar(game, is_quiet) as (_, on_count):
        run_review = review_run(
            folder,
            label,
            players=players,
            games=games or GAMES,
            trusts_files=trusts_files,
            on_count=lambda done, n_games: on_count(WorkProgress("games reviewed", done, n_games)),
        )
    for line in lines_of_run(run_review, Names.of(game)):
        echo(line)


def _play_yourself(set_up: LiveSetUp, live: LiveGame, file: Path) -> bool:
    """Play with the people at the terminal; return whether the game is over."""
    from rajas_sim.live.in_terminal import TerminalGame

    def ask(question: str) -> str:
        echo(f"{question}:")
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line

    is_over = TerminalGame(set_up, live, file, ask, echo).play()
    echo(f"Game    {file}")
    if not is_over:
        echo(f"To go on: rajas play --resume {file}")
    return is_over


def _require_playouts(playouts: int | None, with_options: bool) -> None:
    """Refuse too few playouts for the chances of options; None is the default number, which is enough."""
    if with_options and playouts is not None and playouts < FEWEST_OF_OPTIONS:
        raise InputError(f"--option-chances: needs --playouts {FEWEST_OF_OPTIONS} or more, to tell luck from what an option does")


def _announce_playouts(players: Sequence[Strategy], playouts: int | None, is_quiet: bool) -> None:
    """Announce that playouts take long if strategies in plain Python play them."""
    if playouts != 0 and not is_quiet and not all(player.is_compiled for player in players):
        text = (
            "Playing on from every turn for the chances to win. In plain Python it may take minutes; --playouts 0 leaves it out."
        )
        echo(text, err=True)


def replay(
    run: Annotated[
        str,
        typer.Argument(
            metavar="RUN",
            help="A run: its folder, URL or label, or its name below reports/; or a kept game, by its name or file.",
            autocompletion=complete_run,
        ),
    ],
    game: Annotated[
        int | None, typer.Argument(metavar="GAME", min=0, help="In a run: column 'game' of its tables; 0 is the first game.")
    ] = None,
    html: GamePage = None,
    is_opened: IsOpened = False,
    playouts: Playouts = None,
    with_options: OptionChances = False,
    trusts_files: TrustsFiles = False,
    is_quiet: Quiet = False,
) -> None:
    """Play a game of a run again and print it, decision by decision; with --quiet, only how it ended; or a game that was kept.

    It has the same luck and the same decisions as in the run. If it turns out differently, the command says so and ends with 1.

    With --html the game is also written as a page to watch, with the table drawn and the chance to win after every turn, or after
    every round if the run tells it. --open shows that page; without --html it is a file in the folder of the run.

    For example: rajas replay start_player 0 --open
    """
    from rajas_sim.study.folder.identity import versions
    from rajas_sim.study.folder.places import local_copy, upload_changes
    from rajas_sim.study.folder.runs import find_played_game, find_run
    from rajas_sim.study.folder.store import RunFolder

    _require_playouts(playouts, with_options)
    check_output_file(html)
    if game is None:
        _replay_kept(run, html, is_opened, playouts, with_options=with_options, trusts_files=trusts_files, is_quiet=is_quiet)
        return
    folder = find_run(run)
    local_folder = local_copy(folder)
    played_game = find_played_game(local_folder, game, trusts_files=trusts_files)
    game_key = played_game.key
    seat_labels = played_game.labels_by_seat
    if not is_quiet:
        echo(
            f"Game {game}: {game_key.players} players, block {game_key.block}, order {game_key.order}, "
            f"rotation {game_key.rotation}, arm {played_game.arm}; seats in turn order: {', '.join(seat_labels)}"
        )
    steps = list(played_game.steps())
    _print_story(played_game.game.narration.lines(steps, seat_labels), game_key.players, is_quiet)
    difference = played_game.difference_text(steps)
    if difference is not None:
        recorded_versions, current_versions = RunFolder(played_game.folder).manifest().versions, versions()
        changed_versions = [
            f"{name} {recorded_versions[name]} (now {current_versions[name]})"
            for name in current_versions
            if recorded_versions.get(name, current_versions[name]) != current_versions[name]
        ]
        cause = f"It was played with {', '.join(changed_versions)}, or" if changed_versions else "Most likely"
        raise RunError(
            f"the replay differs from the recorded game: {difference}. {cause} one of its strategies depends on more than the "
            "position; it must draw random numbers from the position's seed and declare uses_chance=True"
        )
    if html is None and not is_opened:
        return
    from rajas_sim.analysis import load_run
    from rajas_sim.analysis.course.chances import chances_by_round
    from rajas_sim.showing.replay import chances_of_turns, write_replay

    page = html or local_folder / f"replay-{game}.html"
    strategies = played_game.strategies_by_seat
    chances_by_model = None if with_options else chances_by_round(load_run(local_folder), game_key.players, game)
    if chances_by_model is None:
        _announce_playouts(strategies, playouts, is_quiet)
    chances = chances_by_model or chances_of_turns(played_game.game, steps, strategies, playouts, with_options=with_options)
    origin = f"game {game} of run {folder.resolve().name}"
    write_replay(played_game.game, steps, seat_labels, page, players=strategies, chances=chances, origin=origin)
    _say_page(page, html or folder / page.name, is_opened, is_quiet)
    if html is None:
        upload_changes(local_folder, folder)


def _replay_kept(
    name: str, html: Path | None, is_opened: bool, playouts: int | None, *, with_options: bool, trusts_files: bool, is_quiet: bool
) -> None:
    """Print a kept game as far as it was played, as `replay` does."""
    from rajas_sim.live.kept_games import file_of_kept, go_on_with

    file = file_of_kept(name)
    if file is None:
        raise InputError(f"{name}: no such kept game; of a run, name the number of a game too: rajas replay {name} 0")
    _, live = go_on_with(file, trusts_files=trusts_files)
    _print_story(live.table.game.narration.lines(live.steps, live.labels), len(live.labels), is_quiet)
    if html is not None or is_opened:
        page = html or file.with_suffix(".html")
        _write_page(live, live.steps, page, playouts, with_options=with_options, is_quiet=is_quiet)
        _say_page(page, page, is_opened, is_quiet)


def _write_page(
    live: LiveGame, steps: Sequence[Step], page: Path, playouts: int | None, *, with_options: bool, is_quiet: bool
) -> None:
    """Write a game of its own, not of a run, as a page to watch, with chances to win."""
    from rajas_sim.showing.replay import chances_of_turns, write_replay

    game, strategies = live.table.game, live.table.strategies
    _announce_playouts(strategies, playouts, is_quiet)
    chances = chances_of_turns(game, steps, strategies, playouts, with_options=with_options)
    write_replay(game, steps, live.labels, page, players=strategies, chances=chances)


def _print_story(lines: Iterable[str], n_players: int, is_quiet: bool) -> None:
    """Print a game line by line; with `is_quiet`, only how it ended and the place of each player."""
    from rajas_sim.analysis.formatting import with_minus_signs

    for line in list(lines)[-n_players - 1 :] if is_quiet else lines:
        echo(with_minus_signs(line))


def _shortened_at_an_error(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a game; if there are many and an error ends them, only the first and the last.

    An endless game has thousands.
    """
    later_lines = list[str]()
    try:
        for n, line in enumerate(lines):
            if n < MOST_FIRST_LINES:
                yield line
            else:
                later_lines.append(line)
    except RajasError:
        if len(later_lines) > MOST_LAST_LINES:
            yield f"... ({len(later_lines) - MOST_LAST_LINES:,} lines are left out)"
        yield from later_lines[-MOST_LAST_LINES:]
        raise
    yield from later_lines


def _say_page(page: Path | str, shown_path: Path | str, is_opened: bool, is_quiet: bool) -> None:
    """Print where a page is, as `shown_path`, and open it in the browser if `is_opened`."""
    if not is_quiet:
        echo(f"Page    {shown_path}")
    if is_opened:
        typer.launch(str(page))
