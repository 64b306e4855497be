"""The content of the page of a game: the table in every position, the decisions, and what followed from them."""

from __future__ import annotations

import json
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from rajas_sim.analysis.course.playouts import PlayedChances
from rajas_sim.analysis.formatting import capitalised, counted, listed, with_minus_signs
from rajas_sim.core.drawing.panel import Drawing, style
from rajas_sim.core.drawing.shapes import symbols
from rajas_sim.core.errors import RunError
from rajas_sim.core.game import Game
from rajas_sim.core.playing.narration import seat_names
from rajas_sim.core.playing.one_game import Step
from rajas_sim.core.positions.state import State
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.showing.replay.chances import ShownChances, shown_chances
from rajas_sim.showing.replay.chart import Chart, chance_chart, race_chart
from rajas_sim.showing.replay.frames import Texts, frame_changes, texts_in
from rajas_sim.showing.replay.layout import DrawnPanel, Layout, drawn_panel, layout_of
from rajas_sim.showing.replay.turns import Turn, turns_of
from rajas_sim.showing.replay.values import played_scale, played_texts, scale_texts, valued_texts


@dataclass(frozen=True)
class ReplayPage:
    """The page of a game.

    Attributes
    ----------
    origin
        Which game of which run it is; empty if the game is of no run.
    title
        Title of the game.
    winner, ending
        Who won, and the result of every seat; the page hides both until the reader asks for them.
    layout
        Layout of the table: the panels of the whole table and those of each seat.
    symbol_key
        Meaning of the symbols; None if they need no explanation.
    names
        Names of the seats, with the labels of their strategies.
    totals, lead_meaning
        The totals shown beside every seat, and what the chart shows of them (`State`).
    rounds
        For every round its number and the index of its first position.
    turns
        The turns.
    n_decisions
        Number of decisions; the game has a position before the first one and one after each.
    chart
        The chances to win over the game if they are known, otherwise the race.
    chances
        The chances to win; None if they are not known.
    scales
        For each seat, the meaning of the numbers beside its options, in a few words and in full; None for a seat without them.
        Empty if the strategies are not known.
    data
        What the page's script shows of every position and turn, as JSON.
    style, symbols
        Style and symbols of the drawing.
    """

    origin: str
    title: str
    winner: str
    ending: str
    layout: Layout
    symbol_key: DrawnPanel | None
    names: tuple[str, ...]
    totals: tuple[str, ...]
    lead_meaning: str
    rounds: tuple[tuple[int, int], ...]
    turns: tuple[Turn, ...]
    n_decisions: int
    chart: Chart
    chances: ShownChances | None
    scales: tuple[tuple[str, str] | None, ...]
    data: Markup
    style: Markup
    symbols: Markup


def build_replay(  # noqa: PLR0913 - what a page of a game says about it
    game: Game,
    steps: Sequence[Step],
    labels: Sequence[str],
    players: Sequence[Strategy] = (),
    chances: PlayedChances | Sequence[Sequence[float]] | None = None,
    origin: str = "",
) -> ReplayPage:
    """Return the page of a game.

    Parameters
    ----------
    steps
        The game from its set-up to its end.
    labels
        Labels of the strategies by seat.
    players
        The strategies by seat; without them, the page has no worths of options.
    chances
        The chances of every seat to win, by playouts, or by a model, with one row before the first round and one after each;
        None if they are not known.
    origin
        Which game of which run it is.

    Raises
    ------
    RunError
        If the positions of the game have no drawing.
    """
    names = tuple(seat_names(labels))
    states = [step.after for step in steps]
    if not states[0].drawing.panels:
        raise RunError(f"{game.title}: its positions have no drawing")
    drawings = [state.drawing for state in states]
    frames = [frame_of(drawing) for drawing in drawings]
    rounds = _rounds(states)
    turns = turns_of(steps, names)
    known_chances = shown_chances(chances, states, turns) if chances is not None else None
    captions = [_caption(game, steps, i, names) for i in range(len(steps))]
    if isinstance(chances, PlayedChances) and chances.options:
        loss_texts = [*map(played_texts, chances.options), ()]
        scales: list[tuple[str, str] | None] = [played_scale(chances)] * len(names)
    else:
        loss_texts = [valued_texts(game, state, players) for state in states]
        scales = [scale_texts(game, states[0].rules, player) for player in players]
    texts = Texts([*frames, *map(texts_in, captions)])
    data = {
        "changes": frame_changes([texts.numbers(frame) for frame in frames]),
        "frames": [
            texts.caption_numbers(caption) | ({"losses": losses} if losses else {})
            for caption, losses in zip(captions, loss_texts, strict=True)
        ],
        "rounds": [first_position for _, first_position in rounds],
        "turns": [[turn.last, turn.seat + 1] for turn in turns],
        "totals": [[[*state.totals(seat).values()] for seat in range(len(names))] for state in states],
        "chances": [[round(chance, 3) for chance in row] for row in known_chances.rows] if known_chances else [],
        "turning_points": known_chances.turning_points if known_chances else [],
    }
    overlaps = [[float(state.overlap_of(seat.record)) for seat in state.seats] for state in states]
    symbol_key, final = drawings[0].key, states[-1]
    return ReplayPage(
        origin=origin,
        title=game.narration.title(states[0]),
        winner=f"Won by {winners_text(final, names)} in {counted(final.round_number, 'round')} ({final.end_text})",
        ending=_ending_text(game, final, names),
        layout=layout_of(drawings[0], names),
        symbol_key=drawn_panel(symbol_key, 0, 0, names) if symbol_key else None,
        names=names,
        totals=tuple(states[0].totals(0)),
        lead_meaning=states[0].lead_meaning,
        rounds=tuple(rounds),
        turns=tuple(turns),
        n_decisions=len(steps) - 1,
        chart=chance_chart(known_chances.rows, rounds) if known_chances else race_chart(overlaps, rounds),
        chances=known_chances,
        scales=tuple(scales),
        data=_json_in_lines(data, texts.sorted_texts),
        style=Markup(style()),
        symbols=Markup(symbols()),
    )


