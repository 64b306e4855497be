"""Whatever is typed or written in a file, the answer is a result or an error in sentences: no traceback, and no waiting for ever.

Each mutated input follows from `SEED` and its number alone.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rajas_sim.core.games import GAMES
from rajas_sim.questions import runner
from rajas_sim.running.runner import RunResult
from rajas_sim.running.runner import run as play
from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.config.shipped import find_file, shipped_names
from rajas_sim.study.folder.manifest import manifest_text
from tests.cli.mutations import mutated_bytes, mutated_json, mutated_words

Rajas = Callable[..., Any]
Case = Callable[[random.Random], list[str]]
SEED = 2026
N_PARTS = 10
PATIENCE_S = 120
"""What takes so long is taken to hang; everything takes less than a second."""
COMMANDS = (
    "run small.toml --no-report --seed 3",
    "run small.toml --no-report --json --quiet --set players=[2] --set seed=4 --components box.toml",
    "report small --tolerance 0.05",
    "replay small 0 --quiet",
    "play --players 3 --strategy balanced --seed 7 --quiet",
    "play --game charmers --variant moon --set sheets.moon.edge.top_5={} --log game.jsonl",
    "play --variant mixed --module ganga --board basic --board navaratnas --components box.toml -q",
    "rules show setup --players 4 --variant navaratnas --json",
    "rules diff base small.toml --set setup.karma=2 --module ganga",
    "components list --assumed --components box.toml",
    "components check box.toml --game ganges",
    "components export other.toml --game charmers",
    "strategies list --game charmers --json",
    "strategies show balanced --game ganges",
    "strategies new mine --compiled",
    "schema",
)
SMALL = """\
name = "small"
question = "Who wins?"
game = "ganges"
players = [2, 3]
line_up = ["balanced"]
blocks = 2

