"""`rajas power`: what things and numbers of a rule set are worth."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rajas_sim.cli.asking import check_page, opened, playing
from rajas_sim.cli.options import CONFIG, AnswerPage, AsJson, Components, Keys, OnCluster, Quiet, Seed, Workers
from rajas_sim.cli.output import say_page, strategies_print_to_stderr
from rajas_sim.showing.rows import print_table

if TYPE_CHECKING:
    from rajas_sim.analysis.power.numbers import PowerOfNumbers
    from rajas_sim.analysis.power.things import PowerOfThings, Usage
    from rajas_sim.analysis.statistics.estimate import Estimate


def power(
    config: Annotated[str, CONFIG],
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Weigh these things (or with --numbers paths) in place of those of the file, e.g. 'chamber.*'. May be repeated.",
        ),
    ] = None,
    numbers: Annotated[
        bool, typer.Option("--numbers", help="Change each number of the rules by one instead of taking things away.")
    ] = False,
    blocks: Annotated[
        int | None, typer.Option(min=2, metavar="N", help="Luck seeds, each played once without a change and once with each.")
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
    """Weigh every space, tile, bonus or box by what a seat loses that may not use it.

    One seat after the other is restricted from one thing, everything else and all luck equal. With --numbers each number of the
    rules is raised and lowered by one instead, and all metrics are compared. The same command continues an interrupted one.
    """
    from rajas_sim.asking.power import power as weighed
    from rajas_sim.asking.power import power_of_each_number

    given = {} if only is None else {"power": {"numbers" if numbers else "things": only}}
    check_page(page)
    with strategies_print_to_stderr():
        experiment = opened(config, sets, blocks=blocks, seed=seed, components=components, **given)
        with playing(experiment.game.name, out, workers=workers, cluster=cluster, is_quiet=is_quiet) as here:
            if numbers:
                of_numbers = power_of_each_number(experiment, here)
            else:
                of_things = weighed(experiment, here)
    if page is not None:
        from rajas_sim.asking.shown.power import ShownNumbers, ShownThings

        title = experiment.config.question
        (ShownNumbers(title, of_numbers) if numbers else ShownThings(title, of_things)).write(page, here.command)
    if numbers:
        _say_numbers(of_numbers, as_json, is_quiet)
    else:
        _say_things(of_things, as_json, is_quiet)
    say_page(page, is_quiet or as_json)


def _say_things(found: Sequence[PowerOfThings], as_json: bool, is_quiet: bool) -> None:
    from rajas_sim.analysis.formatting import difference_text, mean_text, share_text

    if as_json:
        typer.echo(json.dumps([_things_as_json(own) for own in found], indent=2))
        return
    for own in found:
        rows = [
            (
                p.thing,
                difference_text(p.worth, is_share=True) + (" *" if p.is_found else ""),
                share_text(p.usage.users),
                mean_text(p.usage.times),
                "" if p.usage.wins is None else share_text(p.usage.wins),
            )
            for p in own.powers
        ]
        typer.echo(f"{own.players} players, {own.strategy}, {own.n_blocks:,} blocks")
        columns = ("thing", "worth to a seat", "seats that use it", "times a seat", "win share of users (no cause)")
        print_table(columns, rows)
        if own.never:
            typer.echo(f"Never used: {', '.join(own.never)}")
        typer.echo()
        for sentence in () if is_quiet else own.sentences:
            typer.echo(f"{sentence}.")
    if not is_quiet:
        typer.echo("* shown to be worth something, or to cost something (Holm). Worth is what this strategy loses without it.")


def _things_as_json(own: PowerOfThings) -> dict[str, Any]:
    def usage(of: Usage) -> dict[str, Any]:
        return {
            "users": of.users.as_dict(),
            "times": of.times.as_dict(),
            "win_share_of_users": None if of.wins is None else of.wins.as_dict(),
        }

    return {
        "players": own.players,
        "strategy": own.strategy,
        "blocks": own.n_blocks,
        "things": [
            {"thing": p.thing, "worth": p.worth.as_dict(), "p_value": p.p_value, "is_found": p.is_found, **usage(p.usage)}
            for p in own.powers
        ],
        "never_used": [{"thing": thing, **usage(of)} for thing, of in own.never.items()],
        "sentences": [f"{sentence}." for sentence in own.sentences],
    }


def _say_numbers(found: Sequence[PowerOfNumbers], as_json: bool, is_quiet: bool) -> None:
    from rajas_sim.analysis.text_tables import steps_table

    if as_json:
        typer.echo(json.dumps([_numbers_as_json(own) for own in found], indent=2))
        return
    for own in found:
        typer.echo(f"{own.players} players, {own.n_blocks:,} blocks")
        table = steps_table(own)
        print_table(table.headers, table.rows)
        if own.idle:
            typer.echo(f"No game changed: {', '.join(own.idle)}")
        if own.refused:
            typer.echo(f"No step allowed: {', '.join(own.refused)}")
        typer.echo()
        for sentence in () if is_quiet else own.sentences:
            typer.echo(f"{sentence}.")
    if not is_quiet:
        typer.echo("* change shown (Holm over all steps and metrics).")


def _numbers_as_json(own: PowerOfNumbers) -> dict[str, Any]:
    def changed(by: Estimate, p_value: float) -> dict[str, Any]:
        return {"difference": by.as_dict(), "p_value": p_value}

    return {
        "players": own.players,
        "blocks": own.n_blocks,
        "numbers": [
            {
                "path": power.path,
                "printed": power.printed,
                "value": step.value,
                "changes": {name: changed(c.difference, c.p_value) for name, c in step.changes.items()},
            }
            for power in own.powers
            for step in power.steps
        ],
        "no_game_changed": list(own.idle),
        "no_step_allowed": list(own.refused),
        "sentences": [f"{sentence}." for sentence in own.sentences],
    }
