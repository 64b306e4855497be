"""Circle goods, and open markets or call the Trader to sell them.

Money alone reaches the intersection point slowly; the tents' bonuses have to make up for it.
"""

from rajas_sim.charmers.appraisal import plan

trader = plan(__file__, __doc__, purple=1.5, money=0.55)
