"""How strong and how fast a strategy is: a match against a fixed yardstick, and the file of earlier measurements."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomli_w

from rajas_sim.analysis.statistics.estimate import USUAL_LEVEL
from rajas_sim.core.errors import InputError
from rajas_sim.core.rulebook.component_file import parse_toml
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.files import StrategyFile
from rajas_sim.core.strategies.registry import find_strategy, name_or_stand_in
from rajas_sim.running.bench import measure as measure_speed
from rajas_sim.running.runner import n_workers_allowed
from rajas_sim.running.tuning.match import Kinds, MatchPlayer, match_shares
from rajas_sim.study.config.question_tables import StrictForm
from rajas_sim.study.folder.places import write_file
from rajas_sim.study.rule_sets import RuleSet

if TYPE_CHECKING:
    from distributed import Client

#: The usual opponent, on all other seats.
YARDSTICK = "rule_of_thumb"


class Strength(StrictForm):
    """A measurement with one number of players; the field names are those of the file.

    Attributes
    ----------
    win_share, low, high
        Win share against the opponent on all other seats, with its 95 % interval.
    blocks
        Number of luck seeds; each is played from every seat.
    games_per_s
        Speed of games in which the strategy plays every seat, with one thread, on the machine of the measurement.
    digest
        Digest of the strategy's file and values at that time.
    command
        Command that repeats the measurement.
    """

    game: str
    strategy: str
    variant: str
    players: int
    against: str
    win_share: float
    low: float
    high: float
    blocks: int
    games_per_s: float
    digest: str
    command: str


def measure(  # noqa: PLR0913 its options are those of the command
    rule_set: RuleSet,
    strategy: Strategy,
    players: Sequence[int],
    *,
    against: str = YARDSTICK,
    blocks: int,
    seconds: float,
    workers: int | None = None,
    cluster: Client | None = None,
    on_note: Callable[[str], None] = lambda sentence: None,
    seed: int,
) -> Iterator[Strength]:
    """Measure the strength and the speed of a strategy, one number of players after the other.

    Parameters
    ----------
    against
        The strategy on all other seats; if the game does not have it, its stand-in.
    seconds
        Minimum time for measuring the speed. Speed is measured on this machine even if a cluster plays the match.
    cluster, on_note
        As in `rajas_sim.running.runner.run`.

    Raises
    ------
    InputError
        If the game does not allow such a number of players, or there are too many workers.
    StrategyError
        If a strategy fails.
    StoppedError
        After Ctrl-C.
    """
    opponent = find_strategy(name_or_stand_in(against, rule_set.game.name), game=rule_set.game.name)
    n_workers = n_workers_allowed(workers)
    for k in players:
        kinds = Kinds(rule_set.game, (rule_set.rules(k),), (strategy, opponent))
        with kinds.workers(n_workers, cluster, on_note) as match_workers:
            match_player = MatchPlayer(match_workers, 0, k, [opponent], seed)
            (share,) = match_shares([match_player.play([strategy], range(blocks))[0].wins], USUAL_LEVEL)
        options = {"game": rule_set.game.name, "variant": rule_set.variant, "players": k, "blocks": blocks, "seed": seed}
        options |= {} if against == YARDSTICK else {"against": opponent.name}
        option_words = [word for option, value in options.items() for word in (f"--{option}", str(value))]
        yield Strength(
            game=rule_set.game.name,
            strategy=strategy.name,
            variant=rule_set.variant,
            players=k,
            against=opponent.name,
            win_share=round(share.value, 4),
            low=round(share.low, 4),
            high=round(share.high, 4),
            blocks=blocks,
            games_per_s=measure_speed(rule_set, strategy, k, 1, seconds).games_per_s,
            digest=strategy.digest(),
            command=shlex.join(["rajas", "strategies", "measure", strategy.name, *option_words]),
        )


def measured_file(strategy: Strategy | StrategyFile) -> Path:
    """Return the file with the measurements of a strategy: ``measured.toml`` beside the strategy's file."""
    return strategy.path.with_name("measured.toml")


def strengths_of(strategy: Strategy) -> list[Strength]:
    """Return the measurements of a strategy with its present file and values, in its own game if it has one.

    Raises
    ------
    InputError
        If ``measured.toml`` cannot be read.
    """
    rows = read_strengths(measured_file(strategy))
    rows_of_strategy = [row for row in rows if row.strategy == strategy.name and strategy.game in (None, row.game)]
    return [row for row in rows_of_strategy if row.digest == strategy.digest()]


def read_strengths(path: Path) -> list[Strength]:
    """Return the measurements in a file; an empty list if there is no file.

    Raises
    ------
    InputError
        If the file cannot be read, or holds something else.
    """
    if not path.is_file():
        return []
    try:
        rows = parse_toml(path.read_text(encoding="utf-8")).get("measured", [])
        return [Strength.model_validate(row) for row in rows]
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    except (TypeError, ValueError) as error:
        raise InputError(f"{path}: holds something other than measurements: {error}") from None


def write_strengths(path: Path, strengths: Sequence[Strength]) -> None:
    """Add measurements to a file.

    A row replaces the one with the same game, strategy, opponent, variant and number of players.

    Raises
    ------
    InputError
        If the file exists, but holds no measurements.
    RunError
        If it cannot be written.
    """
    rows = {_row_key(row): row for row in [*read_strengths(path), *strengths]}
    document: dict[str, Any] = {"measured": [rows[key].model_dump() for key in sorted(rows)]}
    write_file(path, tomli_w.dumps(document))


def _row_key(row: Strength) -> tuple[str, str, str, int, str]:
    return row.game, row.strategy, row.variant, row.players, row.against
