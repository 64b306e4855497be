from __future__ import annotations

from itertools import combinations
from math import factorial
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rajas_sim.study import design as module
from rajas_sim.study.config.resolve import resolve
from rajas_sim.study.design import (
    Design,
    GameKey,
    Seatings,
    line_ups,
    n_orders,
    n_rotations,
    seating,
)
from tests.toy_studies.experiment_helpers import MakeConfig

SEARCHING = """\
from rajas_sim import parameter, strategy


@strategy(game="toy", uses_chance=True, parameters=(parameter("tries", 2, 1, 1000, "playouts", "how many it tries"),))
def searching(state, rules, options, parameters):
    return options[0]
"""


def test_one_label_is_played_by_everybody() -> None:
    assert line_ups(["balanced"], 3) == (("balanced",) * 3,)


def test_as_many_labels_as_players_are_one_line_up() -> None:
    assert line_ups(["a", "b", "a"], 3) == (("a", "b", "a"),)


def test_more_labels_than_players_give_every_selection_in_order() -> None:
    assert line_ups(["a", "b", "c"], 2) == (("a", "b"), ("a", "c"), ("b", "c"))


def test_a_selection_that_occurs_twice_is_kept_once() -> None:
    assert line_ups(["a", "a", "b"], 2) == (("a", "a"), ("a", "b"))


def test_too_few_labels_are_refused() -> None:
    with pytest.raises(ValueError, match="2 strategies cannot fill 4 seats"):
        line_ups(["a", "b"], 4)


def test_only_seats_that_are_alike_have_a_single_rotation() -> None:
    assert n_rotations(("a", "a", "a"), {"a": True}) == 1
    assert n_rotations(("a", "a", "a"), {"a": False}) == 3
    assert n_rotations(("a", "a", "b"), {"a": True, "b": True}) == 3


@given(players=st.integers(2, 5), order=st.integers(0, 23))
def test_every_strategy_sits_once_at_every_seat(players: int, order: int) -> None:
    seatings = [seating(players, order % factorial(players - 1), r) for r in range(players)]
    assert all(sorted(s) == list(range(players)) for s in seatings)
    assert all(sorted(column) == list(range(players)) for column in zip(*seatings, strict=True))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_orders_and_rotations_are_every_way_to_sit_at_the_table_once(players: int) -> None:
    ways = {seating(players, order, r) for order in range(factorial(players - 1)) for r in range(players)}
    assert len(ways) == factorial(players)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_over_all_orders_everybody_follows_everybody_equally_often(players: int) -> None:
    tables = [seating(players, order, 0) for order in range(factorial(players - 1))]
    follows = [(s[i], s[(i + 1) % players]) for s in tables for i in range(players)]
    assert {follows.count((a, b)) for a in range(players) for b in range(players) if a != b} == {
        factorial(players - 1) // (players - 1)
    }


def test_a_rotation_keeps_who_follows_whom() -> None:
    def followers(s: tuple[int, ...]) -> set[tuple[int, int]]:
        return {(s[i], s[(i + 1) % 4]) for i in range(4)}

    assert all(followers(seating(4, order, r)) == followers(seating(4, order, 0)) for order in range(6) for r in range(4))
    assert len({frozenset(followers(seating(4, order, 0))) for order in range(6)}) == 6


def test_a_mirror_match_and_given_seatings_have_one_order() -> None:
    assert n_orders([("a", "a", "a", "a")], 4, "alternating") == 1
    assert n_orders([("a", "b", "c", "d")], 4, "given") == 1
    assert n_orders([("a", "b", "c", "d")], 4, "all") == 6
    assert n_orders([("a", "a"), ("a", "b")], 2, "alternating") == 1
    assert n_orders([("a", "a", "a", "a", "b")], 5, "alternating") == 24


@given(players=st.integers(2, 5), rotation=st.integers(0, 4), strategy=st.integers(0, 4))
def test_as_given_strategy_i_sits_at_position_i_plus_rotation(players: int, rotation: int, strategy: int) -> None:
    i = strategy % players
    assert seating(players, 0, rotation)[(i + rotation) % players] == i


