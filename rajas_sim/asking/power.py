"""What things and numbers of a rule set are worth: each is taken away, or changed by one, under the same luck."""

from __future__ import annotations

from collections.abc import Mapping

from rajas_sim.analysis.power.numbers import PowerOfNumbers, power_of_numbers
from rajas_sim.analysis.power.things import PowerOfThings, power_of_things, things_used
from rajas_sim.core.errors import InputError
from rajas_sim.experiment.design.weighed import PowerForm, chosen_numbers, chosen_things
from rajas_sim.experiment.question.form import Arm
from rajas_sim.experiment.question.resolve import Experiment
from rajas_sim.questions.runner import FEWEST_TABLES, Runner


def power(experiment: Experiment, playing: Runner) -> tuple[PowerOfThings, ...]:
    """Play with every thing that is used taken from one seat after the other, and return what each is worth.

    The unrestricted games lie in ``<name>_uses_...-<hash>`` and the others in ``<name>_things_...-<hash>``, a folder for each
    number of players; asked again, no game is played twice.

    Parameters
    ----------
    experiment
        Its arms, sweep and rule to stop are left out; ``[power]`` may say which things are weighed.
    out, workers, cluster, on_progress, on_note, command
        As in `rajas_sim.experiment.playing.runner.run`.

    Returns
    -------
    tuple of PowerOfThings
        One a number of players and strategy.

    Raises
    ------
    InputError
        If a name fits nothing in play.
    RunError, StrategyError, StoppedError
        As in `run`.
    """
    form = experiment.config.power or PowerForm()
    units = {k: chosen_things(form.things, experiment.rules[k][0]) for k in experiment.design.players}
    found: list[PowerOfThings] = []
    for k in experiment.design.players:
        uses, _ = playing.play(experiment, f"uses_{k}", k, tables=(*FEWEST_TABLES, "things"))
        usage = things_used(uses, k, units[k])
        used = [unit for unit in units[k] if any(own[unit].wins is not None for own in usage.values())]
        names = {f"{unit.replace('.', '-')}_seat_{p}": (p, unit) for unit in used for p in range(1, k + 1)}
        arms = tuple(Arm(name=arm, overrides={f"restrict.seat_{p}": [unit]}) for arm, (p, unit) in names.items())
        restricted = playing.play(experiment, f"things_{k}", k, arms)[0] if arms else None
        found += power_of_things(uses, restricted, k, usage, names)
    return tuple(found)


def power_of_each_number(experiment: Experiment, playing: Runner) -> tuple[PowerOfNumbers, ...]:
    """Play with one more and one less of every number of the rules, and return what each does, one entry a number of players.

    The games lie in ``<name>_numbers_...-<hash>``. Parameters and errors are those of `power`; a step that the rules refuse is
    left out.
    """
    form = experiment.config.power or PowerForm()
    numbers = {k: chosen_numbers(form.numbers, experiment.rules[k][0]) for k in experiment.design.players}
    found = []
    for k in experiment.design.players:
        steps = _steps(experiment, k, numbers[k])
        if not steps:
            raise InputError(f"power.numbers: the rules for {k} players allow no step of one of any of these numbers")
        arms = tuple(Arm(name=f"step_{i}", overrides={path: value}) for i, (path, value) in enumerate(steps, 1))
        run, _ = playing.play(experiment, f"numbers_{k}", k, arms)
        found.append(power_of_numbers(run, k, numbers[k]))
    return tuple(found)


def _steps(experiment: Experiment, players: int, numbers: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return the changes by one that the rules allow, as paths and values."""
    config = experiment.config
    own = config.own_rules
    allowed = []
    for path, printed in numbers.items():
        for value in (printed - 1, printed + 1):
            try:
                experiment.game.rules(players, own.variant, own.modules, {path: value}, config.components)
            except InputError:
                continue
            allowed.append((path, value))
    return allowed
