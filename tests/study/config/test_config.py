from __future__ import annotations

import json
from pathlib import Path

import pytest

from rajas_sim.core.errors import InputError
from rajas_sim.study.config import QUESTION_TABLES
from rajas_sim.study.config.form import Config, experiment_schema
from rajas_sim.study.config.load import load_experiment, rule_change_message
from rajas_sim.study.config.resolve import resolve
from rajas_sim.study.config.set_option import apply_change, parse_set_options
from tests.core import toy_game
from tests.toy_studies.experiment_helpers import HEAD, Loaded, MakeConfig, Refused, read_again


def test_a_small_file_is_enough(loaded: Loaded) -> None:
    config = loaded(HEAD)
    assert (config.players, config.blocks, config.level, config.tolerance) == ((2, 5), 1000, 0.95, 0.02)


def test_a_resolved_file_says_the_same_as_the_config(loaded: Loaded, tmp_path: Path) -> None:
    text = HEAD + '[strategies.slow]\nstrategy = "fails"\nparameters = { every = 50 }\nerror = 0.25\n'
    text = text.replace('["even"]', '["slow"]') + '[[arms]]\nname = "poor"\noverrides = { setup.money = [1, 2, 3, 4, 5] }\n'
    config = loaded(text)
    assert config.arms[0].overrides == {"setup.money": [1, 2, 3, 4, 5]}
    assert read_again(config, tmp_path) == config


WRONG_LINES = [
    ("blocs = 5", "6: blocs: unknown key 'blocs'; did you mean 'blocks'? Known: about, arms"),
    ("blocks = 0", "6: blocks: must be 1 or more, found 0"),
    ("blocks = 'many'", "6: blocks: must be a whole number, found 'many'"),
    ("blocks = 2.5", "6: blocks: must be a whole number, found 2.5"),
    ("seed = -1", "6: seed: must be 0 or more, found -1"),
    ("level = 1.5", "6: level: must be less than 1.0, found 1.5"),
    ("tolerance = true", "6: tolerance: must be a number, found true"),
    ("variant = 'moon'", "6: variant: unknown variant 'moon'. Known: dark, light, mixed"),
    ("modules = ['rian']", "6: modules: unknown module 'rian'; did you mean 'rain'? Known: rain"),
    (
        "tables = ['games', 'seats', 'round']",
        "6: tables: unknown table 'round'; did you mean 'rounds'? Known: games,",
    ),
    ("tables = ['rounds']", "6: tables: games and seats must be among them"),
    ("components = 'none.toml'", "6: components: "),
    ("components = [1.0]", "6: components: must be a path in quotes, found [1.0]"),
    ("components = { fame = [1.0] }", "6: components: must be a path in quotes, found {'fame': [1.0]}"),
    ('components = "\\u0000"', "6: components: "),
    ("[strategies.x]\nstrategy = 'even'", "6: strategies.x: is not in line_up, so it would never play"),
    ("[strategies.x]\nstrategy = 'even'\nerror = 1.5", "8: strategies.x.error: must be 1.0 or less, found 1.5"),
    ("[strategies.x]\nstrategy = 'even'\nerror = 'often'", "8: strategies.x.error: must be a number, found 'often'"),
    ("[[arms]]\nname = 'a'", "6: arms.a: plays the baseline again; change something by overrides, variant or modules"),
    ("[[arms]]\noverrides = { prize.money = 2 }", "6: arms, entry 1, name: is missing. Name of the arm in tables and reports."),
    ("[[arms]]\nname = 'a'\nmodules = ['rain', 1]", "8: arms.a.modules, entry 2: must be a text in quotes, found 1"),
    (
        "[[arms]]\nname = 'a'\noverrides = {}\nnmae = 'b'",
        "9: arms.a.nmae: unknown key 'nmae'; did you mean 'name'? Known: modules, name, ov",
    ),
    (
        "[[arms]]\nname = 'baseline'\noverrides = {}",
        "7: arms.baseline.name: found 'baseline'; 'baseline' is the arm without",
    ),
    (
        "[[arms]]\nname = 'poor'\n[arms.overrides]\nsetup.money = [1, 1, 1, 1, 1]\nsetup.mony = 1",
        "10: arms.poor.overrides.setup.mony: unknown path 'setup.mony'",
    ),
    (
        "[[arms]]\nname = 'a'\noverrides = {}\n[[arms]]\nname = 'a'\noverrides = {}",
        "6: arms: each arm needs a different name; given twice: a",
    ),
]


