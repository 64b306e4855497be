"""The page of a box: what it asks for, shows and starts, and what it refuses."""

from __future__ import annotations

import html
import http.client
import re
import time
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import pytest
import tomli_w
from playwright.sync_api import Browser

from rajas_sim import experiment
from rajas_sim.core.game import find_game
from rajas_sim.live import box_page
from rajas_sim.live.box_file import BoxFile
from rajas_sim.live.box_page import _next_entry
from rajas_sim.live.kept_games import go_on_with, keep_box
from rajas_sim.live.serving import secret_token
from rajas_sim.study.config.load import load_experiment
from rajas_sim.study.config.resolve import Experiment
from tests.live.pages import asked, runs_when_done
from tests.live.test_table_in_browser import Server
from tests.questions.asked import drawn_boxes
from tests.showing.browsing import NEEDS_BROWSER


def box(server: Server, name: str) -> BoxFile:
    return BoxFile(find_game("ganges").components, server.folder / "boxes" / f"{name}.toml")


def right_in(question: str) -> str:
    """Return what the button of a question confirms."""
    (right,) = re.findall('name="right" value="(.*?)"', question)
    return html.unescape(right)


def stop_tasks(server: Server) -> None:
    """Stop all open tasks, and wait until nothing works any more."""
    for address in re.findall(r'action="/[\w-]+/(tasks/\d+/stop)">', asked(server, "runs")[1]):
        asked(server, address, go="stop")
    runs_when_done(server)


