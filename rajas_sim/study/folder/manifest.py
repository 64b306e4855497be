"""The form of a manifest: what a run is, for people, for reports and for continuing the run.

`rajas_sim.study.folder.state` makes the manifest of a run, `rajas_sim.study.folder.store` reads and writes it.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, PlainSerializer, ValidationError, model_validator
from pydantic_core import to_json

from rajas_sim.core.rulebook.form_problems import FormProblem, form_problems
from rajas_sim.study.config.form import Between0And1, Stop, StrategyChoice, Tolerance, most_blocks_of
from rajas_sim.study.config.keys import counted_from_1, keys_text
from rajas_sim.study.design import Seatings

FORMAT = 1
#: The key of the checksum, a SHA-256 of all other keys and their values.
CHECKSUM = "sha256"


class DamagedManifestError(ValueError):
    """The content of the file is not what was written."""


class _Part(BaseModel, frozen=True):
    """A part of the manifest, or all of it."""


#: A measured number, rounded to three decimals. If it could not be measured, it is not-a-number here and null in JSON.
Measured = Annotated[
    float,
    BeforeValidator(lambda value: math.nan if value is None else value),
    AfterValidator(lambda value: round(value, 3)),
    PlainSerializer(lambda value: value if math.isfinite(value) else None),
]


class Timings(_Part):
    """How long a run took; the rates are those of the last time games were added."""

    wall_s: Measured = 0.0
    games_per_s: Measured = 0.0
    decisions_per_s: Measured = 0.0
    workers: int = 0
    peak_memory_mib: Measured = 0.0


class Hashes(_Part):
    """The digests of everything that determines the games.

    Attributes
    ----------
    run
        Digest of all the others together; its beginning is part of the name of the run folder.
    engine
        Digest of the sources that play the games.
    """

    run: str
    config: str
    rules: str
    components: str
    strategies: str
    engine: str


class PlayedRules(_Part):
    """The variant and the modules of an arm."""

    variant: str
    modules: tuple[str, ...]


class SweptRules(_Part):
    """The paths of a sweep and the arms that are its points, in order; `Manifest.overrides` has the values at each point.

    Attributes
    ----------
    printed
        Points that were not played, because they have the rules of the baseline, which stands for them. Earlier versions played
        them.
    """

    paths: tuple[str, ...]
    arms: tuple[str, ...]
    printed: tuple[str, ...] = ()
    together: bool = False


class AssumedValue(_Part):
    """A component value that no source gives, with the range or the choices that are plausible for it."""

    path: str
    value: Any
    low: Any = None
    high: Any = None
    choices: tuple[str, ...] | None = None
    why: str = ""


class Look(_Part):
    """One look at the estimates for a number of players, by a reader or by the stopping rule.

    Attributes
    ----------
    at
        Time of the look, in UTC.
    stop
        The stopping rule that looked; None for a reader, who saw the verdicts.
    is_enough
        Whether the stopping rule was met.
    """

    players: int
    blocks: int
    tolerance: Tolerance
    level: Between0And1
    at: str
    stop: Stop | None = None
    is_enough: bool = False

    @property
    def subject(self) -> tuple[int, float, float]:
        """What was looked at, and under which settings.

        A second look at the same subject shows nothing new.
        """
        return self.blocks, self.tolerance, self.level


class AskedBy(_Part):
    """The question that played a run for its answer, and the experiment about which it was asked."""

    question: str
    experiment: str


class ComponentsSummary(_Part):
    """The component set of a run: its name, how many values are in play, and which of them are assumed."""

    name: str
    n_values: int
    n_assumed: int
    assumed: tuple[AssumedValue, ...]


class Manifest(_Part):
    """The content of ``manifest.json``; the file also holds a checksum.

    Attributes
    ----------
    arms
        Names of the arms; the first one is the baseline.
    game_title
        Title of a game in a plain Python file, which is not run again just to read the answer; empty for other games.
    overrides
        Changed values, by path, of each arm but the baseline and of each point of the sweep that the baseline stands for.
    strategies
        Labels of the strategies; `labels` says what each stands for.
    line_ups, rotations
        By number of players: the labels of each line-up, and how many rotations of it are played.
    rungs
        By number of players, if several line-ups are asked about separately: label -> indices of its line-ups. Earlier versions
        left it out; there each label was a strategy with a line-up of its own.
    orders
        By number of players: how many cyclic orders are played. A block plays one of them, in turn, or all, as `seatings` says.
    blocks, games
        By number of players, counted from block 0 without a gap. An unfinished run may have later blocks on disk. No estimate
        uses them, because which of them are finished depends on how long their games were. A line-up may have fewer blocks if
        one of its labels has a limit: `blocks_of`.
    timings
        Time of all starts together.
    command
        What the user typed when games were last added or the question was last asked again; empty if called from Python.
    target_blocks
        How many blocks were asked for, or the most that `stop` allows.
    stop
        The stopping rule that may end the run before `target_blocks`; None without one.
    looks
        All looks so far, in order.
    asked_by
        The question whose answer this run is a part of, such as a pilot or a stage of a search; None if the user ran it.
    is_rebuilt
        Whether the manifest was lost once and derived again. Looks may then be missing.
    complete
        Whether all blocks that were asked for are there, or `stop` ended the run early.
    components
        Components of the baseline with its first number of players.
    arm_components
        Components of arms in another variant or with other modules than the baseline.
    in_play
        By number of players and column: some words exist under some rules only; these are the ones that exist in the baseline.
    readings
        The baseline's reading of each doubtful rule.
    question_files
        Name -> SHA-256 of ``config.toml``, and of the component file if there is one.
    """

    format: int
    name: str
    question: str
    about: str | None = None
    game: str
    game_title: str = ""
    variant: str
    modules: tuple[str, ...]
    players: tuple[Annotated[int, Field(ge=1, le=9)], ...]
    arms: Annotated[tuple[str, ...], Field(min_length=1)]
    arm_variants: dict[str, PlayedRules] = {}
    overrides: dict[str, dict[str, Any]] = {}
    sweep: SweptRules | None = None
    strategies: tuple[str, ...]
    labels: dict[str, StrategyChoice] = {}
    line_ups: dict[int, tuple[tuple[str, ...], ...]]
    rungs: dict[int, dict[str, tuple[int, ...]]] = {}
    rotations: dict[int, tuple[int, ...]]
    orders: dict[int, int]
    seatings: Seatings
    blocks: dict[int, int]
    games: dict[int, int]
    seed: int
    level: Between0And1
    tolerance: Tolerance
    hashes: Hashes
    versions: dict[str, str]
    timings: Timings
    command: str
    target_blocks: int
    stop: Stop | None = None
    looks: tuple[Look, ...] = ()
    asked_by: AskedBy | None = None
    is_rebuilt: bool = False
    complete: bool = True
    components: ComponentsSummary
    arm_components: dict[str, ComponentsSummary] = {}
    in_play: dict[int, dict[str, tuple[str, ...]]] = {}
    readings: dict[str, str]
    tables: tuple[str, ...]
    question_files: dict[str, str] = {}

    @model_validator(mode="after")
    def _refuse_impossible_games(self) -> Self:
        """Refuse a manifest that no run can have, for example one with a number of players but without games for it."""
        if self.game.endswith(".py"):
            raise ValueError("names a file as its game, which is not run")
        for k in self.players:
            line_ups, rotations = self.line_ups.get(k, ()), self.rotations.get(k, ())
            line_ups_of_rungs = {line_up for indices in self.rungs.get(k, {}).values() for line_up in indices}
            # There are (k - 1)! cyclic orders; a line-up has one rotation if all its seats decide alike, else k.
            is_played = k in self.blocks and k in self.games and 1 <= self.orders.get(k, 0) <= math.factorial(k - 1)
            has_line_ups = bool(line_ups) and len(rotations) == len(line_ups) and set(rotations) <= {1, k}
            has_rungs = not self.rungs or (k in self.rungs and all(self.rungs[k].values()))
            if not (is_played and has_line_ups and has_rungs and line_ups_of_rungs <= set(range(len(line_ups)))):
                raise ValueError(f"does not say which games were played with {k} players")
        if self.sweep and not {*self.sweep.arms} <= {*self.arms, *self.sweep.printed}:
            raise ValueError("has a sweep over arms that were not played")
        return self

    def blocks_of(self, players: int, line_up: int, blocks: int | None = None) -> int:
        """Return how many of the first blocks a line-up has: of those of the run if `blocks` does not say how many there are."""
        blocks = self.blocks[players] if blocks is None else blocks
        line_ups = self.line_ups[players]
        same_limit_line_ups = next(
            (line_ups_of_rung for line_ups_of_rung in self.rungs.get(players, {}).values() if line_up in line_ups_of_rung),
            (line_up,),
        )
        max_blocks = most_blocks_of((label for i in same_limit_line_ups for label in line_ups[i]), self.labels)
        return blocks if max_blocks is None else min(max_blocks, blocks)

    def orders_per_block(self, players: int) -> int:
        """Return how many cyclic orders a block with this number of players plays."""
        return self.orders[players] if self.seatings == "all" else 1

    def n_games(self, blocks: Mapping[int, int]) -> int:
        """Return how many games so many first blocks have, given by number of players."""
        return len(self.arms) * sum(
            self.blocks_of(k, i, n_blocks) * n_rotations * self.orders_per_block(k)
            for k, n_blocks in blocks.items()
            for i, n_rotations in enumerate(self.rotations[k])
        )

    def is_stopped(self, players: int) -> bool:
        """Return whether the stopping rule ended the games with this number of players, under this run's tolerance and level."""
        conditions = (players, self.stop, self.tolerance, self.level)
        return any(look.is_enough and (look.players, look.stop, look.tolerance, look.level) == conditions for look in self.looks)

    def to_json(self) -> str:
        """Return the content of the manifest file as text."""
        return manifest_text(self.model_dump(mode="json"))


