"""Reviews: a good player loses nothing, a bad one much, and the best option is not judged by the games that found it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rajas_sim.analysis.statistics.estimate import USUAL_LEVEL, Estimate
from rajas_sim.core.errors import InputError
from rajas_sim.core.game import find_game
from rajas_sim.core.positions.state import State
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.live import review as module
from rajas_sim.live.kept_games import LiveSetUp
from rajas_sim.live.review import Review, ReviewedChoice, ReviewInBackground, mean_over_games, review
from rajas_sim.live.review_texts import _cost_text, earlier_text, gains_text, lines_of, page_of


@pytest.fixture
def _few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PLAYOUTS", 40)


def played(name: str, strategy: str, seed: int = 4) -> Review:
    game = find_game(name)
    line_up = [find_strategy(strategy, game=name), find_strategy("random", game=name)]
    return review(game, list(game.steps(game.rules(2), line_up, seed)), 0)


def test_a_review_that_failed_is_not_a_finished_one() -> None:
    game = find_game("kalah")
    steps = list(game.steps(game.rules(2), [find_strategy("random", game="kalah")] * 2, 4))
    in_background = ReviewInBackground(game, steps[:1], 0)
    with pytest.raises(InputError, match="has chosen nothing"):
        in_background.result(60.0)
    assert in_background.finished is None


@pytest.mark.long
@pytest.mark.usefixtures("_few_playouts")
def test_who_plays_as_the_judge_loses_about_nothing_and_who_plays_at_random_much() -> None:
    good, bad = played("charmers", "strong"), played("charmers", "random")
    assert good.per_choice.low <= 0.01
    assert bad.per_choice.low > good.per_choice.high
    assert bad.per_choice_by_strategy["random"].value > bad.per_choice_by_strategy["strong"].value
    assert good.player == bad.player == "strong"


@pytest.mark.usefixtures("_few_playouts")
def test_a_review_is_the_same_each_time_and_says_what_was_better(tmp_path: Path) -> None:
    first, again = played("guilds", "random", 2), played("guilds", "random", 2)
    lines = lines_of(first, "me")
    assert lines == lines_of(again, "me")
    assert lines[0].startswith(f"Seat 1 (me) made {len(first.choices)} choices. On average each cost ")
    assert any(line.startswith(("    Better: ", "    Perhaps better: ")) for line in lines)
    assert set(first.per_choice_by_strategy) == {"random", "greedy"}
    page = page_of("guilds-seed-2", "Guilds", first, "me")
    assert len(page.choices) == len(first.costliest)
    game = find_game("guilds")
    steps = list(game.steps(game.rules(2), [find_strategy("random", game="guilds")] * 2, 2))
    assert all(choice.before == steps[1 + choice.n_before].before for choice in first.choices)
    assert len(page.rows) == len(first.choices)
    assert [best == "the same" for _, _, best, _ in page.rows] == [choice.best == choice.chosen for choice in first.choices]
    decided = [choice for choice in first.choices if choice.is_decided]
    assert all(choice.loss.low == choice.loss.high == 0.0 for choice in decided)
    n_lost = sum(choice.best_win_share == 0 for choice in decided)
    assert sum(cost.startswith("nothing: every game played on was lost") for *_, cost in page.rows) == n_lost


def test_only_gains_are_given_as_reasons_and_the_best_choice_is_called_the_best() -> None:
    game = find_game("guilds")
    before = game.new_game(game.rules(2), 1)

    def gain(name: str, value: float) -> dict[str, Estimate]:
        return {name: Estimate(name, value, value - 0.1, value + 0.1, USUAL_LEVEL, 100, "t over games")}

    choice = ReviewedChoice(before, 0, 1, np.array([1.0, 0.0]), {}, gains=gain("fame", 2.0) | gain("karma", -0.5))
    assert (
        gains_text(choice)
        == "Compared with your choice it brings +2.0 (+1.9 to +2.1) fame by the end, on average; no gain is shown in karma."
    )
    only_loses = replace(choice, gains=gain("karma", -0.5) | gain("fame", 0.0))
    assert gains_text(only_loses) == "These games do not show why: no gain is shown in karma and fame at the end."
    best = replace(choice, chosen=1, losses=np.zeros(2))
    ((*_, cost),) = page_of("name", "title", Review(0, (best,), "strong"), "me").rows
    assert cost == "nothing: the best found"


@pytest.mark.parametrize(
    ("losses", "text"),
    [([1.0, 1.0, 0.9, 1.0], "{0}"), ([1.0, 0.0, 0.0, 0.0], "perhaps: {0}"), ([0.0, 0.0, -1.0, 0.0], "none that did better")],
)
def test_a_row_says_how_sure_it_is_that_an_option_is_better(losses: list[float], text: str) -> None:
    game = find_game("guilds")
    before = game.new_game(game.rules(2), 1)
    choice = ReviewedChoice(before, before.option_codes[0], before.option_codes[1], np.array(losses), {})
    ((_, _, best, _),) = page_of("name", "title", Review(0, (choice,), "strong"), "me").rows
    assert best == text.format(before.option_text(before.option_codes[1]))


def test_means_of_losses_are_over_the_games_played_on() -> None:
    losses = [np.array([1.0, 0.0, 0.0, 1.0]), np.array([0.0, 0.0, 1.0, 1.0])]
    game = find_game("guilds")
    start = game.new_game(game.rules(2), 1)
    choices = tuple(ReviewedChoice(start, 0, 1, loss, {"random": loss * 0}) for loss in losses)
    result = Review(0, choices, "greedy")
    assert result.per_choice.value == 0.5
    assert (result.per_choice.n, result.per_choice_by_strategy["random"].value) == (4, 0.0)


def test_the_option_that_won_most_in_the_first_half_is_not_measured_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of options that are all alike, none loses on average; measured by the same games, all but one would."""
    monkeypatch.setattr(module, "PLAYOUTS", 100)
    game = find_game("guilds")

    class Coin:
        """Every option wins half of the games, whatever it is."""

        def __init__(self) -> None:
            self.random = np.random.default_rng(3)

        def worths(self, *_: object) -> None:
            return None

        def best_first(self, state: State, *_: object) -> list[int]:
            return [*range(len(state.option_codes))]

        def player_on(self, line_up: object) -> object:
            return find_strategy("random", game="guilds")

        def win_shares_after(self, state: object, player: object, seeds: list[int], code: int) -> object:
            return self.random.integers(0, 2, (len(seeds), 2)).astype(float)

        def ends_after(self, state: object, *_: object) -> list[object]:
            return [state] * 50

    monkeypatch.setattr(type(game), "appraisal", Coin())
    line_up = [find_strategy("random", game="guilds")] * 2
    means = [review(game, list(game.steps(game.rules(2), line_up, seed)), 0).per_choice.value for seed in range(30)]
    assert abs(np.mean(means)) < 4 * np.std(means) / np.sqrt(len(means))