@pytest.mark.parametrize(("line", "sentence"), WRONG_LINES)
def test_a_wrong_line_is_refused_with_its_place(refused: Refused, line: str, sentence: str) -> None:
    problems = refused(HEAD + line)
    assert len(problems) == 1
    assert problems[0].startswith(sentence), problems


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ("players = [2, 5]", "players = [2, 4]", "4: players: found 4; toy is played by 2, 5"),
        ("players = [2, 5]", "players = 2", "4: players: must be a list such as [2, 3], found 2"),
        ('["even"]', '"even"', """5: line_up: must be a list such as ["balanced"], found 'even'"""),
        ("players = [2, 5]", "players = [2, 'five']", "4: players, entry 2: must be a whole number, found 'five'"),
        ('["even"]', '["even", 5]', "5: line_up, entry 2: must be a text in quotes, found 5"),
        ("players = [2, 5]", "players = []", "4: players: is empty. Numbers of players"),
        ("players = [2, 5]", "players = [2, 2]", "4: players: found [2, 2]; each entry may be given once"),
        (
            'game = "toy"',
            'game = "toi"',
            "3: game: unknown game 'toi'; did you mean 'toy'? Known: charmers, ganges, guilds, kalah, pig, toy",
        ),
        (
            '["even"]',
            '["evn"]',
            "5: line_up: unknown strategy 'evn'; did you mean 'even'? Known: coin, even,",
        ),
        (
            '["even"]',
            '["even", "coin"]',
            "5: line_up: 2 strategies cannot fill the 5 seats of a 5-player game; give one",
        ),
        ('"trial"', '"a trial"', "1: name: found 'a trial'; allowed: letters, digits, '_' and '-'"),
        ('"Who wins?"', '" "', "2: question: found ' '; write the question"),
    ],
)
def test_a_wrong_value_is_refused_with_its_place(refused: Refused, before: str, after: str, sentence: str) -> None:
    problems = refused(HEAD.replace(before, after))
    assert len(problems) == 1
    assert problems[0].startswith(sentence), problems


LADDER = HEAD.replace('["even"]', '["even", "coin"]') + "mirror = true\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (LADDER.replace("true", '"yes"'), "6: mirror: must be true or false, found 'yes'"),
        (
            LADDER.replace('"coin"', '"coin", "even"'),
            "5: line_up: where mirror is true, each strategy may be given once; given twice: even",
        ),
        (
            HEAD.replace("even", "x") + "[strategies.x]\nstrategy = 'even'\nblocks = 5",
            "8: strategies.x.blocks: needs mirror = true or line_ups",
        ),
        (
            LADDER.replace('"even"', '"x"') + "[strategies.x]\nstrategy = 'even'\nblocks = 0",
            "9: strategies.x.blocks: must be 1 or more, found 0",
        ),
        (
            LADDER.replace('"even"', '"x"') + "stop.verdict = true\n[strategies.x]\nstrategy = 'even'\nblocks = 5",
            "10: strategies.x.blocks: cannot be combined with stop, which looks at the same blocks of all",
        ),
        (
            LADDER.replace('"even", "coin"', '"x"') + "[strategies.x]\nstrategy = 'even'\nblocks = 5",
            "5: line_up: every strategy has a limit of blocks",
        ),
    ],
)
def test_what_does_not_go_with_strategies_against_themselves_is_refused(refused: Refused, text: str, sentence: str) -> None:
    problems = refused(text)
    assert len(problems) == 1
    assert problems[0].startswith(sentence), problems


