"""The content of the page of a live game: a frame that is sent once, and the position after every decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from markupsafe import Markup

from rajas_sim.analysis.course.playouts import PLAYOUTS, played_chances
from rajas_sim.analysis.formatting import capitalised, counted, percent, percent_range
from rajas_sim.analysis.statistics.estimate import USUAL_LEVEL
from rajas_sim.analysis.statistics.intervals import share_interval
from rajas_sim.core.drawing.panel import Drawing, style
from rajas_sim.core.drawing.shapes import symbols
from rajas_sim.core.playing.narration import seat_names
from rajas_sim.core.playing.one_game import Step, step_after
from rajas_sim.core.positions.wording import spaced
from rajas_sim.live.hints import Hint, affordable_playouts, played_on_text, playout_strategy
from rajas_sim.live.home_page import strength_texts
from rajas_sim.live.kept_games import LiveSetUp, nth_text
from rajas_sim.live.live_game import LiveGame
from rajas_sim.showing.replay.layout import DrawnPanel, Layout, drawn_panel, layout_of
from rajas_sim.showing.replay.page import end_text, frame_of, place_texts, winners_text
from rajas_sim.showing.replay.turns import Turn, turns_of

#: A person with at most this chance to win, after at most so many decisions of all seats, is better off with a weaker opponent.
SMALL_CHANCE, EARLY_CHOICES = 0.02, 20


@dataclass(frozen=True)
class LivePage:
    """The page of a live game.

    Attributes
    ----------
    name
        Name of the game's file.
    rules
        Changes to the printed game, in words.
    reminders
        Name of each thing on the table -> what it does.
    about
        The rules in short; empty if the game has no such text.
    people
        The seats of people, from 1.
    layout, symbol_key, totals, style, symbols
        As on a page that replays a game.
    """

    name: str
    title: str
    rules: str
    layout: Layout
    symbol_key: DrawnPanel | None
    names: tuple[str, ...]
    totals: tuple[str, ...]
    reminders: Mapping[str, str]
    about: str
    style: Markup
    symbols: Markup

    @classmethod
    def of(cls, name: str, set_up: LiveSetUp, live: LiveGame) -> LivePage:
        """Return the page of a game; `name` is that of its file."""
        start, names = live.steps[0].after, tuple(seat_names(live.labels))
        drawing: Drawing = start.drawing_for(live.viewer)
        return cls(
            name=name,
            title=live.table.game.narration.title(start) + nth_text(name),
            rules=", ".join(set_up.changes),
            layout=layout_of(drawing, names),
            symbol_key=drawn_panel(drawing.key, 0, 0, names) if drawing.key else None,
            names=names,
            totals=tuple(start.totals(0)),
            reminders=live.table.game.reminders(live.table.rules),
            about=live.table.game.about,
            style=Markup(style()),
            symbols=Markup(symbols()),
        )


def version_of(live: LiveGame) -> str:
    """Return a text that differs between all positions of a game, also those that were taken back."""
    return f"{len(live.steps)}.{live.n_undone}"


def view_of(live: LiveGame) -> dict[str, Any]:
    """Return what a page shows of the present position, as values for JSON; seats are counted from 1, and 0 is none."""
    state, names = live.state, seat_names(live.labels)
    turns = turns_of(live.steps, names, most_named=None, viewer=live.viewer) if len(live.steps) > 1 else []
    view = {
        "version": version_of(live),
        "moment": "" if state.is_over else capitalised(state.moment),
        "frame": frame_of(state.drawing_for(live.viewer)),
        "totals": [[*state.totals(seat).values()] for seat in range(len(names))],
        "turns": [
            [turn.seat + 1, turn.sentence, "; ".join(_events_of(live, turns, i)), new_round]
            for i, (turn, new_round) in enumerate(zip(turns, _round_texts(live, turns), strict=True))
        ],
        "followed": [*_forced_texts(live, turns, names), *_event_texts_since_choice(live, turns, names)],
        "can_undo": live.can_undo,
        "is_over": state.is_over,
        "waits_for_person": live.waits_for_person,
        "options": [],
    }
    if state.is_over:
        places, note = place_texts(live.table.game, state, names), live.table.game.narration.standing_note(state)
        what_text = f"{_result_sentence(live, names)} {end_text(state)}."
        return view | {"seat": 0, "what": what_text, "places": places, "note": note}
    decision, texts = state.offered()
    if state.hides_options_from(live.viewer):
        what_text = spaced(str(state.decision))
    elif state.seat_to_move in live.table.people and len(texts) == 1:
        what_text = f"{decision}: {texts[0]} (the only option)"
    else:
        what_text = f"{decision} ({counted(len(texts), 'option')})"
    view |= {"seat": state.seat_to_move + 1, "what": what_text}
    if live.waits_for_person:
        reminders = live.table.game.reminders(live.table.rules)
        view["note"] = live.table.game.decision_notes.get(str(state.decision), "")
        view["options"] = [
            {
                "code": option.code,
                "text": text,
                "reminder": _reminder_of(option.text, reminders),
                "spot": None if spot is None else asdict(spot),
            }
            for option, text, spot in zip(state.options, texts, state.spots(), strict=True)
        ]
    return view


def compile_choices(live: LiveGame) -> None:
    """Compile the code of a page and of a choice by using it once, so that nobody waits later; the game does not change."""
    view_of(live)
    if not live.state.is_over:
        step_after(live.state, live.state.option_codes[0])


def _reminder_of(option_text: str, reminders: Mapping[str, str]) -> str:
    """Return what the thing named in an option does; empty if there is no reminder."""
    return next((text for thing, text in reminders.items() if thing.lower() in option_text.lower()), "")


def _forced_texts(live: LiveGame, turns: Sequence[Turn], names: Sequence[str]) -> list[str]:
    """Return the choices between one option that were made for each person since that person last had several.

    Those of the last turn are left out, since its sentence has them.
    """
    options_of_seats: dict[int, list[str]] = {seat: [] for seat in sorted(live.table.people)}
    last_turn_began = turns[-2].last + 1 if len(turns) > 1 else 1
    for i, before in enumerate(step.before for step in live.steps):
        if before is None or before.seat_to_move not in live.table.people:
            continue
        options = options_of_seats[int(before.seat_to_move)]
        if len(before.option_codes) > 1:
            options.clear()
        elif i < last_turn_began:
            code = before.option_codes[0]
            text = before.option_text_for(code, live.viewer)
            options.append(before.offered_text(code) if text == before.option_text(code) else text)
    return [
        f"{'You' if len(live.table.people) == 1 else capitalised(names[seat])} had one option only: {text}"
        for seat, options in options_of_seats.items()
        for text in options
    ]


def _event_texts_since_choice(live: LiveGame, turns: Sequence[Turn], names: Sequence[str]) -> list[str]:
    """Return what was rolled, drawn and paid in the last turn of a person and in the turns since.

    If no person has had a turn, the texts are about the last turn.
    """
    indices_of_people = [i for i, turn in enumerate(turns) if turn.seat in live.table.people]
    first = indices_of_people[-1] if indices_of_people else max(0, len(turns) - 1)
    are_several = len(turns) - first > 1
    texts = []
    for i in range(first, len(turns)):
        name = f"{capitalised(names[turns[i].seat])}: " if are_several else ""
        texts += [f"{name}{text}" for text in _events_of(live, turns, i)]
        # An author's texts about a choice may name other seats, so the name of the mover is not put before them.
        texts += [text for step in _steps_of(live, turns, i) for text in step.after.happened_texts(live.viewer)]
    return texts


def _round_texts(live: LiveGame, turns: Sequence[Turn]) -> list[str]:
    """Return for each turn the round that it begins; empty for other turns, and before the first round."""
    is_in_a_round = live.table.game.audit_log.is_in_a_round
    befores = (live.steps[turn.last].before for turn in turns)
    rounds = [before.round_number if before is not None and is_in_a_round(before) else 0 for before in befores]
    return [f"Round {present}" if present > previous else "" for previous, present in pairwise([0, *rounds])]


def _steps_of(live: LiveGame, turns: Sequence[Turn], i: int) -> Sequence[Step]:
    """Return the steps of the turn with index i."""
    return live.steps[(turns[i - 1].last if i else 0) + 1 : turns[i].last + 1]


def _events_of(live: LiveGame, turns: Sequence[Turn], i: int) -> list[str]:
    """Return the events of the turn with index i as texts: what was rolled, drawn and paid, and where boats went."""
    event_text = live.table.game.narration.event_text
    return [text for step in _steps_of(live, turns, i) for event in step.events if (text := event_text(step.after, event))]


def _result_sentence(live: LiveGame, names: Sequence[str]) -> str:
    """Return who won a finished game; if one person plays, whether that person won."""
    final, people = live.state, live.table.people
    if len(people) != 1:
        return f"Won by {winners_text(final, names)}."
    other_winners = winners_text(final, names, people)
    if all(standing.rank > 1 for standing in final.standings if standing.seat in people):
        return f"You lost: {other_winners} won."
    return f"You share the first place with {other_winners}." if other_winners else "You won."


def hint_view(hint: Hint) -> dict[str, Any]:
    """Return a hint as values for JSON: the text beside each option, what they mean, and who plays on."""
    return {"texts": hint.texts, "short": hint.summary, "meaning": hint.meaning, "player": played_on_text(hint.player)}


def chances_view(live: LiveGame) -> dict[str, Any]:
    """Return the chance of every seat to win as values for JSON, with its interval and how it was estimated.

    A finished game has chances without intervals and explanations.
    """
    game, state = live.table.game, live.state
    n_games = affordable_playouts(game, PLAYOUTS)
    played = played_chances(game, [state], [playout_strategy(game, state.rules.players)], n_games)
    shares = played.chances[0]
    intervals = zip(*share_interval(shares, shares * (1.0 - shares), n_games, level=USUAL_LEVEL), strict=True)
    meaning = (
        f"Chances to win are shares of {n_games} games that were played on; in brackets, the {percent(USUAL_LEVEL, 0)} interval."
    )
    return {
        "shares": shares.tolist(),
        "intervals": ["" if state.is_over else f"({percent_range(low, high, 0)})" for low, high in intervals],
        "note": weaker_text(live, shares.tolist()),
        "meaning": "" if state.is_over else meaning,
        "player": "" if state.is_over else played_on_text(played.player),
    }


def weaker_text(live: LiveGame, shares: Sequence[float]) -> str:
    """Return which weaker opponent would make a closer game, if the only person has hardly any chance early on; else empty.

    `shares` are the chances of the seats to win.
    """
    if len(live.table.people) != 1 or len(live.choices) > EARLY_CHOICES:
        return ""
    (person,) = live.table.people
    if shares[person] > SMALL_CHANCE:
        return ""
    weakest_first = [name for name, texts in strength_texts(live.table.game.name).items() if texts]
    opponents = [label for seat, label in enumerate(live.labels) if seat != person and label in weakest_first]
    strongest_index = max(map(weakest_first.index, opponents), default=0)
    return f"A game against {weakest_first[strongest_index - 1]} would be closer." if strongest_index else ""
