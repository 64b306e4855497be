"""How likely counts are by chance alone; every test that uses this says how often it would fail for nothing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.stats import chi2_contingency, chisquare


def p_of_equally_likely(counts: Sequence[int]) -> float:
    """Return the probability of counts at least as uneven as these if all outcomes are equally likely (chi-square test)."""
    return float(chisquare(counts).pvalue)


def p_of_independent(table: Sequence[Sequence[int]]) -> float:
    """Return the probability of a table at least as uneven as this if rows and columns are independent (chi-square test)."""
    return float(chi2_contingency(np.asarray(table)).pvalue)