@st.composite
def designs(draw: st.DrawFn) -> Design:
    players = tuple(sorted(draw(st.sets(st.integers(2, 5), min_size=1))))
    labels = [f"s{i}" for i in range(draw(st.sampled_from([1, 5, 6])))]
    ups = {k: draw(st.sampled_from([line_ups(labels, k), tuple((label,) * k for label in labels)])) for k in players}
    alike = draw(st.booleans())
    seatings = draw(st.sampled_from(get_args(Seatings)))
    return Design(
        players=players,
        line_ups=ups,
        rungs={k: {} for k in players},
        rotations={k: tuple(n_rotations(up, dict.fromkeys(labels, alike)) for up in ups[k]) for k in players},
        most_blocks={k: tuple(draw(st.one_of(st.none(), st.integers(1, 3))) for _ in ups[k]) for k in players},
        orders={k: n_orders(ups[k], k, seatings) for k in players},
        seatings=seatings,
        arms=tuple(f"arm{i}" for i in range(draw(st.integers(1, 3)))),
        is_compiled=dict.fromkeys(players, draw(st.booleans())),
        playouts=dict.fromkeys(players, draw(st.sampled_from([0.0, 0.5, 64.0]))),
    )


def keys(design: Design, blocks: int) -> list[GameKey]:
    return [
        GameKey(k, i, arm, block, order, rotation)
        for block in range(blocks)
        for k in design.players
        for i in range(len(design.line_ups[k]))
        if block < (design.most_blocks[k][i] or blocks)
        for order in design.orders_of(k, block)
        for rotation in range(design.rotations[k][i])
        for arm in range(len(design.arms))
    ]


@given(design=designs())
def test_game_numbers_are_unique_ascending_and_lead_back(design: Design) -> None:
    games = keys(design, 3)
    numbers = [design.game_id(key) for key in games]
    assert numbers == sorted(set(numbers))
    assert [design.locate(number) for number in numbers] == games


@given(design=designs())
def test_other_numbers_are_no_games(design: Design) -> None:
    numbers = {design.game_id(key) for key in keys(design, 2)}
    assert all(design.locate(n) is None for n in range(max(numbers)) if n not in numbers)
    assert design.locate(-1) is None


@given(design=designs(), blocks=st.integers(1, 5000), more=st.integers(0, 5000))
def test_shards_cover_every_block_once_and_only_the_last_changes_when_blocks_are_added(
    design: Design, blocks: int, more: int
) -> None:
    for players in design.players:
        shards = [*design.shards(players, blocks)]
        assert [b for shard in shards for b in shard] == list(range(blocks))
        assert [*design.shards(players, blocks + more)][: len(shards) - 1] == shards[:-1]


@pytest.mark.parametrize(
    ("line_up", "players", "n_blocks"),
    [
        (["even"], 2, 1000),
        (["python"], 2, 100),
        # 100 / 2 playouts, one game a block; one of two seats, two games a block; more playouts than a shard may have games.
        (["quick"], 2, 50),
        (["quick", "even"], 2, 50),
        (["slow", "even"], 2, 1),
    ],
)
def test_a_shard_takes_seconds_whoever_plays(  # noqa: PLR0913 - fixtures and parameters
    make_config: MakeConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line_up: list[str], players: int, n_blocks: int
) -> None:
    monkeypatch.setattr(module, "GAMES_PER_SHARD", 1000)
    monkeypatch.setattr(module, "GAMES_PER_SHARD_IN_PYTHON", 100)
    file = tmp_path / "searching.py"
    file.write_text(SEARCHING)
    strategies = {"quick": {"strategy": str(file)}, "slow": {"strategy": str(file), "parameters": {"tries": 500}}}
    used = {label: choice for label, choice in strategies.items() if label in line_up}
    design = resolve(make_config(line_up=line_up, strategies=used, players=[players])).design
    assert design.blocks_per_shard(players) == n_blocks


@given(design=designs())
def test_a_block_has_every_rotation_of_every_line_up_under_every_arm(design: Design) -> None:
    for players in design.players:
        n_games = sum(1 for key in keys(design, 1) if key.players == players)
        assert design.games_per_block(players) == n_games


@given(design=designs(), first=st.integers(0, 4), n=st.integers(0, 4))
def test_games_are_counted_without_those_that_a_line_up_does_not_play(design: Design, first: int, n: int) -> None:
    for players in design.players:
        games = [key for key in keys(design, first + n) if key.players == players and key.block >= first]
        assert design.n_games(players, range(first, first + n)) == len(games)


@given(design=designs())
def test_orders_take_turns_from_block_to_block_unless_every_block_has_all(design: Design) -> None:
    for k in design.players:
        n = design.orders[k]
        expected = [set(range(n))] * n if design.seatings == "all" else [{order} for order in range(n)]
        assert [set(design.orders_of(k, block)) for block in range(n)] == expected
        assert design.orders_of(k, n) == design.orders_of(k, 0)


def test_selections_are_those_of_itertools() -> None:
    assert line_ups("abcde", 4) == tuple(combinations("abcde", 4))
