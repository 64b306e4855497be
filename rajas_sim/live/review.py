"""What the choices of a seat cost it: each against the best option found by playing on, and against what strategies would do.

The best option of a decision is found in one half of the games played on, and what the choice loses against it is measured in
the other half. If the same games did both, the best of many options would look better than it is.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace

import numpy as np

from rajas_sim.analysis.drama.playouts import luck_of_playouts, seemingly_best
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import Floats, mean_interval
from rajas_sim.core.errors import InputError
from rajas_sim.core.game import Game
from rajas_sim.core.playing.asking import ask
from rajas_sim.core.playing.one_game import Step
from rajas_sim.core.positions.state import State
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.registry import find_strategy, known_names
from rajas_sim.live.hints import affordable, playout_strategy

#: Games each option is played on for: half of them find the best option, the others measure.
PLAYOUTS = 400
#: Strategies that are asked what they would have done, if the game has them.
COMPARED_STRATEGIES = ("random", "rule_of_thumb", "balanced", "greedy", "strong")
#: Choices that are shown.
COSTLIEST = 5
LEVEL = 0.95


@dataclass(frozen=True, eq=False)
class ReviewedChoice:
    """One choice of the seat.

    Attributes
    ----------
    before
        The position in which it was made.
    chosen, best
        Codes of the option played and of the best one found.
    losses
        By how much less often the seat won with the chosen one than with the best, by game played on: 1, 0 or less.
    losses_by_strategy
        The same of what each strategy would have chosen.
    n_before
        How many decisions of all seats came before it.
    won
        How often the seat won with the best one, in the games that measured the loss.
    gains
        What the best one would have brought besides: by how much more of each total (`State.totals`) the seat ended with. Only of
        choices that are shown.
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
        """Whether all games that measured it were won, or all were lost, with the choice as with the best option."""
        return self.won in (0.0, 1.0) and not self.losses.any()


@dataclass(frozen=True)
class Review:
    """The choices of a seat in a game.

    Attributes
    ----------
    seat
        From 0.
    choices
        Every decision it made between several options.
    player
        Label of the strategy that played on, on every seat.
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
        """What a choice costs on average."""
        return mean_over_games("per_choice", np.mean([choice.losses for choice in self.choices], axis=0))

    @property
    def per_open_choice(self) -> Estimate | None:
        """What a choice costs on average of those in which something was at stake; None if there was none."""
        losses = [choice.losses for choice in self.choices if not choice.is_decided]
        return mean_over_games("per_open_choice", np.mean(losses, axis=0)) if losses else None

    @property
    def per_choice_by_strategy(self) -> dict[str, Estimate]:
        """What a choice of other strategies would have cost on average in the same positions, by label."""
        labels = self.choices[0].losses_by_strategy
        return {
            label: mean_over_games(label, np.mean([choice.losses_by_strategy[label] for choice in self.choices], axis=0))
            for label in labels
        }

    @property
    def costliest(self) -> tuple[ReviewedChoice, ...]:
        """The choices that cost most by their estimates, of those that cost anything."""
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
        Gets how many choices were looked at, and how many there are.

    Raises
    ------
    InputError
        If the seat had nothing to choose.
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
    """A review that goes on in a thread; the parameters are those of `review`.

    Attributes
    ----------
    n_done, n_choices
        How many choices were looked at, and how many there are; 0 until that is known.
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

    def result(self, seconds: float) -> Review | None:
        """Return the review, if it is done within so many seconds; errors are those of `review`."""
        try:
            return self._future.result(seconds)
        except TimeoutError:
            return None


@dataclass(frozen=True)
class Judge:
    """Who plays positions on with which luck, and which strategies are asked what they would take."""

    game: Game
    player: Strategy
    rungs: tuple[Strategy, ...]
    seeds: Sequence[int]

    @classmethod
    def for_game(cls, game: Game, start: State, playouts: int) -> Judge:
        """Make the judge of the choices of one game.

        Parameters
        ----------
        start
            The game after its set-up.
        playouts
            How many times each option is played on to the end; an even number.
        """
        rungs = tuple(find_strategy(name, game=game.name) for name in COMPARED_STRATEGIES if name in known_names(game.name))
        return cls(game, playout_strategy(game, start.rules.players), rungs, luck_of_playouts(start, playouts))

    def reviewed(self, before: State, chosen: int) -> ReviewedChoice:
        """Play on from the options that seem best, from the one chosen, and from those that strategies would take."""
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
        """Return by how much more of each total the seat ends with after the best option, in the games that measured the loss."""
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
    """Return the mean of a number of each game, with its interval."""
    low, high = mean_interval(values.mean(), values.var(ddof=1), len(values), level=LEVEL)
    return Estimate(name, float(values.mean()), float(low), float(high), LEVEL, len(values), "t over games")
