"""A component file that is filled in from a box, entry by entry."""

from __future__ import annotations

from pathlib import Path

import pytest

from rajas_sim.core.errors import InputError
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES
from rajas_sim.core.rulebook.component_source import is_printed
from rajas_sim.live.box_doubts import doubts_about
from rajas_sim.live.box_file import BoxEntry, BoxFile, parsed, typed_text
from rajas_sim.live.box_place import other_values, place_of


def box_of(game: str, folder: Path) -> BoxFile:
    file = folder / "mine.toml"
    find_game(game).components.export(file)
    return BoxFile(find_game(game).components, file)


def entry_at(box: BoxFile, path: str) -> BoxEntry:
    return next(entry for entry in box.entries() if entry.path == path)


@pytest.mark.parametrize("game", GAMES)
def test_every_entry_is_typed_as_it_is_read(tmp_path: Path, game: str) -> None:
    box = box_of(game, tmp_path)
    for entry in box.entries():
        assert box.with_entry(entry, parsed(entry.text, entry.form)) == box.values, entry.path
        assert entry.text == entry.reference_text
        assert not entry.is_read


def test_what_is_printed_for_each_number_of_players_is_asked_together(tmp_path: Path) -> None:
    paths = [entry.path for entry in box_of("ganges", tmp_path).entries()]
    first = paths.index("by_players.2.quarry.prices")
    assert paths[first : first + 4] == [
        "by_players.2.quarry.prices",
        "by_players.3.quarry.prices",
        "quarry.prices",
        "by_players.2.harbour.prices",
    ]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("setup.karma", True),
        ("by_players.2.setup.karma", True),
        ("game.round_limit", False),
        ("by_players.2.game.round_limit", False),
        ("by_variant.moon.readings.meeting", False),
    ],
)
def test_limits_and_readings_are_printed_nowhere(path: str, expected: bool) -> None:
    assert is_printed(path) is expected


@pytest.mark.parametrize("game", GAMES)
def test_every_assumed_value_that_is_printed_is_in_one_entry(tmp_path: Path, game: str) -> None:
    box = box_of(game, tmp_path)
    assumed = [row["path"] for row in box.source.list_values() if row["provenance"] == "assumed" and is_printed(row["path"])]
    held = [row["path"] for entry in box.entries() for row in entry.rows if row["provenance"] == "assumed"]
    assert sorted(held) == sorted(assumed)


@pytest.mark.parametrize(
    ("game", "path", "text", "value"),
    [
        ("ganges", "workers.bridge", "18", 18),
        ("ganges", "quarry.prices", " 1,1 , 2, 3", [1, 1, 2, 3]),
        ("ganges", "by_players.2.harbour.prices", "0, 1", [0, 1]),
        ("ganges", "river.3", "karma 1, fame 2", {"karma": 1, "fame": 2}),
        ("ganges", "river.3", "2 Fame", {"fame": 2}),
        ("ganges", "harbour.prices", "0 1 1 2", [0, 1, 1, 2]),
        ("ganges", "tiles.orange_09.buildings", "", []),
        ("ganges", "tiles.orange_11.markets", "silk 2, tea 1", [["silk", 2], ["tea", 1]]),
        ("ganges", "tiles.orange_06.roads", "bend", "bend"),
        (
            "charmers",
            "province.spaces.1",
            "mill, palace, fort, temple, market_same",
            ["mill", "palace", "fort", "temple", "market_same"],
        ),
        ("charmers", "sheets.sun.tents.silk.3", "", {}),
    ],
)
def test_what_is_typed_is_read_by_everybody_and_counts_as_read_off_the_box(
    tmp_path: Path, game: str, path: str, text: str, value: object
) -> None:
    box = box_of(game, tmp_path)
    box.enter(entry_at(box, path), text, "this")
    again = BoxFile(box.source, box.file)
    assert entry_at(again, path).text == typed_text(value)
    assert [entry.path for entry in again.entries() if entry.is_read] == [path]
    assert again.remarks() == []
    read = {row["path"]: row for row in box.source.list_values(box.file)}
    read_rows = [row for row_path, row in read.items() if row_path == path or row_path.startswith(f"{path}.")]
    assert {row["provenance"] for row in read_rows} <= {"box"}
    find_game(game).rules(2, components=box.file)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("money=3", {"money": 3}),
        ("Karma", {"karma": 1}),
        ("die", {"dice": 1}),
        ("2 upgrades, fame: 1", {"upgrade": 2, "fame": 1}),
        ("orange die per karma", {"orange_dice_per_karma": 1}),
    ],
)
def test_amounts_may_be_typed_as_people_write_them(tmp_path: Path, text: str, value: object) -> None:
    assert parsed(text, entry_at(box_of("ganges", tmp_path), "river.3").form) == value


