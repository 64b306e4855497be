from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES

Rajas = Callable[..., Any]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_told_the_same_way_for_the_same_seed(rajas: Rajas, game: str) -> None:
    arguments = ("play", "--game", game, "--strategy", "balanced", "--strategy", "random", "--seed", 7)
    first, second = rajas(*arguments), rajas(*arguments)
    assert first.exit_code == 0, first.stderr
    assert first.stdout == second.stdout
    assert first.stdout != rajas(*arguments[:-1], 8).stdout


@pytest.mark.parametrize("option", ["--html", "--log"])
@pytest.mark.parametrize(("file", "sentence"), [(".", "is a folder"), ("/", "is a folder"), ("no/x", "there is no folder no")])
def test_a_file_that_cannot_be_written_is_refused_before_the_game(rajas: Rajas, option: str, file: str, sentence: str) -> None:
    refused = rajas("play", option, file)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr.startswith(f"error: {option} {file}: {sentence}")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_can_be_played_with_any_of_its_numbers_of_players(rajas: Rajas, game: str) -> None:
    counts = find_game(game).player_counts
    for players in counts:
        result = rajas("play", "--game", game, "--players", players, "--strategy", "random")
        assert result.exit_code == 0, result.stderr
        assert f"seat {players} (random)" in result.stdout
    refused = rajas("play", "--game", game, "--players", max(counts) + 1)
    assert (refused.exit_code, refused.stderr.startswith(f"error: --players: {max(counts) + 1} is not possible")) == (2, True)


def test_the_words_of_another_game_are_refused(rajas: Rajas) -> None:
    for option, word in (("--variant", "base"), ("--module", "ganga"), ("--board", "basic"), ("--strategy", "fame_rush")):
        result = rajas("play", "--game", "charmers", option, word)
        assert result.exit_code == 2
        assert result.stderr.startswith(f"error: {option}: ")


@pytest.mark.parametrize("game", GAMES)
def test_a_log_has_one_json_object_a_line(rajas: Rajas, game: str) -> None:
    result = rajas("play", "--game", game, "--players", 3, "--log", "game.jsonl")
    assert result.exit_code == 0, result.stderr
    events = [json.loads(line) for line in Path("game.jsonl").read_text().splitlines()]
    assert all("event" in event for event in events)


@pytest.mark.parametrize("game", GAMES)
def test_a_log_may_carry_all_options_of_every_decision(rajas: Rajas, game: str) -> None:
    for name, options in (("short", ()), ("long", ("--log-options",))):
        assert rajas("play", "--game", game, "--log", name, *options).exit_code == 0
    short, long = ([json.loads(line) for line in Path(name).read_text().splitlines()] for name in ("short", "long"))
    decisions = [line for line in long if line["event"] == "decision"]
    assert all(line["chosen"] in line["options"] and len(line["options"]) == line["n_options"] for line in decisions)
    assert max(line["n_options"] for line in decisions) > 1
    assert short == [{key: value for key, value in line.items() if key != "options"} for line in long]


def test_the_first_line_of_a_log_has_what_a_change_removes(rajas: Rajas) -> None:
    changes = ("--set", "quarry.prices=[1,2]", "--set", "river.1={karma=1}")
    assert rajas("play", *changes, "--log", "game.jsonl").exit_code == 0
    first_line, *_ = Path("game.jsonl").read_text().splitlines()
    gone = dict.fromkeys(["quarry.prices.3", "quarry.prices.4", "quarry.prices.5", "quarry.prices.6", "river.1.money"])
    assert json.loads(first_line)["changed"] == {"quarry.prices.2": 2, "river.1.karma": 1} | gone