def _json_in_lines(data: Mapping[str, object], texts: Sequence[str]) -> Markup:
    """Return data as JSON, and the texts below its key ``texts`` with each on its own line."""
    json_text = json.dumps(data, separators=(",", ":"))
    lines = ",\n".join(json.dumps(text, ensure_ascii=False) for text in texts)
    return Markup(f'{json_text[:-1]},"texts":[\n{lines}\n]}}'.replace("</", "<\\/"))


def frame_of(drawing: Drawing) -> list[str]:
    """Return what a position shows: the parts of all panels, then their text alternatives."""
    parts = [part for panel in drawing.panels for part in panel.parts]
    return [*parts, *(panel.alt for panel in drawing.panels)]


def _rounds(states: Sequence[State]) -> list[tuple[int, int]]:
    """Return for every round its number and the index of its first position."""
    first_index_by_round: dict[int, int] = {}
    for i, state in enumerate(states):
        first_index_by_round.setdefault(int(state.round_number), i)
    return [*first_index_by_round.items()]


def _caption(game: Game, steps: Sequence[Step], position: int, names: Sequence[str]) -> dict[str, int | str | list[str]]:
    """Return the caption of a position: what led to it, and what is decided there.

    Its keys are ``when`` (the moment), ``who`` decides (the number of the seat, from 1), ``what`` is decided, the ``options``,
    the index of the ``chosen`` one, what was ``played`` to get there and what ``followed``. When the game is over, ``who`` is 0,
    ``options`` are the places of the seats, and ``chosen`` is -1.
    """
    step = steps[position]
    state = step.after
    if step.before is None:
        played, followed = "Set-up", [line.strip() for line in game.narration.setup_lines(state, names)]
    else:
        played = f"{capitalised(names[step.before.seat_to_move])}: {step.before.options[step.chosen].text}"
        followed = [text for event in step.events if (text := game.narration.event_text(state, event))]
    caption: dict[str, int | str | list[str]] = {"when": state.moment, "played": played, "followed": followed}
    if state.is_over:
        return caption | {"who": 0, "what": end_text(state), "options": place_texts(game, state, names), "chosen": -1}
    decision, _ = state.offered()
    return caption | {
        "who": state.seat_to_move + 1,
        "what": f"{capitalised(names[state.seat_to_move])} decides: {decision} ({counted(len(state.option_codes), 'option')})",
        "options": [*state.offered_texts],
        "chosen": steps[position + 1].chosen,
    }


def end_text(state: State) -> str:
    """Return a sentence that the game is over, and why."""
    return f"The game is over: {state.end_text}"


def place_texts(game: Game, final: State, names: Sequence[str]) -> list[str]:
    """Return a text with the place of every seat at the end, the first place first."""
    return [f"Place {s.rank}: {names[s.seat]}, {game.narration.standing_text(final, s)}" for s in final.standings]


def winners_text(final: State, names: Sequence[str], left_out: Container[int] = ()) -> str:
    """Name the seats that won as in a sentence, except the seats `left_out`; empty if none remains."""
    return listed([names[s.seat] for s in final.standings if s.rank == 1 and s.seat not in left_out])


def _ending_text(game: Game, final: State, names: Sequence[str]) -> str:
    """Return a sentence with the result of every seat."""
    results = "; ".join(f"{names[s.seat]}: {game.narration.standing_text(final, s)}" for s in final.standings)
    return with_minus_signs(f"{results}.")
