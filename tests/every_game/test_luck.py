"""Luck dealt anew by source: everything else stays as it was."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from rajas_sim.core.errors import InputError
from rajas_sim.core.game import find_game
from rajas_sim.core.positions.state import State
from rajas_sim.core.strategies.registry import find_strategy
from tests.every_game.walking import frozen_rules
from tests.untyped import Array

Kind = tuple[str, int, str, tuple[str, ...]]
KINDS: tuple[Kind, ...] = (("ganges", 3, "navaratnas", ("ganga",)), ("ganges", 2, "base", ()), ("charmers", 3, "sun", ()))


def start(kind: Kind, seed: int, **luck: Any) -> State:
    overrides = {f"luck.{key}": value for key, value in luck.items()}
    rules = frozen_rules(*kind, overrides=overrides)
    return find_game(kind[0]).new_game(rules, seed)


def winners(kind: Kind, n: int, **luck: Any) -> tuple[Array, dict[str, dict[str, Array]]]:
    """The win shares of the seats in n games between balanced players, and the tables of these games."""
    rules = frozen_rules(*kind, overrides={f"luck.{key}": value for key, value in luck.items()})
    game = find_game(kind[0])
    seats, seeds = np.zeros((n, kind[1]), np.int8), np.arange(1, n + 1, dtype=np.uint64)
    tables = game.batches.play(rules, [find_strategy("balanced", game=game.name)], seats, seeds, ("games", "seats", "rounds"))
    return tables["seats"]["win_share"].reshape(n, -1), tables


@pytest.mark.parametrize("kind", KINDS)
def test_without_a_source_nothing_changes(kind: Kind) -> None:
    assert start(kind, 3, deal_anew=[]) == start(kind, 3)


def test_only_the_tiles_change_where_tiles_are_dealt_anew() -> None:
    kind: Kind = ("ganges", 2, "base", ())
    before, after = start(kind, 5), start(kind, 5, deal_anew=["tile_stacks"])
    assert before.open_tiles.tolist() != after.open_tiles.tolist()
    assert [seat.dice.tolist() for seat in before.seats] == [seat.dice.tolist() for seat in after.seats]


def test_only_the_dice_of_the_start_change_where_these_are_dealt_anew() -> None:
    kind: Kind = ("ganges", 2, "base", ())
    before, after = start(kind, 5), start(kind, 5, deal_anew=["start_dice"])
    assert before.open_tiles.tolist() == after.open_tiles.tolist()
    assert [seat.dice.tolist() for seat in before.seats] != [seat.dice.tolist() for seat in after.seats]


def test_only_the_river_tiles_change_where_these_are_dealt_anew() -> None:
    kind = KINDS[0]
    before, after = start(kind, 5), start(kind, 5, deal_anew=["river_tiles"])
    assert before.river_tiles.tolist() != after.river_tiles.tolist()
    assert before.open_tiles.tolist() == after.open_tiles.tolist()


def test_only_dice_of_the_colour_change() -> None:
    kind = ("charmers", 3, "sun", ())
    before, after = start(kind, 5), start(kind, 5, deal_anew=["dice.green"])
    colours = np.arange(8) // 2
    green = colours == 1
    assert before.faces[~green].tolist() == after.faces[~green].tolist()
    assert any(
        start(kind, s).faces[green].tolist() != start(kind, s, deal_anew=["dice.green"]).faces[green].tolist() for s in range(5)
    )


@pytest.mark.parametrize("kind", KINDS)
def test_other_deals_are_other_luck(kind: Kind) -> None:
    dice = ["start_dice"] if kind[0] == "ganges" else ["dice"]
    positions = {start(kind, 5, deal_anew=dice, deal=deal).array.tobytes() for deal in range(1, 6)}
    assert len(positions) > 1
    assert start(kind, 5, deal_anew=dice).array.tobytes() == start(kind, 5, deal_anew=dice, deal=1).array.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_luck_dealt_anew_in_later_rounds_leaves_the_first_ones_as_they_were(kind: Kind) -> None:
    sources = [name for name in frozen_rules(*kind).luck_sources if "seat" not in name]
    _, before = winners(kind, 20)
    _, after = winners(kind, 20, deal_anew=sources, rounds=[4, 1000])
    for column in ("fame", "money"):
        early = [tables["rounds"][column][tables["rounds"]["round"] <= 3].tolist() for tables in (before, after)]
        assert early[0] == early[1]
    late = [tables["rounds"]["fame"][tables["rounds"]["round"] > 3].tolist() for tables in (before, after)]
    assert late[0] != late[1]


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS[1:])
def test_all_luck_anew_has_nothing_to_do_with_the_first(kind: Kind) -> None:
    # 300 games of independent luck: who wins agrees as often as chance has it, within 4.5 standard errors, once in 100,000
    # such tests not.
    n = 300
    first, _ = winners(kind, n)
    second, _ = winners(kind, n, deal_anew=[*frozen_rules(*kind).luck_sources])
    agree = float((first * second).sum(axis=1).mean())
    expected = float((first.mean(axis=0) * second.mean(axis=0)).sum())
    assert abs(agree - expected) < 4.5 * 0.5 / np.sqrt(n)


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"luck.deal_anew": ["tile_stack"]}, "unknown source of luck 'tile_stack'; did you mean 'tile_stacks'?"),
        ({"luck.deal_anew": ["river_tiles"]}, "unknown source of luck 'river_tiles'"),
        ({"luck.deal_anew": ["seat_3"]}, "unknown source of luck 'seat_3'"),
        ({"luck.deal_anew": ["dice"], "luck.rounds": [5, 3]}, "the first, 5, is after the last, 3"),
        ({"luck.deal": 0, "luck.deal_anew": ["dice"]}, "luck.deal"),
        ({"luck.deal": 2}, "rounds and deal are for sources that deal_anew names; it names none"),
        ({"luck.anew": []}, "unknown path 'luck.anew'"),
    ],
)
def test_wrong_luck_is_refused_in_a_sentence(overrides: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        frozen_rules("ganges", 2, "base", (), overrides=overrides)


def test_a_name_may_be_the_beginning_of_several() -> None:
    rules = frozen_rules("ganges", 2, "base", (), overrides={"luck.deal_anew": ["dice", "reroll"]})
    names = [name for name, number in rules.luck_sources.items() if rules.record.luck.anew >> number & 1]
    assert names == ["dice.orange", "dice.green", "dice.blue", "dice.purple", "reroll"]
    assert rules.digest() != frozen_rules("ganges", 2, "base").digest()
