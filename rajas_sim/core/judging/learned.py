"""Choosing by an appraisal, corrected by what was learned about similar options in similar positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.engine.any_game import AnyRules, AnySeat, AnyState
from rajas_sim.core.engine.kernel import Floats, Options, Record, kernel
from rajas_sim.core.engine.memory import new_record
from rajas_sim.core.engine.records import layout_of
from rajas_sim.core.judging.correction_network import HIDDEN, best_worth, correction, row_names, sum_features


class Judgement(Record, Protocol):
    """What is written about a decision: worth and kind of each option, and what the network computes from the position."""

    worths: Annotated[Floats, "worths"]
    kinds: Annotated[NDArray[np.int16], "kinds"]  # `NO_KIND` for an option without a kind
    x: Annotated[Floats, "features"]  # the features of the position
    sums: Annotated[Floats, "hidden"]  # the features weighted and added up for each unit (`sum_features`)
    activations: Annotated[Floats, "hidden"]  # of the units, for the option corrected last


class Judging(NamedTuple):
    """What a game supplies so that its appraisal can be corrected.

    Attributes
    ----------
    judge
        ``(state, rules, options, weights, judgement) -> bool``: write the worth and the kind of every option. If an option has a
        kind, write the features of the position as well and return True.
    weights, features, kinds
        Names of the weights, of the features of a position, and of the kinds of options.
    max_options
        The largest number of options of any decision.
    """

    judge: Callable[..., bool]
    weights: tuple[str, ...]
    features: tuple[str, ...]
    kinds: tuple[str, ...]
    max_options: int

    @property
    def judgement_layout(self) -> np.dtype[Any]:
        """The layout of a `Judgement`."""
        worths, kinds = (np.float64, (self.max_options,)), (np.int16, (self.max_options,))
        features, hidden = (np.float64, (len(self.features),)), (np.float64, (HIDDEN,))
        return layout_of(Judgement, worths=worths, kinds=kinds, features=features, hidden=hidden)

    @property
    def row_names(self) -> tuple[str, ...]:
        """Names of the rows of the network that corrects the worths (`network`)."""
        return row_names(self.features, self.kinds)

    @property
    def n_corrections(self) -> int:
        """How many numbers the network that corrects the worths has."""
        return len(self.row_names) * HIDDEN


class LearnedKernels(NamedTuple):
    """Kernels that judge by an appraisal and its learned corrections.

    Their parameters are the weights, followed by the numbers of a network (`network`). If some option of a decision has a kind,
    the network says what to add to the worths of all its options.

    Attributes
    ----------
    appraise
        ``(state, rules, options, parameters, judgement)``: write the corrected worth of every option into ``judgement.worths``.
    choose
        ``(state, rules, options, parameters) -> code``: take the option of the highest corrected worth.
    """

    appraise: Callable[..., None]
    choose: Callable[..., int]


def learned_kernels(judging: Judging) -> LearnedKernels:
    """Return the kernels for one game; their compiled code is stored with that of its appraisal."""
    judge, layout = judging.judge, judging.judgement_layout
    n_weights, n_features = len(judging.weights), len(judging.features)

    @kernel(store_with=judge, is_part=True)
    def appraise(state: AnyState[AnySeat], rules: AnyRules, options: Options, parameters: Floats, judgement: Judgement) -> None:
        """Write the corrected worth of every option into ``judgement.worths``; without kinds, worths stay as they are."""
        if judge(state, rules, options, parameters, judgement):
            n, network, sums = len(options), parameters[n_weights:], judgement.sums
            highest_worth = best_worth(judgement.worths, n)
            sum_features(network, judgement.x, sums)
            for i in range(n):
                worth, kind = judgement.worths[i], judgement.kinds[i]
                judgement.worths[i] += correction(network, n_features, sums, kind, worth, highest_worth, judgement.activations)

    @kernel(store_with=judge)
    def best_learned_option(state: AnyState[AnySeat], rules: AnyRules, options: Options, parameters: Floats) -> int:
        """Return the option of the highest corrected worth; of equal ones the first."""
        judgement = new_record(layout)
        appraise(state, rules, options, parameters, judgement)
        best_index = 0
        for i in range(len(options)):
            if judgement.worths[i] > judgement.worths[best_index]:
                best_index = i
        return int(options[best_index])

    return LearnedKernels(appraise, best_learned_option)
