"""One game as text for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rajas_sim.core.engine.record_types import EventRecord
from rajas_sim.core.playing.one_game import Step
from rajas_sim.core.positions.outcome import Standing
from rajas_sim.core.positions.state import State
from rajas_sim.core.positions.wording import spaced


class Narration:
    """How a game is narrated; a game derives its own."""

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
            The position of the decision before; None for the first.
        names
            Seats with the labels of their strategies.
        """
        yield from ()

    def event_text(self, after: State, event: EventRecord) -> str:
        """Return an event in words, or nothing if it is left out; `after` is the position it led to."""
        raise NotImplementedError

    def standing_text(self, final: State, standing: Standing) -> str:
        """Return where a seat ended in words."""
        return f"fame {standing.fame}, money {standing.money}, overlap {standing.overlap:g}"

    def lines(self, played: Iterable[Step], labels: Sequence[str]) -> Iterator[str]:
        """Yield a game as lines of text.

        Parameters
        ----------
        labels
            Labels of the strategies by seat.
        """
        names = [f"seat {i + 1} ({label})" for i, label in enumerate(labels)]
        previous = after = None
        for step in played:
            before, after = step.before, step.after
            if before is None:
                yield self.title(after)
                yield from self.setup_lines(after, names)
                continue
            yield from self.headings(before, previous, names)
            previous = before
            yield f"    {before.options[step.chosen].text}"
            for event in step.events:
                text = self.event_text(after, event)
                if text:
                    yield f"      {text}"
        if after is None:
            return
        yield ""
        yield f"End after round {after.round_number}: {spaced(after.end_reason)}"
        for standing in after.standings:
            yield f"  place {standing.rank}: {names[standing.seat]}, {self.standing_text(after, standing)}"