def test_a_ladder_may_have_fewer_strategies_than_seats(loaded: Loaded, tmp_path: Path) -> None:
    config = loaded(LADDER.replace('"coin"', '"slow"') + "[strategies.slow]\nstrategy = 'coin'\nblocks = 5\n")
    assert (config.mirror, config.choice("slow").blocks) == (True, 5)
    assert read_again(config, tmp_path) == config


SEVERAL = HEAD.replace("line_up = ", "line_ups = ")


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ('[["even"], ["coin", "even"]]', {"even": ("even",), "coin+even": ("coin", "even")}),
        ('{ calm = ["even"], both = ["coin", "even"] }', {"calm": ("even",), "both": ("coin", "even")}),
    ],
)
def test_several_line_ups_are_a_list_or_a_table(
    loaded: Loaded, tmp_path: Path, text: str, labels: dict[str, tuple[str, ...]]
) -> None:
    config = loaded(SEVERAL.replace("[2, 5]", "[2]").replace('["even"]', text))
    assert (config.asked_line_ups, config.labels) == (labels, ("even", "coin"))
    assert read_again(config, tmp_path) == config


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ("line_up = LABELS", "line_up: makes 19,582,837,560 line-ups of 5 players; at most 5,000 can be played"),
        ("line_ups = { a = LABELS }", "line_ups: makes 19,582,837,560 line-ups of 5 players; at most 5,000 can be played"),
        ("mirror = true\nline_up = LABELS", "line_up: found 300 line-ups that are asked about separately; at most 100 can be"),
        ("line_up = ['even', 'even', 'coin', 'coin', 'third', 'third', 'fourth', 'fourth', 'random']\nseatings = 'all'", ""),
        (f"line_up = {['even'] * 11}\nseatings = 'all'", "line_up: makes 462 line-ups of 5 players in 24 orders each; at most"),
    ],
)
def test_more_line_ups_than_can_be_played_are_refused_before_any_is_formed(
    loaded: Loaded, monkeypatch: pytest.MonkeyPatch, lines: str, sentence: str
) -> None:
    text = HEAD.replace('line_up = ["even"]', lines.replace("LABELS", str([f"s{i}" for i in range(300)])))
    if not sentence:
        assert len(resolve(loaded(text)).design.line_ups[5]) > 10
        return
    monkeypatch.setattr("rajas_sim.study.config.resolve.line_ups", lambda labels, players: pytest.fail("they were formed"))
    with pytest.raises(InputError) as caught:
        loaded(text)
    assert any(sentence in problem for problem in caught.value.problems)


@pytest.mark.parametrize(
    ("line_ups", "sentence"),
    [
        ("[]", "5: line_ups: is empty. In place of line_up: several line-ups"),
        ("[[]]", "5: line_ups, entry 1: is empty. Strategies that play"),
        ("'even'", """5: line_ups: must be a list such as [["balanced"], ["strong"]], found 'even'"""),
        ("['even']", """5: line_ups, entry 1: must be a list such as ["balanced"], found 'even'"""),
        ("[['even', 1]]", "5: line_ups, entry 1, entry 2: must be a text in quotes, found 1"),
        ("{ a = 'even' }", """5: line_ups.a: must be a list such as ["balanced"], found 'even'"""),
        ("{ 'a b' = ['even'] }", "5: line_ups.a b: found 'a b'; allowed: letters, digits"),
        ("[['even'], ['even']]", "5: line_ups: found [['even'], ['even']]; each line-up may be given once; given twice: even"),
        ("[['evn'], ['coin']]", "5: line_ups, entry 1: unknown strategy 'evn'; did you mean 'even'?"),
        ("{ a = ['evn'] }", "5: line_ups.a: unknown strategy 'evn'; did you mean 'even'?"),
        (
            "[['even'], ['coin', 'even']]",
            "5: line_ups, entry 2: 2 strategies cannot fill the 5 seats of a 5-player game; give one",
        ),
        ("[['even']]\nline_up = ['coin']", "5: line_ups: stands beside line_up; give one of them"),
        (
            "[['even']]\nmirror = true",
            "6: mirror: needs line_up",
        ),
        (
            "[['even'], ['coin']]\n[strategies.x]\nstrategy = 'even'",
            "6: strategies.x: is not in line_ups, so it would never play",
        ),
        (
            "[['x'], ['coin']]\nstop.verdict = true\n[strategies.x]\nstrategy = 'even'\nblocks = 5",
            "9: strategies.x.blocks: cannot be combined with stop, which looks at the same blocks of all",
        ),
        (
            "[['x']]\n[strategies.x]\nstrategy = 'even'\nblocks = 5",
            "5: line_ups: every line-up has a limit of blocks",
        ),
        (
            "[['even'], ['coin']]\nexpect = ['strategy.even.share above 0.5']",
            "6: expect: 'strategy.even.share above 0.5': its share differs between line_ups",
        ),
    ],
)
def test_wrong_line_ups_are_refused_with_their_place(refused: Refused, line_ups: str, sentence: str) -> None:
    problems = refused(SEVERAL.replace('["even"]', line_ups))
    assert len(problems) == 1
    assert problems[0].startswith(sentence), problems


