"""A review in sentences, for the terminal and for a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from rajas_sim.analysis.drama.playouts import MOST_OPTIONS
from rajas_sim.analysis.formatting import counted, distance_text, listed, signed
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.core.drawing.panel import PANEL_WIDTH
from rajas_sim.core.drawing.shapes import tag
from rajas_sim.live.live_game import LiveGame
from rajas_sim.live.review import COSTLIEST, Review, ReviewedChoice

#: Colours of the frames in a drawn position.
CHOSEN, BETTER = "#b3261e", "#1b7f3b"
#: Width of a drawn position with one panel below the other, for a phone.
ONE_COLUMN = PANEL_WIDTH
ABOUT = (
    f"Options were played on {{playouts}} times with new luck and {{player}} on every seat: the {MOST_OPTIONS} that seem best, "
    "the chosen one, and those that other strategies would take. Half of these games find the best option. The other half "
    "measure what a choice loses against the best option. So a loss may come out below 0: then no option did better. It is "
    f"{{player}} that plays on, not you: a plan of yours that {{player}} does not follow looks worse here than it is. Choices "
    f"of {{player}} may also lose something. That is no contradiction: at the table {{player}} chooses at a glance, while here "
    f"every option is tried in {{playouts}} games. The costs of a game do not add up to what was lost in it. A chance lost by "
    "one choice may come back by luck or by a choice of the others, and be lost again."
)


@dataclass(frozen=True)
class ReviewPage:
    """A review as a page shows it.

    Attributes
    ----------
    sentences
        How much was lost, and how much strategies would have lost in the same positions.
    choices
        The costliest choices: moment, chosen option, better option, loss, what the better option brings, meaning of the
        frames in the drawn position, drawn position, and number of decisions before.
    rows
        All choices, in the order of the game: moment, chosen option, best option found, and loss.
    """

    name: str
    title: str
    sentences: tuple[str, ...]
    choices: tuple[tuple[str, str, str, str, str, str, Markup, int], ...]
    rows: tuple[tuple[str, str, str, str], ...]
    about: str


def sentences_of(review: Review, label: str) -> tuple[str, ...]:
    """Return how much the choices of a seat cost, and how the seat compares with strategies."""
    n = counted(len(review.choices), "choice")
    by_cost = sorted(review.per_choice_by_strategy.items(), key=lambda item: item[1].value)
    rungs = listed([f"{rung} {distance_text(loss, is_share=True)}" for rung, loss in by_cost])
    cost = distance_text(review.per_choice, is_share=True)
    n_decided, of_open = sum(choice.is_decided for choice in review.choices), review.per_open_choice
    decided = ""
    if n_decided and of_open is not None:
        decided = (
            f" In {n_decided} of them the game was won or lost whatever was chosen, as far as these games show; the others cost "
            f"{distance_text(of_open, is_share=True)} each."
        )
    return (
        f"Seat {review.seat + 1} ({label}) made {n}. On average each cost {cost} of the chance to win (a point is one game "
        f"in 100).{decided}",
        f"In the same positions the choices of strategies would have cost, on average: {rungs}.",
    )


def choice_texts(choice: ReviewedChoice) -> tuple[str, str, str, str, str]:
    """Return the moment of a choice, the chosen option, the better option, the loss, and what the better option brings."""
    before = choice.before
    chosen, best = before.option_text(choice.chosen), before.option_text(choice.best)
    verdict, gains = "Perhaps better", "These games do not show that it is better."
    if choice.loss.low > 0.0:
        verdict, gains = "Better", gains_text(choice)
    return before.moment, chosen, f"{verdict}: {best}", distance_text(choice.loss, is_share=True), gains


def gains_text(choice: ReviewedChoice) -> str:
    """Return what the better option gains on average by the end of the game, and where no gain is shown.

    Losses of the better option are left out, since they are no reason why it is better.
    """
    shown = [name for name, gain in choice.gains.items() if gain.low > 0]
    gains = listed([f"{_gain_text(choice.gains[name])} {name}" for name in shown])
    others = listed([name for name in choice.gains if name not in shown])
    if not shown:
        return f"These games do not show why: no gain is shown in {others} at the end."
    rest = f"; no gain is shown in {others}" if others else ""
    return f"Compared with your choice it brings {gains} by the end, on average{rest}."


def _gain_text(gain: Estimate) -> str:
    return f"{signed(gain.value, 1)} ({signed(gain.low, 1)} to {signed(gain.high, 1)})"


def earlier_text(nth: int, choices: Sequence[int], review: Review | None, live: LiveGame) -> str:
    """Return what was chosen in the present position of a game in an earlier one, and what the review found better.

    Parameters
    ----------
    nth, choices
        Which game with this luck the earlier one is, and its choices. If they lead to another position, the text is empty.
    review
        A review of the earlier game for the seat to move; None if there is none.
    """
    n_before, state = len(live.choices), live.state
    if n_before >= len(choices) or tuple(choices[:n_before]) != live.choices:
        return ""
    chosen = f"In game {nth} you chose ‘{state.option_text(choices[n_before])}’ here"
    reviewed = next((choice for choice in review.choices if choice.n_before == n_before), None) if review else None
    if reviewed is None:
        return f"{chosen}."
    if reviewed.best == reviewed.chosen or reviewed.loss.value <= 0.0:
        return f"{chosen}; the review found nothing better."
    verdict = "better" if reviewed.loss.low > 0.0 else "perhaps better"
    loss = distance_text(reviewed.loss, is_share=True)
    return f"{chosen}; the review found ‘{state.option_text(reviewed.best)}’ {verdict} by {loss}."


def lines_of(review: Review, label: str) -> list[str]:
    """Return a review as lines of text."""
    lines = [*sentences_of(review, label), ""]
    if not review.costliest:
        return [*lines, "No choice cost anything by its estimate."]
    lines.append(f"The choices that cost most, {COSTLIEST} at most:")
    for choice in review.costliest:
        when, chosen, best, loss, gains = choice_texts(choice)
        lines += [f"  {when}: {chosen}", f"    {best}", f"    cost: {loss} of the chance to win", f"    {gains}"]
    return [*lines, "", _about(review)]


def page_of(name: str, title: str, review: Review, label: str) -> ReviewPage:
    """Return a review as a page shows it."""
    choices = tuple((*choice_texts(choice), *_position_of(choice), choice.n_before) for choice in review.costliest)
    rows = tuple(_row_of(choice) for choice in review.choices)
    return ReviewPage(name, title, sentences_of(review, label), choices, rows, _about(review))


def _row_of(choice: ReviewedChoice) -> tuple[str, str, str, str]:
    """Return the moment of a choice, the chosen option, the best option found, and the loss."""
    before = choice.before
    best = "the same" if choice.best == choice.chosen else before.option_text(choice.best)
    if choice.loss.value <= 0.0 and choice.best != choice.chosen:
        best = "none that did better"
    return before.moment, before.option_text(choice.chosen), best, _loss_text(choice)


def _loss_text(choice: ReviewedChoice) -> str:
    """Return what a choice costs, as text; without an estimate if all games ended alike with both options."""
    if choice.is_decided:
        return f"nothing: {'won' if choice.won else 'lost'} in all games played on"
    if choice.best == choice.chosen:
        return "nothing: the best found"
    loss = choice.loss
    return "nothing: the games end alike" if loss.low == loss.high == 0.0 else distance_text(loss, is_share=True)


def _about(review: Review) -> str:
    return ABOUT.format(player=review.player, playouts=review.playouts)


def _position_of(choice: ReviewedChoice) -> tuple[str, Markup]:
    """Return what the frames mean, and the drawn position with a frame around each option that has a place in it."""
    before = choice.before
    spots = dict(zip(before.option_codes, before.spots(), strict=True))
    chosen, best = spots[choice.chosen], spots[choice.best]
    marked = before.drawing.marked({CHOSEN: chosen, BETTER: best})
    by_width = {"on-wide": marked.to_svg(), "on-narrow": marked.to_svg(max_width=ONE_COLUMN)}
    drawing = Markup("".join(tag("div", svg, class_=name) for name, svg in by_width.items()))
    if chosen is None and best is None:
        return "The position", drawing
    if chosen is not None and best is not None and (chosen.x, chosen.y) == (best.x, best.y):
        return "The position: both lie at the same place, in green", drawing
    return "The position: chosen in red, the other in green", drawing
