"""Sampling plausible boxes: draw, refuse impossible boxes, keep those in which good play looks as it should.

Approximate Bayesian computation by rejection (Rubin 1984; Pritchard et al. 1999): the assumed values are drawn from their stated
ranges (the prior), and a box is kept if every target is hit within a tolerance. Candidate i of a seed is always the same, and the
first boxes that pass are kept. So neither workers nor interruptions change the result.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomli_w
from pydantic import Field

from rajas_sim.core.errors import InputError
from rajas_sim.core.game import Game, find_game
from rajas_sim.core.rulebook.component_file import validate, values_for_game
from rajas_sim.core.rulebook.rules import Rules
from rajas_sim.core.rulebook.unknown_box import draw_box
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.registry import find_strategy, name_or_stand_in
from rajas_sim.running.boxes.targets import (
    OPPONENT,
    PLAYERS_AT_PLAN_TABLE,
    Range,
    Targets,
    measure_targets,
    read_targets,
    shares_of_plan,
    strategies_of_plans,
)
from rajas_sim.running.journal import Journal, Line
from rajas_sim.running.runner import n_cores
from rajas_sim.running.tuning.match import Kinds
from rajas_sim.running.workers.workers import outcomes_of_calls
from rajas_sim.study.design import fresh_seed
from rajas_sim.study.folder.identity import digest, engine_digest
from rajas_sim.study.folder.places import errors_of_writing, write_file
from rajas_sim.study.folder.store import RunFolder

if TYPE_CHECKING:
    from distributed import Client

#: In how many games each target is measured, and which strategy plays them.
USUAL_GAMES, USUAL_STRATEGY = 400, "strong"
# Two blocks of a plan's games, since one block has no spread.
FEWEST_GAMES = 2 * PLAYERS_AT_PLAN_TABLE
JOURNAL_FILE, IDENTITY_FILE = "journal.jsonl", "sample.json"
# How many candidates are handed out at a time per worker, and after how many candidates per kept box sampling gives up.
CANDIDATES_PER_WORKER = 8
MOST_WITHOUT_A_KEPT_ONE = 2000
# After so many candidates without a kept one, the user is told that something may be wrong.
MANY_WITHOUT_A_KEPT_ONE = 100


class Candidate(Line):
    """A box that was drawn, and whether it is kept.

    Attributes
    ----------
    problems
        Why the box is impossible; an impossible box is not played.
    means
        The mean of each target.
    is_kept
        Whether all means lie within the tolerance.
    """

    problems: tuple[str, ...] = ()
    means: dict[str, float] = Field(default={})
    is_kept: bool = False


@dataclass(frozen=True)
class Sampling:
    """What is drawn, and how it is judged.

    Attributes
    ----------
    base
        Component file whose assumed values are drawn; None for the reference.
    targets
        What good play should look like.
    tolerance
        How far a mean may lie outside the range of its target, in half-widths of the range (`Range.unit`).
    games
        Number of games in which each target is measured.
    strategy
        Name of the strategy that plays them.
    """

    game: Game
    seed: int
    targets: Targets
    tolerance: float
    base: Path | None = None
    games: int = USUAL_GAMES
    strategy: str = USUAL_STRATEGY

    @property
    def goals(self) -> dict[str, Range]:
        """Every target by the name under which it is measured; with several variants, one entry for each variant."""
        return {
            self.label(target.name, variant): target
            for variant in self.targets.variants
            for target in self.targets.targets_and_plans
        }

    @property
    def luck_seed(self) -> int:
        """Seed of the games by which boxes are judged; no question about the kept boxes plays these games again."""
        return fresh_seed(self.seed, "boxes")

    def label(self, name: str, variant: str) -> str:
        """Return the name of a target, with the variant if there are several."""
        return f"{name}, {variant}" if len(self.targets.variants) > 1 else name

    def identity(self) -> dict[str, Any]:
        """Return everything that determines which boxes are kept."""
        base = self.game.components.read(self.base)
        return {
            "game": self.game.name,
            "seed": self.seed,
            "luck_seed": self.luck_seed,
            "tolerance": self.tolerance,
            "games": self.games,
            "strategy": self.strategy,
            "targets": digest(self.targets.model_dump(mode="json", by_alias=True))[:16],
            "components": digest([base, self.game.components.list_values(self.base)])[:16],
            "engine": engine_digest(self.game.name)[:16],
        }


@dataclass(frozen=True)
class Sample:
    """Boxes that were drawn, and those of them that were kept.

    Attributes
    ----------
    folder
        Folder of the box files.
    candidates
        All boxes that were drawn, up to the last kept one.
    """

    sampling: Sampling
    folder: Path
    candidates: tuple[Candidate, ...]

    @property
    def kept(self) -> tuple[Candidate, ...]:
        """The boxes in which good play looks as it should."""
        return tuple(candidate for candidate in self.candidates if candidate.is_kept)

    @property
    def played(self) -> tuple[Candidate, ...]:
        """The boxes that were played, because they are possible."""
        return tuple(candidate for candidate in self.candidates if not candidate.problems)

    @property
    def files(self) -> tuple[Path, ...]:
        """The component file of every kept box, in the order of drawing."""
        return tuple(self.folder / file_name(candidate.number) for candidate in self.kept)

    @property
    def misses(self) -> Counter[str]:
        """For each target, how many of the played boxes missed it."""
        sampling = self.sampling
        return Counter(
            name
            for candidate in self.played
            for name, goal in sampling.goals.items()
            if goal.distance_outside(candidate.means[name]) > sampling.tolerance
        )


def file_name(number: int) -> str:
    """Return the file name of a kept box."""
    return f"box_{number:04d}.toml"


def usual_folder(sampling: Sampling, out: Path) -> Path:
    """Return the default folder of a sampling; equal samplings have the same folder."""
    return out / f"boxes_{sampling.game.name}-{digest(sampling.identity())[:8]}"


def sampling_of(  # noqa: PLR0913 its options are those of the command
    game: str,
    seed: int,
    *,
    base: Path | None = None,
    like: Path | None = None,
    tolerance: float | None = None,
    games: int = USUAL_GAMES,
    strategy: str = USUAL_STRATEGY,
) -> Sampling:
    """Check the settings of a sampling and return it.

    Raises
    ------
    InputError
        If a setting, the targets, the strategy or the component file cannot be used, or the file has no assumed value.
    """
    played_game = find_game(game)
    strategy = name_or_stand_in(strategy, played_game.name)
    find_strategy(strategy, game=game)
    if games < FEWEST_GAMES or games % PLAYERS_AT_PLAN_TABLE:
        raise InputError(f"games: found {games}; must be an even number, at least {FEWEST_GAMES}")
    if tolerance is not None and not 0 <= tolerance < math.inf:
        raise InputError(f"tolerance: found {tolerance}; must be a number of half-widths, 0 or more")
    if base is not None and (problems := played_game.components.check(base)):
        raise InputError(problems)
    if not played_game.components.summary(base)["n_assumed"]:
        raise InputError(f"{base or game}: has no assumed value, so there is nothing to draw")
    targets = read_targets(game, like)
    return Sampling(played_game, seed, targets, targets.tolerance if tolerance is None else tolerance, base, games, strategy)


def draw_sample(  # noqa: PLR0913 its options are those of the command
    sampling: Sampling,
    n: int,
    folder: Path,
    *,
    workers: int | None = None,
    cluster: Client | None = None,
    on_progress: Callable[[int, int], None] = lambda n_kept, n_drawn: None,
    on_note: Callable[[str], None] = lambda text: None,
) -> Sample:
    """Draw boxes until n are kept.

    Parameters
    ----------
    folder
        Folder for the component file of each kept box and a journal; an earlier sampling there is continued.
    on_progress
        Called with the numbers of boxes kept and drawn so far.

    Raises
    ------
    InputError
        If the folder holds boxes of another sampling, or hardly any box hits the targets.
    RunError
        If the folder cannot be written, or another process is writing into it.
    StoppedError
        After Ctrl-C; finished candidates stay in the journal.
    """
    with RunFolder(folder).locked():
        journal = _open_journal(sampling, folder)
        candidates = journal.lines
        strategy_by_name = {
            sampling.strategy: find_strategy(sampling.strategy, game=sampling.game.name),
            **strategies_of_plans(sampling.targets),
        }
        kinds = Kinds(sampling.game, (), tuple(strategy_by_name.values()))
        judge = partial(_judge_candidate, sampling, strategy_by_name)
        with kinds.workers(workers or n_cores(), cluster, on_note) as match_workers:
            while (n_kept := sum(candidate.is_kept for candidate in candidates)) < n:
                n_drawn = len(candidates)
                if n_drawn >= MOST_WITHOUT_A_KEPT_ONE * (1 + n_kept):
                    _give_up(sampling, candidates)
                numbers = range(n_drawn, n_drawn + CANDIDATES_PER_WORKER * match_workers.n_workers)
                journal.add(*outcomes_of_calls(match_workers, _judge_at_worker, [(judge, number) for number in numbers]))
                n_kept = sum(candidate.is_kept for candidate in candidates)
                on_progress(min(n, n_kept), len(candidates))
                if n_drawn < MANY_WITHOUT_A_KEPT_ONE <= len(candidates) and not n_kept:
                    on_note(_none_kept_text(sampling, candidates))
        kept_numbers = [candidate.number for candidate in candidates if candidate.is_kept][:n]
        for number in kept_numbers:
            box = draw_box(sampling.game.components, sampling.seed, number, sampling.base)
            write_file(folder / file_name(number), tomli_w.dumps(sampling.game.components.as_file(box)))
    return Sample(sampling, folder, tuple(candidates[: kept_numbers[-1] + 1]))


def _judge_at_worker(kinds: Kinds, judge: Callable[[int], Candidate], number: int) -> Candidate:
    """Judge a candidate; `judge` knows the game and its strategies, so it does not need what the workers hold."""
    return judge(number)


def _judge_candidate(sampling: Sampling, strategy_by_name: Mapping[str, Strategy], number: int) -> Candidate:
    """Draw a candidate, play it, and decide whether it is kept."""
    game, targets = sampling.game, sampling.targets
    box = draw_box(game.components, sampling.seed, number, sampling.base)
    problems = box_problems(game, box)
    if problems:
        return Candidate(number=number, problems=tuple(problems))
    means: dict[str, float] = {}
    for variant in targets.variants:
        rules = rules_of_box(game, box, targets.players, variant)
        results = measure_targets(targets, game, rules, strategy_by_name[sampling.strategy], sampling.games, sampling.luck_seed)
        rules_of_plan_table = rules_of_box(game, box, PLAYERS_AT_PLAN_TABLE, variant)
        for plan in targets.plans:
            players = strategy_by_name[plan.name], strategy_by_name[OPPONENT]
            results[plan.name] = shares_of_plan(game, rules_of_plan_table, *players, sampling.games, sampling.luck_seed)
        means |= {sampling.label(name, variant): float(values.mean()) for name, values in results.items()}
    goals = sampling.goals
    is_kept = all(goals[name].distance_outside(mean) <= sampling.tolerance for name, mean in means.items())
    return Candidate(number=number, means=means, is_kept=is_kept)


def box_problems(game: Game, box: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with a box, given as the content of a component file.

    Its counts must be right, and its form for every variant and number of players.
    """
    source = game.components
    problems = list(source.piece_count_problems(box))
    for players in source.box_label.player_counts:
        for variant in source.box_label.variants:
            try:
                validate(source.form, values_for_game(dict(box), players, variant), "drawn")
            except InputError as error:
                problems += error.problems
    return list(dict.fromkeys(problems))


