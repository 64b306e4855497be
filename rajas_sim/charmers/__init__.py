"""Rajas of the Ganges: The Dice Charmers (Inka and Markus Brand, HUCH! 2020)."""

from __future__ import annotations

from rajas_sim.charmers.game import GAME
from rajas_sim.charmers.output.options import Option
from rajas_sim.charmers.rulebook.rules import Rules
from rajas_sim.charmers.state import State
from rajas_sim.core.engine.course import EndReason
from rajas_sim.core.playing.one_game import GameRecord
from rajas_sim.core.positions.outcome import Outcome, Standing

__all__ = [
    "EndReason",
    "GameRecord",
    "Option",
    "Outcome",
    "Rules",
    "Standing",
    "State",
    "new_game",
    "play_game",
    "replay",
    "rules",
]

rules = GAME.rules
new_game = GAME.new_game
play_game = GAME.play_game
replay = GAME.replay


def __dir__() -> list[str]:
    return __all__