def test_intervals_of_several_means_are_wider_to_hold_together() -> None:
    values = np.array([0.3, 0.2, 0.3, 0.2])
    alone, of_five = mean_over_games("fame", values), mean_over_games("fame", values, 5)
    assert of_five.low < alone.low
    assert alone.value == of_five.value


def test_a_cost_that_is_the_same_in_all_games_has_no_interval() -> None:
    assert _cost_text(mean_over_games("loss", np.full(20, 0.5))) == "50.0 points (in each of 20 games)"
    assert _cost_text(mean_over_games("loss", np.array([0.3, 0.2, 0.3, 0.2]))) == "25.0 points (15.8 to 34.2)"


def test_a_seat_that_chose_nothing_has_no_review() -> None:
    game = find_game("kalah")
    step = next(iter(game.steps(game.rules(2), [find_strategy("random", game="kalah")] * 2, 1)))
    with pytest.raises(InputError, match="seat 2 has chosen nothing yet"):
        review(game, [step], 1)


@pytest.mark.parametrize(
    ("best", "losses", "words"),
    [
        (1, [0.3, 0.2, 0.3, 0.2], "you chose ‘{0}’ here; the review found ‘{1}’ better by 25.0 points (15.8 to 34.2)."),
        (1, [1.0, -0.5, 0.0, 0.0], "you chose ‘{0}’ here; the review found ‘{1}’ perhaps better by 12.5 points"),
        (1, [-0.1, 0.0, 0.0, 0.0], "you chose ‘{0}’ here; the review found nothing better."),
        (0, [0.0, 0.0, 0.0, 0.0], "you chose ‘{0}’ here; the review found nothing better."),
        (None, [], "you chose ‘{0}’ here."),
    ],
)
def test_a_choice_of_an_earlier_game_is_named_with_what_was_better(best: int | None, losses: list[float], words: str) -> None:
    live = LiveSetUp(game="kalah", players=2, strategies=("random",), people=(1,), seed=1).begin()
    codes, texts = live.state.option_codes, [option.text for option in live.state.options]
    known = None
    if best is not None:
        known = Review(0, (ReviewedChoice(live.state, codes[0], codes[best], np.array(losses), {}),), "strong")
    text = earlier_text("ganges-seed-7-3", [codes[0]], known, live)
    assert text.startswith("In ganges-seed-7-3 " + words.format(*texts))
    assert not earlier_text("ganges-seed-7-3", [], known, live), "the earlier game ended here"
    live.choose(codes[1])
    assert not earlier_text("ganges-seed-7-3", [codes[0], codes[0]], known, live), "it went another way"


def test_a_drawn_position_frames_places_in_colours() -> None:
    game = find_game("ganges")
    state = game.new_game(game.rules(2), 1)
    first, second, *_ = [spot for spot in state.spots() if spot is not None]
    drawing = state.drawing.marked({"red": first, "green": second, "blue": None})
    svg = drawing.to_svg()
    assert [svg.count(f"stroke:{colour}") for colour in ("red", "green", "blue")] == [1, 1, 0]
    (panel,) = [panel for panel in drawing.panels if panel.key == first.panel]
    assert f'x="{first.x:.5g}"' in panel.parts[-2 if first.panel == second.panel else -1]
    assert "stroke:red" not in state.drawing.to_svg(), "the drawing itself stays as it is"
    (width, height), (wide, low) = (
        map(int, re.findall(r'viewBox="0 0 (\d+) (\d+)"', drawing.to_svg(max_width=most))[0]) for most in (400, 1090)
    )
    assert width < 400 < wide <= 1090
    assert height > low, "one panel below the other"
