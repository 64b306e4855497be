"""A run that is opened may come from somebody else: nothing that it holds is run, unless the user says so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from rajas_sim.core.errors import InputError
from rajas_sim.showing.replay.listed import game_pages
from rajas_sim.study.config.load import StrategyFiles, load_experiment
from rajas_sim.study.folder.manifest import Manifest
from tests.long_cases import short_and_long

Rajas = Callable[..., Any]
CONFIG = """\
name = "n"
question = "?"
game = "charmers"
players = [2]
line_up = ["guest"]
strategies.guest.strategy = "elsewhere/guest.py"
blocks = 2
tables = ["games", "seats", "rounds"]
"""
STRATEGY = """\
from pathlib import Path
from rajas_sim import strategy
Path("trace").write_text("was run")

@strategy(game="charmers", compiled=False)
def guest(state, parameters):
    '''Take the first option.'''
    return state.options[0]
"""


@pytest.fixture
def run_of_somebody(rajas: Rajas) -> str:
    """Play a run whose strategy leaves a trace wherever its file is run; return the folder of the run."""
    Path("n.toml").write_text(CONFIG)
    Path("elsewhere").mkdir()
    Path("elsewhere/guest.py").write_text(STRATEGY)
    assert rajas("run", "n.toml", "--no-report", "--workers", 1).exit_code == 0
    assert Path("trace").exists(), "an experiment that is played runs its strategies"
    Path("trace").unlink()
    # A file with another time is loaded again, also by this process.
    Path("elsewhere/guest.py").touch()
    (folder,) = Path("reports").iterdir()
    return str(folder)


def test_opening_a_run_runs_no_file_that_it_names(rajas: Rajas, run_of_somebody: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rajas_sim.questions.run.write.game_pages", game_pages)
    for command in ("report RUN", "rules diff sun RUN --game charmers", "compare RUN RUN", "runs list"):
        result = rajas(*[run_of_somebody if word == "RUN" else word for word in command.split()])
        assert (result.exit_code, result.stderr) == (0, ""), command
        assert not Path("trace").exists(), command


@pytest.mark.parametrize("command", [("replay", 0), pytest.param(("drama", "--choices", 2), marks=pytest.mark.long)])
def test_its_games_are_played_again_only_if_its_files_are_trusted(
    rajas: Rajas, run_of_somebody: str, command: tuple[Any, ...]
) -> None:
    name, *arguments = command
    if name == "drama":
        assert rajas("run", "n.toml", "--no-report", "--blocks", 800, "--extend", "--workers", 1).exit_code == 0
        Path("trace").unlink(missing_ok=True)
        Path("elsewhere/guest.py").touch()
    refused = rajas(name, run_of_somebody, *arguments)
    assert refused.exit_code == 2
    assert "They are not run when a run is opened; if you know what is in them, add --trust" in refused.stderr
    assert not Path("trace").exists()
    assert rajas(name, run_of_somebody, *arguments, "--trust").exit_code == 0
    assert Path("trace").exists()


@pytest.mark.parametrize("strategies", short_and_long(1, ["{ guest = 3 }", "3", "[]"]))
def test_strategies_of_another_form_are_refused_in_a_sentence(
    rajas: Rajas, run_of_somebody: str, strategies: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rajas_sim.study.folder.runs.require_question", lambda folder, manifest: None)
    config = Path(run_of_somebody) / "config.toml"
    config.write_text(f'name = "n"\nquestion = "?"\ngame = "charmers"\nline_up = ["guest"]\nstrategies = {strategies}\n')
    result = rajas("rules", "diff", "sun", run_of_somebody, "--game", "charmers")
    assert result.exit_code == 2
    assert "strategies" in result.stderr


@pytest.mark.parametrize("mode", ["refuse", "replace"])
def test_a_file_that_a_run_names_as_its_game_is_never_run(tmp_path: Path, mode: StrategyFiles) -> None:
    (tmp_path / "evil.py").write_text(f"from pathlib import Path\nPath({str(tmp_path / 'trace')!r}).write_text('was run')\n")
    config = tmp_path / "config.toml"
    config.write_text('name = "n"\nquestion = "?"\ngame = "evil.py"\nline_up = ["random"]\n')
    with pytest.raises(InputError, match=r"names a Python file as its game \(evil.py\)"):
        load_experiment(config, strategy_files=mode)
    assert not (tmp_path / "trace").exists()


def test_a_manifest_cannot_name_a_file_as_its_game(run_of_somebody: str) -> None:
    text = (Path(run_of_somebody) / "manifest.json").read_text()
    with pytest.raises(ValidationError, match="names a file as its game"):
        Manifest.model_validate_json(text.replace('"game": "charmers"', '"game": "evil.py"'))
