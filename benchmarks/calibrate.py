"""Compare the reference components of a game with its targets, and show what each assumed group of values does to them.

    python benchmarks/calibrate.py [--game charmers] [--games N] [--strategy expert --reference-only]

The targets are data (`rajas_sim/<game>/rulebook/targets.toml`). One line per change: all assumed values of the group moved
together by one step, everything else as in the reference. Means are over games between players of one strategy (`strong`), with
95 % intervals; `distance` adds up how far each mean lies outside its target range, in half-widths of that range (for a target
with one end, of that end).
"""

from __future__ import annotations

import argparse
import importlib
import math
from typing import Any

from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.running.boxes.targets import OPPONENT, measure_targets, read_targets, shares_of_plan, strategies_of_plans

SEED = 2017
NORMAL_95 = 1.96


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, default="ganges")
    parser.add_argument("--games", type=int, default=2000, help="games per line and pairing (default 2000)")
    parser.add_argument("--strategy", default="strong", help="who plays on every seat (default strong)")
    parser.add_argument("--reference-only", action="store_true", help="change nothing, and try no plans")
    arguments = parser.parse_args()
    yardstick = importlib.import_module(f"yardstick_{arguments.game}")
    game, n_games, targets = find_game(arguments.game), arguments.games, read_targets(arguments.game)
    strategy, plans = find_strategy(arguments.strategy, game=game.name), strategies_of_plans(targets)
    shown_targets = targets.targets if arguments.reference_only else targets.targets_and_plans
    print(f"{n_games} games per line, {targets.players} {strategy.name} players (plans: 2), seed {SEED}; {targets.whose}")
    print(f"{'':24}" + "".join(f"{target.name:>18}" for target in shown_targets) + f"{'distance':>10}")
    print(f"{'target':24}" + "".join(f"{target.text:>18}" for target in shown_targets))
    references: dict[str, tuple[str, dict[str, Any]]] = {f"reference, {variant}": (variant, {}) for variant in yardstick.VARIANTS}
    overrides_by_change = {} if arguments.reference_only else yardstick.changes()
    changes = {name: (yardstick.VARIANTS[0], overrides) for name, overrides in overrides_by_change.items()}
    for name, (variant, overrides) in {**references, **changes}.items():
        values_by_target = measure_targets(
            targets, game, game.rules(targets.players, variant, overrides=overrides), strategy, n_games, SEED
        )
        if not arguments.reference_only:
            two_player_rules = game.rules(2, variant, overrides=overrides)
            values_by_target |= {
                plan.name: shares_of_plan(game, two_player_rules, plans[plan.name], plans[OPPONENT], n_games, SEED)
                for plan in targets.plans
            }
        means = {target_name: float(values.mean()) for target_name, values in values_by_target.items()}
        half_widths = {
            target_name: NORMAL_95 * float(values.std(ddof=1)) / math.sqrt(len(values))
            for target_name, values in values_by_target.items()
        }
        cells = "".join(f"{f'{means[target.name]:.2f} +-{half_widths[target.name]:.2f}':>18}" for target in shown_targets)
        distance = sum(target.distance_outside(means[target.name]) for target in shown_targets)
        print(f"{name:24}{cells}{distance:>10.2f}", flush=True)


if __name__ == "__main__":
    main()
