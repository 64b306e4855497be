from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES
from rajas_sim.core.rulebook.component_source import is_printed
from rajas_sim.core.strategies import registry
from rajas_sim.core.strategies.registry import find_strategy
from tests.long_cases import short_and_long

Rajas = Callable[..., Any]
SHIPPED = {"random", "fame_rush", "market_rush", "balanced"}


@pytest.fixture(autouse=True)
def nothing_said() -> None:
    """Let every test hear what is said once a process."""
    registry._say_replaced.cache_clear()


def test_strategies_are_listed_with_what_they_do(rajas: Rajas) -> None:
    rows = json.loads(rajas("strategies", "list", "--json").stdout)
    assert {row["name"] for row in rows} >= SHIPPED
    assert all(row["summary"] for row in rows)
    heading = rajas("strategies", "list").stdout.splitlines()[0].split("\t")
    assert heading == ["game", "name", "kind", "wins with 2 players against rule_of_thumb", "summary"]


def test_a_game_in_which_nothing_was_measured_has_no_column_for_it_and_says_who_plays_carelessly(rajas: Rajas) -> None:
    heading, *rows = (line.split("\t") for line in rajas("strategies", "list", "--game", "pig").stdout.splitlines())
    assert heading == ["game", "name", "kind", "summary"]
    assert next(row for row in rows if row[1] == "careless")[3].startswith("Greedy with errors")
    (row,) = (line for line in rajas("strategies", "list", "--game", "ganges").stdout.splitlines() if "\tcareless\t" in line)
    assert "\tBalanced with errors" in row


def test_strategies_are_listed_with_their_game(rajas: Rajas) -> None:
    games = {(row["game"], row["name"]) for row in json.loads(rajas("strategies", "list", "--json").stdout)}
    assert games >= {(None, "random"), ("ganges", "balanced")}
    of_one = json.loads(rajas("strategies", "list", "--json", "--game", "ganges").stdout)
    assert {row["game"] for row in of_one} == {"ganges"}
    assert {row["name"] for row in of_one} >= SHIPPED
    assert "every game\trandom\tcompiled\t" in rajas("strategies", "list").stdout
    refused = rajas("strategies", "list", "--game", "gangs")
    assert (refused.exit_code, "unknown game 'gangs'; did you mean 'ganges'?" in refused.stderr) == (2, True)


def test_a_file_in_place_of_a_shipped_strategy_is_named_once(rajas: Rajas, write_strategy: Callable[..., Path]) -> None:
    mine = write_strategy("balanced", "return state.options[0]")
    result = rajas("play", "--strategy", "balanced", "--strategy", "random")
    assert result.exit_code == 0
    assert result.stderr == f"note: {mine} replaces the shipped strategy 'balanced' of ganges\n"


def test_files_that_hold_no_strategy_are_named_beside_the_good_ones(rajas: Rajas) -> None:
    Path("strategies").mkdir()
    Path("strategies/broken.py").write_text("def broken(\n")
    Path("strategies/tools.py").write_text("ANSWER = 42\n")
    Path("strategies/_helpers.py").write_text("raise RuntimeError\n")
    result = rajas("strategies", "list", "--json")
    assert result.exit_code == 0
    assert {row["name"] for row in json.loads(result.stdout)} >= SHIPPED
    broken, tools = result.stderr.splitlines()
    assert "strategies/broken.py: cannot be loaded: SyntaxError: '(' was never closed" in broken
    assert tools.endswith("strategies/tools.py: must define a strategy called 'tools' (a function with @strategy)")


def test_a_strategy_shows_its_parameters(rajas: Rajas) -> None:
    result = rajas("strategies", "show", "balanced", "--game", "ganges")
    assert result.exit_code == 0
    assert result.stdout.startswith("balanced (ganges, compiled, ")
    assert "parameter\tvalue\tdefault\tfrom\tto\tunit\tmeaning" in result.stdout
    assert "tuned for base (2, 3, 4), navaratnas (2, 3, 4). These are for base with 2 players" in result.stdout