def test_line_ups_given_on_the_command_line_take_the_place_of_the_line_up_of_a_file(loaded: Loaded) -> None:
    assert loaded(LADDER, "line_ups=[['even'], ['coin']]").asked_line_ups == {"even": ("even",), "coin": ("coin",)}
    assert loaded(SEVERAL.replace('["even"]', '[["even"], ["coin"]]'), "line_up=['even']").asked_line_ups == {}


def test_a_strategy_of_the_file_goes_with_the_line_up_that_another_one_replaces(loaded: Loaded, refused: Refused) -> None:
    text = HEAD.replace('["even"]', '["coin", "slow"]\nmirror = true') + '[strategies.slow]\nstrategy = "even"\nblocks = 5\n'
    for change in ("line_up=['coin']", "line_ups=[['coin'], ['even']]"):
        config = loaded(text, change)
        assert ("slow" in config.labels, config.strategies) == (False, {})
    assert loaded(text, "line_up=['slow', 'coin']").strategies.keys() == {"slow"}
    for change in ("strategies.slow.blocks=3", "strategies={ slow = { strategy = 'even' } }"):
        (problem,) = refused(text, "line_up=['coin']", change)
        assert problem.endswith("strategies.slow: is not in line_up, so it would never play")


def test_without_a_line_up_there_is_nobody_to_play(refused: Refused) -> None:
    (problem,) = refused(HEAD.replace('line_up = ["even"]\n', ""))
    assert problem.startswith(" line_up: is missing. Strategies that play: one for all seats")


def test_a_missing_key_says_what_it_is(refused: Refused) -> None:
    problems = refused(HEAD.replace('question = "Who wins?"\n', ""))
    assert problems == [" question: is missing. The question, as the report asks it."]


def test_everything_wrong_in_the_form_is_reported_at_once_and_then_everything_the_game_refuses(
    refused: Refused,
) -> None:
    wrong_in_form = "blocks = 0\nbloks = 1\n[[arms]]\nname = 'a'\noverrides = { x = 1 }\n[[arms]]\nnam = 1\n"
    text = HEAD.replace("[2, 5]", "[2, 4]").replace("even", "evn")
    places = [problem.split(": ")[:2] for problem in refused(text + wrong_in_form)]
    assert places == [["11", "arms, entry 2, name"], ["12", "arms, entry 2, nam"], ["6", "blocks"], ["7", "bloks"]]
    places = [problem.split(": ")[:2] for problem in refused(text + "[[arms]]\nname = 'a'\noverrides = { x = 1 }\n")]
    assert places == [["5", "line_up"], ["4", "players"], ["8", "arms.a.overrides.x"]]


