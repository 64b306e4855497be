"""The audit log of a game: every change of a resource with its value after it and its cause, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rajas_sim import __version__
from rajas_sim.core.errors import RunError
from rajas_sim.core.roads import rotated
from rajas_sim.ganges import words
from rajas_sim.core.component_kit import OVERRIDDEN
from rajas_sim.ganges.rules import Rules
from rajas_sim.ganges.state import State
from rajas_sim.ganges.steps import GameRecord, Step, steps
from rajas_sim.ganges.wording import cell_text, roads_text, yield_names

if TYPE_CHECKING:
    from rajas_sim.strategies_api import Strategy


def play_game(rules: Rules, line_up: Sequence[Strategy], seed: int, log: Path | None = None) -> GameRecord:
    """Play one game, strategy i on seat i.

    Parameters
    ----------
    log
        A file to write as JSON lines: set-up, every decision, every change of a resource with its value after it and its cause,
        and the standings.

    Raises
    ------
    StrategyError
        If a strategy raises or returns something that is not an option.
    RunError
        If the log cannot be written.
    """
    labels = tuple(strategy.label for strategy in line_up)
    choices = []
    lines: list[str] = []
    round_number = 0
    for step in steps(rules, line_up, seed):
        if step.before is not None:
            choices.append(int(step.before.option_codes[step.chosen]))
        if log is None:
            continue
        if step.before is None:
            lines.append(_header(step.after, labels, seed))
        if step.before is not None and step.before.stage > 0 and step.before.round_number != round_number:
            round_number = int(step.before.round_number)
            lines.append(_line(event="round", round=round_number, start_player=int(step.before.start_player) + 1))
        lines += step_lines(step)
    final = step.after
    record = GameRecord(rules, seed, labels, tuple(choices), final)
    if log is not None:
        lines += [_line(event="end", round=record.rounds, reason=record.end_reason)]
        lines += [
            _line(event="standing", seat=s.seat + 1, rank=s.rank, fame=s.fame, money=s.money, overlap=s.overlap)
            for s in record.standings
        ]
        try:
            log.write_text("\n".join(lines) + "\n", encoding="utf-8")
        except OSError as error:
            raise RunError(f"{log}: cannot be written ({error.strerror})") from None
    return record


def _header(start: State, labels: tuple[str, ...], seed: int) -> str:
    rules = start.rules
    return _line(
        event="game",
        game="ganges",
        version=__version__,
        players=rules.players,
        variant=rules.variant,
        modules=rules.modules,
        seed=seed,
        strategies=labels,
        boards=[words.BOARDS[seat.board] for seat in start.seats],
        components=rules.values.name,
        readings=rules.readings,
        changed={row["path"]: row["value"] for row in rules.kit.rules_list(rules) if row["provenance"] == OVERRIDDEN},
        rules=rules.digest(),
    )


def _line(**fields: Any) -> str:
    return json.dumps(fields)


def step_lines(step: Step) -> list[str]:
    """Return the log lines of a step: the decision, then its changes."""
    lines = []
    before = step.before
    round_number, stage = 0, 0
    if before is not None:
        round_number, stage = int(before.round_number), int(before.stage)
        lines.append(
            _line(
                event="decision",
                round=round_number,
                stage=stage,
                seat=int(before.seat_to_move) + 1,
                decision=before.decision,
                n_options=len(before.option_codes),
                chosen=before.options[step.chosen].text,
            )
        )
    for event in step.events:
        where = {"round": round_number, "stage": stage}
        lines.append(_line(event="change", **where, **event_fields(step.after, event)))
    return lines


def event_fields(after: State, event: Any) -> dict[str, Any]:
    """Return an event as the fields of a log line; `after` is the position it led to."""
    rules = after.rules
    what = words.EVENTS[event.what]
    detail = int(event.detail)
    fields: dict[str, Any] = {"seat": int(event.seat) + 1, "resource": what}
    match what:
        case "die":
            fields |= {"colour": words.COLOURS[detail // words.N_FACES], "value": detail % words.N_FACES + 1}
        case "upgrade":
            fields["building"] = words.BUILDINGS[detail]
        case "worker":
            fields["source"] = words.WORKER_SOURCES[detail]
        case "placement":
            fields["space"] = words.SPACES[detail]
        case "open_tile":
            if event.cause == words.BY_SET_UP:
                del fields["seat"]
            fields["stack"] = f"{words.COLOURS[detail // len(words.BACKS)]} {words.BACKS[detail % len(words.BACKS)]}"
            fields["tile"] = rules.tile_names[event.after] if event.change else None
        case "tile" | "covering_tile":
            fields |= {
                "tile": rules.tile_names[detail],
                "cell": cell_text(int(event.after)),
                "quarter_turns": int(event.change),
                "roads": roads_text(rotated(int(rules.record.tiles[detail].roads), int(event.change))),
            }
        case "start_player":
            fields["after"] = int(event.after) + 1
        case "yield_tile":
            fields["yield"] = dict(rules.yield_tiles[detail][1].root)
        case "slot":
            colour, earnings = rules.yield_tiles[detail]
            board = int(after.seats[event.seat].board)
            fields |= {"colour": colour, "slot": yield_names(rules, board)[event.after], "yield": dict(earnings.root)}
        case "river_tile":
            del fields["seat"]
            fields |= {"space": int(event.after), "yield": dict(rules.values.ganga.tiles[detail].root)}
    if what not in ("tile", "covering_tile", "open_tile", "start_player", "slot", "river_tile"):
        fields |= {"change": int(event.change), "after": int(event.after)}
    fields["cause"] = words.CAUSES[event.cause]
    return fields
