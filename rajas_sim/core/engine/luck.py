"""Luck by source: which seed each source of luck draws from, since rules may deal some of it anew."""

from __future__ import annotations

import numpy as np

from rajas_sim.core.engine.any_game import AnyRules
from rajas_sim.core.engine.chance import derive
from rajas_sim.core.engine.kernel import kernel
from rajas_sim.core.engine.records import record_type

LUCK = record_type(
    [
        ("anew", np.int64),  # bit set: sources that are dealt anew
        ("first_round", np.int16),  # in these rounds only; the set-up is round 0
        ("last_round", np.int16),
        ("deal", np.int16),  # which of the other deals it is
    ]
)
LAST_ROUND = np.iinfo(np.int16).max
ANEW_STREAM = 0xA2E1


@kernel
def seed_for(rules: AnyRules, seed: int, round_number: int, sources: int) -> int:
    """Return the seed to draw from: that of the game, or of another deal if one of these sources (bit set) is dealt anew now."""
    luck = rules.luck
    if luck.anew & sources == 0 or not luck.first_round <= round_number <= luck.last_round:
        return int(seed)
    return derive(seed, ANEW_STREAM, luck.deal)
