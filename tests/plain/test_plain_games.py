"""Games in plain Python: their values, chance, restrictions and positions."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rajas_sim.analysis.course.playouts import Playouts, played_chances
from rajas_sim.core.drawing.panel import OptionSpot
from rajas_sim.core.errors import InputError, StrategyError
from rajas_sim.core.game import find_game
from rajas_sim.core.playing.asking import ask
from rajas_sim.core.playing.narration import seat_names
from rajas_sim.core.strategies.declaration import strategy
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.plain.game import PlainGame, game_of
from rajas_sim.plain.game_file import GameError, title_in
from rajas_sim.plain.plain_rules import PlainRules
from rajas_sim.plain.position import PlainState
from rajas_sim.plain.search import best_by_search, worth
from rajas_sim.showing.replay.turns import turns_of

FILE = Path(__file__).with_name("dice_race.py")


@pytest.fixture
def race() -> PlainGame:
    game = find_game(str(FILE))
    assert isinstance(game, PlainGame)
    return game


def rules_of(game: PlainGame, players: int = 2, variant: str | None = None, /, **overrides: Any) -> PlainRules:
    rules = game.rules(players, variant, overrides=overrides)
    assert isinstance(rules, PlainRules)
    return rules


def start(game: PlainGame, rules: PlainRules, seed: int = 1) -> PlainState:
    state = game.new_game(rules, seed)
    assert isinstance(state, PlainState)
    return state


def played(game: PlainGame, rules: PlainRules, ways: str, seed: int = 1) -> PlainState:
    """Return the position after some ways: d for the die, s for the step."""
    state = start(game, rules, seed)
    for way in ways:
        state = state.play(state.options["ds".index(way)])
    return state


# --- values


def test_values_hold_for_players_and_variants(race: PlainGame) -> None:
    assert rules_of(race).numbers.goal == 12
    assert rules_of(race, 3).numbers.goal == 10
    assert rules_of(race, 2, "long").numbers.goal == 30


def test_values_are_changed_by_their_paths(race: PlainGame) -> None:
    numbers = rules_of(race, goal=20, storm="sometimes", **{"setup.steps.2": 4}).numbers
    assert (numbers.goal, numbers.storm, numbers.steps) == (20, "sometimes", (0, 4))


def test_a_player_gets_a_head_start_wherever_he_sits(race: PlainGame) -> None:
    rules = rules_of(race, **{"players.ahead.steps": 5})
    assert rules.for_seats(["other", "ahead"]).numbers.steps == (0, 5)
    assert rules.for_seats(["ahead", "other"]).numbers.steps == (5, 0)


def test_a_game_of_players_who_get_something_begins_only_when_they_sit(race: PlainGame) -> None:
    with pytest.raises(InputError, match="who sits where is not known here"):
        start(race, rules_of(race, **{"players.ahead.steps": 5}))


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        ("goal", 2, "goal: .*3 or more"),
        ("gole", 9, "unknown path 'gole'; nearest: goal"),
        ("storm", "often", "storm: .*never.*sometimes"),
        ("luck.deal_anew", ["dice"], "unknown source of luck 'dice'"),
        ("restrict.seat_1", ["way.boat"], "way.boat"),
    ],
)
def test_impossible_values_are_refused(race: PlainGame, path: str, value: object, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        rules_of(race, **{path: value})


def test_assumed_values_have_their_ranges(race: PlainGame) -> None:
    rows = {row["path"]: row for row in race.components.list_values()}
    assert (rows["sure"]["provenance"], rows["sure"]["low"], rows["sure"]["high"]) == ("assumed", 1, 6)
    assert rows["storm"]["choices"] == ["never", "sometimes"]


def test_numbers_of_the_file_have_their_limits(race: PlainGame) -> None:
    rows = {row["path"]: row for row in race.components.list_values()}
    for path, low, high in (("goal", 3, 60), ("setup.steps", 0, 10), ("by_players.3.goal", 3, 60)):
        assert (rows[path]["provenance"], rows[path]["low"], rows[path]["high"]) == ("file", low, high)
    assert rows["goal"]["why"] == "steps to the goal"
    assert (rows["game.round_limit"]["provenance"], rows["game.round_limit"]["low"]) == ("file", None)


def test_a_seat_shows_its_score_once(race: PlainGame, tmp_path: Path) -> None:
    state = played(race, rules_of(race), "ss")
    panel = state.drawing.panels[1]
    assert (panel.parts, panel.alt, state.totals(0)) == (("",), "score 3", {"score": 3})
    without = game_of(write_without_scores(tmp_path))
    state = start(without, rules_of(without))
    assert "no score before the end" in state.drawing.panels[1].parts[0]
    assert state.totals(0) == {}


def write_without_scores(folder: Path) -> Path:
    """Write the race without a score before its end."""
    path = folder / "race_without_scores.py"
    path.write_text(FILE.read_text().replace("def scores(", "def steps_so_far("))
    return path


def test_a_title_is_read_without_running_the_file(tmp_path: Path) -> None:
    path = tmp_path / "my_game.py"
    for text, title in (
        ('TITLE = "Mine"\nraise SystemExit\n', "Mine"),
        ("TITLE = 'A' + 'B'\n", "My game"),
        ("TITLE = (\n", "My game"),
    ):
        path.write_text(text)
        assert title_in(path) == title
    assert title_in(tmp_path / "none_there.py") == "None there"


def test_a_component_file_holds_what_is_different(race: PlainGame, tmp_path: Path) -> None:
    exported = tmp_path / "mine.toml"
    race.components.export(exported)
    assert race.components.check(exported) == []
    short = tmp_path / "short.toml"
    short.write_text('name = "short"\nbox = "dice_race"\nsure = 5\n')
    assert race.rules(2, components=short).numbers.sure == 5  # type: ignore[attr-defined]


def test_rules_are_pickled(race: PlainGame) -> None:
    rules = rules_of(race, goal=20)
    assert pickle.loads(pickle.dumps(rules)) == rules


# --- chance


def test_equal_seeds_give_equal_games_and_others_do_not(race: PlainGame) -> None:
    rules = rules_of(race)
    assert played(race, rules, "dddd") == played(race, rules, "dddd")
    assert len({played(race, rules, "dddd", seed).position.steps for seed in range(20)}) > 10


def test_the_throws_of_a_seat_do_not_hang_on_the_other(race: PlainGame) -> None:
    rules = rules_of(race, goal=60)
    for seed in range(20):
        assert played(race, rules, "ddd", seed).position.steps[0] == played(race, rules, "dsd", seed).position.steps[0]


def test_one_source_of_luck_is_redrawn_and_the_other_is_not(race: PlainGame) -> None:
    usual, redrawn = rules_of(race, goal=60), rules_of(race, goal=60, **{"luck.deal_anew": ["die"]})
    states = [[played(race, rules, "dd", seed) for seed in range(30)] for rules in (usual, redrawn)]
    assert [state.position.weather for state in states[0]] == [state.position.weather for state in states[1]]
    assert [state.position.steps for state in states[0]] != [state.position.steps for state in states[1]]


def test_throws_are_fair(race: PlainGame) -> None:
    rules = rules_of(race, goal=60)
    throws = [played(race, rules, "d", seed).position.steps[0] for seed in range(3000)]
    counts = np.bincount(throws, minlength=7)[1:]
    assert ((counts - 500) ** 2 / 500).sum() < 20.5  # chi-square with 5 degrees of freedom, 99.9 %


def test_shuffling_gives_every_order(tmp_path: Path) -> None:
    path = tmp_path / "shuffled.py"
    path.write_text(
        "from typing import NamedTuple\nfrom rajas_sim.plain import GameResult\nPLAYERS = (2,)\nLUCK = ('deck',)\n"
        "class S(NamedTuple):\n    mover: int\n    deck: tuple\n"
        "def start(numbers, players, chance):\n    return S(0, chance.shuffled('deck', 'abc'))\n"
        "def options(state):\n    return ('stop',)\n"
        "def play(state, option, chance):\n    return S(1, ())\n"
        "def result(state):\n    return None if state.deck else GameResult((0, 1))\n"
    )
    game = game_of(path)
    decks = ["".join(start(game, rules_of(game), seed).position.deck) for seed in range(600)]
    assert all(60 < decks.count(deck) < 140 for deck in ("abc", "acb", "bac", "bca", "cab", "cba"))


# --- positions


def test_what_is_hidden_is_drawn_anew_for_strategies(race: PlainGame) -> None:
    rules = rules_of(race)
    states = [start(race, rules, seed) for seed in range(60)]
    shown = [state.shown(seed + 1000) for seed, state in enumerate(states)]
    assert sum(a.position.weather == b.position.weather for a, b in zip(states, shown, strict=True)) < 30
    assert all(
        a.position.steps == b.position.steps and a.option_codes == b.option_codes for a, b in zip(states, shown, strict=True)
    )


def test_a_restricted_seat_does_without(race: PlainGame) -> None:
    rules = rules_of(race, **{"restrict.seat_2": ["way.die"]})
    state = start(race, rules)
    assert [option.text for option in state.options] == ["die", "step"]
    assert [option.text for option in state.play(state.options[0]).options] == ["step"]


def test_the_search_takes_a_single_option(race: PlainGame) -> None:
    state = start(race, rules_of(race, **{"restrict.seat_1": ["way.die"]}))
    assert best_by_search(state, budget=4, exploration=1.0) == state.options[0]


def test_a_seat_that_may_use_nothing_is_an_error(race: PlainGame) -> None:
    with pytest.raises(GameError, match="returned none that the seat may use"):
        _ = start(race, rules_of(race, **{"restrict.seat_1": ["way"]})).options


@given(st.integers(0, 2**63 - 1), st.sampled_from([2, 3]), st.sampled_from(["short", "long"]))
def test_whole_games_end_and_leave_their_positions_as_they_were(seed: int, players: int, variant: str) -> None:
    game = game_of(FILE)
    rules = rules_of(game, players, variant, storm="sometimes")
    record = game.play_game(rules, ["random"] * players, seed)
    states = record.replay()
    assert [hash(state) for state in states] == [hash(state) for state in record.replay()]
    assert record.outcome.standings[0].overlap >= rules.numbers.goal
    assert record.rounds == -(-len(record.choices) // players)
    assert sum(standing.win_share for standing in record.standings) == pytest.approx(1.0)


def test_a_batch_has_the_games_that_are_played_one_by_one(race: PlainGame) -> None:
    rules, random = rules_of(race, 3), find_strategy("random", game=race.name)
    seeds = np.arange(12, dtype=np.uint64)
    tables = race.batches.play(rules, [random], np.zeros((12, 3), np.int8), seeds, ("games", "seats", "rounds", "things"))
    for seed in range(12):
        steps = list(race.steps(rules, [random], seed, [0, 0, 0]))
        final = steps[-1].after
        assert tables["games"]["decisions"][seed] == len(steps) - 1
        assert tables["games"]["rounds"][seed] == final.round_number
        overlaps = {standing.seat: standing.overlap for standing in final.standings}
        assert tables["seats"]["overlap"][tables["seats"]["index"] == seed].tolist() == [overlaps[seat] for seat in range(3)]
        assert tables["things"]["times"][tables["things"]["index"] == seed].sum() == len(steps) - 1
        last_round = (tables["rounds"]["index"] == seed) & (tables["rounds"]["round"] == final.round_number)
        assert tables["rounds"]["overlap"][last_round].tolist() == [overlaps[seat] for seat in range(3)]


def test_a_strategy_in_python_reads_the_position(race: PlainGame) -> None:
    @strategy(game="dice_race", compiled=False)
    def careful(state: PlainState, parameters: object) -> object:
        """Take the step."""
        assert state.position.mover == state.seat_to_move
        return next(option for option in state.options if option.value == "step")

    record = race.play_game(rules_of(race), [careful, careful], 3)
    assert record.rounds == 4
    assert record.outcome.winners == (0,)


def test_a_number_that_could_be_an_option_or_a_code_is_neither(tmp_path: Path) -> None:
    game = with_line(
        tmp_path,
        "def options(state):\n    return (2, 1)\n\ndef play(state, option, chance):\n    return replace(state, "
        "steps=tuple(n + option for n in state.steps))",
    )

    @strategy(game=game.name, compiled=False)
    def lowest(state: PlainState, parameters: object) -> object:
        """Return the value of an option."""
        return min(option.value for option in state.options)

    with pytest.raises(StrategyError, match=r"options are numbers here, so return one of state\.options itself"):
        game.play_game(rules_of(game), [lowest, lowest], 3)


def test_greed_takes_the_step_that_brings_more_on_an_average(race: PlainGame) -> None:
    greedy = find_strategy("greedy", {"deals": 200}, game=race.name)
    for sure, way in ((1, "die"), (6, "step")):
        rules = rules_of(race, sure=sure, goal=60)
        step = next(iter(list(race.steps(rules, [greedy, greedy], 1))[1:]))
        assert step.before is not None
        assert step.before.options[step.chosen].text == way


def test_a_careless_player_takes_another_option_now_and_then(race: PlainGame) -> None:
    careless = find_strategy("careless", game=race.name)
    assert (careless.name, careless.error) == ("greedy", 0.2)
    rules, errs = rules_of(race, goal=60), 0
    for seed in range(10):
        for step in list(race.steps(rules, [careless, careless], seed))[1:]:
            assert isinstance(step.before, PlainState)
            seed_of_turn = careless.seed_in(seed, step.before.seat_to_move)
            careful = ask(find_strategy("greedy", game=race.name), step.before, seed_of_turn, seed)
            errs += careful != step.before.option_codes[step.chosen]
    assert 10 < errs < 100


def test_of_many_options_those_that_seem_best_are_played_on(tmp_path: Path) -> None:
    lines = """def options(state):
    return list(range(10))


