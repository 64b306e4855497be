"""A game that is played again is the one that was recorded, or is said not to be."""

from __future__ import annotations

from pathlib import Path

import pytest

from rajas_sim.study.folder.runs import find_played_game
from tests.toy_studies.experiment_helpers import MakeConfig, play, read

USES_CHANCE = """\
import random

from rajas_sim import strategy


@strategy(game="toy", compiled=False)
def moody(state, parameters):
    '''Choose by random numbers that nobody was told of.'''
    return random.choice(state.options)
"""


def differences(folder: Path, players: int) -> list[str | None]:
    differing = []
    for number in read(folder, "games", players)["game"]:
        game = find_played_game(folder, number)
        differing.append(game.difference_text(list(game.steps())))
    return differing


def test_every_game_of_a_run_is_the_recorded_one(make_config: MakeConfig, tmp_path: Path) -> None:
    arms = [{"name": "poor", "overrides": {"setup.money": [1] * 5}}]
    config = make_config(line_up=["even", "coin", "third", "fourth", "random"], arms=arms, blocks=2)
    folder = play(config, tmp_path).folder
    for players in (2, 5):
        assert set(differences(folder, players)) == {None}


def test_the_games_of_a_strategy_with_random_numbers_of_its_own_are_others(
    make_config: MakeConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("strategies").mkdir()
    Path("strategies/moody.py").write_text(USES_CHANCE)
    folder = play(make_config(line_up=["moody"], players=[2], blocks=30), tmp_path / "runs").folder
    said = [difference for difference in differences(folder, 2) if difference]
    assert len(said) > 15
    assert any(" was " in sentence and ", is now " in sentence for sentence in said)
