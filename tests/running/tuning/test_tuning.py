"""Tuning a strategy of the toy game, in which money is worth more than fame, so that greed should be 1."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rajas_sim.core.errors import RunError, StoppedError
from rajas_sim.core.strategies.tuned_values import read_tuned_values
from rajas_sim.running.foreman import WorkProgress
from rajas_sim.running.tuning.load import TuningConfig, resolve_tuning
from rajas_sim.running.tuning.tune import TuningResult, tune

GREEDY = str(Path(__file__).with_name("greedy.py"))
Go = Callable[..., TuningResult]


def small(**keys: Any) -> TuningConfig:
    plain = {
        "name": "trial",
        "game": "toy",
        "strategy": "greedy",
        "players": (2,),
        "strategies": {"greedy": {"strategy": GREEDY}},
        "blocks": 30,
        "population": 6,
        "generations": 5,
        "check_blocks": 50,
    }
    return TuningConfig(**{**plain, **keys})


@pytest.fixture
def go(tmp_path: Path) -> Go:
    """Return a function that tunes, in a folder of its own unless one is named."""

    def start(out: str = "out", workers: int = 1, on_progress: Callable[..., None] | None = None, **keys: Any) -> TuningResult:
        return tune(resolve_tuning(small(**keys)), tmp_path / out, workers=workers, on_progress=on_progress)

    return start


def contents(result: TuningResult) -> dict[str, str]:
    """Return what stands in the files of a tuning, but how long it took."""
    texts = {path.name: path.read_text() for path in result.folder.iterdir() if path.suffix == ".toml"}
    for path in result.folder.glob("*.jsonl"):
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        texts[path.name] = str([{key: value for key, value in line.items() if key != "seconds"} for line in lines])
    return texts


def stop_after(n: int) -> Callable[[WorkProgress], None]:
    def press(progress: WorkProgress) -> None:
        if progress.done == n:
            raise KeyboardInterrupt

    return press


def test_progress_says_how_the_last_generation_did(go: Go) -> None:
    said: list[WorkProgress] = []
    go(generations=2, on_progress=said.append)
    assert [(each.label, each.done, each.total) for each in said[:3]] == [
        ("light, 2 players: generations", n, 2) for n in range(3)
    ]
    assert said[0].remark == "starting"
    assert re.fullmatch(r"wins \d+ %, score -?\d\.\d\d, best -?\d\.\d\d, \d+:\d\d left", said[1].remark)


def test_the_values_found_are_better_on_fresh_luck(go: Go) -> None:
    """The first opponent never lets greed rest at 0.3: with 1 it wins some 90 %, which 100 blocks tell from half of all."""
    result = go(generations=10, check_blocks=100)
    (tuned,) = result.tuned
    assert tuned.values["greed"] > 0.8
    label, share = tuned.shares[0]
    assert label == "greedy, untuned"
    assert share.low > 0.6
    assert tuned.is_better
    assert share.n == 100


def test_stopping_early_saves_games_and_finds_as_good_values(go: Go) -> None:
    keys: dict[str, Any] = {"blocks": 300, "population": 8, "generations": 6}
    early, whole = go(**keys).tuned[0], go(stop_early=False, **keys).tuned[0]
    assert early.games < early.most_games == whole.games == whole.most_games
    assert early.values["greed"] > 0.7
    assert whole.values["greed"] > 0.7


def test_the_result_is_the_same_whatever_the_number_of_workers(go: Go) -> None:
    assert contents(go("one", workers=1)) == contents(go("two", workers=2))


def test_another_seed_finds_other_values(go: Go) -> None:
    assert go(seed=1).tuned[0].values != go(seed=2).tuned[0].values


def test_a_stopped_tuning_goes_on_as_if_nothing_had_been(go: Go) -> None:
    with pytest.raises(StoppedError, match=r"2 generations are kept in .*; the same command continues"):
        go("stopped", on_progress=stop_after(2))
    goes_on = go("stopped")
    at_once = go("at_once")
    assert contents(goes_on) == contents(at_once)
    assert goes_on.n_new_games < at_once.n_new_games


def test_a_torn_line_is_played_again(go: Go) -> None:
    first = go()
    journal = first.folder / "light-2p.jsonl"
    whole = contents(first)
    journal.write_bytes(journal.read_bytes()[:-20])
    assert contents(go()) == whole


def test_more_generations_go_on_with_a_finished_tuning(go: Go) -> None:
    short = go(generations=2)
    longer = go(generations=4)
    assert longer.folder == short.folder
    assert contents(longer) == contents(go("at_once", generations=4))


def test_fewer_generations_give_what_was_found_then(go: Go) -> None:
    before = go(generations=2).tuned
    go(generations=4)
    assert go(generations=2).tuned == before


def test_other_blocks_or_ranges_begin_another_tuning(go: Go) -> None:
    folders = {go(generations=1, **keys).folder for keys in ({}, {"blocks": 31}, {"ranges": {"greed": (0.1, 0.9)}})}
    assert len(folders) == 3


def test_minutes_end_it_before_the_generations_do(go: Go) -> None:
    assert go(minutes=1e-9).tuned[0].generations == 1


def test_ranges_and_fixed_parameters_hold(go: Go) -> None:
    values = go(generations=8, ranges={"greed": (0.2, 0.6)}, fixed=("idle",)).tuned[0].values
    assert 0.45 < values["greed"] <= 0.6
    assert values["idle"] == 0.5


def test_a_kind_of_game_may_begin_with_what_was_found_for_the_one_before(go: Go) -> None:
    keys: dict[str, Any] = {"players": (2, 5), "generations": 2}
    starts = {}
    for start in ("own", "previous"):
        (journal,) = go(start=start, **keys).folder.glob("light-5p*.jsonl")
        starts[start] = json.loads(journal.read_text().splitlines()[0])["start"]
    assert starts["own"] == {"greed": 0.3, "idle": 0.5}
    assert starts["previous"] == go(start="previous", **keys).tuned[0].values


def test_what_began_at_other_values_is_not_played_again(go: Go) -> None:
    """More generations for one kind of game let the next one begin elsewhere; what it had played from its old start stays."""
    keys: dict[str, Any] = {"start": "previous", "players": (2, 5)}
    before = go(generations=2, **keys)
    assert go(generations=3, **keys).n_new_games > 0
    again = go(generations=2, **keys)
    assert again.tuned == before.tuned
    assert again.n_new_games < before.n_new_games / 2


@pytest.mark.parametrize("text", ["values = 5", 'name = "trial"\nquestion = "?"', "[values]\nbase = 5", "no = toml ="])
def test_another_file_is_not_written_over_and_is_refused_before_the_first_game(go: Go, tmp_path: Path, text: str) -> None:
    other = tmp_path / "other.toml"
    other.write_text(text)
    with pytest.raises(RunError, match="holds no values of strategies") as caught:
        go(output=other, generations=1)
    assert "are kept" not in str(caught.value)
    assert not (tmp_path / "out").exists()
    assert other.read_text() == text


def test_every_opponent_counts_and_is_met_again_on_fresh_luck(go: Go) -> None:
    opponents = {"strategies": {"greedy": {"strategy": GREEDY}, "wise": {"strategy": GREEDY, "parameters": {"greed": 1.0}}}}
    (tuned,) = go(opponents=("greedy", "wise"), generations=2, stop_early=False, **opponents).tuned
    assert [label for label, _ in tuned.shares] == ["greedy, untuned", "wise"]
    assert tuned.shares[0][1].value > tuned.shares[1][1].value
    # 6 candidates and the values in their middle, 30 blocks, 2 seats, 2 opponents, 2 generations
    assert tuned.games == tuned.most_games == 7 * 30 * 2 * 2 * 2


def test_the_file_is_one_a_strategy_may_have_beside_it(go: Go) -> None:
    result = go(variants=("light", "dark"), generations=1)
    assert read_tuned_values(result.values_file) == {(t.kind.variant, t.kind.players): dict(t.values) for t in result.tuned}


def test_the_file_names_no_folder_of_this_machine(go: Go) -> None:
    text = go(generations=1).values_file.read_text()
    assert 'strategy = "greedy.py"' in text
    assert str(Path(GREEDY).parent) not in text


def test_the_output_keeps_what_it_says_of_other_kinds_of_games(go: Go, tmp_path: Path) -> None:
    output = tmp_path / "greedy.toml"
    output.write_text("[values.light.2]\ngreed = 0.1\n[values.light.5]\ngreed = 0.2\n")
    result = go(generations=10, check_blocks=100, output=output)
    assert result.values_file == output
    assert result.tuned[0].is_better
    assert not result.not_written
    written = read_tuned_values(output)
    assert written["light", 2] == result.tuned[0].values
    assert written["light", 5] == {"greed": 0.2}


def test_the_output_keeps_values_than_which_those_found_are_not_surely_better(go: Go, tmp_path: Path) -> None:
    output = tmp_path / "greedy.toml"
    output.write_text("[values.light.2]\ngreed = 0.1\n")
    result = go(players=(2, 5), generations=1, check_blocks=4, output=output)
    assert result.not_written == result.tuned[:1]
    written = read_tuned_values(output)
    assert written["light", 2] == {"greed": 0.1}
    assert written["light", 5] == result.tuned[1].values
    assert read_tuned_values(result.folder / "values.toml")["light", 2] == result.tuned[0].values


def test_an_output_that_is_no_such_file_is_left_alone(go: Go, tmp_path: Path) -> None:
    output = tmp_path / "greedy.toml"
    output.write_text("no = toml = at all")
    with pytest.raises(RunError, match=r"greedy\.toml: holds no values"):
        go(generations=1, output=output)
    assert output.read_text() == "no = toml = at all"


def test_a_strategy_that_fails_ends_it_with_what_was_played(go: Go) -> None:
    said = r"(?s)'fails' returned 99.*\d generations are kept in .*the strategies do not change"
    with pytest.raises(RunError, match=said):
        go(opponents=("fails",), strategies={"greedy": {"strategy": GREEDY}, "fails": {"strategy": "fails"}})
