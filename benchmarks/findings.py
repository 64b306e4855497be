"""Ask the questions of docs/findings.md and write that page from their answers: ``make findings``.

Each answer is kept as JSON in reports/findings. An answer that is there already is not asked for again, so an interrupted pass
continues. ``--scale 0.1`` plays a tenth of the blocks; ``--only luck`` asks the questions of one part.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import math
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rajas_sim.analysis.answer import Cell, Column, Table, Unit
from rajas_sim.analysis.formatting import counted, duration_text
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.showing.cells import headings, text_rows

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "findings.md"
ANSWERS = ROOT / "reports" / "findings"
MOST_SENTENCES = 6
UNDECIDED = 3
"""What `rajas decide` ends with if more games may decide; that is a finding too."""
FEWEST_BLOCKS, FEWEST_BOXES = 100, 20


@dataclass(frozen=True, eq=False)
class Ask:
    """A command of the page.

    Attributes
    ----------
    words
        What follows `rajas`.
    counts
        Options that say how much is played, with their values in a full pass; the scale changes these.
    tables
        Patterns of the keys of the tables that the page shows.
    n_rows
        How many rows of a table are shown; None for all.
    """

    words: str
    counts: dict[str, int]
    tables: tuple[str, ...] = ()
    n_rows: int | None = None

    def command(self, scale: float) -> list[str]:
        """Return the command of a pass of this scale."""
        words = shlex.split(self.words)
        for flag, full_count in self.counts.items():
            n = max(FEWEST_BOXES if flag == "--boxes" else FEWEST_BLOCKS, round(scale * full_count))
            words += f"{flag}{n}".split() if flag.endswith("=") else [flag, str(n)]
        return words


@dataclass(frozen=True)
class Part:
    """A part of the page: its heading, what its commands ask, and the commands."""

    key: str
    title: str
    lead: str
    asks: tuple[Ask, ...]


PARTS = (
    Part(
        "strength",
        "Weak play, strong play",
        "Is the start player of *Rajas of the Ganges* favoured, and does the answer depend on how well people play? "
        "Each player of the [ladder](strength.md) plays against itself.",
        (Ask("run demo --no-report", {}, ("*.ladder",)),),
    ),
    Part(
        "adept",
        "From random play to a player who looks ahead",
        "The same question of six players, from `random` to `adept`, who plays on for a few turns "
        "and judges the positions there; in both games.",
        (
            Ask(
                "run start_player_by_strength --no-report",
                {"--blocks": 5000, "--set strategies.adept.blocks=": 5000},
                ("*.ladder",),
            ),
            Ask(
                "run start_player_by_strength --no-report --set game=charmers --set players=[2,3,4,5]",
                {"--blocks": 5000, "--set strategies.adept.blocks=": 5000},
                ("*.ladder",),
            ),
        ),
    ),
    Part(
        "money",
        "What if the later seats got other money?",
        "`rajas solve` [searches](solving.md) for the starting money that makes the seats most even, "
        "and measures the best on fresh luck.",
        (Ask("solve solve_starting_money", {"--blocks": 10_000}, ("*.settings",), 6),),
    ),
    Part(
        "decide",
        "What should be printed to make up for moving first?",
        "`rajas decide` plays rule sets side by side until [little may be lost](solving.md#deciding-between-rule-sets) "
        "by printing the one that looks best; the second command plays on.",
        (
            Ask("decide decide_compensation", {}, ("decision", "*.losses")),
            Ask("decide decide_compensation --loss 0.01", {"--blocks": 160_000}, ("decision", "*.losses")),
        ),
    ),
    Part(
        "handicap",
        "What handicap makes a strong player even?",
        "One player is `strong`, three are `balanced` and decide one time in ten at random. "
        "A [handicap](experiments.md#handicaps) follows its player to every seat. In *The Dice Charmers* it is a head start, "
        "and two are beginners.",
        (
            Ask("solve solve_handicap", {"--blocks": 10_000}, ("*.settings",), 6),
            Ask("solve charmers_solve_handicap", {"--blocks": 20_000}, ("*.settings",), 6),
        ),
    ),
    Part(
        "routes",
        "Do wins come by fame or by money?",
        "A win is mostly by fame if the fame marker of the winner went farther than the money marker, counted in fame spaces. "
        "Each rule set changes one number.",
        (Ask("run routes --no-report", {"--blocks": 40_000}, ("rule_sets", "*.overview", "*.routes")),),
    ),
    Part(
        "readings",
        "What depends on doubtful rules?",
        "Each rule set reads one doubtful sentence of the rulebook the other way; the first ones are shown to change something.",
        (Ask("run readings --no-report", {"--blocks": 10_000}, ("rule_sets", "*.overview")),),
    ),
    Part(
        "contention",
        "Is what a player wants taken?",
        "How often the best [placement or die](contention.md) of a player is taken, by whom, what that costs, "
        "and how much one player changes the results of the others.",
        (
            Ask("contention start_player", {"--games": 600, "--blocks": 10_000}, ("2p.takers", "4p.takers", "*.interaction")),
            Ask(
                "contention charmers_start_player --set 'arms=[]'",
                {"--games": 600, "--blocks": 10_000},
                ("2p.takers", "4p.takers", "*.interaction"),
            ),
        ),
    ),
    Part(
        "waiting",
        "How long does one wait?",
        "Minutes follow from [assumed seconds](waiting.md) for each kind of decision.",
        (
            Ask("waiting start_player", {"--games": 600}, ("4p.times",)),
            Ask("waiting charmers_start_player --set 'arms=[]'", {"--games": 600}, ("4p.times",)),
        ),
    ),
    Part(
        "explain",
        "How does one play well?",
        "What a strategy does, in words; the [ladder](strength.md) says how strong it is.",
        (
            Ask("strategies explain strong", {"--games": 4000}, ("*.strength",)),
            Ask("strategies explain strong --game charmers", {"--games": 4000}, ("*.strength",)),
        ),
    ),
    Part(
        "charmers",
        "The seats of The Dice Charmers",
        "Who wins from which seat, on the Sun side (`baseline`) and, with the same luck, on the Moon side.",
        (Ask("run charmers_start_player --no-report", {"--blocks": 10_000}, ("*.seats",)),),
    ),
    Part(
        "karma",
        "What if everybody began with other karma?",
        "The player who starts a round cannot use karma, so the karma at the beginning can make the seats more even.",
        (Ask("solve charmers_solve_karma", {"--blocks": 10_000}, ("*.settings",), 6),),
    ),
    Part(
        "power",
        "How much does a player lose without each thing?",
        "`rajas power` takes a space, a tile, a bonus or a person away from one seat and measures what the seat loses.",
        (
            Ask("power power", {"--blocks": 1000}, ("*.things",), 8),
            Ask(
                "power power --set 'line_up=[\"adept\"]' --only space.* --only chamber.* --only worker.*",
                {"--blocks": 200},
                ("*.things",),
                8,
            ),
            Ask("power charmers_power", {"--blocks": 1000}, ("*.things",), 8),
            Ask(
                "power charmers_power --set 'line_up=[\"adept\"]' --only palace.*",
                {"--blocks": 300},
                ("*.things",),
                8,
            ),
        ),
    ),
    Part(
        "luck",
        "How much is luck?",
        "`rajas luck` [redraws](luck.md) one source of luck and leaves the rest as it was.",
        (
            Ask("luck start_player --set 'players=[2]'", {"--blocks": 2000}, ("*.sources",), 8),
            Ask("luck start_player --set 'players=[2]' --set 'line_up=[\"adept\"]'", {"--blocks": 500}, ("*.sources",), 8),
            Ask("luck charmers_start_player --set 'players=[2]' --set 'arms=[]'", {"--blocks": 2000}, ("*.sources",), 8),
            Ask(
                "luck charmers_start_player --set 'players=[2]' --set 'arms=[]' --set 'line_up=[\"adept\"]'",
                {"--blocks": 200},
                ("*.sources",),
                8,
            ),
        ),
    ),
    Part(
        "drama",
        "When is it decided?",
        "A model of one half of the games estimates the chances to win in the [other half](drama.md), and the other way round.",
        (
            Ask("run start_player --no-report --set 'players=[2]' --label findings_ganges", {"--blocks": 10_000}),
            Ask("drama findings_ganges", {}, ("*.rounds", "*.games"), 12),
            Ask(
                "run start_player --no-report --set 'players=[2]' --set 'line_up=[\"adept\"]' --label findings_adept",
                {"--blocks": 5000},
            ),
            Ask("drama findings_adept", {}, ("*.rounds", "*.games"), 12),
            Ask(
                "run charmers_start_player --no-report --set 'players=[2]' --set 'arms=[]' --label findings_charmers",
                {"--blocks": 10_000},
            ),
            Ask("drama findings_charmers", {}, ("*.rounds", "*.games"), 12),
            Ask(
                "run charmers_start_player --no-report --set 'players=[2]' --set 'arms=[]' --set 'line_up=[\"adept\"]' "
                "--label findings_charmers_adept",
                {"--blocks": 3000},
            ),
            Ask("drama findings_charmers_adept", {}, ("*.rounds", "*.games"), 12),
        ),
    ),
    Part(
        "box",
        "The unknown box",
        "Most printed values are assumed. `rajas ensemble` asks in many [plausible boxes](unknown_box.md) "
        "whether the answer depends on them.",
        (
            Ask("ensemble start_player_unknown_box --no-report", {"--boxes": 200, "--blocks": 500}, ("*.start_player",)),
            Ask("ensemble charmers_start_player_unknown_box --no-report", {"--boxes": 200, "--blocks": 500}, ("*.start_player",)),
        ),
    ),
)


# --- asking


def kept_answer(file: Path, command: list[str], workers: int | None) -> dict[str, Any]:
    """Return the answer to a command with the command and its seconds, from its file if it was asked before."""
    if file.is_file():
        stored: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        if stored["command"] == command:
            return stored
    program = str(Path(sys.executable).with_name("rajas"))
    worker_options = [] if workers is None or command[0] == "drama" else ["--workers", str(workers)]
    start = time.monotonic()
    process = subprocess.run(
        [program, *command, *worker_options, "--json"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False
    )
    if process.returncode not in (0, UNDECIDED):
        process.check_returncode()
    stored = {"command": command, "seconds": time.monotonic() - start, "answer": json.loads(process.stdout)}
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(stored), encoding="utf-8")
    return stored


# --- writing


def table_of(document: dict[str, Any]) -> Table:
    """Return a table of an answer from its JSON, with the number of blocks behind each row."""
    columns = tuple(Column(c["key"], c["title"], Unit(c["unit"]), c["is_hidden"]) for c in document["columns"])
    rows = [{key: _cell(value) for key, value in row.items()} for row in document["rows"]]
    if any(isinstance(cell, Estimate) for row in rows for cell in row.values()) and "blocks" not in {c.key for c in columns}:
        columns += (Column("n", f"n ({document['counts']})" if document["counts"] else "n"),)
        for row in rows:
            counts = sorted({cell.n for cell in row.values() if isinstance(cell, Estimate)})
            row["n"] = " to ".join(f"{n:,}" for n in dict.fromkeys([*counts[:1], *counts[-1:]]))
    return Table(document["key"], document["title"], columns, tuple(rows), document["note"], document["players"])


def _cell(value: dict[str, Any] | str | float | None) -> Cell:
    """Return a cell from its JSON: an object is an estimate, in which null stands for a number that is not known."""
    if not isinstance(value, dict):
        return value
    fields: dict[str, Any] = {key: math.nan if number is None else number for key, number in value.items()}
    return Estimate(**fields)


def table_lines(table: Table, n_rows: int | None) -> Iterator[str]:
    """Yield the lines of a table in Markdown; `n_rows` is how many rows are shown, None for all."""
    titles = headings(table)
    rows = [titles, ("---",) * len(titles), *text_rows(replace(table, n_rows_in_short=n_rows), in_short=True)]
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', '/') for cell in row)} |"
    if n_rows is not None and len(table.rows) > n_rows:
        yield f"\nThe first {n_rows} of {len(table.rows):,} rows."


def answer_lines(ask: Ask, stored: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of an answer: its command, sentences and tables; `stored` is what `kept_answer` returns."""
    answer = stored["answer"]
    yield f"\n```console\nrajas {shlex.join(stored['command'])}\n```\n\nThis took {duration_text(stored['seconds'])}."
    if not ask.tables:
        return
    yield ""
    sentences = [finding["sentence"] for finding in answer["findings"] if not finding["in_table"]]
    yield from (f"- {sentence}" for sentence in sentences[:MOST_SENTENCES])
    for panel in (panel for section in answer["sections"] for panel in section["panels"]):
        for document in panel["tables"]:
            if any(fnmatch.fnmatch(document["key"], pattern) for pattern in ask.tables) and document["rows"]:
                title = ": ".join(part for part in (panel["title"], document["title"]) if part)
                yield f"\n**{title}**\n"
                yield from table_lines(table_of(document), ask.n_rows)


