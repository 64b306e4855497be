"""Why a game ended: the reasons every game has; a game adds its own after them."""

from __future__ import annotations

END_REASONS = ("not_over", "markers_passed", "round_limit", "chain_limit")
NOT_OVER, BY_MARKERS, BY_ROUND_LIMIT, CHAIN_LIMIT = range(len(END_REASONS))
