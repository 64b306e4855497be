"""The answer about luck and skill."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence

from rajas_sim.analysis.answer import Answer, Card, Column, Finding, Intervals, Mark, Panel, Row, Section, Table, Tone, Unit
from rajas_sim.analysis.blocks_needed import narrowing_text
from rajas_sim.analysis.formatting import capitalised, counted, listed, part_text, percent, share_text
from rajas_sim.analysis.one_sentence import UNDECIDED, Clause, one_sentence
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.core.positions.wording import spaced
from rajas_sim.core.strategies.registry import names_or_stand_ins
from rajas_sim.questions.answer_tables import table_of_cells
from rajas_sim.questions.headline import HeadlineRow, headline_of
from rajas_sim.questions.luck.skill import PARTS, SkillAndLuck
from rajas_sim.questions.luck.sources import OF_A_KIND, OF_A_SEAT, OUTCOMES, UP_TO, WHO_WINS, LuckAndSkill, LuckShares
from rajas_sim.questions.meanings import meanings_of
from rajas_sim.questions.provenance import basis_text, how_sure, provenance

ONE_BY_ONE = ("explained_alone", "changed_by_dealing_again")
"""Suffixes of the keys of findings about single sources, which are shown beside the figure and not on the card."""
MOST_NAMED = 3
"""A sentence names at most this many sources."""
NARROW = 0.1
"""How far the interval of a part should reach to either side when a card says how many blocks are needed."""
ABOUT_HEADLINE = (
    "Part of who wins that each source of luck explains by itself, and that all luck up to a round explains. Filled: the part "
    "is shown to be more than 0."
)
WHY_NOT_100 = (
    "By themselves sources add up to less than 100 %, since most luck matters only together with other luck; redrawn, they add "
    "up to more, since one different draw changes all later play"
)
HOW_TO_READ = (
    "Each source of luck was redrawn while everything else stayed the same. Then all luck except that source was redrawn. Blue, "
    "alone: the part of the variance of who wins that the source explains by itself (first-order index). The blue parts add up "
    "to at most 1. Orange, with interactions: the part that changes when the source is redrawn, by itself and together with "
    "other sources (total-effect index). One different draw may change every later decision. So the orange part is large for "
    "every source that comes early, and the orange parts may add up to more than 1. The intervals of a figure hold for all its "
    "sources together."
)
ABOUT_SKILL = (
    "Strategies take turns on the seats of the same deal. The variance of a win share is split into the parts of the strategy, "
    "the seat, the order round the table, and the rest. The rest is luck, and how much better a strategy does on one seat than "
    "on another. Each interval holds by itself."
)
NO_SINGLE_SOURCE = ", but no single source is shown to explain any by itself"
HINT = "to see what skill makes of the same luck, let strategies differ: --set 'players=[{}]' --set 'line_up={}'"

LEAST_PART = 0.01
"""Smaller differences between phases count as none in the answer in one sentence."""


def luck_answer(results: Sequence[LuckAndSkill]) -> Answer:
    """Make the answer from the results for each number of players."""
    runs = [result.run for result in results]
    skills = [result.skill for result in results if result.skill is not None]
    findings = [finding for result in results for finding in _findings(result)]
    keys_by_players = {k: [f.key for f in findings if f.players == k] for k in (result.shares.players for result in results)}
    panels = tuple(_sources_panel(result, keys_by_players[result.shares.players]) for result in results)
    sections = [Section("sources", "Luck by source", HOW_TO_READ, panels)]
    cards = [card for result in results for card in _cards(result, keys_by_players[result.shares.players])]
    if skills:
        sections.append(Section("skill", "Skill and luck", ABOUT_SKILL, tuple(map(_skill_panel, skills))))
    return Answer(
        question="luck",
        title="How much is luck, and which?",
        findings=tuple(findings),
        in_one_sentence=one_sentence(map(_clause, results)),
        cards=tuple(cards),
        meanings=meanings_of(cards),
        headline=headline_of(
            [row for result in results for row in _headline_rows(result.shares)], {Unit.PART: "part of who wins"}, ABOUT_HEADLINE
        ),
        sections=tuple(sections),
        how_sure=how_sure(runs, f"none changed; {len(runs[0].arms):,} versions of the same games, each with one source redrawn,"),
        provenance=provenance(runs),
        hints=() if skills else (HINT.format(results[0].shares.players, _line_up_text(runs[0], results[0].shares.players)),),
    )


def _line_up_text(run: Run, players: int) -> str:
    """Write a line-up of two strategies of a run's game as in an experiment file: one on the first seat, one on all others."""
    game = run.manifest.game
    first, second, *_ = names_or_stand_ins(("strong", "balanced", "rule_of_thumb"), game)
    return json.dumps([first, *[second] * (players - 1)])


