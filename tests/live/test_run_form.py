"""The form of the page of runs: what it shows, starts and refuses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rajas_sim import experiment
from rajas_sim.core.errors import InputError
from rajas_sim.core.game import find_game
from rajas_sim.live.forms import in_form
from rajas_sim.live.run_form import choices_of, refused_fields, task_for
from rajas_sim.study.config.form import experiment_schema
from rajas_sim.study.folder.store import RunFolder
from rajas_sim.study.rule_sets import example_of
from tests.live.pages import CONFIG, asked
from tests.live.test_table_in_browser import Server


class TestRunForm:
    """What can be asked of an experiment."""

    def test_a_run_of_the_form_that_is_finished_gets_more_blocks(self, server: Server, tmp_path: Path) -> None:
        values = {"players": "2", "line_up": "random", "blocks": "20"}
        task = task_for("run", "charmers_start_player", values, tmp_path, tmp_path)
        (command,) = task.commands
        assert command.words[:8] == (
            "run",
            "charmers_start_player",
            "--set",
            "players=[2]",
            "--set",
            'line_up=["random"]',
            "--set",
            "blocks=20",
        )
        task_for_more = task_for("run", "charmers_start_player", values | {"blocks": "30"}, tmp_path, tmp_path)
        (more,) = task_for_more.commands
        assert command.words_in_turn() == more.words_in_turn() == ()
        experiment.run(
            "charmers_start_player", set={"players": [2], "line_up": ["random"], "blocks": 20}, out=tmp_path, report=False
        )
        assert RunFolder(tmp_path / task.runs[0]).manifest().complete
        assert (task.is_done_elsewhere(), task_for_more.is_done_elsewhere()) == (True, False)
        assert more.words_in_turn() == ("--extend", "--blocks", "30"), "it was asked for before the first was finished"
        assert command.words_in_turn() == ()
        with pytest.raises(InputError, match="this run is finished with 20 blocks, so 5 would play nothing"):
            task_for("run", "charmers_start_player", values | {"blocks": "5"}, tmp_path, tmp_path)

    @pytest.mark.parametrize(("key", "value", "problem"), [("players", "[9]", "9"), ("blocks", "many", "blocks")])
    def test_a_value_that_the_experiment_refuses_stands_in_the_form_with_the_reason(
        self, server: Server, key: str, value: str, problem: str
    ) -> None:
        n_tasks = asked(server, "runs")[1].count("data-task")
        form = {"question": "luck", "experiment": "charmers_start_player", "first": "plan", key: value}
        status, text, _ = asked(server, "runs/start", **form)
        (problems,) = re.findall(r'role="alert">(.*?)</div>', text, re.S)
        assert (status, problem in problems) == (400, True)
        assert f'name="{key}" value="{value}"' in text
        assert re.search('<option value="luck" selected[^>]*>luck</option>', text)
        assert asked(server, "runs")[1].count("data-task") == n_tasks, "nothing was started"

    def test_all_that_is_wrong_is_said_at_once_beside_its_field(self, server: Server) -> None:
        wrong = {"blocks": "1e99", "players": "9", "tolerance": "5 %", "rules": "setup.karma=99\nfoo=1\nbar"}
        status, text, _ = asked(server, "runs/start", question="run", experiment="charmers_start_player", **wrong)
        refused = dict(re.findall(r'<span class="problems" id="refused-(\w+)">(.*?)</span>', text))
        assert (status, refused.keys()) == (400, wrong.keys())
        assert refused["blocks"].startswith("must be a whole number, found 1e+99. Type, for example, ")
        assert refused["tolerance"].startswith("must be a number, found &#39;5 %&#39;")
        assert refused["rules"].split("; ") == [
            "bar: write key=value, for example setup.karma=2",
            "foo: unknown path &#39;foo&#39;",
            "<code>rajas rules show</code> lists all",
            "setup.karma: must be 8 or less, found 99. Type, for example, setup.karma=2",
        ]
        assert text.count('aria-invalid="true"') == len(wrong)

    def test_the_example_of_a_changed_rule_is_of_the_game(self, server: Server) -> None:
        Path("experiments").mkdir(exist_ok=True)
        Path("experiments/pigs.toml").write_text(CONFIG.format(name="pigs", seed=3).replace("charmers", "pig"), encoding="utf-8")
        example = example_of(find_game("pig"))
        assert f"One a line, such as {example};" in asked(server, "runs?experiment=experiments/pigs.toml")[1]
        text = asked(server, "runs/start", question="run", experiment="experiments/pigs.toml", rules="bar")[1]
        assert f"bar: write key=value, for example {example}" in text
        assert "setup.karma" not in text
        Path("experiments/pigs.toml").unlink()

    def test_an_experiment_that_names_a_python_file_is_not_started(self, server: Server) -> None:
        Path("experiments").mkdir(exist_ok=True)
        config = CONFIG.format(name="guest", seed=3).replace('"random"', '"guest"')
        Path("experiments/guest.toml").write_text(config + '[strategies]\nguest = { strategy = "guest.py" }\n', encoding="utf-8")
        status, text, _ = asked(server, "runs/start", question="run", experiment="experiments/guest.toml")
        assert status == 400
        assert "which no page has run" in text
        Path("experiments/guest.toml").unlink()

    def test_what_is_no_form_starts_nothing(self, server: Server) -> None:
        status, text, _ = asked(server, "runs/start", **{'{"question": "run"}': "json"})
        assert (status, "choose an experiment" in text) == (400, True)

    def test_the_form_keeps_what_was_typed(self, server: Server) -> None:
        _, text, _ = asked(server, "runs?experiment=charmers_start_player&players=[5]&blocks=77")
        assert 'name="experiment" value="charmers_start_player"' in text
        assert re.search(r'name="players" value="\[5\]"', text)
        assert re.search(r'name="blocks" value="77"', text)

    @pytest.mark.parametrize(
        ("question", "experiment_name"), [("../rm", "start_player"), ("run", "nothing"), ("compare", "start_player")]
    )
    def test_what_cannot_be_asked_is_refused(self, server: Server, question: str, experiment_name: str) -> None:
        assert asked(server, "runs/start", question=question, experiment=experiment_name)[0] == 400

    def test_only_what_was_changed_in_the_form_is_changed_in_the_experiment(self, tmp_path: Path) -> None:
        values = {choice.key: choice.value for choice in choices_of("start_player")} | {"players": "[4]", "seed": " "}
        task = task_for("luck", "start_player", values, Path("reports"), tmp_path)
        (command,) = task.commands
        assert (task.link, task.runs) == ("answers/luck-1.html", ())
        assert command.words == (
            *("luck", "start_player", "--set", "players=[4]"),
            *("--out", "reports", "--html", str(tmp_path / "luck-1.html")),
        )
        other_task = task_for("luck", "start_player", values, Path("reports"), tmp_path)
        assert other_task.link == "answers/luck-2.html", "each answer has a page, also before it is written"
        assert task_for("run", "start_player", values, Path("reports"), tmp_path).runs[0].startswith("start_player-")

    def test_changed_rules_are_one_more_rule_set(self, server: Server, tmp_path: Path) -> None:
        words = (
            task_for("run", "start_player", {"rules": "setup.karma=2\n\nkarma.limit = 4"}, tmp_path, tmp_path).commands[0].words
        )
        changed = '{ name = "karma_2_and_limit_4", overrides = { "setup.karma" = 2, "karma.limit" = 4 } }'
        question = 'question="What changes with starting karma = 2 and karma limit = 4?"'
        assert words[2:6] == ("--set", f"arms=[{changed}]", "--set", question)
        words = task_for("run", "variants", {"rules": "setup.karma=2"}, tmp_path, tmp_path).commands[0].words
        assert words[3].startswith("arms=[{ name = ")
        assert words[3].endswith('{ name = "karma_2", overrides = { "setup.karma" = 2 } }]')
        refusals = {
            "karma=7": "did you mean setup.karma",
            "karma": "write key=value",
            "setup.karma=2\nsetup.karma=3": "setup.karma: comes twice; which value is meant?",
        }
        for rule, problem in refusals.items():
            status, text, _ = asked(server, "runs/start", question="run", experiment="start_player", rules=rule)
            assert (status, problem in text) == (400, True)

    @pytest.mark.parametrize(
        ("question", "values", "title"),
        [
            ("run", {}, "start_player"),
            ("run", {"players": "2", "blocks": "20000"}, "start_player: 2 players, 20,000 blocks"),
            ("luck", {"players": "[2, 3]", "seed": "7"}, "luck start_player: 2 and 3 players, seed 7"),
            ("run", {"rules": "setup.karma=2\n"}, "start_player: setup.karma=2"),
        ],
    )
    def test_a_task_is_called_by_its_experiment_and_what_was_changed(
        self, question: str, values: dict[str, str], title: str, tmp_path: Path
    ) -> None:
        assert task_for(question, "start_player", values, tmp_path, tmp_path).title == title

    def test_the_keys_of_the_form_are_those_of_the_schema(self) -> None:
        keys = {choice.key: choice for choice in choices_of("start_player")}
        properties = experiment_schema()["properties"]
        assert {"players", "blocks", "line_up", "seed", "level", "tolerance"} <= keys.keys() <= properties.keys()
        assert keys["seatings"].words == tuple(properties["seatings"]["enum"])


def test_refused_fields_have_the_order_of_the_form() -> None:
    fields = {"players": "x", "level": "2", "blocks": "0"}
    problems = ["nothing in particular", "blocks: must be 1 or more", "players: must be a number", "level: must be less than 1.0"]
    assert [*refused_fields("start_player", fields, problems)] == ["players", "level", "blocks", ""]


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("--set setup.karma=99: must be 9 or less", "must be 9 or less"),
        ("--set hello: write key=value, for example --set players=3", "hello: write key=value, for example players=3"),
        ("arms.karma_4.overrides.setup.karma: must be 3 or less", "setup.karma: must be 3 or less"),
    ],
)
def test_what_is_wrong_in_a_form_is_said_without_the_words_of_the_command_line(said: str, shown: str) -> None:
    assert in_form(said) == shown
