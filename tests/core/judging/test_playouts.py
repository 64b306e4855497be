"""Looking ahead by playouts, in the smallest game there can be."""

from __future__ import annotations

import numpy as np
import pytest

from rajas_sim.core.engine.chance import below, draw
from rajas_sim.core.engine.kernel import Options, kernel
from rajas_sim.core.engine.records import record_type
from rajas_sim.core.judging.playouts import (
    SEARCH_PARAMETER_NAMES,
    VALUE_PARAMETER_NAMES,
    PlayoutKernels,
    SearchSettings,
    lookahead,
)
from rajas_sim.core.judging.value_network import ANSWERS, FIRST, SECOND, layer_sizes
from rajas_sim.core.strategies.plans import SEARCH_DECLARATIONS, VALUE_DECLARATIONS
from tests.core import toy_game as toy
from tests.untyped import Array, Arrays, Record

BUDGET = 64


@kernel
def take_the_first(state: Record, rules: Record, options: Options, weights: Array) -> int:
    """Take money, and note in the weights that somebody was asked."""
    weights[0] += 1.0
    return int(options[0])


@kernel
def appraise(state: Record, rules: Record, options: Options, weights: Array, judgement: Arrays) -> None:
    """Think that fame is worth as much as the second weight says, and money nothing."""
    for i in range(len(options)):
        judgement.worths[i] = weights[1] if options[i] == toy.FAME else 0.0


JUDGEMENT = record_type([("worths", np.float64, (toy.MAX_OPTIONS,))])
LOOKAHEAD = lookahead(
    PlayoutKernels(
        toy.STATE,
        toy.MAX_OPTIONS,
        toy.list_options,
        toy.play_option,
        take_the_first,
        appraise,
        JUDGEMENT,
        toy.write_ranks,
        toy.lead,
        toy.INPUTS,
        n_plan=2,
    )
)


best_by_playouts = LOOKAHEAD.best_by_playouts


def position(seed: int, **overrides: object) -> tuple[np.ndarray, np.ndarray]:
    """Return the first position of a game that has two options, and the rules, as arrays of one record each."""
    rules = toy.Rules.resolve(2, "light", (), {"game.round_limit": 6, **overrides}, None)
    state = toy.State.new_game(rules, seed)
    assert len(state.option_codes) == 2
    return state.array.copy(), rules.array


def best_found(  # noqa: PLR0913 - what a search takes
    array: np.ndarray, rules: np.ndarray, budget: int = BUDGET, candidates: int = 10, trust: float = 0.0, worth: float = 0.0
) -> tuple[int, float]:
    """Return the option that a search finds, and how often somebody was asked on the way."""
    weights = np.array([0.0, worth])
    options = np.array([toy.MONEY, toy.FAME], np.int16)
    return int(best_by_playouts(array[0], rules[0], options, weights, SearchSettings(budget, candidates, trust, 1.0, 0))), float(
        weights[0]
    )


@pytest.mark.parametrize("seed", [s for s in range(20) if below(draw(s, toy.LUCK_STREAM, 0), 4) != 0][:6])
def test_the_option_that_leads_to_more_is_found(seed: int) -> None:
    assert best_found(*position(seed, **{"prize.fame": 3, "prize.money": 1}))[0] == toy.FAME
    assert best_found(*position(seed, **{"prize.fame": 0, "prize.money": 1}))[0] == toy.MONEY


def test_options_that_lead_to_the_same_are_never_told_apart() -> None:
    """They meet the same luck, so neither is ahead by chance: the first one stays."""
    money_per_fame = 2
    for seed in (s for s in range(40) if below(draw(s, toy.LUCK_STREAM, 0), 4) != 0):
        array, rules = position(seed, **{"prize.fame": 1, "prize.money": money_per_fame, "tracks.money_per_fame": money_per_fame})
        assert best_found(array, rules, budget=2)[0] == toy.MONEY


def test_what_an_option_seems_to_be_worth_counts_as_much_as_it_is_trusted() -> None:
    """Money is better; with little trust in the thought that fame is, playouts find out."""
    array, rules = position(3, **{"prize.fame": 0, "prize.money": 1})
    assert best_found(array, rules, trust=0.0, worth=5.0)[0] == toy.MONEY
    assert best_found(array, rules, trust=0.1, worth=5.0)[0] == toy.MONEY
    assert best_found(array, rules, trust=100.0, worth=5.0)[0] == toy.FAME


def test_only_the_candidates_that_seem_best_are_tried() -> None:
    array, rules = position(3, **{"prize.fame": 0, "prize.money": 1})
    assert best_found(array, rules, candidates=1, worth=5.0) == (toy.FAME, 0.0)
    assert best_found(array, rules, candidates=1, worth=-5.0) == (toy.MONEY, 0.0)


def test_the_game_that_is_searched_stays_as_it_is() -> None:
    array, rules = position(3)
    before = array.tobytes()
    best_found(array, rules)
    assert array.tobytes() == before


