"""Writing the first file of a new experiment, like a shipped one."""

from __future__ import annotations

import re
from pathlib import Path

from rajas_sim.core.errors import InputError, RunError
from rajas_sim.study.config.form import NAME
from rajas_sim.study.config.shipped import experiment_names, find_experiment

# Keys that are often added next; those the file has already are left out.
MORE = {
    "tolerance": "tolerance = 0.02           # a win share within 2 points of an even share counts as fair",
    "stop": "stop = { verdict = true }  # play until every verdict is FAIR or UNFAIR",
    "expect": 'expect = ["start_player within 3 points"]     # for `rajas check`',
    "arms": "[[arms]]                   # a changed rule set, under the same luck\n"
    '# name = "more_karma"\n# overrides = { "setup.karma" = 2 }',
}

# A solved experiment plays its own rule sets and blocks.
NOT_WITH_SOLVE = {"stop", "arms"}


def write_experiment(name: str, like: str) -> Path:
    """Write an experiment file like a shipped one into the working folder, with comments on what else it can ask.

    Raises
    ------
    InputError
        If the name is impossible or taken, or there is no experiment to copy.
    RunError
        If the file cannot be written.
    """
    if not NAME.fullmatch(name):
        raise InputError(f"{name}: the name of an experiment has letters, digits, '_' and '-', such as my_question")
    if name in experiment_names():
        raise InputError(f"{name}: is a shipped experiment; choose another name")
    path = Path(f"{name}.toml")
    if path.exists():
        raise InputError(f"{path}: exists already; choose another name")
    text = find_experiment(like).read_text(encoding="utf-8")
    text = re.sub(r'(?m)^name = ".*"$', f'name = "{name}"', text, count=1)
    text = re.sub(rf"rajas (\w+) {re.escape(like)}\b", rf"rajas \1 {path}", text)
    there = set(re.findall(r"(?m)^\[*([a-z_]+)", text))
    refused = NOT_WITH_SOLVE if "solve" in there else set()
    more = "\n".join(f"# {line}" for key, line in MORE.items() if key not in there | refused)
    rest = f"\n# What else it can ask (rajas schema lists all keys):\n{more}\n" if more else ""
    try:
        path.write_text(text.rstrip("\n") + "\n" + rest, encoding="utf-8")
    except OSError as error:
        raise RunError(f"{path}: cannot be written: {error.strerror}") from None
    return path