def test_a_strategy_is_shown_and_plays_by_its_path(rajas: Rajas, write_strategy: Callable[..., Path]) -> None:
    path = write_strategy("mine", "return state.options[0]").rename("elsewhere.py")
    path.write_text(path.read_text().replace("def mine", "def elsewhere"))
    assert rajas("strategies", "show", "./elsewhere.py").stdout.startswith(f"elsewhere (ganges, Python, {path.resolve()})")
    result = rajas("play", "--strategy", "elsewhere.py", "--players", "2", "--quiet")
    assert (result.exit_code, result.stdout.count("elsewhere")) == (0, 2)


def test_an_unknown_strategy_is_refused(rajas: Rajas) -> None:
    result = rajas("strategies", "show", "balancd")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: unknown strategy 'balancd'; did you mean 'balanced'?")


# --- strategies of one's own


@pytest.mark.parametrize("game", short_and_long(1, [*GAMES]))
@pytest.mark.parametrize("kind", [[], ["--compiled"]])
def test_a_new_strategy_does_what_every_strategy_must_do(rajas: Rajas, game: str, kind: list[str]) -> None:
    name = f"my_{game}_{len(kind)}"
    wrote = rajas("strategies", "new", name, "--game", game, *kind)
    assert (wrote.exit_code, wrote.stdout.partition(".py")[0]) == (0, f"Wrote strategies/{name}")
    assert (rajas("strategies", "new", name).exit_code, rajas("strategies", "new", "My-first").exit_code) == (2, 2)
    checked = rajas("strategies", "check", name)
    assert checked.exit_code == 0, checked.stderr
    lines = [line.removesuffix(": yes") for line in checked.stdout.splitlines()]
    assert lines[0] == f"{game}: describes itself"
    assert lines[-1] == f"{game}: decides alike in the same position"
    assert len(lines) == 2 + len(find_game(game).variants)


@pytest.mark.long
def test_a_strategy_with_chance_is_held_to_its_seed(rajas: Rajas, write_strategy: Callable[..., Path]) -> None:
    kept = rajas("strategies", "check", "random", "--game", "ganges")
    assert kept.stdout.splitlines()[-1] == "ganges: decides alike in the same position with the same seed: yes"
    path = write_strategy("gambles", "return random.choice(state.options)", before="import random")
    path.write_text(path.read_text().replace("compiled=False", "compiled=False, uses_chance=True"))
    broken = rajas("strategies", "check", "gambles")
    assert broken.exit_code == 1
    assert broken.stdout.splitlines()[-1] == "ganges: decides alike in the same position with the same seed: NO"


def test_values_of_a_variant_that_does_not_exist_are_noticed(rajas: Rajas) -> None:
    folder = Path("strategies/ganges")
    folder.mkdir(parents=True)
    (folder / "frugal.toml").write_text("[values.bse.2]\nmoney = 2\n[values.base.5]\nmoney = 2\n")
    lines = ["from rajas_sim.ganges.appraisal import plan", 'frugal = plan(__file__, "Saves money.", tuned="frugal.toml")']
    (folder / "frugal.py").write_text("\n".join(lines))
    checked = rajas("strategies", "check", "frugal")
    assert checked.exit_code == 1
    assert checked.stdout.splitlines()[1] == "ganges: has values only for games that exist: NO"
    assert "has values for bse.2, base.5, but the game has base, navaratnas, mixed with 2, 3, 4 players" in checked.stderr


@pytest.mark.parametrize(("name", "game"), [("balanced", "ganges"), ("random", "charmers")])
def test_a_new_strategy_replaces_no_other(rajas: Rajas, name: str, game: str) -> None:
    result = rajas("strategies", "new", name, "--game", game)
    sentence = f"error: {name}: {game} has a strategy of this name, which the new file would replace; choose another name\n"
    assert (result.exit_code, result.stderr) == (2, sentence)
    assert not Path("strategies").exists()


