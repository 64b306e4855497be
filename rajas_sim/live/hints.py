"""Hints: how often a seat wins after each of its options, when a strategy plays the game on."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rajas_sim.analysis.course.playouts import MOST_OPTIONS, OptionLosses, Playouts, luck_of_playouts, n_in_first_round
from rajas_sim.analysis.formatting import capitalised, percent
from rajas_sim.core.game import Game
from rajas_sim.core.positions.state import State
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.registry import find_strategy, known_names, name_or_stand_in
from rajas_sim.live.compiling import wait_for_hints
from rajas_sim.showing.replay.values import INTERVALS_MEANING, played_texts

#: The strategy that plays positions on: the strongest that plays thousands of games a second.
PLAYER = "strong"
#: The strategy that chooses the rest of a turn, and its parameters: it trusts games that are played to their end more than
#: estimates, as hints do.
FINISHER, FINISHER_PARAMETERS = "expert", {"budget": 64, "candidates": 4, "trust": 0.2}
#: How a finisher is described.
REST_OF_TURN = " A search chooses the rest of the turn after an option, until luck or another player comes in."
#: Games that are played on from the best options. The 95 % interval of a difference of two options is then about ±7 points.
PLAYOUTS = 200
#: Hints are about every option, or about this many that seem best if there are more.
MOST_HINTED = 20
#: The text beside an option that was not played on.
NOT_LOOKED_AT = "not looked at"
#: Games in plain Python take long, so the number of their playouts is divided by this.
PLAIN_DIVISOR = 5
#: Name of a strategy that plays on in plain Python -> parameters with which it tries fewer deals of luck.
FASTER_PARAMETERS = {"greedy": {"deals": 2}}


@dataclass(frozen=True)
class Hint:
    """What the options of a decision seem to be worth.

    Attributes
    ----------
    losses
        How often the seat won with the best option, and how much less often with each other option.
    player, playouts
        The strategy that played on, and the number of games from each of the best options. From more than
        `MOST_OPTIONS` options, the others were played on only in the first round (`n_in_first_round`).
    is_turn_searched
        Whether a search chose the rest of the turn after each option.
    """

    losses: OptionLosses
    player: str
    playouts: int
    is_turn_searched: bool = False

    @property
    def texts(self) -> tuple[str, ...]:
        """The text beside each option; empty for those that were played on if all games were won or all lost."""
        texts = zip(played_texts(self.losses), self.losses.losses, strict=True)
        return tuple(NOT_LOOKED_AT if math.isnan(loss) else text for text, loss in texts)

    @property
    def summary(self) -> str:
        """How often the person wins with the best option."""
        if self.losses.is_decided:
            options = "Every option" if self._are_all_played else "Every option that was played on"
            result = "wins" if self.losses.best else "loses"
            return f"{options} {result} in all games, with {self.player} playing on for everybody."
        unit_text = " A point is one game in 100." if any("point" in text for text in self.texts) else ""
        share_text = f"{percent(self.losses.best, 0)} of {self.playouts} games"
        return f"With the best option you win {share_text}, if {self.player} plays on for everybody.{unit_text}"

    @property
    def meaning(self) -> str:
        """What the texts beside the options mean, and how they were computed."""
        options_text = "each option" if self._are_all_played else f"each of the {self._n_played} options that seem best"
        are_in_rounds = self._n_played > MOST_OPTIONS
        n_first = n_in_first_round(self.playouts) if are_in_rounds else self.playouts
        second_text = f" From the {MOST_OPTIONS} that won most of these it was {self.playouts} games." if are_in_rounds else ""
        turn_text = REST_OF_TURN if self.is_turn_searched else ""
        played = f"From {options_text} {n_first} games were played on, under the same luck.{second_text}{turn_text}"
        if self.losses.is_decided:
            return played
        return f"Each other option shows by how many points less often you win with it. {INTERVALS_MEANING} {played}"

    @property
    def _n_played(self) -> int:
        """The number of options that were played on."""
        return sum(not math.isnan(loss) for loss in self.losses.losses)

    @property
    def _are_all_played(self) -> bool:
        return self._n_played == len(self.losses.losses)


def played_on_text(player: str) -> str:
    """Return a sentence about who plays on in hints and chances."""
    return f"{capitalised(player)} plays on for everybody, perhaps differently from you."


def playout_strategy(game: Game, players: int) -> Strategy:
    """Return the strategy that plays positions on for hints and chances, once it is compiled."""
    wait_for_hints(game)
    name = name_or_stand_in(PLAYER, game.name)
    return game.appraisal.player_on([find_strategy(name, FASTER_PARAMETERS.get(name), game=game.name)] * players)


def affordable_playouts(game: Game, playouts: int) -> int:
    """Return how many of these playouts to make of each position, so that a person does not wait long."""
    return playouts if game.batches.is_compiled else playouts // PLAIN_DIVISOR


def playouts_of(game: Game, state: State, n: int) -> Playouts:
    """Return how positions are played on for hints and reviews, n times each, in the game that a position belongs to."""
    has_finisher = FINISHER in known_names(game.name)
    finisher = find_strategy(FINISHER, FINISHER_PARAMETERS, game=game.name) if has_finisher else None
    return Playouts(game, playout_strategy(game, state.rules.players), luck_of_playouts(state, n), finisher)


def hint_for(game: Game, state: State) -> Hint:
    """Return what the options of a position are worth to the seat to move.

    The same position always gives the same hint.
    """
    playouts = playouts_of(game, state, affordable_playouts(game, PLAYOUTS))
    losses, is_turn_searched = playouts.losses_in_two_rounds(state, MOST_HINTED), playouts.finisher is not None
    return Hint(losses, playouts.player.label, len(playouts.seeds), is_turn_searched)