def page(answers: dict[Ask, dict[str, Any]]) -> str:
    """Return the page, from what `kept_answer` returned for each command; other commands are named as not asked."""
    facts = [dict(stored["answer"]["provenance"]["facts"]) for stored in answers.values()]
    versions = sorted({fact["versions"] for fact in facts if "versions" in fact})
    seconds = sum(stored["seconds"] for stored in answers.values())
    missing = [ask.words for part in PARTS for ask in part.asks if ask not in answers]
    lines = [
        "# Findings",
        "",
        "What the shipped experiments show. `make findings` asks the questions again and writes this page. "
        "No number was copied by hand.",
        "",
        f"- Made with {'; '.join(versions)}.",
        f"- {counted(len(answers), 'command')} took {duration_text(seconds)} on two cores, some of them beside other work. "
        "A finished run is read and not played again, so a first pass takes longer.",
        "- Each command says how many blocks it played. `make findings FINDINGS_SCALE=1` plays as many as a full pass needs.",
        "- Values stand with their intervals in brackets; n says how many blocks are behind them. "
        "[How far to trust a verdict](method.md) says how the intervals are computed.",
        "- All findings are about the strategies that played and the assumed [components](components.md), "
        "not yet about the printed game.",
        *(["- Not asked in this pass: " + ", ".join(f"`rajas {words}`" for words in missing) + "."] if missing else []),
    ]
    for part in PARTS:
        asks = [ask for ask in part.asks if ask in answers]
        if asks:
            lines += ["", f"## {part.title}", "", part.lead]
        for ask in asks:
            lines += answer_lines(ask, answers[ask])
    return "\n".join(lines) + "\n"