def test_a_new_strategy_may_be_called_as_one_of_another_game(rajas: Rajas) -> None:
    assert rajas("strategies", "new", "fame_rush", "--game", "charmers").exit_code == 0


@pytest.mark.parametrize(
    ("answer", "problem"),
    short_and_long(
        2,
        [
            ("random.choice(state.options)", "played the same game differently the second time"),
            ("None", "returned None, which is not an option"),
            ("state.options[state.seed % len(state.options)]", "depends on its seed; declare uses_chance=True"),
        ],
    ),
)
def test_a_strategy_that_breaks_a_duty_is_told_which(
    rajas: Rajas, write_strategy: Callable[..., Path], answer: str, problem: str
) -> None:
    name = f"breaks_{len(answer)}"
    write_strategy(name, f"return {answer}", before="import random")
    result = rajas("strategies", "check", name)
    assert result.exit_code == 1
    assert problem in result.stderr
    assert result.stdout.splitlines()[-1].endswith(": NO")


# --- components


def test_components_are_listed_with_provenance(rajas: Rajas) -> None:
    rows = json.loads(rajas("components", "list", "--json", "--assumed").stdout)
    assert rows
    assert {row["provenance"] for row in rows} == {"assumed"}


def test_exported_components_pass_the_check(rajas: Rajas) -> None:
    exported = rajas("components", "export", "box.toml")
    assert exported.stdout == "Wrote box.toml. Enter the values of your box, then: rajas components check box.toml\n"
    checked = rajas("components", "check", "box.toml").stdout.splitlines()
    components = find_game("ganges").components
    n, n_assumed = sum(is_printed(row["path"]) for row in components.list_values()), components.summary()["n_assumed"]
    assert checked[0] == "box.toml: consistent components of ganges"
    assert checked[1].startswith(f"0 of {n} values are yours; the other {n} are the reference's, of which ")
    assert int(re.findall(r"\d+", checked[1])[-1]) >= n_assumed, "a variant has fewer values in play"
    assert checked[2:] == ["Every value is that of the reference."]
    again = rajas("components", "export", "box.toml")
    assert (again.exit_code, again.stderr) == (2, "error: box.toml: exists already; choose another name\n")
    Path("linked.toml").symlink_to("nowhere.toml")
    linked = rajas("components", "export", "linked.toml")
    assert (linked.exit_code, Path("nowhere.toml").exists()) == (2, False)


@pytest.mark.parametrize("game", GAMES)
def test_a_component_file_is_known_by_the_box_it_names(rajas: Rajas, game: str) -> None:
    rajas("components", "export", "--game", game, "box.toml")
    assert f"consistent components of {game}" in rajas("components", "check", "box.toml").stdout
    assert rajas("components", "list", "--json", "--components", "box.toml").exit_code == 0
    assert rajas("rules", "show", "setup", "--game", game, "--components", "box.toml").exit_code == 0
    for other in set(GAMES) - {game}:
        refused = rajas("components", "check", "--game", other, "box.toml")
        assert (refused.exit_code, refused.stderr) == (2, f"error: box.toml: is a component file of {game}, not of {other}\n")
        refused = rajas("play", "--game", other, "--components", "box.toml")
        assert (refused.exit_code, refused.stderr) == (2, f"error: box.toml: is a component file of {game}, not of {other}\n")


def test_a_wrong_component_file_has_all_its_problems_listed(rajas: Rajas) -> None:
    Path("box.toml").write_text(
        "name = 'mine'\nbox = 'ganges'\nquary = 3\n[harbour]\nprice = [1]\nhighest_die = 7\n[karma]\nlimit = 'x'\n"
    )
    result = rajas("components", "check", "box.toml")
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        "error: box.toml: harbour.highest_die: must be 6 or less, found 7",
        "error: box.toml: harbour.price: is not a key of a component file; did you mean 'prices'?",
        "error: box.toml: karma.limit: must be a whole number, found 'x'",
        "error: box.toml: quary: is not a key of a component file; did you mean 'quarry'?",
    ]


