"""Messages about worker processes that ended while they played."""

from __future__ import annotations

from collections.abc import Iterable

from rajas_sim.core.engine.chance import block_seed
from rajas_sim.core.errors import RunError, StrategyError
from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.design import GameKey, line_up_label


def games_text(experiment: Experiment, players: int, blocks: range) -> str:
    """Describe the games of some blocks with a number of players, for messages."""
    design, first, last = experiment.design, blocks[0], blocks[-1]
    first_game, first_seed = design.game_id(GameKey(players, 0, 0, first, 0, 0)), block_seed(experiment.config.seed, first)
    line_ups = design.line_ups[players]
    line_up_text = f"line-up {line_up_label(line_ups[0])}" if len(line_ups) == 1 else f"{len(line_ups)} line-ups"
    details = f"{players} players, {line_up_text}, blocks {first} to {last}; first seed {first_seed}"
    return f"game {first_game} and those after it ({details})"


def suspects_text(experiment: Experiment, players: Iterable[int]) -> str:
    """Return which strategies may have ended a process that played with some numbers of players.

    Only plain Python can do that, so the text is empty if all strategies are compiled.
    """
    line_ups = [line_up for k in players for line_up in experiment.design.line_ups[k]]
    labels = dict.fromkeys(label for line_up in line_ups for label in line_up if not experiment.strategies[label].is_compiled)
    return f"one of these strategies in plain Python ({', '.join(labels)})" if labels else ""


def ended_error(event: str, suspects: str) -> RunError:
    """Return the error for worker processes that ended; `event` says which, `suspects` is from `suspects_text`."""
    system_text = "by the system, mostly for lack of memory (fewer workers need less)"
    return StrategyError(f"{event}, either by {suspects} or {system_text}") if suspects else RunError(f"{event} {system_text}")