def rules_of_box(game: Game, box: Mapping[str, Any], players: int, variant: str) -> Rules:
    """Return the rules with the values of a box, given as the content of a component file."""
    rules = game.rules(players, variant)
    resolved = values_for_game(dict(box), players, variant)
    return type(rules)(players, variant, (), validate(game.components.form, resolved, "drawn"))


def _open_journal(sampling: Sampling, folder: Path) -> Journal[Candidate]:
    """Return the journal of an earlier start, or a new one; make the folder if it does not exist."""
    identity = json.loads(json.dumps(sampling.identity()))
    with errors_of_writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / IDENTITY_FILE).is_file():
            identity_on_disk = _read_identity(folder)
            differing_keys = [key for key in identity if identity_on_disk.get(key) != identity[key]]
            if differing_keys:
                raise InputError(
                    f"{folder}: holds boxes of another sampling (different {', '.join(differing_keys)}); give another --out"
                )
        else:
            write_file(folder / IDENTITY_FILE, json.dumps(identity, indent=2) + "\n")
    return Journal.open_file(folder / JOURNAL_FILE, Candidate)


def _read_identity(folder: Path) -> dict[str, Any]:
    try:
        return dict(json.loads((folder / IDENTITY_FILE).read_text(encoding="utf-8")))
    except (ValueError, TypeError, RecursionError):
        raise InputError(f"{folder / IDENTITY_FILE} is damaged; choose another --out or delete the folder") from None


