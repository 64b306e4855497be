"""Careless play: a strategy's answer gives way to another option with a stated probability."""

from __future__ import annotations

from rajas_sim.core.engine.chance import ERROR_STREAM, WORD, below, threefry
from rajas_sim.core.engine.kernel import Options, kernel


@kernel
def with_error(options: Options, code: int, error: float, own_seed: int, n_decisions: int) -> int:
    """Return an answer, or with probability `error` one of the other options, each as likely.

    Whether, and which, depends on the strategy's own seed and the number of the decision only: in the same position, whoever errs
    more often errs wherever one that errs less often does.

    Parameters
    ----------
    options
        Codes of the options, shape (n,), the answer among them.
    """
    if error == 0.0 or len(options) == 1:
        return code
    chance, which = threefry(own_seed, ERROR_STREAM, n_decisions)
    if chance >= error * (WORD + 1):
        return code
    others = below(which, len(options) - 1)
    for i in range(len(options)):
        if options[i] != code:
            if others == 0:
                return int(options[i])
            others -= 1
    return code
