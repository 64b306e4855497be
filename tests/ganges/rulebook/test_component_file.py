"""Component files: what is checked, and where each value is said to come from."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import tomli_w

from rajas_sim.core.errors import InputError
from rajas_sim.core.game import find_game
from rajas_sim.core.rulebook.unknown_box import draw_box
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


def test_limits_of_the_simulation_and_readings_are_not_counted_as_printed() -> None:
    summary = SOURCE.summary()
    rows = [row for row in SOURCE.list_values() if SOURCE.is_in_play(row["path"], "base", ())]
    assert "game.round_limit" in {row["path"] for row in rows}
    assert "readings.tie" in {row["path"] for row in rows}
    assert summary["n_values"] == sum(not row["path"].startswith(("game.", "readings.")) for row in rows)
    assert "game.round_limit" not in {row["path"] for row in summary["assumed"]}


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
    edit(box, "[tiles]", "[tiles]\nblue_03 = {}\n#")
    lines = box.read_text(encoding="utf-8").splitlines()
    box.write_text("\n".join(line for line in lines if not line.startswith("blue_03 = { ")), encoding="utf-8")
    with pytest.raises(InputError, match="15 blue tiles, the game has 16 of each colour; missing blue_03"):
        rules(2, components=box)


# --- files that hold only what is known


def written(folder: Path, *lines: str) -> Path:
    path = folder / "known.toml"
    path.write_text("\n".join(['box = "ganges"', *lines]), encoding="utf-8")
    return path


def origins(path: Path | None = None) -> dict[str, tuple[object, str, int | None, int | None]]:
    return {row["path"]: (row["value"], row["provenance"], row["low"], row["high"]) for row in SOURCE.list_values(path)}


def test_a_file_that_says_nothing_is_the_reference(tmp_path: Path) -> None:
    path = written(tmp_path)
    assert SOURCE.check(path) == []
    assert SOURCE.list_values(path) == SOURCE.list_values()
    for players in (2, 3, 4):
        for variant in SOURCE.box_label.variants:
            assert rules(players, variant, components=path).digest() == rules(players, variant).digest()
    assert SOURCE.summary(path)["name"] == "known"


def test_what_a_file_leaves_out_stays_assumed_with_its_range(tmp_path: Path) -> None:
    path = written(tmp_path, "[workers]", "bridge = 20", "[tiles]", "orange_03 = { cost = 4 }")
    assert SOURCE.check(path) == []
    now, before = origins(path), origins()
    # A value that the file gives is known, also if it is the same.
    assert now["workers.bridge"] == (20, "box", None, None)
    assert now["tiles.orange_03.cost"] == (4, "box", None, None)
    known = {"workers.bridge", "tiles.orange_03.cost"}
    assert {name: row for name, row in now.items() if name not in known} == {
        name: row for name, row in before.items() if name not in known
    }
    assert [*now] == [*before]
    assert SOURCE.summary(path)["n_assumed"] == SOURCE.summary()["n_assumed"] - 2


def test_a_list_and_the_bonuses_of_a_track_count_as_a_whole(tmp_path: Path) -> None:
    path = written(tmp_path, "quarry.prices = [1, 2]", "tracks.fame.bonus = { 7 = { karma = 1 } }")
    assert SOURCE.check(path) == []
    values = of_this_game(rules(4, components=path)).values
    assert values.quarry.prices == [1, 2]
    assert of_this_game(rules(2, components=path)).values.quarry.prices == [1, 1, 2, 2, 3, 4]
    assert {space: earnings.root for space, earnings in values.tracks.fame.bonus.items()} == {"7": {"karma": 1}}


def test_river_spaces_may_be_given_one_by_one(tmp_path: Path) -> None:
    path = written(tmp_path, "[river]", "1 = { fame = 1 }", "12 = { karma = 1, money = 2 }", "31 = { dice = 1 }")
    assert SOURCE.check(path) == []
    river, reference = (of_this_game(rules(4, components=file)).values.river for file in (path, None))
    given = {"1": {"fame": 1}, "12": {"karma": 1, "money": 2}, "31": {"dice": 1}}
    assert {space: river[space].root for space in given} == given
    changed = {space: pays.root for space, pays in river.items() if space not in given and pays != reference[space]}
    assert [*changed.values()] == [{"green_dice_per_karma": 1}], "what the reference has at space 12 alone"
    assert origins(path)["river.1.fame"][1] == "box"
    assert origins(path)["river.2.karma"] == origins()["river.2.karma"]


def test_a_river_may_be_shorter_than_that_of_the_reference(tmp_path: Path) -> None:
    path = written(tmp_path, "workers.bridge = 1", "[river]", *(f"{space} = {{}}" for space in range(3, 31)))
    assert SOURCE.check(path) == []
    assert [*of_this_game(rules(4, components=path)).values.river] == ["1", "2"]


def test_a_box_is_written_so_that_what_it_has_not_stays_away(tmp_path: Path) -> None:
    lines = ("boards.basic.yields.left_upper = {}", "[river]", "3 = { money = 4 }", "30 = {}")
    path, box = written(tmp_path, *lines), tmp_path / "box.toml"
    complete = SOURCE.read(path)
    box.write_text(tomli_w.dumps(SOURCE.as_file(complete)), encoding="utf-8")
    assert {key: value for key, value in SOURCE.read(box).items() if key != "provenance"} == {
        key: value for key, value in complete.items() if key != "provenance"
    }
    assert SOURCE.check(box) == []


def test_who_gives_a_part_of_a_list_is_told_that_it_counts_as_a_whole(tmp_path: Path) -> None:
    path = written(tmp_path, "tiles.orange_03.cost = 99", "quarry.prices = [1, 2]")
    hint = f"{path}: quarry.prices: has 2 entries, the reference 8; a list counts as a whole: give all of it, or none"
    assert hint in SOURCE.check(path)


def test_what_a_place_pays_is_not_mixed_with_the_reference(tmp_path: Path) -> None:
    path = written(tmp_path, "[boards.basic.yields.right_upper]", "earns = { money = 4 }")
    right_upper = of_this_game(rules(4, components=path)).values.boards.basic.yields["right_upper"]
    assert right_upper.earns.root == {"money": 4}
    assert right_upper.cell == [2, 5]


def test_a_river_space_that_the_rulebook_explains_stays_somewhere_on_a_river_known_in_part(tmp_path: Path) -> None:
    reference = SOURCE.read()["river"]
    assert (reference["12"], reference["6"]) == ({"green_dice_per_karma": 1}, {"orange_dice_per_karma": 1})
    river = SOURCE.read(written(tmp_path, "[river]", "12 = { dice = 2 }", "6 = { karma = 2 }"))["river"]
    assert (river["12"], river["6"]) == ({"dice": 2}, {"karma": 2})
    values = [*river.values()]
    assert values.count({"green_dice_per_karma": 1}) == values.count({"orange_dice_per_karma": 1}) == 1
    assert values.count({"karma": 2}) == [*reference.values()].count({"karma": 2}), "one of them has moved to space 6"
    changed = {place for place in reference if river[place] != reference[place]}
    assert len(changed) == 4


def test_a_tile_that_is_known_better_moves_no_other(tmp_path: Path) -> None:
    reference = SOURCE.read()["tiles"]
    tiles = SOURCE.read(written(tmp_path, "tiles.orange_03.cost = 5"))["tiles"]
    assert {name for name in reference if tiles[name] != reference[name]} == {"orange_03"}


def test_an_empty_table_takes_a_place_away(tmp_path: Path) -> None:
    path = written(tmp_path, "boards.basic.yields.left_upper = {}")
    assert SOURCE.check(path) == []
    assert "left_upper" not in of_this_game(rules(4, components=path)).values.boards.basic.yields
    assert not [name for name in origins(path) if "basic.yields.left_upper" in name]


def test_values_for_fewer_players_are_filled_in_as_well(tmp_path: Path) -> None:
    path = written(tmp_path, "[by_players.2.quarry]", "prices = [1, 2, 3, 4]")
    assert SOURCE.check(path) == []
    values = of_this_game(rules(2, components=path)).values
    assert (values.quarry.prices, values.harbour.prices) == ([1, 2, 3, 4], [0, 1, 1, 2])
    assert origins(path)["by_players.2.quarry.prices.2"][1] == "box"
    assert origins(path)["by_players.2.harbour.prices.2"] == origins()["by_players.2.harbour.prices.2"]


def test_a_file_may_say_how_sure_it_is(tmp_path: Path) -> None:
    entry = ["[[provenance]]", 'paths = ["workers.*"]', 'label = "assumed"', "plus_minus = 1", 'why = "from a photograph"']
    path = written(tmp_path, "[workers]", "bridge = 21", *entry)
    assert origins(path)["workers.bridge"] == (21, "assumed", 20, 22)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("tiles.orange_17 = { cost = 4 }", "tiles.orange_17.stack: is missing"),
        ("tiles.orange_03 = { costs = 4 }", r"tiles\.orange_03\.costs: is not a key of a component file; did you mean 'cost'\?"),
        ("quarry = 3", "quarry: must be a table"),
        ("by_players.2.quary = { prices = [1] }", r"quary: is not a key of a component file; did you mean 'quarry'\?"),
        ("by_players.6.quarry = { prices = [1] }", r"by_players\.6: possible are 2, 3, 4"),
        ("provenance = 3", "provenance: must be a list of tables"),
    ],
)
def test_what_is_wrong_with_a_file_of_a_part_is_said(tmp_path: Path, line: str, problem: str) -> None:
    assert any(re.search(problem, said) for said in SOURCE.check(written(tmp_path, line)))


def test_a_box_drawn_from_a_part_keeps_what_is_known(tmp_path: Path) -> None:
    path = written(tmp_path, "[workers]", "bridge = 20")
    target = tmp_path / "drawn.toml"
    target.write_text(tomli_w.dumps(draw_box(SOURCE, 1, 1, path)), encoding="utf-8")
    assert origins(target)["workers.bridge"] == (20, "box", None, None)
    assert origins(target)["tiles.orange_03.roads"][1] == "assumed"


def test_karma_cannot_start_above_its_limit() -> None:
    with pytest.raises(InputError, match=r"setup\.karma: 9 is above karma\.limit"):
        rules(2, overrides={"setup.karma": 9})


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("{ sail = 3 },\n", "", r"ganga\.tiles: 7 river tiles, the box has 8"),
        ("red = [{ dice = 2 }, ", "red = [", r"yield_tiles\.red: 5 tiles, the box has 6"),
        ('slot = "brown"', 'slot = "red"', r"boards\.navaratnas\.yields: 1 slot for brown tiles, the board has 2"),
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