def test_a_file_may_hold_only_what_is_known(rajas: Rajas) -> None:
    Path("box.toml").write_text("box = 'ganges'\n[quarry]\nprices = [1, 1, 2, 2, 3, 3, 4]\n[tiles]\norange_03 = { cost = 4 }\n")
    rows = [row for row in find_game("ganges").components.list_values() if is_printed(row["path"])]
    n_assumed = sum(row["provenance"] == "assumed" for row in rows)
    n, n_of_tiles = len(rows), sum(row["path"].startswith("tiles.") for row in rows)
    assert rajas("components", "check", "box.toml").stdout.splitlines() == [
        "box.toml: consistent components of ganges",
        "Doubtful: Quarry prices with 4 players: 1, 1, 2, 2, 3, 3, 4. 7 values instead of the assumed 8. "
        "Is that what is printed?",
        f"8 of {n - 1} values are yours; the other {n - 9} are the reference's, of which {n_assumed - 9} are assumed.",
        f"Given in part: tiles (1 of {n_of_tiles}).",
        "2 values differ from the reference:",
        "  tiles.orange_03.cost: 4 (reference: 3)",
        "  quarry.prices.8: left out (reference: 4)",
    ]
    assert rajas("play", "--components", "box.toml", "--quiet", "--strategy", "random").exit_code == 0


def test_what_looks_like_a_mistake_in_a_component_file_is_asked_about(rajas: Rajas) -> None:
    rajas("components", "export", "box.toml")
    text = Path("box.toml").read_text()
    assert text.count("12 = { green_dice_per_karma = 1 }") == 1
    Path("box.toml").write_text(text.replace("12 = { green_dice_per_karma = 1 }", "12 = { money = 2 }"))
    lines = rajas("components", "check", "box.toml").stdout.splitlines()
    assert [line for line in lines if line.startswith("Doubtful: ")] == [
        "Doubtful: River space 12: money 2. Money instead of the assumed green dice per karma. Is that what is printed?",
        "Doubtful: River: nothing pays green dice per karma any more; it was assumed at river space 12. Is it at another place?",
    ]


def test_a_value_that_the_file_gives_a_reason_for_is_not_asked_about(rajas: Rajas) -> None:
    prices = "name = 'mine'\nbox = 'ganges'\n[quarry]\nprices = [1, 1, 2, 2, 3, 3, 4]\n"
    Path("box.toml").write_text(prices)
    assert "Doubtful: Quarry prices" in rajas("components", "check", "box.toml").stdout
    Path("box.toml").write_text(
        f"{prices}[[provenance]]\npaths = ['quarry.prices.*']\nlabel = 'box'\nwhy = 'read twice off my copy'\n"
    )
    assert "Doubtful" not in rajas("components", "check", "box.toml").stdout


def test_a_component_file_that_names_no_box_is_refused(rajas: Rajas) -> None:
    Path("box.toml").write_text("name = 'mine'\n")
    result = rajas("components", "check", "box.toml")
    sentence = 'error: box.toml: box: is missing; a component file names its game: box = "ganges"\n'
    assert (result.exit_code, result.stderr) == (2, sentence)


def test_values_that_are_not_the_references_are_listed(rajas: Rajas, box: Path) -> None:
    assert rajas("components", "check", box).stdout.splitlines()[2:] == [
        "Given in part: setup (1 of 7).",
        "1 value differs from the reference:",
        "  setup.karma: 2 (reference: 1, by the rulebook)",
    ]


def test_confirmed_values_are_counted_and_not_called_different(rajas: Rajas) -> None:
    rajas("components", "export", "box.toml")
    with Path("box.toml").open("a") as file:
        file.write('\n[[provenance]]\npaths = ["workers.bridge", "setup.karma"]\nlabel = "box"\nwhy = "read off the board"\n')
    checked = rajas("components", "check", "box.toml").stdout.splitlines()
    assert checked[1].startswith("2 of ")
    assert checked[2:] == ["Given in part: setup (1 of 7), workers (1 of 4).", "Every value is that of the reference."]