def test_a_wrong_strategy_is_not_called_unknown_as_well(refused: Refused) -> None:
    text = HEAD.replace("even", "bold") + "[strategies.bold]\nstrategy = 5\n"
    assert refused(text) == ["7: strategies.bold.strategy: must be a text in quotes, found 5"]
    text = HEAD.replace('["even"]', "5") + "[strategies.bold]\nstrategy = 'even'\n"
    assert refused(text) == ['5: line_up: must be a list such as ["balanced"], found 5']


def test_a_file_in_the_line_up_is_to_get_a_label(refused: Refused) -> None:
    (problem,) = refused(HEAD.replace('["even"]', '["plans/mine.py"]'))
    assert problem.endswith("line_up: a file needs a label: [strategies.mine] with strategy = 'plans/mine.py'")


def test_a_byte_order_mark_before_the_text_is_no_part_of_it(loaded: Loaded, tmp_path: Path) -> None:
    path = tmp_path / "from_notepad.toml"
    path.write_text(HEAD, encoding="utf-8-sig")
    assert load_experiment(path).config == loaded(HEAD)
    path.write_text(HEAD + "blocks = \n", encoding="utf-8-sig")
    with pytest.raises(InputError, match=r"not valid TOML: invalid value \(at line 6, column 10\)"):
        load_experiment(path)


def test_broken_toml_names_the_line(refused: Refused) -> None:
    problems = refused(HEAD + "blocks = \n")
    assert problems == [" not valid TOML: invalid value (at line 6, column 10)"]


def test_a_word_without_quotes_is_shown_with_them(refused: Refused) -> None:
    problems = refused(HEAD + "variant = mixed\n")
    assert problems == [' not valid TOML: invalid value (at line 6, column 11); a text needs quotes: "mixed"']
    problems = refused(HEAD + "tables = ['games', seats]\n")
    assert problems == [' not valid TOML: invalid value (at line 6, column 20); a text needs quotes: "seats"']


@pytest.mark.parametrize(
    "text",
    [
        "tables = [\n'games',\nblocks = 5\n",
        "tables = ['games'\nblocks = 5\n",
        "tables = [\n'games',\n[sweep.over] # two paths\n",
        "sweep = { over = { a = [1] }\nblocks = 5\n",
    ],
)
def test_a_bracket_left_open_is_not_taken_for_missing_quotes(refused: Refused, text: str) -> None:
    (problem,) = refused(HEAD + text)
    assert "not valid TOML" in problem
    assert "quotes" not in problem


def test_a_component_file_is_called_so(refused: Refused, tmp_path: Path) -> None:
    box = tmp_path / "trial.toml"
    assert refused("name = 'my box'\nbox = 'toy'\n[prize]\nmoney = 1\n") == [
        f" is a component file, not an experiment; play with it: rajas run EXPERIMENT --components {box}"
    ]


