"""How sentences, tables and figures write the words, columns and variants of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rajas_sim.analysis.formatting import capitalised, in_words
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES
from rajas_sim.core.rulebook import paths

_WRITTEN = {"set_up": "setup"}
"""Words of all games that are not written as their names."""
_COLUMN_TITLES = {"margin": "margin of the winner (overlap)"}
_TITLES_OF_GAMES_IN_FILES = {"overlap": "score", "margin": "margin of the winner"}


@dataclass(frozen=True)
class Names:
    """The words of one game; a word without an entry is written as its name, without the underscores.

    Attributes
    ----------
    written
        Words that are not written as their names.
    column_titles
        Titles of columns that are not called by their names.
    variant_titles
        Titles of variants that are not called versions.
    path_titles
        Titles of things and values of the rules, by the beginning of their path; ``{}`` stands for the rest of the path. Those of
        all things of one kind together, by a path that ends in ``.*``.
    """

    written: Mapping[str, str] = field(default_factory=dict)
    column_titles: Mapping[str, str] = field(default_factory=dict)
    variant_titles: Mapping[str, str] = field(default_factory=dict)
    path_titles: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, name: str) -> Names:
        """Return the words of a game; a game in a file is not run for its words and gets those that all such games share."""
        if name not in GAMES:
            return cls(column_titles=_TITLES_OF_GAMES_IN_FILES)
        game = find_game(name)
        return cls(game.spellings, game.column_titles, game.variant_titles, game.path_titles)

    def in_sentence(self, word: str) -> str:
        """Write a word in the middle of a sentence, where proper names alone are capitalised.

        >>> names = Names({"mont_blanc": "Mont Blanc"})
        >>> names.in_sentence("left_wing_3"), names.in_sentence("mont_blanc"), names.in_sentence("set_up")
        ('left wing 3', 'Mont Blanc', 'setup')
        """
        return self.written.get(word) or _WRITTEN.get(word) or in_words(word)

    def human(self, word: str) -> str:
        """Write a word by itself, with a capital letter.

        >>> Names().human("left_wing_3")
        'Left wing 3'
        """
        return capitalised(self.in_sentence(word))

    def title(self, column: str) -> str:
        """Say what a column holds, in words that may stand in the middle of a sentence.

        >>> names = Names(column_titles={"n_lost": "cards that were lost"})
        >>> names.title("n_lost"), names.title("rounds"), names.title("n_elephants")
        ('cards that were lost', 'rounds', 'elephants')
        """
        titles = {**_COLUMN_TITLES, **self.column_titles}
        return titles.get(column) or self.in_sentence(column.removeprefix("n_"))

    def of_path(self, path: str) -> str:
        """Name a thing that a seat can be restricted from using, or a value of the rules, in the middle of a sentence.

        >>> titles = {"hill": "the {}", "hill.cost": "price of hill {}", "ski_lift.*": "lift in use"}
        >>> names = Names({"mont_blanc": "Mont Blanc"}, path_titles=titles)
        >>> names.of_path("hill.mont_blanc"), names.of_path("hill.cost.2"), names.of_path("ski_lift.2.left")
        ('the Mont Blanc', 'price of hill 2', 'ski lift 2 left')
        >>> names.of_path("hill.mont_blanc.height"), names.of_path("hill.mont_blanc.earns.fame")
        ('height of the Mont Blanc', 'fame of the Mont Blanc')
        >>> names.of_path("hill"), names.of_path("hill.cost"), names.of_path("ski_lift")
        ('hill', 'price of hill', 'lift in use')
        >>> names.of_path("setup.karma"), names.of_path("setup.karma.4"), names.of_path("setup.karma.last")
        ('starting karma', 'starting karma of player 4', 'starting karma of the last player')
        >>> names.of_path("players.expert.karma"), names.of_path("readings.snow")
        ('extra karma of expert', 'reading of snow')
        """
        parts = path.split(".")
        if kind_title := self.path_titles.get(f"{path}.*"):
            return kind_title
        match parts:
            case ["setup", what, paths.LAST]:
                return f"starting {self.in_sentence(what)} of the last player"
            case ["setup", what, *seat]:
                return f"starting {self.in_sentence(what)}" + "".join(f" of player {number}" for number in seat)
            case ["readings", what]:
                return f"reading of {self.in_sentence(what)}"
            case ["players", label, what]:
                return f"extra {self.in_sentence(what)} of {label}"
        beginnings = [".".join(parts[:i]) for i in range(len(parts), 0, -1)]
        beginning = next(filter(self.path_titles.__contains__, beginnings), "")
        template = self.path_titles.get(beginning, "{}")
        if path == beginning and "{}" in template:  # the path stands for all things of one kind
            return template.format("").removeprefix("the ").strip() or self.in_sentence(path)
        parts_below = path.removeprefix(beginning).strip(".").split(".")
        *thing, value = (self.in_sentence(part) for part in parts_below if part != "earns")
        if beginning and thing and not value.isdigit():
            return f"{value} of {template.format(' '.join(thing))}"
        return template.format(" ".join((*thing, value)))

    def variant(self, name: str) -> str:
        """Name a variant.

        >>> names = Names(variant_titles={"night": "night side"})
        >>> names.variant("base"), names.variant("night")
        ('base version', 'night side')
        """
        return self.variant_titles.get(name) or f"{self.in_sentence(name)} version"
