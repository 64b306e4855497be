"""Games in plain Python: one file says what the numbers, positions and options of a game are, and every question can be asked.

::

    from rajas_sim.plain import Chance, Result, number

docs/games.md shows how such a file is written.
"""

from rajas_sim.plain.author import Chance, Result, by_seat, number, one_of

__all__ = ["Chance", "Result", "by_seat", "number", "one_of"]
