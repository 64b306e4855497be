from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rajas_sim.running.runner import run
from rajas_sim.study.config.load import load_experiment
from rajas_sim.study.config.resolve import resolve
from rajas_sim.study.config.sweep import MAX_POINTS
from rajas_sim.study.folder.runs import experiment_of_run, find_played_game
from tests.toy_studies.experiment_helpers import (
    HEAD,
    Loaded,
    MakeConfig,
    Refused,
    manifest,
    play,
    read,
    read_again,
    run_hash,
    tables,
)

ONE = {"over": {"prize.money": [0, 1, 2]}}
TWO = {"over": {"prize.money": [0, 1], "prize.fame": [5, 6]}}


@pytest.fixture
def points(loaded: Loaded) -> Callable[..., list[str]]:
    """Return the names of the arms of a file with some lines added."""
    return lambda text, *sets: list(loaded(HEAD + text, *sets).rules_of_arms)[1:]


# --- what the points are


def test_every_value_of_one_path_is_an_arm(points: Callable[..., list[str]]) -> None:
    assert points('[sweep]\nover = { "prize.money" = [0, 1, 2] }\n') == ["prize.money=0", "prize.money=1", "prize.money=2"]


def test_two_paths_are_crossed_the_second_changing_fastest(points: Callable[..., list[str]]) -> None:
    assert points('[sweep]\nover = { "prize.money" = [0, 1], "prize.fame" = [5, 6] }\n') == [
        "prize.money=0, prize.fame=5",
        "prize.money=0, prize.fame=6",
        "prize.money=1, prize.fame=5",
        "prize.money=1, prize.fame=6",
    ]


def test_two_paths_may_be_walked_side_by_side(points: Callable[..., list[str]]) -> None:
    text = '[sweep]\ntogether = true\nover = { "prize.money" = [0, 1], "prize.fame" = [5, 6] }\n'
    assert points(text) == ["prize.money=0, prize.fame=5", "prize.money=1, prize.fame=6"]


@pytest.mark.parametrize(
    "text",
    [
        "sweep.over.prize.money = [0, 1]\n",
        '[sweep]\nover."prize.money" = [0, 1]\n',
        "[sweep.over]\nprize.money = [0, 1]\n",
        "[sweep.over.prize]\nmoney = [0, 1]\n",
    ],
)
def test_paths_may_be_dotted_or_nested(points: Callable[..., list[str]], text: str) -> None:
    assert points(text) == ["prize.money=0", "prize.money=1"]


def test_a_value_may_be_a_list_or_a_word(points: Callable[..., list[str]]) -> None:
    text = '[sweep.over]\nsetup.money = [[3, 4, 5, 6, 7], [4, 4, 4, 4, 4]]\nreadings.meeting = ["goes_on"]\n'
    assert points(text) == [
        "setup.money=[3, 4, 5, 6, 7], readings.meeting=goes_on",
        "setup.money=[4, 4, 4, 4, 4], readings.meeting=goes_on",
    ]


def test_points_come_after_the_arms_of_the_file(points: Callable[..., list[str]]) -> None:
    text = '[[arms]]\nname = "poor"\noverrides = { prize.money = 0 }\n[sweep.over]\nprize.money = [0, 2]\n'
    assert points(text) == ["poor", "prize.money=0", "prize.money=2"]


def test_set_makes_and_changes_a_sweep(points: Callable[..., list[str]]) -> None:
    assert points("", "sweep.over.prize.money=[0,1]") == ["prize.money=0", "prize.money=1"]
    assert points("", "sweep.over={prize={money=[4]}}") == ["prize.money=4"]
    text = "[sweep.over]\nprize.money = [0, 1]\nprize.fame = [5, 6]\n"
    assert points(text, "sweep.over.prize.money=[4, 5]", "sweep.together=true") == [
        "prize.money=4, prize.fame=5",
        "prize.money=5, prize.fame=6",
    ]


