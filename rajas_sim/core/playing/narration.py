"""One game in writing: as an audit log, with a JSON object per line for every decision and change, and as text for people."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rajas_sim.core.engine.record_types import EventRecord
from rajas_sim.core.errors import RunError
from rajas_sim.core.playing.one_game import Step
from rajas_sim.core.positions.outcome import Standing
from rajas_sim.core.positions.state import State
from rajas_sim.core.rulebook.rules import OVERRIDDEN
from rajas_sim.version import __version__


class AuditLog:
    """How games are logged; a game derives its own class, which says what the fields of its events are."""

    def event_fields(self, state_after: State, event: EventRecord) -> dict[str, Any]:
        """Return an event as the fields of a log line; `state_after` is the position that the step led to."""
        raise NotImplementedError

    def player_fields(self, start: State) -> dict[str, Any]:
        """Return what the first line says about the players in addition to their strategies."""
        return {}

    def time_fields(self, before: State | None) -> dict[str, Any]:
        """Return the fields that say when something happens: at a decision in a position, or in the set-up if there is none."""
        return {"round": 0 if before is None else before.round_number}

    def is_in_a_round(self, state: State) -> bool:
        """Return whether a position belongs to a round, and not to the time before the first round."""
        return True

    def is_change(self, event: EventRecord) -> bool:
        """Return whether an event changes anything, rather than only saying how a change came about."""
        return True

    def write(self, path: Path, steps: Iterable[Step], labels: Sequence[str], *, with_options: bool = False) -> None:
        """Write the steps of a whole game to a file.

        Parameters
        ----------
        labels
            Labels of the strategies by seat.
        with_options
            Whether decisions list the texts of all their options.

        Raises
        ------
        RunError
            If the file cannot be written.
        """
        text = "".join(f"{line}\n" for line in self.lines(steps, labels, with_options=with_options))
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise RunError(f"{path}: cannot be written ({error.strerror})") from None

    def lines(self, steps: Iterable[Step], labels: Sequence[str], *, with_options: bool = False) -> Iterator[str]:
        """Yield the lines of a game: set-up, every decision with its changes, and the standings; parameters as for `write`."""
        round_number = 0
        after = None
        for step in steps:
            before, after = step.before, step.after
            if before is None:
                yield self._header_line(after, labels)
            elif self.is_in_a_round(before) and before.round_number != round_number:
                round_number = before.round_number
                yield _json_line(event="round", round=round_number, start_player=self.start_player(before) + 1)
            yield from self._step_lines(step, with_options)
        if after is not None:
            yield _json_line(event="end", round=after.round_number, reason=after.end_reason)
            for standing in after.standings:
                yield _json_line(event="standing", seat=standing.seat + 1, rank=standing.rank, **self.standing_fields(standing))

    def _step_lines(self, step: Step, with_options: bool) -> Iterator[str]:
        """Yield a step's decision, if it is not the set-up, and then the changes that it caused."""
        before = step.before
        time_fields = self.time_fields(before)
        if before is not None:
            option_fields = {"options": [option.text for option in before.options]} if with_options else {}
            yield _json_line(
                event="decision",
                **time_fields,
                seat=before.seat_to_move + 1,
                decision=before.decision,
                n_options=len(before.option_codes),
                chosen=before.options[step.chosen].text,
                **option_fields,
            )
        for event in step.events:
            if self.is_change(event):
                yield _json_line(event="change", **time_fields, **self.event_fields(step.after, event))

    def start_player(self, round_start: State) -> int:
        """Return the seat that starts a round."""
        return int(round_start.start_player)

    def standing_fields(self, standing: Standing) -> dict[str, Any]:
        """Return the fields of a seat's final standing."""
        return {"fame": standing.fame, "money": standing.money, "overlap": standing.overlap}

    def _header_line(self, start: State, labels: Sequence[str]) -> str:
        """Return the line that says what is played: rules, changed values, and the strategy on each seat."""
        rules = start.rules
        return _json_line(
            event="game",
            game=rules.source.game,
            version=__version__,
            players=rules.players,
            variant=rules.variant,
            modules=rules.modules,
            seed=start.seed,
            strategies=labels,
            **self.player_fields(start),
            components=rules.values.name,
            readings=rules.readings,
            changed={row["path"]: row["value"] for row in rules.rows() if row["provenance"] == OVERRIDDEN},
            rules=rules.digest(),
        )


