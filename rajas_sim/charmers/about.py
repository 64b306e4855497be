"""The rules of The Dice Charmers in short, for people who sit down at the table; the rulebook has the details."""

ABOUT = """
Fame is marked from the left and money from the right. When the two tracks of somebody meet, the round is played to its end; \
with two players, who take two dice each in a round, the first die may also end it at once. The winner is the player whose \
tracks have passed each other by the greatest distance. A tie goes to whoever has collected more karma, then to whoever has \
used more; those who are still tied share the victory.

The start player rolls all eight dice, takes one and puts the other of its colour on the elephant, where nobody can take it. \
Then each player in turn takes one of the others.

Green dice draw roads, which must lead to the residence. A building that is reached for the first time brings fame by how far \
its kind is upgraded. A market that is reached lets you sell up to three goods, once. Only half-roads turn a road that \
is there into a fork or an intersection.

Purple dice circle two goods. Goods are sold from the left, and the further right they are, the more they pay.

Blue dice sail to the next unmarked river space with their symbol, and you get what it pays.

Orange dice cross out a palace action and do it; each can be done three times.

Karma is used before you take a die: reroll the die on the elephant and any other, and take one of the two. \
You may use several karma in a turn, to reroll the same two dice.

Bonuses, at the edge of the province, on the tracks and for complete columns, are circled when you reach them and used after \
the action, in any order. A bonus that cannot be used goes to waste.
"""