@pytest.mark.slow
def test_a_larger_budget_is_spent_in_proportion() -> None:
    array, rules = position(3)
    asked = [best_found(array, rules, budget)[1] for budget in (10, 100, 1000)]
    assert 5 < asked[1] / asked[0] < 20
    assert 8 < asked[2] / asked[1] < 12


def test_the_luck_of_playouts_is_that_of_the_seed_that_is_shown() -> None:
    array, rules = position(3)
    again, other = array.copy(), array.copy()
    other["seed"] += 1
    weights = [np.zeros(2) for _ in range(3)]
    options = np.array([toy.MONEY, toy.FAME], np.int16)
    for shown, asked in zip((array, again, other), weights, strict=True):
        best_by_playouts(shown[0], rules[0], options, asked, SearchSettings(BUDGET, 10, 0.0, 1.0, 0))
    assert weights[0][0] == weights[1][0] != weights[2][0]


def test_an_option_is_tried_to_the_end_of_the_game() -> None:
    """Whoever takes money each time is ahead of the other by the fame of the first turn; the last row is the same game again."""
    array, rules = position(3, **{"prize.fame": 3, "prize.money": 2, "tracks.money_per_fame": 2, "setup.money": [0] * 5})
    before = array.tobytes()
    ends = np.zeros((5, 2))
    LOOKAHEAD.try_option(array, rules, toy.FAME, np.zeros(1), ends)
    assert ends.tolist() == [[1.0, 2.0]] * 5
    LOOKAHEAD.try_option(array, rules, toy.MONEY, np.zeros(1), ends)
    assert ends.tolist() == [[0.5, 0.0]] * 5
    assert array.tobytes() == before


def value_of(fame: float, money: float) -> Array:
    """Return a network with two players that says how much better a seat does with each fame and each money of its own."""
    n_seat, n_shared = len(toy.INPUTS.seat), len(toy.INPUTS.shared)
    sizes = layer_sizes(2, n_seat, n_shared)
    numbers = np.zeros(sizes.n_numbers)
    numbers[0], numbers[FIRST] = fame, money
    numbers[sizes.second], numbers[sizes.answers] = 1.0, 1.0
    assert sizes.answers == sizes.second + (FIRST + 1) * SECOND
    assert len(numbers) == sizes.answers + (SECOND + 1) * ANSWERS
    return numbers


def test_a_value_judges_where_playouts_end() -> None:
    """Both options are alike at the end of the game; the value likes one of them better after a turn."""
    array, rules = position(3, **{"prize.fame": 1, "prize.money": 2, "tracks.money_per_fame": 2})
    options = np.array([toy.MONEY, toy.FAME], np.int16)
    for liked, numbers in ((toy.FAME, value_of(5.0, 0.0)), (toy.MONEY, value_of(0.0, 5.0))):
        for turns in (1, 3):
            settings = np.array([BUDGET, 10.0, 0.0, 0.0, turns / 2, 0.0, 0.0, *numbers])
            assert LOOKAHEAD.valued_option(array[0], rules[0], options, settings) == liked


def test_playouts_to_a_horizon_ask_less_often() -> None:
    array, rules = position(3)
    options, asked = np.array([toy.MONEY, toy.FAME], np.int16), []
    for turns in (1, 2, 4, 0):
        settings = np.array([BUDGET, 10.0, 0.0, 0.0, turns / 2, 0.0, 0.0, *value_of(1.0, 1.0)])
        LOOKAHEAD.valued_option(array[0], rules[0], options, settings)
        asked.append(settings[len(VALUE_PARAMETER_NAMES)])
    assert asked[0] == 0.0
    assert asked == sorted(asked)
    assert asked[1] < asked[3]


def test_without_a_value_playouts_go_to_the_end() -> None:
    array, rules = position(3, **{"prize.fame": 3, "prize.money": 1})
    options = np.array([toy.MONEY, toy.FAME], np.int16)
    settings = np.array([BUDGET, 10.0, 0.0, 1.0, 3.0, 0.0, 0.0])
    assert LOOKAHEAD.valued_option(array[0], rules[0], options, settings) == best_found(array, rules)[0]
    assert settings[len(VALUE_PARAMETER_NAMES)] == best_found(array, rules)[1]


def test_a_search_is_told_what_strategies_declare() -> None:
    assert [parameter.name for parameter in SEARCH_DECLARATIONS] == [*SEARCH_PARAMETER_NAMES]
    assert [parameter.name for parameter in VALUE_DECLARATIONS] == [*VALUE_PARAMETER_NAMES] == [*SearchSettings._fields]
    array, rules = position(3)
    options = np.array([toy.MONEY, toy.FAME], np.int16)
    settings = np.array([BUDGET, 10.0, 0.0, 1.0, 0.0, 0.0])
    assert LOOKAHEAD.searched_option(array[0], rules[0], options, settings) == best_found(array, rules)[0]
