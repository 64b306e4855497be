"""How well `adept` judges and plays under rules and printed values that its network has not learned from.

    rajas components sample --n 20
    python benchmarks/other_rules.py --boxes reports/boxes_ganges-... [--games N] [--blocks N] [--workers W]

Plays games of two by the reference, by each rule set of some shipped experiments, and in the plausible boxes of a folder, and
prints two tables with 95 % intervals. The first is about games of `strong` against itself: how often the network says that the
start player wins, less how often it does, and the log loss of what it says, both as means over the turns of a game. The second
shows how often `adept` wins against `expert`, whose playouts go to the end of the game, so that they know every rule: where other
rules make the network misjudge, `adept` wins less than by the reference.

Every rule set is played with the same luck in the first table. So where a row has several, a game is the mean over them; boxes
are themselves drawn at random, so there a box is one observation. In the second table every match has luck of its own.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from rajas_sim.core.game import Game, find_game
from rajas_sim.core.rulebook.rules import Rules
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.core.strategies.value_file import read_value
from rajas_sim.learning import recorded_games
from rajas_sim.learning.values import predicted_shares
from rajas_sim.running.tuning.match import Kinds, MatchPlayer
from rajas_sim.study.config.load import load_experiment
from rajas_sim.study.config.shipped import find_file

EXPERIMENTS = {"ganges": ("starting_money", "routes", "readings"), "charmers": ("charmers_readings",)}
PLAYERS = 2
GAMES_SEED, MATCH_SEED = 3101, 3102
MOST_ROWS = 10
BOXES = "boxes"
Floats = NDArray[np.float64]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="ganges")
    parser.add_argument("--boxes", type=Path, help="Folder of component files.")
    parser.add_argument("--games", type=int, default=4000, help="Games of strong by each rule set.")
    parser.add_argument("--blocks", type=int, default=100, help="Blocks of adept against expert for each row.")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    game = find_game(options.game)
    # Name of the row or rows -> name of the rule set -> rules.
    groups: dict[str, dict[str, Rules]] = {"reference": {"reference": game.rules(PLAYERS)}}
    for name in EXPERIMENTS[game.name]:
        experiment = load_experiment(find_file("experiment", name), [f"players=[{PLAYERS}]"])
        rules_of_arms = dict(zip(experiment.design.arms, experiment.rules[PLAYERS], strict=True))
        groups[name] = {arm: rules for arm, rules in rules_of_arms.items() if arm != experiment.design.arms[0]}
    if options.boxes:
        boxes = sorted(options.boxes.glob("box_*.toml"))
        groups[BOXES] = {box.stem: game.rules(PLAYERS, components=box) for box in boxes}
    print("| rules | start player, said less played | log loss |\n|---|---|---|", flush=True)
    for name, group in groups.items():
        errors_by_rules = {rules_name: network_errors(rules, options.games) for rules_name, rules in group.items()}
        for rules_name, columns in (errors_by_rules if len(errors_by_rules) <= MOST_ROWS else {}).items():
            print(f"| {name}: {rules_name} | {error_cells(columns)} |", flush=True)
        if len(errors_by_rules) > MOST_ROWS:
            over_rule_sets = [pooled(column, is_of_boxes=name == BOXES) for column in zip(*errors_by_rules.values(), strict=True)]
            print(f"| {len(errors_by_rules)} of {name} | {error_cells(over_rule_sets)} |", flush=True)
    print("\n| rules | adept against expert |\n|---|---|", flush=True)
    seed = MATCH_SEED
    for name, group in groups.items():
        wins = wins_of_adept(game, [*group.values()], options.blocks, options.workers, seed)
        seed += len(group)
        values = pooled(wins, is_of_boxes=True) if name == BOXES else np.concatenate(wins)
        print(f"| {name} | {mean_text(values, 100.0, ' %')} |", flush=True)


def network_errors(rules: Rules, n_games: int) -> tuple[Floats, Floats]:
    """Return the excess and the log loss of the network in each game, as means over its turns, both of shape (games,).

    The excess is the start player's win share as the network estimates it, minus the actual one.
    """
    game = find_game(rules.source.game)
    networks = read_value(find_strategy("adept", game=game.name).path.with_name("adept.npz"), game.appraisal.inputs).networks
    positions = recorded_games(rules, ["strong"] * PLAYERS, n_games, seed=GAMES_SEED)
    shares = predicted_shares(positions, np.array(networks[rules.variant, PLAYERS]))
    n_turns = np.bincount(positions.game)
    excess = shares[:, 0] - positions.win_share[:, 0]
    log_loss = -(positions.win_share * np.log(shares)).sum(axis=1)
    return np.bincount(positions.game, excess) / n_turns, np.bincount(positions.game, log_loss) / n_turns


def pooled(parts: Sequence[Floats], *, is_of_boxes: bool) -> Floats:
    """Return independent numbers from one array per rule set, shape (games,): the means of boxes, or else of games.

    Rule sets that are no boxes are played with the same luck.
    """
    return np.array([part.mean() for part in parts]) if is_of_boxes else np.mean(parts, axis=0)


def error_cells(columns: Sequence[Floats]) -> str:
    """Return the cells of a row for what `network_errors` returns."""
    excess, log_loss = columns
    return f"{mean_text(excess, 100.0, ' points')} | {mean_text(log_loss, 1.0, '')}"


def wins_of_adept(game: Game, rule_sets: Sequence[Rules], n_blocks: int, n_workers: int, seed: int) -> list[Floats]:
    """Return for each rule set the win share of adept against expert in its part of the blocks, shape (blocks,).

    The seeds of the rule sets are `seed`, `seed` + 1 and so on.
    """
    adept, expert = (find_strategy(name, game=game.name) for name in ("adept", "expert"))
    blocks = range(max(1, n_blocks // len(rule_sets)))
    with Kinds(game, tuple(rule_sets), (adept, expert)).workers(n_workers, None, print) as workers:
        match_players = [MatchPlayer(workers, i, PLAYERS, [expert], seed + i) for i in range(len(rule_sets))]
        return [match_player.play([adept], blocks)[0].wins for match_player in match_players]


def mean_text(numbers: Floats, factor: float, unit: str) -> str:
    """Return the mean of independent numbers, times `factor`, with its 95 % interval, and how many there are."""
    scaled = factor * numbers
    half_width = stats.t.ppf(0.975, len(scaled) - 1) * scaled.std(ddof=1) / len(scaled) ** 0.5
    return f"{scaled.mean():.3g}{unit} (± {half_width:.2g}, n = {len(scaled):,})"


if __name__ == "__main__":
    main()
