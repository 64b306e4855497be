"""How many seconds decisions take: what a game assumes, and what an experiment changes."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, StrictStr

from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.game import Game, find_game
from rajas_sim.core.games import PACKAGE
from rajas_sim.study.config.keys import Problem
from rajas_sim.study.config.question_tables import AskedExperiment, LookUpRules, QuestionTable

TURN = "turn"
"""Key for the time that each turn takes besides its decisions."""
MOST_SECONDS = 3600.0
"""No decision may take longer than an hour."""


def _quick_and_slow(value: object) -> object:
    """Use a single number for both ends."""
    return [value, value] if isinstance(value, int | float) and not isinstance(value, bool) else value


def _quick_before_slow(seconds: tuple[float, float]) -> tuple[float, float]:
    if seconds[0] > seconds[1]:
        raise ValueError("the quick number comes first, and the slow one is not smaller")
    return seconds


Amount = Annotated[float, Field(ge=0, le=MOST_SECONDS, strict=True)]
QuickAndSlow = Annotated[tuple[Amount, Amount], BeforeValidator(_quick_and_slow), AfterValidator(_quick_before_slow)]


class WaitingTable(QuestionTable):
    """How many seconds decisions take, from which `rajas waiting` makes minutes."""

    seconds: dict[StrictStr, QuickAndSlow] = Field(
        default={},
        description=f"Seconds of a quick and a slow player by kind of decision, and for each `{TURN}` besides: "
        "{ place = [10, 30], turn = 8 }; what is left out is as the game assumes",
    )

    def problems(self, config: AskedExperiment, players: Sequence[int], rules: LookUpRules) -> Iterator[Problem]:
        """Yield the kinds of decisions that the game does not have."""
        if not players or not self.seconds:
            return
        kinds = (TURN, *_kinds_of_decisions(find_game(rules(players[0], {}).source.game)))
        for kind in self.seconds:
            if kind not in kinds:
                yield Problem(("waiting", "seconds", kind), unknown_name("kind of decision", kind, kinds))


def _kinds_of_decisions(game: Game) -> tuple[str, ...]:
    return game.batches.state_class.decisions


@dataclass(frozen=True)
class Seconds:
    """How many seconds everything takes, for a quick and for a slow player.

    Attributes
    ----------
    turn
        Time of each turn besides its decisions.
    decisions
        Time by kind of decision.
    changed
        Kinds whose seconds the experiment gives, in place of the game.
    published
        Playing times to which the game's seconds are calibrated, in words; empty if none are known.
    """

    turn: tuple[float, float]
    decisions: Mapping[str, tuple[float, float]]
    changed: tuple[str, ...] = ()
    published: str = ""


def seconds_of(game: Game, table: WaitingTable | None) -> Seconds:
    """Return the seconds that the game assumes, with the changes of an experiment's table, if it has one.

    Raises
    ------
    InputError
        If neither says how long some kind of decision takes.
    """
    file = PACKAGE / game.name / "rulebook" / "seconds.toml"
    content: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    assumed: dict[str, tuple[float, float]] = {
        kind: (float(quick), float(slow))
        for kind, (quick, slow) in {TURN: content.get(TURN, (0, 0)), **content.get("decisions", {})}.items()
    }
    changed = {} if table is None else table.seconds
    seconds_by_kind = {**assumed, **changed}
    missing = [kind for kind in _kinds_of_decisions(game) if kind not in seconds_by_kind]
    if missing:
        example = ", ".join(f"{kind}=[3, 10]" for kind in missing)
        raise InputError(
            f"waiting.seconds: {game.title} does not say how long these decisions take: {', '.join(missing)}. Give the "
            f"seconds of a quick and of a slow player: --set 'waiting.seconds={{{example}}}'"
        )
    decisions = {kind: seconds_by_kind[kind] for kind in _kinds_of_decisions(game)}
    return Seconds(seconds_by_kind[TURN], decisions, tuple(changed), str(content.get("published", "")))
