"""What positions and options are looked at by, for strategies that learned, in games in which every decision occurs."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES
from rajas_sim.core.judging.correction_network import NO_KIND
from rajas_sim.core.strategies.registry import find_strategy
from tests.every_game.walking import games_of_every_kind


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_kind_occurs_and_every_feature_varies_within_moderate_bounds(game: str) -> None:
    judging = find_game(game).appraisal.lesson_kernels.judging
    weights = np.array([*find_strategy("rule_of_thumb", game=game).values.values()])
    judgement = np.zeros(1, judging.judgement_layout)
    seen: Counter[int] = Counter()
    features = []
    for step in games_of_every_kind(game):
        state = step.after
        if state.is_over or len(state.option_codes) == 1:
            continue  # nobody is asked
        codes = np.array(state.option_codes, np.int16)
        judgement["x"] = np.nan
        has_kind = judging.judge(state.array[0], state.rules.array[0], codes, weights, judgement[0])
        kinds = judgement["kinds"][0, : len(codes)]
        assert has_kind == bool((kinds != NO_KIND).any())
        assert np.isfinite(judgement["worths"][0, : len(codes)]).all()
        seen.update(kinds.tolist())
        if has_kind:
            features.append(judgement["x"][0].copy())
    assert {*seen} - {NO_KIND} <= {*range(len(judging.kinds))}
    missing = [name for i, name in enumerate(judging.kinds) if not seen[i]]
    assert all(name.startswith("cell_") for name in missing), "random players lay few tiles, and not everywhere"
    x = np.array(features)
    assert np.abs(x).max() <= 4
    assert (x[:, 0] == 1).all()
    assert (np.ptp(x[:, 1:], axis=0) > 0).all()