def test_places_that_are_not_asked_for_are_named(tmp_path: Path) -> None:
    box = box_of("ganges", tmp_path)
    assert box.known_before(entry_at(box, "river.3")) == (("river.2", "rulebook"),)
    assert box.known_before(entry_at(box, "river.4")) == ()


def test_what_was_assumed_rightly_is_confirmed(tmp_path: Path) -> None:
    box = box_of("ganges", tmp_path)
    for entry in box.entries()[:3]:
        box.enter(entry, entry.text, "this")
    assert [entry.is_read for entry in BoxFile(box.source, box.file).entries()[:4]] == [True, True, True, False]
    entries = [origin for origin in box.values["provenance"] if origin["why"] == "read off the box"]
    assert len(entries) == 1, "one entry of the file has all paths"


@pytest.mark.parametrize(
    ("path", "text", "message"),
    [
        ("workers.bridge", "none", "^this must be a whole number"),
        ("river.3", "karma 1 dice 1", "a comma is missing"),
        ("river.3", "Nothing", "^one place pays 1 to 3 earnings, not 0"),
        ("workers.bridge", "", "must be a whole number"),
        ("boards.basic.yields.top_left.cell", "1, far", "^value 2 of this must be a whole number"),
        ("tiles.orange_06.cost", "99", "^this must be 30 or less, since rajas can play with no larger number; found 99"),
        ("quarry.prices", "1, far", "^value 2 of this must be a whole number"),
        ("quarry.prices", "1, 1, 5", r"^a space of the quarry costs 1 to 4 money \(rulebook: Building action\)$"),
        ("by_players.2.harbour.prices", "1, 1", r"the first is free .* \(rulebook: River action\)$"),
        ("yield_tiles.white.3", "money 4", r"^a white yield tile pays 1 die, 3 money, .* \(rulebook: The chambers, Dancer\)$"),
        ("river.3", "3", "write names with amounts"),
        ("river.3", "fame 3 more", "write names with amounts"),
        ("river.3", "fane", "'fane'"),
        ("tiles.orange_06.roads", "loop", "must be 'dead_end'"),
    ],
)
def test_what_cannot_be_printed_there_is_refused_and_changes_nothing(tmp_path: Path, path: str, text: str, message: str) -> None:
    box = box_of("ganges", tmp_path)
    before = box.file.read_bytes()
    with pytest.raises(InputError, match=message):
        box.enter(entry_at(box, path), text, "this")
    assert box.file.read_bytes() == before


@pytest.mark.parametrize(
    ("game", "path", "text"),
    [
        ("ganges", "quarry.prices", "1, 1, 5"),
        ("ganges", "quarry.prices", "0, 1"),
        ("ganges", "by_players.3.quarry.prices", ""),
        ("ganges", "harbour.prices", "0"),
        ("ganges", "harbour.prices", "0, 1, 3"),
        ("ganges", "yield_tiles.white.1", "dice 2"),
        ("ganges", "yield_tiles.yellow.1", "karma 3"),
        ("ganges", "yield_tiles.red.1", "orange dice 1, money 2"),
        ("ganges", "ganga.tiles.1", "money 3"),
        ("ganges", "ganga.tiles.1", "dice 3"),
        ("charmers", "market.prices", "1, 2, 1"),
    ],
)
def test_what_the_rulebook_rules_out_is_refused(tmp_path: Path, game: str, path: str, text: str) -> None:
    box = box_of(game, tmp_path)
    with pytest.raises(InputError, match=r"\(rulebook: "):
        box.enter(entry_at(box, path), text, "this")
    assert box.remarks() == []


@pytest.mark.parametrize(
    ("game", "path", "text"),
    [
        ("ganges", "quarry.prices", "4, 1, 2"),
        ("ganges", "harbour.prices", "0, 2, 1"),
        ("ganges", "yield_tiles.white.1", "orange die"),
        ("ganges", "yield_tiles.yellow.1", "money 9"),
        ("ganges", "yield_tiles.red.1", "orange die, blue die"),
        ("ganges", "ganga.tiles.1", "orange die, blue die, green die"),
        ("ganges", "ganga.tiles.1", "great mogul"),
        ("ganges", "river.3", "karma 7"),
        ("charmers", "market.prices", "1, 1, 2, 2, 2, 3, 3, 3, 9"),
    ],
)
def test_what_is_only_unlikely_is_saved(tmp_path: Path, game: str, path: str, text: str) -> None:
    box = box_of(game, tmp_path)
    box.enter(entry_at(box, path), text, "this")
    assert entry_at(BoxFile(box.source, box.file), path).is_read


def test_of_the_plausible_values_those_that_the_rulebook_rules_out_are_not_named(tmp_path: Path) -> None:
    entries = box_of("ganges", tmp_path).entries()
    white_tiles = {entry.text: entry.range_text for entry in entries if entry.path.startswith("yield_tiles.white.")}
    assert white_tiles == {"dice 1": "1", "money 3": "3", "upgrade 1": "1", "karma 1": "1"}


