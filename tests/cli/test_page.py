"""Pages with commands: every command on them works as it stands there, after those before it under the same heading."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.showing.browsing import NEEDS_BROWSER

Rajas = Callable[..., Any]
DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "experiments.md").read_text(encoding="utf-8")
RECIPES = (DOCS / "recipes.md").read_text(encoding="utf-8")
TUTORIAL = (DOCS / "tutorial.md").read_text(encoding="utf-8")
#: What makes a command quick.
SHORT = {
    "run": ["--blocks", "2", "--no-report"],
    "plan": ["--pilot", "20"],
    "check": ["--blocks", "500"],
    "solve": ["--blocks", "60"],
    "power": ["--blocks", "5"],
    "luck": ["--blocks", "5"],
    "waiting": ["--games", "2"],
    "contention": ["--games", "2", "--blocks", "5"],
    "decide": ["--blocks", "500"],
    "ensemble": ["--boxes", "5", "--blocks", "6", "--no-report"],
}
#: The same for the tutorial, whose commands run in one folder, one after the other.
QUICK = SHORT | {
    "ensemble": [*SHORT["ensemble"], "--folder", "boxes"],
}
#: Headings whose commands play the strategy that searches, search for a setting, or play many rule sets.
TAKING_LONG = (
    "Several line-ups",
    "Boards",
    "A ladder of strategies",
    "What money is fair?",
    "Does it hold in other boxes?",
    "What handicap makes a strong player even?",
    "Which of several changes should I print?",
    "Sweeps",
    "Experiment files",
    "How many games?",
    "What happened in this game?",
    "How do I open the tables in Excel, or send a PDF?",
    "Do wins come by fame or by money?",
    "Which doubtful readings matter?",
)
#: What a command may end with: a check or a decision of few blocks may be undecided.
EXIT_CODES = {"check": (0, 1, 3), "decide": (0, 3)}


def commands_by_heading() -> Iterator[Any]:
    """Yield the commands of both pages, one list a heading."""
    for name, page in (("experiments", PAGE), ("recipes", RECIPES)):
        for section in re.split(r"^#+ ", page, flags=re.MULTILINE):
            lines = re.findall(r"^\$ rajas (.*)$", section, flags=re.MULTILINE)
            if lines:
                commands = [shlex.split(line, comments=True) for line in lines]
                heading = section.splitlines()[0]
                marks = [pytest.mark.long] if heading in TAKING_LONG else NEEDS_BROWSER if "--pdf" in section else []
                yield pytest.param(commands, id=f"{name}: {heading}", marks=marks)


@pytest.mark.parametrize("commands", [*commands_by_heading()])
def test_the_commands_of_a_page_work(rajas: Rajas, commands: list[list[str]]) -> None:
    example, *_ = re.findall(r"```toml\n(.*?)```", PAGE, flags=re.DOTALL)
    Path("equal_money.toml").write_text(example, encoding="utf-8")
    rajas("components", "export", "my_box.toml")
    for command in commands:
        result = rajas(*command, *SHORT.get(command[0], []))
        assert result.exit_code in EXIT_CODES.get(command[0], (0,)), (command, result.stderr)


@pytest.mark.long
def test_the_steps_of_the_tutorial_work(rajas: Rajas) -> None:
    rajas("components", "export", "my_box.toml")
    rajas("components", "sample", "--n", 5, "--games", 4, "--strategy", "balanced", "--tolerance", 1000, "--out", "boxes")
    for step in re.findall(r"```(toml|console|python)\n(.*?)```", TUTORIAL, flags=re.DOTALL):
        match step:
            case "toml", text:
                place = text.splitlines()[0].removeprefix("# ")
                before = Path("money.toml").read_text(encoding="utf-8") if place == "at the end of money.toml" else ""
                Path(place.removeprefix("at the end of ")).write_text(before + text, encoding="utf-8")
            case "console", text:
                (line,) = re.findall(r"^\$ rajas (.*)$", text, flags=re.MULTILINE)
                command = shlex.split(line)
                result = rajas(*command, *QUICK.get(command[0], []))
                assert result.exit_code in EXIT_CODES.get(command[0], (0,)), (command, result.stderr)
            case "python", code:
                exec(code.replace('"decide.toml"', '"decide.toml", blocks=2'), {})


def test_the_python_of_the_recipes_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import matplotlib

    matplotlib.use("agg")
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", RECIPES, flags=re.DOTALL)
    names: dict[str, Any] = {}
    exec(code.replace("2000", "20"), names)
    assert len(names["plt"].gca().get_lines()) == 4
    names["plt"].close("all")


def test_every_recipe_is_named_at_the_top() -> None:
    headings = re.findall(r"^## (.*)$", RECIPES, flags=re.MULTILINE)
    listed = re.findall(r"^- \[(.*)\]\(#(.*)\)$", RECIPES, flags=re.MULTILINE)
    assert listed == [(heading, re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-")) for heading in headings]


def test_the_page_says_how_many_points_a_sweep_may_have() -> None:
    from rajas_sim.study.config.sweep import MAX_POINTS

    assert f"At most {MAX_POINTS} points" in " ".join(PAGE.split())


def test_the_page_says_from_how_many_arms_on_there_is_a_table() -> None:
    from rajas_sim.questions.run.seats import MOST_ARMS_IN_SENTENCES

    assert MOST_ARMS_IN_SENTENCES == 4
    assert "With more than four arms `rajas run` prints its verdicts as a table." in " ".join(PAGE.split())


def test_the_page_names_every_shipped_experiment() -> None:
    from rajas_sim.study.config.shipped import shipped_names

    named = re.findall(r"^\| `(\w+)` \| [^|]*\? \|$", PAGE, flags=re.MULTILINE)
    assert sorted(named) == sorted(shipped_names("experiment"))
