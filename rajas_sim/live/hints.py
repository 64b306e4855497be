"""Hints: how often a seat wins with each of its options, in games that a strategy plays on."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rajas_sim.analysis.drama.playouts import MOST_OPTIONS, OptionLosses, luck_of_playouts, option_losses
from rajas_sim.analysis.formatting import percent
from rajas_sim.core.game import Game
from rajas_sim.core.positions.state import State
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.registry import find_strategy, known_names

#: Who plays positions on, if the game has it: the strongest strategy that plays thousands of games a second.
PLAYER = "strong"
#: Games each option is played on for. The 95 % interval of a difference between two options is then some 7 points on either side.
PLAYOUTS = 200


@dataclass(frozen=True)
class Hint:
    """What the options of a decision seem to be worth.

    Attributes
    ----------
    losses
        By how much less often the seat won with each option than with the best one.
    player
        Who played on.
    """

    losses: OptionLosses
    player: str

    @property
    def best(self) -> int:
        """Index of the best option by the estimates."""
        values = [math.inf if math.isnan(loss) else loss for loss in self.losses.losses]
        return values.index(min(values))

    def text(self, i: int) -> str:
        """Return what to say of an option: nothing if it was not played on."""
        loss = self.losses.losses[i]
        if math.isnan(loss):
            return ""
        if i == self.best:
            return "best"
        size = f"{percent(loss, 0)} less often"
        return size if self.losses.is_shown[i] else f"{size}; it may be as good"

    @property
    def meaning(self) -> str:
        """What the hint is, in a sentence."""
        return (
            f"How much less often you win with an option than with the best, when {self.player} on every seat plays {PLAYOUTS} "
            f"games on from each under the same luck. Of more than {MOST_OPTIONS} options, those that seem best were played on."
        )


def playing_on(game: Game, players: int) -> Strategy:
    """Return who plays positions of a game on for hints and chances."""
    names = known_names(game.name)
    line_up = [find_strategy(PLAYER if PLAYER in names else "random", game=game.name)] * players
    return game.appraisal.player_on(line_up)


def hint_for(game: Game, state: State) -> Hint:
    """Return what the options of a position are worth to the seat to move; the same position gives the same hint."""
    player = playing_on(game, state.rules.players)
    return Hint(option_losses(game, player, luck_of_playouts(state, PLAYOUTS), state), player.label)
