"""The games that explain a strategy: against itself, those of its neighbours on the ladder under the same luck, and matches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rajas_sim.analysis.formatting import listed
from rajas_sim.analysis.reading.run import Run, load_run
from rajas_sim.analysis.results import PlayerCountResults
from rajas_sim.analysis.statistics.estimate import USUAL_LEVEL, Estimate
from rajas_sim.core.errors import InputError
from rajas_sim.core.game import Game
from rajas_sim.core.games import GAMES
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.registry import LADDER, find_strategy, known_names
from rajas_sim.questions.explain.positions import DifferentChoice, Divergence, look_through
from rajas_sim.questions.runner import Runner
from rajas_sim.running.authoring.strength import Strength, strengths_of
from rajas_sim.running.runner import n_workers_allowed
from rajas_sim.running.tuning.match import Kinds, MatchPlayer, match_shares
from rajas_sim.study.config.load import experiment_of
from rajas_sim.study.design import fresh_seed
from rajas_sim.study.folder.places import local_copy

USUAL_PLAYERS = 4
USUAL_GAMES, USUAL_GAMES_OF_SEARCH = 400, 40
"""Number of games against itself; a strategy that searches takes some seconds for each."""
RULE, RULE_OF = "three_sentences", ("strong", "expert")
"""The strategy that states in three sentences what other strategies do, and these strategies."""
FEWEST_BLOCKS = 5
"""At least this many blocks are played, even if fewer games are asked for."""


@dataclass(frozen=True)
class Request:
    """What to explain, and from how many games.

    Attributes
    ----------
    players
        Number of players; by default 4, or the nearest number that the game allows.
    games
        Number of games against itself, and of games in each match. By default `USUAL_GAMES`, or `USUAL_GAMES_OF_SEARCH` for a
        strategy that searches.
    """

    game: Game
    strategy: Strategy
    players: int | None = None
    games: int | None = None
    seed: int = 1

    @property
    def n_players(self) -> int:
        """Number of players.

        Raises
        ------
        InputError
            If the game is not for this many players.
        """
        counts = self.game.player_counts
        if self.players is not None and self.players not in counts:
            raise InputError(
                f"--players: {self.players} is not possible; {self.game.title} is for {listed([*map(str, counts)], 'or')} players"
            )
        return self.players or min(counts, key=lambda count: abs(count - USUAL_PLAYERS))

    def games_of(self, strategy: Strategy) -> int:
        """Return how many games a strategy plays against itself; a neighbour that searches plays the usual number."""
        is_searching_neighbour = strategy.playouts and strategy != self.strategy
        if self.games is not None and not is_searching_neighbour:
            return self.games
        return USUAL_GAMES_OF_SEARCH if strategy.playouts else USUAL_GAMES

    def blocks_of(self, strategy: Strategy) -> int:
        """Return how many blocks, of one game each, a strategy plays against itself."""
        return max(FEWEST_BLOCKS, self.games_of(strategy))


@dataclass(frozen=True, slots=True)
class Match:
    """How often a strategy won on one seat, with a rung of the ladder on all others; a block is one game from each seat."""

    rung: str
    share: Estimate


@dataclass(frozen=True)
class Explained:
    """Everything that an explanation is made from.

    Attributes
    ----------
    players
        Number of players.
    run
        Games in which the strategy, `below` and `above` each play every seat, under the same luck.
    below, above
        The neighbours on the ladder; None if there is none.
    matches
        Matches of this strategy against the rungs that do not search; empty if it searches itself.
    measured
        Results of `rajas strategies measure --save`, with any number of players.
    rule, rule_matches
        The three-sentence rule that stands for the strategy, and the matches of that rule if it is another strategy; None and
        empty if there is no such rule.
    choices
        Positions in which the strategy and a neighbour choose differently.
    divergences
        How often they choose differently, by kind of decision.
    """

    game: Game
    strategy: Strategy
    players: int
    run: Run
    below: Strategy | None
    above: Strategy | None
    matches: tuple[Match, ...]
    measured: tuple[Strength, ...]
    rule: Strategy | None
    rule_matches: tuple[Match, ...]
    choices: tuple[DifferentChoice, ...]
    divergences: tuple[Divergence, ...]

    def run_of(self, label: str) -> Run:
        """Return the games in which the strategy with this label plays every seat."""
        return self.run.of_line_ups(self.run.compared_line_ups(self.players)[label])

    @property
    def result(self) -> PlayerCountResults:
        """Results of the strategy's games against itself."""
        return PlayerCountResults(self.run_of(self.strategy.name), self.players)

    @property
    def neighbours(self) -> tuple[Strategy, ...]:
        """The next rung above, which shows what there is still to learn, then the one below."""
        return tuple(strategy for strategy in (self.above, self.below) if strategy is not None)


