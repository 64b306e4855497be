"""What is said and drawn about numbers in the tables of a run."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rajas_sim.analysis.answer import Answer, Card, Column, Finding, Panel, Section, Table, Tone, Unit
from rajas_sim.analysis.formatting import capitalised, counted, estimate_text, in_words, listed, percentile_text
from rajas_sim.analysis.one_sentence import UNDECIDED, Clause, one_sentence
from rajas_sim.analysis.reading.run import Run
from rajas_sim.questions.answer_tables import FilledColumn, table_of
from rajas_sim.questions.describe.described import PERCENTS, Described, GroupOfRows
from rajas_sim.questions.describe.rows import ARM, FOLLOWS, IS_LAST, is_never
from rajas_sim.questions.describe.wanted import Condition, Wanted
from rajas_sim.questions.headline import HeadlineRow, headline_of
from rajas_sim.questions.meanings import meanings_of
from rajas_sim.questions.provenance import basis_text, how_sure_of_runs, provenance_of_runs
from rajas_sim.showing.phrases import text_over_players

ABOUT_ROWS = (
    "Means and shares are over all rows. Their intervals are over blocks, because the games of a block share their luck. The "
    "intervals of one number hold together for all groups of rows. The interval of each percentile holds by itself."
)
CAUSE = "cause"
NO_CAUSE = (
    "A difference between groups of rows does not show its cause: the groups may differ in more than the columns that group "
    "them. A changed rule ([[arms]] in `rajas run`) or `rajas power` shows a cause."
)
ROUNDS_END = "ended"
GAMES_THAT_ENDED = (
    "The rows of a round come from all games that reached it, including games that ended in it; --where is_last=no leaves "
    "those out."
)
NOT_WORDS = ("strategy", FOLLOWS, ARM)
"""Columns whose values are written as the experiment gives them."""
MOST_NAMED = 3
"""A sentence names at most this many words that never occur."""


def describe_answer(run: Run, wanted: Wanted, described: Sequence[Described]) -> Answer:
    """Make the answer from the descriptions, which are in the order of players and numbers."""
    texts = _Texts(run, wanted)
    findings = tuple(_finding(texts, entry) for entry in described)
    entries_by_players: dict[int, list[Described]] = {}
    for entry in described:
        entries_by_players.setdefault(entry.players, []).append(entry)
    keys_by_players = {k: tuple(finding.key for finding in findings if finding.players == k) for k in entries_by_players}
    panels = [
        Panel(f"{k} players", (_table(texts, entries),), findings=keys_by_players[k], players=k)
        for k, entries in entries_by_players.items()
    ]
    remarks = tuple(_remarks(wanted, described))
    panels[-1] = replace(panels[-1], findings=(*panels[-1].findings, *(remark.key for remark in remarks)))
    first_entries = [entries[0] for entries in entries_by_players.values()]
    cards = tuple(_card(texts, entry, keys_by_players[entry.players][0]) for entry in first_entries)
    return Answer(
        question="describe",
        title=texts.title,
        findings=(*findings, *remarks),
        in_one_sentence=" ".join([_one_sentence(texts, first_entries), *_word_sentences(texts, entries_by_players)]),
        cards=cards,
        meanings=meanings_of(cards),
        headline=_headline(texts, first_entries),
        sections=(Section("rows", texts.title, ABOUT_ROWS, tuple(panels)),),
        how_sure=how_sure_of_runs({"": run}),
        provenance=provenance_of_runs({"": run}),
    )


def _remarks(wanted: Wanted, described: Sequence[Described]) -> Iterator[Finding]:
    """Yield what differences between groups do not show, and which games the rows of a round come from, where that matters."""
    if any(entry.extreme_groups is not None for entry in described) and wanted.by != (ARM,):
        yield Finding(CAUSE, NO_CAUSE)
    named_columns = {*wanted.by, *(condition.column for condition in wanted.conditions)}
    if wanted.table == "rounds" and "round" in wanted.by and not {IS_LAST, "rounds"} & named_columns:
        yield Finding(ROUNDS_END, GAMES_THAT_ENDED)


class _Texts:
    """Writes the columns and values of one question in words."""

    def __init__(self, run: Run, wanted: Wanted) -> None:
        self.names, self.wanted, self.has_arms = run.names, wanted, len(run.arms) > 1

    @property
    def title(self) -> str:
        """The numbers that are described, by which columns, and of which rows."""
        numbers = listed([self._column_or_condition_text(column_or_condition) for column_or_condition in self.wanted.numbers])
        by_text = f" by {listed([self.names.title(column) for column in self.wanted.by])}" if self.wanted.by else ""
        where_text = f", where {listed(list(map(str, self.wanted.conditions)))}" if self.wanted.conditions else ""
        return capitalised(f"{numbers}{by_text}{where_text}")

    def number_text(self, entry: Described) -> str:
        """Name the described number: its column in words, or its condition."""
        return self._column_or_condition_text(entry.condition or entry.column)

    def _column_or_condition_text(self, column_or_condition: str | Condition) -> str:
        if isinstance(column_or_condition, str):
            return self.names.title(column_or_condition)
        condition = column_or_condition
        return f"{self.names.title(condition.column)} {condition.sign} {self.value_text(condition.column, condition.value)}"

    def rows_text(self, entry: Described) -> str:
        """Say how many rows of which table and how many blocks a number comes from, and how many rows do not have it."""
        wanted, n_rows = self.wanted, sum(group.n_rows for group in entry.groups)
        arm_text = f", rule set '{wanted.arm}'" if self.has_arms and wanted.arm else ""
        without_text = f"; {counted(entry.n_rows_without, 'other row')} have no such number" if entry.n_rows_without else ""
        return f"{n_rows:,} rows of the table {wanted.table}{arm_text} ({counted(entry.n_blocks, 'block')}{without_text})"

    def is_word(self, entry: Described) -> bool:
        """Whether the entry is about one of the words of a column, rather than a condition that was asked for."""
        return entry.condition is not None and entry.condition not in self.wanted.numbers

    def word_text(self, entry: Described) -> str:
        """Write the word of a column that the entry is about; empty for a number."""
        return self.value_text(entry.column, entry.condition.value) if entry.condition is not None else ""

    def value_text(self, column: str, value: object) -> str:
        """Write a value of a column."""
        if is_never(column, value):
            return "never"
        return str(value) if column in NOT_WORDS else self.names.in_sentence(value) if isinstance(value, str) else in_words(value)

    def group_text(self, group: GroupOfRows) -> str:
        """Name a group by its values; empty if rows are not grouped."""
        pairs = zip(self.wanted.by, group.values, strict=True)
        return ", ".join(f"{self.names.title(column)} = {self.value_text(column, value)}" for column, value in pairs)


def _measure_text(texts: _Texts, entry: Described) -> str:
    """Name what is estimated: a share, or a mean."""
    if entry.is_share and entry.condition is None:
        return texts.number_text(entry)
    return f"{'share of rows with' if entry.is_share else 'mean of'} {texts.number_text(entry)}"


def _one_sentence(texts: _Texts, entries: Sequence[Described]) -> str:
    """Say what the first number is, or which groups differ in it; there is one entry for each number of players."""
    if any(len(entry.groups) > 1 for entry in entries):
        return one_sentence(_clause(texts, entry) for entry in entries)
    means = {entry.players: _mean_text(entry, entry.groups[0]) for entry in entries}
    return f"The {_measure_text(texts, entries[0])} is {text_over_players(means)}."


def _word_sentences(texts: _Texts, entries_by_players: Mapping[int, Sequence[Described]]) -> Iterator[str]:
    """Say for each number of players which words of the first column never occur, and which of the others is the rarest.

    Entries of words are in the order of their frequency. Nothing is said if rows are grouped, or the column has numbers.
    """
    for k, entries in entries_by_players.items():
        column = entries[0].column
        word_entries = [entry for entry in entries if entry.column == column and texts.is_word(entry)]
        if not word_entries or any(len(entry.groups) > 1 for entry in word_entries):
            continue
        occurring = [entry for entry in word_entries if entry.groups[0].mean.value > 0]
        missing_words = [texts.word_text(entry) for entry in word_entries if entry not in occurring]
        values_text = f"{counted(len(word_entries), 'value')} of {texts.names.title(column)}"
        if len(occurring) == 1:
            yield f"With {k} players, no other of {values_text} occurs."
            continue
        rarest = occurring[-1]
        rarest_text = f"{texts.word_text(rarest)}, {_mean_text(rarest, rarest.groups[0])}"
        if not missing_words:
            yield f"With {k} players, the rarest of {values_text} is {rarest_text}; all occur."
            continue
        missing_text = listed(missing_words) if len(missing_words) <= MOST_NAMED else str(len(missing_words))
        verb = "occurs" if len(missing_words) == 1 else "occur"
        yield f"With {k} players, of {values_text}, {missing_text} never {verb}; the rarest of the others is {rarest_text}."


def _mean_text(entry: Described, group: GroupOfRows) -> str:
    return estimate_text(group.mean, is_share=entry.is_share)


def _clause(texts: _Texts, entry: Described) -> Clause:
    measure = _measure_text(texts, entry)
    if entry.extreme_groups is None:
        return Clause(entry.players, f"no difference in the {measure} is shown", UNDECIDED)
    low, high = map(texts.group_text, entry.extreme_groups)
    return Clause(entry.players, f"the {measure} is higher with {high} than with {low}")


def _finding(texts: _Texts, entry: Described) -> Finding:
    """Say what a number is if there is one group of rows, else which two groups are shown to differ most, if any are."""
    key = str(entry.condition or entry.column)
    rows_text = texts.rows_text(entry)
    measure = _measure_text(texts, entry)
    if len(entry.groups) == 1:
        (group,) = entry.groups
        group_text = f" with {texts.group_text(group)}" if group.values else ""
        text = f"the {measure}{group_text} is {_mean_text(entry, group)}, over {rows_text}"
        if group.percentiles:
            p10, median, p90 = map(percentile_text, group.percentiles)
            text += f". Half of the rows have at most {median}, one in ten at most {p10} and nine in ten at most {p90}"
        finding = Finding.about(entry.players, key, text, group.mean, *group.percentiles)
        return replace(finding, in_table=texts.is_word(entry))
    if entry.extreme_groups is None:
        *other_columns, compared_column = [texts.names.title(column) for column in texts.wanted.by]
        values_text = f"values of {compared_column} with the same {listed(other_columns)}" if other_columns else "values"
        text = f"over {rows_text}, no two {values_text} differ in the {measure} by more than their intervals allow"
        return Finding.about(entry.players, key, text, *(group.mean for group in entry.groups))
    low, high = entry.extreme_groups
    low_text, high_text = (f"{texts.group_text(group)}, {_mean_text(entry, group)}" for group in (low, high))
    text = f"over {rows_text}, the {measure} is higher with {high_text}, than with {low_text}"
    if _is_up_and_down(texts, entry):
        text += f". It both rises and falls along the {texts.names.title(texts.wanted.by[0])}"
    return Finding.about(entry.players, key, text, high.mean, low.mean)


def _is_up_and_down(texts: _Texts, entry: Described) -> bool:
    """Whether rows are grouped by one column of numbers, and along it some intervals lie above and others below earlier ones."""
    groups = [group for group in entry.groups if not is_never(texts.wanted.by[0], group.values[0])]
    if len(texts.wanted.by) > 1 or not all(isinstance(group.values[0], int | float) for group in groups):
        return False
    pairs = list(itertools.combinations([group.mean for group in groups], 2))
    return any(after.low > before.high for before, after in pairs) and any(after.high < before.low for before, after in pairs)


def _card(texts: _Texts, entry: Described, finding_key: str) -> Card:
    """Make the card of one number: its mean or share, or which groups differ in it."""
    title, basis, keys = f"{entry.players} players", f"{basis_text(entry)}.", (finding_key,)
    if len(entry.groups) > 1:
        clause = _clause(texts, entry)
        word = f"{'UNDECIDED: ' if clause.word else ''}{clause.text}"
        return Card(title, word, keys, basis, Tone.UNDECIDED if clause.word else Tone.PLAIN, entry.players)
    number = _mean_text(entry, entry.groups[0]).partition(" (")[0]
    return Card(title, "", keys, basis, players=entry.players, number=number, measure=f"is the {_measure_text(texts, entry)}")


def _headline(texts: _Texts, entries: Sequence[Described]) -> Panel | None:
    """Draw one number for every group of rows; there is one entry for each number of players."""
    rows = [
        HeadlineRow(f"{entry.players} players", texts.group_text(group) or texts.number_text(entry), group.mean)
        for entry in entries
        for group in entry.groups
    ]
    is_share = all(entry.is_share for entry in entries)
    axis = texts.number_text(entries[0])
    return headline_of(rows, {Unit.SHARE if is_share else Unit.MEAN: axis}, f"{texts.title}. Bars are intervals.")


def _table(texts: _Texts, entries: Sequence[Described]) -> Table:
    """Make the table of one number of players: a row for each entry and group of rows."""
    k, has_percentiles = entries[0].players, any(group.percentiles for entry in entries for group in entry.groups)
    columns: list[FilledColumn] = [
        *([(Column("number", "number"), lambda row: texts.number_text(row[0]))] if len(entries) > 1 else []),
        (Column("unit", "unit", Unit.KEY), lambda row: Unit.SHARE if row[0].is_share else Unit.MEAN),
        *(_value_column(texts, i) for i in range(len(texts.wanted.by))),
        (Column("n_rows", "rows", Unit.COUNT), lambda row: row[1].n_rows),
        (
            Column("mean", "mean or share" if len(entries) > 1 else _measure_text(texts, entries[0]), Unit.BY_ROW),
            lambda row: row[1].mean,
        ),
        *map(_percentile_column, range(len(PERCENTS) if has_percentiles else 0)),
    ]
    rows = [(entry, group) for entry in entries for group in entry.groups]
    return table_of(f"{k}p.rows", f"rows of the table {texts.wanted.table}", rows, columns, players=k)


def _value_column(texts: _Texts, i: int) -> FilledColumn:
    """Return the column of the values of the i-th column that rows are grouped by; items are pairs of entry and group."""
    column = texts.wanted.by[i]
    return Column(f"by.{column}", texts.names.title(column)), lambda row: texts.value_text(column, row[1].values[i])


def _percentile_column(i: int) -> FilledColumn:
    """Return the column of the i-th percentile; items are pairs of entry and group."""
    percent = PERCENTS[i]
    title = "median" if percent == 50 else f"{percent} % have at most"
    return Column(f"p{percent}", title, Unit.PERCENTILE), lambda row: row[1].percentiles[i] if row[1].percentiles else None
