"""A rule that ends a run looks at complete prefixes only, at numbers of blocks fixed beforehand."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rajas_sim.core.errors import InputError
from rajas_sim.running import stopping
from rajas_sim.running.looking import GROWTH
from rajas_sim.running.runner import RunResult
from rajas_sim.study import design
from rajas_sim.study.config.form import Config
from rajas_sim.study.folder.notes import note_looks
from rajas_sim.study.folder.shards import Shards
from tests.toy_studies import experiment_helpers
from tests.toy_studies.experiment_helpers import MakeConfig, manifest, read, tables

Judge = Callable[[Path, int, int], tuple[bool, str]]
RULE = {"verdict": True, "max_blocks": 5000}


def enough_from(blocks: int, seen: list[tuple[int, int]] | None = None) -> Judge:
    """Return a judge who has seen enough from a number of blocks on, and writes down what was asked."""

    def judge(folder: Path, players: int, n: int) -> tuple[bool, str]:
        assert read(folder, "games", players).filter(block=n - 1).height
        if seen is not None:
            seen.append((players, n))
        return n >= blocks, f"{players}p after {n}"

    return judge


def play(config: Config, out: Path, *, judge: Judge | None = None, **keys: Any) -> RunResult:
    """Play an experiment whose rule is met when a judge says so."""
    with pytest.MonkeyPatch.context() as patch:
        if judge is not None:
            patch.setattr(stopping, "enough_played", judge)
        return experiment_helpers.play(config, out, **keys)


@pytest.fixture
def make_rule(make_config: MakeConfig, monkeypatch: pytest.MonkeyPatch) -> Callable[..., object]:
    """Make experiments with a rule, of two games a block and so of 500 blocks a shard."""
    monkeypatch.setattr(design, "GAMES_PER_SHARD", 1000)

    def make(**keys: Any) -> object:
        return make_config(**{"players": [2], "line_up": ["even", "coin"], "stop": RULE, **keys})

    return make


def test_a_run_ends_where_its_rule_is_met_whatever_the_number_of_workers(make_rule: MakeConfig, tmp_path: Path) -> None:
    folders = [play(make_rule(), tmp_path / str(n), workers=n, judge=enough_from(1200)).folder for n in (1, 2, 3)]
    assert {tuple(manifest(folder)["blocks"].values()) for folder in folders} == {(1500,)}
    assert all(manifest(folder)["complete"] for folder in folders)
    assert tables(folders[0]) == tables(folders[1]) == tables(folders[2])
    assert max(read(folders[2], "games", 2)["block"]) == 1499


@pytest.mark.long
def test_looks_begin_at_500_blocks_and_grow(make_rule: MakeConfig, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    config = make_rule(line_up=["even", "coin", "third", "fourth", "random"], stop={**RULE, "max_blocks": 4000})
    play(config, tmp_path, judge=enough_from(3000, seen))
    blocks = [n for _, n in seen]
    assert blocks[0] == 500
    assert all(n % 50 == 0 for n in blocks)
    assert all(later >= max(n + 50, GROWTH * n) > later - 50 for n, later in itertools.pairwise(blocks))


def test_every_look_is_written_down(make_rule: MakeConfig, tmp_path: Path) -> None:
    folder = play(make_rule(), tmp_path, judge=enough_from(1500)).folder
    looks = manifest(folder)["looks"]
    assert [(look["players"], look["blocks"], look["is_enough"]) for look in looks] == [
        (2, 500, False),
        (2, 1000, False),
        (2, 1500, True),
    ]
    assert all((look["tolerance"], look["level"]) == (0.02, 0.95) for look in looks)
    assert all(look["stop"]["verdict"] and look["at"] for look in looks)


def test_each_number_of_players_ends_by_itself(make_rule: MakeConfig, tmp_path: Path) -> None:
    def judge(folder: Path, players: int, blocks: int) -> tuple[bool, str]:
        return blocks >= (500 if players == 2 else 1000), ""

    config = make_rule(players=[2, 5], line_up=["even", "coin", "third", "fourth", "random"], stop={**RULE, "max_blocks": 1400})
    result = play(config, tmp_path, judge=judge)
    assert result.blocks == {2: 500, 5: 1000}


def test_without_enough_a_run_ends_at_its_last_block(make_rule: MakeConfig, tmp_path: Path) -> None:
    folder = play(make_rule(stop={**RULE, "max_blocks": 1300}), tmp_path, judge=enough_from(9999)).folder
    assert manifest(folder)["blocks"] == {"2": 1300}
    assert manifest(folder)["complete"]


def test_a_run_that_ended_by_its_rule_is_finished(make_rule: MakeConfig, tmp_path: Path) -> None:
    play(make_rule(), tmp_path, judge=enough_from(1000))
    again = play(make_rule(), tmp_path, judge=enough_from(9999))
    assert (again.n_new_games, again.blocks) == (0, {2: 1000})


def test_another_rule_goes_on_only_when_told(make_rule: MakeConfig, tmp_path: Path) -> None:
    play(make_rule(), tmp_path, judge=enough_from(1000))
    other = make_rule(stop={"width": 0.01, "max_blocks": 5000})
    with pytest.raises(InputError, match="finished with 1,000 blocks, but not by this rule at this level; add --extend"):
        play(other, tmp_path, judge=enough_from(1500))
    assert play(other, tmp_path, mode="extend", judge=enough_from(1500)).blocks == {2: 1500}
    again = play(other, tmp_path, mode="extend", judge=enough_from(9999))
    assert (again.n_new_games, again.blocks) == (0, {2: 1500})


def test_a_run_that_ended_by_a_rule_is_extended_to_a_number_of_blocks(make_rule: MakeConfig, tmp_path: Path) -> None:
    folder = play(make_rule(), tmp_path, judge=enough_from(1000)).folder
    assert play(make_rule(stop=None, blocks=1700), tmp_path, mode="extend").blocks == {2: 1700}
    whole = play(make_rule(stop=None, blocks=1700), tmp_path / "at_once").folder
    assert tables(folder) == tables(whole)


def test_a_run_that_lost_its_manifest_ends_at_the_same_look(make_rule: MakeConfig, tmp_path: Path) -> None:
    folder = play(make_rule(), tmp_path, judge=enough_from(1200)).folder
    before = tables(folder)
    (folder / "manifest.json").unlink()
    again = play(make_rule(), tmp_path, judge=enough_from(1200))
    assert again.blocks == {2: 1500}
    assert tables(folder) == before


def test_an_interrupted_run_goes_on_with_the_next_look(make_rule: MakeConfig, tmp_path: Path) -> None:
    def interrupted(folder: Path, players: int, blocks: int) -> tuple[bool, str]:
        if blocks == 1500:
            raise KeyboardInterrupt
        return False, ""

    with pytest.raises(BaseException, match="stopped by Ctrl-C"):
        play(make_rule(), tmp_path, judge=interrupted)
    seen: list[tuple[int, int]] = []
    result = play(make_rule(), tmp_path, judge=enough_from(2000, seen))
    assert seen == [(2, 1500), (2, 2000)]
    assert result.blocks == {2: 2000}


def test_an_interruption_after_the_rule_was_met_keeps_no_more_than_it(make_rule: MakeConfig, tmp_path: Path) -> None:
    """With 2 players the rule is met at 500 blocks, while later blocks are played already; 5 players go on."""

    def judge(folder: Path, players: int, blocks: int) -> tuple[bool, str]:
        if players == 5 and blocks == 1000:
            raise KeyboardInterrupt
        return players == 2, ""

    config = make_rule(players=[2, 5], line_up=["even", "coin", "third", "fourth", "random"], stop={**RULE, "max_blocks": 1400})
    with pytest.raises(BaseException, match="stopped by Ctrl-C"):
        play(config, tmp_path, workers=3, judge=judge)
    (folder,) = tmp_path.iterdir()
    assert manifest(folder)["blocks"]["2"] == 500
    assert set(read(folder, "games", 2)["block"]) == set(range(500))
    assert play(config, tmp_path, judge=enough_from(1000)).blocks == {2: 500, 5: 1000}


def test_a_rule_added_to_a_longer_run_takes_no_games_away(make_rule: MakeConfig, tmp_path: Path) -> None:
    play(make_rule(stop=None, blocks=1700), tmp_path)
    seen: list[tuple[int, int]] = []
    result = play(make_rule(), tmp_path, mode="extend", judge=enough_from(0, seen))
    assert seen == [(2, 2000)]
    assert result.blocks == {2: 2000}
    assert [look["blocks"] for look in manifest(result.folder)["looks"]] == [1700, 2000]


def test_an_interruption_while_a_run_is_read_leaves_its_manifest_alone(
    make_rule: MakeConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = play(make_rule(), tmp_path, judge=enough_from(1000)).folder
    before = (folder / "manifest.json").read_bytes()

    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Shards, "inventory", interrupted)
    with pytest.raises(BaseException, match=r"stopped by Ctrl-C\n2,000 of 10,000 games are kept"):
        play(make_rule(), tmp_path, judge=enough_from(1000))
    assert (folder / "manifest.json").read_bytes() == before


def test_another_tolerance_meets_the_rule_by_itself(make_rule: MakeConfig, tmp_path: Path) -> None:
    def interrupted(folder: Path, players: int, blocks: int) -> tuple[bool, str]:
        if blocks == 1000:
            raise KeyboardInterrupt
        return False, ""

    with pytest.raises(BaseException, match="stopped by Ctrl-C"):
        play(make_rule(), tmp_path, judge=interrupted)
    seen: list[tuple[int, int]] = []
    play(make_rule(tolerance=0.05), tmp_path, judge=enough_from(1500, seen))
    assert seen == [(2, 500), (2, 1000), (2, 1500)]


def test_the_estimates_of_the_last_look_are_shown_while_it_plays(make_rule: MakeConfig, tmp_path: Path) -> None:
    shown: list[str] = []
    play(make_rule(), tmp_path, judge=enough_from(1000), on_progress=lambda progress: shown.append(progress.estimates))
    assert shown[-1] == "2p after 1000"


def test_readers_looks_are_written_down_once(make_config: MakeConfig, tmp_path: Path) -> None:
    config = make_config(players=[2, 5], blocks=20)
    folder = play(config, tmp_path).folder
    for _ in range(2):
        note_looks(folder)
    looks = manifest(folder)["looks"]
    assert [(look["players"], look["blocks"], look["stop"]) for look in looks] == [(2, 20, None), (5, 20, None)]
    note_looks(folder, 0.01)
    with pytest.raises(InputError, match=r"has a tolerance of 0\.02; .* rajas report --tolerance 0\.01"):
        play(make_config(players=[2, 5], blocks=30, tolerance=0.01), tmp_path, mode="extend")
    play(make_config(players=[2, 5], blocks=30), tmp_path, mode="extend")
    note_looks(folder)
    looks = manifest(folder)["looks"]
    assert [(look["blocks"], look["tolerance"]) for look in looks if look["players"] == 2] == [(20, 0.02), (20, 0.01), (30, 0.02)]
