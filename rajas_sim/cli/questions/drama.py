"""`rajas drama`: when the games of a run are decided."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rajas_sim.cli.errors import say_note
from rajas_sim.cli.options import RUN, AsJson, Quiet
from rajas_sim.showing.rows import print_table

if TYPE_CHECKING:
    from rajas_sim.analysis import Run
    from rajas_sim.analysis.drama.choices import Choices
    from rajas_sim.analysis.drama.drama import Drama
    from rajas_sim.analysis.drama.spot_checks import SpotChecks
    from rajas_sim.analysis.drama.turning_points import TurningPoint


def drama(
    run: RUN,
    players: Annotated[int | None, typer.Option(metavar="K", help="Only this number of players.")] = None,
    spot_checks: Annotated[
        int,
        typer.Option(metavar="N", min=0, help="Check the chances by playing on from a position of each of N games."),
    ] = 0,
    playouts: Annotated[int, typer.Option(metavar="N", min=2, help="How often each of these positions is played on.")] = 200,
    choices: Annotated[
        int, typer.Option(metavar="N", min=0, help="Count in N games, played again, the turns that leave nothing to choose.")
    ] = 0,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write the turning points of all judged games, each with its command, to a .csv or .parquet file.",
        ),
    ] = None,
    as_json: AsJson = False,
    is_quiet: Quiet = False,
) -> None:
    """Say when games are decided, who comes back, and which round turned a game.

    Told by the chance to win after every round: a model of what the table of rounds holds of each player, fitted to one half of
    the blocks; the other half is judged. What the numbers mean stands in docs/drama.md.

    For example: rajas drama start_player
    """
    from rajas_sim.analysis import findings, load_run
    from rajas_sim.asking.drama import count_choices
    from rajas_sim.asking.drama import spot_checks as checked
    from rajas_sim.asking.shown.drama import WITHOUT_DRAMA, check_ending, write_turning_points
    from rajas_sim.core.errors import InputError
    from rajas_sim.experiment.folder.places import copied_here
    from rajas_sim.experiment.folder.runs import find_run, require_finished

    if out is not None:
        check_ending(out)
    folder = find_run(run)
    require_finished(folder)
    opened = load_run(copied_here(folder))
    if players is not None and players not in opened.players:
        raise InputError(f"--players: found {players}; this run has {', '.join(map(str, opened.players))}")
    asked = [count for count in findings(opened) if players in (None, count.players)]
    found = [own for count in asked for own in count.dramas]
    if not found:
        raise InputError(f"{folder}: {WITHOUT_DRAMA.format(players=' and '.join(str(count.players) for count in asked))}")
    silent = [str(count.players) for count in asked if not count.dramas]
    if silent and not is_quiet:
        say_note(WITHOUT_DRAMA.format(players=" and ".join(silent)))
    checks = [checked(opened, own, spot_checks, playouts) if spot_checks else None for own in found]
    counts = [count_choices(opened, own, choices) if choices else None for own in found]
    if out is not None:
        n = write_turning_points(opened, found, out)
        if not is_quiet:
            say_note(f"{n:,} turning points are in {out}")
    if as_json:
        each = zip(found, checks, counts, strict=True)
        typer.echo(json.dumps([_as_json(opened, own, check, count) for own, check, count in each], indent=2))
        return
    for own, check, count in zip(found, checks, counts, strict=True):
        _say(opened, own, check, count, is_quiet)


def _say(run: Run, own: Drama, check: SpotChecks | None, count: Choices | None, is_quiet: bool) -> None:
    from rajas_sim.analysis.drama.titles import titled_rows
    from rajas_sim.analysis.formatting import counted, mean_text, share_text

    who = f"{own.players} players{f', {own.label}' if own.label else ''}"
    typer.echo(f"{who}: {counted(own.n_games, 'game')}, {counted(own.n_blocks, 'block')}, the half that was judged")
    said = [*own.sentences, *([check.sentence] if check else []), *([count.sentence] if count else [])]
    for sentence in () if is_quiet else said:
        typer.echo(f"{sentence}.")
    typer.echo()
    rows = [
        (str(of.round), f"{of.n_games:,}", share_text(of.leader_wins), share_text(of.favourite_wins), mean_text(of.suspense))
        for of in own.rounds
    ]
    print_table(("after round", "games", "leader wins", "favourite wins", "suspense of the next round"), rows)
    typer.echo()
    print_table(("per game", "mean or share"), titled_rows([own]))
    typer.echo()
    if len(own.strategies) > 1:
        columns = ("strategy", "won: lowest chance", "won: decided after", "won: led for good after", "lost: highest chance")
        kinds = [(of.strategy, (of.lowest, of.decided, of.lead, of.highest)) for of in own.strategies]
        print_table(columns, [(name, *("" if e is None else share_text(e) for e in every)) for name, every in kinds])
        typer.echo()
    _say_points(run, own.turning_points)


def _say_points(run: Run, points: Sequence[TurningPoint]) -> None:
    from rajas_sim.analysis.drama.turning_points import command
    from rajas_sim.analysis.formatting import percent, signed_points

    rows = [
        (
            signed_points(point.swing),
            f"{percent(point.before)} to {percent(point.after)}",
            f"position {point.position}, {point.strategy}",
            f"round {point.round} of {command(run.folder, point.game)}",
        )
        for point in points
    ]
    print_table(("largest swings", "chance of the winner", "who won", "where to see it"), rows)
    typer.echo()


def _as_json(run: Run, own: Drama, check: SpotChecks | None, count: Choices | None) -> dict[str, Any]:
    from dataclasses import asdict

    from rajas_sim.analysis.drama.turning_points import command

    found: dict[str, Any] = {
        "players": own.players,
        "line_up": own.label,
        "games": own.n_games,
        "blocks": own.n_blocks,
        "fitted_games": own.chances.n_games,
        "estimates": [estimate.as_dict() for estimate in own.estimates],
        "reliability": [{"chance": b.told, "n": b.n, "won": b.won.as_dict(), "is_met": b.is_met} for b in own.quality.bins],
        "turning_points": [{**asdict(p), "replay": command(run.folder, p.game)} for p in own.turning_points],
        "sentences": [f"{sentence}." for sentence in own.sentences],
    }
    if check is not None:
        spots = [{**asdict(spot), "played": spot.played.as_dict()} for spot in check.spots]
        whole = {name: getattr(check, name).as_dict() for name in ("bias", "distance", "told_error", "played_error")}
        found["spot_checks"] = {**whole, "spots": spots}
        found["sentences"].append(f"{check.sentence}.")
    if count is not None:
        found["choices"] = [share.as_dict() for share in (count.idle_turns, count.single, count.alike)]
        found["sentences"].append(f"{count.sentence}.")
    return found
