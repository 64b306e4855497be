"""Component files: what is checked, and where each value is said to come from."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rajas_sim.core.errors import InputError
from rajas_sim.core.game import find_game
from rajas_sim.ganges import rules
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.rules import SOURCE
from tests.ganges.positions import of_this_game

GAME = find_game("ganges")


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """Return a copy of the reference, exported as a user would."""
    target = tmp_path / "my_box.toml"
    GAME.components.export(target)
    return target


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_the_reference_is_complete_and_consistent() -> None:
    assert SOURCE.check(SOURCE.reference) == []


def test_every_value_has_a_label_and_every_assumed_amount_a_range() -> None:
    for row in SOURCE.list_values():
        assert row["provenance"] in ("rulebook", "published", "derived", "assumed")
        is_a_place = ".cell." in row["path"]
        if row["provenance"] == "assumed" and isinstance(row["value"], int) and not is_a_place:
            assert row["low"] <= row["value"] <= row["high"]


def test_facts_of_the_rulebook_stand_in_the_reference() -> None:
    values = of_this_game(rules(4)).values
    tiles = values.tiles
    costs = {
        colour: {tile.cost for name, tile in tiles.items() if name.startswith(colour)} for colour in ("orange", "blue", "purple")
    }
    assert {4, 8, 9, 10} <= costs["orange"]
    assert 7 in costs["blue"]
    assert 6 in costs["purple"]
    assert any(set(tile.buildings) == {"temple", "mill"} and tile.roads == "bend" for tile in tiles.values())
    teas = sorted((int(value) for tile in tiles.values() for good, value in tile.markets if good == "tea"), reverse=True)
    silks = [int(value) for tile in tiles.values() for good, value in tile.markets if good == "silk"]
    assert any(teas[0] + silk == 5 for silk in silks)
    assert sum(teas[:1] + [tea for tea in teas if tea == 2][:2]) == 7
    assert values.river["2"].root == {"karma": 2}


def test_an_exported_copy_is_named_after_its_file_and_has_nothing_of_its_own_yet(box: Path) -> None:
    assert SOURCE.summary(box)["name"] == "my_box"
    assert SOURCE.summary(box)["n_assumed"] == SOURCE.summary()["n_assumed"]
    assert SOURCE.check(box) == []


def test_a_value_that_was_filled_in_counts_as_read_off_a_box(box: Path) -> None:
    edit(box, "bridge = 20", "bridge = 22")
    labels = {row["path"]: row["provenance"] for row in SOURCE.list_values(box)}
    assert labels["workers.bridge"] == "box"
    assert SOURCE.summary(box)["n_assumed"] == SOURCE.summary()["n_assumed"] - 1


def test_an_assumed_value_can_be_confirmed(box: Path) -> None:
    with box.open("a", encoding="utf-8") as file:
        file.write('\n[[provenance]]\npaths = ["workers.bridge"]\nlabel = "box"\nwhy = "counted"\n')
    labels = {row["path"]: row["provenance"] for row in SOURCE.list_values(box)}
    assert labels["workers.bridge"] == "box"


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ("plus_minus = 1\nat_least = 30", r"workers\.bridge: found 20, but its provenance says 30 to 21"),
        ("plus_minus = 9\nat_most = 12", r"workers\.bridge: found 20, but its provenance says 11 to 12"),
        ("plus_minus = 1_000_000_000", r"plus_minus: must be 1000 or less, found 1000000000"),
        ("plus_minus = -1", r"plus_minus: must be 0 or more, found -1"),
    ],
)
def test_a_range_from_which_nothing_can_be_drawn_is_refused(box: Path, entry: str, problem: str) -> None:
    with box.open("a", encoding="utf-8") as file:
        file.write(f'\n[[provenance]]\npaths = ["workers.bridge"]\nlabel = "assumed"\nwhy = "a guess"\n{entry}\n')
    (said,) = SOURCE.check(box)
    assert re.search(problem, said)


def test_all_problems_of_a_file_are_told_at_once(box: Path) -> None:
    edit(box, "hand_limit = 10", 'hand_limit = "ten"')
    edit(box, "extra = 2", "extra = 9")
    edit(box, "[karma]", "[karma]\nlevel = 3")
    text = "\n".join(SOURCE.check(box))
    assert "boards.basic.hand_limit" in text
    assert "workers.extra" in text
    assert "karma.level: is not a key of a component file" in text


def test_a_missing_tile_is_named(box: Path) -> None:
    lines = box.read_text(encoding="utf-8").splitlines()
    box.write_text("\n".join(line for line in lines if not line.startswith("blue_03")), encoding="utf-8")
    with pytest.raises(InputError, match="15 blue tiles, the game has 16 of each colour; missing blue_03"):
        rules(2, components=box)


def test_karma_cannot_start_above_its_limit() -> None:
    with pytest.raises(InputError, match=r"setup\.karma: 9 is above karma\.limit"):
        rules(2, overrides={"setup.karma": 9})


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("{ sail = 3 },\n", "", r"ganga\.tiles: 7 river tiles, the box has 8"),
        ("red = [{ dice = 2 }, ", "red = [", r"yield_tiles\.red: 5 tiles, the box has 6"),
        ('slot = "brown"', 'slot = "red"', r"boards\.navaratnas\.yields: 1 slots for brown tiles, the board has 2"),
        (
            'side = "top", earns = { dice = 1 }',
            'side = "top", slot = "white", earns = { dice = 1 }',
            "the basic side has no slots",
        ),
        ('cell = [2, 1], side = "left", earns', 'cell = [2, 1], side = "right", earns', "not the edge of the board"),
    ],
)
def test_pieces_are_counted_and_yields_lie_at_the_edge(box: Path, old: str, new: str, problem: str) -> None:
    edit(box, old, new)
    assert any(re.search(problem, message) for message in SOURCE.check(box))


def test_a_change_that_no_game_would_notice_is_refused() -> None:
    with pytest.raises(InputError, match=r"'boards.navaratnas.hand_limit' would change nothing, .* not in play in base"):
        rules(2, overrides={"boards.navaratnas.hand_limit": 9})
    with pytest.raises(InputError, match=r"'ganga.tiles.1.dice_per_karma' would change nothing"):
        rules(2, "navaratnas", overrides={"ganga.tiles.1.dice_per_karma": 2})
    assert rules(2, "mixed", ["ganga"], {"boards.navaratnas.hand_limit": 9, "ganga.tiles.1.dice_per_karma": 2})


def test_every_place_can_pay_what_the_page_on_components_says() -> None:
    from pathlib import Path

    from rajas_sim.ganges.rulebook.component_form import EARNING_KEYS

    page = (Path(__file__).parents[3] / "docs" / "components.md").read_text(encoding="utf-8")
    section = page.split("## What a place can pay")[1].split("\n## ")[0]
    named = set(re.findall(r"`([a-z_]+)`", section)) | {f"{colour}_dice_per_karma" for colour in terms.COLOURS}
    assert set(EARNING_KEYS) <= named


def test_a_section_that_should_be_a_table_is_refused(box: Path) -> None:
    edit(box, "[by_variant.navaratnas.workers]\nextra = 3", "[by_variant]\nnavaratnas = 3")
    assert any("by_variant.navaratnas: must be a table" in message for message in SOURCE.check(box))
    with pytest.raises(InputError, match=r"by_variant\.navaratnas: must be a table"):
        rules(2, "navaratnas", components=box)