def title_of(source: str) -> str:
    """Write the name of a source of luck as people read it.

    >>> title_of("dice.blue"), title_of("tile_stacks"), title_of("up to round 3"), title_of("all dice")
    ('blue dice', 'tile stacks', 'up to round 3', 'all dice together')
    """
    if source.startswith(OF_A_KIND):
        return f"{spaced(source)} together"
    kind, _, colour = source.partition(".")
    return spaced(f"{colour} {kind}" if colour else kind)


def _findings(result: LuckAndSkill) -> Iterator[Finding]:
    """Yield how much is skill and how much is luck, and then which luck."""
    if result.skill is not None:
        yield from _part_findings(result.skill)
    yield from _source_findings(result.shares, "for given seats, " if result.skill is not None else "")
    parts = [*_parts_by_phase(result.shares).values()]
    if result.skill is None and parts:
        later_text = ": what these rounds do not explain comes later" if parts[-1].value < 1.0 - LEAST_PART else ""
        text = f"everybody plays alike here, so luck alone decides who wins{later_text}"
        yield Finding.about(result.shares.players, "all_is_luck", text)
    if result.skill is not None:
        yield from _win_findings(result.skill)
    if result.by_chance:
        who_decides = f"{listed(result.by_chance)} {'decides' if len(result.by_chance) == 1 else 'decide'}"
        text = (
            f"{who_decides} by chance, and these draws stay when luck of the game is redrawn. So they are a part of every source "
            "alone, and all luck of the game together may explain less than 100 %"
        )
        yield Finding.about(result.shares.players, "by_chance", text)


def _source_findings(shares: LuckShares, condition: str = "") -> Iterator[Finding]:
    """Yield what sources of luck explain, in sentences that begin with `condition`; it is empty if only luck matters."""
    k = shares.players
    if shares.fewest_blocks[WHO_WINS] == math.inf:
        yield Finding.about(k, "same_winner", f"the same seats win in all {shares.n_blocks:,} deals, so luck explains nothing")
        return
    if shares.n_blocks < shares.fewest_blocks[WHO_WINS]:
        n = math.ceil(shares.fewest_blocks[WHO_WINS])
        text = f"{counted(shares.n_blocks, 'block')} are too few to tell what luck explains of who wins; some {n:,} would do"
        yield Finding.about(k, "too_few_blocks", text)
        return
    parts = _parts_by_phase(shares)
    if parts:
        (first_phase, first_part), *later_parts = parts.items()
        texts = [
            f"{condition}luck {first_phase} explains {part_text(first_part)} of who wins",
            *(f"{phase}, {part_text(part)}" for phase, part in later_parts),
        ]
        yield Finding.about(k, "explained_by_round", "; ".join(texts), *parts.values())
    has_several_sources = len(_groups_and_singles(shares)[1]) > 1
    subjects = (("first_order", "single sources of luck explain"), ("total", "redrawing a single source changes"))
    for key, (index_name, subject), remark in zip(ONE_BY_ONE, subjects, ("", f". {WHY_NOT_100}"), strict=True):
        text, largest_estimates = _largest_text(shares, index_name)
        if largest_estimates:
            sentence = f"{condition}{subject} this much of who wins: {text}{remark if has_several_sources else ''}"
            yield Finding.about(k, key, sentence, *largest_estimates)


