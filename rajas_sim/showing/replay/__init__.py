"""One game as an HTML page that steps through it; the table is drawn by the game, the page knows none of its words.

- `write` writes the page, `page` says what is on it, `frames` stores what one position shows and the next one shows again only
  once, `chart` draws the race over the game. The templates are `replay.html.j2`, `replay.css` and `replay.js`.
"""

from rajas_sim.showing.replay.write import write_replay

__all__ = ["write_replay"]
