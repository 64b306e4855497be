"""Who plays better: ratings, win shares and head-to-head shares; and which board wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rajas_sim.analysis.answer import Cell, Column, Finding, Intervals, Map, Mark, Panel, Row, Section, Table, Unit
from rajas_sim.analysis.formatting import listed, percent, position_label, rating_text, share_text, the_player
from rajas_sim.analysis.reading.names import Names
from rajas_sim.analysis.results import PlayerCountResults
from rajas_sim.analysis.short_answers import short_answers
from rajas_sim.analysis.winning.boards import BoardAdvantage
from rajas_sim.analysis.winning.head_to_head import HeadToHead
from rajas_sim.analysis.winning.ratings import Ratings
from rajas_sim.analysis.winning.strategies import StrategyStrength
from rajas_sim.questions.answer_tables import table_of_cells
from rajas_sim.questions.run.topic import Topic, keys_of
from rajas_sim.showing.phrases import basis_text
from rajas_sim.study.config.form import StrategyChoice

FARTHEST = 600.0
"""Ratings farther from 0 are drawn as an arrow at the edge; otherwise the axis would be too coarse for the others."""
ABOUT_STRATEGIES = (
    "A rating is one number for each strategy. It comes from who finished ahead of whom in every game (Plackett-Luce model), "
    "apart from what the seat was worth. Take a table of two with equal seats. A strategy with 100 rating points "
    "more finishes ahead in 64 % of games, with 200 points more in 76 %, and with 400 points more in 91 %. A player rated 0 "
    "would finish ahead of one of these strategies, drawn at random, in half of games. A rating is a strength within this field "
    "of strategies. It cannot show circles, in which each strategy beats the next. So the matrix shows in what part of games "
    "the strategy of the row finishes ahead of the strategy of the column; a tie counts half. Blue: more than half. Red: less "
    "than half. No colour: the interval includes half. Win shares are given for each strategy from all positions and from each "
    "position. Every strategy sits in every seat under the same luck. Mirror matches are left out."
)
ABOUT_BOARDS = (
    "Expected share of games won by a seat with each board, over the games in which players sat at different boards. Over all "
    "positions, the intervals hold for all boards together. By position, the intervals hold for all boards and positions "
    "together. The line is an even share, which is what a player would win if all sat at the same board. The cost of a board is "
    "the difference from the even share."
)
_GIVEN_ORDER_TEXT = (
    " With more than two players a strategy always moves after the strategy before it in the line-up, and the first strategy "
    "moves after the last, as the experiment specifies. It may matter whom a strategy follows."
)
_ALL_ORDERS_TEXT = (
    " With more than two players it may matter whom a strategy follows. All orders round the table are played equally often, as "
    "nearly as the number of blocks allows. A share is the mean over all orders."
)


def strategy_topic(results: Sequence[PlayerCountResults]) -> Topic | None:
    """Show how strong strategies are, and who beats whom; ``None`` if every game was a mirror match."""
    panels, findings = list[Panel](), list[Finding]()
    keys_in_short_answers = {finding.key for short_answer in short_answers(results) for finding in short_answer.findings}
    results_with_orders = [result for result in results if result.strategies is not None and result.players > 2]
    for result in results:
        strategies, ratings, head_to_head = result.strategies, result.ratings, result.head_to_head
        if strategies is None or ratings is None or head_to_head is None:
            continue
        best_by_seat = _best_by_seat_finding(strategies)
        same_strategy = _same_strategy_findings(result)
        win_findings = [finding for finding in strategies.findings if finding.key not in keys_in_short_answers]
        keys = keys_of((*same_strategy, *win_findings, *ratings.findings, *head_to_head.findings, best_by_seat))
        panels += [replace(_strategies_panel(strategies, ratings), findings=keys), _head_to_head_panel(ratings, head_to_head)]
        findings += [*same_strategy, best_by_seat]
    if not panels:
        return None
    remark = ""
    if results_with_orders:
        is_given = results_with_orders[0].run.manifest.seatings == "given"
        remark = _GIVEN_ORDER_TEXT if is_given else _all_orders_text(results_with_orders)
    section = Section("strategies", "Strategies", f"{ABOUT_STRATEGIES}{remark}", tuple(panels), is_of_one=True)
    return Topic(section, tuple(findings))


def _same_strategy_findings(result: PlayerCountResults) -> list[Finding]:
    """Say which labels stand for the same strategy: none of them plays better, though one may have a better seat."""
    assert result.strategies is not None
    choices, names_by_choice = result.run.manifest.labels, dict[str, list[str]]()
    for label in result.strategies.shares:
        choice = choices.get(label, StrategyChoice(strategy=label))
        names_by_choice.setdefault(choice.model_dump_json(include={"strategy", "parameters", "error"}), []).append(label)
    return [
        Finding.about(
            result.players,
            f"same_strategy.{names[0]}",
            f"{listed(names)} are one strategy under several names; what differs is where they sit, their boards or handicaps",
        )
        for names in names_by_choice.values()
        if len(names) > 1
    ]


def _best_by_seat_finding(strength: StrategyStrength) -> Finding:
    """Say how often the strategy with the largest win share wins from every seat."""
    k = strength.players
    best_label = max(strength.shares, key=lambda label: strength.shares[label].value)
    shares = strength.by_position[best_label]
    win_texts = [f"{share_text(share)} as {the_player(p, k)}" for p, share in enumerate(shares, 1)]
    return Finding(f"{k}p.best_by_seat", f"With {k} players {best_label} wins {listed(win_texts)}.", shares, k, in_table=True)


def _all_orders_text(results_with_orders: Sequence[PlayerCountResults]) -> str:
    """Say how often the orders round the table are played, also if there are fewer blocks than orders."""
    blocks_and_orders = {r.players: (r.run.blocks(r.players), r.run.n_alternating_orders(r.players)) for r in results_with_orders}
    remarks = [
        f" With {players} players there are {n:,} blocks for {n_orders} orders, so that not all of them are played."
        for players, (n, n_orders) in blocks_and_orders.items()
        if n < n_orders
    ]
    return _ALL_ORDERS_TEXT + "".join(remarks)


def _strategies_panel(strength: StrategyStrength, ratings: Ratings) -> Panel:
    """Show and draw ratings and win shares, and what seats are worth; list win shares by order if they are known."""
    k = strength.players
    by_position = {f"position_{p}": position_label(p) for p in range(1, k + 1)}
    columns = (
        Column("strategy", "strategy"),
        Column("share", "win share", Unit.SHARE),
        Column("fewer_wins", "below the strongest by", Unit.DISTANCE, is_hidden=not strength.behind),
        Column("rating", "rating", Unit.RATING),
        Column("behind", "points behind the highest", Unit.RATING, is_hidden=k > 2),
        *(Column(name, title, Unit.SHARE) for name, title in by_position.items()),
    )
    cells = list[tuple[Cell, ...]]()
    for label, rating in ratings.strategies.items():
        share, fewer_wins, behind = strength.shares[label], strength.behind.get(label), ratings.behind.get(label)
        cells.append((label, share, fewer_wins, rating, behind, *strength.by_position[label]))
    table = table_of_cells(f"{k}p.strategies", "strategies", cells, columns, players=k)
    worths, seat_title = dict(zip(by_position.values(), ratings.seats, strict=True)), "what a seat is worth, in rating points"
    columns = (Column("position", "position"), Column("rating", "what the seat is worth", Unit.RATING))
    seat_table = table_of_cells(f"{k}p.seat_ratings", seat_title, worths.items(), columns, players=k, n_rows_in_short=0)
    ratings_text = "; ".join(f"{label}: {rating_text(rating)}" for label, rating in ratings.strategies.items())
    wins_text = "; ".join(f"{label}: {share_text(share)}" for label, share in strength.shares.items())
    worths_text = "; ".join(f"{position}: {rating_text(rating)}" for position, rating in worths.items())
    rating_marks, axis = (Mark("rating"),), "rating points"
    share_marks = (Mark("share", "all"), *(Mark(name, title) for name, title in by_position.items()))
    about_ratings = f"Ratings with {k} players. {ratings_text}"
    about_seats = f"What a seat is worth with {k} players. {worths_text}"
    about_wins = f"Win share by strategy with {k} players. {wins_text}"
    even_share, title = strength.even_share, "Win share by position"
    figures = (
        Intervals(
            table.key, "strategy", rating_marks, axis, about_ratings, farthest=FARTHEST, shows_values=True, title="Ratings"
        ),
        Intervals(seat_table.key, "position", rating_marks, axis, about_seats, shows_values=True, title="What a seat is worth"),
        Intervals(table.key, "strategy", share_marks, "win share", about_wins, reference=even_share, title=title),
    )
    is_beyond = any(abs(rating.value) > FARTHEST for rating in ratings.strategies.values())
    caption = f"{basis_text(strength)}{'; an arrow: beyond the axis' if is_beyond else ''}"
    tables = [table, seat_table, *([_orders_table(strength)] if strength.by_order else [])]
    return Panel(f"{k} players", tuple(tables), figures, caption, players=k)


def _orders_table(strength: StrategyStrength) -> Table:
    """Make a table with a row for each order round the table, and a column for the win share of each strategy."""
    k, labels = strength.players, list(strength.shares)
    note = (
        "Win share of each strategy in games in which the strategies follow one another as the row says. The first follows the "
        "last."
    )
    columns = (Column("order", "order of play"), *(Column(label, label, Unit.SHARE) for label in labels))
    cells: list[tuple[Cell, ...]] = [
        (" \u2192 ".join(cyclic_order), *(shares[label] for label in labels))
        for cyclic_order, shares in strength.by_order.items()
    ]
    return table_of_cells(f"{k}p.orders", "by order round the table", cells, columns, note=note, players=k, n_rows_in_short=0)


def _head_to_head_panel(ratings: Ratings, head_to_head: HeadToHead) -> Panel:
    """Show every pair of strategies, in the order of their ratings, so that exceptions from this order catch the eye."""
    k, labels = ratings.players, list(ratings.strategies)
    columns = (Column("strategy", "ahead of \u2192"), *(Column(label, label, Unit.SHARE) for label in labels))
    rows: tuple[Row, ...] = tuple(
        {"strategy": label, **{opponent: head_to_head.ahead[label, opponent] for opponent in labels if opponent != label}}
        for label in labels
    )
    note = "Share of games in which the strategy of the row finishes ahead of the strategy of the column. A tie counts half."
    table = Table(f"{k}p.head_to_head", "share of games finished ahead", columns, rows, note, k, 0)
    title = f"{k} players: {'who beats whom' if k == 2 else 'who finishes ahead of whom'}, in %"
    shares_text = "; ".join(f"{a} ahead of {b}: {share_text(share)}" for (a, b), share in head_to_head.ahead.items() if a != b)
    figure = Map(table.key, "strategy", tuple(labels), "", f"{title}. {shares_text}", middle=0.5)
    return Panel(title, (table,), (figure,) if len(labels) > 2 else (), basis_text(head_to_head), players=k)


def board_topic(boards: Sequence[BoardAdvantage], names: Names) -> Topic:
    """Show which board wins."""
    return Topic(
        Section("boards", "Which board wins", ABOUT_BOARDS, tuple(_boards_panel(advantage, names) for advantage in boards))
    )


def _boards_panel(boards: BoardAdvantage, names: Names) -> Panel:
    """Show and draw the win share with each board, over all positions and at each; a note says who played the boards."""
    k = boards.players
    by_position = {f"position_{p}": position_label(p) for p in range(1, k + 1)}
    columns = (
        Column("board", "board", Unit.KEY),
        Column("title", "board"),
        Column("share", "win share of a seat", Unit.SHARE),
        Column("cost", "costs", Unit.POINTS),
        Column("seats", "seats in a game", Unit.NUMBER),
        *(Column(name, title, Unit.SHARE) for name, title in by_position.items()),
    )
    rows = []
    for board, share in boards.shares.items():
        row: Row = {"board": board, "title": names.human(board), "share": share}
        row |= {"cost": boards.costs[board], "seats": boards.seats[board]}
        rows.append(row | {f"position_{p}": share_at_position for p, share_at_position in boards.by_position[board].items()})
    table = Table(f"{k}p.boards", "boards", columns, tuple(rows), f"Even share {percent(boards.even_share)}.", k)
    shares_text = "; ".join(f"{names.human(board)}: {share_text(share)}" for board, share in boards.shares.items())
    marks = (Mark("share", "all"), *(Mark(name, title) for name, title in by_position.items()))
    alt = f"Win share by board with {k} players. {shares_text}"
    figure = Intervals(table.key, "title", marks, "win share of a seat", alt, reference=boards.even_share)
    return Panel(
        f"{k} players", (table,), (figure,), basis_text(boards), keys_of(boards.findings), k, _caution_text(boards, names)
    )


def _caution_text(boards: BoardAdvantage, names: Names) -> str:
    """Say which strategies played the boards, since these may be another explanation."""
    strategy_names = {name for shares in boards.strategies.values() for name, share in shares.items() if share > 0}
    if len(strategy_names) == 1:
        return f"All boards were played by {strategy_names.pop()}."
    if not boards.is_confounded:
        return "All boards were played by the same strategies in equal parts."
    parts_text = "; ".join(
        f"{names.human(board)}: {listed([f'{name} {percent(share, 0)}' for name, share in shares.items() if share > 0])}"
        for board, shares in boards.strategies.items()
    )
    return f"The boards were played by different strategies ({parts_text}), so that this compares the strategies as well."