def play(state, option, chance):
    steps = list(state.steps)
    steps[state.mover] += option
    return replace(state, steps=tuple(steps), mover=1 - state.mover)"""
    game = with_line(tmp_path, lines)
    playouts = Playouts(game, find_strategy("random", game=game.name), [1])
    assert playouts.seemingly_best(start(game, rules_of(game, goal=60))) == [
        9,
        8,
        7,
        6,
        5,
        4,
    ]


def test_greed_gambles_rather_than_falls_behind(tmp_path: Path) -> None:
    lines = """def play(state, option, chance):
    won = option == "die" and chance.die("die") > 3
    steps = (60 * won, 60 - 60 * won) if option == "die" else (state.steps[0], state.steps[1] + 1)
    return replace(state, steps=steps, mover=0)"""
    game = with_line(tmp_path, lines)
    greedy = find_strategy("greedy", game=game.name)
    step = list(game.steps(rules_of(game), [greedy, greedy], 1))[1]
    assert step.before is not None
    assert step.before.options[step.chosen].text == "die"


def test_of_options_worth_the_same_greed_takes_any(race: PlainGame) -> None:
    greedy = find_strategy("greedy", {"deals": 2}, game=race.name)
    rules = rules_of(race, goal=3, **{"setup.steps": 2})
    games = [list(race.steps(rules, [greedy, greedy], seed)) for seed in range(40)]
    taken = [steps[1].before.options[steps[1].chosen].text for steps in games if steps[1].before is not None]
    assert 5 < taken.count("die") < 35, "both win at once"


# --- what the file may say besides


def with_line(tmp_path: Path, lines: str) -> PlainGame:
    """Return the race with more at the end of its file."""
    path = tmp_path / "race_with_more.py"
    path.write_text(f"{FILE.read_text()}\n\n{lines}\n")
    game = game_of(path)
    assert isinstance(game, PlainGame)
    return game


def test_a_position_is_drawn_as_the_file_draws_it(tmp_path: Path) -> None:
    circle = '<svg viewBox="0 0 240 100"><circle cx="9" cy="9" r="5"/></svg>'
    game = with_line(tmp_path, f"def picture(state):\n    return {circle!r}")
    panel = start(game, rules_of(game)).drawing.panels[0]
    assert (panel.width, panel.height) == (480, 200)
    assert circle in panel.parts[0]


def test_an_option_lies_where_the_file_says(tmp_path: Path) -> None:
    lines = """def picture(state):
    return '<svg viewBox="0 0 240 100"></svg>'
