from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rajas_sim.core.errors import InputError
from rajas_sim.running.one_game import set_table
from rajas_sim.study.config.form import Config
from rajas_sim.study.config.resolve import resolve
from rajas_sim.study.folder.runs import find_played_game
from tests.toy_studies.experiment_helpers import MakeConfig, Refused, manifest, play, read, read_again, run_hash

EXPERT = {"strategy": "even", "board": "rich"}
BEGINNER = {"strategy": "even", "board": "plain"}
EXPERTS = 'name = "trial"\nquestion = "Who wins?"\ngame = "toy"\nplayers = [2]\nline_up = ["expert", "even"]\n'


def rotations(config: Config) -> dict[int, tuple[int, ...]]:
    return dict(resolve(config).design.rotations)


def test_a_label_sits_at_the_board_it_names(make_config: MakeConfig) -> None:
    config = make_config(variant="mixed", players=[2], line_up=["expert", "even"], strategies={"expert": EXPERT})
    seated = resolve(config).strategies
    assert (seated["expert"].board, seated["even"].board) == ("rich", None)


def test_a_board_is_written_and_read_again(make_config: MakeConfig, tmp_path: Path) -> None:
    config = make_config(variant="mixed", players=[2], line_up=["expert", "even"], strategies={"expert": EXPERT})
    assert read_again(config, tmp_path) == config


def test_the_manifest_says_what_a_label_stands_for(make_config: MakeConfig, tmp_path: Path) -> None:
    config = make_config(variant="mixed", players=[2], line_up=["expert", "even"], strategies={"expert": EXPERT}, blocks=1)
    assert manifest(play(config, tmp_path).folder)["labels"] == {
        "expert": {"strategy": "even", "parameters": {}, "board": "rich", "error": 0.0, "blocks": None},
        "even": {"strategy": "even", "parameters": {}, "board": None, "error": 0.0, "blocks": None},
    }


def test_another_board_is_another_run(make_config: MakeConfig) -> None:
    one, other = (
        run_hash(make_config(variant="mixed", line_up=["x"], strategies={"x": choice})) for choice in (EXPERT, BEGINNER)
    )
    assert one != other


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (
            "variant = 'mixed'\n[strategies.expert]\nstrategy = 'even'\nboard = 'rch'\n",
            "9: strategies.expert.board: unknown board 'rch'; did you mean 'rich'? Known: plain, rich",
        ),
        (
            "[strategies.expert]\nstrategy = 'even'\nboard = 'plain'\n",
            "8: strategies.expert.board: found 'plain', but the variant 'light' gives everybody the same board; "
            "players may differ in: mixed",
        ),
        (
            "variant = 'mixd'\n[strategies.expert]\nstrategy = 'even'\nboard = 'plain'\n",
            "6: variant: unknown variant 'mixd'; did you mean 'mixed'? Known: dark, light, mixed",
        ),
        (
            "variant = 'mixed'\n[strategies.expert]\nstrategy = 'even'\nboard = 2\n",
            "9: strategies.expert.board: must be a text in quotes, found 2",
        ),
        (
            "variant = 'mixed'\n[strategies.expert]\nstrategy = 'even'\nbord = 'plain'\n",
            "9: strategies.expert.bord: unknown key 'bord'; did you mean 'board'?",
        ),
    ],
)
def test_a_wrong_board_is_refused_with_its_place(refused: Refused, lines: str, sentence: str) -> None:
    (problem,) = refused(EXPERTS + lines)
    assert problem.startswith(sentence)


# --- rotations


def test_equal_strategies_without_boards_are_at_different_ones_where_players_may_differ(make_config: MakeConfig) -> None:
    assert rotations(make_config(line_up=["even"])) == {2: (1,), 5: (1,)}
    assert rotations(make_config(line_up=["even"], variant="mixed")) == {2: (2,), 5: (5,)}


def test_equal_strategies_on_one_board_are_alike_again(make_config: MakeConfig) -> None:
    config = make_config(variant="mixed", line_up=["expert"], strategies={"expert": EXPERT})
    assert rotations(config) == {2: (1,), 5: (1,)}


def test_a_player_who_decides_by_chance_is_alike_on_all_seats_with_one_board(make_config: MakeConfig) -> None:
    lucky = {"lucky": {"strategy": "coin", "board": "plain"}}
    assert rotations(make_config(variant="mixed", line_up=["lucky"], strategies=lucky)) == {2: (1,), 5: (1,)}


def test_one_expert_visits_every_seat_among_beginners(make_config: MakeConfig, tmp_path: Path) -> None:
    config = make_config(
        variant="mixed",
        line_up=["expert", *["beginner"] * 4],
        strategies={"expert": EXPERT, "beginner": BEGINNER},
        blocks=4,
    )
    assert rotations(config) == {2: (2, 1), 5: (5,)}
    folder = play(config, tmp_path).folder
    seats = read(folder, "seats", 5).filter(strategy="expert")
    assert sorted(seats["position"].to_list()) == sorted([1, 2, 3, 4, 5] * 4)


def test_a_game_is_found_again_with_its_boards(make_config: MakeConfig, tmp_path: Path) -> None:
    config = make_config(
        variant="mixed",
        players=[2],
        line_up=["expert", "beginner"],
        strategies={"expert": EXPERT, "beginner": BEGINNER},
        blocks=2,
    )
    game = find_played_game(play(config, tmp_path).folder, 1)
    assert [game.strategies[i].board for i in game.seating] == ["plain", "rich"]


# --- a single game


def boards(*given: str, **keys: Any) -> list[str | None]:
    keys = {"players": None, "names": ["even"], "variant": "mixed", **keys}
    table = set_table("toy", keys.pop("players"), keys.pop("names"), boards=given, **keys)
    return [strategy.board for strategy in table.strategies]


def test_boards_are_given_in_turn_order() -> None:
    assert boards("rich", "plain") == ["rich", "plain"]
    assert boards("rich", *["plain"] * 4) == ["rich", *["plain"] * 4]
    assert boards("rich", "plain", names=["even", "third"]) == ["rich", "plain"]


def test_one_board_is_everybodys() -> None:
    assert boards("rich", players=5) == ["rich"] * 5


def test_without_boards_the_game_deals_them_out() -> None:
    assert boards(players=5) == [None] * 5


@pytest.mark.parametrize(
    ("given", "keys", "sentences"),
    [
        (("plain", "plain"), {"players": 5}, ["--board: found 2 for 5 players; give 5, or one for all seats"]),
        (
            ("plain",) * 5,
            {"names": ["even", "third"]},
            ["--strategy: found 2 for 5 players; give 5, or one for all seats"],
        ),
        (
            ("plan", "plan"),
            {},
            ["--board: unknown board 'plan'; did you mean 'plain'? Known: plain, rich"],
        ),
        (
            ("plain",),
            {"variant": None},
            ["--board: found 'plain', but the variant 'light' gives everybody the same board; players may differ in: mixed"],
        ),
    ],
)
def test_wrong_boards_name_the_option(given: tuple[str, ...], keys: dict[str, Any], sentences: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        boards(*given, **keys)
    assert caught.value.problems == sentences
