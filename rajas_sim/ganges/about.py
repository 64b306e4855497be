"""The rules of Rajas of the Ganges in short, for people who sit down at the table; the rulebook has the details."""

ABOUT = """
Everybody has a fame marker and a money marker, which move towards each other. When those of one player meet, the stage is \
played to its end: whoever sits between that player and the start player may place one more worker. The winner is the player \
whose markers have passed each other by the greatest distance; in a tie, the player whose markers met or passed first.

In turn, each places one worker on a free space, pays what the space shows, and does what it is for. When nobody can place any \
more, the workers come home and the next round begins. Whoever placed a worker at the Great Mogul starts it; if nobody did, the \
next player to the left of the last start player.

Quarry: pay the money of the space, take a tile on display, and give dice of its colour that show at least its cost together. \
Lay the tile in any rotation so that a road leads from it to your residence. Buildings bring fame by how far that kind is \
upgraded, markets bring the money on them, and a road that reaches the edge brings what is printed there.

Market: either one market of each good pays, or, for a die, as many markets of one good as the die shows. With three or \
four players there are two spaces for assorted goods, and each player may take only one of them in a round.

Palace: dice from the terraces, two for one on the balconies, money and new rolls on the outer terraces. Each chamber wants a \
die of its number and helps in its own way.

Harbour: give a 1, 2 or 3 and sail up to that many free spaces along the river, with a 1 exactly one. You get what the space \
pays where you stop.

Karma turns a die to its opposite face when you give it up, as often as you can pay for it. A statue holds ten dice, \
or eight in the Navaratnas version; if you would have more, you choose which to keep before the new ones are rolled.

Both tracks have bonuses, which you get when your marker reaches or passes their spaces: on the fame track an upgrade, karma \
and a move of the boat to the next free space; on the money track two such moves and, twice, dice of any colour. Each bonus of \
the money track comes once: paying moves your marker back, but passing the space again brings nothing. The upgrade of \
the fame track counts for buildings from your next turn on.

You have three workers. Two more come from the fame track, the money track and the bridge on the river, whichever you reach \
first; in the Navaratnas version all three do.
"""
