"""Values of parameters tuned for a variant and a number of players, in a file beside a strategy."""

from __future__ import annotations

from pathlib import Path

import pytest

from rajas_sim.core.errors import InputError
from rajas_sim.core.game import find_game
from rajas_sim.core.playing.asking import parameter_table
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.plans import with_values_of_variants
from rajas_sim.ganges.appraisal import plan

GAME = find_game("ganges")
TUNED = """
[values.base.2]
die = 2.5

[values.base.4]
die = 3.5
karma = 0.1

[values.navaratnas.3]
die = 4.5
"""


@pytest.fixture
def tuned(tmp_path: Path) -> Strategy:
    """A plan with values for three kinds of games."""
    (tmp_path / "mine.toml").write_text(TUNED, encoding="utf-8")
    return plan(str(tmp_path / "mine.py"), "Tuned.", tuned="mine.toml", karma=0.9)


@pytest.mark.parametrize(
    ("variant", "players", "die"),
    [
        ("base", 2, 2.5),
        ("base", 3, 2.5),
        ("base", 4, 3.5),
        ("navaratnas", 2, 4.5),
        ("navaratnas", 4, 4.5),
        ("mixed", 4, 3.5),
    ],
)
def test_the_values_of_the_rules_are_used_or_the_nearest(tuned: Strategy, variant: str, players: int, die: float) -> None:
    assert tuned.values_under(variant, players)["die"] == die
    table = parameter_table([tuned], GAME.rules(players, variant))
    assert table[0][list(tuned.values).index("die")] == die


def test_what_no_table_names_keeps_its_default(tuned: Strategy) -> None:
    assert tuned.values_under("base", 2)["karma"] == 0.9
    assert tuned.values_under("base", 4)["karma"] == 0.1


def test_what_a_user_sets_is_replaced_by_nothing(tuned: Strategy) -> None:
    mine = tuned.tuned({"die": 1.0})
    assert {mine.values_under("base", players)["die"] for players in (2, 3, 4)} == {1.0}
    assert mine.values_under("base", 4)["karma"] == 0.1


def test_values_of_a_variant_replace_tuned_ones_for_every_number_of_players(tuned: Strategy) -> None:
    of_base = with_values_of_variants(tuned, {"base": {"karma": 0.3}})
    assert [of_base.values_under("base", players)["karma"] for players in (2, 4)] == [0.3, 0.3]
    assert of_base.values_under("base", 4)["die"] == 3.5
    assert of_base.values_under("navaratnas", 3)["karma"] == 0.9
    with pytest.raises(InputError, match="unknown variant with tuned values 'bse'; did you mean 'base'"):
        with_values_of_variants(tuned, {"bse": {"karma": 0.3}})


def test_the_values_belong_to_what_a_strategy_is(tmp_path: Path, tuned: Strategy) -> None:
    Path(tuned.path).write_text("", encoding="utf-8")
    (tmp_path / "other.toml").write_text(TUNED.replace("4.5", "4.6"), encoding="utf-8")
    other = plan(str(tuned.path), "Tuned.", tuned="other.toml", karma=0.9)
    assert tuned.digest() != other.digest()
    assert tuned.digest() == plan(str(tuned.path), "Tuned.", tuned="mine.toml", karma=0.9).digest()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has no table such as"),
        ("[values", "cannot be read"),
        ("[values.base.2]\ndye = 1.0", "unknown parameter 'dye'; did you mean 'die'"),
        ("[values.base.2]\ndie = 99", "strategy 'mine': parameter die: 99 is outside 0 to 5"),
    ],
)
def test_a_file_that_is_none_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "broken.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        plan(str(tmp_path / "mine.py"), "Tuned.", tuned="broken.toml")


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"missing\.toml: cannot be read"):
        plan(str(tmp_path / "mine.py"), "Tuned.", tuned="missing.toml")
