"""The audit log of a game: every change of a resource with its value after it and its cause, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic

from rajas_sim.core.errors import RunError
from rajas_sim.core.playing.one_game import GameRecord, S, Step, steps
from rajas_sim.core.rulebook.component_source import OVERRIDDEN
from rajas_sim.core.rulebook.rules import Rules
from rajas_sim.version import __version__

if TYPE_CHECKING:
    from rajas_sim.core.strategies.declaration import Strategy


class Audit(Generic[S]):
    """How a game is played and logged; a game derives its own, and says what the fields of its events are.

    Parameters
    ----------
    state
        Its positions.
    """

    def __init__(self, state: type[S]) -> None:
        self.state = state

    def event_fields(self, after: S, event: Any) -> dict[str, Any]:
        """Return an event as the fields of a log line; `after` is the position it led to."""
        raise NotImplementedError

    def table_fields(self, start: S) -> dict[str, Any]:
        """Return what the first line says of the players beside their strategies."""
        return {}

    def time_fields(self, before: S | None) -> dict[str, Any]:
        """Return when something happens that follows from a position, or in the set-up."""
        return {"round": 0 if before is None else int(before.round_number)}

    def is_in_a_round(self, state: S) -> bool:
        """Return whether a position belongs to a round, and not to what comes before the first."""
        return True

    def play(self, rules: Rules, strategies: Sequence[str | Strategy], seed: int, log: Path | None = None) -> GameRecord[S]:
        """Play one game, strategy i on seat i.

        Parameters
        ----------
        strategies
            One per seat: names, or strategies found with `rajas_sim.core.strategies.registry.find`.
        log
            A file for the audit log, one JSON object a line.

        Raises
        ------
        InputError
            If a name is unknown or there is not one strategy per seat.
        StrategyError
            If a strategy raises or returns something that is not an option.
        RunError
            If the log cannot be written.
        """
        from rajas_sim.core.strategies.registry import find_line_up

        return self.play_game(rules, find_line_up(strategies, rules.players, rules.kit.game), seed, log)

    def play_game(self, rules: Rules, line_up: Sequence[Strategy], seed: int, log: Path | None = None) -> GameRecord[S]:
        """Play one game between strategies that were found before, strategy i on seat i.

        Parameters
        ----------
        log
            A file to write as JSON lines: set-up, every decision, every change of a resource with its value after it and its
            cause, and the standings.

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
        for step in steps(self.state, rules, line_up, seed):
            before = step.before
            if before is not None:
                choices.append(int(before.option_codes[step.chosen]))
            if log is None:
                continue
            if before is None:
                lines.append(self._header(step.after, labels, seed))
            elif self.is_in_a_round(before) and before.round_number != round_number:
                round_number = int(before.round_number)
                lines.append(_line(event="round", round=round_number, start_player=int(before.start_player) + 1))
            lines += self.step_lines(step)
        record = GameRecord(rules, seed, labels, tuple(choices), step.after)
        if log is not None:
            _write(log, [*lines, *_end_lines(record)])
        return record

    def step_lines(self, step: Step[S]) -> list[str]:
        """Return the log lines of a step: the decision, then its changes."""
        before = step.before
        when = self.time_fields(before)
        lines = []
        if before is not None:
            lines.append(
                _line(
                    event="decision",
                    **when,
                    seat=int(before.seat_to_move) + 1,
                    decision=before.decision,
                    n_options=len(before.option_codes),
                    chosen=before.options[step.chosen].text,
                )
            )
        lines += [_line(event="change", **when, **self.event_fields(step.after, event)) for event in step.events]
        return lines

    def _header(self, start: S, labels: tuple[str, ...], seed: int) -> str:
        rules = start.rules
        return _line(
            event="game",
            game=rules.kit.game,
            version=__version__,
            players=rules.players,
            variant=rules.variant,
            modules=rules.modules,
            seed=seed,
            strategies=labels,
            **self.table_fields(start),
            components=rules.values.name,
            readings=rules.readings,
            changed={row["path"]: row["value"] for row in rules.kit.rules_list(rules) if row["provenance"] == OVERRIDDEN},
            rules=rules.digest(),
        )


def _end_lines(record: GameRecord[S]) -> list[str]:
    return [
        _line(event="end", round=record.rounds, reason=record.end_reason),
        *(
            _line(event="standing", seat=s.seat + 1, rank=s.rank, fame=s.fame, money=s.money, overlap=s.overlap)
            for s in record.standings
        ),
    ]


def _line(**fields: Any) -> str:
    return json.dumps(fields)


def _write(log: Path, lines: list[str]) -> None:
    try:
        log.write_text("\n".join(lines) + "\n", encoding="utf-8")
    except OSError as error:
        raise RunError(f"{log}: cannot be written ({error.strerror})") from None
