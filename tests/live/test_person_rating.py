"""The rating of a person: where it is, how sure, and which games count."""

from __future__ import annotations

import numpy as np
import pytest

from rajas_sim.live.home_page import shares_against_yardstick
from rajas_sim.live.kept_games import KeptGame, LiveSetUp
from rajas_sim.live.person_rating import HIGHEST_RATING, expected_shares, opponent_ratings, rating_from, ratings_of


def kept(share: float, opponent: str = "strong", **changes: object) -> KeptGame:
    set_up = LiveSetUp(game="ganges", players=2, strategies=(opponent,), people=(2,), seed=1).model_copy(update=changes)
    return KeptGame(set_up=set_up, rules="x", win_shares=(1.0 - share, share))


def test_who_wins_as_often_as_the_opponent_has_its_rating() -> None:
    rating = rating_from([(250.0, 1.0), (250.0, 0.0)] * 10)
    assert rating.value == pytest.approx(250.0, abs=0.01)
    assert rating.low < 250.0 < rating.high


def test_ten_wins_for_one_loss_are_400_points() -> None:
    assert rating_from([(0.0, 1.0)] * 10 + [(0.0, 0.0)]).value == pytest.approx(400.0, abs=0.01)
    assert opponent_ratings({"ten_of_eleven": 10 / 11, "even": 0.5, "far": 0.999, "weak": 0.0}) == pytest.approx(
        {"ten_of_eleven": 400.0, "even": 0.0}
    )


def test_of_wins_alone_or_losses_alone_one_end_is_open() -> None:
    won, lost = rating_from([(100.0, 1.0)] * 5), rating_from([(100.0, 0.0)] * 5)
    assert won.high == won.value == HIGHEST_RATING
    assert won.low > 100.0 - 200.0
    assert lost.low == lost.value == -HIGHEST_RATING
    assert lost.high == pytest.approx(200.0 - won.low, abs=0.01)


def test_the_interval_holds_the_rating_as_often_as_it_says() -> None:
    random = np.random.default_rng(7)
    opponents = np.array([-200.0, 0.0, 150.0, 430.0] * 3)
    held = 0
    for _ in range(300):
        shares = (random.random(len(opponents)) < expected_shares(120.0, opponents)).astype(float)
        rating = rating_from(zip(opponents, shares, strict=True))
        held += rating.low <= 120.0 <= rating.high
    assert held >= 280


def test_a_shared_win_widens_the_interval() -> None:
    shared, halves = rating_from([(0.0, 0.5)] * 3), rating_from([(0.0, 1.0), (0.0, 0.0), (0.0, 1.0)])
    assert shared.value == pytest.approx(0.0, abs=0.01)
    assert shared.low < halves.low


def test_games_count_by_the_printed_rules_with_nothing_taken_back_and_no_hint() -> None:
    counted = [kept(1.0), kept(0.0), kept(1.0, "balanced")]
    others = [
        kept(1.0, sets=("setup.money=5",)),
        kept(1.0, modules=("ganga",)),
        kept(1.0, people=(1, 2)),
        kept(1.0, "random"),
        kept(1.0).model_copy(update={"n_undone": 1}),
        kept(1.0).model_copy(update={"n_hints": 1}),
        kept(1.0).model_copy(update={"win_shares": ()}),
    ]
    (rating,) = ratings_of([*counted, *counted, *others], shares_against_yardstick)
    assert (rating.game, rating.variant, rating.rating.n) == ("ganges", "base", 6)
    strong, balanced = (opponent_ratings(shares_against_yardstick("ganges", None)[1])[name] for name in ("strong", "balanced"))
    assert rating.rating.value == pytest.approx(rating_from([(strong, 1.0), (strong, 0.0), (balanced, 1.0)] * 2).value)
    assert "(" in rating.text


def test_five_games_are_too_few_to_rate() -> None:
    texts = [rating.text for n in (1, 5, 6) for rating in ratings_of([kept(1.0)] * n, shares_against_yardstick)]
    assert [text == "too few games to rate" for text in texts] == [True, True, False]


def test_one_side_alone_is_said_so() -> None:
    texts = [rating.text for share in (1.0, 0.0) for rating in ratings_of([kept(share)] * 6, shares_against_yardstick)]
    assert [text.rpartition(" ")[0] for text in texts] == ["at least", "at most"]
