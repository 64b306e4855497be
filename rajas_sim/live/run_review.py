"""Where a strategy loses most in the games of a run: what its choices of each kind cost.

A few choices of each kind, drawn at random, are reviewed in every game. The games are the observations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np

from rajas_sim.analysis import load_run
from rajas_sim.analysis.formatting import counted, distance_text
from rajas_sim.analysis.reading.names import Names
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.core.errors import InputError
from rajas_sim.core.positions.state import State
from rajas_sim.live.review import Judge, mean_over_games
from rajas_sim.questions.games_again import ReadGame, games_read_again
from rajas_sim.questions.runner import Runner
from rajas_sim.study.folder.runs import require_finished

#: How many games of the run are read, and how many games are played on from each option of a reviewed choice.
GAMES, PLAYOUTS = 40, 100
#: How many choices of each kind are reviewed per game, at most.
CHOICES = 2
#: Choices that occur in fewer games get no estimate.
FEWEST_GAMES = 5


@dataclass(frozen=True)
class ChoicesOfKind:
    """The choices of one kind in a game: how many there were, and the mean loss of one in chance to win."""

    n: int
    loss: float


@dataclass(frozen=True)
class RunReview:
    """What the choices of a strategy cost it in the games of a run.

    Attributes
    ----------
    label
        Label of the strategy.
    players
        Number of players in these games.
    games
        For each game: kind of decision -> the choices of this kind.
    player
        Label of the strategy that played games on, on every seat.
    """

    label: str
    players: int
    games: tuple[dict[str, ChoicesOfKind], ...]
    player: str

    @property
    def per_game(self) -> dict[str, Estimate]:
        """Kind -> cost of all its choices per game, in games won, the costliest first; without kinds that are too rare."""
        kinds = {kind for choices in self.games for kind in choices}
        costs_by_kind = {
            kind: [choices[kind].n * choices[kind].loss if kind in choices else 0.0 for choices in self.games]
            for kind in kinds
            if sum(kind in choices for choices in self.games) >= FEWEST_GAMES
        }
        estimates = {kind: mean_over_games("per_game", np.array(costs)) for kind, costs in costs_by_kind.items()}
        return dict(sorted(estimates.items(), key=lambda item: -item[1].value))

    def per_choice(self, kind: str) -> Estimate:
        """Return what a choice of a kind costs in chance to win: the mean over the games that have such choices."""
        return mean_over_games("per_choice", np.array([choices[kind].loss for choices in self.games if kind in choices]))

    def n_per_game(self, kind: str) -> float:
        """Return the mean number of choices of a kind per game."""
        return sum(choices[kind].n for choices in self.games if kind in choices) / len(self.games)


def review_run(  # noqa: PLR0913 - what is reviewed, and how much of it
    folder: Path,
    label: str | None = None,
    *,
    players: int | None = None,
    games: int = GAMES,
    trusts_files: bool = False,
    on_count: Callable[[int, int], None] = lambda done, n_games: None,
) -> RunReview:
    """Review choices of a strategy in the games of a run.

    Parameters
    ----------
    label
        Label of the strategy; by default the first of the run.
    players
        Number of players; by default the first of the run.
    games
        How many games are read, one per block.
    trusts_files
        Whether to run Python files that the run names as strategies.
    on_count
        Called with the number of games reviewed so far, and the number of all games.

    Raises
    ------
    InputError
        If the strategy did not play in the run with so many players, or chose in too few of the games, or the run is unfinished
        or names Python files that are not trusted.
    RunError
        If today's rules or strategies would play a game differently.
    """
    require_finished(folder)
    run = load_run(folder)
    manifest = run.manifest
    label, players = label or manifest.strategies[0], players or manifest.players[0]
    if label not in manifest.strategies or players not in manifest.players:
        known = f"strategies: {', '.join(manifest.strategies)}; players: {', '.join(map(str, manifest.players))}"
        raise InputError(f"{folder.name}: {label} with {players} players did not play there; {known}")
    player, reviewed_games = "", []
    for i, game in enumerate(games_read_again(run, players, Runner(), games=games, trusts_files=trusts_files)):
        on_count(i, games)
        played = game.played
        judge = Judge.for_game(played.game, played.game.new_game(played.rules, played.seed), PLAYOUTS)
        player = judge.playouts.player.label
        reviewed_kinds: dict[str, ChoicesOfKind] = {}
        random = Random(played.number)
        for kind, choices in _choices_of(game, label).items():
            sample = random.sample(choices, min(CHOICES, len(choices)))
            losses = [judge.review_choice(before, code).losses.mean() for before, code in sample]
            reviewed_kinds[kind] = ChoicesOfKind(len(choices), float(np.mean(losses)))
        if reviewed_kinds:
            reviewed_games.append(reviewed_kinds)
    if len(reviewed_games) < FEWEST_GAMES:
        n_games_text = counted(len(reviewed_games), "game")
        raise InputError(f"{folder.name}: {label} chose in {n_games_text} of those read; read {FEWEST_GAMES} or more")
    return RunReview(label, players, tuple(reviewed_games), player)


def _choices_of(game: ReadGame, label: str) -> dict[str, list[tuple[State, int]]]:
    """Return kind of decision -> choices (position, code) of the first seat that the strategy plays; empty if it plays none."""
    seats = [seat for seat, index in enumerate(game.played.seating) if game.played.labels[index] == label]
    choices: dict[str, list[tuple[State, int]]] = {}
    for step in game.steps() if seats else ():
        before = step.before
        if before is not None and before.seat_to_move == seats[0] and len(before.option_codes) > 1:
            choices.setdefault(str(before.decision), []).append((before, before.option_codes[step.chosen]))
    return choices


def lines_of_run(review: RunReview, names: Names) -> list[str]:
    """Return the review of a run as lines of text; `names` has the words of its game."""
    per_game = review.per_game
    games_text = counted(len(review.games), "game")
    lines = [f"What a choice of {review.label} costs of the chance to win, {review.players} players, {games_text}:", ""]
    lines += [
        f"  {names.human(kind)}: {distance_text(review.per_choice(kind), is_share=True)}, "
        f"{review.n_per_game(kind):.1f} choices a game"
        for kind in per_game
    ]
    lines += [
        "",
        f"Of each game up to {CHOICES} choices of each kind were reviewed. Options were played on {PLAYOUTS} times with new "
        f"luck and {review.player} on every seat. Half of these games find the best option, and the other half measure the "
        "loss. A point is one game in 100. Intervals are over games. The kinds that cost most come first, by their number and "
        "their cost together.",
    ]
    rare_kinds = sorted({kind for choices in review.games for kind in choices} - per_game.keys())
    if rare_kinds:
        lines.append(f"In fewer than {FEWEST_GAMES} games: {', '.join(map(names.in_sentence, rare_kinds))}.")
    return lines