@pytest.mark.long
@pytest.mark.parametrize("game", ["charmers", "ganges"])
def test_a_game_is_written_as_a_page_that_can_be_shown(rajas: Rajas, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr("typer.launch", shown.append)
    result = rajas("play", "--game", game, "--players", 3, "--html", "game.html")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.splitlines()[-1] == "Page    game.html"
    assert shown == []
    rajas("play", "--game", game, "--players", 3, "--open", "--quiet")
    assert shown == [f"{game}-3-players-seed-1.html"]
    assert Path(shown[0]).read_bytes() == Path("game.html").read_bytes()


def test_each_seat_plays_on_the_board_it_was_given(rajas: Rajas) -> None:
    def boards(*given: str) -> list[bool]:
        result = rajas("play", "--variant", "mixed", "--players", 3, *(word for board in given for word in ("--board", board)))
        assert result.exit_code == 0, result.stderr
        return ["Navaratnas" in line for line in result.stdout.splitlines()[1:4]]

    assert boards("basic", "navaratnas", "basic") == [False, True, False]
    assert boards("navaratnas") == [True, True, True]
    assert boards() == [True, False, False]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--players", 5], "--players: 5 is not possible"),
        (["--me", 5], "error: --me: there is no seat 5 with 4 players"),
        (["--strategy", "balancd"], "--strategy: unknown strategy 'balancd'; did you mean 'balanced'?"),
        (["--strategy", "random", "--strategy", "random", "--players", 3], "--strategy: found 2 for 3 players; give 3"),
        (["--set", "setup.mony=3", "--module", "gange"], "--module: unknown module 'gange'"),
        (["--set", "setup.mony=3"], "--set: unknown path 'setup.mony'"),
        (["--set", "foo"], "--set foo: write key=value, for example --set setup.karma=2"),
        (["--set", "setup=3"], "--set: setup: must be a table, found 3"),
        (["--set", "players=[2]"], "--set: players: must be a table, found [2]; it sets what a player gets"),
        (["--game", "gangs"], "unknown game 'gangs'; did you mean 'ganges'?"),
        (["--board", "basic"], "--board: found 'basic', but the variant 'base' gives everybody the same board"),
        (["--board", "base"], "players may differ in: mixed. The variant is given by --variant base"),
        (["--board", "navaratnas"], "players may differ in: mixed. The variant is given by --variant navaratnas"),
        (["--variant", "basic"], "--variant: unknown variant 'basic'; did you mean 'base'? Known: base, mixed, navaratnas"),
        (
            ["--variant", "mixed", "--board", "bsic"],
            "--board: unknown board 'bsic'; did you mean 'basic'? Known: basic, navaratnas",
        ),
        (
            ["--variant", "mixed", "--players", 3, "--board", "basic", "--board", "basic"],
            "--board: found 2 for 3 players; give 3",
        ),
        (["--log-options"], "--log-options: needs --log FILE"),
        (["--option-chances", "--playouts", "1"], "--option-chances: needs --playouts 2 or more"),
        (["--variant", "sun"], "--variant: 'sun' belongs to charmers, not to ganges"),
        (["--seed", -4], "a seed is a whole number from 0 to 9,223,372,036,854,775,807; found -4."),
        (["--seed", 2**63], "Invalid value for '--seed'"),
        (["--seed", 2**64], "Invalid value for '--seed'"),
    ],
)
def test_wrong_input_is_named(refusal: Callable[..., str], arguments: list[object], sentence: str) -> None:
    assert sentence in refusal("play", *arguments)


def test_the_largest_seed_plays(rajas: Rajas) -> None:
    assert rajas("play", "--seed", 2**63 - 1).exit_code == 0


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("game.json", "--games", "9"), "--games: is for a run; of a kept game choose a --seat"),
        (("game.json", "--strategy", "strong"), "--strategy: is for a run; of a kept game choose a --seat"),
        (("start_player", "--seat", "1"), "--seat: is for a kept game; of a run name a --strategy"),
    ],
)
def test_a_review_refuses_options_of_the_other_kind(rajas: Rajas, words: tuple[str, ...], problem: str) -> None:
    refused = rajas("review", *words)
    assert (refused.exit_code, refused.stderr) == (2, f"error: {problem}\n")


def test_a_review_of_nothing_says_how_a_kept_game_is_named(rajas: Rajas) -> None:
    refused = rajas("review", "nothing")
    assert "nothing: no such run" in refused.stderr
    assert "A kept game is named as on its page, such as ganges-seed-1 for played/ganges-seed-1.json" in refused.stderr


def test_a_kept_game_is_replayed_by_its_name(rajas: Rajas) -> None:
    assert rajas("play", "--game", "guilds", "--me", 1, "--strategy", "greedy", "--seed", 5).exit_code == 0
    by_name, by_file = rajas("replay", "guilds-seed-5"), rajas("replay", "played/guilds-seed-5.json")
    assert "not over" in by_name.stdout
    assert by_name.stdout == by_file.stdout
    assert "nothing: no such kept game" in rajas("replay", "nothing").stderr


def test_a_kept_game_goes_on_with_the_box_as_it_was_when_it_began(rajas: Rajas, box: Path) -> None:
    assert rajas("play", "--me", 1, "--components", box, "--seed", 5).exit_code == 0
    box.write_text(box.read_text().replace("\nkarma = 2\n", "\nkarma = 3\n", 1))
    assert rajas("play", "--resume", "played/ganges-seed-5.json").exit_code == 0


def test_what_was_not_understood_is_said_in_plain_words(rajas: Rajas) -> None:
    assert "Invalid value for '--me': must be a whole number\n" in rajas("play", "--me", "x").stderr
    assert "Invalid value for '--me': must be at least 1\n" in rajas("play", "--me", "0").stderr
    assert "Invalid value for '--loss': must be a number\n" in rajas("decide", "start_player", "--loss", "x").stderr
    assert "Play yourself with --me; then h gives a hint" in rajas("play", "--hints").stderr
