"""The page of one game: every position is on it, the last one shows how the game ended, and the file needs nothing else."""

from __future__ import annotations

import json
import math
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rajas_sim.analysis.course.playouts import OptionLosses, PlayedChances
from rajas_sim.core.drawing.panel import style
from rajas_sim.core.game import Game, find_game
from rajas_sim.core.games import GAMES, box_label
from rajas_sim.core.playing.one_game import Step
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.showing.replay import write_replay
from rajas_sim.showing.replay.turns import turn_ends
from tests.long_cases import short_and_long

KINDS = [
    (game, variant, modules)
    for game in GAMES
    for variant in box_label(game).variants
    for modules in ((), box_label(game).modules)
]
KINDS = [*dict.fromkeys(KINDS)]
MOST_BYTES = 2_000_000


@cache
def played(name: str, variant: str, modules: tuple[str, ...], players: int = 2) -> tuple[Game, list[Step], list[str]]:
    game = find_game(name)
    line_up = [find_strategy(("balanced", "random")[i % 2], game=name) for i in range(players)]
    return game, list(game.steps(game.rules(players, variant, modules), line_up, seed=7)), [s.label for s in line_up]


def data_of(page: str) -> dict[str, Any]:
    (content,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    data: dict[str, Any] = json.loads(content)
    return data


@pytest.mark.parametrize(("name", "variant", "modules"), KINDS)
def test_the_last_position_shows_how_the_game_ended(tmp_path: Path, name: str, variant: str, modules: tuple[str, ...]) -> None:
    game, steps, labels = played(name, variant, modules)
    page = write_replay(game, steps, labels, tmp_path / "game.html").read_text(encoding="utf-8")
    data, final = data_of(page), steps[-1].after
    assert len(data["changes"]) == len(data["frames"]) == len(data["totals"]) == len(steps)
    last_frame: dict[int, int] = {}
    for pairs in data["changes"]:
        last_frame |= zip(pairs[::2], pairs[1::2], strict=True)
    shown = [data["texts"][last_frame[i]] for i in sorted(last_frame)]
    parts = [part for panel in final.drawing.panels for part in panel.parts]
    assert shown == [*parts, *(panel.alt for panel in final.drawing.panels)]
    standings = [data["texts"][number] for number in data["frames"][-1]["options"]]
    for line, standing in zip(standings, final.standings, strict=True):
        assert line.startswith(
            f"Place {standing.rank}: seat {standing.seat + 1} ({labels[standing.seat]}), fame {standing.fame}, "
        )
        assert f"money {standing.money}, overlap {standing.overlap:g}" in line
    assert f"Won by seat {final.standings[0].seat + 1}" in page
    assert data["totals"][-1] == [[*final.totals(seat).values()] for seat in range(final.rules.players)]


@pytest.mark.parametrize("name", GAMES)
def test_each_position_names_who_decided_what_of_which_options(tmp_path: Path, name: str) -> None:
    game, steps, labels = played(name, *KINDS[[kind[0] for kind in KINDS].index(name)][1:])
    data = data_of(write_replay(game, steps, labels, tmp_path / "game.html").read_text(encoding="utf-8"))
    for frame, step in zip(data["frames"][:-1], steps[1:], strict=True):
        assert step.before is not None
        assert frame["who"] == step.before.seat_to_move + 1
        offered_texts = [step.before.offered_text(code) for code in step.before.option_codes]
        assert [data["texts"][number] for number in frame["options"]] == offered_texts
        assert frame["chosen"] == step.chosen


@pytest.mark.parametrize("name", GAMES)
def test_a_page_needs_nothing_else_and_is_not_large(tmp_path: Path, name: str) -> None:
    game = find_game(name)
    _, steps, labels = played(name, game.variants[-1], game.modules, max(game.player_counts))
    path = write_replay(game, steps, labels, tmp_path / "game.html")
    page = path.read_text(encoding="utf-8").replace('"http://www.w3.org/2000/svg"', "")  # a name, not an address
    assert not re.search(r"https?:|src=|url\(|@import|<link|fetch\(", page)
    assert path.stat().st_size < MOST_BYTES


@pytest.mark.parametrize("name", short_and_long(1, [*GAMES]))
def test_the_same_game_gives_the_same_bytes(tmp_path: Path, name: str) -> None:
    game, steps, labels = played(name, *KINDS[[kind[0] for kind in KINDS].index(name)][1:])
    again = list(game.steps(steps[0].after.rules, [find_strategy(label, game=name) for label in labels], seed=7))
    first = write_replay(game, steps, labels, tmp_path / "first.html")
    assert first.read_bytes() == write_replay(game, again, labels, tmp_path / "again.html").read_bytes()


def test_drawings_have_the_colours_of_the_light_scheme_where_no_page_gives_any() -> None:
    css = files("rajas_sim.showing").joinpath("templates", "report.css").read_text(encoding="utf-8")
    light = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", css[: css.index("@media")]))
    fallbacks = re.findall(r"var\(--([\w-]+), (#[0-9a-f]{6})\)", style())
    assert len(fallbacks) > 10
    assert all(light[name] == colour for name, colour in fallbacks)


def test_options_are_valued_by_how_much_less_than_the_best_they_are_worth(tmp_path: Path) -> None:
    game, steps, labels = played("ganges", "base", ())
    players = [find_strategy(label, game="ganges") for label in labels]
    page = write_replay(game, steps, labels, tmp_path / "game.html", players=players).read_text(encoding="utf-8")
    assert "At the right: how far below the best option, on balanced's own scale" in page.replace("\\u0027", "'")
    assert "fame point" not in page
    data = data_of(page)
    for step, frame in zip(steps, data["frames"], strict=True):
        state = step.after
        if state.is_over:
            assert "losses" not in frame
        elif labels[state.seat_to_move] == "random" or len(state.option_codes) == 1:
            assert "losses" not in frame
        else:
            # Who goes by the worth of options takes the one that is worth most.
            worths = game.appraisal.worths(state, players[state.seat_to_move])
            assert worths is not None
            losses = [round(worths.max() - worth, 1) for worth in worths]
            best = "equally good" if losses.count(0.0) > 1 else "best"
            assert frame["losses"][frame["chosen"]] == best
            assert frame["losses"] == [f"\u2212{loss:.1f}" if loss else best for loss in losses]
    plain = write_replay(game, steps, labels, tmp_path / "plain.html").read_text(encoding="utf-8")
    assert "own scale" not in plain
    assert "losses" not in plain.partition('id="data"')[2].partition("</script>")[0]


def test_options_that_were_played_on_are_valued_in_chance_to_win(tmp_path: Path) -> None:
    game, steps, labels = played("ganges", "base", ())
    options = [OptionLosses()] * (len(steps) - 1)
    first = next(i for i, step in enumerate(steps[:-1]) if len(step.after.option_codes) > 2)
    n_others = len(steps[first].after.option_codes) - 3
    options[first] = OptionLosses(
        (0.004, 0.123, 0.05, *[math.nan] * n_others),
        ((-0.02, 0.03), (0.06, 0.19), (-0.01, 0.11), *[(math.nan, math.nan)] * n_others),
    )
    rows = np.full((len(turn_ends(steps)) + 1, 2), 0.5)
    chances = PlayedChances(rows, 100, "balanced", tuple(options))
    players = [find_strategy(label, game="ganges") for label in labels]
    page = write_replay(game, steps, labels, tmp_path / "game.html", players=players, chances=chances).read_text(encoding="utf-8")
    assert "At the right: how far below the best option, in chance to win" in page
    assert "own scale" not in page
    frames = data_of(page)["frames"]
    assert frames[first]["losses"] == ["best", "\u221212 points", "\u22125 points (\u221211 to +1)", *[""] * n_others]
    assert [i for i, frame in enumerate(frames) if "losses" in frame] == [first]


def test_a_strategy_that_searches_says_what_it_thinks_before_it_searches(tmp_path: Path) -> None:
    game = find_game("charmers")
    state = next(step.after for step in played("charmers", "sun", ())[1] if len(step.after.option_codes) > 2)
    strong, expert = (game.appraisal.worths(state, find_strategy(name, game="charmers")) for name in ("strong", "expert"))
    assert strong is not None
    assert expert is not None
    assert strong.tolist() == expert.tolist()


def test_the_chances_of_a_round_are_told_until_the_next_is_over(tmp_path: Path) -> None:
    game, steps, labels = played("ganges", "base", ())
    rounds = int(steps[-1].after.round_number)
    chances = [[r / (2 * rounds), 1.0 - r / (2 * rounds)] for r in range(rounds)] + [[1.0, 0.0]]
    page = write_replay(game, steps, labels, tmp_path / "game.html", chances=chances).read_text(encoding="utf-8")
    assert "It comes from a model" in page
    for step, shown in zip(steps, data_of(page)["chances"], strict=True):
        row = chances[-1] if step.after.is_over else chances[int(step.after.round_number) - 1]
        assert shown == pytest.approx(row, abs=0.00051)