def main() -> None:
    """Ask what is missing; write the page when all is answered, so that a pass cut short leaves the page as it was."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="share of the blocks of a full pass that is played")
    parser.add_argument("--workers", type=int, help="cores to use; all by default")
    keys = [part.key for part in PARTS]
    parser.add_argument("--only", action="append", choices=keys, help="ask this part only")
    parser.add_argument("--without", action="append", default=[], choices=keys, help="leave this part out")
    arguments = parser.parse_args()
    file_by_ask = {ask: ANSWERS / f"{part.key}_{i}.json" for part in PARTS for i, ask in enumerate(part.asks)}
    answers = {ask: json.loads(file.read_text(encoding="utf-8")) for ask, file in file_by_ask.items() if file.is_file()}
    parts = [part for part in PARTS if part.key not in arguments.without and part.key in (arguments.only or keys)]
    # Rajas of the Ganges first: a game is compiled before it is played for the first time.
    for ask in sorted((ask for part in parts for ask in part.asks), key=lambda ask: "charmers" in ask.words):
        command = ask.command(arguments.scale)
        print(shlex.join(["rajas", *command]), file=sys.stderr, flush=True)
        answers[ask] = kept_answer(file_by_ask[ask], command, arguments.workers)
    PAGE.write_text(page(answers), encoding="utf-8")
    print(PAGE.relative_to(ROOT))


if __name__ == "__main__":
    main()
