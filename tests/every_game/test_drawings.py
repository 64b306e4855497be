"""Positions drawn: every position of whole games can be, and the drawing follows from the position alone."""

from __future__ import annotations

import itertools
import re
from itertools import combinations
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser

from rajas_sim.charmers.drawing.symbols import earning_symbol
from rajas_sim.charmers.output.wording import Earning
from rajas_sim.charmers.rulebook.terms import SYMBOLS as RIVER_SYMBOLS
from rajas_sim.core.drawing.panel import Drawing, style
from rajas_sim.core.drawing.shapes import symbols
from rajas_sim.core.engine.records import writable_copy
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES
from rajas_sim.ganges.drawing.board import SPACE_HEIGHT, SPACE_WIDTH, STACKS_ACROSS, TILE_SIZE, tile_with_cost
from rajas_sim.ganges.drawing.province import corner_of_cell, place_of_yield
from rajas_sim.ganges.rulebook.rules import Rules as GangesRules
from rajas_sim.ganges.rulebook.terms import N_OF
from tests.every_game.walking import games_of_every_kind, walk
from tests.showing.browsing import NEEDS_BROWSER, browser

__all__ = ["browser"]

SYMBOLS = {*re.findall(r'id="(rt-[^"]+)"', symbols())}
CLASSES = {*re.findall(r"\.([a-z][\w-]*)", style())}
#: The class of words in the common size, which has no style of its own.
PLAIN = {"plain"}
#: Width and height of a digit of small words.
DIGIT, DIGIT_HEIGHT = 7, 8
#: Side of a boat.
BOAT = 20


def in_column(browser: Browser, rules: GangesRules, tile: int) -> list[float]:
    """Return where the number beside a tile begins and ends."""
    page = browser.new_page()
    drawn = f'<svg class="rajas-table" viewBox="0 0 {STACKS_ACROSS} {TILE_SIZE}" width="{STACKS_ACROSS}">'
    page.set_content(f"<style>{style()}</style>{drawn}{tile_with_cost(rules, tile)}</svg>")
    ends: list[float] = page.evaluate(
        """() => {
            const number = [...document.querySelectorAll("text")].find((text) => text.textContent.startsWith("#")).getBBox();
            return [number.x, number.x + number.width];
        }"""
    )
    page.close()
    return ends


class TestInTheBrowser:
    """How wide words are, which only a browser knows."""

    pytestmark = NEEDS_BROWSER

    def test_the_number_of_a_tile_lies_beside_it_and_within_its_column(self, browser: Browser) -> None:
        rules = find_game("ganges").rules(4)
        assert isinstance(rules, GangesRules)
        begin, end = in_column(browser, rules, rules.tile_names.index("orange_16"))
        assert TILE_SIZE <= begin < end <= STACKS_ACROSS


def shape(drawing: Drawing) -> list[tuple[object, ...]]:
    return [(p.key, p.title, p.width, p.height, len(p.parts), p.seat) for p in drawing.panels]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_position_is_drawn_with_known_symbols_and_styles(game: str) -> None:
    rules, first = None, None
    for step in games_of_every_kind(game)[::5]:
        drawing = step.after.drawing
        if step.after.rules is not rules:
            rules, first = step.after.rules, shape(drawing)
        assert shape(drawing) == first
        drawn = "".join(part for panel in drawing.panels for part in panel.parts)
        require_known_parts(drawn)


@pytest.mark.parametrize("game", GAMES)
def test_no_line_to_a_bonus_strikes_through_a_number_of_the_scale(game: str) -> None:
    state = find_game(game).new_game(find_game(game).rules(2), 1)
    (race,) = (panel for panel in state.drawing.panels if panel.key == "race")
    assert race.parts[0].index("on-line") > race.parts[0].rindex("mark "), "numbers come last, with a gap around them"


@pytest.mark.parametrize("game", GAMES)
def test_who_starts_the_round_is_marked(game: str) -> None:
    state = find_game(game).new_game(find_game(game).rules(2), 1)
    other = writable_copy(state.array)
    other["start_player"] = 1
    for position, seat in ((state, 1), (type(state)(state.rules, other), 2)):
        (race,) = (panel for panel in position.drawing.panels if panel.key == "race")
        assert f"<title>seat {seat} starts this round</title>" in race.parts[-1]
        assert race.alt.endswith(f"seat {seat} starts this round")


def require_known_parts(drawn: str) -> None:
    assert {*re.findall(r'href="#(rt-[^"]+)"', drawn)} <= SYMBOLS
    assert {name for names in re.findall(r'class="([^"]+)"', drawn) for name in names.split()} <= CLASSES | PLAIN


@pytest.mark.parametrize("name", GAMES)
def test_things_have_pictures_without_words(name: str) -> None:
    game = find_game(name)
    rules = game.rules(game.player_counts[-1], modules=game.modules)
    pictures = {thing: game.picture(rules, thing) for thing in rules.things}
    for picture in filter(None, pictures.values()):
        ElementTree.fromstring(picture)
        require_known_parts(picture)
        assert "<text" not in picture
        assert "<title" not in picture
    kinds = {"ganges": ("tile.", "space.", "chamber.", "worker.", "river."), "charmers": ("market.", "palace.", "karma.")}[name]
    for kind in kinds:
        assert all(picture for thing, picture in pictures.items() if thing.startswith(kind))
    tiles = [picture for thing, picture in pictures.items() if thing.startswith("tile.")]
    assert len({*tiles}) >= 0.8 * len(tiles)  # some tiles differ in numbers only
    assert not game.picture(rules, "edge.top.1")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_drawing_is_one_piece_of_svg_that_needs_nothing_else(game: str) -> None:
    for step in games_of_every_kind(game)[::97]:
        svg = step.after._repr_html_()
        ElementTree.fromstring(svg)
        assert not re.search(r"url\(|@import|(?<!xmlns=\")https?:", svg)
        assert svg == step.after.drawing.to_svg()


