"""`rajas plan`: how many games a question needs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rajas_sim.cli.asking import opened, playing
from rajas_sim.cli.options import CONFIG, AsJson, Components, Keys, OnCluster, Quiet, Workers, complete_run
from rajas_sim.cli.output import strategies_print_to_stderr
from rajas_sim.core.errors import InputError
from rajas_sim.showing.rows import print_table

if TYPE_CHECKING:
    from rajas_sim.analysis.plan import Plan

PILOT_BLOCKS = 100


def plan(
    config: Annotated[str | None, CONFIG] = None,
    of_run: Annotated[
        str | None,
        typer.Option(
            "--run",
            metavar="RUN",
            help="A finished run in place of a pilot: its folder, name or label.",
            autocompletion=complete_run,
        ),
    ] = None,
    blocks: Annotated[int | None, typer.Option(min=2, metavar="N", help="Blocks planned, in place of the file's number.")] = None,
    pilot: Annotated[int, typer.Option(min=20, metavar="N", help="Blocks of the pilot.")] = PILOT_BLOCKS,
    points: Annotated[
        list[float] | None,
        typer.Option(
            "--points",
            min=0.01,
            max=50,
            metavar="P",
            help="Size asked about, in percentage points; by default 2, 1 and 0.5. May be repeated.",
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(metavar="S", help="Seed of the experiment; the pilot has the one after it.")] = None,
    workers: Workers = None,
    cluster: OnCluster = None,
    sets: Keys = None,
    components: Components = None,
    out: Annotated[str, typer.Option(metavar="DIR", help="Where the pilot gets its folder; URLs as well.")] = "reports",
    as_json: AsJson = False,
    is_quiet: Quiet = False,
) -> None:
    """Say how many blocks and games a question needs, how long they take here, and how likely they decide it.

    A pilot, a short run with luck of its own, tells how much blocks vary; a finished run (--run) does as well.
    """
    from rajas_sim.analysis import findings, load_run
    from rajas_sim.analysis.plan import WIDTHS
    from rajas_sim.analysis.plan import plan as planned
    from rajas_sim.analysis.text_tables import first_sentence
    from rajas_sim.asking.pilot import play_pilot
    from rajas_sim.experiment.folder.places import copied_here

    if (config is None) == (of_run is None):
        raise InputError("give either an experiment, whose pilot is played, or a finished run with --run")
    target = blocks
    if of_run is not None and (sets or seed is not None or components is not None):
        raise InputError("--run plans from a run as it was played; --set, --seed and --components are for an experiment")
    if of_run is not None:
        from rajas_sim.experiment.folder.runs import find_run, require_finished

        folder = find_run(of_run)
        require_finished(folder)
    else:
        with strategies_print_to_stderr():
            experiment = opened(str(config), sets, seed=seed, components=components)
            target = blocks or experiment.config.most_blocks
            with playing(experiment.game.name, out, workers=workers, cluster=cluster, is_quiet=is_quiet) as here:
                folder = play_pilot(experiment, pilot, here)
    plans = planned(findings(load_run(copied_here(folder))), target, [p / 100 for p in points] if points else WIDTHS)
    if as_json:
        typer.echo(json.dumps([_as_json(own) for own in plans], indent=2))
        return
    typer.echo(first_sentence(plans))
    if not is_quiet:
        _print(plans, folder)


def _print(plans: Sequence[Plan], folder: Path) -> None:
    from rajas_sim.analysis.formatting import counted
    from rajas_sim.analysis.text_tables import needs_table, outlook_sentences

    typer.echo(f"This rests on {counted(plans[0].pilot_blocks, 'block')} of {folder}.\n")
    typer.echo("Games and time until the interval reaches no farther to either side than:")
    needs = needs_table(plans)
    print_table(needs.headers, needs.rows, right=needs.right)
    typer.echo()
    for sentence in outlook_sentences(plans):
        typer.echo(sentence)


def _as_json(own: Plan) -> dict[str, Any]:
    return {
        "players": own.players,
        "pilot_blocks": own.pilot_blocks,
        "games_per_block": own.games_per_block,
        "games_per_second": own.games_per_second,
        "blocks": own.blocks,
        "seconds": own.seconds(own.blocks),
        "needs": [asdict(need) for need in own.needs],
        "outlooks": [{"title": o.title, "decided": o.decided, "chances": dict(o.chances)} for o in own.outlooks],
    }
