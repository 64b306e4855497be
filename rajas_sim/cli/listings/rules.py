"""`rajas rules`: the rules a game is played by, and how two rule sets differ."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from rajas_sim.cli.options import MODULES, VARIANTS, AsJson, GameName, Modules, Sets, Variant, by_game
from rajas_sim.cli.output import print_json, print_values
from rajas_sim.core.games import DEFAULT_GAME
from rajas_sim.questions.options import Components
from rajas_sim.showing.rows import print_table

if TYPE_CHECKING:
    from rajas_sim.study.rule_sets.differences import Difference

app = typer.Typer(help="Show and compare the rules: every number and reading.", no_args_is_help=True)

DEFAULT_PLAYERS = 2
WHICH = "A variant, a component file, or an experiment or run, with :ARM for one of its arms."


@app.command("show")
def show_rules(
    path: Annotated[
        str | None, typer.Argument(metavar="[PATH]", help="Only this path and those below it, e.g. setup or setup.money.")
    ] = None,
    players: Annotated[int, typer.Option(metavar="N", help="Number of players.")] = DEFAULT_PLAYERS,
    variant: Variant = None,
    modules: Modules = None,
    sets: Sets = None,
    components: Components = None,
    as_json: AsJson = False,
    game: GameName = DEFAULT_GAME,
) -> None:
    """Show the rules of a game: every value with its provenance and, if it is assumed, its plausible range."""
    from rajas_sim.core.game import find_game
    from rajas_sim.study.rule_sets.differences import below, where_in_play
    from rajas_sim.study.rule_sets.find import RuleSet, errors_name_options

    played = find_game(game)
    with errors_name_options():
        rule_set = RuleSet.typed(played, variant, modules or [], sets or [], components)
        rows = rule_set.rules(players).rows()
    if path is not None:
        rows = below(rows, path, lambda: where_in_play(rule_set, path, players))
    print_values(rows, as_json)


@app.command("diff")
def diff_rules(
    a: Annotated[str, typer.Argument(metavar="A", help=WHICH)],
    b: Annotated[str, typer.Argument(metavar="B", help="The same.")],
    players: Annotated[int | None, typer.Option(metavar="N", help="Number of players; left out: the experiment's, or 2.")] = None,
    variant: Annotated[str | None, typer.Option("--variant", help=f"Variant for both. {by_game(VARIANTS)}.")] = None,
    modules: Annotated[
        list[str] | None, typer.Option("--module", help=f"Module to add to B. {by_game(MODULES)}. May be repeated.")
    ] = None,
    sets: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Change a rule of B. May be repeated.")
    ] = None,
    as_json: AsJson = False,
    game: GameName = DEFAULT_GAME,
) -> None:
    """Show what differs between two rule sets A and B, and where the values come from.

    For example: rajas rules diff base base --set setup.karma=2, or: rajas rules diff base readings:round
    """
    from rajas_sim.core.game import find_game
    from rajas_sim.study.rule_sets.differences import differences, spelled
    from rajas_sim.study.rule_sets.find import errors_name_options, to_compare

    played = find_game(game)
    one, other = to_compare(a, b, played, variant)
    n_players = next(iter([*one.players, *other.players]), DEFAULT_PLAYERS) if players is None else players
    with errors_name_options():
        changed = differences(one, other.changed(modules or [], sets or []), n_players)
    if as_json:
        print_json([asdict(difference) for difference in changed])
    elif changed:
        rows = [(d.path, spelled(d.a), spelled(d.b), _provenance(d)) for d in changed]
        print_table(("path", a, f"{b}, changed" if modules or sets else b, "provenance"), rows)
    else:
        typer.echo(f"No difference with {n_players} players.")


def _provenance(difference: Difference) -> str:
    both = [where for where in (difference.provenance_a, difference.provenance_b) if where is not None]
    return " -> ".join(dict.fromkeys(both))
