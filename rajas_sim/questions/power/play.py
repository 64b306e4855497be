"""Playing every luck again, with one thing taken from one seat, or with one number of the rules changed by one."""

from __future__ import annotations

from collections.abc import Mapping

from rajas_sim.core.errors import InputError
from rajas_sim.questions.power.numbers import PowerOfNumbers, power_of_numbers
from rajas_sim.questions.power.table import PowerTable, chosen_numbers, chosen_things
from rajas_sim.questions.power.things import PowerOfThings, power_of_things, things_used
from rajas_sim.questions.runner import FEWEST_TABLES, Runner
from rajas_sim.study.config.form import Arm
from rajas_sim.study.config.resolve import Experiment


def play_things(experiment: Experiment, runner: Runner) -> tuple[PowerOfThings, ...]:
    """Play with every thing that is used taken from one seat after the other; return a result for each strategy.

    The unrestricted games lie in ``<name>_uses_<players>-<hash>`` and the others in ``<name>_things_<players>-<hash>``; asked
    again, no game is played twice. Arms, a sweep and a rule to stop are left out of the experiment; its ``[power]`` may say which
    things are looked at.

    Raises
    ------
    InputError
        If a name fits nothing in play.
    """
    form = experiment.config.table(PowerTable) or PowerTable()
    units = {k: chosen_things(form.things, experiment.rules[k][0]) for k in experiment.design.players}
    results: list[PowerOfThings] = []
    for k in experiment.design.players:
        uses, _ = runner.play(experiment, f"uses_{k}", k, tables=(*FEWEST_TABLES, "things"))
        usage = things_used(uses, k, units[k])
        used = [unit for unit in units[k] if any(by_thing[unit].wins is not None for by_thing in usage.values())]
        names = {f"{unit.replace('.', '-')}_seat_{p}": (p, unit) for unit in used for p in range(1, k + 1)}
        arms = tuple(Arm(name=arm, overrides={f"restrict.seat_{p}": [unit]}) for arm, (p, unit) in names.items())
        restricted = runner.play(experiment, f"things_{k}", k, arms)[0] if arms else None
        results += power_of_things(uses, restricted, k, usage, names)
    return tuple(results)


def play_numbers(experiment: Experiment, runner: Runner) -> tuple[PowerOfNumbers, ...]:
    """Play with one more and one less of every number of the rules; return a result for each number of players.

    The games lie in ``<name>_numbers_<players>-<hash>``. A step that the rules refuse is left out.

    Raises
    ------
    InputError
        If a path fits no number in play, or the rules refuse every step.
    """
    form = experiment.config.table(PowerTable) or PowerTable()
    numbers = {k: chosen_numbers(form.numbers, experiment.rules[k][0]) for k in experiment.design.players}
    results = []
    for k in experiment.design.players:
        steps = _allowed_steps(experiment, k, numbers[k])
        if not steps:
            raise InputError(f"power.numbers: the rules for {k} players allow no step of one of any of these numbers")
        arms = tuple(Arm(name=f"step_{i}", overrides={path: value}) for i, (path, value) in enumerate(steps, 1))
        run, _ = runner.play(experiment, f"numbers_{k}", k, arms)
        results.append(power_of_numbers(run, k, numbers[k]))
    return tuple(results)


def _allowed_steps(experiment: Experiment, players: int, numbers: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return the changes by one that the rules allow, as paths and values."""
    config = experiment.config
    rules = config.own_rules
    allowed = []
    for path, printed in numbers.items():
        for value in (printed - 1, printed + 1):
            try:
                experiment.game.rules(players, rules.variant, rules.modules, {path: value}, config.components)
            except InputError:
                continue
            allowed.append((path, value))
    return allowed
