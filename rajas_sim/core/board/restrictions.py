"""What a seat may not use: sets of things are bits of one integer (core.rulebook.restrictions)."""

from __future__ import annotations

from rajas_sim.core.engine.kernel import kernel


@kernel
def has_bit(bits: int, i: int) -> bool:
    """Return whether the i-th thing is in a set of things."""
    return (bits >> i) & 1 == 1
