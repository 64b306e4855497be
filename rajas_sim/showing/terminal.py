"""An answer on the terminal: its sentences, then its tables; in a pipe, tabs separate the cells."""

from __future__ import annotations

from rajas_sim.analysis.answer import Answer, Panel, Table
from rajas_sim.showing.cells import headings, right_aligned_headings, text_rows
from rajas_sim.showing.printing import echo
from rajas_sim.showing.rows import print_table

BOX = "Box"
"""Name of the line of `Answer.how_sure` about the box, the only one that is also printed on the terminal."""


def print_answer(answer: Answer, *, is_quiet: bool = False) -> None:  # noqa: C901 - a case for each part of an answer
    """Print the answer in one sentence, the findings, every table, how much of the box is assumed, and the files written.

    With `is_quiet`, print only the brief form of the answer; if it has none, leave out remarks, notes, the box and files.
    """
    if is_quiet and answer.brief:
        echo(answer.brief)
        return
    if answer.in_one_sentence:
        echo(answer.in_one_sentence)
    for remark in () if is_quiet else answer.remarks:
        echo(remark)
    for finding in answer.findings:
        if not finding.in_table:
            echo(finding.sentence)
    for panel in answer.panels:
        for table in panel.tables:
            if table.n_rows_in_short != 0:
                _print_panel_table(panel, table, is_quiet)
    if not is_quiet:
        for aspect, text in answer.how_sure:
            if aspect == BOX:
                echo(f"{aspect:<7} {text}")
        for name, file in answer.files.items():
            echo(f"{name:<7} {file}")


def _print_panel_table(panel: Panel, table: Table, is_quiet: bool) -> None:
    title = ": ".join(part for part in (panel.title, table.title) if part)
    echo(f"\n{title}" + (f" ({panel.caption})" if panel.caption and table is panel.tables[0] else ""))
    print_table(headings(table), text_rows(table, in_short=True), right_aligned_headings(table.columns))
    if n_left_out := len(table.rows) - len(table.rows_in_short):
        echo(f"and {n_left_out:,} more rows, which --json and --html have")
    if table.note and not is_quiet:
        echo(table.note)
