"""Whether a rule of three sentences imitates `strong`, or wins: counts fitted to recorded decisions beside those of the rule.

    python benchmarks/three_sentences.py [--games N] [--blocks N] [--seed S]

Plays games of *Rajas of the Ganges* with `strong` on every seat. Before every worker it plays each option on to the end of the
turn, as `strong` does, and writes down what that brings: fame, money, dice and so on. Counts of these, by which `strong` would
choose most as it did, are fitted (conditional logit, McFadden 1974) and divided so that a coin counts 1. Then `three_sentences`
plays with these and with its own counts: how often both choose as `strong` in other games, and how often they win.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from rajas_sim.analysis.formatting import share_text
from rajas_sim.core.engine.chance import STRATEGY_STREAM, derive
from rajas_sim.core.game import Game, find_game
from rajas_sim.core.playing.asking import ask
from rajas_sim.core.positions.state import State
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.ganges.board.province import road_ends_at
from rajas_sim.ganges.rulebook.terms import FREE_CELL, N_OF
from rajas_sim.ganges.toolbox import to_meeting
from rajas_sim.running.tuning.match import Kinds, MatchPlayer, match_shares

Floats = NDArray[np.float64]
GAME, RULE, MODEL = "ganges", "three_sentences", "strong"
PLAYERS = 4
OPPONENTS = ("random", "rule_of_thumb", "balanced")
MONEY = "money"
PART_RECORDED = 4
"""One placement in so many is recorded: those of one game are much alike."""
# The fit loses so much for the square of each count, which keeps counts finite.
RIDGE = 1e-4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40, help="Games whose decisions are recorded; as many others are judged by.")
    parser.add_argument("--blocks", type=int, default=500, help="Luck seeds of each match, each from every seat.")
    parser.add_argument("--seed", type=int, default=3501, help="Not one that the rule was tuned with.")
    options = parser.parse_args()
    game, rule = find_game(GAME), find_strategy(RULE, game=GAME)
    fitted = fitted_counts(game, rule, options.games, options.seed)
    counts = {"fitted to strong": rule.tuned(fitted, "fitted"), "the rule": rule}
    names = [parameter.name for parameter in rule.parameters]
    print(f"| counts | {' | '.join(names)} | as {MODEL} | {' | '.join(f'against {name}' for name in OPPONENTS)} |")
    print(f"|---|{'---|' * (len(names) + 1 + len(OPPONENTS))}")
    for title, strategy in counts.items():
        values = [f"{strategy.values[name]:.2g}" for name in names]
        wins = [win_text(game, strategy, opponent, options.blocks, options.seed) for opponent in OPPONENTS]
        agreement = agreement_text(game, strategy, options.games, options.seed)
        print(f"| {title} | {' | '.join(values)} | {agreement} | {' | '.join(wins)} |", flush=True)


def fitted_counts(game: Game, rule: Strategy, games: int, seed: int) -> Mapping[str, float]:
    """Fit the counts of what the rule counts to recorded decisions; a coin counts 1, and none counts less than nothing."""
    decisions = [*recorded_decisions(game, games, seed)]

    def loss(weights: Floats) -> tuple[float, Floats]:
        """Return the penalised mean log loss of the choices, and its gradient."""
        total, slope = RIDGE * float(weights @ weights), 2 * RIDGE * weights
        for gains, chosen in decisions:
            values = gains @ weights
            chances = np.exp(values - values.max())
            chances /= chances.sum()
            total -= float(np.log(chances[chosen])) / len(decisions)
            slope = slope - (gains[chosen] - chances @ gains) / len(decisions)
        return total, slope

    weights = minimize(loss, np.zeros(len(rule.parameters) + 1), jac=True).x
    return {
        parameter.name: float(np.clip(weight / weights[-1], parameter.low, parameter.high))
        for parameter, weight in zip(rule.parameters, weights, strict=False)
    }


def recorded_decisions(game: Game, games: int, seed: int) -> Iterator[tuple[Floats, int]]:
    """Yield for each placement what each option gains by the end of the turn, one row an option, and the index of the choice."""
    model, rules = find_strategy(MODEL, game=GAME), game.rules(PLAYERS)
    for game_index in range(games):
        for i, step in enumerate(game.steps(rules, [model] * PLAYERS, derive(seed, STRATEGY_STREAM, game_index))):
            state = step.before
            if state is None or state.decision != "place" or len(state.option_codes) < 2 or i % PART_RECORDED:
                continue
            seat, weights = state.seat_to_move, np.array([1.0, *[part_to_go(state)] * 8, 1.0])  # fame and money count in full
            holdings_by_option = [holdings(end_of_turn(state, code, model), seat) for code in state.option_codes]
            yield (np.array(holdings_by_option) - holdings(state, seat)) * weights, step.chosen


def end_of_turn(state: State, code: int, player: Strategy) -> State:
    """Play an option, and on to the end of the turn."""
    seat, seed = state.seat_to_move, int(state.record.seed)
    later = state.play(code)
    while not later.is_over and later.seat_to_move == seat and later.decision != "place":
        later = later.play(ask(player, later, derive(seed, STRATEGY_STREAM, seat), seed))
    return later


def holdings(state: State, seat: int) -> Floats:
    """Return how much a seat has of what the rule counts, in the order of its parameters, and its money last."""
    me, rules, faces = state.seats[seat], state.rules.record, np.arange(1, N_OF.faces + 1)
    free_cells = [cell for cell in range(N_OF.cells) if rules.cells[cell] == FREE_CELL and me.tiles[cell] < 0]
    amounts = {
        "fame": me.fame,
        "die": me.dice.sum(),
        "pip": (me.dice * (faces - faces.mean())).sum(),
        "karma": me.karma,
        "upgrade": me.levels.sum(),
        "worker": me.workers,
        "market": sum(int(rules.tiles[tile].market_money) for tile in me.tiles if tile >= 0),
        "road": sum(road_ends_at(me.record, rules, cell) > 0 for cell in free_cells),
        "river": me.river,
        MONEY: me.money,
    }
    return np.array([*amounts.values()], float)


def part_to_go(state: State) -> float:
    """Return which part of its way the leader still has to go, from 1 to 0; the rule counts what pays only later times this."""
    ways = [to_meeting(state, seat).fame for seat in range(PLAYERS)]
    return min(ways) / int(state.rules.record.meeting_line)


def win_text(game: Game, strategy: Strategy, opponent_name: str, blocks: int, seed: int) -> str:
    """Play a match, one seat against all others, and write how often the strategy won."""
    opponent = find_strategy(opponent_name, game=GAME)
    kinds = Kinds(game, (game.rules(PLAYERS),), (strategy, opponent))
    with kinds.workers(1, None, lambda sentence: None) as workers:
        result = MatchPlayer(workers, 0, PLAYERS, [opponent], seed).play([strategy], range(blocks))[0]
    return share_text(match_shares([result.wins], 0.95)[0])


def agreement_text(game: Game, strategy: Strategy, games: int, seed: int) -> str:
    """Say at how many placements of other games of the model a strategy would choose the same; the interval is over games."""
    model, rules = find_strategy(MODEL, game=GAME), game.rules(PLAYERS)
    shares = []
    for game_index in range(games, 2 * games):
        is_same = [
            ask(strategy, step.before, derive(seed, STRATEGY_STREAM, game_index), seed) == step.before.option_codes[step.chosen]
            for step in game.steps(rules, [model] * PLAYERS, derive(seed, STRATEGY_STREAM, game_index))
            if step.before is not None and step.before.decision == "place" and len(step.before.option_codes) > 1
        ]
        shares.append(np.mean(is_same))
    return share_text(match_shares([np.array(shares)], 0.95)[0])


if __name__ == "__main__":
    main()
