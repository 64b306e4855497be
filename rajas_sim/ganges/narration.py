"""One game as text and as an audit log, decision by decision."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rajas_sim import __version__
from rajas_sim.core.chance import STRATEGY_STREAM, derive
from rajas_sim.core.errors import RunError
from rajas_sim.core.roads import rotated
from rajas_sim.ganges import words
from rajas_sim.ganges.match import ask
from rajas_sim.ganges.rules import Rules
from rajas_sim.ganges.state import Standing, State, new_game_logged
from rajas_sim.ganges.wording import cell_text, roads_text

if TYPE_CHECKING:
    from rajas_sim.strategies_api import Strategy


@dataclass(frozen=True)
class Step:
    """One decision of a game: who decided what, and everything that followed from it.

    Attributes
    ----------
    before, after
        The positions around it; `before` is None for the set-up.
    chosen
        Index of the option played, in the order of ``before.options``.
    events
        Changes on the way (core.recorder.EVENT, shape (n,)).
    """

    before: State | None
    after: State
    chosen: int
    events: Any


@dataclass(frozen=True)
class GameRecord:
    """A game played to its end.

    Attributes
    ----------
    strategies
        Labels by seat.
    choices
        Code of every option played, which together with the seed replays the game without its strategies.
    """

    rules: Rules
    seed: int
    strategies: tuple[str, ...]
    choices: tuple[int, ...]
    final: State

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Seats from first to last."""
        return self.final.standings

    @property
    def end_reason(self) -> str:
        """Why the game ended."""
        return self.final.end_reason

    @property
    def rounds(self) -> int:
        """Number of rounds."""
        return int(self.final.round_number)


def steps(rules: Rules, line_up: Sequence[Strategy], seed: int, seating: Sequence[int] | None = None) -> Iterator[Step]:
    """Yield the set-up and every decision of a game; it goes exactly as the same game of a batch.

    Parameters
    ----------
    seating
        Index into the line-up by seat; strategy i on seat i if left out.
    """
    seats = list(seating) if seating is not None else list(range(rules.players))
    own_seeds = [derive(seed, STRATEGY_STREAM, i) for i in range(len(line_up))]
    state, events = new_game_logged(rules, seed)
    yield Step(None, state, 0, events)
    while not state.is_over:
        codes = state.option_codes
        code = int(codes[0])
        if len(codes) > 1:
            i = seats[state.seat_to_move]
            code = ask(line_up[i], state, own_seeds[i], seed)
        before = state
        state, events = before.play_logged(code)
        yield Step(before, state, int(np.flatnonzero(codes == code)[0]), events)


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
    lines = [_header(rules, labels, seed)]
    round_number = 0
    for step in steps(rules, line_up, seed):
        if step.before is not None:
            choices.append(int(step.before.option_codes[step.chosen]))
        if log is None:
            continue
        if step.before is not None and step.before.round_number != round_number:
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


def _header(rules: Rules, labels: tuple[str, ...], seed: int) -> str:
    return _line(
        event="game",
        game="ganges",
        version=__version__,
        players=rules.players,
        variant=rules.variant,
        seed=seed,
        strategies=labels,
        components=rules.values.name,
        readings=rules.readings,
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
        lines.append(_line(event="change", **where, **event_fields(step.after.rules, event)))
    return lines


def event_fields(rules: Rules, event: Any) -> dict[str, Any]:
    """Return an event as the fields of a log line."""
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
            fields["stack"] = f"{words.COLOURS[detail // 3]} {words.BACKS[detail % 3]}"
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
            fields["yield"] = dict(rules.values.yield_tiles.white[detail].root)
    if what not in ("tile", "covering_tile", "open_tile", "start_player"):
        fields |= {"change": int(event.change), "after": int(event.after)}
    fields["cause"] = words.CAUSES[event.cause]
    return fields


# --- text for people


def narrate(rules: Rules, line_up: Sequence[Strategy], seed: int, seating: Sequence[int] | None = None) -> Iterator[str]:
    """Yield one game as lines of text."""
    seats = list(seating) if seating is not None else list(range(rules.players))
    names = [f"seat {i + 1} ({line_up[seats[i]].label})" for i in range(rules.players)]
    round_number = 0
    for step in steps(rules, line_up, seed, seats):
        if step.before is None:
            yield f"Rajas of the Ganges, {rules.players} players, seed {seed}"
            yield from _setup_lines(step.after, names)
            continue
        before = step.before
        if before.round_number != round_number:
            round_number = before.round_number
            yield ""
            yield f"Round {round_number}, {names[before.start_player]} starts"
        is_placement = before.decision == "place"
        if is_placement:
            yield f"  stage {before.stage}, {names[before.seat_to_move]}: {_resources(before, before.seat_to_move)}"
        yield f"    {before.options[step.chosen].text}"
        for event in step.events:
            text = _event_text(rules, event)
            if text:
                yield f"      {text}"
    yield ""
    yield f"End after round {step.after.round_number}: {step.after.end_reason.replace('_', ' ')}"
    for standing in step.after.standings:
        yield (
            f"  place {standing.rank}: {names[standing.seat]}, fame {standing.fame}, money {standing.money}, "
            f"overlap {standing.overlap}"
        )


def _setup_lines(state: State, names: list[str]) -> Iterator[str]:
    for i, name in enumerate(names):
        yield f"  {name}: {_resources(state, i)}"


def _resources(state: State, i: int) -> str:
    seat = state.seats[i]
    dice = [
        f"{words.COLOURS[c]} {' '.join(str(v + 1) for v in range(words.N_FACES) for _ in range(seat.dice[c, v]))}"
        for c in range(words.N_COLOURS)
        if seat.dice[c].any()
    ]
    hand = ", ".join(dice) or "no dice"
    return f"fame {seat.fame}, money {seat.money}, karma {seat.karma}, river {seat.river}, {hand}"


def _event_text(rules: Rules, event: Any) -> str:
    fields = event_fields(rules, event)
    sign = f"{fields.get('change', 0):+d}"
    because = f" ({fields['cause'].replace('_', ' ')})"
    match fields["resource"]:
        case "money" | "fame" | "karma":
            return f"{fields['resource']} {sign} = {fields['after']}{because}"
        case "die" if event.change > 0:
            return f"rolls {fields['colour']} {fields['value']}{because}"
        case "river":
            return f"boat to river space {fields['after']}{because}"
        case "worker":
            return f"new worker from the {fields['source']}{because}"
        case "markers_passed":
            return f"the markers meet or pass: overlap {fields['after']}"
        case "open_tile" if fields["tile"]:
            return f"{fields['tile']} comes to lie open"
        case "yield_tile":
            earned = ", ".join(f"{amount} {what.replace('_', ' ')}" for what, amount in fields["yield"].items())
            return f"draws a yield tile: {earned}"
        case _:
            return ""