def test_a_component_file_with_a_word_without_quotes_gets_a_hint(rajas: Rajas) -> None:
    Path("box.toml").write_text("name = mine\n")
    assert rajas("components", "check", "box.toml").stderr.endswith('; a text needs quotes: "mine"\n')


def test_an_experiment_is_not_checked_as_components(rajas: Rajas) -> None:
    Path("trial.toml").write_text('question = "Who wins?"\nplayers = [2]\n')
    result = rajas("components", "check", "trial.toml")
    assert (result.exit_code, result.stderr) == (
        2,
        "error: trial.toml: is an experiment, not a component file; play it with: rajas run trial.toml\n",
    )


@pytest.mark.long
@pytest.mark.parametrize("only", ["charmers", None])
def test_bench_prints_what_a_script_can_read(rajas: Rajas, only: str | None) -> None:
    rows = json.loads(rajas("bench", "--json", "--seconds", 0.1, *(["--game", only] if only else [])).stdout)
    games = [only] if only else GAMES
    keys = ["game", "players", "strategies", "threads", "games_per_s", "decisions_per_s", "decisions_per_game"]
    assert all(list(row) == [*keys, "variant", "modules"] for row in rows)
    measured = {(row["game"], row["strategies"][0], row["players"]) for row in rows}
    assert measured >= {(game, *line_up) for game in games for line_up in (("random", 2), ("balanced", 4))}
    assert (("ganges", "python_example", 2) in measured) == ("ganges" in games)
    assert {(row["game"], row["variant"], *row["modules"]) for row in rows} == {
        (game, find_game(game).variants[0]) for game in games
    }


@pytest.mark.long
def test_bench_measures_a_game_in_plain_python_with_the_players_that_it_has(rajas: Rajas) -> None:
    rows = json.loads(rajas("bench", "--json", "--seconds", 0.1, "--game", "pig").stdout)
    assert [(row["strategies"], row["threads"]) for row in rows] == [([name] * 2, 1) for name in ("random", "greedy", "searcher")]


@pytest.mark.long
def test_bench_plays_the_variant_and_modules_asked_for(rajas: Rajas) -> None:
    rows = json.loads(rajas("bench", "--json", "--seconds", 0.1, "--variant", "mixed", "--module", "ganga").stdout)
    assert {row["game"] for row in rows} == {"ganges"}
    assert {(row["variant"], *row["modules"]) for row in rows} == {("mixed", "ganga")}


def test_bench_refuses_what_cannot_be_played(rajas: Rajas) -> None:
    result = rajas("bench", "--json", "--variant", "mon", "--module", "gange")
    assert result.exit_code == 2
    assert [line.split(": ")[1] for line in result.stderr.splitlines()[-2:]] == ["--variant", "--module"]


def test_a_strategy_shows_the_values_it_plays_with(rajas: Rajas) -> None:
    values = find_strategy("balanced", game="ganges").values_under("navaratnas", 3)
    shown = rajas("strategies", "show", "balanced", "--game", "ganges", "--variant", "navaratnas", "--players", 3).stdout
    assert f"\nmoney\t{values['money']:.4g}\t0.75\t" in shown


def test_what_moved_is_said_and_what_is_only_labelled_did_not_move(rajas: Rajas) -> None:
    river = "[river]\n12 = { fame = 2 }\n"
    label = '[[provenance]]\npaths = ["quarry.prices.*"]\nlabel = "box"\nwhy = "read off the box"\n'
    Path("mine.toml").write_text(f'name = "mine"\nbox = "ganges"\n{river}{label}', encoding="utf-8")
    said = rajas("components", "check", "mine.toml").output.replace("\n", " ")
    assert said.count("Moved: ") == 1
    assert "has what the reference has at river.12 alone" in said