def play_explained(request: Request, runner: Runner) -> Explained:
    """Play all games that are needed to explain a strategy.

    Raises
    ------
    InputError
        If the game is not for this many players or is in plain Python, or if the strategy makes errors.
    RunError, StrategyError, StoppedError
        As in `rajas_sim.running.runner.run`.
    """
    game, strategy, k = request.game, request.strategy, request.n_players
    if strategy.error:
        raise InputError(f"{strategy.label} is {strategy.name} with errors: rajas strategies explain {strategy.name}")
    if game.name not in GAMES:
        raise InputError(f"{game.title} is a game in plain Python, whose strategies do not say what options are worth")
    rungs = [find_strategy(name, game=game.name) for name in LADDER]
    matches = () if strategy.playouts else _matches(request, strategy, rungs, runner.workers)
    below, above = _neighbours(strategy, rungs, matches, k)
    neighbours = [rung for rung in (above, below) if rung is not None]
    searching = [player.name for player in (strategy, *neighbours) if player.playouts]
    if searching and runner.on_note is not None:
        verb = "search" if len(searching) > 1 else "searches"
        runner.on_note(f"{listed(searching)} {verb} and may take seconds for a game, so this may take minutes")
    has_rule = strategy.name in (RULE, *RULE_OF) and RULE in known_names(game.name)
    rule = find_strategy(RULE, game=game.name) if has_rule else None
    rule_matches = _matches(request, rule, rungs, runner.workers) if rule is not None and strategy.name != RULE else ()
    choices, divergences = look_through(game, game.rules(k), strategy, neighbours, request.seed)
    return Explained(
        game=game,
        strategy=strategy,
        players=k,
        run=_play_mirrors(request, [strategy, *neighbours], runner),
        below=below,
        above=above,
        matches=matches,
        measured=tuple(strengths_of(strategy)),
        rule=rule,
        rule_matches=rule_matches,
        choices=choices,
        divergences=divergences,
    )


def _play_mirrors(request: Request, strategies: Sequence[Strategy], runner: Runner) -> Run:
    """Play games in which each strategy sits on every seat, under the same luck.

    The first strategy is the one to explain. One that plays fewer blocks plays the first of them.
    """
    blocks_by_name = {strategy.name: request.blocks_of(strategy) for strategy in strategies}
    subject = strategies[0].name
    n_blocks = blocks_by_name[subject]
    strategy_tables: dict[str, dict[str, str | int]] = {
        strategy.name: {"strategy": _strategy_text(strategy)} for strategy in strategies
    }
    for name, n in blocks_by_name.items():
        if n < n_blocks:
            strategy_tables[name]["blocks"] = n
    experiment = experiment_of(
        {
            "name": f"explain_{subject}",
            "question": f"What does {subject} do?",
            "game": request.game.name,
            "players": [request.n_players],
            "line_up": [*blocks_by_name],
            "mirror": True,
            "blocks": n_blocks,
            # Other luck for another number of blocks, so that no two answers read the same games.
            "seed": fresh_seed(request.seed, f"explain, {n_blocks} blocks"),
            "tables": [*request.game.usual_tables],
            "strategies": strategy_tables,
        }
    )
    return load_run(local_copy(runner.run(experiment).folder))


def _strategy_text(strategy: Strategy) -> str:
    """Return what an experiment calls a strategy: its name, or its file if the name is unknown or another strategy's."""
    is_known = strategy.name in known_names(strategy.game) and find_strategy(strategy.name, game=strategy.game) == strategy
    return strategy.name if is_known else str(strategy.path)


def _matches(request: Request, strategy: Strategy, rungs: Sequence[Strategy], workers: int | None) -> tuple[Match, ...]:
    """Play a strategy that does not search on one seat against each other rung that does not search."""
    opponents = [rung for rung in rungs if not rung.playouts and rung.name != strategy.name]
    k = request.n_players
    n_blocks = max(FEWEST_BLOCKS, math.ceil(request.games_of(strategy) / k))
    seed = fresh_seed(request.seed, f"matches, {n_blocks} blocks")  # other luck for another number of blocks
    matches = []
    for opponent in opponents:
        kinds = Kinds(request.game, (request.game.rules(k),), (strategy, opponent))
        with kinds.workers(n_workers_allowed(workers), None, lambda sentence: None) as match_workers:
            match_player = MatchPlayer(match_workers, 0, k, [opponent], seed)
            (share,) = match_shares([match_player.play([strategy], range(n_blocks))[0].wins], USUAL_LEVEL)
        matches.append(Match(opponent.name, share))
    return tuple(matches)


def _neighbours(
    strategy: Strategy, rungs: Sequence[Strategy], matches: Sequence[Match], players: int
) -> tuple[Strategy | None, Strategy | None]:
    """Return the next rung below and above; a strategy that is not a rung stands above the highest rung it beats.

    One that searches plays no matches, so its place is not known: it is compared with the last rung that does not search.
    """
    names = [rung.name for rung in rungs]
    if strategy.name in names:
        n_below = names.index(strategy.name)
        rungs_above = rungs[n_below + 1 :]
    elif strategy.playouts:
        return [rung for rung in rungs if not rung.playouts][-1], None
    else:
        beaten_indices = [names.index(match.rung) for match in matches if match.share.value > 1 / players]
        n_below = max(beaten_indices, default=-1) + 1
        rungs_above = rungs[n_below:]
    return (rungs[n_below - 1] if n_below else None), next(iter(rungs_above), None)
