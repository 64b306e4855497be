"""A review in sentences, for the terminal and for a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from rajas_sim.analysis.course.playouts import MOST_OPTIONS
from rajas_sim.analysis.formatting import capitalised, counted, distance_text, listed, number, signed
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.core.drawing.panel import PANEL_WIDTH
from rajas_sim.core.drawing.shapes import tag
from rajas_sim.live.hints import REST_OF_TURN
from rajas_sim.live.live_game import LiveGame
from rajas_sim.live.review import COSTLIEST, Review, ReviewedChoice

#: Colours of the frames in a drawn position.
CHOSEN, BETTER = "#b3261e", "#1b7f3b"
#: Width of a drawn position with one panel below the other, for a phone.
ONE_COLUMN = PANEL_WIDTH
ABOUT = (
    f"Options were played on {{playouts}} times with new luck and {{player}} on every seat: the {MOST_OPTIONS} that seem best, "
    "the chosen one, and those that other strategies would take.{rest_of_turn} Half of these games find the best option. The "
    "other half measure what a choice loses against the best option. So a loss may come out below 0: then no option did better. "
    "It is {player} that plays on, not you: a plan of yours that {player} does not follow looks worse here than it is. The costs "
    "of a game do not add up to what was lost in it. A chance lost by one choice may come back by luck or by a choice of the "
    "others, and be lost again."
)


@dataclass(frozen=True)
class ShownChoice:
    """One of the costliest choices, as a page shows it.

    Attributes
    ----------
    when
        Moment of the game.
    chosen, better, loss, gains
        The chosen option, the better one, what the choice cost, and what the better option brings.
    legend, drawing
        Meaning of the frames in the drawn position, and that drawing.
    n_before
        How many decisions of all seats came before.
    """

    when: str
    chosen: str
    better: str
    loss: str
    gains: str
    legend: str
    drawing: Markup
    n_before: int


@dataclass(frozen=True)
class ReviewPage:
    """A review as a page shows it.

    Attributes
    ----------
    sentences
        How much was lost, and how much strategies would have lost in the same positions.
    choices
        The costliest choices.
    rows
        All choices, in the order of the game: moment, chosen option, best option found, and loss.
    about
        How losses were measured, and what they do not mean.
    """

    name: str
    title: str
    sentences: tuple[str, ...]
    choices: tuple[ShownChoice, ...]
    rows: tuple[tuple[str, str, str, str], ...]
    about: str


def sentences_of(review: Review, label: str) -> tuple[str, ...]:
    """Return sentences about how much the choices of a seat with this label cost, and how it compares with strategies."""
    choices_text = counted(len(review.choices), "choice")
    cheapest_first = sorted(review.per_choice_by_strategy.items(), key=lambda item: item[1].value)
    strategies_text = listed([f"{strategy} {_cost_text(cost)}" for strategy, cost in cheapest_first])
    cost_text = _cost_text(review.per_choice)
    n_decided, open_cost = sum(choice.is_decided for choice in review.choices), review.per_open_choice
    decided_text = ""
    if n_decided and open_cost is not None:
        decided_text = (
            f" In {n_decided} of them the game was won or lost whatever was chosen, as far as these games show; the others cost "
            f"{_cost_text(open_cost)} each."
        )
    return (
        f"Seat {review.seat + 1} ({label}) made {choices_text}. On average each cost {cost_text} of the chance to win (a point "
        f"is one game in 100).{decided_text}",
        f"In the same positions the choices of strategies would have cost, on average: {strategies_text}. "
        f"{capitalised(review.player)} may lose something too: at the table it chooses at a glance, while here options are tried "
        f"in {review.playouts} games. Where intervals overlap, the order of the strategies may be chance.",
    )


def _cost_text(cost: Estimate) -> str:
    """Return a cost in chance to win with its interval; without one if all games gave the same number."""
    if cost.low < cost.high:
        return distance_text(cost, is_share=True)
    return f"{number(100 * cost.value, 1)} points (in each of {cost.n} games)"


def choice_texts(choice: ReviewedChoice) -> tuple[str, str, str, str, str]:
    """Return the moment of a choice, the chosen option, the better option, the loss, and what the better option brings."""
    before = choice.before
    chosen, best = before.option_text(choice.chosen), before.option_text(choice.best)
    heading, gains = "Perhaps better", "These games do not show that it is better."
    if choice.is_better_shown:
        heading, gains = "Better", gains_text(choice)
    return before.moment, chosen, f"{heading}: {best}", _cost_text(choice.loss), gains


def gains_text(choice: ReviewedChoice) -> str:
    """Return what the better option gains on average by the end of the game, and for which totals no gain is shown.

    For totals that it loses no number is given, since that is no reason why it is better.
    """
    shown_totals = [total for total, gain in choice.gains.items() if gain.low > 0]
    gains = listed([f"{_gain_text(choice.gains[total])} {total}" for total in shown_totals])
    other_totals = listed([total for total in choice.gains if total not in shown_totals])
    if not shown_totals:
        return f"These games do not show why: no gain is shown in {other_totals} at the end."
    others_text = f"; no gain is shown in {other_totals}" if other_totals else ""
    return f"Compared with your choice it brings {gains} by the end, on average{others_text}."


def _gain_text(gain: Estimate) -> str:
    """Return a gain with its sign and its interval."""
    return f"{signed(gain.value, 1)} ({signed(gain.low, 1)} to {signed(gain.high, 1)})"


def earlier_text(name: str, earlier_choices: Sequence[int], review: Review | None, live: LiveGame) -> str:
    """Return what was chosen in the present position of a game in an earlier one, and what the review found better.

    Parameters
    ----------
    name, earlier_choices
        The name of the earlier game, and the codes of the options played in it. If they do not lead through the present position,
        the text is empty.
    review
        A review of the earlier game for the seat to move; None if there is none.
    """
    n_before, state = len(live.choices), live.state
    if n_before >= len(earlier_choices) or tuple(earlier_choices[:n_before]) != live.choices:
        return ""
    chosen_text = f"In {name} you chose ‘{state.option_text(earlier_choices[n_before])}’ here"
    reviewed = next((choice for choice in review.choices if choice.n_before == n_before), None) if review else None
    if reviewed is None:
        return f"{chosen_text}."
    if reviewed.best == reviewed.chosen or reviewed.loss.value <= 0.0:
        return f"{chosen_text}; the review found nothing better."
    better = "better" if reviewed.is_better_shown else "perhaps better"
    loss = _cost_text(reviewed.loss)
    return f"{chosen_text}; the review found ‘{state.option_text(reviewed.best)}’ {better} by {loss}."


def lines_of(review: Review, label: str) -> list[str]:
    """Return a review as lines of text; `label` is that of the reviewed seat."""
    lines = [*sentences_of(review, label), ""]
    if not review.costliest:
        return [*lines, "No choice cost anything by its estimate."]
    lines.append(f"The choices that cost most (at most {COSTLIEST}):")
    for choice in review.costliest:
        when, chosen, best, loss, gains = choice_texts(choice)
        lines += [f"  {when}: {chosen}", f"    {best}", f"    cost: {loss} of the chance to win", f"    {gains}"]
    return [*lines, "", _about(review)]


def page_of(name: str, title: str, review: Review, label: str) -> ReviewPage:
    """Return a review of the seat with this label as a page shows it; `name` and `title` are those of the game."""
    choices = tuple(ShownChoice(*choice_texts(choice), *_position_of(choice), choice.n_before) for choice in review.costliest)
    rows = tuple(_row_of(choice) for choice in review.choices)
    return ReviewPage(name, title, sentences_of(review, label), choices, rows, _about(review))


def _row_of(choice: ReviewedChoice) -> tuple[str, str, str, str]:
    """Return the moment of a choice, the chosen option, the best option found, and the loss, as texts."""
    before = choice.before
    if choice.best == choice.chosen:
        best = "the same"
    elif choice.loss.value <= 0.0:
        best = "none that did better"
    else:
        best = f"{'' if choice.is_better_shown else 'perhaps: '}{before.option_text(choice.best)}"
    return before.moment, before.option_text(choice.chosen), best, _loss_text(choice)


def _loss_text(choice: ReviewedChoice) -> str:
    """Return what a choice costs, as text; without a number if it was the best, or the games ended alike with both options."""
    if choice.is_decided:
        both_text = "" if choice.best == choice.chosen else ", as with the best option"
        return f"nothing: every game played on was {'won' if choice.best_win_share else 'lost'}{both_text}"
    if choice.best == choice.chosen:
        return "nothing: the best found"
    loss = choice.loss
    return "nothing: the games end alike" if loss.low == loss.high == 0.0 else _cost_text(loss)


def _about(review: Review) -> str:
    rest_of_turn = REST_OF_TURN if review.is_turn_searched else ""
    return ABOUT.format(player=review.player, playouts=review.playouts, rest_of_turn=rest_of_turn)


def _position_of(choice: ReviewedChoice) -> tuple[str, Markup]:
    """Return what the frames mean, and the drawn position with frames around the chosen and the best option.

    An option without a place in the drawing has no frame. The drawing is there for wide and for narrow screens.
    """
    before = choice.before
    spot_by_code = dict(zip(before.option_codes, before.spots(), strict=True))
    chosen_spot, best_spot = spot_by_code[choice.chosen], spot_by_code[choice.best]
    framed = before.drawing.marked({CHOSEN: chosen_spot, BETTER: best_spot})
    svg_by_class = {"on-wide": framed.to_svg(), "on-narrow": framed.to_svg(max_width=ONE_COLUMN)}
    drawing = Markup("".join(tag("div", svg, class_=css_class) for css_class, svg in svg_by_class.items()))
    if chosen_spot is None and best_spot is None:
        return "The position", drawing
    if chosen_spot is not None and best_spot is not None and (chosen_spot.x, chosen_spot.y) == (best_spot.x, best_spot.y):
        return "The position: both lie at the same place, in green", drawing
    return "The position: chosen in red, the other in green", drawing
