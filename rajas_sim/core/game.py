"""What every game offers to the rooms above it: a base class, from which each game derives its own."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.games import GAMES, PLAIN_GAMES, game_files, known_games, module_of_game, name_of_game
from rajas_sim.core.playing.appraisal import Appraisal
from rajas_sim.core.playing.batch import Batches
from rajas_sim.core.playing.narration import AuditLog, Narration
from rajas_sim.core.playing.one_game import GameRecord, OneGame, Step, record_of, replay
from rajas_sim.core.playing.seated import seated
from rajas_sim.core.positions.contended import ContendedDecision
from rajas_sim.core.positions.state import State
from rajas_sim.core.rulebook.component_source import ComponentSource
from rajas_sim.core.rulebook.rules import Rules
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.registry import find_line_up


class Game:
    """One game; all games have the same methods.

    Attributes
    ----------
    batches
        How batches of games are played and tabulated; also holds the classes of positions and rules.
    audit_log, narration
        How one game is logged, and how it is narrated.
    spellings, column_titles, variant_titles, path_titles
        For reports: spellings of names that are not simply written with spaces for underscores; titles of columns; titles of
        variants that are not called "... version"; and titles of things and values of the rules by the beginning of their path,
        where ``{}`` stands for the rest of the path.
    variant_notes
        What each variant and module is, by name, for people who choose between them.
    decision_notes
        What a person must know to choose, by kind of decision, if the options alone do not show it.
    about
        The rules in short, in paragraphs, for people who play; may be empty.
    """

    batches: Batches
    audit_log: AuditLog
    narration: Narration
    spellings: ClassVar[Mapping[str, str]] = {}
    column_titles: ClassVar[Mapping[str, str]] = {}
    variant_titles: ClassVar[Mapping[str, str]] = {}
    path_titles: ClassVar[Mapping[str, str]] = {}
    variant_notes: ClassVar[Mapping[str, str]] = {}
    decision_notes: ClassVar[Mapping[str, str]] = {}
    about: str = ""

    @property
    def vocabulary(self) -> Mapping[str, tuple[str, ...]]:
        """Words for the integer codes in the tables, by column name."""
        raise NotImplementedError

    @property
    def appraisal(self) -> Appraisal:
        """How the options of the game are judged; loaded on demand, since playing does not need it."""
        module = module_of_game(self.name, "appraisal")
        assert module is not None, "a game with a room of its own has an appraisal"
        appraisal: Appraisal = module.APPRAISAL
        return appraisal

    def words_in_play(self, rules: Rules) -> Mapping[str, tuple[str, ...]]:
        """Return the words that exist under these rules, for columns of the vocabulary whose words depend on the rules."""
        return {}

    def reminders(self, rules: Rules) -> Mapping[str, str]:
        """Return what things on the table do, by name, if that depends on the rules; for people who play."""
        return {}

    def boards(self, variant: str) -> tuple[str, ...]:
        """Return the boards players choose from in a variant; empty if the variant gives everybody the same board."""
        return ()

    def contended(self, state: State, round_start: State) -> ContendedDecision | None:
        """Return the decision as if nobody had taken anything in this round; None if it is not about things that others can take.

        A game in which nobody can take anything from others has no such decisions.

        Parameters
        ----------
        round_start
            The position at the first decision of the round.
        """
        return None

    # --- derived from the attributes and methods above

    @property
    def components(self) -> ComponentSource:
        """Its component files; they also know the name of the game, and the box with its player counts, variants and modules."""
        return self.batches.rules_class.source

    @property
    def name(self) -> str:
        """The name of the game in configs."""
        return self.components.game

    @property
    def title(self) -> str:
        """The title printed on the box."""
        return self.components.box_label.title

    @property
    def player_counts(self) -> tuple[int, ...]:
        """The possible numbers of players, ascending."""
        return self.components.box_label.player_counts

    @property
    def variants(self) -> tuple[str, ...]:
        """Its variants; the first is the default."""
        return self.components.box_label.variants

    @property
    def modules(self) -> tuple[str, ...]:
        """Its modules."""
        return self.components.box_label.modules

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables a run can have, games and seats among them."""
        return tuple(self.batches.tables)

    @property
    def usual_tables(self) -> tuple[str, ...]:
        """The tables a run keeps if it names none."""
        return tuple(table for table in self.tables if table not in self.batches.tables_on_request)

    def board_problem(self, variant: str, board: str) -> str | None:
        """Return why a strategy cannot use a board in a variant, or None if it can."""
        boards = self.boards(variant)
        if board in boards:
            return None
        if boards:
            return unknown_name("board", board, boards)
        variants_with_choice = [name for name in self.variants if self.boards(name)]
        hint = f"; players may differ in: {', '.join(variants_with_choice)}" if variants_with_choice else ""
        return f"found {board!r}, but the variant {variant!r} gives everybody the same board{hint}"

    def picture(self, rules: Rules, thing: str) -> str:
        """Return a thing that a seat can be restricted from using as SVG in a square of 20 units; empty if it has no picture."""
        module_name = self.batches.state_class.drawing_module
        drawing = importlib.import_module(module_name) if module_name else None
        picture: str = drawing.picture_of(rules, thing) if drawing else ""
        return picture

    # --- verbs

    def rules(
        self,
        players: int,
        variant: str | None = None,
        modules: Iterable[str] = (),
        overrides: Mapping[str, Any] | None = None,
        components: Path | str | None = None,
    ) -> Rules:
        """Return the rules for a number of players.

        Parameters
        ----------
        variant
            The first variant if left out.
        overrides
            New values of the rules, by dotted path.
        components
            A component file to use instead of the shipped reference.

        Raises
        ------
        InputError
            With all problems: impossible number of players, unknown variant or module, unknown path, value out of range.
        """
        return self.batches.rules_class.resolve(players, variant or self.variants[0], modules, overrides, components)

    def new_game(self, rules: Rules, seed: int, boards: Sequence[str | None] = ()) -> State:
        """Return the start of a game (`State.new_game`)."""
        return self._state_class(rules).new_game(rules, seed, boards)

    def steps(self, rules: Rules, line_up: Sequence[Strategy], seed: int, seating: Sequence[int] | None = None) -> Iterator[Step]:
        """Yield the set-up and every decision of a game (`core.playing.one_game.OneGame`)."""
        return self.one_game(rules, line_up, seed, seating).steps()

    def one_game(self, rules: Rules, line_up: Sequence[Strategy], seed: int, seating: Sequence[int] | None = None) -> OneGame:
        """Return a game to be played decision by decision; without a seating, strategy i sits on seat i."""
        return OneGame(self._state_class(rules), rules, line_up, seed, seating)

    def narrate(
        self, rules: Rules, line_up: Sequence[Strategy], seed: int, seating: Sequence[int] | None = None
    ) -> Iterator[str]:
        """Yield one game as lines of text; parameters as in `steps`."""
        seats = range(rules.players) if seating is None else seating
        return self.narration.lines(self.steps(rules, line_up, seed, seating), [line_up[i].label for i in seats])

    def play_game(
        self,
        rules: Rules,
        strategies: Sequence[str | Strategy],
        seed: int,
        log: Path | str | None = None,
        *,
        log_options: bool = False,
    ) -> GameRecord:
        """Play one game, strategy i on seat i, and return its record.

        Parameters
        ----------
        strategies
            One per seat: names, or strategies found with `rajas_sim.find_strategy`.
        log
            A file for the audit log, with one JSON object per line.
        log_options
            Whether the log lists all options of every decision.

        Raises
        ------
        InputError
            If a name is unknown, there is not one strategy per seat, or `log_options` is set without a log.
        StrategyError
            If a strategy raises or returns something that is not an option.
        RunError
            If the log cannot be written.
        """
        if log_options and log is None:
            raise InputError("log_options: needs a log")
        line_up = find_line_up(strategies, rules.players, self.name)
        rules.require_players([strategy.label for strategy in line_up])
        rules, line_up = seated(rules, line_up, range(rules.players))
        game_steps = list(self.steps(rules, line_up, seed))
        if log is not None:
            labels = [strategy.label for strategy in line_up]
            self.audit_log.write(Path(log), game_steps, labels, with_options=log_options)
        return record_of(game_steps, line_up)

    def replay(self, rules: Rules, seed: int, choices: Sequence[int], boards: Sequence[str | None] = ()) -> tuple[State, ...]:
        """Return every position of a game, given the codes of the options that were played.

        Raises
        ------
        ValueError
            If a code is not an option in the position where it is played.
        """
        return replay(self._state_class(rules), rules, seed, choices, boards)

    def _state_class(self, rules: Rules) -> type[State]:
        """Return the class of the game's positions; refuse the rules of another game."""
        if not isinstance(rules, Rules):
            raise InputError(f"rules: found {rules!r}; rules are made by {self.name}.rules(players)")
        if rules.source.game != self.name:
            raise InputError(f"rules: these are of {rules.source.game}, not of {self.name}")
        return self.batches.state_class


def find_game(name: str) -> Game:
    """Return a game by its name in configs, or by the path of its file, which ends in ``.py``.

    Raises
    ------
    InputError
        If there is no such game, or its file does not hold one.
    """
    name = name_of_game(name)
    if name in GAMES:
        game: Game = importlib.import_module(GAMES[name]).GAME
        return game
    path = game_files().get(name)
    if path is None:
        raise InputError(unknown_name("game", name, known_games()))
    plain_game: Game = importlib.import_module(PLAIN_GAMES).game_of(path)
    return plain_game
