"""What happens to the files of a run is noticed by everything that opens it, named, and played again by the same command."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rajas_sim.analysis import load_run
from rajas_sim.core.errors import InputError, RunError
from rajas_sim.study.folder.manifest import DamagedManifestError, Manifest, parse_manifest
from rajas_sim.study.folder.runs import experiment_of_run, find_played_game, open_run, require_finished
from rajas_sim.study.folder.state import damage_of_run
from tests.core.toy_game import SOURCE
from tests.toy_studies.experiment_helpers import MakeConfig, change_manifest, manifest, play, tables


@pytest.fixture
def finished(make_config: MakeConfig, tmp_path: Path) -> Path:
    return play(make_config(blocks=80, players=[2]), tmp_path / "runs").folder


def shards(folder: Path) -> dict[str, bytes]:
    return tables(folder) | {path.name: path.read_bytes() for path in sorted((folder / "shards").iterdir())}


def mended(make_config: MakeConfig, folder: Path, **keys: Any) -> tuple[int, list[str]]:
    """Give the command of the run again; return how many games it played and what it said."""
    said: list[str] = []
    result = play(make_config(blocks=80, players=[2]), folder.parent, on_note=said.append, **keys)
    return result.n_new_games, said


def flip(path: Path, at: float = 0.5) -> None:
    content = bytearray(path.read_bytes())
    content[int(len(content) * at)] ^= 4
    path.write_bytes(content)


def replace_by_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


HURTS: dict[str, tuple[Callable[[Path], object], str]] = {
    "lost": (Path.unlink, "is missing"),
    "emptied": (lambda path: path.write_bytes(b""), "is damaged: it has 0 bytes instead of "),
    "cut short": (lambda path: path.write_bytes(path.read_bytes()[:-1]), "is damaged: it has .* bytes instead of "),
    "a flipped bit": (flip, "is damaged: it does not hold what was written"),
    "something else": (lambda path: path.write_text("PAR1"), "is damaged: it has 4 bytes"),
    "a folder in its place": (replace_by_folder, "cannot be read: Is a directory"),
}


@pytest.mark.parametrize("table", ["games", "seats", "rounds"])
@pytest.mark.parametrize("hurt", HURTS)
def test_a_damaged_table_is_named_by_all_and_played_again(make_config: MakeConfig, finished: Path, hurt: str, table: str) -> None:
    before = shards(finished)
    path = finished / "tables" / table / "2p-00000.parquet"
    act, sentence = HURTS[hurt]
    act(path)
    assert len(damage_of_run(finished)) == 1
    with pytest.raises(InputError, match=rf"{path}: {sentence}") as caught:
        load_run(finished)
    assert "is damaged; this plays the damaged part again:\n  rajas run " in str(caught.value)
    with pytest.raises(InputError, match=f"{path}: {sentence}"):
        find_played_game(finished, 0)
    n_games, (said,) = mended(make_config, finished)
    assert n_games == 50
    assert said.startswith(f"{path}: ")
    assert said.endswith("; its games are played again")
    assert shards(finished) == before
    assert damage_of_run(finished) == []


@pytest.mark.parametrize("text", ["", "{}", "[]", "no JSON", '{"run": 3}'])
def test_a_damaged_receipt_is_named_and_its_shard_played_again(make_config: MakeConfig, finished: Path, text: str) -> None:
    before = shards(finished)
    path = finished / "shards" / "2p-00001.json"
    path.write_text(text)
    assert damage_of_run(finished) == [f"{path}: is damaged: it is not the receipt of a shard"]
    n_games, said = mended(make_config, finished)
    assert (n_games, said) == (30, [f"{path}: is damaged: it is not the receipt of a shard; its games are played again"])
    assert shards(finished) == before


def test_a_receipt_that_says_something_else_is_named_and_its_shard_played_again(make_config: MakeConfig, finished: Path) -> None:
    before = shards(finished)
    path = finished / "shards" / "2p-00001.json"
    changed = path.read_text().replace('"n_blocks": 30', '"n_blocks": 34')
    assert changed != path.read_text()
    path.write_text(changed)
    assert damage_of_run(finished) == [f"{path}: is damaged: it does not hold what was written"]
    assert mended(make_config, finished)[0] == 30
    assert shards(finished) == before


def test_a_receipt_of_an_earlier_version_has_no_checksum_and_counts(finished: Path) -> None:
    path = finished / "shards" / "2p-00001.json"
    receipt = json.loads(path.read_text())
    del receipt["sha256"]
    path.write_text(json.dumps(receipt))
    assert damage_of_run(finished) == []


def test_a_lost_shard_is_named_and_played_again(make_config: MakeConfig, finished: Path) -> None:
    before = shards(finished)
    for path in finished.rglob("2p-00000.*"):
        path.unlink()
    said = f"{finished / 'shards'}: 80 of 80 blocks with 2 players are missing"
    assert damage_of_run(finished) == [f"{finished / 'shards'}: 80 of 80 blocks with 2 players are missing"]
    assert mended(make_config, finished) == (50, [f"{said}; its games are played again"])
    assert shards(finished) == before


def test_a_shard_of_another_seed_is_named_and_played_again(make_config: MakeConfig, finished: Path) -> None:
    before = shards(finished)
    other = play(make_config(blocks=80, players=[2], seed=99), finished.parent).folder
    for path in other.rglob("2p-00001.*"):
        shutil.copy(path, finished / path.relative_to(other))
    assert damage_of_run(finished) == [f"{finished / 'shards' / '2p-00001.json'}: is the receipt of another run"]
    assert mended(make_config, finished)[0] == 30
    assert shards(finished) == before


def test_a_receipt_without_a_checksum_is_held_against_its_table_of_games(make_config: MakeConfig, finished: Path) -> None:
    """Thirty blocks that were said to be thirty-four counted as whole, and an extended run claimed games it did not have."""
    path = finished / "shards" / "2p-00001.json"
    receipt = json.loads(path.read_text())
    del receipt["sha256"]
    path.write_text(json.dumps({**receipt, "n_blocks": 34}))
    assert damage_of_run(finished)[:1] == [f"{path}: is damaged: its tables hold other blocks"]
    assert mended(make_config, finished)[0] == 30


def test_tables_of_another_seed_are_noticed_without_their_receipt(make_config: MakeConfig, finished: Path) -> None:
    other = play(make_config(blocks=80, players=[2], seed=99), finished.parent).folder
    for path in other.rglob("2p-00001.parquet"):
        shutil.copy(path, finished / path.relative_to(other))
    assert len(damage_of_run(finished)) == 3
    assert mended(make_config, finished)[0] == 30


def test_a_shard_under_the_name_of_another_is_noticed(make_config: MakeConfig, finished: Path) -> None:
    before = shards(finished)
    for path in list(finished.rglob("2p-00000.*")):
        shutil.copy(path, path.with_name(path.name.replace("00000", "00001")))
    assert damage_of_run(finished) == [f"{finished / 'shards' / '2p-00001.json'}: is the receipt of another shard, 2p-00000"]
    assert mended(make_config, finished)[0] == 30
    assert shards(finished) == before


def test_files_that_belong_to_no_shard_are_removed_and_read_by_nobody(make_config: MakeConfig, finished: Path) -> None:
    before = shards(finished)
    for name in ("2p-00007", "9p-00000"):
        shutil.copy(finished / "tables" / "seats" / "2p-00000.parquet", finished / "tables" / "seats" / f"{name}.parquet")
    assert load_run(finished).table("seats", 2).collect().height == 160
    (finished / "shards" / "9p-00000.json").write_bytes((finished / "shards" / "2p-00000.json").read_bytes())
    assert len(damage_of_run(finished)) == 1
    assert mended(make_config, finished)[0] == 0
    assert shards(finished) == before


def test_an_extended_run_is_mended_by_its_first_and_by_its_last_command(make_config: MakeConfig, finished: Path) -> None:
    config = make_config(blocks=130, players=[2])
    play(config, finished.parent, mode="extend")
    before = shards(finished)
    changes: tuple[tuple[int, dict[str, Any]], ...] = ((80, {}), (130, {"mode": "extend"}))
    for again, keys in changes:
        flip(finished / "tables" / "seats" / "2p-00002.parquet")
        result = play(make_config(blocks=again, players=[2]), finished.parent, **keys)
        assert (result.n_new_games, result.blocks) == (30, {2: 130})
        assert shards(finished) == before


def test_damage_is_mended_while_a_run_is_extended(make_config: MakeConfig, finished: Path) -> None:
    flip(finished / "tables" / "rounds" / "2p-00000.parquet")
    result = play(make_config(blocks=130, players=[2]), finished.parent, mode="extend")
    assert (result.n_new_games, damage_of_run(finished)) == (100, [])
    assert tables(finished) == tables(play(make_config(blocks=130, players=[2]), finished.parent / "whole").folder)


@pytest.mark.parametrize("hurt", ["lost", "emptied", "a flipped bit", "a folder in its place"])
def test_a_damaged_config_is_named_by_all_and_written_anew(make_config: MakeConfig, finished: Path, hurt: str) -> None:
    path = finished / "config.toml"
    before = path.read_bytes(), manifest(finished)
    HURTS[hurt][0](path)
    (problem,) = damage_of_run(finished)
    assert problem.startswith(f"{path}: ")
    for read in (load_run, open_run, experiment_of_run, lambda folder: find_played_game(folder, 0)):
        with pytest.raises(InputError) as caught:
            read(finished)
        assert caught.value.problems == [problem, f"{finished}: is damaged; the command that began the run mends it"]
    if path.is_dir():
        path.rmdir()
        problem = f"{path}: is missing"
    assert mended(make_config, finished) == (0, [f"{problem}; it is written again"])
    assert (path.read_bytes(), manifest(finished)) == before
    assert damage_of_run(finished) == []


def test_a_changed_component_file_is_noticed_and_written_anew(make_config: MakeConfig, tmp_path: Path) -> None:
    box = tmp_path / "box.toml"
    SOURCE.export(box)
    config = make_config(blocks=2, players=[2], components=box)
    folder = play(config, tmp_path / "runs").folder
    path = folder / "components.toml"
    path.write_text(path.read_text() + "# another one")
    problem = f"{path}: is damaged: it does not hold what was written"
    assert damage_of_run(folder) == [problem]
    said: list[str] = []
    play(config, folder.parent, on_note=said.append)
    assert said == [f"{problem}; it is written again"]
    assert path.read_bytes() == box.read_bytes()


def test_a_finished_run_with_another_question_stays_whole(make_config: MakeConfig, finished: Path) -> None:
    said: list[str] = []
    play(make_config(blocks=80, players=[2], question="And who else?"), finished.parent, on_note=said.append)
    assert (said, damage_of_run(finished), manifest(finished)["question"]) == ([], [], "And who else?")


def test_a_damaged_config_is_written_anew_by_the_command_that_extended_the_run(make_config: MakeConfig, finished: Path) -> None:
    config = make_config(blocks=130, players=[2])
    play(config, finished.parent, mode="extend")
    flip(finished / "config.toml")
    assert play(config, finished.parent, mode="extend").n_new_games == 0
    assert damage_of_run(finished) == []


# --- manifests


def test_no_byte_of_a_manifest_changes_unnoticed(finished: Path) -> None:
    text = (finished / "manifest.json").read_bytes()
    whole = parse_manifest(text)
    luck = random.Random(7)
    messages = []
    for _ in range(1500):
        changed = bytearray(text)
        at = luck.randrange(len(changed))
        match luck.randrange(3):
            case 0:
                changed[at] = luck.randrange(256)
            case 1:
                del changed[at : at + luck.randrange(1, 40)]
            case _:
                changed[at:at] = luck.randbytes(luck.randrange(1, 9))
        try:
            parsed = parse_manifest(bytes(changed))
        except DamagedManifestError as error:
            messages.append(str(error))
        else:
            assert parsed == whole
    assert all(message.startswith("is damaged: ") for message in messages)


@pytest.mark.parametrize("key", sorted({*Manifest.model_fields, "sha256"}))
def test_no_key_of_a_manifest_is_lost_or_changed_unnoticed(make_config: MakeConfig, finished: Path, key: str) -> None:
    before, content = shards(finished), manifest(finished)
    for changed in ({k: v for k, v in content.items() if k != key}, content | {key: {"?": []}}):
        (finished / "manifest.json").write_text(json.dumps(changed))
        with pytest.raises(InputError, match=r"manifest.json: is damaged: .*; this writes it again:\n  rajas run "):
            load_run(finished)
        assert mended(make_config, finished)[0] == 0
        assert shards(finished) == before
        assert load_run(finished).manifest.games == {2: 80}


FIVE = {"line_ups": {"5": [["even"] * 5]}, "rotations": {"5": [1]}, "orders": {"5": 1}, "games": {"5": 80}}
SEATS = "says that 'even' takes {} seats with 2 players in line-up {} of arm '{}', but the tables hold {}$"
FORGERIES: dict[str, tuple[dict[str, Any], str]] = {
    "an arm renamed": ({"arms": ["poor"]}, SEATS.format(0, 0, "baseline", 160)),
    "an arm added": ({"arms": ["baseline", "poor"]}, SEATS.format(160, 0, "poor", 0)),
    "an arm twice": ({"arms": ["baseline"] * 2}, SEATS.format(320, 0, "baseline", 160)),
    "a line-up added": (
        {"line_ups": {"2": [["even"] * 2, ["even", "coin"]]}, "rotations": {"2": [1, 1]}},
        "says that 'coin' takes 80 seats with 2 players in line-up 1 of arm 'baseline', but the tables hold 0$",
    ),
    "a strategy renamed": ({"line_ups": {"2": [["fair", "fair"]]}}, SEATS.format(0, 0, "baseline", 160)),
    "rotations added": ({"rotations": {"2": [2]}}, SEATS.format(320, 0, "baseline", 160)),
    "a table missing": (
        {"tables": ["games", "seats"]},
        "says that the tables are games, seats, but they are games, rounds, seats$",
    ),
    "a table added": (
        {"tables": ["games", "seats", "rounds", "dice"]},
        "says that the tables are games, seats, rounds, dice, but they are games, rounds, seats$",
    ),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_manifest_that_its_tables_contradict_is_named_and_made_again(
    make_config: MakeConfig, finished: Path, forgery: str
) -> None:
    before, content = shards(finished), manifest(finished)
    keys, sentence = FORGERIES[forgery]
    change_manifest(finished, **keys)
    for read in (load_run, lambda folder: find_played_game(folder, 0)):
        with pytest.raises(InputError) as caught:
            read(finished)
        problem, advice = caught.value.problems
        assert re.fullmatch(f"{finished / 'manifest.json'}: {sentence}", problem)
        assert "is damaged; this plays the damaged part again:\n  rajas run " in advice
    assert damage_of_run(finished) == [problem]
    n_games, (said,) = mended(make_config, finished)
    assert (n_games, "is rebuilt from the run's config and shards" in said) == (0, True)
    assert (shards(finished), damage_of_run(finished)) == (before, [])
    assert {key: manifest(finished)[key] for key in keys} == {key: content[key] for key in keys}


@pytest.mark.parametrize(
    ("keys", "missing"),
    [
        ({"blocks": {"2": 90}}, "10 of 90 blocks with 2 players"),
        ({"players": [2, 5], "blocks": {"5": 80}, **FIVE}, "80 of 80 blocks with 5 players"),
        ({"players": [5], "blocks": {"5": 80}, **FIVE}, "80 of 80 blocks with 5 players"),
    ],
)
def test_a_manifest_of_more_games_than_there_are_is_named_and_made_again(
    make_config: MakeConfig, finished: Path, keys: dict[str, Any], missing: str
) -> None:
    change_manifest(finished, **keys)
    problem = f"{finished / 'shards'}: {missing} are missing"
    assert damage_of_run(finished) == [problem]
    with pytest.raises(InputError, match=problem):
        load_run(finished)
    assert mended(make_config, finished)[0] == 0
    assert damage_of_run(finished) == []


def test_a_manifest_that_leaves_out_a_number_of_players_is_named(make_config: MakeConfig, tmp_path: Path) -> None:
    folder = play(make_config(blocks=20), tmp_path).folder
    assert damage_of_run(folder) == []
    change_manifest(folder, players=[5])
    (problem,) = damage_of_run(folder)
    assert problem == f"{folder / 'manifest.json'}: {SEATS[:-1].format(0, 0, 'baseline', 40)}"


def test_an_unfinished_run_keeps_its_manifest_whatever_shards_it_has_lost(make_config: MakeConfig, finished: Path) -> None:
    change_manifest(finished, complete=False, looks=[])
    content = manifest(finished)
    for path in finished.rglob("2p-00000.*"):
        path.unlink()
    assert mended(make_config, finished) == (50, [])
    assert manifest(finished)["is_rebuilt"] == content["is_rebuilt"]


@pytest.mark.parametrize("keys", [{"seed": 99}, {"name": "other"}, {"blocks": 20, "line_up": ["coin"]}])
def test_a_manifest_of_another_run_is_named_and_its_own_is_made_again(
    make_config: MakeConfig, finished: Path, keys: dict[str, Any]
) -> None:
    """An experiment of another name plays the same games."""
    before, content = shards(finished), manifest(finished)
    other = play(make_config(**{"blocks": 80, "players": [2]} | keys), finished.parent).folder
    shutil.copy(other / "manifest.json", finished)
    problem = f"{finished / 'manifest.json'}: is the manifest of another run, {other.name}"
    advice = f"this writes its manifest again:\n  rajas run {finished}/config.toml --out {finished.parent}"
    for read in (load_run, open_run, experiment_of_run, require_finished, lambda folder: find_played_game(folder, 0)):
        with pytest.raises(InputError) as caught:
            read(finished)
        assert caught.value.problems == [problem, f"{finished}: is damaged; {advice}"]
    assert mended(make_config, finished)[0] == 0
    assert shards(finished) == before
    assert damage_of_run(finished) == []
    assert {key: manifest(finished)[key] for key in ("name", "seed", "blocks", "hashes")} == {
        key: content[key] for key in ("name", "seed", "blocks", "hashes")
    }


def test_a_manifest_of_another_run_in_a_renamed_folder_is_named_with_what_the_folder_was_called(
    make_config: MakeConfig, finished: Path
) -> None:
    other = play(make_config(blocks=80, players=[2], seed=99), finished.parent).folder
    shutil.copy(other / "manifest.json", finished)
    renamed = finished.rename(finished.with_name("best"))
    with pytest.raises(InputError, match="is the manifest of another run") as caught:
        load_run(renamed)
    assert f"is damaged; call it {finished.name} again, and this writes its manifest again:\n  rajas run " in str(caught.value)
    (renamed / "config.toml").unlink()
    with pytest.raises(InputError, match=r"is damaged; the command that began the run mends it$"):
        load_run(renamed)


def test_a_run_whose_folder_was_renamed_and_whose_config_was_changed_has_its_own_manifest(finished: Path) -> None:
    renamed = finished.rename(finished.with_name("trial-best"))
    (renamed / "config.toml").write_text((renamed / "config.toml").read_text() + "# a remark")
    assert damage_of_run(renamed) == [f"{renamed / 'config.toml'}: is damaged: it does not hold what was written"]


# --- folders of a run that was hardly begun


@pytest.mark.parametrize(
    "left", [[], [".lock"], ["config.toml"], ["manifest.json"], ["config.toml", "manifest.json.9.part", "report.html"]]
)
def test_a_folder_without_shards_is_that_of_a_new_run(make_config: MakeConfig, finished: Path, left: list[str]) -> None:
    before = shards(finished)
    shutil.rmtree(finished)
    finished.mkdir()
    for name in left:
        (finished / name).write_text("")
    assert mended(make_config, finished) == (80, [])
    assert shards(finished) == before


def test_a_folder_that_is_no_run_is_told_from_one_that_lost_its_manifest(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"is not the folder of a run \(it has no manifest.json\)"):
        load_run(tmp_path)


def test_a_folder_that_cannot_be_read_is_named(make_config: MakeConfig, finished: Path) -> None:
    (finished / "manifest.json").unlink()
    (finished / "manifest.json").mkdir()
    with pytest.raises(RunError, match=r"manifest.json: cannot be read: Is a directory"):
        play(make_config(blocks=80, players=[2]), finished.parent)
