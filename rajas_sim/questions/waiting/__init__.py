"""How long players wait for each other, how long a game is, and how much there is to think about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rajas_sim.questions.question import Question
from rajas_sim.questions.shared_options import GamesToRead

if TYPE_CHECKING:
    from rajas_sim.analysis.answer import Answer
    from rajas_sim.questions.runner import Runner
    from rajas_sim.study.config.resolve import Experiment


@dataclass(frozen=True)
class WaitingQuestion(Question):
    """Say how long a player waits between two turns, how many minutes a game takes, and how much there is to think about.

    Games are read again decision by decision. Minutes follow from seconds for each kind of decision. These are assumed; the table
    [waiting] of the experiment changes them, or --set 'waiting.seconds.KIND=[QUICK, SLOW]'. docs/waiting.md says what they are.
    Changed rule sets of the experiment are compared with its rules.

    For example: rajas waiting start_player
    """

    name: ClassVar = "waiting"
    table: ClassVar = "rajas_sim.questions.waiting.seconds:WaitingTable"
    games: GamesToRead = None

    def ask(self, experiment: Experiment, runner: Runner) -> Answer:
        """Play games, read them decision by decision, and say how long everybody waits."""
        from rajas_sim.questions.games_again import USUAL_GAMES
        from rajas_sim.questions.waiting.waiting_answer import waiting_answer
        from rajas_sim.questions.waiting.waits import play_waiting

        return waiting_answer(play_waiting(experiment, runner, self.games or USUAL_GAMES))
