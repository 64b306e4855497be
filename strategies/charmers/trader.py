"""Goods first, sold where the columns are dear."""

from rajas_sim import strategy
from rajas_sim.charmers.appraisal import best_option, weights


@strategy(game="charmers", parameters=weights(purple=1.5, money=0.55))
def trader(state, rules, options, parameters):  # type: ignore[no-untyped-def]
    """Circle goods, and open markets or call the Trader to sell them.

    Money alone reaches the intersection point slowly; the tents' bonuses have to make up for it.
    """
    return best_option(state, rules, options, parameters)