@pytest.mark.parametrize(
    ("path", "range_text"),
    [
        (
            "by_players.2.quarry.prices",
            "1 to 2 for the first 2 values, 1 to 3 for the next 2, 2 to 4 for the next, 3 to 4 for the last",
        ),
        ("harbour.prices", "0 for the first value, 1 to 2 for the last 4"),
        ("workers.bridge", "17 to 23"),
    ],
)
def test_ranges_of_a_list_are_named_in_its_order(tmp_path: Path, path: str, range_text: str) -> None:
    assert entry_at(box_of("ganges", tmp_path), path).range_text == range_text


def test_a_file_that_holds_only_what_is_known_keeps_it(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('box = "ganges"\n[quarry]\nprices = [1, 2, 3]\n', encoding="utf-8")
    box = BoxFile(find_game("ganges").components, file)
    assert [entry.path for entry in box.entries() if entry.is_read] == ["quarry.prices"]
    box.enter(entry_at(box, "workers.bridge"), "19", "this")
    again = BoxFile(box.source, file)
    assert {entry.path: entry.text for entry in again.entries() if entry.is_read} == {
        "quarry.prices": "1, 2, 3",
        "workers.bridge": "19",
    }


def test_a_value_that_is_lost_because_two_wrote_the_file_does_not_count_as_read(tmp_path: Path) -> None:
    box = box_of("ganges", tmp_path)
    other = BoxFile(box.source, box.file)
    other.enter(entry_at(other, "river.3"), "money 4", "this")
    box.enter(entry_at(box, "workers.bridge"), "19", "this")
    lost = entry_at(BoxFile(box.source, box.file), "river.3")
    assert (lost.text, lost.is_read) == ("dice 2", False)


def test_what_does_not_fit_together_yet_is_remarked(tmp_path: Path) -> None:
    box = box_of("ganges", tmp_path)
    entry = next(entry for entry in box.entries() if entry.path.endswith(".slot") and entry.text == "brown")
    box.enter(entry, "white", "this")
    assert len(box.remarks()) == 1
    assert "1 slot for brown tiles" in box.remarks()[0]


@pytest.mark.parametrize("game", GAMES)
def test_the_place_of_an_entry_is_what_another_value_changes_in_the_drawing(tmp_path: Path, game: str) -> None:
    box = box_of(game, tmp_path)
    entries = box.entries()
    places = [place_of(find_game(game), box, entry) for entry in entries[::12]]
    assert all(place.panels or place.picture for place in places)
    for place in places:
        before, after = place.contents
        assert len(before) == len(after)
        assert not place.panels or before != after


def test_a_number_of_spaces_is_outlined_by_the_last_of_them_alone(tmp_path: Path) -> None:
    box = box_of("ganges", tmp_path)
    entry = entry_at(box, "palace.outer_terraces")
    elsewhere, present = place_of(find_game("ganges"), box, entry).contents
    (changed,) = (i for i, part in enumerate(present) if part != elsewhere[i])
    assert elsewhere[changed].count("outer terrace (") == present[changed].count("outer terrace (") - 1


def test_other_values_are_others(tmp_path: Path) -> None:
    for game in GAMES:
        for entry in box_of(game, tmp_path).entries():
            assert parsed(entry.text, entry.form) not in other_values(entry), entry.path
        (tmp_path / "mine.toml").unlink()


@pytest.mark.parametrize(
    ("game", "path", "words"),
    [
        (
            "ganges",
            "river.1",
            {"assorted": "assorted (up to … different markets)", "sail": "sail (advance up to … on the river)"},
        ),
        ("charmers", "sheets.sun.river.1.earns", {"sail": "sail (the next river space)", "sell same": "sell same"}),
    ],
)
def test_what_may_be_printed_is_named_in_the_words_of_the_game(
    tmp_path: Path, game: str, path: str, words: dict[str, str]
) -> None:
    names = entry_at(box_of(game, tmp_path), path).names
    assert words.items() <= names.items()
    assert all(words.startswith(name) for name, words in names.items())


@pytest.mark.parametrize(
    ("path", "text", "doubts"),
    [
        ("river.3", "dice 2", []),
        ("river.3", "money 3", ["Money instead of the assumed dice"]),
        ("river.4", "fame 1, money 2", ["Fame and money instead of the assumed fame"]),
        ("river.4", "fame 2", []),
    ],
)
def test_earnings_of_a_kind_that_was_not_assumed_are_doubtful(tmp_path: Path, path: str, text: str, doubts: list[str]) -> None:
    box = box_of("ganges", tmp_path)
    box.enter(entry_at(box, path), text, "this")
    assert doubts_about(entry_at(box, path), box.entries()) == doubts