def spot(state, option):
    return None if option == "die" else (10, 20, 30, 40)"""
    state = start(with_line(tmp_path, lines), rules_of(with_line(tmp_path, lines)))
    expected = [None if option.text == "die" else OptionSpot("position", 20, 40, 60, 80) for option in state.options]
    assert list(state.spots()) == expected
    assert None in expected
    assert any(expected)


def test_an_option_lies_at_all_cards_that_are_alike() -> None:
    game = find_game("guilds")
    states = (game.new_game(game.rules(4), seed) for seed in range(20))
    state = next(state for state in states if len({*state.open}) < len(state.open))
    for option, spot in zip(state.options, state.spots(), strict=True):
        cards = [i for i, craft in enumerate(state.open) if craft == option.value]
        places = [] if spot is None else [(spot.x, spot.y), *spot.twins]
        assert len({*places}) == len(cards)


@pytest.mark.parametrize("name", ["guilds", "kalah", "pig"])
def test_options_of_the_shipped_games_lie_within_their_pictures(name: str) -> None:
    game = find_game(name)
    random = find_strategy("random", game=name)
    n_spots = 0
    for step in game.steps(game.rules(2), [random, random], 3):
        panel = step.after.drawing.panels[0]
        for spot in filter(None, step.after.spots()):
            n_spots += 1
            assert 0 <= spot.x < spot.x + spot.width <= panel.width
            assert 0 <= spot.y < spot.y + spot.height <= panel.height
    assert n_spots or name == "pig"


def test_what_came_of_an_option_is_told_to_those_who_see_it(tmp_path: Path) -> None:
    lines = """def happened(state, option, after, seat):
    n = after.steps[state.mover] - state.steps[state.mover]
    return ("storm",) if n == 0 else f"{n} ahead" if seat in (None, state.mover) else None"""
    game = with_line(tmp_path, lines)
    random = find_strategy("random", game=game.name)
    steps = list(game.steps(rules_of(game, goal=60, storm="sometimes"), [random, random], 5))
    texts_by_step = [step.after.happened_texts(None) for step in steps]
    assert texts_by_step[0] == ()
    assert {"storm", "3 ahead"} <= {text for texts in texts_by_step for text in texts}
    unseen = [step.after.happened_texts(1 - step.before.seat_to_move) for step in steps if step.before is not None]
    thrown = ("die", "weather")
    assert {text for texts in unseen for text in texts if not text.startswith(thrown)} == {"storm"}
    assert "      3 ahead" in game.narration.lines(steps, ["random", "random"])
    assert any("3 ahead; altogether score +3)" in turn.sentence for turn in turns_of(steps, seat_names(["random", "random"])))


def test_the_mover_is_named_where_others_gained_in_its_turn_too() -> None:
    game = find_game("guilds")
    steps = list(game.steps(game.rules(2), [find_strategy("greedy", game=game.name)] * 2, 5))
    sentences = [turn.sentence for turn in turns_of(steps, ["seat 1", "seat 2"]) if "altogether" in turn.sentence]
    of_both = [sentence for sentence in sentences if sentence.count(" score +") > 1]
    assert of_both
    assert all(f"altogether {sentence[:6].lower()} score +" in sentence for sentence in of_both)


@pytest.mark.parametrize(
    ("lines", "use", "problem"),
    [
        (
            "def picture(state):\n    return 'a circle'",
            lambda state: state.drawing,
            "must return an SVG that begins with <svg viewBox",
        ),
        (
            "def picture(state):\n    return '<svg viewBox=\"0 0 9 9\">'\ndef spot(state, option):\n    return 1, 2",
            lambda state: state.spots(),
            r"spot\(state, option\) must return \(x, y, width, height\)",
        ),
        ("def scores(state):\n    return [1]", lambda state: state.drawing, "a score for each of 2 seats"),
        (
            "def words(state, option):\n    return 1 / 0",
            lambda state: state.options[0].text,
            r"words\(...\) raised ZeroDivisionError.*line",
        ),
        (
            "def thing(state, option):\n    return 'wings'",
            lambda state: state.course.things_of("die"),
            "'wings', which is not one of THINGS",
        ),
        (
            "def worth(state, seat):\n    return state.gold",
            lambda state: worth(state, 0),
            r"worth\(...\) raised AttributeError.*line",
        ),
    ],
)
def test_what_a_function_of_the_file_does_wrong_is_named(
    tmp_path: Path, lines: str, use: Callable[[PlainState], object], problem: str
) -> None:
    game = with_line(tmp_path, lines)
    state = start(game, rules_of(game))
    with pytest.raises(GameError, match=problem):
        use(state)


def test_positions_are_played_on_for_the_chances_to_win(race: PlainGame) -> None:
    line_up = [find_strategy("greedy", game=race.name)] * 2
    states = [step.after for step in race.steps(rules_of(race), line_up, seed=3)]
    chances = played_chances(race, [states[0], states[-1]], line_up, 200)
    assert chances.player == "greedy"
    assert chances.chances[0].sum() == pytest.approx(1)
    assert chances.chances[0, 0] > 0.5, "the start player of a race is ahead"
    assert chances.chances[-1].tolist() == states[-1].course.win_shares


def test_a_file_with_the_name_of_a_game_with_a_package_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "ganges.py"
    file.write_text(FILE.read_text())
    with pytest.raises(InputError, match=r"ganges\.py: ganges is the name of another game; give the file another name"):
        find_game(str(file))
