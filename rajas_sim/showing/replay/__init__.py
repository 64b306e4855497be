"""One game as an HTML page that steps through it.

The game draws the table; the page knows none of its words.

- `write` writes the page, `page` says what is on it, and `layout` where the panels of the table lie.
- `turns` says in a sentence what was done in each turn, `chances` who was winning, and `values` what options were worth.
- `frames` stores only the differences between one position and the next. `chart` draws the chances or the race.

The templates are `replay.html.j2`, `replay.css` and `replay.js`.
"""

from rajas_sim.showing.replay.chances import chances_of_turns
from rajas_sim.showing.replay.write import write_replay

__all__ = ["chances_of_turns", "write_replay"]
