"""`rajas run`: play an experiment and write its report."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rajas_sim.cli.asking import opened, playing
from rajas_sim.cli.errors import adding_when_stopped
from rajas_sim.cli.options import CONFIG, Components, Keys, OnCluster, Quiet, Seed, Workers
from rajas_sim.cli.output import memory_text, rate_text, strategies_print_to_stderr
from rajas_sim.core.errors import InputError
from rajas_sim.showing.rows import print_table

if TYPE_CHECKING:
    from rajas_sim.analysis import PlayerCount
    from rajas_sim.analysis.rule_changes.moves import Moves
    from rajas_sim.analysis.winning.ladder import Ladder
    from rajas_sim.analysis.winning.meetings import Meetings
    from rajas_sim.analysis.winning.seats import SeatAdvantage
    from rajas_sim.experiment.playing.looking import Judge
    from rajas_sim.experiment.playing.runner import Mode, RunResult
    from rajas_sim.experiment.question.resolve import Experiment

# With more arms than this, verdicts are printed as a table.
ARMS_IN_SENTENCES = 4


def run(
    config: Annotated[str, CONFIG],
    blocks: Annotated[
        int | None, typer.Option(metavar="N", help="Luck seeds to play, each under every seating, in place of the file's number.")
    ] = None,
    seed: Seed = None,
    workers: Workers = None,
    cluster: OnCluster = None,
    sets: Keys = None,
    components: Components = None,
    out: Annotated[
        str, typer.Option(metavar="DIR", help="Where the run gets its folder <name>-<hash>; s3://... and other URLs as well.")
    ] = "reports",
    resume: Annotated[
        bool, typer.Option("--resume", help="Insist on an earlier run (an unfinished one continues anyway).")
    ] = False,
    extend: Annotated[bool, typer.Option("--extend", help="Add blocks to a finished run, up to --blocks N.")] = False,
    label: Annotated[str | None, typer.Option(metavar="LABEL", help="Call the run so; RUN arguments take its label.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object with all headline estimates.")] = False,
    is_quiet: Quiet = False,
    report: Annotated[bool, typer.Option("--report/--no-report", help="Write report.html when done.")] = True,
) -> None:
    """Play an experiment and write its report.

    The same command continues an interrupted run. The games of a finished run are never overwritten; with another question or
    level they are not played again, only reported anew, and with another tolerance on a second page beside the first.
    """
    from rajas_sim.experiment.folder.notes import checked_label, note_verdicts, write_label

    if resume and extend:
        raise InputError("--resume and --extend: give one of them; --extend continues an unfinished run as well")
    if label is not None:
        checked_label(label)
    command = shlex.join(["rajas", *sys.argv[1:]])
    with strategies_print_to_stderr(), ExitStack() as stack:
        with adding_when_stopped(
            f"nothing was played yet; the same command begins, or goes on with an earlier run:\n  {command}"
        ):
            experiment = opened(config, sets, blocks=blocks, seed=seed, components=components)

            stop = experiment.config.stop
            if blocks is not None and stop is not None and stop.max_blocks is not None:
                raise InputError(f"--blocks {blocks}: the most that is played is stop.max_blocks; --set stop.max_blocks={blocks}")

            here = stack.enter_context(playing(experiment.game.name, out, workers=workers, cluster=cluster, is_quiet=is_quiet))
        mode: Mode = "extend" if extend else "resume" if resume else "auto"
        result = here.run(experiment, mode=mode, judge=_judge(experiment))
    with adding_when_stopped(f"all games are kept in {result.folder}; this writes the report:\n  rajas report {result.folder}"):
        from rajas_sim.analysis import findings, load_run
        from rajas_sim.analysis.results import rulings
        from rajas_sim.experiment.folder.looks import note_looks
        from rajas_sim.experiment.folder.places import copied_here, copied_there

        if label is not None:
            write_label(result.folder, label)

        copy = copied_here(result.folder)
        played = load_run(copy, tolerance=experiment.config.tolerance)
        note_looks(copy, experiment.config.tolerance)
        found = findings(played)
        if played.tolerance == played.manifest.tolerance:
            note_verdicts(copy, played.manifest, rulings(found))
        page = None
        if report:
            from rajas_sim.report import write_pages

            page = result.folder / write_pages(played, found).name
        copied_there(copy, result.folder)
        if as_json:
            typer.echo(json.dumps(_as_json(result, found, page), indent=2))
        elif is_quiet:
            typer.echo(result.folder)
        else:
            _print(result, found, page, _why_several(experiment))


def _judge(experiment: Experiment) -> Judge | None:
    if experiment.config.stop is None:
        return None
    from rajas_sim.analysis.winning.stopping import judge

    return judge


def _why_several(experiment: Experiment) -> str | None:
    """Say why a block has several games although one strategy plays every seat; None where it has one, or they differ."""
    design = experiment.design
    mirrors = {
        line_up[0]
        for k in design.players
        for line_up, n in zip(design.line_ups[k], design.rotations[k], strict=True)
        if n > 1 and len(set(line_up)) == 1
    }
    with_chance = sorted(label for label in mirrors if not experiment.strategies[label].is_deterministic)
    if not mirrors:
        return None
    verb = "decides" if len(with_chance) == 1 else "decide"
    who = f"{' and '.join(with_chance)} {verb} by chance" if with_chance else "the seats have different boards"
    return f"A block is several games, though one strategy plays every seat: {who}, so that turning the seats gives another game."


def _print(result: RunResult, found: Sequence[PlayerCount], page: Path | None, remark: str | None) -> None:
    games = ", ".join(f"{n:,} with {k} players" for k, n in result.games.items())
    if result.n_new_games:
        timings = result.timings
        workers = f"{timings.workers} worker{'s' if timings.workers > 1 else ''}"
        rate = f"{rate_text(timings.games_per_s)} games/s with {workers}"
        typer.echo(f"Played {result.n_new_games:,} games: {rate}, {memory_text(timings.peak_memory_mib)}.")
    else:
        typer.echo("This run was finished already; nothing was played, and all its games are reported.")
        if all(count.run.manifest.is_stopped(count.players) for count in found):
            typer.echo("It ended by its rule. To go on: another rule, or none, and --extend. Other luck: --seed N")
        else:
            typer.echo("More blocks: --blocks N --extend. Other luck: --seed N")
    if result.n_new_games > sum(result.games.values()):
        typer.echo("Games beyond the end are not kept, so that it does not hang on the pace of the workers.")
    typer.echo(f"Games   {games}")
    if remark is not None:
        typer.echo(f"        {remark}")
    typer.echo(f"Run     {result.folder}")
    if page is not None:
        typer.echo(f"Report  {page}")
    typer.echo()
    _print_verdicts(found)


def _print_verdicts(found: Sequence[PlayerCount]) -> None:
    """Print the answer to the run's question, and then what else it says about seats and strategies, nothing of it twice.

    Where there are many rule sets, or the question is asked of several line-ups, these are a table.
    """
    from rajas_sim.analysis.answers import Subject, answers
    from rajas_sim.analysis.winning.remarks import how_many_text, looks_text

    answered = [own for own in answers(found) if own.subject is not Subject.SEATS or len(found[0].run.arms) <= ARMS_IN_SENTENCES]
    first = [sentence for own in answered for sentence in own.sentences]

    def say(*findings: str) -> None:
        for finding in findings:
            if finding and finding not in first:
                typer.echo(f"{finding}.")

    for sentence in first:
        typer.echo(f"{sentence}.")
    for count in found:
        if count.ladder is not None:
            _print_ladder(count, count.ladder)
            say(count.ladder.sentence)
        elif len(count.run.arms) > ARMS_IN_SENTENCES:
            for title in dict.fromkeys(advantage.group.title for advantage in count.seats):
                typer.echo(f"With {count.players} players, {title}:")
                _print_arms([advantage for advantage in count.seats if advantage.group.title == title])
        else:
            say(*(advantage.verdict.sentence for advantage in count.seats))
        if count.moves is not None:
            _print_moves(count, count.moves)
        if count.ladder is not None and (count.sweep is not None or count.strategies is not None):
            typer.echo(f"Of line-up '{count.ladder.rungs[-1].label}', the last:")
        say(*(own.finding for own in (count.sweep, count.ratings, count.strategies) if own is not None))
        say(*(count.meetings.findings if count.meetings is not None else ()))
    say(how_many_text([advantage for count in found for advantage in count.seats]))
    say(*(looks_text(count.run, count.players) for count in found))


def _farthest(advantage: SeatAdvantage) -> str:
    from rajas_sim.analysis.formatting import signed_points, the_player

    return f"{the_player(advantage.verdict.position, advantage.players)}, {signed_points(advantage.verdict.difference)}"


def _print_arms(advantages: Sequence[SeatAdvantage]) -> None:
    from rajas_sim.analysis.formatting import share_text

    rows = [(a.group.arm, share_text(a.shares[0]), _farthest(a), str(a.verdict.ruling)) for a in advantages]
    print_table(("rules", "start player wins", "farthest from an even share", "verdict"), rows)


def _print_ladder(count: PlayerCount, ladder: Ladder) -> None:
    from rajas_sim.analysis.formatting import percent, share_text

    what = "strategy, on every seat" if count.run.is_ladder(count.players) else "line-up"
    rules = f", rules {count.run.spoken(count.run.arms[0])}" if len(count.run.arms) > 1 else ""
    typer.echo(f"With {count.players} players{rules} (an even share is {percent(ladder.even_share)}):")
    rows = [
        (rung.label, share_text(rung.share), str(rung.side), _farthest(seats), str(rung.ruling))
        for rung, seats in zip(ladder.rungs, count.of_baseline, strict=True)
    ]
    print_table((what, "start player wins", "less or more", "farthest from an even share", "verdict"), rows)


def _print_moves(count: PlayerCount, moves: Moves) -> None:
    from rajas_sim.analysis.formatting import difference_text

    rulings = {(seats.group.arm, seats.group.label): str(seats.verdict.ruling) for seats in count.seats}
    typer.echo(f"Changes from '{moves.baseline}' with {moves.players} players, under the same luck:")
    rows = [
        (
            own.arm,
            rung.label,
            *(f"{difference_text(rung.by[m.name], is_share=m.is_share)}, {rung.move(m.name)}" for m in moves.metrics),
            rulings[own.arm, rung.label],
        )
        for own in moves.arms
        for rung in own.rungs
    ]
    print_table(("rules", moves.wording.noun, *(m.title for m in moves.metrics), "verdict"), rows)


def _meetings_as_json(meetings: Meetings) -> dict[str, Any]:
    return {
        "players": meetings.players,
        "circles": meetings.circles,
        "dominated": meetings.dominated,
        "best_answers": meetings.best_answers,
        "findings": meetings.findings,
    }


def _moves_as_json(moves: Moves) -> Iterator[dict[str, Any]]:
    for own in moves.arms:
        ways = {m.name: {rung.label: str(rung.move(m.name)) for rung in own.rungs} for m in moves.metrics}
        yield {"players": moves.players, "arm": own.arm, "sentence": own.sentence, "moves": ways}


def _ladder_as_json(ladder: Ladder) -> dict[str, Any]:
    sides = {rung.label: str(rung.side) for rung in ladder.rungs}
    return {"players": ladder.players, "sentence": ladder.sentence, "start_player_wins": sides}


def _as_json(result: RunResult, found: Sequence[PlayerCount], page: Path | None) -> dict[str, Any]:
    from rajas_sim.analysis import headlines
    from rajas_sim.analysis.answers import answers

    return {
        "run": str(result.folder),
        "report": None if page is None else str(page),
        "blocks": result.blocks,
        "games": result.games,
        "new_games": result.n_new_games,
        **result.timings.model_dump(mode="json"),
        "answers": [answer.as_dict() for answer in answers(found)],
        "ladders": [_ladder_as_json(count.ladder) for count in found if count.ladder is not None],
        "meetings": [_meetings_as_json(count.meetings) for count in found if count.meetings is not None],
        "moves": [own for count in found if count.moves is not None for own in _moves_as_json(count.moves)],
        "estimates": [estimate.as_dict() for estimate in headlines(found)],
    }
