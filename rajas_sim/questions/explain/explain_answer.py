"""The answer about a strategy."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from rajas_sim.analysis.answer import Answer, Card, Cell, Column, Finding, Intervals, Map, Mark, Panel, Section, Table, Unit
from rajas_sim.analysis.formatting import (
    capitalised,
    counted,
    difference_text,
    is_interval_too_wide,
    listed,
    mean_text,
    number,
    percent,
    share_text,
    signed,
)
from rajas_sim.analysis.reading.names import Names
from rajas_sim.analysis.statistics.estimate import USUAL_LEVEL, Estimate
from rajas_sim.core.drawing.panel import Drawing
from rajas_sim.core.positions.wording import spaced
from rajas_sim.questions.answer_tables import FilledColumn, table_of, table_of_cells
from rajas_sim.questions.explain.explained import RULE, Explained, Match
from rajas_sim.questions.explain.positions import GAMES, GAMES_OF_SEARCH, JUDGE, PLAYOUTS, DifferentChoice
from rajas_sim.questions.explain.usage import Unused, UseDifference, Uses, shares_by_round, unused_dice, use_differences, uses_of
from rajas_sim.questions.headline import HeadlineRow, headline_of
from rajas_sim.questions.provenance import basis_text, how_sure, provenance
from rajas_sim.questions.run.economy import NO_DIE, topics_of_uses
from rajas_sim.questions.run.topic import Topic
from rajas_sim.running.authoring.strength import YARDSTICK, Strength

LEAST_SHARE_TO_FOLLOW = 0.5
"""An extra worker is part of the plan to follow if at least this share of seats get it."""
HARDLY_LEANING = 0.05
"""If the interval of its part of fame includes one half and reaches no farther from it, a strategy leans to neither side."""
MOST_NAMED = 3
"""A sentence or a cell names at most this many things or kinds of decision."""
MOST_CAUSES = 2
"""A sentence names at most this many causes of a resource."""
WASTED = ("n_lost", "n_no_action")
"""Columns of the table of seats that count waste."""
LARGE_GAIN = 0.2
"""If a choice moves the win share by this much, the text says that this is rare."""
ABOUT_ROUNDS = (
    "What part each thing makes of all that the strategy uses in a round, as a mean over the games that reached the round. The "
    "stronger the colour, the larger the part. Each interval in the table holds by itself."
)
ABOUT_DIFFERENCES = (
    "How much more often a seat of this strategy uses each thing in a game than a seat of the other strategy. Each strategy has "
    "its own games and plays every seat of them, under the same luck. Intervals hold for all rows of a figure together. Filled: "
    "more or less use is shown. This does not show that the difference wins games."
)
ABOUT_POSITIONS = (
    "These positions come from games of the strategy against itself. Each is about another kind of decision, and in each the "
    f"two strategies choose differently. Of all such positions in {GAMES} games, or in {GAMES_OF_SEARCH} if one of the two "
    f"searches long, these have the largest gaps by the appraisal of {JUDGE}. Then {JUDGE} on every seat played each choice on "
    f"{PLAYOUTS} times, under the same luck. So these are striking examples; most choices matter less."
)
ABOUT_DIVERGENCES = (
    "The strategy played against itself. For each kind of decision, the table shows in how many of them its neighbour on the "
    "ladder would choose otherwise. Only decisions with more than one option count. Intervals are over games, and hold for all "
    "kinds of decision together."
)
ABOUT_STRENGTH = (
    "The strategy has one seat, in turn at each place round the table, and another strategy has all other seats. An even share "
    "is 1 divided by the number of players. Each interval holds by itself."
)
ABOUT_HEADLINE = (
    "How much more often a seat uses each thing in a game than a seat of its neighbour on the ladder. Filled: the "
    "difference is shown."
)


def moment_text(moment: str) -> str:
    """Say when something happens, in words that explain a stage.

    >>> moment_text("round 1 stage 2"), moment_text("round 3 turn 2")
    ('round 1, stage 2 (a stage: everybody places one worker)', 'round 3, turn 2')
    """
    when = re.sub(r" (stage|turn) ", r", \1 ", moment)
    return f"{when} (a stage: everybody places one worker)" if "stage" in moment else when


@dataclass(frozen=True)
class Explanation:
    """Everything that an explanation says, as findings and sections."""

    explained: Explained

    @property
    def name(self) -> str:
        """Name of the strategy."""
        return self.explained.strategy.name

    @property
    def k(self) -> int:
        """Number of players."""
        return self.explained.players

    @cached_property
    def names(self) -> Names:
        """How the words of the game are written."""
        return self.explained.run.names

    @cached_property
    def uses(self) -> Uses | None:
        """What the strategy uses; None if no table of the run says it."""
        return uses_of(self.explained.run_of(self.name), self.k)

    @cached_property
    def shares_of_rounds(self) -> Mapping[int, Mapping[str, Estimate]]:
        """The part of each thing in what the strategy uses, by round and thing; empty if no table says it."""
        return shares_by_round(self.uses, self.explained.run.level) if self.uses is not None else {}

    @cached_property
    def fame_part(self) -> Estimate:
        """The part of the strategy's advance that is fame."""
        routes = self.explained.result.routes
        assert routes is not None, "the games were played just now"
        return routes.leaning[self.name]

    @cached_property
    def differences(self) -> Mapping[str, tuple[UseDifference, ...]]:
        """What the strategy uses more or less often than each of its neighbours, by the neighbour's name."""
        uses_of_neighbours = {rung.name: uses_of(self.explained.run_of(rung.name), self.k) for rung in self.explained.neighbours}
        level = self.explained.run.level
        return {name: use_differences(self.uses, uses, level) for name, uses in uses_of_neighbours.items() if uses and self.uses}

    def thing_text(self, thing: str) -> str:
        """Name an area of spaces, or the dice of a colour, for the middle of a sentence."""
        if self.uses is not None and self.uses.noun == "turn":
            return "no die" if thing == NO_DIE else f"{thing} dice"
        return self.names.in_sentence(thing)

    # --- what may be said

    def findings(self) -> Iterator[Finding]:
        """Yield all findings, in the order of a beginner's questions."""
        yield from self._rule_findings()
        yield from self._plan_finding()
        yield from self._strength_findings()
        yield from self._first_moves_finding()
        yield from self._extra_workers_finding()
        yield from self._income_findings()
        yield self._leaning_finding()
        yield from self._waste_findings()
        yield from self._difference_findings()
        yield from self._divergence_findings()
        for i, choice in enumerate(self.explained.choices, 1):
            yield self._finding(f"choice_{i}", self.choice_text(choice), choice.gain, in_table=i > 1)
        for topic in self._topics:
            yield from topic.findings

    def _finding(self, key: str, sentence: str, *estimates: Estimate, in_table: bool = False) -> Finding:
        """Make a finding, and put the number of players before its key."""
        return Finding(f"{self.k}p.{key}", sentence, estimates, self.k, in_table)

    def _rule_findings(self) -> Iterator[Finding]:
        """Yield the three-sentence rule that stands for the strategy, and what that rule wins alone, as far as there is one."""
        rule = self.explained.rule
        if rule is not None:
            second_paragraph = rule.description.split("\n\n")[1]
            yield self._finding("rule", f"In three sentences: {' '.join(second_paragraph.split())}")
        if self.explained.rule_matches:
            shares = tuple(match.share for match in self.explained.rule_matches)
            wins = self.matches_text(self.explained.rule_matches)
            yield self._finding("rule_wins", f"That rule alone, {RULE}, wins {wins}", *shares)

    def _plan_finding(self) -> Iterator[Finding]:
        """Yield what to do to play like the strategy, from the estimates that other findings give with intervals."""
        if self.uses is None or not self.shares_of_rounds:
            return
        things_by_round = {number: _largest_first(shares) for number, shares in self.shares_of_rounds.items()}
        first_round, last_round = min(things_by_round), max(things_by_round)
        parts = [f"begin with {listed([self.thing_text(thing) for thing in things_by_round[first_round][:MOST_NAMED]])}"]
        workers = [w for w in self.explained.result.workers if w.mean_round is not None and w.ever.value >= LEAST_SHARE_TO_FOLLOW]
        if workers:
            earliest_first = sorted(workers, key=lambda worker: worker.mean_round.value if worker.mean_round else 0.0)
            workers_text = ", then the ".join(f"{self.names.in_sentence(worker.kind)} worker" for worker in earliest_first)
            parts.append(f"get the {workers_text}")
        mainstay = things_by_round[last_round][0]
        rounds_with_another = [number for number, things in things_by_round.items() if things[0] != mainstay]
        if rounds_with_another:
            first_of_mainstay = max(rounds_with_another) + 1
            parts.append(f"from round {first_of_mainstay} on use {self.thing_text(mainstay)} more than anything else")
        yield self._finding("to_follow", f"To play like it, by its estimates: {'; '.join(parts)}.")

    def matches_text(self, matches: Sequence[Match]) -> str:
        """Say how often something won against each rung, with the even share and n."""
        texts = [
            f"{share_text(match.share)} {'of games ' if i == 0 else ''}against {self._opponents_text(match.rung)}"
            for i, match in enumerate(matches)
        ]
        n = counted(matches[0].share.n, "block")
        return f"{listed(texts)}. {percent(1 / self.k)} is even; n is {n} of {self.k} games each."

    def _strength_findings(self) -> Iterator[Finding]:
        """Yield what the strategy wins, by its matches or else as measured before; if neither is known, how to measure it."""
        row = self.measured_row
        # An earlier measurement rests on more games, and the answer in one sentence has it.
        matches = [match for match in self.explained.matches if row is None or match.rung != row.against]
        if matches:
            yield self._finding("strength", f"It wins {self.matches_text(matches)}", *(match.share for match in matches))
        elif row is not None:
            yield self._finding("strength", f"It wins {self.measured_text(row)}.", strength_estimate(row))
        else:
            command = f"rajas strategies measure {self.name} --game {self.explained.game.name} --save"
            yield self._finding("strength", f"Its strength has not been measured. To measure it: {command}")

    @property
    def measured_row(self) -> Strength | None:
        """What was measured with this number of players in the first variant; None if nothing was."""
        rows = (row for row in self.explained.measured if row.game == self.explained.game.name and row.players == self.k)
        return next((row for row in rows if row.variant == self.explained.game.variants[0]), None)

    def measured_text(self, row: Strength) -> str:
        """Say what was measured against the yardstick."""
        share, even = share_text(strength_estimate(row)), percent(1 / self.k)
        n = f"n is {counted(row.blocks, 'block')} of {self.k} games"
        return f"{share} of games against {self._opponents_text(row.against)}, where {even} is even; {n}"

    def _opponents_text(self, strategy: str) -> str:
        """Name a strategy that has all other seats, after the number of these seats if there are several."""
        return f"{self.k - 1} {strategy}" if self.k > 2 else strategy

    @cached_property
    def first_moves(self) -> Mapping[str, Estimate]:
        """The part of each thing in what the strategy uses in round 1, the largest first; empty if no table says it."""
        shares = next(iter(self.shares_of_rounds.values()), {})
        return {thing: shares[thing] for thing in _largest_first(shares)}

    def _first_moves_finding(self) -> Iterator[Finding]:
        if self.uses is not None and self.first_moves:
            largest = [*self.first_moves.items()][:MOST_NAMED]
            texts = [f"{self.thing_text(thing)} {share_text(share)}" for thing, share in largest]
            sentence = f"In round {min(self.shares_of_rounds)} its {self.uses.noun}s go mostly to {listed(texts)}."
            yield self._finding("first_moves", sentence, *(share for _, share in largest))

    def _extra_workers_finding(self) -> Iterator[Finding]:
        """Yield how many seats get each extra worker, and when; nothing if the game has none."""
        workers = self.explained.result.workers
        if workers:
            texts = []
            for worker in sorted(workers, key=lambda worker: -worker.ever.value):
                when = f", in round {mean_text(worker.mean_round)} on average" if worker.mean_round is not None else ""
                texts.append(f"by {self.names.in_sentence(worker.kind)} {share_text(worker.ever)} of seats{when}")
            yield self._finding("extra_workers", f"Extra workers: {'; '.join(texts)}.", *(worker.ever for worker in workers))

    def _income_findings(self) -> Iterator[Finding]:
        """Yield the causes that give most of each resource, as far as the tables say."""
        income = self.explained.result.income
        for resource, gains in (income.gains if income is not None else {}).items():
            largest = gains[:MOST_CAUSES]
            texts = [f"{self.names.in_sentence(gain.cause)} {share_text(gain.share)}" for gain in largest]
            sentence = f"Its largest sources of {self.names.title(resource)}: {listed(texts)}."
            yield self._finding(f"{resource}_from", sentence, *(gain.share for gain in largest))

    def _leaning_finding(self) -> Finding:
        """Say whether the strategy advances more by fame or by money, as far as the interval tells."""
        fame_part = self.fame_part
        is_near = max(0.5 - fame_part.low, fame_part.high - 0.5) <= HARDLY_LEANING
        not_shown_text = "It leans to neither" if is_near else "It is undecided to which it leans"
        lean_text = "It leans to fame" if fame_part.low > 0.5 else "It leans to money" if fame_part.high < 0.5 else not_shown_text
        sentence = f"{lean_text}: fame makes {share_text(fame_part)} of its way, money the rest."
        return self._finding("leaning", sentence, fame_part)

    def _waste_findings(self) -> Iterator[Finding]:
        """Yield how many dice the strategy leaves unused and how much it wastes, as far as the tables say."""
        run = self.explained.run_of(self.name)
        unused: Unused | None = unused_dice(run, self.k, self.explained.game.rules(self.k))
        if unused is not None:
            sentence = (
                f"{share_text(unused.full)} of its rounds end with as many dice as it may hold, and at the end of a game a seat "
                f"has {mean_text(unused.left)} dice left over."
            )
            yield self._finding("unused", sentence, unused.full, unused.left)
        final = self.explained.result.pacing.final
        wasted = [name for name in WASTED if name in final]
        if wasted:
            texts = [f"{mean_text(final[name])} {self.names.title(name)}" for name in wasted]
            yield self._finding("wasted", f"In a game a seat has {listed(texts)}.", *(final[name] for name in wasted))

    def _difference_findings(self) -> Iterator[Finding]:
        """Yield for each neighbour the largest shown differences in what a seat uses, or that none is shown."""
        for neighbour, differences in self.differences.items():
            shown = [use for use in differences if use.is_shown][:MOST_NAMED]
            if shown:
                texts = [f"{self.thing_text(use.thing)} {difference_text(use.difference, is_share=False)}" for use in shown]
                sentence = f"How much more or less often it uses things in a game than {neighbour}: {', '.join(texts)}."
            else:
                sentence = f"Compared with {neighbour} no difference in what a seat uses is shown; too few games to tell."
            yield self._finding(f"differs.{neighbour}", sentence, *(use.difference for use in shown))

    def _divergence_findings(self) -> Iterator[Finding]:
        """Yield the kinds of decision in which a neighbour most often chooses otherwise, if there are enough to tell."""
        for rung in self.explained.neighbours:
            divergences = [divergence for divergence in self.explained.divergences if divergence.neighbour == rung.name]
            known = [divergence for divergence in divergences if not is_interval_too_wide(divergence.share)]
            differing = [divergence for divergence in known if divergence.share.value > 0.0]
            most_often = sorted(differing, key=lambda divergence: -divergence.share.value)[:MOST_NAMED]
            if most_often:
                texts = [f"{spaced(divergence.decision)} {share_text(divergence.share)}" for divergence in most_often]
                condition_text = "" if len(known) == len(divergences) else "Where decisions are frequent enough to tell, "
                sentence = f"{condition_text}{rung.name} would choose otherwise most often in {listed(texts)}."
                yield self._finding(f"diverges.{rung.name}", sentence, *(divergence.share for divergence in most_often))

    def choice_text(self, choice: DifferentChoice) -> str:
        """Say what each of two strategies would do in a position, and the result of each choice."""
        state = choice.state
        chosen, other = (f"\u2018{state.option_text(code)}\u2019" for code in (choice.chosen, choice.other))
        gain = difference_text(choice.gain, is_share=True)
        result_text = f"it is undecided with which choice the seat wins more often: {gain}"
        if choice.gain.excludes(0.0):
            more_or_less = "more" if choice.gain.value > 0 else "less"
            result_text = f"the seat wins {more_or_less} often with the choice of {self.name}: {gain}"
        if abs(choice.gain.value) >= LARGE_GAIN:
            result_text += ". Few choices matter so much: this one was picked for its large gap in the appraisal"
        return (
            f"In {moment_text(state.moment)} {self.name} chose {chosen}, and {choice.neighbour} would choose {other}. "
            f"Played on {choice.gain.n} times by {JUDGE} on every seat, {result_text}."
        )

    # --- what is shown

    def sections(self, keys: Sequence[str]) -> Iterator[Section]:
        """Yield the sections of the page; `keys` are those of the findings."""
        yield from self._round_section()
        yield from self._difference_section()
        yield from self._divergence_section()
        yield from self._position_section()
        yield self._strength_section([key for key in keys if key.endswith((".strength", ".rule", ".rule_wins"))])
        yield from (topic.section for topic in self._topics)

    @cached_property
    def _topics(self) -> tuple[Topic, ...]:
        """The topics that a report also shows about such games."""
        return tuple(topics_of_uses(self.explained.run_of(self.name), [self.explained.result]))

    def _round_section(self) -> Iterator[Section]:
        """Yield the section with what the strategy uses most in each round, and a map of all shares, if a table has it."""
        if self.uses is None or not self.shares_of_rounds:
            return
        k, shares_of_rounds = self.k, self.shares_of_rounds
        texts: list[tuple[Cell, ...]] = [(number, self._round_text(shares)) for number, shares in shares_of_rounds.items()]
        columns = (Column("round", "round", Unit.COUNT), Column("most", f"its {self.uses.noun}s go mostly to"))
        half_width = max((share.high - share.low) / 2 for shares in shares_of_rounds.values() for share in shares.values())
        half_width_text = number(100 * half_width, 0)
        note = f"Shares of the {self.uses.noun}s of a round; their intervals reach up to {half_width_text} points to either side."
        short_table = table_of_cells(f"{k}p.by_round", "round by round", texts, columns, note=note, players=k)
        share_columns = (Column("thing", "thing"), *(Column(f"round_{r}", f"round {r}", Unit.SHARE) for r in shares_of_rounds))
        cells: list[tuple[Cell, ...]] = [
            (capitalised(self.thing_text(thing)), *(shares[thing] for shares in shares_of_rounds.values()))
            for thing in self.uses.things
        ]
        full_table = table_of_cells(
            f"{k}p.shares_by_round", "shares by round", cells, share_columns, players=k, n_rows_in_short=0
        )
        alt = "Share of each thing in what is used in each round; the table has the numbers."
        figure = Map(full_table.key, "thing", tuple(f"round_{r}" for r in shares_of_rounds), "round", alt)
        caption = basis_text(self.explained.result.pacing)
        panel = Panel("", (short_table, full_table), (figure,), caption, (f"{k}p.first_moves",), k)
        yield Section("rounds", "What it does, round by round", ABOUT_ROUNDS, (panel,))

    def _round_text(self, shares: Mapping[str, Estimate]) -> str:
        """Name the things with the largest shares of a round, with these shares."""
        return ", ".join(
            f"{self.thing_text(thing)} {percent(shares[thing].value, 0)}" for thing in _largest_first(shares)[:MOST_NAMED]
        )

    def _difference_section(self) -> Iterator[Section]:
        panels = tuple(self._difference_panel(neighbour, differences) for neighbour, differences in self.differences.items())
        if panels:
            yield Section("differences", "How it differs from its neighbours on the ladder", ABOUT_DIFFERENCES, panels)

    def _difference_panel(self, neighbour: str, differences: Sequence[UseDifference]) -> Panel:
        """Show and draw how much more often a seat of the strategy uses each thing than a seat of a neighbour."""
        columns: tuple[FilledColumn, ...] = (
            (Column("thing", "thing"), lambda use: capitalised(self.thing_text(use.thing))),
            Column("uses", self.name, Unit.MEAN),
            Column("other_uses", neighbour, Unit.MEAN),
            Column("difference", "difference", Unit.CHANGE),
            Column("is_shown", "shown", Unit.KEY),
        )
        key = f"{self.k}p.differs_from_{neighbour}"
        table = table_of(key, "uses by one seat in a game", differences, columns, players=self.k, n_rows_in_short=0)
        alt = f"Uses by one seat of {self.name} in a game minus those by one seat of {neighbour}; the table has the numbers."
        figure = Intervals(
            key, "thing", (Mark("difference"),), f"more uses than {neighbour}", alt, filled="is_shown", shows_values=True
        )
        title, caption = f"{self.name} and {neighbour}", f"{counted(differences[0].difference.n, 'block')} of the same luck"
        return Panel(title, (table,), (figure,), caption, (f"{self.k}p.differs.{neighbour}",), self.k)

    def _divergence_section(self) -> Iterator[Section]:
        """Yield the section with a table for each neighbour whose choices were compared; nothing if there is none."""
        panels = []
        columns: tuple[FilledColumn, ...] = (
            (Column("decision", "decision"), lambda divergence: spaced(divergence.decision)),
            Column("n_choices", "choices", Unit.COUNT),
            Column("share", "chosen otherwise", Unit.SHARE),
        )
        for rung in self.explained.neighbours:
            rows = [divergence for divergence in self.explained.divergences if divergence.neighbour == rung.name]
            if rows:
                key = f"{self.k}p.diverges_from_{rung.name}"
                table = table_of(key, "choices that differ", rows, columns, players=self.k, n_rows_in_short=0)
                caption = counted(max(row.share.n for row in rows), "game")
                panels.append(Panel(f"{self.name} and {rung.name}", (table,), caption=caption, players=self.k))
        if panels:
            yield Section("divergences", "In which decisions they differ", ABOUT_DIVERGENCES, tuple(panels))

    def _position_section(self) -> Iterator[Section]:
        choices = self.explained.choices
        if choices:
            panels = tuple(self._position_panel(i, choice) for i, choice in enumerate(choices, 1))
            yield Section("positions", "Where they choose differently", ABOUT_POSITIONS, panels)

    def _position_panel(self, i: int, choice: DifferentChoice) -> Panel:
        """Draw the position of the i-th choice (from 1), without what lies before the other seats."""
        state = choice.state
        seat = int(state.seat_to_move)
        # A panel of a seat would be placed below all others; without its seat it goes where there is room.
        table_and_seat = Drawing(tuple(replace(panel, seat=None) for panel in state.drawing.panels if panel.seat in (None, seat)))
        title = f"{capitalised(moment_text(state.moment))}, seat {seat + 1} of {self.k}: {choice.neighbour} chooses otherwise"
        key = f"{self.k}p.choice_{i}"
        note = (
            f"On the scale of its appraisal, {JUDGE} values the choice of {self.name} {signed(choice.gap, 1)} compared with the "
            f"choice of {choice.neighbour}. Drawn: the table, and what lies before the seat to move."
        )
        svg = table_and_seat.to_svg(has_style=False) if table_and_seat.panels else ""
        return Panel(title, (), findings=(key,), players=self.k, note=note, drawing=svg)

    def _strength_section(self, keys: Sequence[str]) -> Section:
        """Make the section of win shares: its own, those of its rule, and measured ones; `keys` are of its findings."""
        k, tables = self.k, list[Table]()
        columns: tuple[FilledColumn, ...] = (Column("rung", "against"), Column("share", "wins", Unit.SHARE))
        for key, player, matches in (
            ("matches", self.name, self.explained.matches),
            ("rule_matches", RULE, self.explained.rule_matches),
        ):
            if matches:
                title = f"{player} on one seat, {percent(1 / k)} is even"
                tables.append(table_of(f"{k}p.{key}", title, matches, columns, players=k, n_rows_in_short=0))
        rows = [row for row in self.explained.measured if row.game == self.explained.game.name]
        if rows:
            measured_columns: tuple[FilledColumn, ...] = (
                Column("variant", "variant"),
                Column("players", "players", Unit.COUNT),
                Column("against", "against"),
                (Column("share", "wins", Unit.SHARE), strength_estimate),
                Column("games_per_s", "games/s", Unit.NUMBER),
                Column("command", "command"),
            )
            tables.append(table_of("measured", "measured before", rows, measured_columns, n_rows_in_short=0))
        return Section("strength", "How strong it is", ABOUT_STRENGTH, (Panel("", tuple(tables), findings=tuple(keys)),))

    # --- at a glance

    def in_one_sentence(self) -> str:
        """Say what a beginner would want to know first."""
        parts = []
        if self.share_against_yardstick is not None:
            share_won = share_text(self.share_against_yardstick)
            n = counted(self.share_against_yardstick.n, "block")
            parts.append(f"wins {share_won} of {self.k}-player games against {self._opponents_text(YARDSTICK)} ({n})")
        if self.first_moves:
            (thing, largest), *others = self.first_moves.items()
            is_most = all(largest.low > share.high for _, share in others)
            by_estimate = "" if is_most else " by its estimate"
            parts.append(f"begins with {self.thing_text(thing)} more than with anything else{by_estimate}")
        parts.append(f"makes {share_text(self.fame_part)} of its way by fame")
        return f"{self.name} {listed(parts)}."

    @property
    def share_against_yardstick(self) -> Estimate | None:
        """How often the strategy wins against the yardstick: as measured before, if it was, since that rests on more games."""
        if self.measured_row is not None:
            return strength_estimate(self.measured_row)
        return next((match.share for match in self.explained.matches if match.rung == YARDSTICK), None)

    def cards(self) -> Iterator[Card]:
        """Yield cards of the three numbers that say most."""
        k, share = self.k, self.share_against_yardstick
        basis = basis_text(self.explained.result.pacing)
        if share is not None:
            measure, even = f"of games against {self._opponents_text(YARDSTICK)}", f"even would be {percent(1 / k)}"
            blocks, number_text = counted(share.n, "block"), share_text(share)
            yield Card("Strength", even, (f"{k}p.strength",), blocks, players=k, number=number_text, measure=measure)
        if self.first_moves:
            thing, part = next(iter(self.first_moves.items()))
            word, measure, number_text = self.thing_text(thing), "of what it does in round 1", share_text(part)
            yield Card("First moves", word, (f"{k}p.first_moves",), basis, players=k, number=number_text, measure=measure)
        leaning = self._leaning_finding()
        word = leaning.sentence.partition(":")[0].removeprefix("It ")
        number_text = share_text(self.fame_part)
        yield Card("Fame or money", word, (leaning.key,), basis, players=k, number=number_text, measure="of its way is fame")

    def headline(self) -> Panel | None:
        """Draw the largest differences from its neighbours."""
        rows = [
            HeadlineRow(f"than {neighbour}", self.thing_text(use.thing), use.difference, is_filled=use.is_shown, is_share=False)
            for neighbour, differences in self.differences.items()
            for use in differences
        ]
        return headline_of(rows, {Unit.CHANGE: "more uses a game"}, ABOUT_HEADLINE)


def explain_answer(explained: Explained, command: str) -> Answer:
    """Make the answer from what was played; `command` is the command that gives it again."""
    explanation = Explanation(explained)
    findings = [*explanation.findings()]
    strategy = explained.strategy
    return Answer(
        question="explain",
        title=f"What does {strategy.name} do?",
        findings=tuple(findings),
        in_one_sentence=explanation.in_one_sentence(),
        cards=tuple(explanation.cards()),
        headline=explanation.headline(),
        sections=tuple(explanation.sections([finding.key for finding in findings])),
        how_sure=how_sure([explained.run]),
        provenance=replace(provenance([explained.run]), name=f"explain {strategy.name}"),
        command=command,
        remarks=(strategy.summary,),
        files={"Run": str(explained.run.folder)},
    )


def _largest_first(shares: Mapping[str, Estimate]) -> list[str]:
    """Return the things of a round, the one with the largest share first."""
    return sorted(shares, key=lambda thing: -shares[thing].value)


def strength_estimate(row: Strength) -> Estimate:
    """Return a measured strength as an estimate."""
    return Estimate(f"win_share.{row.strategy}", row.win_share, row.low, row.high, USUAL_LEVEL, row.blocks, "as measured")