def test_an_experiment_is_not_taken_for_components(refused: Refused, tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text(HEAD)
    (problem,) = refused(HEAD + "components = 'other.toml'\n")
    assert problem.startswith(f"6: components: {tmp_path / 'other.toml'}: is an experiment, not a component file")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.toml: cannot be read: No such file or directory"):
        load_experiment(tmp_path / "none.toml")


def test_components_are_found_beside_the_file(loaded: Loaded, tmp_path: Path) -> None:
    toy_game.SOURCE.export(tmp_path / "box.toml")
    assert loaded(HEAD + "components = 'box.toml'").components == tmp_path / "box.toml"


def test_the_file_of_a_strategy_is_found_beside_the_file_and_known_to_the_run(
    loaded: Loaded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = "from rajas_sim import strategy\n\n@strategy(compiled=False)\ndef mine(state, parameters):\n    return 0\n"
    for folder in (tmp_path, tmp_path / "work"):
        folder.mkdir(exist_ok=True)
        (folder / "mine.py").write_text(source)
    monkeypatch.chdir(tmp_path / "work")
    text = HEAD.replace('["even"]', '["ours"]') + "[strategies.ours]\nstrategy = 'mine.py'\n"
    beside = loaded(text)
    assert beside.strategies["ours"].strategy == str(tmp_path / "mine.py")
    assert read_again(beside, tmp_path / "work") == beside
    config = loaded(text, "strategies.ours.strategy='mine.py'")
    assert config.strategies["ours"].strategy == str(tmp_path / "work" / "mine.py")


def test_set_changes_keys_and_arms_by_name(loaded: Loaded) -> None:
    text = HEAD + "[[arms]]\nname = 'poor'\noverrides = { setup.money = [1, 1, 1, 1, 1] }\n"
    config = loaded(text, "blocks=7", "arms.poor.overrides.setup.money=[5, 5, 5, 5, 5]", 'line_up=["coin"]')
    assert (config.blocks, config.arms[0].overrides, config.line_up) == (7, {"setup.money": [5] * 5}, ("coin",))


def test_set_counts_entries_from_1(loaded: Loaded) -> None:
    text = HEAD + "[[arms]]\nname = 'poor'\noverrides = { setup.money = [1, 1, 1, 1, 1] }\n"
    config = loaded(text, "arms.1.name=rich", "players.2=2", "players.1=5")
    assert (config.arms[0].name, config.players) == ("rich", (5, 2))


def test_rule_sets_of_an_option_ask_what_they_change(loaded: Loaded) -> None:
    config = loaded(HEAD, 'arms=[{ name = "very_poor", overrides = { "setup.money" = [1, 1, 1, 1, 1] } }]')
    assert config.question == "What changes with very poor?"
    assert loaded(HEAD, "sweep.over.setup.money=[[1, 1, 1, 1, 1]]").question == "What changes with setup.money?"
    asked = loaded(HEAD, "sweep.over.setup.money=[[1, 1, 1, 1, 1]]", "question='Is karma too much?'")
    assert asked.question == "Is karma too much?"
    assert loaded(HEAD, "blocks=7", "arms=[]").question == loaded(HEAD).question


def test_an_entry_that_a_list_lacks_is_refused() -> None:
    (change,) = parse_set_options(["stop.expect.5='b'"])
    with pytest.raises(InputError, match=r"stop\.expect is \['a'\]; it has no such entry; they count from 1"):
        apply_change({"stop": {"expect": ["a"]}}, change)


def test_rules_may_be_nested_in_python_too(make_config: MakeConfig) -> None:
    arm = {"name": "rich", "overrides": {"prize": {"money": 2}, "setup.money": [1]}}
    assert make_config(arms=[arm]).arms[0].overrides == {"prize.money": 2, "setup.money": [1]}
    points = make_config(sweep={"over": {"prize": {"money": [1, 2]}}}).rules_of_arms
    assert list(points) == ["baseline", "prize.money=1", "prize.money=2"]
    with pytest.raises(ValueError, match=r"given twice: prize\.money"):
        make_config(arms=[{"name": "rich", "overrides": {"prize": {"money": 2}, "prize.money": 3}}])


def test_an_arm_made_in_python_is_called_by_its_name(make_config: MakeConfig) -> None:
    with pytest.raises(InputError, match=r"^arms\.poor\.overrides\.prize\.mony: unknown path"):
        resolve(make_config(arms=[{"name": "poor", "overrides": {"prize.mony": 1}}]))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("blocks", "--set blocks: write key=value, for example --set blocks=500"),
        ("blocks=[1", "--set blocks=[1: '[1' is not a TOML value; write 12, 0.5, true, 'text' or [1, 2]"),
        ("modules=rain", "--set modules=rain: modules: must be a list such as [\"rain\"], found 'rain'"),
        (
            "prize.money=2",
            "--set prize.money=2: prize: is a rule; change it in one of the [[arms]]: "
            "overrides = { \"prize.money\" = 2 }, or in a sweep: --set 'sweep.over.prize.money=[2]'",
        ),
        (
            "game.round_limit=30",
            "--set game.round_limit=30: is a rule; change it in one of the [[arms]]: "
            "overrides = { \"game.round_limit\" = 30 }, or in a sweep: --set 'sweep.over.game.round_limit=[30]'",
        ),
        (
            "players.one.money=2",
            "--set players.one.money=2: is a rule; change it in one of the [[arms]]: "
            "overrides = { \"players.one.money\" = 2 }, or in a sweep: --set 'sweep.over.players.one.money=[2]'",
        ),
        ("players.9=2", "--set players.9=2: there is no entry '9'; known: 1, 2"),
        ("game.limit=30", "--set game.limit=30: game is 'toy'; it has no keys below it"),
        ("blocks=0", "--set blocks=0: blocks: must be 1 or more, found 0"),
        ("bloks=5", "--set bloks=5: bloks: unknown key 'bloks'; did you mean 'blocks'?"),
        ("strategies=3", "--set strategies=3: strategies: must be a table, found 3"),
        ("arms=[3]", "--set arms=[3]: arms, entry 1: must be a table, found 3"),
        ("seed=9223372036854775808", "--set seed=9223372036854775808: seed: must be 9223372036854775807 or less, found 92233"),
        ("name.first=5", "--set name.first=5: name is 'trial'; it has no keys below it"),
        ("arms.rich.name=x", "--set arms.rich.name=x: there is no entry 'rich'; known: poor"),
        ("arms.0.name=x", "--set arms.0.name=x: there is no entry '0'; known: poor"),
        ("arms.poor.name.first=x", "--set arms.poor.name.first=x: arms.poor.name is 'poor'; it has no keys below it"),
        ("players.0=2", "--set players.0=2: there is no entry '0'; known: 1, 2"),
        ("players.2=x", "--set players.2=x: players, entry 2: must be a whole number, found 'x'"),
        (
            "arms.poor.overrides.money=1",
            "--set arms.poor.overrides.money=1: arms.poor.overrides.money: unknown path 'money'",
        ),
    ],
)
def test_a_wrong_change_is_refused_as_it_was_typed(refused: Refused, change: str, sentence: str) -> None:
    problems = refused(HEAD + "[[arms]]\nname = 'poor'\noverrides = { setup.money = [1] }\n", change)
    assert problems[0].startswith(sentence), problems


