"""What one more and one less of each number does to the games: the tornado of a rule set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rajas_sim.analysis.comparing.arms import arm_effects
from rajas_sim.analysis.comparing.changes import MetricChange
from rajas_sim.analysis.comparing.metrics import START_PLAYER, Metrics
from rajas_sim.analysis.reading.run import Result, Run

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
    changes: Mapping[str, MetricChange]


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
        The numbers of which no step changed a single game: path -> printed value.
    refused
        The numbers of which the rules allow no step: path -> printed value.
    run
        The games.
    """

    metrics: Metrics
    powers: tuple[NumberPower, ...]
    idle: Mapping[str, int]
    refused: Mapping[str, int]
    run: Run


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
        NumberPower(path, printed[path], tuple(sorted(by_one, key=lambda step: step.value)))
        for path, by_one in steps.items()
        if by_one
    ]
    powers.sort(key=lambda power: -power.largest(START_PLAYER))
    idle = {path: printed[path] for path, by_one in steps.items() if not by_one}
    refused = {path: value for path, value in printed.items() if path not in steps}
    return PowerOfNumbers(*run.extent(players), effects.metrics, tuple(powers), idle, refused, run)