def _none_kept_text(sampling: Sampling, candidates: Sequence[Candidate]) -> str:
    """Return a sentence that no box was kept so far, and what the boxes miss."""
    reason = _why_so_few(Sample(sampling, Path(), tuple(candidates)))
    return f"none of {len(candidates):,} boxes fits so far; is a value mistyped? {reason}"


def _why_so_few(sample: Sample) -> str:
    """Return which targets the drawn boxes miss most, or why none could be played."""
    if not sample.played:
        return f"All are impossible: {sample.candidates[-1].problems[0]}"
    most_missed = ", ".join(f"{name} in {n:,}" for name, n in sample.misses.most_common(3))
    return f"Most missed targets: {most_missed} of {len(sample.played):,} played"


def _give_up(sampling: Sampling, candidates: Sequence[Candidate]) -> None:
    """Raise an error that says why hardly any box was kept."""
    sample = Sample(sampling, Path(), tuple(candidates))
    raise InputError(
        f"{len(candidates):,} boxes were drawn and {len(sample.kept)} kept. {_why_so_few(sample)}. "
        f"Allow more with --tolerance (found {sampling.tolerance:g})"
    )


def box_files(folder: Path, n: int | None = None, *, fewest: int = 1) -> list[Path]:
    """Return the component files of a folder, sorted by name; only the first n if n is given.

    Parameters
    ----------
    fewest
        The smallest number of files allowed.

    Raises
    ------
    InputError
        If the folder does not exist, or holds too few component files.
    """
    if not folder.is_dir():
        raise InputError(f"{folder}: there is no such folder of boxes; make one: rajas components sample --out {folder}")
    files = sorted(folder.glob("*.toml"))
    if not files:
        raise InputError(f"{folder}: holds no component files; make some: rajas components sample --out {folder}")
    if n is not None and len(files) < n:
        raise InputError(f"{folder}: holds {len(files)} boxes, but {n} are needed")
    if len(files) < fewest:
        raise InputError(f"{folder}: holds {len(files)} boxes, at least {fewest} are needed")
    return list(islice(files, n))