# --- what is refused


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[sweep]\n", "6: sweep.over: is missing. One or two paths, each with the values it takes"),
        ("[sweep]\nover = {}\n", "7: sweep.over: found 0 paths; one or two can be swept"),
        ("[[sweep]]\n", "6: sweep: must be a table, found [{}]"),
        ("[sweep]\nsteps = 3\nover.prize.money = [1]\n", "7: sweep.steps: unknown key 'steps'. Known: over, together"),
        ("[sweep]\nover.prize.money = 3\n", "7: sweep.over.prize.money: must be a list such as [1, 2], found 3"),
        ("[sweep]\nover.prize.money = []\n", "7: sweep.over.prize.money: found []; at least one value is needed"),
        (
            "[sweep]\nover.prize.money = [1, 2, 1]\n",
            "7: sweep.over.prize.money: found [1, 2, 1]; each value may be given once; given twice: 1",
        ),
        (
            "[sweep.over]\nprize.money = [1]\nprize.fame = [1]\nreadings.meeting = ['ends_the_game']\n",
            "6: sweep.over: found 3 paths: prize.money, prize.fame, readings.meeting; one or two can be swept",
        ),
        (
            "[sweep.over]\nsetup.money = [[1]]\n'setup.money.1' = [1, 2]\n",
            "6: sweep.over: setup.money.1 is a part of setup.money, so one would overwrite the other",
        ),
        (
            "[sweep.over]\nprize.money = [1]\n'prize.money' = [2]\n",
            "7: sweep.over.prize.money: is given twice",
        ),
        (
            "[sweep]\ntogether = true\nover = { 'prize.money' = [1, 2], 'prize.fame' = [1, 2, 3] }\n",
            "6: sweep: together needs lists of the same length; found 2 for prize.money and 3 for prize.fame values",
        ),
        ("[sweep]\ntogether = true\nover.prize.money = [1, 2]\n", "6: sweep: together is for two paths; over has one"),
        ("[sweep]\ntogether = 'yes'\nover.prize.money = [1]\n", "7: sweep.together: must be true or false, found 'yes'"),
        (
            f"[sweep.over]\nprize.money = {list(range(11))}\nprize.fame = {list(range(12))}\n",
            f"6: sweep: makes 132 points (11 x 12); at most {MAX_POINTS} can be played in one experiment",
        ),
    ],
)
def test_a_wrong_sweep_is_refused_with_its_place(refused: Refused, text: str, sentence: str) -> None:
    problems = refused(HEAD + text)
    assert len(problems) == 1
    assert problems[0].startswith(sentence), problems


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("setup.mony = [1, 2]", ["7: sweep.over.setup.mony: unknown path 'setup.mony'"]),
        ("setup.mony = [1]", ["7: sweep.over.setup.mony: value 1: unknown path 'setup.mony'"]),
        ("prize.money = [1, 61]", ["7: sweep.over.prize.money: value 61: must be 60 or less, found 61"]),
        (
            "prize.money = [1, 61, 62]\nprize.fame = [1, 2, 3]",
            [
                "7: sweep.over.prize.money: value 61: must be 60 or less, found 61",
                "7: sweep.over.prize.money: value 62: must be 60 or less, found 62",
            ],
        ),
        (
            "prize.fame = [3, 4, 6]\ntracks.meeting_line = [3, 5, 7]",
            [
                "6: sweep.over: prize.fame=4, tracks.meeting_line=3: prize.fame: 4 is above tracks.meeting_line, which is 3",
                "6: sweep.over: prize.fame=6, tracks.meeting_line=3: prize.fame: 6 is above tracks.meeting_line, which is 3",
                "6: sweep.over: prize.fame=6, tracks.meeting_line=5: prize.fame: 6 is above tracks.meeting_line, which is 5",
            ],
        ),
        (
            "setup.money = [3, 4]",
            [
                "7: sweep.over.setup.money: must be a list; each entry of the list is one point; where a",
            ],
        ),
    ],
)
def test_a_refused_value_is_named_once_with_its_path(refused: Refused, text: str, sentences: list[str]) -> None:
    problems = refused(HEAD + f"[sweep.over]\n{text}\n")
    assert len(problems) == len(sentences), problems
    for problem, sentence in zip(problems, sentences, strict=True):
        assert problem.startswith(sentence)


