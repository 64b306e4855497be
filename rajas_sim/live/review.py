"""What the choices of a seat cost it: each is compared with the best option found, and with what strategies would choose.

Games are played on from each option. One half of these games finds the best option of a decision. The other half measures what
the choice loses against it. If the same games did both, the best of many options would look better than it is.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace

import numpy as np

from rajas_sim.analysis.drama.playouts import luck_of_playouts, seemingly_best
from rajas_sim.analysis.statistics.estimate import USUAL_LEVEL, Estimate
from rajas_sim.analysis.statistics.intervals import Floats, mean_interval
from rajas_sim.core.errors import InputError
from rajas_sim.core.game import Game
from rajas_sim.core.playing.asking import ask
from rajas_sim.core.playing.one_game import Step
from rajas_sim.core.positions.state import State
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.registry import find_strategy, known_names
from rajas_sim.live.hints import affordable, playout_strategy

#: Games played on from each option: one half to find the best option, the other to measure.
PLAYOUTS = 400
#: Strategies whose choices are compared, if the game has them.
COMPARED_STRATEGIES = ("random", "rule_of_thumb", "balanced", "greedy", "strong")
#: How many choices are shown.
COSTLIEST = 5


@dataclass(frozen=True, eq=False)
class ReviewedChoice:
    """One choice of the seat.

    Attributes
    ----------
    before
        The position of the choice.
    chosen, best
        Codes of the chosen option and of the best one found.
    losses
        For each measuring game, the seat's win share with the best option minus that with the chosen one; it may be negative.
    losses_by_strategy
        Label -> the same for the option that this strategy would have chosen.
    n_before
        How many decisions of all seats came before.
    won
        The win share with the best option, in the games that measure the loss.
    gains
        What else the best option would have brought: by how much more of each total (`State.totals`) the seat ended with. Empty
        for choices that are not shown.
    """

    before: State
    chosen: int
    best: int
    losses: Floats
    losses_by_strategy: dict[str, Floats]
    n_before: int = 0
    won: float = 0.5
    gains: Mapping[str, Estimate] = field(default_factory=dict)

    @property
    def loss(self) -> Estimate:
        """What the choice costs in chance to win."""
        return mean_over_games("loss", self.losses)

    @property
    def is_decided(self) -> bool:
        """Whether the measuring games were all won or all lost, both with the choice and with the best option."""
        return self.won in (0.0, 1.0) and not self.losses.any()


@dataclass(frozen=True)
class Review:
    """The choices of a seat in a game.

    Attributes
    ----------
    seat
        Index of the seat, from 0.
    choices
        Every decision of the seat between several options.
    player
        Label of the strategy that played games on, on every seat.
    """

    seat: int
    choices: tuple[ReviewedChoice, ...]
    player: str

    @property
    def playouts(self) -> int:
        """How many games were played on from each option."""
        return 2 * len(self.choices[0].losses)

    @property
    def per_choice(self) -> Estimate:
        """The mean cost of a choice."""
        return mean_over_games("per_choice", np.mean([choice.losses for choice in self.choices], axis=0))

    @property
    def per_open_choice(self) -> Estimate | None:
        """The mean cost of the choices that were not decided anyway; None if there are none."""
        losses = [choice.losses for choice in self.choices if not choice.is_decided]
        return mean_over_games("per_open_choice", np.mean(losses, axis=0)) if losses else None

    @property
    def per_choice_by_strategy(self) -> dict[str, Estimate]:
        """Label -> mean cost of the choices that this strategy would have made in the same positions."""
        labels = self.choices[0].losses_by_strategy
        return {
            label: mean_over_games(label, np.mean([choice.losses_by_strategy[label] for choice in self.choices], axis=0))
            for label in labels
        }

    @property
    def costliest(self) -> tuple[ReviewedChoice, ...]:
        """The choices with the highest estimated costs, among those that cost anything."""
        ranked = sorted(self.choices, key=lambda choice: -choice.loss.value)
        return tuple(choice for choice in ranked[:COSTLIEST] if choice.loss.value > 0)


def review(
    game: Game, steps: Sequence[Step], seat: int, on_count: Callable[[int, int], None] = lambda done, n_choices: None
) -> Review:
    """Review the choices of a seat.

    Parameters
    ----------
    steps
        The game, from its set-up.
    on_count
        Called with the number of choices reviewed so far, and the number of all choices.

    Raises
    ------
    InputError
        If the seat had no choice between several options.
    """
    decisions = [
        (n_before, step.before, step.before.option_codes[step.chosen])
        for n_before, step in enumerate(steps[1:])
        if step.before is not None and step.before.seat_to_move == seat and len(step.before.option_codes) > 1
    ]
    if not decisions:
        raise InputError(f"seat {seat + 1} has chosen nothing yet")
    start = steps[0].after
    judge = Judge.for_game(game, start, affordable(game, PLAYOUTS))
    choices = []
    for i, (n_before, before, code) in enumerate(decisions):
        on_count(i, len(decisions))
        choices.append(replace(judge.reviewed(before, code), n_before=n_before))
    whole = Review(seat, tuple(choices), judge.player.label)
    shown = whole.costliest
    explained = tuple(replace(choice, gains=judge.gains(choice)) if choice in shown else choice for choice in choices)
    return replace(whole, choices=explained)


class ReviewInBackground:
    """A review that runs in a thread; the parameters are those of `review`.

    Attributes
    ----------
    n_done, n_choices
        How many choices have been reviewed, and how many there are; 0 until that is known.
    """

    def __init__(self, game: Game, steps: Sequence[Step], seat: int) -> None:
        self.n_done = self.n_choices = 0
        self._future: Future[Review] = Future()
        threading.Thread(target=self._work, args=(game, steps, seat), daemon=True).start()

    def _work(self, game: Game, steps: Sequence[Step], seat: int) -> None:
        try:
            self._future.set_result(review(game, steps, seat, self._count))
        except Exception as error:
            self._future.set_exception(error)

    def _count(self, n_done: int, n_choices: int) -> None:
        self.n_done, self.n_choices = n_done, n_choices

    @property
    def finished(self) -> Review | None:
        """The review if it has finished without an error; otherwise None."""
        return self._future.result() if self._future.done() and self._future.exception() is None else None

    def result(self, seconds: float) -> Review | None:
        """Return the review if it is finished within so many seconds, otherwise None; raises as `review` does."""
        try:
            return self._future.result(seconds)
        except TimeoutError:
            return None


@dataclass(frozen=True)
class Judge:
    """The strategy that plays positions on, the seeds for that, and the strategies whose choices are compared."""

    game: Game
    player: Strategy
    rungs: tuple[Strategy, ...]
    seeds: Sequence[int]

    @classmethod
    def for_game(cls, game: Game, start: State, playouts: int) -> Judge:
        """Return the judge of the choices of one game.

        Parameters
        ----------
        start
            The position after the set-up.
        playouts
            How many games are played on from each option; an even number.
        """
        rungs = tuple(find_strategy(name, game=game.name) for name in COMPARED_STRATEGIES if name in known_names(game.name))
        return cls(game, playout_strategy(game, start.rules.players), rungs, luck_of_playouts(start, playouts))

    def reviewed(self, before: State, chosen: int) -> ReviewedChoice:
        """Play on from the options that seem best, from the chosen option, and from those that strategies would choose."""
        best_first = [before.option_codes[i] for i in seemingly_best(self.game, self.player, before)]
        taken = {rung.label: ask(rung, before, before.seed, before.seed) for rung in self.rungs}
        played = list(dict.fromkeys([*best_first, chosen, *taken.values()]))
        seat, half = before.seat_to_move, len(self.seeds) // 2
        won = {code: self.game.appraisal.win_shares_after(before, self.player, self.seeds, code)[:, seat] for code in played}
        best = max(played, key=lambda code: float(won[code][:half].mean()))
        losses: dict[int, Floats] = {code: won[best][half:] - won[code][half:] for code in played}
        losses_by_strategy = {label: losses[code] for label, code in taken.items()}
        return ReviewedChoice(before, chosen, best, losses[chosen], losses_by_strategy, won=float(won[best][half:].mean()))

    def gains(self, choice: ReviewedChoice) -> dict[str, Estimate]:
        """Return how much more of each total the seat ends with after the best option, in the games that measure the loss."""
        seat, seeds = choice.before.seat_to_move, self.seeds[len(self.seeds) // 2 :]
        totals = [
            [end.totals(seat) for end in self.game.appraisal.ends_after(choice.before, self.player, seeds, code)]
            for code in (choice.best, choice.chosen)
        ]
        return {
            name: mean_over_games(
                name, np.array([float(best[name] - chosen[name]) for best, chosen in zip(*totals, strict=True)])
            )
            for name in totals[0][0]
        }


def mean_over_games(name: str, values: Floats) -> Estimate:
    """Return the mean of a value per game, with its interval."""
    low, high = mean_interval(values.mean(), values.var(ddof=1), len(values), level=USUAL_LEVEL)
    return Estimate(name, float(values.mean()), float(low), float(high), USUAL_LEVEL, len(values), "t over games")