[[arms]]
name = "rich"
overrides = { "setup.money" = [9, 9, 9, 9] }
"""


@pytest.fixture
def cases(rajas: Rajas, monkeypatch: pytest.MonkeyPatch) -> dict[str, Case]:
    """Return what writes a mutated input, if it is a file, and returns the command to call, by kind of input."""

    def play_little(experiment: Experiment, *arguments: Any, **more: Any) -> RunResult:
        config = experiment.config.model_copy(update={"blocks": min(experiment.config.blocks or 2, 2)})
        return play(replace(experiment, config=config), *arguments, **more)

    monkeypatch.setattr(runner, "run", play_little)
    Path("small.toml").write_text(SMALL, encoding="utf-8")
    boxes = {}
    for game in GAMES:
        rajas("components", "export", f"{game}.toml", "--game", game)
        boxes[game] = Path(f"{game}.toml").read_text(encoding="utf-8")
    Path("box.toml").write_text(boxes["ganges"], encoding="utf-8")
    assert rajas("run", "small.toml", "--no-report").exit_code == 0
    (folder,) = Path("reports").iterdir()
    manifest = (folder / "manifest.json").read_text(encoding="utf-8")
    questions = [SMALL, *(find_file("experiment", name).read_text(encoding="utf-8") for name in shipped_names("experiment"))]

    def question(rng: random.Random) -> list[str]:
        Path("question.toml").write_bytes(mutated_bytes(rng.choice(questions), rng))
        return ["run", "question.toml", "--no-report", "--blocks", "1", "--out", "mutated"]

    def box(rng: random.Random) -> list[str]:
        game = rng.choice(list(boxes))
        Path("mutated.toml").write_bytes(mutated_bytes(boxes[game], rng))
        if rng.random() < 0.5:
            return ["components", "check", "mutated.toml"]
        return ["play", "--game", game, "--components", "mutated.toml", "--quiet"]

    def record(rng: random.Random) -> list[str]:
        # With a checksum of its own a manifest gets as far as the form behind it.
        written = manifest_text if rng.random() < 0.5 else json.dumps
        (folder / "manifest.json").write_bytes(mutated_json(manifest, rng, written))
        return [rng.choice(["report", "replay"]), str(folder), *(["0"] * rng.randint(0, 1))]

    return {
        "experiment": question,
        "component file": box,
        "manifest": record,
        "command": lambda rng: mutated_words(rng.choice(COMMANDS).split(), rng),
    }


def problems(rajas: Rajas, kind: str, case: Case, numbers: range) -> list[str]:
    """Try the inputs with these numbers and say which were answered wrongly."""
    crashes = []
    for number in numbers:
        words = case(random.Random(f"{SEED} {kind} {number}"))
        try:
            with _patience():
                result = rajas(*words)
        except Exception as error:  # what ends a test here would have been a traceback for the user
            crashes.append(f"{kind} {number}: {words}: {type(error).__name__}: {error}")
            continue
        is_said = result.stderr.startswith(("error: ", "note: ")) or (not result.stderr and "Usage: rajas" in result.stdout)
        is_explained = result.exit_code == 0 or (result.exit_code in (1, 2) and is_said)
        if not is_explained or "Traceback" in result.output:
            crashes.append(f"{kind} {number}: {words}: ended with {result.exit_code}: {result.output[-300:]}")
    return crashes


@contextmanager
def _patience() -> Iterator[None]:
    def give_up(*_: object) -> None:
        raise TimeoutError(f"no answer within {PATIENCE_S} s")

    if sys.platform == "win32":
        yield
        return
    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(PATIENCE_S)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


OUT, PAGE = b"out\xff", b"page\xff.html"


@pytest.mark.parametrize(
    "words",
    [
        (b"run", b"r\xff.toml"),
        *((b"run", b"start_player", option, OUT) for option in (b"--out", b"--components", b"--label")),
        *((question, b"start_player", b"--html", PAGE) for question in (b"luck", b"plan", b"power", b"drama")),
        *((b"play", option, PAGE) for option in (b"--html", b"--log", b"--strategy")),
        *((command, OUT) for command in (b"report", b"drama", b"schema")),
        (b"runs", b"list", b"--out", OUT),
        (b"components", b"export", OUT),
    ],
    ids=repr,
)
def test_what_is_not_utf_8_is_refused_in_one_sentence(rajas: Rajas, words: tuple[bytes, ...]) -> None:
    refused = rajas(*(word.decode(errors="surrogateescape") for word in words))
    (place,) = (word.decode(errors="surrogateescape") for word in words if b"\xff" in word)
    assert refused.exit_code == 2
    assert refused.stderr == f"error: {place!r}: is not valid UTF-8; a file or folder needs a name that is\n"
    assert list(Path().iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="other systems allow no such name, or hand it over otherwise")
def test_a_file_whose_name_is_not_utf_8_is_refused_by_the_program(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"r\xff.toml")).write_text(SMALL, encoding="utf-8")
    code = "from rajas_sim.cli import main; main()"
    command: list[str | bytes] = [sys.executable, "-c", code, "run", b"r\xff.toml"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "NO_COLOR": "1"}
    refused = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    said = "error: 'r\\udcff.toml': is not valid UTF-8; a file or folder needs a name that is\n"
    assert (refused.returncode, refused.stdout, refused.stderr) == (2, "", said)


KINDS = {"experiment": 1000, "component file": 800, "manifest": 400, "command": 800}
FEW = 4


@pytest.mark.parametrize("kind", KINDS)
def test_some_mutated_inputs_are_answered_in_sentences(rajas: Rajas, cases: dict[str, Case], kind: str) -> None:
    assert problems(rajas, kind, cases[kind], range(FEW)) == []


@pytest.mark.long
@pytest.mark.parametrize("part", range(N_PARTS))
@pytest.mark.parametrize("kind", KINDS)
def test_three_thousand_mutated_inputs_are_answered_in_sentences(
    rajas: Rajas, cases: dict[str, Case], kind: str, part: int
) -> None:
    assert problems(rajas, kind, cases[kind], range(part, KINDS[kind], N_PARTS)) == []
