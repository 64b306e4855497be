"""What is on the page of a game: the table in every position, what was decided there, and what came of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from rajas_sim.analysis.formatting import number, percent
from rajas_sim.core.drawing.panel import Drawing, TablePanel, style
from rajas_sim.core.drawing.shapes import symbols
from rajas_sim.core.errors import RunError
from rajas_sim.core.game import Game
from rajas_sim.core.playing.one_game import Step
from rajas_sim.core.positions.state import State
from rajas_sim.core.positions.wording import counted, spaced
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.showing.replay.chart import Chart, chance_chart, race_chart
from rajas_sim.showing.replay.frames import Texts, frame_changes, texts_in


@dataclass(frozen=True)
class DrawnPanel:
    """A panel of the table on the page.

    Attributes
    ----------
    parts
        What the first position shows in each of its parts, with the index in a frame of the number that says what others show.
    alt
        The text alternative of the first position; `alt_index` is the index of the others in their frames.
    seat
        Its number from 1, 0 if it is everybody's.
    """

    title: str
    key: str
    width: int
    height: int
    parts: tuple[tuple[int, Markup], ...]
    alt: str
    alt_index: int
    seat: int


@dataclass(frozen=True)
class ReplayPage:
    """The page of a game.

    Attributes
    ----------
    origin
        Which game of which run it is; empty for a game of no run.
    title, subtitle
        Which game it is, and how it ended.
    panels
        The table: what is everybody's, then what lies before each seat.
    symbol_key
        What the symbols mean; None if they need no words.
    names
        Seats with the labels of their strategies.
    rounds
        Number of every round, and of the first position in it.
    n_decisions
        How many decisions there were; there is a position before the first and after each.
    chart, chances
        The race over the game, and the chances to win if they are known.
    has_worths
        Whether some strategy says what options seem to be worth to it.
    data
        The frames as JSON.
    style, symbols
        Of the drawing.
    """

    origin: str
    title: str
    subtitle: str
    panels: tuple[DrawnPanel, ...]
    symbol_key: DrawnPanel | None
    names: tuple[str, ...]
    rounds: tuple[tuple[int, int], ...]
    n_decisions: int
    chart: Chart
    chances: Chart | None
    has_worths: bool
    data: Markup
    style: Markup
    symbols: Markup


def build_replay(  # noqa: PLR0913 - what a page of a game says about it
    game: Game,
    steps: Sequence[Step],
    labels: Sequence[str],
    players: Sequence[Strategy] = (),
    chances: Sequence[Sequence[float]] | None = None,
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
        The strategies by seat; left out, the page does not say what options seemed to be worth.
    chances
        The chance of every seat to win, one row before the first round and one after each; None if it is not known.
    origin
        Which game of which run it is.

    Raises
    ------
    RunError
        If its positions have no drawing.
    """
    names = tuple(f"seat {i + 1} ({label})" for i, label in enumerate(labels))
    states = [step.after for step in steps]
    if not states[0].drawing.panels:
        raise RunError(f"{game.title}: its positions have no drawing")
    drawings = [state.drawing for state in states]
    frames = [_frame(drawing) for drawing in drawings]
    rounds = _rounds(states)
    overlaps = [[float(state.overlap_of(seat.record)) for seat in state.seats] for state in states]
    shown_chances = [_chances_in(chances, state) for state in states] if chances is not None else []
    captions = [_caption(game, steps, i, names, players) for i in range(len(steps))]
    texts = Texts([*frames, *map(texts_in, captions)])
    data = {
        "changes": frame_changes([texts.numbers(frame) for frame in frames]),
        "frames": [texts.caption_numbers(caption) for caption in captions],
        "rounds": [first for _, first in rounds],
        "overlaps": overlaps,
        "chances": [[percent(chance, 0) for chance in row] for row in shown_chances],
    }
    symbol_key = drawings[0].key
    return ReplayPage(
        origin=origin,
        title=game.narration.title(states[0]),
        subtitle=_ending_text(game, states[-1], names),
        panels=tuple(_drawn_panels(drawings[0], names)),
        symbol_key=_drawn_panel(symbol_key, 0, 0, names) if symbol_key else None,
        names=names,
        rounds=tuple(rounds),
        n_decisions=len(steps) - 1,
        chart=race_chart(overlaps, rounds),
        chances=chance_chart(shown_chances, rounds) if shown_chances else None,
        has_worths=any(caption.get("worths") for caption in captions),
        data=_json_in_lines(data, texts.sorted_texts),
        style=Markup(style()),
        symbols=Markup(symbols()),
    )


