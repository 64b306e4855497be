"""A game that supplies no more than it must is played, logged, changed and tabulated by the core."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rajas_sim import strategy
from rajas_sim.core.engine.kernel import Options, is_interpreted, kernel
from rajas_sim.core.errors import InputError, RunError, StrategyError
from rajas_sim.core.games import GAMES
from rajas_sim.core.playing.one_game import OneGame
from rajas_sim.core.strategies.declaration import Strategy
from tests.core.toy_game import GAME, SOURCE, State
from tests.untyped import Array, Record

rules = GAME.rules


@strategy(game="toy")
def last(state: Record, rules: Record, options: Options, parameters: Array) -> int:
    """Take the last option."""
    return options[len(options) - 1]


@strategy(game="toy", compiled=False)
def last_in_python(state: Record, parameters: Array) -> int:
    """Take the last option."""
    return state.options[-1]


@strategy(game="toy", compiled=False)
def stubborn(state: Record, parameters: Array) -> int:
    """Take what nobody offers."""
    return 7


@strategy(game="toy")
def stubborn_too(state: Record, rules: Record, options: Options, parameters: Array) -> int:
    """Take what nobody offers."""
    return 7


@kernel
def list_nothing(state: Record, rules: Record, options: Options) -> int:
    """Forget that there is something to decide."""
    return 0


class Silent(State):
    """Positions of a game that asks for a decision without options."""

    kernels = State.kernels._replace(list_options=list_nothing)


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", "tests.core.toy_game")


def batch(players: int, one: Strategy, n: int = 100) -> dict[str, Any]:
    seatings = np.zeros((n, players), np.int8)
    return GAME.batches.play(rules(players), [one], seatings, np.arange(n, dtype=np.uint64), GAME.tables)


# --- playing


@pytest.mark.parametrize("player", [last, last_in_python], ids=lambda one: one.name)
def test_a_decision_without_options_is_a_mistake_of_the_game(player: Strategy) -> None:
    silent = replace(GAME.batches, state_class=Silent)
    with pytest.raises(AssertionError, match="decision 'take' has no options"):
        silent.play(rules(2), [player], np.zeros((1, 2), np.int8), np.ones(1, np.uint64), GAME.tables)


@pytest.mark.parametrize("players", [2, 5])
def test_the_compiled_loop_and_its_twin_play_the_same_games(players: int) -> None:
    compiled, plain = batch(players, last), batch(players, last_in_python)
    assert compiled.keys() == plain.keys() == {"games", "seats", "rounds"}
    for table, columns in compiled.items():
        for name, column in columns.items():
            np.testing.assert_array_equal(column, plain[table][name], err_msg=f"{table}.{name}")


def test_the_tables_tell_what_happened() -> None:
    tables = batch(5, last)
    games, seats = tables["games"], tables["seats"]
    assert set(games["end_reason"]) == {1}
    assert games["decisions"].tolist() == games["turns"].tolist()
    assert (games["margin"] >= 0).all()
    assert seats["index"].tolist() == np.repeat(np.arange(100), 5).tolist()
    shares = np.bincount(seats["index"], seats["win_share"])
    np.testing.assert_allclose(shares, 1)
    assert (seats["money_from_set_up"].reshape(100, 5) == range(5)).all()
    assert (np.bincount(tables["rounds"]["index"]) == games["rounds"] * 5).all()


def test_the_lead_is_followed_round_by_round() -> None:
    tables = batch(2, last)
    overlaps = tables["rounds"]["overlap"].reshape(-1, 2)
    changes = np.zeros(100, int)
    leaders: dict[int, bool] = {}
    for index, (first, second) in zip(tables["rounds"]["index"][::2].tolist(), overlaps, strict=True):
        if first != second:
            leader = first > second
            changes[index] += leaders.setdefault(index, leader) != leader
            leaders[index] = leader
    assert changes.sum() > 0
    assert tables["games"]["lead_changes"].tolist() == changes.tolist()


@pytest.mark.parametrize("one", [stubborn, stubborn_too])
def test_an_answer_that_is_no_option_is_refused_with_the_decision_and_the_seed(one: Strategy) -> None:
    with pytest.raises(StrategyError, match=f"'{one.name}' returned 7, .* decision take \\(seed 0\\)"):
        batch(2, one)


def test_a_strategy_for_every_game_is_told_which_one_it_plays() -> None:
    @strategy()
    def first(state: Record, rules: Record, options: Options, parameters: Array) -> int:
        """Take the first option."""
        return options[0]

    assert set(batch(2, first, n=3)["seats"]["fame"]) == {0}
    with pytest.raises(InputError, match="plays ganges, not toy"):
        batch(2, first.for_game("ganges"))


def test_a_game_step_by_step_is_the_game_of_the_batch() -> None:
    *_, step = OneGame(State, rules(5), [last] * 5, seed=3).steps()
    games = batch(5, last)["games"]
    assert step.after.is_over
    assert (step.after.n_decisions, step.after.round_number) == (games["decisions"][3], games["rounds"][3])


# --- positions


def test_an_overlap_may_lie_between_whole_fame_spaces() -> None:
    state = State.new_game(rules(2), seed=1)
    assert [standing.overlap for standing in state.standings] == [-8.5, -9.0]
    assert [standing.seat for standing in state.standings] == [1, 0]


def test_a_position_says_what_it_waits_for() -> None:
    state = State.new_game(rules(2), seed=4)
    assert repr(state) == "<State round 1: seat 1 to take>"
    assert state.decision == "take"
    assert [str(option) for option in state.options] == ["take money", "take fame"]
    after = state.play(state.options[1])
    assert (after.seats[0].fame, state.seats[0].fame) == (1, 0)
    with pytest.raises(ValueError, match="not an option of take; options"):
        state.play(7)
    with pytest.raises(AttributeError, match=r"a state has no 'colour'\. It has: decision, drawing, end_reason"):
        _ = state.colour


def test_a_position_goes_through_plain_numbers_and_back() -> None:
    state = State.new_game(rules(5), seed=1).play(0)
    again = State.from_plain(state.rules, json.loads(json.dumps(state.to_plain())))
    assert again == state
    assert hash(again) == hash(state)


def test_where_nobody_chooses_a_board_none_can_be_given() -> None:
    with pytest.raises(InputError, match="board: red: the variant light has no choice of boards"):
        State.new_game(rules(2), 1, ["red", None])
    with pytest.raises(InputError, match="boards: 1 given for 2 players"):
        State.new_game(rules(2), 1, [None])


# --- the audit log


def test_the_log_tells_every_change(tmp_path: Path) -> None:
    log = tmp_path / "toy.jsonl"
    record = GAME.play_game(rules(2, overrides={"prize.money": 4}), [last] * 2, 5, log)
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    first, *rest = lines
    assert (first["game"], first["variant"], first["changed"]) == ("toy", "light", {"prize.money": 4})
    assert sum(line["event"] == "decision" for line in rest) == len(record.choices) == record.final.n_decisions
    assert [line["round"] for line in rest if line["event"] == "round"] == list(range(1, record.rounds + 1))
    for seat in (1, 2):
        changes = [line for line in rest if line["event"] == "change" and line["seat"] == seat and line["resource"] == "money"]
        assert sum(line["change"] for line in changes) == changes[-1]["after"] == record.final.seats[seat - 1].money
    assert [line["overlap"] for line in rest[-2:]] == [standing.overlap for standing in record.standings]


def test_a_log_lists_the_options_of_every_decision_where_they_are_wanted(tmp_path: Path) -> None:
    logs = {with_options: tmp_path / f"{with_options}.jsonl" for with_options in (False, True)}
    for with_options, log in logs.items():
        GAME.play_game(rules(2), [last] * 2, 5, log, log_options=with_options)
    short, long = ([json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()] for log in logs.values())
    decisions = [line for line in long if line["event"] == "decision"]
    assert decisions
    assert all(line["chosen"] in line["options"] and len(line["options"]) == line["n_options"] for line in decisions)
    assert short == [{key: value for key, value in line.items() if key != "options"} for line in long]


def test_options_are_for_a_log() -> None:
    with pytest.raises(InputError, match="log_options: needs a log"):
        GAME.play_game(rules(2), [last] * 2, 5, log_options=True)


def test_a_log_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="cannot be written"):
        GAME.play_game(rules(2), [last] * 2, 5, tmp_path / "nowhere" / "toy.jsonl")


# --- rules and components


def test_sections_for_some_games_are_written_over_the_others() -> None:
    for players, line in ((2, 9), (5, 7)):
        assert rules(players).record.meeting_line == line
    assert rules(2, "dark").record.prize_money == 4
    assert rules(2).readings == {"meeting": "ends_the_game"}


def test_everything_wrong_with_the_kind_of_game_is_told_at_once() -> None:
    with pytest.raises(InputError) as refused:
        rules(3, "grey", ["extra"])
    assert refused.value.problems == [
        "players: 3 is not possible; The Toy is for 2 or 5 players",
        "variant: unknown variant 'grey'. Known: dark, light, mixed",
        "modules: unknown module 'extra'; known: rain",
    ]


def test_changes_that_nothing_would_notice_or_that_lead_nowhere_are_refused() -> None:
    with pytest.raises(InputError, match=r"'by_variant.dark.prize.money' would change nothing, .* not in play in light"):
        rules(2, overrides={"by_variant.dark.prize.money": 3})
    with pytest.raises(InputError, match=r"unknown path 'prize.mony'; nearest: prize.money"):
        rules(2, overrides={"prize.mony": 3})
    with pytest.raises(InputError, match=r"overrides: prize\.money: must be 60 or less, found 99"):
        rules(2, overrides={"prize.money": 99})


def test_the_digest_differs_where_a_game_could() -> None:
    digests = [rules(2), rules(5), rules(2, "dark"), rules(2, overrides={"prize.fame": 2}), rules(2, overrides={"prize.fame": 1})]
    assert len({one.digest() for one in digests}) == 4
    assert digests[0].digest() == digests[-1].digest()


def test_values_are_listed_with_where_they_come_from() -> None:
    rows = {row["path"]: row for row in rules(2, "dark", overrides={"prize.fame": 2}).rows()}
    assert (rows["prize.money"]["value"], rows["prize.money"]["low"], rows["prize.money"]["high"]) == (4, 3, 5)
    assert rows["prize.fame"]["provenance"] == "override"
    assert rows["readings.meeting"]["choices"] == ["ends_the_game", "goes_on"]
    assert rules(2).components["n_assumed"] == 1
    assert rules(2, "dark").components["n_assumed"] == 2


def test_a_component_file_is_exported_and_checked(tmp_path: Path) -> None:
    target = tmp_path / "mine.toml"
    SOURCE.export(target)
    assert SOURCE.check(target) == []
    target.write_text(target.read_text(encoding="utf-8").replace("by_players.5", "by_players.4"), encoding="utf-8")
    assert SOURCE.check(target) == [f"{target}: by_players.4: possible are 2, 5"]
    with pytest.raises(InputError, match="exists already"):
        SOURCE.export(target)


def test_a_component_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    target = tmp_path / "mine.toml"
    target.write_text(SOURCE.reference.read_text(encoding="utf-8"), encoding="utf-8-sig")
    assert SOURCE.check(target) == []
    assert GAME.rules(2, components=target) == rules(2)


# --- compiled code

COMPILING = """
from tests.core.toy_game import BATCHES
BATCHES.kernels
"""


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.skipif(is_interpreted(), reason="nothing is compiled")
def test_the_next_process_reads_the_loop_and_the_verbs_from_disk(tmp_path: Path) -> None:
    def compiled() -> dict[Path, int]:
        environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
        subprocess.run([sys.executable, "-c", COMPILING], env=environment, check=True)
        return {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb*")}

    first = compiled()
    for name in ("play_compiled", "begin_game", "list_options", "play_on"):
        assert any(f".{name}-" in path.name for path in first), f"{name} was not kept on disk"
    assert compiled() == first