def _json_line(**fields: Any) -> str:
    """Return a line of the log with these fields."""
    return json.dumps(fields)


def seat_names(labels: Sequence[str]) -> list[str]:
    """Return the names of the seats, given the labels of their strategies."""
    return [f"seat {i + 1} ({label})" for i, label in enumerate(labels)]


class Narration:
    """How a game is narrated; a game derives its own class."""

    def title(self, start: State) -> str:
        """Return the first line."""
        raise NotImplementedError

    def setup_lines(self, start: State, names: Sequence[str]) -> Iterator[str]:
        """Yield lines about the set-up."""
        yield from ()

    def headings(self, before: State, previous: State | None, names: Sequence[str]) -> Iterator[str]:
        """Yield the lines before a decision: about a new round or turn.

        Parameters
        ----------
        previous
            The position of the previous decision; None for the first.
        names
            The names of the seats, with the labels of their strategies.
        """
        yield from ()

    def event_text(self, after: State, event: EventRecord) -> str:
        """Return an event in words, empty if the narration leaves it out; `after` is the position it led to."""
        raise NotImplementedError

    def standing_text(self, final: State, standing: Standing) -> str:
        """Return the final standing of a seat in words."""
        return f"fame {standing.fame}, money {standing.money}, overlap {standing.overlap:g}"

    def standing_note(self, final: State) -> str:
        """Return what readers must know to understand `standing_text`; empty if it explains itself."""
        return f"The overlap of a seat is {final.lead_meaning}; with a minus, how many are still between them."

    def lines(self, steps: Iterable[Step], labels: Sequence[str]) -> Iterator[str]:
        """Yield a game as lines of text.

        Parameters
        ----------
        labels
            Labels of the strategies by seat.
        """
        names, previous, after = seat_names(labels), None, None
        for step in steps:
            yield from self.step_lines(step, previous, names)
            previous, after = step.before, step.after
        if after is not None:
            yield from self.end_lines(after, names)

    def step_lines(self, step: Step, previous: State | None, names: Sequence[str], viewer: int | None = None) -> Iterator[str]:
        """Yield the lines of a step: the set-up, or a decision and what it led to.

        Parameters
        ----------
        previous
            The position one decision before.
        viewer
            The seat that reads the text; None reads everything.
        """
        before, after = step.before, step.after
        if before is None:
            yield self.title(after)
            yield from self.setup_lines(after, names)
            return
        yield from self.headings(before, previous, names)
        yield from self.choice_lines(step, viewer)

    def choice_lines(self, step: Step, viewer: int | None = None) -> Iterator[str]:
        """Yield what was chosen in a step and what it led to, without the headings before it; `viewer` as in `step_lines`."""
        before, after = step.before, step.after
        assert before is not None, "nothing is chosen in the set-up"
        yield f"    {before.option_text_for(before.option_codes[step.chosen], viewer)}"
        for event in step.events:
            text = self.event_text(after, event)
            if text:
                yield f"      {text}"
        yield from (f"      {text}" for text in after.happened_texts(viewer))

    def end_lines(self, after: State, names: Sequence[str]) -> Iterator[str]:
        """Yield the lines about the end of a game."""
        yield ""
        yield f"End after round {after.round_number}: {after.end_text}"
        for standing in after.standings:
            yield f"  place {standing.rank}: {names[standing.seat]}, {self.standing_text(after, standing)}"
