"""Where options lie on the drawing: within their panel, each at a place of its own unless they are about the same thing."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.ganges.drawing.board import SPACE, WIDTH, corners_of_spaces
from rajas_sim.ganges.rulebook.terms import FIRST_SPACE, N_OF
from tests.long_cases import short_and_long

N_OF_DICE = 8
#: Decisions whose options lie nowhere: what is chosen is not on the table, or not by itself.
NOWHERE = {"choose_good", "take_yield_tile", "choose_order", "use_bonus"}  # bonuses of the tracks lie beside no sheet


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", short_and_long(1, [0, 1, 2]))
def test_options_lie_within_the_panels_of_the_table(name: str, seed: int) -> None:
    game = find_game(name)
    rules = game.rules(3, game.variants[-1], game.modules)
    seen = set()
    for step in game.steps(rules, [find_strategy("random", game=name)] * 3, seed):
        state = step.after
        if state.is_over:
            break
        panels = {panel.key: panel for panel in state.drawing.panels}
        for option, spot in zip(state.options, state.spots(), strict=True):
            if spot is None:
                assert option.is_pass or option.decision in NOWHERE or not any(option.fields.values()), option.text
                continue
            seen.add(option.decision)
            panel = panels[spot.panel]
            assert min(spot.x, spot.y) >= 0
            assert spot.x + spot.width <= panel.width
            assert spot.y + spot.height <= panel.height
    assert len(seen) > 5


def test_dice_that_show_the_same_are_one_option_at_several_places() -> None:
    game = find_game("charmers")
    states = (game.new_game(game.rules(2), seed) for seed in range(20))
    state = next(state for state in states if any(spot is not None and spot.twins for spot in state.spots()))
    offered = [(spot.x, spot.y) for spot in state.spots() if spot is not None]
    twins = [corner for spot in state.spots() if spot is not None for corner in spot.twins]
    assert not {*offered} & {*twins}
    assert len({*offered, *twins}) == N_OF_DICE
    assert all(
        f"translate({x:g} {y:g})" in "".join(next(p for p in state.drawing.panels if p.key == "dice").parts) for x, y in twins
    )


def test_bonuses_lie_where_they_are_drawn() -> None:
    game = find_game("charmers")
    places = set()
    for seed in range(3):
        for step in game.steps(game.rules(2), [find_strategy("random", game="charmers")] * 2, seed):
            state = step.after
            for option, spot in zip(state.options, state.spots(), strict=True) if not state.is_over else ():
                bonus = option.fields.get("bonus")
                if bonus is None or bonus.place.startswith("track/"):
                    continue
                places.add(bonus.place.partition("/")[0])
                assert spot is not None
                if bonus.place.startswith("edge/"):
                    x, y = spot.x + spot.width / 2, spot.y + spot.height / 2
                    sheet = next(panel for panel in state.drawing.panels if panel.key == spot.panel)
                    assert f"translate({x:g} {y:g})" in "".join(sheet.parts)
    assert places >= {"edge", "tent", "palace_column", "karma_bonus"}


def test_spaces_for_a_worker_lie_apart() -> None:
    game = find_game("ganges")
    state = game.new_game(game.rules(4), 1)
    corners = [(spot.x, spot.y) for spot in state.spots() if spot is not None]
    assert len(set(corners)) == len(corners) == len(state.options)


@pytest.mark.parametrize("n_spaces", [0, 1, 4, 5, 8])
def test_spaces_of_market_and_harbour_lie_beside_each_other_on_the_board_however_many_there_are(n_spaces: int) -> None:
    game = find_game("ganges")
    rules = game.rules(4, overrides={"harbour.prices": [1] * n_spaces, "market.assorted_spaces": 2})
    corners = corners_of_spaces(rules)
    row = sorted(corners[space][0] for space in range(FIRST_SPACE.assorted, FIRST_SPACE.outer_terrace) if space in corners)
    row += sorted(corners[space][0] for space in range(FIRST_SPACE.harbour, N_OF.spaces) if space in corners)
    assert len(row) == 5 + n_spaces
    assert row == sorted(row)
    assert all(right - left > SPACE / 2 for left, right in pairwise(row))
    assert row[0] >= 0
    assert row[-1] + SPACE <= WIDTH
