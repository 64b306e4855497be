"""Whether a run has enough games for its stopping rule."""

from __future__ import annotations

from pathlib import Path

from rajas_sim.analysis.expectations import ExpectationStatus, checked_expectations
from rajas_sim.analysis.formatting import share_text, the_player
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.analysis.winning.seats import SeatAdvantage, seat_advantage, seat_groups
from rajas_sim.analysis.winning.strategies import strategy_shares
from rajas_sim.study.folder.store import RunFolder

_DECIDED_RULINGS = (Ruling.FAIR, Ruling.UNFAIR)


def enough_played(folder: Path, players: int, blocks: int) -> tuple[bool, str]:
    """Return whether the first `blocks` blocks with a number of players satisfy a run's stopping rule, and a verdict as text.

    The verdict is that of the first group of games, after the win share that it is about.

    `expect` is satisfied when each expectation is known to hold or to fail. `verdict` is satisfied when the verdict is FAIR
    or UNFAIR for every arm and every group of line-ups. `width` is satisfied when no interval of a win share is wider, by
    seat or, where strategies differ in the last group, by strategy. The intervals hold at every look
    (`rajas_sim.analysis.statistics.sequences`). Without a rule, nothing is enough.

    Raises
    ------
    InputError
        If the folder holds no run.
    """
    manifest = RunFolder(folder).manifest()
    blocks_by_players = dict.fromkeys(manifest.players, 0) | {players: blocks}
    run = Run(folder, manifest.model_copy(update={"blocks": blocks_by_players}), manifest.tolerance)
    advantages = [seat_advantage(run, group) for group in seat_groups(run, players)]
    stop = manifest.stop
    is_enough = stop is not None
    if stop is not None and stop.expect:
        expectations = checked_expectations(run, players)
        is_enough = all(expectation.status is not ExpectationStatus.UNDECIDED for expectation in expectations)
    if is_enough and stop is not None and stop.verdict:
        is_enough = all(advantage.verdict.ruling in _DECIDED_RULINGS for advantage in advantages)
    if is_enough and stop is not None and stop.width is not None:
        shares = [share for advantage in advantages for share in advantage.shares] + [
            *strategy_shares(run.of_described_games(players), players).values()
        ]
        is_enough = all(share.high - share.low <= stop.width for share in shares)
    return is_enough, _verdict_text(advantages[0])


def _verdict_text(advantage: SeatAdvantage) -> str:
    """Return the verdict after the win share that it is about, such as ``2p start player 58.1 % (56.0 to 60.2) UNFAIR``."""
    verdict, players = advantage.verdict, advantage.players
    player = the_player(verdict.position, players).removeprefix("the ")
    return f"{players}p {player} {share_text(advantage.shares[verdict.position - 1])} {verdict.ruling}"
