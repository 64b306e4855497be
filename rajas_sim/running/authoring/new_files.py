"""Writing the first file of a new strategy, game or experiment."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

from rajas_sim.core.errors import InputError
from rajas_sim.core.games import GAMES, is_game
from rajas_sim.core.rulebook.component_file import text_of, write_new_file
from rajas_sim.core.strategies.registry import known_names
from rajas_sim.study.config.form import NAME
from rajas_sim.study.config.shipped import find_file, shipped_names

STRATEGY_FOLDER, GAME_FOLDER = Path("strategies"), Path("games")
STRATEGY_NAME = re.compile(r"[a-z][a-z0-9_]*")


def write_strategy(name: str, game: str, is_compiled: bool) -> Path:
    """Write a strategy that takes the first option, with comments on what it may look at; return the path of its file.

    Raises
    ------
    InputError
        If the name is not allowed, a file or a strategy of the game already has it, or a plain game is to get a compiled one.
    RunError
        If the file cannot be written.
    """
    if not STRATEGY_NAME.fullmatch(name) or keyword.iskeyword(name):
        raise InputError(f"{name}: a strategy needs a Python name in small letters, such as my_first")
    path = STRATEGY_FOLDER / f"{name}.py"
    if name in known_names(game):
        raise InputError(f"{name}: {game} has a strategy of this name, which the new file would replace; choose another name")
    if game not in GAMES:
        if is_compiled:
            raise InputError(f"--compiled: {game} is a game in plain Python, which compiled strategies cannot read")
        template = Path(__file__).with_name("new_strategy_for_plain_game.txt")
    else:
        template = Path(__file__).with_name("new_strategy_compiled.txt" if is_compiled else "new_strategy_in_python.txt")
    write_new_file(path, template.read_text(encoding="utf-8").format(name=name, game=game))
    return path


# --- games


def write_game(name: str) -> tuple[Path, Path]:
    """Write a game that plays at once, and an experiment with it, both with comments; return the paths of both files.

    Raises
    ------
    InputError
        If the name is not allowed, or a game or an experiment file already has it.
    RunError
        If a file cannot be written.
    """
    if not STRATEGY_NAME.fullmatch(name) or keyword.iskeyword(name):
        raise InputError(f"{name}: a game needs a Python name in small letters, such as my_game")
    path, experiment = GAME_FOLDER / f"{name}.py", Path(f"{name}.toml")
    if path.exists() or is_game(name):
        raise InputError(f"{name}: there is a game of this name already; choose another name")
    words = {"name": name, "title": name.replace("_", " ").capitalize()}
    for file, template in ((experiment, "new_game_experiment.txt"), (path, "new_game.txt")):
        write_new_file(file, Path(__file__).with_name(template).read_text(encoding="utf-8").format(**words))
    return path, experiment


# --- experiments

# Keys that users often add next; keys that the file already has are left out.
OFTEN_ADDED = {
    "tolerance": "tolerance = 0.02           # a win share within 2 points of an even share counts as fair",
    "stop": "stop = { verdict = true }  # play until every verdict is FAIR or UNFAIR",
    "expect": 'expect = ["start_player within 3 points"]     # for `rajas check`',
    "arms": "[[arms]]                   # a changed rule set, under the same luck\n"
    '# name = "more_karma"\n# overrides = { "setup.karma" = 2 }',
}

# An experiment with a `solve` table plays its own rule sets and blocks.
KEYS_NOT_WITH_SOLVE = {"stop", "arms"}


def write_experiment(name: str, like: str) -> Path:
    """Write an experiment file that is a copy of another experiment, with comments on what else it can ask.

    The file is written into the current folder, or into the folder given before the name.

    Raises
    ------
    InputError
        If the name is not allowed or already taken, or there is no experiment to copy.
    RunError
        If the file cannot be written.
    """
    path = Path(f"{name.removesuffix('.toml')}.toml")
    if not NAME.fullmatch(path.stem):
        raise InputError(f"{path.stem}: the name of an experiment has letters, digits, '_' and '-', such as my_question")
    if path.stem in shipped_names("experiment"):
        raise InputError(f"{path.stem}: is a shipped experiment; choose another name")
    text = text_of(find_file("experiment", like))
    text = re.sub(r'(?m)^name = ".*"$', f'name = "{path.stem}"', text, count=1)
    text = re.sub(rf"rajas (\w+) {re.escape(like)}\b", rf"rajas \1 {path.as_posix()}", text)
    keys_in_text = set(re.findall(r"(?m)^\[*([a-z_]+)", text))
    unsuitable_keys = KEYS_NOT_WITH_SOLVE if "solve" in keys_in_text else set()
    suggestions = "\n".join(f"# {line}" for key, line in OFTEN_ADDED.items() if key not in keys_in_text | unsuitable_keys)
    comment = f"\n# What else it can ask (rajas schema lists all keys):\n{suggestions}\n" if suggestions else ""
    write_new_file(path, text.rstrip("\n") + "\n" + comment)
    return path
