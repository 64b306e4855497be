"""What the weights of the appraisal do, each by itself: with all others zero, which of two placements is preferred."""

from __future__ import annotations

import numpy as np
import pytest

from rajas_sim.core.positions.state import State
from rajas_sim.ganges.appraisal import WEIGHTS, best_option
from rajas_sim.ganges.rulebook import terms
from tests.ganges.positions import Table, tile

ORANGE_8 = tile("orange_06", 8, "fork", ("fort",))


def preferred(state: State, *spaces: str, **weights: float) -> str:
    """Return which of these spaces a seat with such weights takes; of equals, the first."""
    numbers = [weights.get(weight.name, weight.default if weight.name == "late" else 0.0) for weight in WEIGHTS]
    codes = np.array([terms.SPACES.index(space) for space in spaces], np.int16)
    assert set(codes.tolist()) <= set(state.option_codes)
    return terms.SPACES[best_option(state.record, state.rules.record, codes, np.array(numbers))]


def test_dice_are_worth_more_to_whoever_has_few() -> None:
    few, many = (Table().dice(dice).state() for dice in ("blue 4", "blue 4 4 4 4, green 4 4"))
    assert preferred(few, "outer_terrace_1", "terrace_blue", money=1.0, scarce=0.5) == "terrace_blue"
    assert preferred(many, "outer_terrace_1", "terrace_blue", money=1.0, scarce=0.5) == "outer_terrace_1"


def test_a_die_is_worth_more_in_the_colour_of_a_tile_it_brings_nearer() -> None:
    table = Table(overrides=ORANGE_8).only_open("orange_06").dice("orange 5, blue 5")
    assert preferred(table.state(), "terrace_blue", "terrace_orange", fame=1.0, reach=1.0) == "terrace_orange"
    can_pay = Table(overrides=ORANGE_8).only_open("orange_06").dice("orange 5 4, blue 5")
    assert preferred(can_pay.state(), "terrace_blue", "terrace_orange", fame=1.0, reach=1.0) == "terrace_blue"


def test_a_die_that_a_tile_needs_is_not_given_up_for_little() -> None:
    """The chamber of the Yogi takes a 3: the orange one would put the tile out of reach, a blue one would not."""
    with_orange = Table(overrides=ORANGE_8).only_open("orange_06").dice("orange 3 5").seat(karma=0)
    with_blue = Table(overrides=ORANGE_8).only_open("orange_06").dice("orange 3 5, blue 3").seat(karma=0)
    weights = {"fame": 1.0, "karma": 0.1, "reach": 1.0}
    assert preferred(with_orange.state(), "outer_terrace_1", "yogi", **weights) == "outer_terrace_1"
    assert preferred(with_blue.state(), "outer_terrace_1", "yogi", **weights) == "yogi"


@pytest.mark.parametrize(
    ("weight", "waiting", "at", "space"),
    [
        ("near_money", "money", {"money": 4}, "outer_terrace_1"),
        ("near_bridge", "river", {"river": 3}, "harbour_1"),
        ("near_fame", "fame", {"fame": 4}, "great_mogul"),
    ],
)
def test_a_step_nearer_to_a_worker_counts_as_long_as_he_waits(weight: str, waiting: str, at: dict[str, int], space: str) -> None:
    inactive = [1 if source == waiting else 0 for source in terms.WORKER_SOURCES]
    waits = Table().dice("blue 1").seat(inactive=inactive, **at)
    assert preferred(waits.state(), "terrace_blue", space, **{weight: 1.0}) == space
    works = Table().dice("blue 1").seat(inactive=[0, 0, 0], **at)
    assert preferred(works.state(), "terrace_blue", space, **{weight: 1.0}) == "terrace_blue"


@pytest.mark.parametrize(
    ("weight", "space"),
    [
        ("outer_terrace", "outer_terrace_1"),
        ("terrace", "terrace_green"),
        ("balcony", "balcony_blue"),
        ("harbour", "harbour_1"),
        ("assorted", "market_assorted_1"),
        ("one_kind", "market_silk"),
        ("dancer", "dancer"),
        ("yogi", "yogi"),
    ],
)
def test_a_place_may_be_worth_more_than_it_pays(weight: str, space: str) -> None:
    state = Table().dice("blue 1 2 3").state()
    assert preferred(state, "terrace_orange" if space != "terrace_green" else "balcony_blue", space, **{weight: 1.0}) == space
    assert preferred(state, space, "great_mogul", **{weight: -1.0}) == "great_mogul"


def test_what_pays_later_loses_its_worth_sooner_or_later() -> None:
    """Halfway through the race a die of worth 3 is worth 1.5, less with a larger exponent; the outer terrace pays 2 now."""
    half = Table().dice("blue 4").seat(fame=12, money=60).seat(1, fame=12, money=60).passed_money_bonuses(5).state()
    weights = {"money": 0.6, "die": 3.0}
    assert preferred(half, "outer_terrace_1", "terrace_blue", **weights, late=0.5) == "terrace_blue"
    assert preferred(half, "outer_terrace_1", "terrace_blue", **weights, late=3.0) == "outer_terrace_1"
