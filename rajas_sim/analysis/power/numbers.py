"""What one more and one less of each number does to the games: the tornado of a rule set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rajas_sim.analysis.comparing.changes import Change
from rajas_sim.analysis.comparing.metrics import START_PLAYER, Metrics
from rajas_sim.analysis.formatting import counted, difference_text, listed
from rajas_sim.analysis.power.things import few
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.rule_changes.arms import arm_effects

LENGTH = "rounds"
"""Name of the metric for the length of a game."""


@dataclass(frozen=True, slots=True)
class Step:
    """One number changed by one.

    Attributes
    ----------
    value
        What it is then.
    changes
        By name of the metric; the intervals of all steps and metrics hold together.
    """

    value: int
    changes: Mapping[str, Change]


@dataclass(frozen=True, slots=True)
class NumberPower:
    """What one more and one less of a number does.

    Attributes
    ----------
    path
        Of the number.
    printed
        Its value in the baseline.
    steps
        The one or two that the rules allow and that change some game, the lower value first.
    """

    path: str
    printed: int
    steps: tuple[Step, ...]

    def largest(self, metric: str) -> float:
        """Return how far it moves a metric, upward or downward, by the estimates."""
        return max((abs(step.changes[metric].difference.value) for step in self.steps), default=0.0)


@dataclass(frozen=True, slots=True)
class PowerOfNumbers(Result):
    """What the numbers of a rule set do with one number of players; games are those of one rule set.

    Attributes
    ----------
    metrics
        What they are looked at by.
    powers
        The numbers of which a step changes some game, the one that moves the start player's win share most first.
    idle
        The numbers of which no step changed a single game.
    refused
        The numbers of which the rules allow no step.
    runs
        In which it was played: one.
    """

    metrics: Metrics
    powers: tuple[NumberPower, ...]
    idle: tuple[str, ...]
    refused: tuple[str, ...]
    runs: tuple[Run, ...]

    def sorted_by(self, metric: str) -> tuple[NumberPower, ...]:
        """Return the numbers by how far they move a metric, the farthest first."""
        return tuple(sorted(self.powers, key=lambda power: -power.largest(metric)))

    @property
    def sentences(self) -> tuple[str, ...]:
        """What may be said, without full stops."""
        said = []
        steps = f"{counted(sum(len(power.steps) for power in self.powers), 'step')} that change a game"
        for metric in self.metrics.free:
            if metric.name not in (START_PLAYER, LENGTH, *(m.name for m in self.metrics.strategies)):
                continue
            found = [(power, step) for power in self.powers for step in power.steps if step.changes[metric.name].is_found]
            found.sort(key=lambda pair: -abs(pair[1].changes[metric.name].difference.value))
            who = f"With {self.players} players"
            if not found:
                said.append(f"{who} no step of one is shown to change the {metric.title} ({steps})")
                continue
            power, step = found[0]
            by = difference_text(step.changes[metric.name].difference, is_share=metric.is_share)
            said.append(
                f"{who} {len(found)} of {steps} are shown to change the {metric.title}, "
                f"by the estimates most {power.path} = {step.value} instead of {power.printed}: {by}"
            )
        if self.idle:
            said.append(f"Not one game is changed by a step of {listed(few(self.idle))} ({counted(self.n_games, 'game')} each)")
        if self.refused:
            said.append(f"The rules allow no step of {listed(few(self.refused))}")
        return tuple(said)


def power_of_numbers(run: Run, players: int, printed: Mapping[str, int]) -> PowerOfNumbers:
    """Compare each step with the baseline under the same luck, as `arm_effects` compares arms.

    Parameters
    ----------
    run
        Every arm changes one of the numbers by one.
    printed
        The numbers by their path.
    """
    effects = arm_effects(run, players)
    assert effects is not None
    steps: dict[str, list[Step]] = {}
    for comparison in effects.comparisons:
        ((path, value),) = run.overrides(comparison.arm).items()
        steps.setdefault(path, [])
        if not comparison.is_same:
            steps[path].append(Step(int(str(value)), comparison.changes))
    powers = [
        NumberPower(path, printed[path], tuple(sorted(own, key=lambda step: step.value))) for path, own in steps.items() if own
    ]
    powers.sort(key=lambda power: -power.largest(START_PLAYER))
    idle = tuple(path for path, own in steps.items() if not own)
    refused = tuple(path for path in printed if path not in steps)
    return PowerOfNumbers(*run.extent(players), effects.metrics, tuple(powers), idle, refused, (run,))
