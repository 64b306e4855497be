"""Looking ahead in a game in plain Python: what an option leads to, what positions are worth, and a tree search."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isnan, log, sqrt
from random import Random

from rajas_sim.core.engine.chance import below, derive, draw
from rajas_sim.core.positions.option import Option
from rajas_sim.plain.position import PlainState

#: Streams of luck for looking ahead; far above those of any game.
AFTER_STREAM, PLAYOUT_STREAM, TIE_STREAM = 0x91A7, 0x91A8, 0x91A9


def after(state: PlainState, option: Option, nth: int = 0) -> PlainState:
    """Return the position after an option, with the nth deal that a strategy may try."""
    course = state.course.copy(derive(state.seed, AFTER_STREAM, nth))
    course.play(state.course_options[option.code])
    return type(state)(course)


def worth(state: PlainState, seat: int) -> float:
    """Return the worth of a position for a seat: ``worth(state, seat)`` of the game, else the seat's lead in scores, else 0.

    A finished game is worth more than any position to whoever won it, and less to the others.
    """
    course = state.course
    if course.result is not None:
        return inf if course.ranks[seat] == 1 else -inf
    if state.file.function("worth") is not None:
        value = state.file.call("worth", course.position, seat, where=course.where)
        if not isinstance(value, int | float):
            raise course.error(f"worth(state, seat) must return a number; found {value!r}")
        return float(value)
    if (scores := course.scores) is None:
        return 0.0
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


def best_of(state: PlainState, worths: Sequence[float]) -> Option:
    """Return the option that is worth most; ties are broken at random.

    Parameters
    ----------
    worths
        The worth of each option of the position, in their order. NaN, the sum of a won and a lost game, counts as 0, an even
        game: worths are leads.
    """
    leads = [0.0 if isnan(value) else value for value in worths]
    highest = max(leads)
    best = [option for option, value in zip(state.options, leads, strict=True) if value == highest]
    return best[below(draw(state.seed, TIE_STREAM, state.n_decisions), len(best))]


class OptionResults:
    """The results of an option in the playouts that took it.

    Attributes
    ----------
    n, won
        The number of these playouts, and the sum of the win shares of the seat that chose.
    """

    __slots__ = ("n", "won")

    def __init__(self) -> None:
        self.n, self.won = 0, 0.0


def best_by_search(state: PlainState, budget: int, exploration: float) -> Option:
    """Return the option that a tree search tries most often.

    The tree consists of options alone: what chance does between them differs from playout to playout (open-loop search). In each
    position of the tree the mover takes the option with the highest sum of mean win share and a bonus, which is larger for
    options that were tried less often (UCB1: Auer, Cesa-Bianchi, Fischer 2002). From the first new position on, everybody plays
    at random.

    Parameters
    ----------
    budget
        The number of playouts.
    exploration
        The weight of the bonus for options that were tried less often, in win shares.
    """
    if len(state.options) == 1:
        return state.options[0]
    random = Random(derive(state.seed, PLAYOUT_STREAM, state.n_decisions))
    # Results by the codes played from this position on, and then by the code of the option tried there.
    tree: dict[tuple[int, ...], dict[int, OptionResults]] = {}
    for nth in range(budget):
        course = state.shown(derive(state.seed, PLAYOUT_STREAM, nth)).course
        path: tuple[int, ...] = ()
        choices: list[tuple[int, OptionResults]] = []  # the seats that chose within the tree, and what they chose
        is_in_tree = True
        while course.result is None:
            options = course.options()
            if len(options) == 1 or not is_in_tree:
                code = random.choice([*options])
            else:
                is_in_tree = path in tree
                results_by_code = tree.setdefault(path, {})
                code = _code_to_try(results_by_code, [*options], exploration, random)
                choices.append((course.seat, results_by_code.setdefault(code, OptionResults())))
            course.play(options[code])
            path = (*path, code)
        shares = course.win_shares
        for seat, results in choices:
            results.n += 1
            results.won += shares[seat]
    results_by_code = tree[()]
    most_tried = max(results_by_code, key=lambda code: results_by_code[code].n)
    return next(option for option in state.options if option.code == most_tried)


def _code_to_try(results: dict[int, OptionResults], codes: list[int], exploration: float, random: Random) -> int:
    """Return the code of the option to try next: one that was never tried, or else the most promising one."""
    untried = [code for code in codes if code not in results]
    if untried:
        return random.choice(untried)
    log_n = log(sum(results[code].n for code in codes))
    return max(codes, key=lambda code: results[code].won / results[code].n + exploration * sqrt(log_n / results[code].n))
