"""Finds rule sets by the names that users give: a variant, a component file, an arm of an experiment or of a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from rajas_sim.core.errors import InputError, did_you_mean, unknown_name
from rajas_sim.core.game import Game, find_game
from rajas_sim.core.games import GAMES, box_label
from rajas_sim.core.rulebook.rules import Rules
from rajas_sim.study.config.files import is_experiment, refuse_experiment
from rajas_sim.study.config.keys import paths_and_values
from rajas_sim.study.config.load import load_experiment
from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.config.set_option import parse_set_options
from rajas_sim.study.config.shipped import find_file, shipped_names
from rajas_sim.study.design import BASELINE
from rajas_sim.study.folder.runs import experiment_of_run, find_run, runs_meant

EXAMPLE = "setup.karma=2"


def example_of(game: Game) -> str:
    """Return a rule of the game with a value, as one types a changed rule: `EXAMPLE` if the game has that rule."""
    rows = game.rules(game.player_counts[0]).rows()
    if EXAMPLE.partition("=")[0] in {row["path"] for row in rows}:
        return EXAMPLE
    return f"{rows[-1]['path']}={rows[-1]['value']}"


@dataclass(frozen=True)
class RuleSet:
    """A rule set, for any number of players.

    Attributes
    ----------
    players
        Numbers of players that it is played with; empty for any.
    fits_any_variant
        Whether the user named no variant, as with a component file alone.
    """

    game: Game
    variant: str
    modules: tuple[str, ...] = ()
    overrides: Mapping[str, Any] = field(default_factory=dict)
    components: Path | None = None
    players: tuple[int, ...] = ()
    fits_any_variant: bool = False

    @classmethod
    def from_options(
        cls, game: Game, variant: str | None, modules: Sequence[str], sets: Sequence[str], components: Path | None
    ) -> RuleSet:
        """Return the rule set that a command line describes; `sets` are changed rules as ``path=value``."""
        return cls(game, variant or game.variants[0], tuple(modules), components=components).with_changes((), sets)

    def with_changes(self, modules: Sequence[str], sets: Sequence[str]) -> RuleSet:
        """Return this rule set with additional modules, and with the rules in `sets` changed, each as ``path=value``."""
        changes = parse_set_options(sets, lambda: example_of(self.game))
        overrides = dict(paths_and_values({change.key: change.value for change in changes}))
        modules = tuple(dict.fromkeys([*self.modules, *modules]))
        return replace(self, modules=modules, overrides={**self.overrides, **overrides})

    def rules(self, players: int) -> Rules:
        """Return the rules for a number of players.

        Raises
        ------
        InputError
            If the variant is that of another game, or with every problem that this game reports.
        """
        refuse_experiment(self.components)
        is_unknown = self.variant not in self.game.variants
        if is_unknown and (games := [game for game in GAMES if self.variant in box_label(game).variants]):
            raise InputError(f"variant: {self.variant!r} belongs to {' and '.join(games)}, not to {self.game.name}")
        return self.game.rules(players, self.variant, self.modules, self.overrides, self.components)


def as_option(problem: str) -> str:
    """Return a game's message about rules with the command line option in place of the key: ``players:`` -> ``--players:``."""
    key, colon, message = problem.partition(": ")
    options = {"overrides": "--set", "players": "--players", "variant": "--variant", "modules": "--module"}
    return f"{options[key]}: {message}" if colon and key in options else problem


@contextmanager
def errors_name_options() -> Iterator[None]:
    """Make errors of a game about rules name the command line options (`as_option`)."""
    try:
        yield
    except InputError as error:
        raise InputError(as_option(problem) for problem in error.problems) from None


# --- finding


def find_rule_set(text: str, game: Game) -> RuleSet:
    """Return the rule set that a user names.

    Parameters
    ----------
    text
        A variant; a component file; or an experiment file, a shipped experiment or a run, with ``:arm`` for one of its arms.

    Raises
    ------
    InputError
        If `text` is none of these, or there is no such arm.
    RunError
        If a run's config gives other rules today than the run was played with.
    """
    if text in game.variants:
        return RuleSet(game, text)
    name, colon, arm_text = (text, "", "") if Path(text).exists() else text.partition(":")
    arm = arm_text if colon else None
    if arm is not None and name in game.variants:
        raise InputError(f"{text}: {name!r} is a variant, which has no arms")
    path = Path(name)
    if path.is_file() and not is_experiment(path):
        if arm is not None:
            raise InputError(f"{text}: {name} is a component file, which has no arms")
        return RuleSet(game, game.variants[0], components=path, fits_any_variant=True)
    config = _find_experiment(name, game).config
    if config.game != game.name:
        raise InputError(f"{text}: is for {config.game}, not for {game.name}; give --game {config.game}")
    arms = config.rules_of_arms
    arm_name = BASELINE if arm is None else arm
    if arm_name not in arms:
        raise InputError(f"{text}: {unknown_name('arm', arm_name, arms)}")
    rules = arms[arm_name]
    return RuleSet(game, rules.variant, rules.modules, rules.overrides, config.components, config.players)


def rule_sets_to_compare(a: str, b: str, game: Game, variant: str | None = None) -> tuple[RuleSet, RuleSet]:
    """Return two rule sets that a user wants to compare.

    A component file has no variant and no modules. It is compared with those of the other rule set.

    Parameters
    ----------
    a, b
        Names of rule sets, as `find_rule_set` takes them.
    game
        The game.
    variant
        The variant in which both are compared. One of them may still be the first variant of the game; it then means the
        reference components.

    Raises
    ------
    InputError
        If one of them cannot be found; or if `variant` is given and one is another variant, or both are different variants.
    """
    rule_set_a, rule_set_b = find_rule_set(a, game), find_rule_set(b, game)
    if rule_set_a.fits_any_variant:
        rule_set_a = replace(rule_set_a, variant=rule_set_b.variant, modules=rule_set_b.modules)
    elif rule_set_b.fits_any_variant:
        rule_set_b = replace(rule_set_b, variant=rule_set_a.variant, modules=rule_set_a.modules)
    if variant is not None:
        other_variants = [text for text in (a, b) if text in game.variants[1:] and text != variant]
        if other_variants:
            raise InputError(f"--variant {variant}: {other_variants[0]!r} is a variant itself; give one of the two")
        if a != b and a in game.variants and b in game.variants:
            raise InputError(f"--variant {variant}: {a!r} and {b!r} are variants themselves; leave --variant out")
        return replace(rule_set_a, variant=variant), replace(rule_set_b, variant=variant)
    return rule_set_a, rule_set_b


def _find_experiment(name: str, game: Game) -> Experiment:
    """Return the experiment of a file, a shipped experiment or a run; the error for other names lists what is known."""
    path = Path(name)
    if path.is_file() or (name in shipped_names("experiment") and not (path / "manifest.json").exists()):
        return load_experiment(find_file("experiment", name))
    if path.is_dir() or runs_meant(name):
        return experiment_of_run(find_run(name))
    experiment_names = shipped_names("experiment")
    games_of_variant = [game_name for game_name in GAMES if game_name != game.name and name in find_game(game_name).variants]
    if games_of_variant:
        raise InputError(f"{name}: is a variant of {games_of_variant[0]}, not of {game.name}; give --game {games_of_variant[0]}")
    raise InputError(
        f"{name}: is no variant ({', '.join(game.variants)}), no file, no shipped experiment ({', '.join(experiment_names)}) "
        f"and no run{did_you_mean(name, [*game.variants, *experiment_names])}"
    )
