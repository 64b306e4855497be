"""`rajas strategies measure`, and what `show` repeats of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rajas_sim.core.errors import InputError
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.running.authoring.strength import read_strengths, strengths_of

Rajas = Callable[..., Any]
FEW = ("--players", 2, "--blocks", 30, "--seconds", 0.1)

COPY = """\"\"\"The yardstick again.\"\"\"

from rajas_sim.ganges.appraisal import plan

copy_of_it = plan(__file__, __doc__)
"""


@pytest.fixture
def copy(rajas: Rajas) -> Path:
    """Write a strategy that is `rule_of_thumb` under another name."""
    path = Path("strategies/ganges/copy_of_it.py")
    path.parent.mkdir(parents=True)
    path.write_text(
        '"""The yardstick again."""\n\nfrom rajas_sim.ganges.appraisal import plan\n\ncopy_of_it = plan(__file__, __doc__)\n'
    )
    return path


def test_the_yardstick_against_itself_wins_half_of_its_games(rajas: Rajas, copy: Path) -> None:
    result = rajas("strategies", "measure", "copy_of_it", *FEW, "--json")
    (row,) = json.loads(result.stdout)
    assert (row["win_share"], row["against"], row["players"], row["variant"]) == (0.5, "rule_of_thumb", 2, "base")
    assert row["games_per_s"] > 0
    assert row["command"] == (
        "rajas strategies measure copy_of_it --game ganges --variant base --players 2 --blocks 30 --seed 2026"
    )
    assert not copy.with_name("measured.toml").exists()


def test_a_better_player_wins_more_and_a_worse_one_less(rajas: Rajas) -> None:
    shares = {}
    for name in ("balanced", "random"):
        (row,) = json.loads(rajas("strategies", "measure", name, *FEW, "--json").stdout)
        shares[name] = (row["low"], row["high"])
    assert shares["balanced"][0] > 0.5 > shares["random"][1]


def test_what_was_saved_is_shown_until_the_strategy_changes(rajas: Rajas, copy: Path) -> None:
    assert (
        "Its strength has not been measured yet. To measure it: rajas strategies measure copy_of_it"
        in rajas("strategies", "show", "copy_of_it").stdout
    )
    said = rajas("strategies", "measure", "copy_of_it", *FEW, "--save").stdout.strip()
    assert said.startswith("ganges, base, 2 players: wins 50.0 % (")
    shown = rajas("strategies", "show", "copy_of_it").stdout
    assert f"{said}\n  rajas strategies measure copy_of_it --game ganges" in shown
    copy.write_text(copy.read_text().replace("yardstick again", "yardstick once more"))
    assert said in rajas("strategies", "show", "copy_of_it").stdout, "a comment changes nothing"
    copy.write_text(f"{copy.read_text()}\nanother = 1\n")
    assert said not in rajas("strategies", "show", "copy_of_it").stdout


def test_measuring_again_replaces_what_was_measured(rajas: Rajas, copy: Path) -> None:
    for blocks in (20, 25):
        rajas("strategies", "measure", "copy_of_it", *FEW, "--blocks", blocks, "--save")
    rajas("strategies", "measure", "copy_of_it", "--players", 3, "--blocks", 5, "--seconds", 0.1, "--save")
    rows = read_strengths(copy.with_name("measured.toml"))
    assert [(row.players, row.blocks) for row in rows] == [(2, 25), (3, 5)]


def test_what_cannot_be_measured_is_refused(rajas: Rajas, refusal: Callable[..., str], copy: Path) -> None:
    assert "7 is not possible; Rajas of the Ganges is for 2, 3 or 4 players" in refusal(
        "strategies", "measure", "copy_of_it", "--players", 7
    )
    assert "'sun' belongs to charmers, not to ganges" in refusal("strategies", "measure", "copy_of_it", "--variant", "sun")
    copy.with_name("measured.toml").write_text("measured = 5")
    with pytest.raises(InputError, match="holds something other than measurements"):
        read_strengths(copy.with_name("measured.toml"))


@pytest.mark.parametrize("game", ["ganges", "charmers"])
@pytest.mark.parametrize("name", ["rule_of_thumb", "balanced", "strong", "expert"])
def test_every_rung_was_measured_as_it_is(game: str, name: str) -> None:
    """What the shipped file says is about the strategies as they are; after a change they are measured anew."""
    measured = {row.players: row for row in strengths_of(find_strategy(name, game=game)) if row.game == game}
    assert set(measured) >= {2, 4}
