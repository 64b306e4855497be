"""`rajas luck`: how much of a game is luck, and where it sits."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rajas_sim.cli.asking import check_page, opened, playing
from rajas_sim.cli.errors import say_note
from rajas_sim.cli.options import CONFIG, AnswerPage, AsJson, Components, Keys, OnCluster, Quiet, Seed, Workers
from rajas_sim.cli.output import print_table, say_page, strategies_print_to_stderr

if TYPE_CHECKING:
    from rajas_sim.analysis.statistics.estimate import Estimate
    from rajas_sim.asking.luck import Luck


def luck(
    config: Annotated[str, CONFIG],
    blocks: Annotated[
        int | None,
        typer.Option(min=2, metavar="N", help="Luck seeds, each played once as it is and once with each source dealt anew."),
    ] = None,
    seed: Seed = None,
    workers: Workers = None,
    cluster: OnCluster = None,
    sets: Keys = None,
    components: Components = None,
    out: Annotated[str, typer.Option(metavar="DIR", help="Where runs get their folders; URLs as well.")] = "reports",
    page: AnswerPage = None,
    as_json: AsJson = False,
    is_quiet: Quiet = False,
) -> None:
    """Say how much of who wins, the margin and the length is luck of which source, up to which round, and what skill makes of it.

    One source of luck after the other, such as the tile stacks or the dice of a colour, is dealt anew while everything else
    stays, and then all but that one. The same command continues an interrupted one.
    """
    from rajas_sim.asking.luck import luck as asked

    check_page(page)
    with strategies_print_to_stderr():
        experiment = opened(config, sets, blocks=blocks, seed=seed, components=components)
        with playing(experiment.game.name, out, workers=workers, cluster=cluster, is_quiet=is_quiet) as here:
            found = asked(experiment, here)
    if page is not None:
        from rajas_sim.asking.shown.luck import ShownLuck

        ShownLuck(experiment.config.question, found).write(page, here.command)
    if as_json:
        typer.echo(json.dumps([_as_json(own) for own in found], indent=2))
        return
    for own in found:
        _print(own, is_quiet)
    if all(own.skill is None for own in found) and not is_quiet:
        example = 'line_up=["balanced", "random"]'
        say_note(f"what skill makes of the same luck is told where strategies differ, as with --set '{example}'")
    say_page(page, is_quiet)


def _print(own: Luck, is_quiet: bool) -> None:
    from rajas_sim.analysis.luck.sources import OUTCOMES, share_of, title_of

    shares = own.shares
    for sentence in () if is_quiet else own.sentences:
        typer.echo(f"{sentence}.")
    typer.echo(
        f"{shares.players} players, {shares.n_blocks:,} blocks: part of the variance that is known with a source of luck alone,"
    )
    typer.echo("and that is open again if it is dealt anew")
    rows = []
    for name in shares.ranked():
        of = shares.sources[name]
        rows.append((title_of(name), *(share_of(index) for what in OUTCOMES for index in (of[what].alone, of[what].total))))
    rows.append(("all luck (100 % is right)", *(cell for what in OUTCOMES for cell in ("", share_of(shares.everything[what])))))
    print_table(("luck", *(f"{title}: {index}" for title in OUTCOMES.values() for index in ("alone", "anew"))), rows)
    typer.echo()


def _as_json(own: Luck) -> dict[str, Any]:
    shares, skill = own.shares, own.skill
    wins: Sequence[Estimate] = () if skill is None else skill.wins
    decided = None if skill is None else skill.decided_by_skill
    return {
        "players": shares.players,
        "blocks": shares.n_blocks,
        "sources": {
            name: {what: {"alone": index.alone.as_dict(), "total": index.total.as_dict()} for what, index in of.items()}
            for name, of in shares.sources.items()
        },
        "everything": {what: index.as_dict() for what, index in shares.everything.items()},
        "skill": None
        if skill is None
        else {
            "strategy": skill.strategy,
            "variance": {part: of.as_dict() for part, of in skill.parts.items()},
            "wins_of_one_luck": [w.as_dict() for w in wins],
            "decided_by_skill": None if decided is None else decided.as_dict(),
        },
        "sentences": [f"{sentence}." for sentence in own.sentences],
    }
