"""The verdict: each ruling, its sentence, and how often it errs.

The simulated error rates allow 3.3 standard errors above the rate that is promised; with another seed a right
implementation would fail one of these tests less than once in a thousand times."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import multinomial_interval
from rajas_sim.analysis.winning.fairness import MOST_TIMES_MORE, Ruling, blocks_to_decide, judge

REPETITIONS = 2000
MOST_ERRORS = 0.05 + 3.3 * math.sqrt(0.05 * 0.95 / REPETITIONS)


def shares(*triples: tuple[float, float, float], n: int = 1000) -> list[Estimate]:
    return [Estimate(f"win_share.position_{i}", v, low, high, 0.95, n, "test") for i, (v, low, high) in enumerate(triples, 1)]


def rate(truth: tuple[float, ...], ruling: Ruling, n: int, tolerance: float = 0.02) -> float:
    counts = np.random.default_rng(n).multinomial(n, truth, REPETITIONS)
    hits = 0
    for row in counts:
        low, high = multinomial_interval(row, level=0.95)
        triples = zip((row / n).tolist(), low.tolist(), high.tolist(), strict=True)
        hits += judge(shares(*triples, n=n), tolerance).ruling is ruling
    return hits / REPETITIONS


def test_fair_when_all_intervals_lie_within_the_tolerance() -> None:
    verdict = judge(shares((0.505, 0.49, 0.52), (0.495, 0.48, 0.51)), 0.02)
    assert verdict.ruling is Ruling.FAIR
    assert verdict.more_blocks is None


def test_fair_includes_the_tolerance_itself() -> None:
    assert judge(shares((0.5, 0.25, 0.75), (0.5, 0.25, 0.75)), 0.25).ruling is Ruling.FAIR


def test_unfair_when_one_interval_excludes_an_even_share_and_its_estimate_is_beyond() -> None:
    verdict = judge(shares((0.271, 0.264, 0.278), (0.25, 0.243, 0.257), (0.24, 0.233, 0.247), (0.239, 0.232, 0.246)), 0.02)
    assert verdict.ruling is Ruling.UNFAIR
    assert verdict.position == 1
    assert verdict.sentence == (
        "With 4 players the start player wins 27.1 % of games (26.4 to 27.8), 2.1 points above an even "
        "share: UNFAIR (not even, and the estimate is beyond the tolerance of 2 points)"
    )


def test_undecided_when_a_clear_effect_is_smaller_than_the_tolerance_and_its_interval_is_not() -> None:
    verdict = judge(shares((0.515, 0.505, 0.525), (0.485, 0.475, 0.495)), 0.02)
    assert verdict.ruling is Ruling.UNDECIDED
    assert verdict.more_blocks == 3000


def test_undecided_when_a_large_effect_is_not_yet_clear() -> None:
    verdict = judge(shares((0.54, 0.46, 0.62), (0.46, 0.38, 0.54), n=200), 0.02, minutes_per_block=0.001)
    assert verdict.ruling is Ruling.UNDECIDED
    assert verdict.more_blocks == 600
    assert verdict.minutes == pytest.approx(0.6)
    assert verdict.sentence.endswith(
        "UNDECIDED at 2 points; about 600 more blocks (less than a minute at the present rate) would decide"
    )


def test_no_forecast_is_made_up_at_the_edge_of_the_tolerance() -> None:
    at_the_edge = shares((0.52, 0.49, 0.55), (0.48, 0.45, 0.51))
    assert blocks_to_decide(at_the_edge, 0.02) is None
    assert "no reasonable number" in judge(at_the_edge, 0.02).sentence


def test_the_forecast_from_a_handful_of_blocks_is_cautious() -> None:
    assert blocks_to_decide(shares((1.0, 0.3, 1.0), (0.0, 0.0, 0.7), n=2), 0.02) > 100  # type: ignore[operator]
    assert MOST_TIMES_MORE >= 100


def test_the_forecast_decides() -> None:
    """Intervals shrunk by as many blocks as forecast give a ruling, and by a few blocks less do not."""
    triples = ((0.262, 0.24, 0.286), (0.251, 0.23, 0.274), (0.245, 0.224, 0.268), (0.242, 0.221, 0.265))
    more = blocks_to_decide(shares(*triples), 0.02)
    assert more is not None

    def after(n: int) -> Ruling:
        f = math.sqrt(1000 / n)
        shrunk = [(v, v - (v - low) * f, v + (high - v) * f) for v, low, high in triples]
        return judge(shares(*shrunk, n=n), 0.02).ruling

    assert after(1000 + more) is Ruling.FAIR
    assert after(1000 + more - 3) is Ruling.UNDECIDED


def test_sentences_name_the_player() -> None:
    last = judge(shares((0.25, 0.24, 0.26), (0.25, 0.24, 0.26), (0.25, 0.24, 0.26), (0.255, 0.245, 0.265)), 0.02)
    assert (
        "the last player is farthest, winning 25.5 % of games (24.5 to 26.5), 0.5 points above it: FAIR "
        "within 2 points" in last.sentence
    )
    second = judge(shares((0.3, 0.28, 0.32), (0.4, 0.38, 0.42), (0.3, 0.28, 0.32)), 0.02, with_whom=" (random)")
    assert second.sentence == (
        "With 3 players (random) the second player wins 40.0 % of games (38.0 to 42.0), 6.7 points above an even share: "
        "UNFAIR (not even, and the estimate is beyond the tolerance of 2 points). "
        "The start player wins 30.0 % of games (28.0 to 32.0)"
    )


def test_even_seats_are_called_unfair_no_more_often_than_the_level_allows() -> None:
    for n in (200, 2000):
        assert rate((0.25, 0.25, 0.25, 0.25), Ruling.UNFAIR, n) <= MOST_ERRORS


def test_seats_beyond_the_tolerance_are_called_fair_no_more_often_than_the_level_allows() -> None:
    for n in (2000, 20_000):
        assert rate((0.2701, 0.2433, 0.2433, 0.2433), Ruling.FAIR, n) <= MOST_ERRORS


def test_with_enough_games_the_truth_is_found() -> None:
    """True rates are above 0.99 in both cases."""
    assert rate((0.25, 0.25, 0.25, 0.25), Ruling.FAIR, 20_000) > 0.98
    assert rate((0.30, 0.2334, 0.2333, 0.2333), Ruling.UNFAIR, 5_000) > 0.98
