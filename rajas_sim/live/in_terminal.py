"""A game that people play in a terminal, by typing the numbers of options."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rajas_sim.analysis.formatting import capitalised, counted, with_minus_signs
from rajas_sim.core.playing.narration import seat_names
from rajas_sim.live.hints import Hint, hint_for
from rajas_sim.live.kept_games import LiveSetUp, keep
from rajas_sim.live.live_game import LiveGame

#: A longer table is printed only on request.
MOST_LINES = 12
#: Letter that may be typed instead of a number -> what it asks for.
REQUESTS = {"t": "the table", "u": "take back", "h": "a hint", "r": "the rules in short", "q": "stop for now"}


class TerminalGame:
    """A game in a terminal.

    Parameters
    ----------
    set_up, live
        What the game began with, and the game itself.
    file
        File in which the game is kept.
    ask
        Asks a question and returns the answer as typed; raises EOFError if nobody can answer.
    say
        Prints a line.
    """

    def __init__(
        self, set_up: LiveSetUp, live: LiveGame, file: Path, ask: Callable[[str], str], say: Callable[[str], None]
    ) -> None:
        self.set_up, self.live, self.file, self._ask = set_up, live, file, ask
        self._say: Callable[[str], None] = lambda line: say(with_minus_signs(line))
        self._names = seat_names(live.labels)
        self._n_steps_said = 0
        self._headed_step = -1  # index of the step whose headings were printed with its question; -1 before the first

    def play(self) -> bool:
        """Play until the game is over or the person stops; return whether it is over."""
        keep(self.file, self.set_up, self.live)
        while True:
            while self.live.go_on():
                pass
            self._say_steps()
            keep(self.file, self.set_up, self.live)
            if self.live.state.is_over:
                narration, final = self.live.table.game.narration, self.live.state
                for line in narration.end_lines(final, self._names):
                    self._say(line)
                if note := narration.standing_note(final):
                    self._say(note)
                return True
            if not self._decide():
                return False

    def _say_steps(self) -> None:
        """Print what was played since the last call."""
        narration, steps, viewer = self.live.table.game.narration, self.live.steps, self.live.viewer
        for i in range(self._n_steps_said, len(steps)):
            if i == self._headed_step:
                lines = narration.choice_lines(steps[i], viewer)
            else:
                lines = narration.step_lines(steps[i], steps[i - 1].before if i else None, self._names, viewer)
            for line in lines:
                self._say(line)
        self._n_steps_said = len(self.live.steps)

    def _decide(self) -> bool:
        """Ask a person until an option is chosen or a choice is taken back; return False if the person stops instead."""
        state = self.live.state
        self._headed_step = len(self.live.steps)
        for line in self.live.table.game.narration.headings(state, self.live.steps[-1].before, self._names):
            self._say(line)
        self._say_table(MOST_LINES)
        self._say_options()
        requests = {letter: text for letter, text in REQUESTS.items() if letter != "u" or self.live.can_undo}
        while True:
            try:
                requests_text = ", ".join(f"{letter}: {text}" for letter, text in requests.items())
                answer = self._ask(f"1 to {len(state.option_codes)}, or {requests_text}")
            except EOFError:
                return False
            answer = answer.strip().lower()
            if answer == "q":
                return False
            if answer == "t":
                self._say_table()
            elif answer in ("h", "hint"):
                self.live.n_hints += 1
                self._say_hint(hint_for(self.live.table.game, state))
            elif answer == "r":
                self._say(self.live.table.game.about or "This game says nothing about its rules.")
            elif answer == "u" and self.live.can_undo:
                self.live.undo()
                self._n_steps_said = len(self.live.steps)
                return True
            elif answer.isdecimal() and 1 <= int(answer) <= len(state.option_codes):
                self.live.choose(state.option_codes[int(answer) - 1])
                return True
            else:
                self._say(f"Type a number from 1 to {len(state.option_codes)}, or {', '.join(requests)}.")

    def _say_table(self, most_lines: int | None = None) -> None:
        """Print the position as its mover sees it, if it has at most `most_lines` lines; None for any number."""
        state = self.live.state
        lines = state.lines_for(state.seat_to_move)
        if most_lines is None or len(lines) <= most_lines:
            self._say("")
            for line in lines:
                self._say(line)

    def _say_options(self) -> None:
        """Print who decides what, and the options with their numbers."""
        state = self.live.state
        decision, option_texts = state.offered()
        count_text = counted(len(option_texts), "option")
        self._say("")
        self._say(f"{capitalised(self._names[state.seat_to_move])} decides: {decision} ({count_text}, {state.moment})")
        for i, text in enumerate(option_texts):
            self._say(_option_line(i, text))

    def _say_hint(self, hint: Hint) -> None:
        """Print the options of which a hint says what they are worth, and what that means."""
        _, option_texts = self.live.state.offered()
        for i, (text, worth) in enumerate(zip(option_texts, hint.texts, strict=True)):
            if worth:
                self._say(f"{_option_line(i, text)}  [{worth}]")
        self._say(f"{hint.summary} {hint.meaning}")


def _option_line(i: int, text: str) -> str:
    """Return the option with index i, whose text is given, with the number to type."""
    return f"{i + 1:4d}  {text}"
