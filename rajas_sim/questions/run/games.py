"""Games to look at, with the command that plays each again."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from rajas_sim.analysis.course.notable import NotableGame, winners
from rajas_sim.analysis.formatting import counted, percent
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.results import PlayerCount
from rajas_sim.showing.view import Section, Table


def game_section(run: Run, results: Sequence[PlayerCount], n_opened: int = 0) -> Section:
    """List the games worth looking at, of which some can be opened in the page."""
    return Section(
        "games",
        "Games to look at",
        "Picked for what they are from all games of the number of players, so they say nothing about how common it is. The "
        "command, given where the folder of the run lies, plays the game again.",
        finding="A click on its number opens a game, decision by decision." if n_opened else "",
        tables=tuple((f"{count.players} players", _table(run, count)) for count in results),
    )


def listed_games(count: PlayerCount) -> list[NotableGame]:
    """Return the games worth looking at, and those that stand out by the chances to win."""
    games = [*count.notable.games]
    turns = count.drama.turning_points if count.drama is not None else ()
    # The last round of a game ends it, which is no turn.
    if (turn := next((point for point in turns if 0.0 < point.after < 1.0), None)) is not None:
        what = f"round {turn.round}: the winner's chance goes from {100 * turn.before:.1f} to {100 * turn.after:.1f} %"
        games.append(NotableGame("the sharpest turn", turn.game, what))
    if count.drama is not None and count.drama.strangest is not None:
        game, chance = count.drama.strangest
        what = f"at the ends of its rounds the winner's chance was {percent(chance)} on average (geometric mean)"
        games.append(NotableGame("the strangest", game, what))
    return games


def _table(run: Run, count: PlayerCount) -> Table:
    games = listed_games(count)
    won_by = winners(run, count.players, {notable.game for notable in games})
    rows = [
        (notable.why, notable.what, won_by[notable.game], str(notable.game), _command(run, notable.game)) for notable in games
    ]
    return Table(
        ("which", "what", "won by", "game", "how to see it"), tuple(rows), f"Of {counted(count.notable.n_games, 'game')}."
    )


def _command(run: Run, game: int) -> str:
    return shlex.join(["rajas", "replay", run.folder.resolve().name, str(game), "--open"])