class TestBoxes:
    """The values of a box, one at a time."""

    def test_a_box_begins_as_the_reference(self, server: Server) -> None:
        status, _, where = asked(server, "boxes/new", name="mine", game="ganges")
        assert (status, where.endswith("/boxes/mine")) == (303, True)
        status, text, _ = asked(server, "boxes/mine")
        assert status == 200
        assert re.search(r"You have read <b>0</b> of \d+ assumed values", text)
        assert re.search(r"mine</a> \([^)]*\): 0 of \d+ assumed values read", asked(server, "boxes")[1])
        assert re.search(r"quarry <span class=\"note\">0 of 21 values</span>", text)

    def test_commands_take_a_box_of_another_folder_by_its_path(self, server: Server, tmp_path: Path) -> None:
        assert "<code>--components NAME</code>" in asked(server, "boxes")[1]
        elsewhere = Server.started(tmp_path)
        assert f"<code>--components {tmp_path}/boxes/NAME.toml</code>" in asked(elsewhere, "boxes")[1]
        elsewhere.stop()

    def test_values_are_counted_and_not_the_places_where_they_are_printed(self, server: Server) -> None:
        asked(server, "boxes/new", name="counted", game="ganges")
        asked(server, "boxes/counted/enter", path="quarry.prices", text="1, 2, 3")
        text = asked(server, "boxes/counted")[1]
        n_assumed = len([row for row in find_game("ganges").components.list_values() if row["provenance"] == "assumed"])
        assert f"You have read <b>8</b> of {n_assumed - 1} assumed values" in text, "the round limit is not printed"
        counts = re.findall(r'<span class="note">(\d+) of (\d+) values</span>', text)
        assert [sum(map(int, numbers)) for numbers in zip(*counts, strict=True)] == [8, n_assumed - 1]

    @pytest.mark.parametrize(("name", "game"), [("../mine", "ganges"), ("a b", "ganges"), ("b", "chess"), ("twice", "ganges")])
    def test_names_that_are_none_are_refused(self, server: Server, name: str, game: str) -> None:
        if name == "twice":
            asked(server, "boxes/new", name=name, game=game)
        status, text, _ = asked(server, "boxes/new", name=name, game=game)
        assert status == 400
        assert 'role="alert"' in text

    def test_what_is_read_off_is_saved_and_the_next_value_is_asked_for(self, server: Server) -> None:
        asked(server, "boxes/new", name="saved", game="ganges")
        status, _, where = asked(server, "boxes/saved/enter", path="quarry.prices", text="1, 2, 3")
        assert status == 303
        entries = {entry.path: entry for entry in box(server, "saved").entries()}
        assert (entries["quarry.prices"].text, entries["quarry.prices"].is_read) == ("1, 2, 3", True)
        _, text, _ = asked(server, where.split("/", 2)[2])
        assert "Quarry prices with 4 players: 1, 2, 3; 1, 1, 2, 2, 3, 3, 4, 4 was assumed" in text
        assert 'name="path" value="quarry.prices"' in text, "3 values instead of 8 are doubtful"
        _, _, where = asked(server, "boxes/saved/enter", path="quarry.prices", text="1,2,3")
        assert 'name="path" value="by_players.2.harbour.prices"' in asked(server, where.split("/", 2)[2])[1]

    def test_of_an_unknown_earning_the_page_lists_the_known_ones(self, server: Server) -> None:
        asked(server, "boxes/new", name="unknown", game="ganges")
        status, text, _ = asked(server, "boxes/unknown/enter", path="river.1", text="elephants 2")
        assert (status, "unknown earning &#39;elephants&#39;. What may be printed is listed below." in text) == (400, True)
        assert '<details class="names" open>' in text

    def test_only_places_of_the_same_row_are_said_not_to_be_asked_for(self, server: Server) -> None:
        asked(server, "boxes/new", name="rows", game="ganges")
        entries = box(server, "rows").entries()
        texts = {
            entry.path: asked(server, f"boxes/rows?at={entry.path}")[1]
            for entry in entries
            if entry.path in ("river.3", "workers.bridge")
        }
        assert "River space 2 is not asked for: the rulebook prints it." in texts["river.3"]
        remarked = [
            path
            for path in [entry.path for entry in entries][:12]
            if "is not asked for" in asked(server, f"boxes/rows?at={path}")[1]
        ]
        assert all(path.rpartition(".")[2].isdigit() for path in remarked), remarked

    def test_what_is_not_plausible_is_asked_about(self, server: Server) -> None:
        asked(server, "boxes/new", name="odd", game="ganges")
        _, _, where = asked(server, "boxes/odd/enter", path="workers.bridge", text="5")
        text = asked(server, where.split("/", 2)[2])[1]
        assert "Is that what is printed?" in text, re.findall(r"Saved.*", text)
        _, _, where = asked(server, "boxes/odd/enter", path="river.3", text="money 4")
        text = asked(server, where.split("/", 2)[2])[1]
        assert "Money instead of the assumed dice. Is that what is printed?" in text
        assert "5. That is outside the plausible range (17 to 23). Is that what is printed?" in text, "said again"
        _, _, where = asked(server, "boxes/odd/enter", path="river.3", text="money 30")
        assert (
            "money 30 is plausible nowhere in the box (1 to 7 is). Is that what is printed?"
            in asked(server, where.split("/", 2)[2])[1]
        )
        assert "nothing pays" not in asked(server, "boxes/odd")[1]
        asked(server, "boxes/odd/enter", path="river.6", text="money 2")
        text = asked(server, "boxes/odd")[1]
        assert "River: nothing pays orange dice per karma any more; it was assumed at river space 6." in text
        _, _, where = asked(server, "boxes/odd/enter", path="tiles.orange_09.buildings", text="")
        assert "Is nothing printed there?" in asked(server, where.split("/", 2)[2])[1]

    def test_numbers_that_rose_and_do_not_any_more_are_asked_about(self, server: Server) -> None:
        asked(server, "boxes/new", name="falling", game="ganges")
        _, _, where = asked(server, "boxes/falling/enter", path="quarry.prices", text="1, 1, 2, 2, 4, 3, 4, 4")
        assert "do not rise from the first to the last" in asked(server, where.split("/", 2)[2])[1]
        asked(server, "boxes/new", name="short", game="charmers")
        _, _, where = asked(server, "boxes/short/enter", path="market.tents", text="9")
        doubts = "1 value instead of the assumed 3. It is outside all plausible ranges "
        assert doubts in (text := asked(server, where.split("/", 2)[2])[1])
        assert "Is that what is printed?" in text
        assert "3 bonuses for 1 tent<" in text, "the page goes on with a box that no game can be played with yet"

    def test_a_game_is_played_with_the_values_of_a_box_as_they_were_when_it_began(self, server: Server) -> None:
        asked(server, "boxes/new", name="mine-2", game="ganges")
        asked(server, "boxes/mine-2/enter", path="workers.bridge", text="15")
        assert '<option value="mine-2">' in asked(server, "?game=ganges")[1]
        form = {"game": "ganges", "players": "2", "seat_1": "me", "seat_2": "random", "seed": "1", "box": "mine-2"}
        _, _, where = asked(server, "games", **form)
        name = where.rpartition("/")[2]
        asked(server, "boxes/mine-2/enter", path="workers.bridge", text="16")
        _, live = go_on_with(server.folder / f"{name}.json")
        assert live.state.rules.record.worker_at[2] == 15
        assert "box mine-2-" in asked(server, f"games/{name}")[1]
        assert asked(server, "games", **(form | {"box": "../mine-2"}))[0] == 400
        assert asked(server, "games", **(form | {"box": "none"}))[0] == 400

    def test_each_seat_gets_its_board_where_seats_differ(self, server: Server) -> None:
        form = {"game": "ganges", "variant": "mixed", "players": "2", "seat_1": "me", "seat_2": "random", "seed": "1"}
        _, _, where = asked(server, "games", **form, board_1="navaratnas", board_2="basic")
        set_up, _ = go_on_with(server.folder / f"{where.rpartition('/')[2]}.json")
        assert set_up.boards == ("navaratnas", "basic")
        assert asked(server, "games", **form, board_1="navaratnas", board_2="round")[0] == 400

    def test_what_is_skipped_is_not_said_to_be_saved(self, server: Server) -> None:
        asked(server, "boxes/new", name="skipped", game="ganges")
        _, text, _ = asked(server, "boxes/skipped?after=workers.bridge")
        assert 'name="path" value="by_players.2.quarry.prices"' in text
        assert "Saved" not in text

    def test_what_explains_most_comes_first_once_somebody_asked(self, server: Server) -> None:
        asked(server, "boxes/new", name="first", game="ganges")
        paths = ["tiles.orange_08.cost", "quarry.prices.2", "quarry.prices.3"]
        form = "".join(f'[[provenance]]\npaths = ["{path}"]\nlabel = "box"\nwhy = "read off the box"\n' for path in paths)
        (server.folder / "boxes" / ".first-first").write_text(form)
        _, text, _ = asked(server, "boxes/first")
        (section,) = re.findall(r"These explain most.*?</ol>", text, re.S)
        assert re.findall(r"at=([\w.]+)", section) == ["tiles.orange_08.cost", "quarry.prices"]
        assert 'name="path" value="tiles.orange_08.cost"' in text

    @pytest.mark.long
    def test_what_remains_plausible_is_asked_with_the_values_of_the_box(self, server: Server) -> None:
        boxes = drawn_boxes(Path(), 10)
        study = {"name": "asking", "question": "?", "game": "charmers", "players": [2], "line_up": ["random"], "seed": 3}
        ensemble = {"blocks": 20, "folder": str(boxes["folder"].resolve())}
        Path("experiments").mkdir(exist_ok=True)
        Path("experiments/asking.toml").write_text(tomli_w.dumps(study | {"blocks": 20, "ensemble": ensemble}))
        (server.folder / "boxes" / "asking.toml").write_bytes(boxes["components"].read_bytes())
        assert asked(server, "boxes/asking/ask", experiment="start_player")[0] == 400, "it has no table for boxes"
        assert asked(server, "boxes/asking/ask", experiment="experiments/asking.toml")[0] == 303
        done = runs_when_done(server)
        assert "what is plausible with asking" in done
        _, text, _ = asked(server, "boxes/asking")
        (section,) = re.findall(r'<div id="plausible">.*?</div>', text, re.S)
        assert "With 2 players, 10 boxes are too few to tell" in section
        assert re.search(r"\d+ of \d+ printed values in play are assumed; they vary over 10 plausible boxes", section)
        (page,) = re.findall(r'href="/[\w-]+/(answers/asking-plausible-1\.html)"', section)
        assert "Does the answer hold in other plausible boxes?" in asked(server, page)[1]
        assert "No assumed value is shown to matter more than others" in text

    def test_a_mistake_is_shown_beside_what_was_typed(self, server: Server) -> None:
        asked(server, "boxes/new", name="wrong", game="ganges")
        status, text, _ = asked(server, "boxes/wrong/enter", path="workers.bridge", text="far")
        assert status == 400
        assert re.search("Not saved: [a-z ]*bridge[a-z ]* must be a whole number", text)
        assert re.search(r'value="far"[^>]* aria-invalid="true" aria-describedby="refused"', text)

    @pytest.mark.parametrize("path", ["quarry.prices", "workers.bridge", "river.3"])
    def test_of_an_empty_field_the_page_says_that_nothing_was_typed(self, server: Server, path: str) -> None:
        asked(server, "boxes/new", name="empty", game="ganges")
        assert "Not saved: nothing was typed." in asked(server, "boxes/empty/enter", path=path, text=" ")[1]

    def test_a_refused_entry_shows_the_values_of_today_until_it_is_saved(self, server: Server) -> None:
        asked(server, "boxes/new", name="later", game="ganges")
        with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as connection:
            body = urlencode({"path": "quarry.prices", "text": "1, 5"})
            connection.request("POST", f"/{secret_token(server.folder)}/boxes/later/enter", body)
            address = connection.getresponse().headers["location"].split("/", 2)[2]
        _, text, _ = asked(server, address)
        assert "Not saved: a space of the quarry costs 1 to 4 money (rulebook: Building action)" in text
        asked(server, "boxes/later/enter", path="workers.bridge", text="19")
        status, text, _ = asked(server, address)
        assert (status, "You have read <b>1</b> of" in text, 'value="1, 5"' in text) == (400, True, True)
        asked(server, "boxes/later/enter", path="quarry.prices", text="1, 4")
        status, _, where = asked(server, address)
        assert (status, where.partition("boxes/")[2]) == (303, "later?at=quarry.prices")

    def test_what_another_window_saved_is_replaced_only_after_it_was_shown(self, server: Server) -> None:
        def enter(text: str, was: str) -> str:
            return asked(server, "boxes/windows/enter", path="workers.bridge", text=text, was=was)[1]

        def saved() -> tuple[str, bool]:
            return next((entry.text, entry.is_confirmed) for entry in box(server, "windows").entries() if entry.path == path)

        path = "workers.bridge"
        asked(server, "boxes/new", name="windows", game="ganges")
        (first_state,) = re.findall('name="was" value="(.*?)"', asked(server, f"boxes/windows?at={path}")[1])
        enter("5", first_state)
        enter("5", first_state)
        assert saved() == ("5", False), "a double click confirms nothing"
        text = enter("6", first_state)
        assert "Not saved: 5 was saved meanwhile" in text
        assert saved() == ("5", False)
        enter("6", *re.findall('name="was" value="(.*?)"', text))
        assert saved() == ("6", False)

    @pytest.mark.parametrize("path", ["boxes/none", "boxes/..%2f..%2fmine", "boxes/mine/enter"])
    def test_what_is_not_there_is_no_page(self, server: Server, path: str) -> None:
        assert asked(server, path)[0] in (400, 404, 405)

    def test_an_experiment_that_is_not_of_the_game_is_not_played(self, server: Server) -> None:
        asked(server, "boxes/new", name="findings", game="ganges")
        status, text, _ = asked(server, "boxes/findings/findings", experiment="charmers_start_player", blocks="20")
        assert status == 400
        assert "Choose an experiment" in text

    @pytest.mark.parametrize("blocks", ["0", "many"])
    def test_a_number_of_blocks_is_refused_as_on_the_page_of_runs(self, server: Server, blocks: str) -> None:
        asked(server, "boxes/new", name="blocks", game="charmers")
        values = {"experiment": "charmers_start_player", "blocks": blocks}
        status, text, _ = asked(server, "boxes/blocks/findings", **values)
        (problem,) = re.findall(r"<p>(blocks[^<]*)\. Nothing was started\.</p>", text)
        refused = asked(server, "runs/start", question="run", **values)
        assert (status, refused[0], problem.removeprefix("blocks: ") in refused[1]) == (400, 400, True)

    def test_a_comparison_with_more_blocks_extends_finished_runs_and_with_fewer_is_refused(self, server: Server) -> None:
        asked(server, "boxes/new", name="again", game="charmers")
        for _ in range(2):  # the second time confirms it
            asked(server, "boxes/again/enter", path="market.tents", text="1, 1, 1")
        settings = {"name": "quick", "question": "?", "game": "charmers", "players": [2], "line_up": ["random"], "blocks": 20}
        Path("experiments").mkdir(exist_ok=True)
        Path("experiments/quick.toml").write_text(tomli_w.dumps(settings), encoding="utf-8")
        copy = keep_box(server.folder / "boxes" / "again.toml", server.folder / "answers" / "boxes")
        for components in (None, str(copy)):
            experiment.run("experiments/quick.toml", components=components, out="reports", report=False)
        fields = {"experiment": "experiments/quick.toml"}
        text = asked(server, "boxes/again/findings", **fields, blocks="15")[1]
        assert "these runs are finished with 20 blocks, so 15 would play nothing; type 20 or more. Nothing was started." in text
        assert asked(server, "boxes/again/findings", **fields, blocks="30")[0] == 303
        end = time.monotonic() + 20
        while "$ rajas run" not in (text := asked(server, "runs")[1]) and time.monotonic() < end:
            time.sleep(0.1)
        assert "--quiet --extend --blocks 30 --no-report" in text, "the comparison needs no report"
        assert text.count("a task above works on it") == len([*Path("reports").glob("quick-*")]) == 2
        stop_tasks(server)

    @pytest.mark.parametrize(
        ("form", "fields"),
        [("findings", {"experiment": "start_player", "blocks": "20"}), ("ask", {"experiment": "start_player_unknown_box"})],
    )
    def test_before_a_task_starts_the_page_asks_once_about_values_that_look_wrong(
        self, server: Server, form: str, fields: dict[str, str]
    ) -> None:
        name = f"doubtful-{form}"
        asked(server, "boxes/new", name=name, game="ganges")
        asked(server, f"boxes/{name}/enter", path="river.3", text="money 40")
        asked(server, f"boxes/{name}/enter", path="river.6", text="money 2")
        n_tasks = asked(server, "runs")[1].count("data-task")
        text = asked(server, f"boxes/{name}/{form}", **fields)[1]
        (question,) = re.findall(r'<form[^>]*id="doubts".*?</form>', text, re.S)
        assert "2 of your values look wrong" in question
        doubts = "Money instead of the assumed dice. money 40 is plausible nowhere in the box (1 to 7 is)"
        assert f"River space 3: money 40. {doubts}" in question
        assert "nothing pays orange dice per karma any more" in question
        assert dict(re.findall(r'type="hidden" name="(\w+)" value="(\w+)"', question)) == fields
        assert asked(server, "runs")[1].count("data-task") == n_tasks, "nothing was started"
        assert asked(server, f"boxes/{name}/{form}", **fields, right="something else")[0] == 200, "it asks again"
        for answer in ({"right": right_in(question)}, {}):
            assert asked(server, f"boxes/{name}/{form}", **fields, **answer)[0] == 303
        stop_tasks(server)

    def test_it_is_right_confirms_only_what_the_question_showed(self, server: Server) -> None:
        asked(server, "boxes/new", name="unseen", game="ganges")
        asked(server, "boxes/unseen/enter", path="river.3", text="money 40")
        fields = {"experiment": "start_player", "blocks": "20"}
        right = right_in(asked(server, "boxes/unseen/findings", **fields)[1])
        asked(server, "boxes/unseen/enter", path="workers.bridge", text="5")
        _, text, _ = asked(server, "boxes/unseen/findings", **fields, right=right)
        assert "2 of your values look wrong" in text
        assert right_in(text) != right
        assert not any(entry.is_confirmed for entry in box(server, "unseen").entries())

    def test_what_another_window_saves_while_a_comparison_begins_is_kept(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def load_while_another_saves(*arguments: Any, **options: Any) -> Experiment:
            asked(server, "boxes/meanwhile/enter", path="river.3", text="money 4")
            return load_experiment(*arguments, **options)

        asked(server, "boxes/new", name="meanwhile", game="ganges")
        asked(server, "boxes/meanwhile/enter", path="workers.bridge", text="5")
        fields = {"experiment": "start_player", "blocks": "20"}
        right = right_in(asked(server, "boxes/meanwhile/findings", **fields)[1])
        monkeypatch.setattr(box_page, "load_experiment", load_while_another_saves)
        assert asked(server, "boxes/meanwhile/findings", **fields, right=right)[0] == 303
        entries = {entry.path: entry for entry in box(server, "meanwhile").entries()}
        assert (entries["river.3"].text, entries["workers.bridge"].is_confirmed) == ("money 4", True)
        stop_tasks(server)

    def test_a_box_that_does_not_fit_together_is_compared_after_a_question_and_not_asked_about(self, server: Server) -> None:
        asked(server, "boxes/new", name="unfit", game="ganges")
        entries = box(server, "unfit").entries()
        path = next(entry.path for entry in entries if entry.path.endswith(".slot") and entry.text == "brown")
        asked(server, "boxes/unfit/enter", path=path, text="white")
        remark = "1 slot for brown tiles, the board has 2"
        status, text, _ = asked(server, "boxes/unfit/ask", experiment="start_player_unknown_box", right="yes")
        assert (status, f"{remark}. Nothing was started." in text) == (400, True)
        fields = {"experiment": "start_player", "blocks": "20"}
        (question,) = re.findall(r'<form[^>]*id="doubts".*?</form>', asked(server, "boxes/unfit/findings", **fields)[1], re.S)
        assert remark in question
        assert not [*(server.folder / "answers" / "boxes").glob("unfit-*")], "nothing is copied before the answer"
        assert asked(server, "boxes/unfit/findings", **fields, right=right_in(question))[2].endswith("runs#started")
        stop_tasks(server)
        assert remark in asked(server, "boxes/unfit")[1]
        assert "Nothing was started" in asked(server, "boxes/unfit/ask", experiment="start_player_unknown_box", right="yes")[1]

    def test_a_box_that_cannot_be_played_is_refused_before_anything_is_asked(self, server: Server) -> None:
        asked(server, "boxes/new", name="unplayable", game="charmers")
        asked(server, "boxes/unplayable/enter", path="market.tents", text="9")
        status, text, _ = asked(server, "boxes/unplayable/findings", experiment="charmers_start_player", blocks="20")
        assert (status, "<p>market.tents: there is no tent 2" in text, "It is right: go on" in text) == (400, True, False)

    def test_a_value_that_was_saved_twice_looks_wrong_no_more_until_it_is_changed(self, server: Server) -> None:
        asked(server, "boxes/new", name="twice-saved", game="ganges")
        for text, n_doubts in (("5", 1), ("5", 0), ("6", 1)):
            asked(server, "boxes/twice-saved/enter", path="workers.bridge", text=text)
            page = asked(server, "boxes/twice-saved")[1]
            assert page.count("That is outside the plausible range (17 to 23)") == n_doubts
            assert page.count('(first see <a href="#doubts">what may be wrong</a>)') == n_doubts

    def test_a_value_entered_later_is_not_played_in_a_comparison_that_was_asked_for(self, server: Server) -> None:
        asked(server, "boxes/new", name="early", game="charmers")
        file = server.folder / "boxes" / "early.toml"
        text_when_asked = file.read_text(encoding="utf-8")
        asked(server, "boxes/early/findings", experiment="charmers_start_player", blocks="20")
        status, _, _ = asked(server, "boxes/early/enter", path="market.tents", text="1, 1, 1")
        (copy,) = (server.folder / "answers" / "boxes").glob("early-*.toml")
        assert (status, copy.read_text(encoding="utf-8")) == (303, text_when_asked)
        assert text_when_asked != file.read_text(encoding="utf-8")
        stop_tasks(server)


@pytest.mark.usefixtures("server")
class TestByKeys:
    """A box is read off without a mouse."""

    pytestmark = NEEDS_BROWSER

    def test_values_are_typed_one_after_the_other(self, browser: Browser, server: Server) -> None:
        asked(server, "boxes/new", name="typed", game="ganges")
        page = browser.new_page()
        page.goto(f"{server.address}boxes/typed?at=workers.bridge")
        assert page.locator("#overlay rect").count() > 0, "the place is outlined"
        for text in ("18", "1, 2, 3", "1, 2, 3", "1, 2, 2"):  # 3 prices are doubtful, so they are typed again
            page.wait_for_function("document.activeElement.id === 'text'")
            page.keyboard.type(text)  # it replaces the assumed value, which is selected
            with page.expect_navigation():
                page.keyboard.press("Enter")
        assert {entry.path: entry.text for entry in box(server, "typed").entries() if entry.is_read} == {
            "workers.bridge": "18",
            "by_players.2.quarry.prices": "1, 2, 3",
            "by_players.3.quarry.prices": "1, 2, 2",
        }
        page.close()

    def test_what_was_typed_stays_until_the_server_answers(self, browser: Browser, server: Server) -> None:
        asked(server, "boxes/new", name="stays", game="ganges")
        page = browser.new_page()
        page.goto(f"{server.address}boxes/stays?at=workers.bridge")
        page.route("**/*", lambda route: route.abort())
        page.fill("#text", "18")
        page.keyboard.press("Enter")
        page.wait_for_selector("text=The server does not answer. Nothing was sent.")
        assert page.input_value("#text") == "18"
        page.unroute("**/*")
        page.press("#text", "Enter")
        page.wait_for_selector("text=Saved.")
        page.close()


def test_skipping_goes_through_all_that_is_not_read() -> None:
    entries: list[Any] = [SimpleNamespace(path=path, is_read=False) for path in "abcde"]
    asked_first = [entries[3], entries[1]]
    seen, last = [], ""
    for _ in range(6):
        entry = _next_entry(entries, asked_first, last)
        assert entry is not None
        last = entry.path
        seen.append(last)
    assert seen == ["d", "b", "a", "c", "e", "d"]