def test_a_refused_value_of_an_option_is_named_as_it_was_typed(refused: Refused) -> None:
    change = "sweep.over.prize.money=[1, 61]"
    assert refused(HEAD, change) == [f"--set {change}: sweep.over.prize.money: value 61: must be 60 or less, found 61"]


@pytest.mark.parametrize("over", ["prize.money = [3]", "prize.money = [3]\nprize.fame = [1]"])
def test_a_sweep_of_the_printed_setting_alone_is_refused(refused: Refused, over: str) -> None:
    assert refused(HEAD + f"[sweep.over]\n{over}\n") == [
        "6: sweep.over: plays the baseline again; give a value other than the printed one"
    ]


def test_arms_and_points_are_refused_together(refused: Refused) -> None:
    text = '[[arms]]\nname = "rich"\noverrides = { prize.money = 61 }\n[sweep.over]\nprize.money = [62]\n'
    assert [problem.split(": ")[1] for problem in refused(HEAD + text)] == [
        "arms.rich.overrides.prize.money",
        "sweep.over.prize.money",
    ]


def test_a_path_given_twice_in_an_arm_is_refused(refused: Refused) -> None:
    text = "[[arms]]\nname = 'poor'\n[arms.overrides]\nprize.money = 0\n'prize.money' = 1\n"
    assert refused(HEAD + text) == ["9: arms.poor.overrides.prize.money: is given twice"]


# --- the run


def test_the_manifest_says_which_arms_are_points_and_where_they_lie(make_config: MakeConfig, tmp_path: Path) -> None:
    arms = [{"name": "poor", "overrides": {"prize.money": 0}}]
    folder = play(make_config(arms=arms, sweep=TWO, blocks=3), tmp_path).folder
    content = manifest(folder)
    names = [f"prize.money={karma}, prize.fame={bonus}" for karma in (0, 1) for bonus in (5, 6)]
    assert content["arms"] == ["baseline", "poor", *names]
    assert content["sweep"] == {"paths": ["prize.money", "prize.fame"], "arms": names, "printed": [], "together": False}
    assert content["overrides"]["prize.money=1, prize.fame=5"] == {"prize.money": 1, "prize.fame": 5}
    assert content["games"] == {"2": 18, "5": 18}


def test_the_printed_setting_is_not_played_again(make_config: MakeConfig, tmp_path: Path) -> None:
    folder = play(make_config(sweep={"over": {"prize.money": [2, 3, 4]}}, blocks=3), tmp_path).folder
    content = manifest(folder)
    assert content["arms"] == [*content["arm_variants"]] == ["baseline", "prize.money=2", "prize.money=4"]
    assert content["sweep"]["arms"] == ["prize.money=2", "prize.money=3", "prize.money=4"]
    assert content["sweep"]["printed"] == ["prize.money=3"]
    assert content["overrides"]["prize.money=3"] == {"prize.money": 3}
    assert content["games"] == {"2": 9, "5": 9}
    assert set(read(folder, "games", 2)["arm"]) == set(content["arms"])


def test_a_point_is_printed_if_all_its_values_are(make_config: MakeConfig) -> None:
    arms = resolve(make_config(sweep={"over": {"prize.money": [2, 3], "prize.fame": [1, 2]}})).design.arms
    assert arms == ("baseline", "prize.money=2, prize.fame=1", "prize.money=2, prize.fame=2", "prize.money=3, prize.fame=2")


def test_a_point_that_is_printed_for_some_numbers_of_players_only_is_an_arm(make_config: MakeConfig) -> None:
    sweep = {"over": {"tracks.meeting_line": [7, 8]}}
    arms = {k: resolve(make_config(players=[*k], sweep=sweep)).design.arms for k in ((5,), (2, 5))}
    assert arms == {
        (5,): ("baseline", "tracks.meeting_line=8"),
        (2, 5): ("baseline", *(f"tracks.meeting_line={i}" for i in (7, 8))),
    }


def test_the_printed_setting_is_added_to_a_sweep_without_a_game(make_config: MakeConfig, tmp_path: Path) -> None:
    play(make_config(sweep={"over": {"prize.money": [2, 4]}}, blocks=3), tmp_path)
    again = play(make_config(sweep={"over": {"prize.money": [2, 3, 4]}}, blocks=3), tmp_path)
    assert again.n_new_games == 0
    assert manifest(again.folder)["sweep"]["printed"] == ["prize.money=3"]