def _largest_text(shares: LuckShares, index_name: str) -> tuple[str, list[Estimate]]:
    """List the single sources with the largest indices, and all groups of a kind, in words; and return their estimates.

    `index_name` is a field of `Index`. Without sources, the list of estimates is empty.
    """
    groups, singles = _groups_and_singles(shares, index_name)
    largest = singles[:MOST_NAMED]
    estimate_by_name: dict[str, Estimate] = {
        name: getattr(shares.sources[name][WHO_WINS], index_name) for name in (*largest, *groups)
    }
    words = {name: f"{title_of(name)} {part_text(estimate)}" for name, estimate in estimate_by_name.items()}
    text = "; ".join(words[name] for name in largest)
    text += f". These are the {MOST_NAMED} largest of {len(singles)} estimates" if len(singles) > MOST_NAMED else ""
    group_text = ". " + capitalised(listed([words[name] for name in groups])) if groups else ""
    return text + group_text, [*estimate_by_name.values()]


def _groups_and_singles(shares: LuckShares, index_name: str = "first_order") -> tuple[list[str], list[str]]:
    """Return the names of groups of a kind, and of single sources; each sorted with the largest index first."""
    names = [name for name in shares.ranked(index_name) if not name.startswith((UP_TO, OF_A_SEAT))]
    return [n for n in names if n.startswith(OF_A_KIND)], [n for n in names if not n.startswith(OF_A_KIND)]


def _part_findings(skill: SkillAndLuck) -> Iterator[Finding]:
    """Yield how the variance of a win share divides into parts; nothing if the parts are not known."""
    k = skill.players
    if skill.parts:
        strategy, seat, order, rest = (part_text_with_digit(skill.parts[part]) for part in PARTS)
        order_text = f", the order round the table {order}" if k > 2 else ""
        text = f"the strategy explains {strategy} of the variance of a win share, the seat {seat}{order_text}"
        text += f". The rest, mostly luck, is {rest}. Parts by source divide this rest, so they are not added to the strategy's"
        yield Finding.about(k, "skill", text, *skill.parts.values())


def _win_findings(skill: SkillAndLuck) -> Iterator[Finding]:
    """Yield from how many seats a strategy wins a deal, and who wins deals that one side wins from both, as far as known."""
    k = skill.players
    if skill.wins:
        from_none, from_one, from_both = map(share_text, skill.wins)
        text = (
            f"'{skill.strategy}' wins a deal from both seats in {from_both} of deals, from one seat in {from_one} and from none "
            f"in {from_none}, against all its opponents together"
        )
        yield Finding.about(k, "wins_of_one_luck", text, *skill.wins)
    if skill.decided_by_skill is not None:
        text = f"of the deals that one side wins from both seats, '{skill.strategy}' wins {share_text(skill.decided_by_skill)}"
        yield Finding.about(k, "decided_by_skill", text, skill.decided_by_skill)


def part_text_with_digit(part: Estimate) -> str:
    """Write a part of a variance and its interval with one decimal; numbers below 0 read as 0."""
    value, low, high = (percent(max(number, 0.0)).removesuffix(" %") for number in (part.value, part.low, part.high))
    return f"{value} % ({low} to {high})"


def _parts_by_phase(shares: LuckShares) -> dict[str, Estimate]:
    """Return what part of who wins all luck up to each point explains, the last point last; empty if blocks are too few."""
    parts = {phase: indices[WHO_WINS].first_order for phase, indices in shares.sources.items() if phase.startswith(UP_TO)}
    return {phase: part for phase, part in parts.items() if part.has_interval}


