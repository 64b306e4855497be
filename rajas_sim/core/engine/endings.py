"""Why a game ended: the reasons every game has; a game adds its own after them."""

from __future__ import annotations

from enum import StrEnum


class EndReason(StrEnum):
    """Why a game ended."""

    NOT_OVER = "not_over"
    MARKERS_PASSED = "markers_passed"
    ROUND_LIMIT = "round_limit"
    CHAIN_LIMIT = "chain_limit"


#: Their codes in the field ``end_reason`` of a state.
NOT_OVER, BY_MARKERS, BY_ROUND_LIMIT, CHAIN_LIMIT = range(len(EndReason))