def manifest_text(content: Mapping[str, Any]) -> str:
    """Return the text of a manifest file with the given content and its checksum."""
    keys = {key: value for key, value in content.items() if key != CHECKSUM}
    # json.dumps with an indent would take ten times as long.
    return to_json({**keys, CHECKSUM: _checksum(keys)}, indent=2).decode() + "\n"


def _checksum(keys: Mapping[str, Any]) -> str:
    """Return the checksum of all keys but `CHECKSUM`."""
    return hashlib.sha256(json.dumps(keys, sort_keys=True).encode()).hexdigest()


def parse_manifest(text: bytes) -> Manifest:
    """Return the manifest from the content of its file.

    Raises
    ------
    DamagedManifestError
        If the content is not what was written.
    ValueError
        If another version of this program wrote it; the message has one line per problem.
    """
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise DamagedManifestError("is damaged: it cannot be read as JSON") from None
    if not isinstance(content, dict) or content.pop(CHECKSUM, None) != _checksum(content):
        raise DamagedManifestError("is damaged: it does not hold what was written")
    if content.get("format") != FORMAT:
        raise ValueError(f"has format {content.get('format')!r}; this version of rajas reads format {FORMAT}")
    try:
        return Manifest.model_validate(content)
    except ValidationError as error:
        raise ValueError("\n".join(map(_problem_text, form_problems(error)))) from None


def _problem_text(problem: FormProblem) -> str:
    """Say what is wrong, with the key if the problem has one."""
    if not problem.keys:
        return problem.message
    key = keys_text(counted_from_1(problem.keys))
    return f"'{key}' is missing" if problem.kind == "missing" else f"'{key}': {problem.message}"