def test_an_option_is_named_as_it_was_typed(refused: Refused) -> None:
    assert refused(HEAD, blocks=0) == ["--blocks 0: blocks: must be 1 or more, found 0"]


def test_the_schema_describes_every_key() -> None:
    schema = json.loads(json.dumps(experiment_schema()))
    assert set(schema["properties"]) == set(Config.model_fields) | set(QUESTION_TABLES)
    assert all("description" in content for content in schema["properties"].values())
    assert schema["additionalProperties"] is False


def test_a_list_whose_entries_are_wrong_is_not_called_empty(refused: Refused) -> None:
    messages = refused('name = "a"\nquestion = "b"\ngame = "toy"\nplayers = ["2"]\nline_up = [2]\n')
    assert [message.split(":")[1] for message in messages] == [" players, entry 1", " line_up, entry 1"]


def test_the_message_about_a_rule_that_is_a_list_shows_a_list() -> None:
    assert "[4, 4, 4, 4]" in rule_change_message("ganges", "setup.money", 4)
    assert "= [3, 4, 5, 6]" in rule_change_message("ganges", "setup.money", [3, 4, 5, 6])
    assert "= 4 }" in rule_change_message("charmers", "setup.karma", 4)


def test_careless_errs_where_no_table_says_otherwise(loaded: Loaded) -> None:
    head = HEAD.replace('"toy"', '"pig"').replace("[2, 5]", "[2]").replace('"even"', '"careless"')

    def player(text: str, label: str = "careless") -> tuple[str, float]:
        strategy = resolve(loaded(text)).strategies[label]
        return strategy.name, strategy.error

    assert player(head) == ("greedy", 0.2)
    assert player(f'{head}\n[strategies.careless]\nstrategy = "random"\n') == ("random", 0.0)
    alias = head.replace('"careless"', '"mine"') + '\n[strategies.mine]\nstrategy = "careless"\n'
    assert player(alias, "mine") == ("greedy", 0.2)
