"""`rajas solve`: which values of rules come nearest to a goal."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rajas_sim.cli.asking import check_page, opened, playing
from rajas_sim.cli.options import CONFIG, AnswerPage, AsJson, Components, Keys, OnCluster, Quiet, Seed, Workers
from rajas_sim.cli.output import say_page, strategies_print_to_stderr
from rajas_sim.experiment.playing.signals import adding_when_stopped
from rajas_sim.showing.rows import print_table

if TYPE_CHECKING:
    from rajas_sim.analysis.rule_changes.solution import Found, Solution

ROWS_SHOWN = 12


def solve(
    config: Annotated[str, CONFIG],
    blocks: Annotated[
        int | None,
        typer.Option(min=2, metavar="N", help="Blocks of the last stage and of the answer, in place of the file's number."),
    ] = None,
    seed: Seed = None,
    workers: Workers = None,
    cluster: OnCluster = None,
    sets: Keys = None,
    components: Components = None,
    out: Annotated[str, typer.Option(metavar="DIR", help="Where every stage gets its folder; URLs as well.")] = "reports",
    page: AnswerPage = None,
    as_json: AsJson = False,
    is_quiet: Quiet = False,
) -> None:
    """Search for the values of rules that come nearest to a goal, such as even seats.

    The experiment says under [solve] which rules may change and what the goal is. Settings that are surely worse than another are
    dropped stage by stage. What comes out nearest is then played once more, with the printed setting, on luck that the search has
    not seen. The same command continues an interrupted search.
    """
    from rajas_sim.asking.solve import solve as solved

    check_page(page)
    with strategies_print_to_stderr():
        experiment = opened(config, sets, blocks=blocks, seed=seed, components=components)
        with playing(experiment.game.name, out, workers=workers, cluster=cluster, is_quiet=is_quiet) as here:
            kept = f"stages that were finished are kept; the same command goes on:\n  {here.command}"
            with adding_when_stopped(kept):
                found = solved(experiment, here)
    if page is not None:
        from rajas_sim.asking.shown.solutions import ShownSolutions

        ShownSolutions(experiment.config.question, found).write(page, here.command)
    if as_json:
        typer.echo(json.dumps([_as_json(own) for own in found], indent=2))
        return
    _print_table(found)
    if is_quiet:
        return
    typer.echo()
    for own in found:
        for sentence in own.sentences:
            typer.echo(f"{sentence}.")
    for own in found:
        typer.echo(f"Run     {own.folder}")
    say_page(page, is_quiet)


def _print_table(found: Sequence[Solution]) -> None:
    """Print the settings on fresh luck, and those that cannot be told from the best by the search."""
    rows = []
    for own in found:
        for row in own.rows[:ROWS_SHOWN]:
            measured = row.found.measured
            luck = f"fresh, {own.ruling(row.found)}" if row.is_fresh else "of the search"
            rows.append(
                (
                    str(own.players),
                    row.found.label,
                    own.number_text(row.found),
                    own.distance_text(row.found),
                    f"{measured.distance.n:,}",
                    luck,
                    str(row.which),
                )
            )
        if len(own.rows) > ROWS_SHOWN:
            rows.append((str(own.players), f"and {len(own.rows) - ROWS_SHOWN} more", "", "", "", "", str(own.rows[-1].which)))
    columns = ("players", "setting", "farthest from the goal", "distance", "blocks", "luck", "which")
    print_table(columns, rows, right=("players", "blocks"))


def _as_json(own: Solution) -> dict[str, Any]:
    searched = own.searched
    return {
        "players": own.players,
        "goal": own.goal.number,
        "wanted": own.target.value,
        "within": own.target.within,
        "recommended": {"verdict": str(own.ruling(own.recommended)), **_found(own.recommended)},
        "printed": {"verdict": str(own.ruling(own.printed)), **_found(own.printed)},
        "difference": own.difference.as_dict(),
        "cannot_be_told_apart": [_found(found) for found in searched.left],
        "settings": searched.settings,
        "tried": searched.tried,
        "impossible": searched.impossible,
        "ended_by_a_limit": searched.is_cut,
        "sentences": [f"{sentence}." for sentence in own.sentences],
        "run": str(own.folder),
    }


def _found(found: Found) -> dict[str, Any]:
    return {
        "values": dict(found.values),
        "distance": found.measured.distance.as_dict(),
        "numbers": [number.as_dict() for number in found.measured.numbers],
    }
