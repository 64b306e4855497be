"""What the numbers about whole games are called, for tables that people read."""

from __future__ import annotations

from collections.abc import Sequence

from rajas_sim.analysis.drama.drama import DEPTHS, PARTS_OF_1, Drama
from rajas_sim.analysis.drama.paths import DECIDED
from rajas_sim.analysis.formatting import mean_text, share_text

_DEPTHS = {"half": "half", "fifth": "a fifth", "tenth": "a tenth"}
MEANS = {
    "decided.round": "round at whose end it is decided",
    "decided.part_of_game": "part of the game after which it is decided",
    "lead.round": "round from which the winner leads for good",
    "lead.part_of_game": "part of the game after which the winner leads for good",
    "lowest_of_winner": "lowest chance of the winner",
    "highest_of_loser": "highest chance of a loser",
    "favourite_changes": "changes of the favourite",
    "drama": "drama",
    "surprise": "surprise of a round",
}
SHARES = {
    "decided.in_last_round": "decided by the last round only",
    "lead.in_last_round": "lead taken for good in the last round",
    **{f"comeback.{depth}": f"winner once below {_DEPTHS[depth]} of an even share" for depth in DEPTHS},
    "upset": f"somebody above {100 * DECIDED:.0f} % did not win",
    "behind": "rounds after which the winner was behind the favourite",
}
_OF_OTHERS = ("highest_of_loser", "upset")
"""With two players these say what others say, of the other player."""


def titled_rows(dramas: Sequence[Drama]) -> tuple[tuple[str, ...], ...]:
    """Return the numbers about whole games, one row each: its title, and for each number of players its text."""
    left_out = () if any(own.players > 2 for own in dramas) else _OF_OTHERS
    means = {name: title for name, title in MEANS.items() if name not in left_out}
    shares = {name: title for name, title in SHARES.items() if name not in left_out}
    return (
        *(
            (title, *(share_text(own.means[name]) if name in PARTS_OF_1 else mean_text(own.means[name]) for own in dramas))
            for name, title in means.items()
        ),
        *((f"{title}, share", *(share_text(own.shares[name]) for own in dramas)) for name, title in shares.items()),
    )
