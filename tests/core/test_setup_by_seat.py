"""What everybody starts with, by seat; and what a player gets besides what his seat gives."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from rajas_sim import charmers, ganges
from rajas_sim.core.errors import InputError
from rajas_sim.core.game import find_game
from rajas_sim.core.rulebook.rules import Rules
from rajas_sim.core.strategies.registry import find_strategy

GAMES = pytest.mark.parametrize("game", [ganges, charmers], ids=["ganges", "charmers"])
LABELS = ["random", "rule_of_thumb", "careful"]


def starting(rules: Rules, what: str) -> list[int]:
    """What everybody has in the first position, in turn order."""
    state = ganges.new_game(rules, 5)
    return [int(getattr(state.seats[seat], what)) for seat in range(rules.players)]


@GAMES
def test_the_last_player_gets_one_karma_more(game: ModuleType) -> None:
    rules = game.rules(players=3, overrides={"setup.karma.3": 2})
    assert [int(n) for n in rules.record.setup_karma[:3]] == [1, 1, 2]
    assert [rules.value_at(f"setup.karma.{seat}") for seat in (1, 2, 3)] == [1, 1, 2]


@GAMES
def test_the_last_player_is_the_last_one_with_any_number_of_players(game: ModuleType) -> None:
    for players in (2, 3, 4):
        rules = game.rules(players=players, overrides={"setup.karma.last": 2})
        assert rules == game.rules(players=players, overrides={f"setup.karma.{players}": 2})


def test_one_number_of_the_set_up_is_for_all_seats() -> None:
    assert starting(ganges.rules(players=3, overrides={"setup.karma": 2}), "karma") == [2, 2, 2]
    assert ganges.rules(players=3).value_at("setup.karma.3") == 1


def test_workers_differ_by_seat_and_everybody_may_get_two_more() -> None:
    rules = ganges.rules(players=3, overrides={"setup.workers": [3, 4, 3, 3]})
    assert starting(rules, "workers") == [3, 4, 3]
    seats = ganges.play_game(rules, ["balanced"] * 3, seed=3).final.seats
    assert all(seat.workers <= start + 2 for seat, start in zip(seats, (3, 4, 3), strict=True))


def test_only_dice_that_everybody_has_say_who_starts() -> None:
    even, uneven = (ganges.rules(players=3, overrides=overrides) for overrides in ({}, {"setup.dice.2": 2}))
    for seed in range(20):
        before, after = (ganges.new_game(rules, seed) for rules in (even, uneven))
        assert [int(seat.dice.sum()) for seat in after.seats] == [4, 8, 4]
        assert np.array_equal(before.seats[0].dice, after.seats[0].dice), "seat 0 is still who rolled the lowest total"
        assert np.array_equal(before.seats[2].dice, after.seats[2].dice)


def test_rules_show_one_number_or_one_a_seat() -> None:
    def shown(overrides: dict[str, Any]) -> dict[str, tuple[Any, str]]:
        rows = ganges.rules(players=4, overrides=overrides).rows()
        return {row["path"]: (row["value"], row["why"]) for row in rows if row["path"].startswith(("setup.karma", "players"))}

    assert {path: value for path, (value, _) in shown({}).items()} == {"setup.karma": 1}
    by_seat = shown({"setup.karma.4": 2})
    assert {path: value for path, (value, _) in by_seat.items()} == {f"setup.karma.{n}": 1 + (n == 4) for n in range(1, 5)}
    assert by_seat["setup.karma.4"][1] == "instead of 1"
    assert shown({"players.expert.money": -2})["players.expert.money"][0] == -2


def test_a_number_that_every_seat_has_is_one_number() -> None:
    rules = ganges.rules(players=4)
    assert ganges.rules(players=4, overrides={"setup.karma.4": 1}) == rules
    assert ganges.rules(players=4, overrides={"setup.karma": [1, 1, 1, 1]}) == rules
    assert ganges.rules(players=4, overrides={"setup.money": [4, 4, 4, 4]}).value_at("setup.money") == [4, 4, 4, 4]


@pytest.mark.parametrize(
    ("overrides", "problem"),
    [
        ({"setup.karma.5": 1}, "unknown path 'setup.karma.5'; nearest: setup.karma.4, setup.karma.3, setup.karma.2"),
        ({"setup.karma": [1, 2]}, "setup: karma: a list has 4 numbers, one for each seat, however many play; found 2"),
        ({"setup.karma": -1}, "setup.karma: must be 0 or more, found -1"),
        ({"setup.karma.4": 4}, "setup.karma: 4 is above karma.limit, which is 3"),
        ({"players.expert.mony": 1}, "unknown path 'players.expert.mony'; nearest: players.expert.money"),
        ({"player.expert.money": 1}, "unknown path 'player.expert.money'; nearest: players.expert.money"),
        ({"expert.money": 1}, "unknown path 'expert.money'; nearest: players.expert.money"),
        ({"players.expert.money": -4}, "players.expert: setup.money.1: must be 0 or more, found -1"),
        ({"players.expert.karma": 3}, "players.expert: setup.karma: 4 is above karma.limit, which is 3"),
        ({"setup": 1}, "setup: must be a table, found 1"),
        ({"setup": {"karma": 1}}, "setup.money: is missing"),
        ({"players": 1}, "players: "),
        ({"players": {"expert": 1}}, "players.expert: must be a table, found 1"),
        ({"players.expert.karma": 0.5}, "players.expert.karma: must be a whole number, found 0.5"),
        ({"players.expert.board": "navaratnas"}, "players.expert.board: navaratnas: the variant base has no choice of boards"),
    ],
)
def test_what_is_wrong_with_the_set_up(overrides: dict[str, Any], problem: str) -> None:
    with pytest.raises(InputError) as refused:
        ganges.rules(players=4, overrides=overrides)
    assert f"overrides: {problem}" in str(refused.value)


def test_money_follows_a_player_to_every_seat() -> None:
    rules = ganges.rules(players=4, overrides={"players.expert.money": -2, "players.expert.karma": 1})
    for seat in range(4):
        labels = ["careless"] * 4
        labels[seat] = "expert"
        record = rules.for_seats(labels).record
        assert [int(n) for n in record.setup_money] == [3 + i - 2 * (i == seat) for i in range(4)]
        assert [int(n) for n in record.setup_karma] == [1 + (i == seat) for i in range(4)]


def test_every_seat_of_a_label_gets_the_same() -> None:
    rules = ganges.rules(players=3, overrides={"players.careless.workers": 1})
    assert [int(n) for n in rules.for_seats(["careless", "expert", "careless"]).record.setup_workers[:3]] == [4, 3, 4]


def test_rules_without_anything_of_a_players_own_stay_what_they_are() -> None:
    rules = ganges.rules(players=4)
    assert rules.for_seats(["a", "b", "c", "d"]) is rules
    assert ganges.rules(players=4, overrides={"players.a.money": 0}).for_seats(["a", "b", "c", "d"]) == rules


def test_a_player_may_have_a_board_in_a_mixed_group() -> None:
    rules = ganges.rules(players=3, variant="mixed", overrides={"players.balanced.board": "navaratnas"})
    game = ganges.play_game(rules, ["random", "balanced", "random"], seed=4)
    assert game.boards[1] == "navaratnas"
    assert game.replay()[-1].standings == game.standings


@pytest.mark.slow
@GAMES
def test_a_batch_plays_the_same_games_as_one_by_one(game: ModuleType) -> None:
    name = game.__name__.rsplit(".", 1)[1]
    any_game = find_game(name)
    rules = any_game.rules(3, overrides={"players.random.karma": 1})
    line_up = [find_strategy(label, game=name) for label in ("random", "balanced", "rule_of_thumb")]
    seatings = np.array([[0, 1, 2], [2, 0, 1], [1, 2, 0], [0, 1, 2], [2, 0, 1]], np.int8)
    seeds = np.arange(5, 10, dtype=np.uint64)
    tables = any_game.batches.play(rules, line_up, seatings, seeds, ("games", "seats"))
    assert tables["games"]["index"].tolist() == [*range(5)]
    for game_index, seating in enumerate(seatings):
        *_, last = any_game.steps(rules, line_up, int(seeds[game_index]), seating)
        rows = slice(3 * game_index, 3 * game_index + 3)
        assert tables["seats"]["fame"][rows].tolist() == [int(seat.fame) for seat in last.after.seats]
        assert tables["seats"]["money"][rows].tolist() == [int(seat.money) for seat in last.after.seats]


def test_all_seats_get_one_number_and_one_seat_another() -> None:
    for overrides in ({"setup.karma": 2, "setup.karma.4": 3}, {"setup.karma": [2, 2, 2, 3]}):
        rules = ganges.rules(players=4, overrides=overrides)
        assert [int(n) for n in rules.record.setup_karma] == [2, 2, 2, 3]


def test_a_game_without_labels_does_not_leave_a_handicap_out() -> None:
    rules = ganges.rules(players=2, overrides={"players.strong.money": 5})
    with pytest.raises(InputError, match=r"take rules\.for_seats\(labels\)"):
        ganges.new_game(rules, 1)
    assert ganges.new_game(rules.for_seats(["random", "strong"]), 1).seats[1].money == 9


def test_a_component_file_knows_no_players(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text('box = "ganges"\n[players.expert]\nmoney = 1\n', encoding="utf-8")
    with pytest.raises(InputError, match="what a player gets stands in the overrides"):
        ganges.rules(players=2, components=file)


def test_nobody_at_the_table_has_the_label() -> None:
    rules = ganges.rules(players=2, overrides={"players.expert.money": -1})
    with pytest.raises(InputError, match=r"unknown player .expert.\. Known: balanced, random"):
        ganges.play_game(rules, ["balanced", "random"], seed=1)


def test_a_log_begins_with_what_the_player_has(tmp_path: Path) -> None:
    rules = ganges.rules(players=2, overrides={"players.balanced.money": 5})
    ganges.play_game(rules, ["random", "balanced"], seed=1, log=tmp_path / "log.jsonl")
    events = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    money = [event["after"] for event in events if event.get("resource") == "money" and event["cause"] == "set_up"]
    assert money == [3, 9]