def _clause(result: LuckAndSkill) -> Clause:
    """Say what part of who wins is the strategy; if that is not shown, what luck explains, as far as the games tell."""
    k, parts, skill = result.shares.players, _parts_by_phase(result.shares), result.skill
    if skill is not None and skill.parts and skill.parts["strategy"].low > 0:
        strategy, rest = (part_text_with_digit(skill.parts[part]) for part in ("strategy", "rest"))
        return Clause(k, f"{strategy} of who wins is the strategy; the rest, {rest}, is mostly luck")
    if result.shares.fewest_blocks[WHO_WINS] == math.inf:
        return Clause(k, "luck explains nothing: the same seats win in all these deals")
    if not parts:
        return Clause(k, "these games are too few to tell what luck explains of who wins", UNDECIDED)
    last_phase, last_part = [*parts.items()][-1]
    if last_part.low > 0:
        has_several = len(_groups_and_singles(result.shares)[1]) > 1  # a single source would be all luck
        largest_text = _largest_source_text(result.shares) if has_several else None
        if skill is not None:
            source_text = f", of single sources most by {largest_text}" if largest_text else NO_SINGLE_SOURCE
            explained_text = f"luck {last_phase} explains {part_text(last_part)} of who wins"
            return Clause(k, f"{explained_text}{source_text if has_several else ''}")
        # The first phase that explains as much as all phases together.
        phase, part = next((phase, part) for phase, part in parts.items() if part.value > last_part.value - LEAST_PART)
        draws_text = ", draws of the players included" if result.by_chance else ""
        text = f"everybody plays alike here, so luck alone decides who wins{draws_text}"
        all_or_part = "all" if part.value > 1.0 - LEAST_PART else "part"
        text = f"{text}; luck {phase} is {all_or_part} of that"
        if largest_text is None:
            return Clause(k, text, number=part_text(part))
        return Clause(k, f"{text}, {part_text(part)}, and of single sources alone {largest_text}")
    text = f"luck {last_phase} may explain nothing of who wins, or up to {percent(last_part.high, 0)}"
    return Clause(k, text, UNDECIDED)


def _largest_source_text(shares: LuckShares) -> str | None:
    """Name the single source that explains most of who wins, with its part; None if no source is shown to explain any."""
    _, singles = _groups_and_singles(shares)
    parts = {name: shares.sources[name][WHO_WINS].first_order for name in singles}
    shown = [name for name in singles if parts[name].has_interval and parts[name].low > 0]
    return f"{title_of(shown[0])}, {part_text(parts[shown[0]])}" if shown else None


def _cards(result: LuckAndSkill, finding_keys: Sequence[str]) -> Iterator[Card]:
    """Yield a card of skill if its parts are known, and one of what luck explains up to the last point.

    Findings about single sources are beside the figure instead.
    """
    shares, skill, k = result.shares, result.skill, result.shares.players
    keys_on_cards = [key for key in finding_keys if not key.endswith(ONE_BY_ONE)]
    skill_keys = _skill_keys(skill) if skill is not None else ()
    if skill is not None and skill.parts:
        number, rest = (part_text_with_digit(skill.parts[part]) for part in ("strategy", "rest"))
        measure = "of who wins is the strategy"
        skill_basis, title = f"{basis_text(skill)}.", f"{k} players: skill"
        yield Card(title, f"the rest, mostly luck: {rest}", skill_keys, skill_basis, Tone.PLAIN, k, number, measure)
    luck_basis = f"{basis_text(shares)}, played again for every redrawn source."
    title, parts = f"{k} players: luck", _parts_by_phase(shares)
    whole = "who wins" if skill is None else "who wins from given seats"
    luck_keys = tuple(key for key in keys_on_cards if key not in skill_keys)
    if parts:
        *earlier_parts, (last_phase, last_part) = parts.items()
        shown = {phase: percent(part.value, 0) if part.low > 0 else "not shown" for phase, part in earlier_parts}
        texts = [f"{phase.removeprefix(UP_TO).removeprefix('the ')}: {text}" for phase, text in shown.items()]
        word, tone = " \u00b7 ".join(texts), Tone.PLAIN
        if last_part.low <= 0:
            word, tone = f"UNDECIDED: {narrowing_text(last_part, NARROW, percent(NARROW, 0))}", Tone.UNDECIDED
        yield Card(title, word, luck_keys, luck_basis, tone, k, part_text(last_part), f"of {whole}: all luck {last_phase}")
    else:
        has_same_winner = shares.fewest_blocks[WHO_WINS] == math.inf
        word, tone = ("nothing", Tone.PLAIN) if has_same_winner else ("UNDECIDED", Tone.UNDECIDED)
        yield Card(title, word, luck_keys, luck_basis, tone, k)


