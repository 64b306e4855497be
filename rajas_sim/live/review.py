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

from rajas_sim.analysis.course.playouts import Playouts
from rajas_sim.analysis.statistics.estimate import USUAL_LEVEL, Estimate
from rajas_sim.analysis.statistics.intervals import Floats, mean_interval
from rajas_sim.core.errors import InputError
from rajas_sim.core.game import Game
from rajas_sim.core.playing.asking import ask
from rajas_sim.core.playing.one_game import Step
from rajas_sim.core.positions.state import State
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.registry import find_strategy, known_names
from rajas_sim.live.hints import affordable_playouts, playouts_of

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
    best_win_share
        The seat's mean win share with the best option, in the measuring games.
    gains
        What else the best option would have brought: name of each total (`State.totals_in_detail`) -> how much more of it the
        seat ended with. Empty for choices that are not among the costliest.
    """

    before: State
    chosen: int
    best: int
    losses: Floats
    losses_by_strategy: dict[str, Floats]
    n_before: int = 0
    best_win_share: float = 0.5
    gains: Mapping[str, Estimate] = field(default_factory=dict)

    @property
    def loss(self) -> Estimate:
        """What the choice costs in chance to win."""
        loss = mean_over_games("loss", self.losses)
        return replace(loss, low=max(loss.low, -1.0), high=min(loss.high, 1.0))

    @property
    def is_better_shown(self) -> bool:
        """Whether the games show that the best option found is better than the chosen one."""
        return self.loss.low > 0.0

    @property
    def is_decided(self) -> bool:
        """Whether the measuring games were all won or all lost, both with the choice and with the best option."""
        return self.best_win_share in (0.0, 1.0) and not self.losses.any()


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
    is_turn_searched
        Whether a search chose the rest of the turn after each option.
    """

    seat: int
    choices: tuple[ReviewedChoice, ...]
    player: str
    is_turn_searched: bool = False

    @property
    def playouts(self) -> int:
        """How many games were played on from each option."""
        return 2 * len(self.choices[0].losses)

    @property
    def per_choice(self) -> Estimate:
        """The mean cost of a choice, in chance to win."""
        return mean_over_games("per_choice", np.mean([choice.losses for choice in self.choices], axis=0))

    @property
    def per_open_choice(self) -> Estimate | None:
        """The mean cost of the choices that were not decided anyway; None if there are none."""
        losses = [choice.losses for choice in self.choices if not choice.is_decided]
        return mean_over_games("per_open_choice", np.mean(losses, axis=0)) if losses else None

    @property
    def per_choice_by_strategy(self) -> dict[str, Estimate]:
        """Label -> mean cost of the choices that this strategy would have made in the same positions."""
        return {
            label: mean_over_games(label, np.mean([choice.losses_by_strategy[label] for choice in self.choices], axis=0))
            for label in self.choices[0].losses_by_strategy
        }

    @property
    def costliest(self) -> tuple[ReviewedChoice, ...]:
        """The choices with the highest estimated costs, the highest first, among those that cost anything."""
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
    seat
        Index of the seat, from 0.
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
    judge = Judge.for_game(game, steps[0].after, affordable_playouts(game, PLAYOUTS))
    choices = []
    for i, (n_before, before, code) in enumerate(decisions):
        on_count(i, len(decisions))
        choices.append(replace(judge.review_choice(before, code), n_before=n_before))
    without_gains = Review(seat, tuple(choices), judge.playouts.player.label, judge.playouts.finisher is not None)
    costliest = without_gains.costliest
    with_gains = tuple(replace(choice, gains=judge.gains(choice)) if choice in costliest else choice for choice in choices)
    return replace(without_gains, choices=with_gains)


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
    """Finds out what choices cost, by playing on from their positions.

    Attributes
    ----------
    playouts
        How options are played on. The first half of the games finds the best option, the other half measures.
    compared
        The strategies whose choices are compared.
    """

    playouts: Playouts
    compared: tuple[Strategy, ...]

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
        names = [name for name in COMPARED_STRATEGIES if name in known_names(game.name)]
        compared = tuple(find_strategy(name, game=game.name) for name in names)
        return cls(playouts_of(game, start, playouts), compared)

    def review_choice(self, before: State, chosen: int) -> ReviewedChoice:
        """Return what an option (its code) costs, by playing on from it and others.

        The others are the options that seem best, and those that the compared strategies would choose.
        """
        promising = [before.option_codes[i] for i in self.playouts.seemingly_best(before)]
        code_by_strategy = {strategy.label: ask(strategy, before, before.seed, before.seed) for strategy in self.compared}
        codes = list(dict.fromkeys([*promising, chosen, *code_by_strategy.values()]))
        half = len(self.playouts.seeds) // 2
        # Code -> win share of the seat in each game played on.
        shares = {code: self.playouts.shares_after(before, code) for code in codes}
        best = max(codes, key=lambda code: float(shares[code][:half].mean()))
        losses: dict[int, Floats] = {code: shares[best][half:] - shares[code][half:] for code in codes}
        losses_by_strategy = {label: losses[code] for label, code in code_by_strategy.items()}
        best_win_share = float(shares[best][half:].mean())
        return ReviewedChoice(before, chosen, best, losses[chosen], losses_by_strategy, best_win_share=best_win_share)

    def gains(self, choice: ReviewedChoice) -> dict[str, Estimate]:
        """Return total -> how much more of it the seat ends with after the best option than after the chosen one.

        It is measured in the same games as the loss. The intervals of all totals hold together.
        """
        seat, game = choice.before.seat_to_move, self.playouts.game
        seeds = self.playouts.seeds[len(self.playouts.seeds) // 2 :]
        best_totals, chosen_totals = (
            [end.totals_in_detail(seat) for end in game.appraisal.ends_after(state, self.playouts.player, seeds, code)]
            for state, code in (self.playouts.rest_of_turn(choice.before, code) for code in (choice.best, choice.chosen))
        )
        pairs, n_totals = list(zip(best_totals, chosen_totals, strict=True)), len(best_totals[0])
        return {
            name: mean_over_games(name, np.array([float(best[name] - chosen[name]) for best, chosen in pairs]), n_totals)
            for name in best_totals[0]
        }


def mean_over_games(name: str, values: Floats, comparisons: int = 1) -> Estimate:
    """Return the mean of values, one per game, with its interval; `name` is that of the estimate.

    With several `comparisons` the intervals of so many means hold together (Bonferroni).
    """
    low, high = mean_interval(values.mean(), values.var(ddof=1), len(values), level=USUAL_LEVEL, comparisons=comparisons)
    return Estimate(name, float(values.mean()), float(low), float(high), USUAL_LEVEL, len(values), "t over games")