def _json_in_lines(data: Mapping[str, object], texts: Sequence[str]) -> Markup:
    """Return data as JSON with every text on a line of its own."""
    json_text = json.dumps(data, separators=(",", ":"))
    lines = ",\n".join(json.dumps(text, ensure_ascii=False) for text in texts)
    return Markup(f'{json_text[:-1]},"texts":[\n{lines}\n]}}'.replace("</", "<\\/"))


def _frame(drawing: Drawing) -> list[str]:
    """Return what a position shows: the parts of all panels, then their text alternatives."""
    parts = [part for panel in drawing.panels for part in panel.parts]
    return [*parts, *(panel.alt for panel in drawing.panels)]


def _drawn_panels(drawing: Drawing, names: Sequence[str]) -> list[DrawnPanel]:
    first_index, panels = 0, []
    n_parts = sum(len(panel.parts) for panel in drawing.panels)
    for i, panel in enumerate(drawing.panels):
        panels.append(_drawn_panel(panel, first_index, n_parts + i, names))
        first_index += len(panel.parts)
    return panels


def _drawn_panel(panel: TablePanel, first_index: int, alt_index: int, names: Sequence[str]) -> DrawnPanel:
    title = panel.title if panel.seat is None else names[panel.seat].capitalize()
    seat = 0 if panel.seat is None else panel.seat + 1
    parts = tuple((first_index + i, Markup(part)) for i, part in enumerate(panel.parts))
    return DrawnPanel(title, panel.key, panel.width, panel.height, parts, panel.alt, alt_index, seat)


def _rounds(states: Sequence[State]) -> list[tuple[int, int]]:
    """Return the number of every round with the number of the first position in it."""
    first_positions: dict[int, int] = {}
    for i, state in enumerate(states):
        first_positions.setdefault(int(state.round_number), i)
    return [*first_positions.items()]


def _chances_in(chances: Sequence[Sequence[float]], state: State) -> Sequence[float]:
    """Return the chances of the last round that was over."""
    return chances[-1] if state.is_over else chances[min(int(state.round_number) - 1, len(chances) - 1)]


def _worths(game: Game, state: State, players: Sequence[Strategy]) -> list[str]:
    """Return what each option seems to be worth to the strategy that decides; nothing if it does not say, or has no choice."""
    if not players or len(state.option_codes) < 2:
        return []
    worths = game.appraisal.worths(state, players[state.seat_to_move])
    return [] if worths is None else [number(worth, 1) for worth in worths]


def _caption(
    game: Game, steps: Sequence[Step], position: int, names: Sequence[str], players: Sequence[Strategy]
) -> dict[str, int | str | list[str]]:
    """Return what stands beside a position: what led to it, and what is decided there.

    ``when`` it is, ``who`` decides (0 if the game is over), ``what`` is decided, the ``options``, what each seems to be worth
    (``worths``), which was ``chosen`` of them, what was ``played`` to get there and what ``followed``.
    """
    step = steps[position]
    state = step.after
    if step.before is None:
        played, followed = "Set-up", [line.strip() for line in game.narration.setup_lines(state, names)]
    else:
        played = f"{names[step.before.seat_to_move].capitalize()}: {step.before.options[step.chosen].text}"
        followed = [text for event in step.events if (text := game.narration.event_text(state, event))]
    caption: dict[str, int | str | list[str]] = {"when": state.moment, "played": played, "followed": followed}
    if state.is_over:
        standings = [
            f"Place {standing.rank}: {names[standing.seat]}, {game.narration.standing_text(state, standing)}"
            for standing in state.standings
        ]
        return caption | {"who": 0, "what": _over_text(state), "options": standings, "chosen": -1}
    codes = state.option_codes
    what = f"{names[state.seat_to_move].capitalize()} decides: {spaced(str(state.decision))}"
    return caption | {
        "who": state.seat_to_move + 1,
        "what": f"{what} ({counted(len(codes), 'option', 'options')})",
        "options": [option.text for option in state.options],
        "worths": _worths(game, state, players),
        "chosen": steps[position + 1].chosen,
    }


def _over_text(final: State) -> str:
    return f"The game is over: {spaced(final.end_reason)}"


def _ending_text(game: Game, final: State, names: Sequence[str]) -> str:
    """Return in a sentence who won, and how."""
    winners = " and ".join(names[standing.seat] for standing in final.standings if standing.rank == 1)
    scores = "; ".join(f"{names[standing.seat]}: {game.narration.standing_text(final, standing)}" for standing in final.standings)
    scores = scores.replace(" -", " \N{MINUS SIGN}")
    return f"Won by {winners} in {counted(final.round_number, 'round', 'rounds')} ({spaced(final.end_reason)}). {scores}."
