"""`rajas rules`: the rules that a game is played by, and the differences between two rule sets."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from rajas_sim.cli.output import print_json, print_values
from rajas_sim.cli.shared_options import MODULES, VARIANTS, AsJson, GameName, Modules, Sets, Variant, text_by_game
from rajas_sim.core.games import DEFAULT_GAME
from rajas_sim.questions.shared_options import Components
from rajas_sim.showing.printing import echo
from rajas_sim.showing.rows import print_table

if TYPE_CHECKING:
    from rajas_sim.study.differences import Difference

app = typer.Typer(help="Show and compare the rules: every number and reading.", no_args_is_help=True)

RULE_SET_HELP = "A variant, a component file, or an experiment or run, with :ARM for one of its arms."


@app.command("show")
def show_rules(
    path: Annotated[
        str | None, typer.Argument(metavar="[PATH]", help="Only this path and those below it, e.g. setup or setup.money.")
    ] = None,
    players: Annotated[int | None, typer.Option(metavar="N", help="Number of players; left out: the fewest.")] = None,
    variant: Variant = None,
    modules: Modules = None,
    sets: Sets = None,
    components: Components = None,
    as_json: AsJson = False,
    game: GameName = DEFAULT_GAME,
) -> None:
    """Show the rules of a game: every value with its provenance and, if it is assumed, its plausible range."""
    from rajas_sim.core.game import find_game
    from rajas_sim.study.differences import option_for_path, rows_below
    from rajas_sim.study.rule_sets import RuleSet, errors_name_options

    chosen_game = find_game(game)
    with errors_name_options():
        rule_set = RuleSet.from_options(chosen_game, variant, modules or [], sets or [], components)
        n_players = min(chosen_game.player_counts) if players is None else players
        rules = rule_set.rules(n_players)
    rows = [*rules.rows(), *rules.unset_rows()]
    if path is not None:
        rows = rows_below(rows, path, lambda: option_for_path(rule_set, path, n_players))
    print_values(rows, as_json)


@app.command("diff")
def diff_rules(
    a: Annotated[str, typer.Argument(metavar="A", help=RULE_SET_HELP)],
    b: Annotated[str, typer.Argument(metavar="B", help="The same.")],
    players: Annotated[
        int | None, typer.Option(metavar="N", help="Number of players; left out: the experiment's, or the fewest.")
    ] = None,
    variant: Annotated[str | None, typer.Option("--variant", help=f"Variant for both. {text_by_game(VARIANTS)}.")] = None,
    modules: Annotated[
        list[str] | None, typer.Option("--module", help=f"Module to add to B. {text_by_game(MODULES)}. May be repeated.")
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
    from rajas_sim.study.differences import differences, readable_value
    from rajas_sim.study.rule_sets import errors_name_options, rule_sets_to_compare

    chosen_game = find_game(game)
    rule_set_a, rule_set_b = rule_sets_to_compare(a, b, chosen_game, variant)
    usual_players = next(iter([*rule_set_a.players, *rule_set_b.players]), min(chosen_game.player_counts))
    n_players = usual_players if players is None else players
    with errors_name_options():
        differing_values = differences(rule_set_a, rule_set_b.with_changes(modules or [], sets or []), n_players)
    if as_json:
        print_json([asdict(difference) for difference in differing_values])
    elif differing_values:
        rows = [(d.path, readable_value(d.a), readable_value(d.b), _provenance_text(d)) for d in differing_values]
        print_table(("path", a, f"{b}, changed" if modules or sets else b, "provenance"), rows)
    else:
        echo(f"No difference with {n_players} players.")


def _provenance_text(difference: Difference) -> str:
    """Return where the values of both rule sets come from, such as ``rulebook -> assumed``; once if it is the same."""
    provenances = [provenance for provenance in (difference.provenance_a, difference.provenance_b) if provenance is not None]
    return " -> ".join(dict.fromkeys(provenances))