def _headline_rows(shares: LuckShares) -> Iterator[HeadlineRow]:
    """Yield luck up to each point, and then the sources, the largest first; sources of a seat are left out."""
    for name in _sources_in_order(shares):
        part = shares.sources[name][WHO_WINS].first_order
        if not name.startswith(OF_A_SEAT) and part.has_interval:
            yield HeadlineRow(f"{shares.players} players", title_of(name), part, is_filled=part.low > 0)


def _sources_in_order(shares: LuckShares) -> list[str]:
    """Return the sources in the order of the table: luck up to each point, single sources, groups of a kind, then each seat."""
    groups, singles = _groups_and_singles(shares)
    phases = [name for name in shares.sources if name.startswith(UP_TO)]
    return [*phases, *singles, *groups, *sorted(name for name in shares.sources if name.startswith(OF_A_SEAT))]


def _sources_panel(result: LuckAndSkill, finding_keys: Sequence[str]) -> Panel:
    """Show the indices of all sources and outcomes, and draw those of who wins; of the findings, add those on single sources."""
    shares = result.shares
    key = f"{shares.players}p.sources"
    columns, rows = [Column("source", "source", Unit.KEY), Column("title", "luck")], list[Row]()
    for outcome, title in OUTCOMES.items():
        columns.append(Column(f"{outcome}_first_order", f"{title}: alone", Unit.PART))
        columns.append(Column(f"{outcome}_total", f"{title}: with interactions", Unit.PART))
    for name in _sources_in_order(shares):
        rows.append({"source": name, "title": title_of(name)})
        for outcome, indices in shares.sources[name].items():
            rows[-1] |= {f"{outcome}_first_order": indices.first_order, f"{outcome}_total": indices.total}
    totals = {f"{outcome}_total": total for outcome, total in shares.everything.items()}
    check_text = "" if result.by_chance else " (a check: its interval includes 100 %)"
    rows.append({"source": "everything", "title": f"all luck together{check_text}", **totals})
    alone_text = "; ".join(
        f"{row['title']} {part_text(estimate)}" for row in rows if isinstance(estimate := row.get("win_first_order"), Estimate)
    )
    marks = (Mark("win_first_order", "alone"), Mark("win_total", "with interactions"))
    alt = f"Part of who wins that each source of luck explains alone: {alone_text}"
    figure = Intervals(key, "title", marks, "part of who wins", alt)
    table = Table(key, "part of the variance that each source explains", tuple(columns), tuple(rows), players=shares.players)
    caption = f"{basis_text(shares)}, played again for every redrawn source"
    keys_beside = tuple(key for key in finding_keys if key.endswith(ONE_BY_ONE))
    return Panel(f"{shares.players} players", (table,), (figure,), caption, keys_beside, shares.players)


def _skill_keys(skill: SkillAndLuck) -> tuple[str, ...]:
    return tuple(finding.key for finding in (*_part_findings(skill), *_win_findings(skill)))


def _skill_panel(skill: SkillAndLuck) -> Panel:
    """Show the parts of the variance, and the wins of one deal from 0, 1 and 2 seats, as far as they are known."""
    k, tables = skill.players, []
    if skill.parts:
        columns = (Column("part", "part"), Column("variance", "share of the variance", Unit.PART))
        tables.append(table_of_cells(f"{k}p.skill", "what a win share depends on", skill.parts.items(), columns, players=k))
    if skill.wins:
        seats_column = Column("won", f"seats from which {skill.strategy} wins a deal", Unit.COUNT)
        columns, key = (seats_column, Column("share", "share of deals", Unit.SHARE)), f"{k}p.wins_of_one_luck"
        tables.append(table_of_cells(key, "wins of one deal from both seats", enumerate(skill.wins), columns, players=k))
    return Panel(f"{k} players", tuple(tables), findings=_skill_keys(skill), players=k)
