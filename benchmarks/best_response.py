"""How much a player wins that learned to beat another one.

    python benchmarks/best_response.py [--games N] [--rounds R] [--blocks B] [--seed S]

The other one is `adept`, with 2 players in the base game of *Rajas of the Ganges*. Its answer begins as a
copy. In each round it plays games against `adept`, erring now and then so that positions it avoids are seen as well, and the
value by which it judges positions goes on learning from them. Then both meet on fresh luck, each deal from both seats. What the
answer wins is a lower bound of what the best one would: it thinks in the same way, and only judges otherwise. No game of
training is one of the match.
"""

from __future__ import annotations

import argparse
import shutil
from contextlib import chdir
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rajas_sim import experiment, find_strategy, ganges
from rajas_sim.core.game import find_game
from rajas_sim.core.games import shipped_folder
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.value_file import read_value
from rajas_sim.learning import Positions, fit_value, recorded_games, write_fitted_values
from rajas_sim.learning.values import HELD_OUT, FittedValue, predicted_shares

KIND = ("base", 2)  # variant and number of players
ERROR, EPOCHS, LEARNING_RATE = 0.03, 2, 0.0005


def log_loss(positions: Positions, numbers: NDArray[np.float64]) -> float:
    """Return the mean log loss of the win shares that a network estimates."""
    shares = np.clip(predicted_shares(positions, numbers), 1e-6, 1.0)
    return float(-(positions.win_share * np.log(shares)).sum(axis=1).mean())


def last_games(positions: Positions) -> Positions:
    """Return the positions of the games that training leaves out."""
    n_games = int(positions.game.max()) + 1
    rows = positions.game >= n_games - round(HELD_OUT * n_games)
    arrays = {name: getattr(positions, name)[rows] for name in ("seats", "shared", "to_move", "game", "win_share", "lead")}
    return positions._replace(**arrays)


def copy_of_adept(name: str, value: FittedValue) -> Strategy:
    """Write a copy of `adept` that judges positions by this value into the folder ``strategies``, and return it."""
    shipped, folder = shipped_folder("strategies") / "ganges", Path("strategies")
    folder.mkdir(exist_ok=True)
    shutil.copy(shipped / "strong.toml", folder)
    write_fitted_values(folder / f"{name}.npz", "ganges", {KIND: value})
    text = (shipped / "adept.py").read_text(encoding="utf-8")
    text = text.replace("adept.npz", f"{name}.npz").replace("adept = ", f"{name} = ")
    (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return find_strategy(name, game="ganges")


def win_share_text(line_up: list[str], blocks: int, seed: int) -> str:
    """Play a line-up, and return how often its first player wins; of one strategy alone, how often the start player wins."""
    study = {
        "name": line_up[0],
        "question": "How often does it win?",
        "game": "ganges",
        "players": [2],
        "line_up": line_up,
        "blocks": blocks,
        "seed": seed,
    }
    ending = f"{line_up[0]}.win_share.position_1" if len(line_up) == 1 else f"win_share.{line_up[0]}"
    estimates = experiment.run(study, report=False, workers=1).estimates
    wins = estimates.row(by_predicate=pl.col("name").str.ends_with(ending), named=True)
    who = f"the start player between two {line_up[0]}" if len(line_up) == 1 else f"{line_up[0]} against {line_up[1]}"
    return f"{who} wins {wins['value']:.1%} ({wins['low']:.1%} to {wins['high']:.1%}); {blocks} blocks, seed {seed}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=12_000, help="Games of each round.")
    parser.add_argument("--rounds", type=int, default=2, help="So often it plays and learns.")
    parser.add_argument("--blocks", type=int, default=1000, help="Deals of the match, each with two games.")
    parser.add_argument("--seed", type=int, default=3501)
    options = parser.parse_args()
    rules, adept = ganges.rules(players=2), find_strategy("adept", game="ganges")
    file = shipped_folder("strategies") / "ganges" / "adept.npz"
    numbers = np.array(read_value(file, find_game("ganges").appraisal.inputs).networks[KIND])
    with TemporaryDirectory() as folder, chdir(folder):
        answer, recordings = adept, list[Positions]()
        for round_index in range(options.rounds):
            erring_answer = replace(answer, error=ERROR)
            recordings.append(recorded_games(rules, [erring_answer, adept], options.games, seed=options.seed + round_index))
            positions = Positions.joined(recordings)
            loss_before = log_loss(last_games(positions), numbers)
            value = fit_value(positions, epochs=EPOCHS, start=numbers, learning_rate=LEARNING_RATE)
            numbers, name = value.numbers, f"answer_{round_index + 1}"
            answer = copy_of_adept(name, value)
            losses_text = f"log loss on {value.n_held_out:,} others {loss_before:.4f}, after training {value.log_loss:.4f}"
            print(f"round {round_index + 1}: {value.n_games:,} games; {losses_text}", flush=True)
            print(win_share_text([name, "adept"], options.blocks, options.seed + 1000 + round_index), flush=True)


if __name__ == "__main__":
    main()
