"""Plausible boxes: drawn from what is assumed, kept where play looks as it should."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from rajas_sim.core.errors import InputError
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES
from rajas_sim.core.rulebook.component_source import values_of
from rajas_sim.core.rulebook.unknown_box import draw_box, kind_of
from rajas_sim.questions.ensemble.sample_summary import sample_summary
from rajas_sim.running.boxes import sample as sampling_module
from rajas_sim.running.boxes.sample import Candidate, Sampling, box_files, draw_sample, sampling_of
from rajas_sim.running.boxes.targets import read_targets
from rajas_sim.running.boxes.values import _as_numbers, columns_of_boxes
from tests.long_cases import short_and_long

DRAWS = 25


def with_box_values(tmp_path: Path, game: str, paths: list[str]) -> Path:
    """Return a component file in which some values were confirmed from a box."""
    path = tmp_path / "my_box.toml"
    find_game(game).components.export(path)
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    document["provenance"].append({"paths": paths, "label": "box", "why": "read off the box"})
    path.write_text(tomli_w.dumps(document), encoding="utf-8")
    return path


@pytest.mark.parametrize("game", ["charmers", pytest.param("ganges", marks=pytest.mark.long)])
def test_every_drawn_box_passes_the_check_of_components(game: str, tmp_path: Path) -> None:
    source = find_game(game).components
    for number in range(DRAWS):
        path = tmp_path / f"box_{number}.toml"
        path.write_text(tomli_w.dumps(draw_box(source, 3, number)), encoding="utf-8")
        assert source.check(path) == []
    assert source.summary(path)["n_assumed"] >= 0.9 * source.summary()["n_assumed"]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_known_stays_and_numbers_stay_within_their_ranges(game: str) -> None:
    source = find_game(game).components
    rows = {row["path"]: row for row in source.list_values()}
    kinds_of_lists = {kind_of(path) for path in rows if "prices" in path or "tents" in path or "ganga" in path or "yield" in path}
    for number in range(DRAWS):
        drawn = dict(values_of(draw_box(source, 4, number)))
        for path, row in rows.items():
            if row["provenance"] != "assumed":
                assert drawn[path] == row["value"], path
            elif row["low"] is not None and ".cost" in path and kind_of(path) not in kinds_of_lists:
                assert row["low"] <= drawn[path] <= row["high"], path


@pytest.mark.parametrize("game", GAMES)
def test_the_same_number_of_a_seed_is_the_same_box(game: str) -> None:
    source = find_game(game).components
    assert draw_box(source, 5, 1) == draw_box(source, 5, 1)
    assert draw_box(source, 5, 1) != draw_box(source, 5, 2) != draw_box(source, 6, 2)


def test_a_value_that_was_confirmed_is_not_drawn(tmp_path: Path) -> None:
    confirmed = ["tiles.orange_09.*", "quarry.prices.*", "river.7.money", "workers.bridge"]
    path = with_box_values(tmp_path, "ganges", confirmed)
    source = find_game("ganges").components
    component_set = source.read(path)
    for number in range(DRAWS):
        raw = draw_box(source, 7, number, path)
        assert raw["tiles"]["orange_09"] == component_set["tiles"]["orange_09"]
        assert raw["quarry"] == component_set["quarry"]
        assert raw["river"]["7"] == component_set["river"]["7"]
        assert raw["workers"]["bridge"] == component_set["workers"]["bridge"]


def test_facts_about_tiles_hold_in_every_box() -> None:
    source = find_game("ganges").components
    for number in range(DRAWS):
        tiles: dict[str, Any] = draw_box(source, 8, number)["tiles"]
        orange = [tile["cost"] for name, tile in tiles.items() if name.startswith("orange")]
        assert {4, 8, 9, 10} <= set(orange)
        for colour in ("orange", "green", "blue", "purple"):
            stacks = [tile["stack"] for name, tile in tiles.items() if name.startswith(colour)]
            assert sorted(stacks.count(back) for back in ("snake", "cow", "tiger")) == [5, 5, 6]


@pytest.fixture
def by_a_die(monkeypatch: pytest.MonkeyPatch) -> Sampling:
    """Return a sampling that keeps a candidate in four, whatever it is, without playing."""

    def judged(sampling: Sampling, players: object, number: int) -> Candidate:
        return Candidate(number=number, means=dict.fromkeys(sampling.goals, 1.0), is_kept=number % 4 == 3)

    monkeypatch.setattr(sampling_module, "_judge_candidate", judged)
    return sampling_of("ganges", 1)


def test_the_share_kept_is_estimated(by_a_die: Sampling, tmp_path: Path) -> None:
    """Every fourth is kept: nothing is left to chance."""
    sample = sample_summary(draw_sample(by_a_die, 25, tmp_path / "boxes", workers=2))
    assert sample.n_drawn == 100
    assert sample.n_impossible == 0
    assert sample.acceptance.value == pytest.approx(24 / 99)
    assert sample.acceptance.low < 0.25 < sample.acceptance.high


def test_an_interrupted_sampling_is_continued_and_a_torn_line_played_again(by_a_die: Sampling, tmp_path: Path) -> None:
    whole = draw_sample(by_a_die, 8, tmp_path / "whole", workers=1)
    draw_sample(by_a_die, 3, tmp_path / "parts", workers=2)
    journal = tmp_path / "parts" / sampling_module.JOURNAL_FILE
    journal.write_text(journal.read_text(encoding="utf-8")[:-20], encoding="utf-8")
    parts = draw_sample(by_a_die, 8, tmp_path / "parts", workers=2)
    assert [c.number for c in parts.kept] == [c.number for c in whole.kept]
    assert [p.read_bytes() for p in parts.files] == [p.read_bytes() for p in whole.files]
    assert len(box_files(tmp_path / "parts")) == 8


def test_boxes_of_another_sampling_are_not_mixed_in(by_a_die: Sampling, tmp_path: Path) -> None:
    draw_sample(by_a_die, 2, tmp_path / "boxes", workers=1)
    with pytest.raises(InputError, match=r"holds boxes of another sampling \(different seed"):
        draw_sample(sampling_of("ganges", 2), 2, tmp_path / "boxes", workers=1)


def test_targets_nobody_can_hit_are_given_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def judged(sampling: Sampling, players: object, number: int) -> Candidate:
        return Candidate(number=number, means=dict.fromkeys(sampling.goals, 1.0))

    monkeypatch.setattr(sampling_module, "_judge_candidate", judged)
    monkeypatch.setattr(sampling_module, "MOST_WITHOUT_A_KEPT_ONE", 30)
    with pytest.raises(InputError, match="Allow more with --tolerance"):
        draw_sample(sampling_of("ganges", 1), 2, tmp_path / "boxes", workers=1)


@pytest.mark.slow
@pytest.mark.parametrize("game", short_and_long(1, ["charmers", "ganges"]))
def test_who_draws_has_no_part_in_which_boxes_are_kept(game: str, tmp_path: Path) -> None:
    sampling = sampling_of(game, 9, tolerance=100.0, games=20, strategy="balanced")
    one, two = (draw_sample(sampling, 3, tmp_path / str(workers), workers=workers) for workers in (1, 2))
    assert one.candidates == two.candidates
    assert [path.read_bytes() for path in one.files] == [path.read_bytes() for path in two.files]


@pytest.mark.parametrize(
    ("line", "wrong_line", "problem"),
    [
        ("players = 2", 'players = "2"', ":2: players: must be a whole number, found '2'"),
        ("players = 2", "players = 2.0", ":2: players: must be a whole number, found 2.0"),
        ("tolerance = 1", 'tolerance = "1"', ":5: tolerance: must be a number, found '1'"),
        ("tolerance = 1", "tolerance = inf", ":5: tolerance: must be a finite number, found inf"),
        ("at_least = 7", 'at_least = "7"', ":9: targets, entry 1, at_least: must be a number, found '7'"),
        ("at_least = 7", "at_least = true", ":9: targets, entry 1, at_least: must be a number, found true"),
        ("at_least = 7", "at_least = nan", ":9: targets, entry 1, at_least: must be a finite number, found nan"),
        ('source = "a box"', "source = 5", ":10: targets, entry 1, source: must be a text in quotes, found 5"),
    ],
)
def test_no_value_of_targets_is_converted(tmp_path: Path, line: str, wrong_line: str, problem: str) -> None:
    path = tmp_path / "targets.toml"
    text = 'game = "ganges"\nplayers = 2\nvariants = ["base"]\nwhose = ""\ntolerance = 1\n'
    text += '[[targets]]\nname = "a"\nof = "rounds"\nat_least = 7\nsource = "a box"\n'
    path.write_text(text)
    (target,) = read_targets("ganges", path).targets
    assert target.at_least == 7.0
    path.write_text(text.replace(line, wrong_line))
    with pytest.raises(InputError) as error:
        read_targets("ganges", path)
    assert error.value.problems == [f"{path}{problem}"]


def test_wrong_targets_are_refused_with_the_key(tmp_path: Path) -> None:
    path = tmp_path / "targets.toml"
    path.write_text(
        'game = "ganges"\nplayers = 2\nvariants = ["base"]\nwhose = ""\ntolerance = 1.0\n[[targets]]\nname = "a"\nof = "b"\n'
    )
    with pytest.raises(InputError) as error:
        read_targets("ganges", path)
    assert any("targets, entry 1" in problem for problem in error.value.problems)
    path.write_text(path.read_text().replace('of = "b"', 'of = "rounds"\nat_least = 9\nat_most = 7\nsource = "nobody"'))
    with pytest.raises(InputError) as error:
        read_targets("ganges", path)
    assert any("at_least, 9, must be below at_most, 7" in problem for problem in error.value.problems)
    with pytest.raises(InputError, match="holds targets of"):
        read_targets("charmers", Path(sampling_module.__file__).parents[2] / "ganges" / "rulebook" / "targets.toml")


TARGETS = find_game("ganges").components.reference.with_name("targets.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("players = 2", "players = 5", ":7: players: found 5; ganges is played by 2, 3, 4"),
        ("players = 2", "players = true", ":7: players: must be a whole number, found true"),
        ('["base"]', '[""]', ":8: variants: unknown variant ''. Known: base, mixed, navaratnas"),
        ('["base"]', '["base", "base"]', ":8: variants: found ['base', 'base']; each entry may be given once"),
        ('of = "rounds"', 'of = "early_points"', ":16: targets, entry 1, of: found 'early_points', which needs the table turns"),
        ("at_least = 7.0", "at_least = [7.0]", ":17: targets, entry 1, at_least: must be a number, found [7.0]"),
        ("at_least = 7.0", "at_least = nan", ":17: targets, entry 1, at_least: must be a finite number, found nan"),
        ("at_most = 9.0", "at_most = inf", ":18: targets, entry 1, at_most: must be a finite number, found inf"),
        ("tolerance = 2.0", "tolerance = inf", ":12: tolerance: must be a finite number, found inf"),
        ('name = "rounds"', 'name = "market_rush"', ":14: targets: each target and plan needs a different name"),
    ],
)
def test_targets_that_no_game_has_are_refused_before_anything_is_drawn(tmp_path: Path, old: str, new: str, said: str) -> None:
    path = tmp_path / "targets.toml"
    assert old in TARGETS
    path.write_text(TARGETS.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError) as error:
        read_targets("ganges", path)
    (problem,) = error.value.problems
    assert said in problem


@pytest.mark.parametrize("tolerance", [float("nan"), float("inf"), -1.0])
def test_a_tolerance_that_is_no_distance_is_refused(tolerance: float) -> None:
    with pytest.raises(InputError, match=f"tolerance: found {tolerance}; must be"):
        sampling_of("ganges", 1, tolerance=tolerance)


@pytest.mark.parametrize("games", [2, 5])
def test_an_odd_number_of_games_and_a_single_block_are_refused(games: int) -> None:
    with pytest.raises(InputError, match=f"games: found {games}; must be an even number, at least 4"):
        sampling_of("ganges", 1, games=games)


def test_values_of_boxes_are_columns_of_what_differs() -> None:
    game = find_game("ganges")
    boxes = [draw_box(game.components, 1, number) for number in range(30)]
    columns = columns_of_boxes(boxes, game, 4, "base", ())
    names = {column.name for column in columns}
    assert {
        "tiles.orange_09.cost",
        "mean of tiles.*.cost",
        "number of quarry.prices.*",
        "share of fork in tiles.*.roads",
    } <= names
    assert "setup.karma" not in names
    assert all(len(column.numbers) == 30 and column.numbers.std() > 0 for column in columns)
    assert not any(path.startswith(("ganga", "by_players.2")) for column in columns for path in column.paths)


def test_numbers_with_a_fraction_are_ordered_by_size() -> None:
    values = [10.5, 9.0, 2, None]
    assert _as_numbers(values).tolist() == [10.5, 9.0, 2.0, 0.0]