@pytest.mark.parametrize("game", GAMES)
def test_panels_stand_beside_each_other_in_one_picture(game: str) -> None:
    drawing = find_game(game).new_game(find_game(game).rules(2), 1).drawing
    picture = ElementTree.fromstring(drawing.to_svg())
    _, _, width, _ = map(float, picture.attrib["viewBox"].split())
    assert 2 * max(panel.width for panel in drawing.panels) < width <= 1150


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_panels_say_in_words_what_their_seats_have(game: str, players: int) -> None:
    for step in itertools.islice(walk(find_game(game).rules(players), 5, choices=5), 0, None, 5):
        texts = [panel.alt for panel in step.after.drawing.panels if panel.seat is not None]
        assert len(texts) == players
        for seat, alt in zip(step.after.seats, texts, strict=True):
            assert f"fame {seat.fame}, money {seat.money}" in alt


@pytest.mark.parametrize("game", GAMES)
def test_the_key_explains_symbols_that_exist(game: str) -> None:
    rules = find_game(game).rules(2)
    key = find_game(game).new_game(rules, 1).drawing.key
    assert key is not None
    assert {*re.findall(r'href="#(rt-[^"]+)"', "".join(key.parts))} <= SYMBOLS


def test_tiles_on_display_have_the_numbers_by_which_options_name_them() -> None:
    game = find_game("ganges")
    state = game.new_game(game.rules(2), 1)
    (display,) = (panel for panel in state.drawing.panels if panel.key == "display")
    named = re.findall(r"\w+ tile (\d+) \(", display.alt)
    assert len(named) == len([tile for tile in state.open_tiles if tile >= 0])
    assert re.findall(r">#(\d+)<", "".join(display.parts)) == named


def test_boats_at_the_start_lie_within_it_and_apart() -> None:
    game = find_game("ganges")
    panel = next(panel for panel in game.new_game(game.rules(4), 1).drawing.panels if panel.key == "river")
    corners = [tuple(map(float, re.findall(r'<use[^>]* x="([\d.]+)" y="([\d.]+)"', part)[0])) for part in panel.parts[-4:]]
    assert all(0 <= x <= SPACE_WIDTH - BOAT and 0 <= y <= SPACE_HEIGHT - BOAT for x, y in corners)
    assert all(max(abs(x - a), abs(y - b)) >= BOAT for (x, y), (a, b) in combinations(corners, 2))


def test_a_die_that_is_given_up_leaves_a_free_hand() -> None:
    game = find_game("ganges")
    state = game.new_game(game.rules(2), 1)
    paying = state.play(next(option for option in state.options if option.space == "harbour_1"))
    dice = [
        next(part for part in after.drawing.panels[4].parts if 'class="open"' in part)
        for after in (paying, paying.play(paying.options[0]))
    ]
    hands, n_dice = ([part.count(shown) for part in dice] for shown in ('class="open"', "<use"))
    assert hands[1] - hands[0] == n_dice[0] - n_dice[1] == 1
    free_hands = [{*re.findall("<rect[^>]*>", part)} for part in dice]
    assert free_hands[0] < free_hands[1], "those that were free lie where they lay"


def test_the_key_of_the_dice_charmers_has_all_symbols_of_the_river() -> None:
    key = find_game("charmers").new_game(find_game("charmers").rules(2), 1).drawing.key
    assert key is not None
    assert {f"{symbol} of the river" for symbol in RIVER_SYMBOLS} < {*key.alt.split("; ")}


def test_the_goods_of_a_purple_die_show_how_often_they_are_given() -> None:
    once, twice = (ElementTree.fromstring(f"<g>{earning_symbol(Earning('goods_die', n))}</g>") for n in (1, 2))
    assert ["".join(svg.itertext()) for svg in (once, twice)] == ["?", "?2"]


@pytest.mark.parametrize("variant", ["base", "navaratnas"])
def test_rows_and_columns_of_a_province_have_numbers_that_nothing_covers(variant: str) -> None:
    game = find_game("ganges")
    rules = game.rules(2, variant)
    assert isinstance(rules, GangesRules)
    state = game.new_game(rules, 1)
    panel = next(panel for panel in state.drawing.panels if panel.seat == 0)
    texts = re.findall(r'<text x="([\d.]+)" y="([\d.]+)" class="small middle">(\d)</text>', panel.parts[0])
    assert [number for _, _, number in texts] == [*"1234", *"12345"]
    right_of_rows = max(float(x) for x, _, _ in texts[:4]) + DIGIT / 2
    top_of_columns = min(float(y) for _, y, _ in texts[4:]) - DIGIT_HEIGHT
    board = int(state.seats[0].board)
    places = [place_of_yield(rules, board, i) for i in range(int(rules.record.boards[board].n_yields))]
    assert all(x - width / 2 >= right_of_rows for x, _, width, _ in places)
    assert all(x + width / 2 <= panel.width for x, _, width, _ in places)
    assert all(y + height / 2 <= top_of_columns for _, y, _, height in places)
    assert corner_of_cell(N_OF.cells - 1)[1] + TILE_SIZE <= top_of_columns
