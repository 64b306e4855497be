"""Which sections a page has, in which order, and what stands at its top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rajas_sim.analysis.formatting import counted, listed, tolerance_points
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.results import PlayerCount, findings
from rajas_sim.questions.facts import assumptions, command, facts
from rajas_sim.questions.provenance import how_sure
from rajas_sim.questions.run.arms import arm_section
from rajas_sim.questions.run.boards import board_section
from rajas_sim.questions.run.boxes import box_section
from rajas_sim.questions.run.cards import answer
from rajas_sim.questions.run.drama import drama_section
from rajas_sim.questions.run.endings import ending_section
from rajas_sim.questions.run.games import game_section, listed_games
from rajas_sim.questions.run.income import income_section
from rajas_sim.questions.run.ladder import ladder_section
from rajas_sim.questions.run.length import length_section
from rajas_sim.questions.run.moves import move_section
from rajas_sim.questions.run.race import race_section
from rajas_sim.questions.run.ratings import rating_section
from rajas_sim.questions.run.scores import score_section
from rajas_sim.questions.run.seats import seat_section
from rajas_sim.questions.run.spaces import usage_section
from rajas_sim.questions.run.strategies import strategy_section
from rajas_sim.questions.run.sweep import sweep_section
from rajas_sim.questions.run.turns import turn_section
from rajas_sim.questions.run.workers import worker_section
from rajas_sim.showing.phrases import game_title, played_strategies
from rajas_sim.showing.replay.listed import game_pages
from rajas_sim.showing.replay.packed import packed_together
from rajas_sim.showing.view import Cards, OpenedGames, Page, Section, View, Views

MOST_ARMS_NAMED = 4
"""With more rule sets, they are not named at the top."""
MOST_VIEWS = 6
"""Of more rule sets or line-ups, only the first set or the last line-up is described."""
REFERENCE = "reference"
"""The component set that is not mentioned."""


def build_page(run: Run, results: Sequence[PlayerCount]) -> Page:
    """Arrange the results of a run as a page, from the answer to the details."""
    given = answer(run, results)
    of_all = (
        ladder_section(results),
        move_section(run, results),
        board_section(results, run.names),
        sweep_section(results),
        arm_section(run, results),
    )
    views = _views(run)
    games = tuple(opened for count in results if (opened := _opened_games(count)).numbers)
    return Page(
        title=run.names.human(run.manifest.name),
        run=run.folder.resolve().name,
        strategies=played_strategies(run),
        question=run.manifest.question,
        subtitle=_subtitle(run),
        notices=_notices(run, has_views=views is not None),
        answer=given,
        how_sure=how_sure([run]),
        sections=tuple(_without_the_answer(s, given) for s in of_all if s is not None),
        described=tuple(
            _without_the_answer(s, given) for s in _described(run, results, sum(len(opened.numbers) for opened in games))
        ),
        views=views,
        games=games,
        assumptions=assumptions(run),
        command=command(run),
        how="With a copy of this run\u2019s folder, strategies of your own and the same versions, this command plays the same "
        "games in any other place, however many processes play:",
        facts=facts(run),
    )


def _without_the_answer(section: Section, given: Cards) -> Section:
    """Leave out of a section what stands in the answer, so that a page says nothing twice."""
    said = {finding.key for card in given.cards for finding in card.findings}
    findings = [replace(part, findings=tuple(one for one in part.findings if one.key not in said)) for part in section.findings]
    return replace(section, findings=tuple(part for part in findings if part.findings or part.note))


def _opened_games(count: PlayerCount) -> OpenedGames:
    """Return the games that are listed with one number of players, as far as they can be played again."""
    pages = game_pages(count, [notable.game for notable in listed_games(count)])
    return OpenedGames(tuple(pages), packed_together([*pages.values()]))


def _described(run: Run, results: Sequence[PlayerCount], n_opened: int = 0) -> tuple[Section, ...]:
    """Make the sections about the games that are described, of which some can be opened."""
    sections = (
        rating_section(results),
        strategy_section(results),
        seat_section(run, results),
        length_section(results, run.names),
        race_section(results),
        drama_section(results),
        game_section(run, results, n_opened),
        score_section(results),
        income_section(results, run.names),
        turn_section(results, run.names),
        worker_section(results, run.names),
        usage_section(results, run.names),
        box_section(results, run.names),
        ending_section(results, run.names),
    )
    return tuple(s for s in sections if s is not None)


def _views(run: Run) -> Views | None:
    """Describe the games of other rule sets of the same variant, or else of other line-ups, if there are some but not many."""
    arms = [arm for arm in run.arms if run.played(arm) == run.played(run.arms[0])]
    if 1 < len(arms) <= MOST_VIEWS:
        others = (View(run.title(arm), _described(run_of_arm := run.of_arm(arm), findings(run_of_arm))) for arm in arms[1:])
        return Views("Rule set", (View(run.title(arms[0])), *others))
    labels = list(dict.fromkeys(label for k in run.players for label in run.rungs(k)))
    if not 1 < len(labels) <= MOST_VIEWS or len(arms) > 1:
        return None
    last = [*run.rungs(run.players[0])][-1]
    return Views("Line-up", tuple(View(label, () if label == last else _of_line_up(run, label)) for label in labels))


def _of_line_up(run: Run, label: str) -> tuple[Section, ...]:
    """Describe the games of one of several line-ups."""
    results = [PlayerCount(run.of_line_ups(run.rungs(k)[label]), k) for k in run.players if label in run.rungs(k)]
    return _described(run, results)


def _subtitle(run: Run) -> str:
    m = run.manifest
    arms = [run.title(arm) for arm in run.arms]
    parts = [
        game_title(run),
        f"{listed([str(k) for k in run.players])} players",
        counted(sum(m.games.values()), "simulated game"),
        f"strategies: {', '.join(m.strategies)}{_how_they_meet(run)}",
        *([f"rule sets: {', '.join(arms)}"] if 1 < len(arms) <= MOST_ARMS_NAMED else []),
        *([f"components: {m.components.name}"] if m.components.name != REFERENCE else []),
        f"seed {m.seed}",
    ]
    return " \u00b7 ".join(parts)


def _how_they_meet(run: Run) -> str:
    rungs = run.rungs(run.players[0])
    if not rungs:
        return ""
    return ", each against itself" if run.is_ladder(run.players[0]) else f", in {len(rungs)} line-ups"


def _notices(run: Run, *, has_views: bool) -> tuple[str, ...]:
    """Say what a reader must know before believing the rest."""
    notices = []
    or_other = ", or another that is chosen beside the contents" if has_views else ""
    if not run.manifest.complete:
        notices.append("This run was stopped before all its blocks were played; what follows rests on the blocks that were.")
    if run.tolerance != run.manifest.tolerance:
        limit, first = tolerance_points(run.tolerance), tolerance_points(run.manifest.tolerance)
        notices.append(f"This page judges by a tolerance of {limit}; the run\u2019s own page, report.html, by one of {first}.")
    if len(run.arms) > 1:
        notices.append(
            f"{counted(len(run.arms), 'rule set')} were played under the same luck. Each gets a verdict, and a section below "
            f"compares them; everything else on this page describes the rule set \u2018{run.arms[0]}\u2019{or_other}."
        )
    rungs = [*run.rungs(run.players[0])]
    if rungs and run.is_ladder(run.players[0]):
        notices.append(
            f"All at a table play the same strategy: {listed(rungs)} are the rungs of a ladder, with games of their own and "
            f"a verdict each for every number of players. Sections that do not name a strategy describe the games of {rungs[-1]}"
            f"{or_other}."
        )
    elif rungs:
        notices.append(
            f"The question is asked of {counted(len(rungs), 'line-up')}, {listed(rungs)}, with games of their own and a verdict "
            f"each for every number of players. Sections that do not name a line-up describe the games of {rungs[-1]}{or_other}."
        )
    return tuple(notices)