def test_without_a_sweep_the_manifest_says_so(make_config: MakeConfig, tmp_path: Path) -> None:
    folder = play(make_config(blocks=3), tmp_path).folder
    assert manifest(folder)["sweep"] is None


def test_every_point_is_played_with_the_luck_of_the_baseline(make_config: MakeConfig, tmp_path: Path) -> None:
    games = read(play(make_config(sweep=ONE, blocks=5), tmp_path).folder, "games", 2)
    seeds = {arm: games.filter(arm=arm)["seed"].to_list() for arm in games["arm"].unique()}
    assert set(seeds) == {"baseline", "prize.money=0", "prize.money=1", "prize.money=2"}
    assert all(seeds[arm] == seeds["baseline"] for arm in seeds)


@pytest.mark.parametrize(
    "sweep",
    [ONE, TWO, {**TWO, "together": True}, {"over": {"setup.money": [[1] * 5, [3] * 5], "readings.meeting": ["goes_on"]}}],
)
def test_a_resolved_sweep_is_read_again(make_config: MakeConfig, tmp_path: Path, sweep: dict[str, object]) -> None:
    config = make_config(sweep=sweep)
    loaded = read_again(config, tmp_path)
    assert loaded == config
    assert loaded.rules_of_arms == config.rules_of_arms


def test_a_sweep_is_extended_to_what_one_longer_run_gives(make_config: MakeConfig, tmp_path: Path) -> None:
    config = make_config(players=[2], sweep=TWO)
    play(config, tmp_path / "a", blocks=15)
    longer = play(config, tmp_path / "a", blocks=42, mode="extend")
    assert tables(longer.folder) == tables(play(config, tmp_path / "b", blocks=42).folder)


def test_a_sweep_that_was_begun_is_continued_from_its_own_file(make_config: MakeConfig, tmp_path: Path) -> None:
    first = play(make_config(sweep=TWO, blocks=4), tmp_path)
    config = load_experiment(first.folder / "config.toml").config
    again = play(config, tmp_path, blocks=6, mode="extend")
    assert (again.folder, again.blocks) == (first.folder, {2: 6, 5: 6})


@pytest.mark.parametrize("repeats_baseline", [False, True])
def test_a_game_of_a_point_is_found_again(make_config: MakeConfig, tmp_path: Path, repeats_baseline: bool) -> None:
    """Earlier versions played the baseline again where a point has its rules."""
    config = make_config(players=[2], sweep={"over": {"prize.money": [3, 0], "prize.fame": [1, 6]}}, blocks=3)
    folder = run(resolve(config, repeats_baseline=repeats_baseline), tmp_path, workers=1).folder
    assert len(manifest(folder)["arms"]) == 4 + repeats_baseline
    assert experiment_of_run(folder).design.arms == tuple(manifest(folder)["arms"])
    for row in read(folder, "games", 2).iter_rows(named=True):
        game = find_played_game(folder, row["game"])
        assert (game.arm, game.seed) == (row["arm"], row["seed"])
        overrides = manifest(folder)["overrides"].get(row["arm"], {})
        prize = game.rules.values.prize
        assert (prize.money, prize.fame) == (overrides.get("prize.money", 3), overrides.get("prize.fame", 1))


def test_what_a_sweep_plays_is_another_run(make_config: MakeConfig) -> None:
    sweeps = [
        None,
        ONE,
        {"over": {"prize.money": [2, 1, 0]}},
        TWO,
        {**TWO, "together": True},
        {**TWO, "over": dict(reversed(TWO["over"].items()))},
    ]
    assert len({run_hash(make_config(sweep=sweep)) for sweep in sweeps}) == len(sweeps)
    side_by_side: dict[str, Any] = {"over": {"prize.money": [0, 1], "prize.fame": [0, 1]}, "together": True}
    turned = {"over": dict(reversed(side_by_side["over"].items())), "together": True}
    assert run_hash(make_config(sweep=side_by_side)) != run_hash(make_config(sweep=turned))
