"""The form of a component file says the same as the terms of the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

from rajas_sim import charmers
from rajas_sim.charmers.game import GAME
from rajas_sim.charmers.rulebook import component_form as form
from rajas_sim.charmers.rulebook import terms
from rajas_sim.charmers.rulebook.rules import SOURCE
from rajas_sim.charmers.rulebook.terms import EARN
from rajas_sim.core.errors import InputError
from rajas_sim.core.games import box_label
from rajas_sim.core.strategies.registry import find_strategy
from tests.charmers.sheets import of_this_game


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        (form.GoodsFace, terms.GOODS_FACES),
        (form.RoadFace, terms.ROAD_FACES),
        (form.Symbol, terms.SYMBOLS),
        (form.Person, terms.PEOPLE),
        (form.Cell, terms.CELLS),
    ],
)
def test_names_of_the_form_are_the_terms_of_the_game_in_their_order(
    kind: object, names: dict[str, int] | tuple[str, ...]
) -> None:
    assert get_args(kind) == tuple(names)


def test_the_reference_is_complete_and_consistent() -> None:
    assert SOURCE.check(SOURCE.reference) == []


@pytest.mark.parametrize("side", box_label("charmers").variants)
def test_every_amount_of_the_reference_may_be_anything_in_its_range(side: str) -> None:
    for row in SOURCE.list_values():
        if row["path"].startswith(f"sheets.{side}.") and row["low"] is not None:
            for value in (row["low"], row["high"]):
                charmers.rules(3, side, overrides={row["path"]: value})


def test_a_bonus_can_be_added_where_there_is_none() -> None:
    added = {"sheets.sun.edge.top_2": {"money": 3}, "sheets.sun.fame.7": {"goods": 1}, "sheets.sun.karma.2": {"fame": 1}}
    sheet = of_this_game(charmers.rules(2, overrides=added)).sheet
    assert (sheet.edge["top_2"].root, sheet.fame["7"].root, sheet.karma["2"].root) == ({"money": 3}, {"goods": 1}, {"fame": 1})


def test_a_bonus_can_be_moved_to_another_place() -> None:
    moved = {"sheets.sun.edge.top_5": {}, "sheets.sun.edge.top_2": {"master_builder": 1}}
    rules = charmers.rules(2, overrides=moved)
    kinds = [int(rules.record.places[terms.FIRST_BONUS_PLACE.edge + terms.EDGES.index(edge)].kind) for edge in ("top_5", "top_2")]
    assert kinds == [EARN.nothing, EARN.person]


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("sheets.sun.edge.top_9", {"money": 3}, "unknown path"),
        ("sheets.sun.river.20", {"symbol": "flag", "earns": {"money": 1}}, "without gaps"),
        ("sheets.sun.edge.top_1", {"gold": 1}, "unknown earning 'gold'"),
        ("sheets.sun.edge.top_1", {"money": 1, "fame": 1}, "only one earning is possible"),
        ("sheets.sun.edge.top_1.trader", 2, "trader can be 1 at most, found 2"),
        ("sheets.moon.edge.top_1", {"money": 1}, "would change nothing"),
        ("province.residence_roads", ["top", "top"], "residence_roads"),
        ("setup.karma", 6, "above karma.limit"),
        ("setup.fame.2", 39, "39 fame and 0 money intersect before the game begins"),
        ("players.balanced.fame", 40, "players.balanced: setup: 40 fame and 0 money intersect before the game begins"),
    ],
)
def test_what_cannot_be_printed_is_refused(path: str, value: dict[str, Any] | int | list[str], message: str) -> None:
    with pytest.raises(InputError) as caught:
        charmers.rules(2, overrides={path: value})
    assert message in "\n".join(caught.value.problems)


@pytest.mark.parametrize("side", box_label("charmers").variants)
def test_a_bonus_of_a_tent_that_is_not_there_is_refused(side: str) -> None:
    two_tents = {"market.tents": [3, 3]}
    with pytest.raises(InputError) as caught:
        charmers.rules(2, side, overrides=two_tents)
    assert [problem.split(" = ")[0] for problem in caught.value.problems] == [
        f"overrides: market.tents: there is no tent 3, so its bonus would never be released; print none there: "
        f"sheets.{side}.tents.{good}.3"
        for good in terms.GOODS
    ]
    no_bonuses: dict[str, Any] = {f"sheets.{side}.tents.{good}.3": {} for good in terms.GOODS}
    rules = charmers.rules(2, side, overrides=two_tents | no_bonuses)
    assert "tent/tea/3" not in GAME.words_in_play(rules)["box"]
    assert charmers.rules(2, side, overrides={"market.tents": [2, 2, 2, 2]})


def test_a_file_moves_a_bonus_with_an_empty_table(tmp_path: Path) -> None:
    path = tmp_path / "known.toml"
    path.write_text('box = "charmers"\n[sheets.sun.edge]\ntop_5 = {}\ntop_4 = { master_builder = 1 }\n', encoding="utf-8")
    assert SOURCE.check(path) == []
    edge = of_this_game(charmers.rules(2, components=path)).values.sheets.sun.edge
    reference = of_this_game(charmers.rules(2)).values.sheets.sun.edge
    assert {*edge} == {*reference} - {"top_5"} | {"top_4"}


def test_the_symbols_of_the_river_are_counted(tmp_path: Path) -> None:
    pad = tmp_path / "pad.toml"
    text = SOURCE.reference.read_text(encoding="utf-8")
    pad.write_text(text.replace('1 = { symbol = "flag"', '1 = { symbol = "swan"', 1), encoding="utf-8")
    problems = "\n".join(SOURCE.check(pad))
    assert "sheets.sun.river: the flag occurs 2 times" in problems
    assert "sheets.sun.river: the swan occurs 4 times" in problems


def test_a_pad_says_which_boxes_it_has() -> None:
    boxes = GAME.words_in_play(charmers.rules(2))["box"]
    assert "province/4/3" not in boxes, "the residence"
    assert {"province/1/1", "river/1/18", "market/tea/9", "karma/1/5", "edge/top/5", "karma_bonus/1/3", "track/money/5"} <= set(
        boxes
    )
    assert not {"river/1/19", "market/tea/10", "karma/1/6", "edge/top/2", "karma_bonus/1/2", "track/money/6"} & set(boxes)
    moved = charmers.rules(2, overrides={"sheets.sun.edge.top_5": {}, "sheets.sun.edge.top_2": {"master_builder": 1}})
    assert set(GAME.words_in_play(moved)["box"]) ^ set(boxes) == {"edge/top/5", "edge/top/2"}


@pytest.mark.slow
def test_no_game_fills_a_box_that_the_pad_has_not() -> None:
    rules = charmers.rules(3)
    line_up = [find_strategy("random", game="charmers")]
    seeds = np.arange(20, dtype=np.uint64)
    filled = GAME.batches.play(rules, line_up, np.zeros((20, 3), np.int8), seeds, ["boxes"])["boxes"]["box"]
    assert {terms.SHEET_BOXES[box] for box in np.unique(filled)} <= set(GAME.words_in_play(rules)["box"])
