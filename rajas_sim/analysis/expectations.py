"""Whether what was expected of an experiment's numbers holds, however often one looks."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from rajas_sim.analysis.comparing.metrics import block_values, metrics_of
from rajas_sim.analysis.formatting import mean_text, share_text
from rajas_sim.analysis.reading.blocks import share_moments
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import Floats, adjusted, estimates
from rajas_sim.analysis.statistics.sequences import EVERY_LOOK, mean_sequence_interval
from rajas_sim.core.errors import InputError
from rajas_sim.experiment.question.expectations import Expectation, expectation


class Answer(enum.StrEnum):
    """What may be said of an expectation."""

    HOLDS = "HOLDS"
    FAILS = "FAILS"
    UNDECIDED = "UNDECIDED"


@dataclass(frozen=True, slots=True)
class Answered:
    """An expectation with its answer, for one number of players.

    Attributes
    ----------
    estimate
        The number itself; where several are meant, as for ``seats``, the one that is farthest from what is expected. Its interval
        holds at every look, together with those of all expectations of the experiment.
    is_share
        Whether it is a win share.
    """

    expectation: Expectation
    players: int
    answer: Answer
    estimate: Estimate
    is_share: bool

    @property
    def sentence(self) -> str:
        """What was expected, what was found, and the answer."""
        found = share_text(self.estimate) if self.is_share else mean_text(self.estimate)
        return f"{self.expectation.text}: with {self.players} players {found}: {self.answer}"


def answers(run: Run, players: int) -> tuple[Answered, ...]:
    """Say of each expectation by whose rule a run stops whether it holds with a number of players, under the first rule set.

    HOLDS when the interval of every number that is meant lies within what is expected, one-sided at each end, since both must say
    so; FAILS when the two-sided interval of one lies wholly outside; else UNDECIDED. Intervals are confidence sequences over
    blocks, asymptotic ones from some hundreds of blocks on (`rajas_sim.analysis.statistics.sequences`), for shares exact ones
    where the experiment asks for these; Bonferroni over all numbers that are expected something of.

    Raises
    ------
    InputError
        If the run's tables do not have a number.
    """
    expected = [expectation(text) for text in run.manifest.stop.expect] if run.manifest.stop is not None else []
    wanted = [own for own in expected if own.players in (None, players)]
    if not wanted:
        return ()
    metrics = metrics_of(run, players)
    shares = {metric.name for metric in (*metrics.positions, *metrics.strategies)}
    names = [metric.name for metric in metrics.all]
    if unknown := [own for own in wanted if not set(own.metrics(players)) <= {*names}]:
        raise InputError(f"{own.text}: games with {players} players have no such number" for own in unknown)
    values = block_values(run, players, metrics, run.arms[:1])[run.arms[0]]
    comparisons = sum(len(own.metrics(k)) for own in expected for k in run.manifest.players if own.players in (None, k))
    both, single = _estimates(run, players, names, shares, values, comparisons)
    return tuple(_answered(own, players, both, single, shares) for own in wanted)


def _estimates(
    run: Run, players: int, names: Sequence[str], shares: set[str], values: Floats, comparisons: int
) -> tuple[dict[str, Estimate], dict[str, Estimate]]:
    """Estimate all metrics with two-sided intervals, and with such of which each end has the level by itself."""
    moments = share_moments(values, run.alternating_orders(players))
    method = run.share_method(players)
    columns = [moments[c].to_numpy() for c in ("mean", "variance", "n")]
    found = []
    for of_shares, is_one_sided in ((method.interval, False), (method.one_sided, True)):
        ends = of_shares(moments, run.level, comparisons)
        of_means = mean_sequence_interval(*columns, level=run.level, comparisons=comparisons, is_one_sided=is_one_sided)
        rows = [
            estimates(names, columns[0], own, columns[2], run.level, adjusted(name, comparisons) + ", one-sided" * is_one_sided)
            for own, name in ((ends, method.name), (of_means, EVERY_LOOK.name))
        ]
        found.append({n: rows[0 if n in shares else 1][i] for i, n in enumerate(names)})
    return found[0], found[1]


def _answered(
    own: Expectation, players: int, both: dict[str, Estimate], single: dict[str, Estimate], shares: set[str]
) -> Answered:
    low, high = own.bounds(players)
    names = own.metrics(players)
    outside = [name for name in names if both[name].has_interval and (both[name].high < low or both[name].low > high)]
    answer = Answer.UNDECIDED
    if all(single[name].lies_within(low, high) for name in names):
        answer = Answer.HOLDS
    elif outside:
        answer = Answer.FAILS
    worst = max(outside or names, key=lambda name: max(low - both[name].value, both[name].value - high))
    return Answered(own, players, answer, both[worst], worst in shares)
