"""Circle goods, and open markets or call the Trader to sell them.

Money alone reaches the intersection point slowly; the tents' bonuses have to make up for it. Everything but these leanings was
tuned.
"""

from rajas_sim.charmers.appraisal import plan

trader = plan(__file__, __doc__, tuned="trader.toml")
