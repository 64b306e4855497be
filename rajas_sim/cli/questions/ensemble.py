"""`rajas ensemble`: what a finding is over many plausible boxes."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rajas_sim.cli.asking import check_page, opened, playing
from rajas_sim.cli.errors import say_note
from rajas_sim.cli.options import CONFIG, AnswerPage, AsJson, Components, Keys, OnCluster, Quiet, Seed, Workers
from rajas_sim.cli.output import say_page, strategies_print_to_stderr
from rajas_sim.cli.progress import counting_bar
from rajas_sim.showing.rows import print_table

if TYPE_CHECKING:
    from rajas_sim.analysis.unknown_box.ensemble import EnsembleFinding, Split
    from rajas_sim.asking.ensemble import Asked

MOST_UNKNOWNS = 15


def ensemble(
    config: Annotated[str, CONFIG],
    boxes: Annotated[int | None, typer.Option(metavar="N", min=5, help="How many boxes, in place of the file's number.")] = None,
    folder: Annotated[
        str | None, typer.Option(metavar="DIR", help="Take boxes from this folder of component files; left out: sample them.")
    ] = None,
    blocks: Annotated[int | None, typer.Option(min=3, metavar="N", help="Luck seeds that every box plays.")] = None,
    seed: Seed = None,
    workers: Workers = None,
    cluster: OnCluster = None,
    sets: Keys = None,
    components: Components = None,
    out: Annotated[str, typer.Option(metavar="DIR", help="Where runs and boxes get their folders.")] = "reports",
    page: AnswerPage = None,
    as_json: AsJson = False,
    is_quiet: Quiet = False,
    report: Annotated[bool, typer.Option("--report/--no-report", help="Write report.html of the experiment itself.")] = True,
) -> None:
    """Ask a question in many plausible boxes, to see whether the answer hangs on values that nobody here knows.

    Boxes are sampled as by `rajas components sample`, and all play the same luck. The experiment itself is played as well, and
    its report says how far its verdicts hold in all boxes. The same command continues an interrupted one.
    """
    from rajas_sim.asking.ensemble import ensemble as asked_in_boxes
    from rajas_sim.experiment.design.boxes import USUAL_BOXES

    given = {"ensemble.boxes": boxes, "ensemble.folder": folder, "ensemble.blocks": blocks}
    changes = [f"{key}={json.dumps(value)}" for key, value in given.items() if value is not None]
    check_page(page)
    with strategies_print_to_stderr():
        experiment = opened(config, [*(sets or []), *changes], seed=seed, components=components)
        n = (experiment.config.ensemble.boxes if experiment.config.ensemble else None) or USUAL_BOXES
        game = experiment.game.name
        with (
            counting_bar(game, "boxes", n, is_quiet, is_elsewhere=cluster is not None) as on_boxes,
            playing(game, out, workers=workers, cluster=cluster, is_quiet=True) as here,
        ):
            # One line of progress tells how many boxes are done; notes are for whoever did not ask for quiet.
            here = replace(here, on_note=None if is_quiet else say_note)
            asked = asked_in_boxes(experiment, here, on_boxes=on_boxes, writes_report=report)
    if page is not None:
        from rajas_sim.asking.shown.ensemble import ShownEnsemble

        ShownEnsemble(experiment.config.question, asked).write(page, here.command)
    if as_json:
        typer.echo(json.dumps(_as_json(asked), indent=2))
        return
    for finding in asked.findings:
        _say(finding, is_quiet)
    if not is_quiet:
        typer.echo(f"Boxes   {asked.boxes}")
        for path in asked.folders.values():
            typer.echo(f"Run     {path}")
        if asked.report is not None:
            typer.echo(f"Report  {asked.report}")
    say_page(page, is_quiet)


def _say(own: EnsembleFinding, is_quiet: bool) -> None:
    from rajas_sim.analysis.formatting import percent, share_text

    for sentence in own.sentences:
        typer.echo(f"{sentence}.")
    if is_quiet:
        return
    typer.echo()
    typer.echo(f"{own.players} players, {own.n_boxes:,} boxes of {own.n_blocks:,} blocks; standard deviations of a mean:")
    parts = list(own.splits[0].parts)
    print_table(("number", "mean", *parts), [_split_row(split, parts) for split in own.splits])
    if own.unknowns:
        typer.echo("Which unknown matters: share of what lies between boxes (* beyond chance):")
        shown = own.unknowns[:MOST_UNKNOWNS]
        rows = [(u.column.name, share_text(u.share) + " *" * u.is_beyond_chance, percent(u.floor)) for u in shown]
        print_table(("value, or kind of values", "explains", "the largest by chance"), rows)
    typer.echo()


def _split_row(split: Split, parts: list[str]) -> tuple[str, ...]:
    from rajas_sim.analysis.formatting import mean_text, share_text
    from rajas_sim.analysis.unknown_box.ensemble import deviation_text

    mean = share_text(split.mean) if split.is_share else mean_text(split.mean)
    return (split.title, mean, *(deviation_text(split, part) for part in parts))


def _as_json(asked: Asked) -> dict[str, Any]:
    return {
        "boxes": str(asked.boxes),
        "runs": {k: str(path) for k, path in asked.folders.items()},
        "report": None if asked.report is None else str(asked.report),
        "findings": [_finding_as_json(own) for own in asked.findings],
    }


def _finding_as_json(own: EnsembleFinding) -> dict[str, Any]:
    return {
        "players": own.players,
        "boxes": own.n_boxes,
        "blocks": own.n_blocks,
        "start_player": [
            {
                "arm": at.arm,
                "line_up": at.line_up,
                "own_box": at.own,
                "boxes_below_even": at.below.as_dict(),
                "median": at.median.as_dict(),
                "low": at.low.as_dict(),
                "high": at.high.as_dict(),
            }
            for at in own.in_boxes
        ],
        "variance": [
            {
                "number": split.name,
                "mean": split.mean.as_dict(),
                "parts": {part: e.as_dict() for part, e in split.parts.items()},
            }
            for split in own.splits
        ],
        "unknowns": [{"is_kind": u.column.is_kind, "chance": u.floor, **u.share.as_dict()} for u in own.unknowns],
        "sentences": [f"{sentence}." for sentence in own.sentences],
    }
