"""Who beats whom: circles, dominated strategies and best answers, and sentences that say no more than the intervals."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import binom

from rajas_sim.analysis import Run, load_run
from rajas_sim.analysis.statistics.intervals import Floats
from rajas_sim.analysis.statistics.paired import PairedMoments, paired_share_interval
from rajas_sim.analysis.winning.head_to_head import AS_GOOD, HeadToHead, head_to_head, head_to_head_of_blocks
from rajas_sim.analysis.winning.ratings import ratings
from rajas_sim.analysis.winning.strategies import strategy_strength
from tests.analysis.synthetic_run import Recipe, write_run

RPS = ("rock", "paper", "scissors")
ROUND = {("rock", "scissors"): 1.0, ("scissors", "paper"): 1.0, ("paper", "rock"): 1.0}
LADDER = {"a": 1.2, "b": 0.6, "c": 0.0, "d": -0.6}


def made(folder: Path, **more: Any) -> Run:
    return load_run(write_run(folder, replace(Recipe(players=(2,), blocks=400, tables=("games", "seats")), **more)))


def of(run: Run, players: int = 2) -> HeadToHead:
    pairs = head_to_head(run, players)
    assert pairs is not None
    return pairs


@pytest.fixture(scope="module")
def circle(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return made(tmp_path_factory.mktemp("runs") / "circle", strategies=RPS, gains=ROUND)


@pytest.fixture(scope="module")
def ladder(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return made(tmp_path_factory.mktemp("runs") / "ladder", strategies=tuple(LADDER), worth=LADDER, players=(2, 4), ties=0.02)


def test_shares_ahead_mirror_each_other_and_with_two_players_are_win_shares(ladder: Run) -> None:
    ahead = of(ladder).ahead
    assert len(ahead) == 12
    for (a, b), share in ahead.items():
        assert share.value + ahead[b, a].value == pytest.approx(1.0)
        chance = 1 / (1 + math.exp(LADDER[b] - LADDER[a]))
        assert share.low <= 0.98 * chance + 0.01 <= share.high
    strength = strategy_strength(ladder, 2)
    assert strength is not None
    assert np.mean([ahead["a", b].value for b in "bcd"]) == pytest.approx(strength.shares["a"].value)


def test_rock_paper_scissors_is_a_circle_without_a_strongest(circle: Run) -> None:
    """Shares of 73 % over 800 games are taken for half in no run to speak of; one is called the strongest in at most 1 of 20."""
    pairs = of(circle)
    assert pairs.circles == (("rock", "scissors", "paper"),)
    assert pairs.dominated == {}
    assert pairs.best_answers == {"rock": "paper", "paper": "scissors", "scissors": "rock"}
    answers = {f"best_answer.{label}" for label in RPS}
    assert {*said(pairs)} == {"circle.rock.scissors.paper", *answers, "undecided"}
    assert said(pairs)["undecided"] == "These games do not tell whether there are dominated strategies."
    rated = ratings(circle, 2)
    assert rated is not None
    assert len(rated.may_be_strongest) > 1


def test_a_circle_of_four_is_found_where_none_of_three_is(tmp_path: Path) -> None:
    ring = ("w", "x", "y", "z")
    gains = dict.fromkeys(zip(ring, (*ring[1:], "w"), strict=True), 1.5)
    assert of(made(tmp_path / "ring", strategies=ring, gains=gains)).circles == (ring,)


def test_many_circles_are_counted(tmp_path: Path) -> None:
    labels = tuple("abcdefg")
    gains = {(labels[i], labels[(i + step) % 7]): 2.0 for i in range(7) for step in (1, 2, 4)}
    pairs = of(made(tmp_path / "many", strategies=labels, gains=gains, blocks=200))
    assert len(pairs.circles) == 14
    assert len(set(map(frozenset, pairs.circles))) == 14
    assert said(pairs)["more_circles"].startswith("11 more circles of 3")


@pytest.mark.parametrize("players", [2, 4])
def test_on_a_ladder_everybody_is_dominated_by_those_above(ladder: Run, players: int) -> None:
    pairs = of(ladder, players)
    assert pairs.circles == ()
    assert {label: set(by) for label, by in pairs.dominated.items()} == {"b": {"a"}, "c": {"a", "b"}, "d": {"a", "b", "c"}}
    assert set(pairs.best_answers.values()) == {"a"}
    assert [*said(pairs)] == ["no_circle", "dominated", "best_answer.a", "unbeaten.a"]
    assert "a dominates b; a and b dominate c; all others dominate d. " in said(pairs)["dominated"]


def test_a_strategy_that_is_better_against_one_opponent_is_not_dominated(tmp_path: Path) -> None:
    """c loses to a and b, and yet beats d more often than they do."""
    run = made(tmp_path / "run", strategies=tuple(LADDER), worth=LADDER, gains={("c", "d"): 3.0})
    assert "c" not in of(run).dominated
    assert of(run).best_answers["d"] == "c"


def test_two_strategies_have_a_share_and_no_findings(tmp_path: Path) -> None:
    pairs = of(made(tmp_path / "two", strategies=("a", "b"), worth=LADDER))
    assert pairs.findings == ()
    assert len(pairs.ahead) == 2


@pytest.mark.parametrize("blocks", [1, 5])
def test_of_few_blocks_nothing_is_certain(tmp_path: Path, blocks: int) -> None:
    pairs = of(made(tmp_path / "few", strategies=RPS, blocks=blocks, shards=1, gains=ROUND))
    assert [*said(pairs)] == ["undecided"]


# --- by simulation: block values of three to five strategies


def drawn(rng: np.random.Generator, shares: Floats, blocks: int) -> HeadToHead:
    """Compare strategies of which the first of each pair finishes ahead in a share of games, in blocks of two games."""
    labels = tuple("vwxyz"[: int((1 + math.isqrt(1 + 8 * len(shares))) / 2)])
    return head_to_head_of_blocks((2, 2 * blocks, blocks), labels, rng.binomial(2, shares, (blocks, len(shares))) / 2, 1, 0.95)


def test_among_equals_hardly_anything_is_called_certain() -> None:
    """Circles in at most 5 % of runs, and anything of dominated strategies and best answers: 33 of 400 is a chance of 0.004."""
    assert binom.sf(32, 400, 0.05) < 0.005
    rng = np.random.default_rng(1)
    pairs = [drawn(rng, np.full(6, 0.5), 100) for _ in range(400)]
    assert sum(bool(f.circles) for f in pairs) <= 32
    # Among equals everybody is as good as everybody: what is false is that somebody is better against someone.
    assert sum(bool(f.dominated) or bool(f.best_answers) for f in pairs) <= 32


def test_nobody_is_called_dominated_who_is_better_against_someone() -> None:
    """v is better than w against x by 3 points more than counts as much the same: false in at most 5 % of runs."""
    rng = np.random.default_rng(2)
    shares = np.array([0.4, 0.5 + AS_GOOD + 0.03, 0.5])  # v against w, v against x, w against x
    assert sum("v" in drawn(rng, shares, 800).dominated for _ in range(200)) <= 20


def certain(pairs: HeadToHead, blocks: Floats) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """A slow, obvious twin: who is dominated by whom, and who is the best answer to whom."""
    column = {pair: i for i, pair in enumerate(itertools.combinations(pairs.labels, 2))}

    def against(a: str, z: str) -> Floats:
        if a == z:
            return np.full(len(blocks), 0.5)
        return blocks[:, column[a, z]] if (a, z) in column else 1.0 - blocks[:, column[z, a]]

    m = len(pairs.labels)
    n_differences = m * (m - 1) * (m - 2) // 2 + m * (m - 1) // 2

    def least(y: str, x: str, z: str) -> float:
        gain = against(y, z) - against(x, z)
        moments = PairedMoments.of(gain, gain.mean(), gain.var(ddof=1))
        low, _ = paired_share_interval(replace(moments, largest=1.0), level=0.95, comparisons=n_differences)
        return float(low)

    gains = {key: least(*key) for key in itertools.product(pairs.labels, repeat=3)}
    two = list(itertools.permutations(pairs.labels, 2))
    dominated = {
        (x, y)
        for x, y in two
        if all(gains[y, x, z] >= -AS_GOOD for z in pairs.labels) and any(gains[y, x, z] > 0 for z in pairs.labels)
    }
    best = {
        (z, y) for z, y in itertools.product(pairs.labels, repeat=2) if all(gains[y, x, z] > 0 for x in pairs.labels if x != y)
    }
    return dominated, best


def said(pairs: HeadToHead) -> dict[str, str]:
    """Return the sentences by what stands in their keys after the number of players."""
    return {finding.key.partition(".head_to_head.")[2]: finding.sentence for finding in pairs.findings}


def told(pairs: HeadToHead) -> Iterator[tuple[str, str, str]]:
    """Read the sentences back: (kind, one strategy, the other one)."""
    names = re.compile(r"\b[v-z]\b")
    for text in said(pairs).values():
        if text.startswith("There is a circle"):
            yield from (("beats", *names.findall(step)) for step in re.findall(r"\b[v-z] beats [v-z]", text))
        elif text.startswith("There is no circle"):
            yield from (("beats", a, b) for a, b in itertools.combinations(names.findall(text), 2))
        elif text.startswith("Among these strategies, "):
            for by, x in re.findall(r"([^;]+) dominates? ([v-z])", text):
                others = [y for y in pairs.labels if y != x] if "all others" in by else names.findall(by)
                yield from (("dominated", x, y) for y in others)
        elif text.startswith("The best answer"):
            to, answer = text.split(" is ")
            yield from (("best", z, *names.findall(answer)) for z in names.findall(to))
        elif text.startswith("No other strategy"):
            yield from (("best", z, z) for z in names.findall(text))
        else:
            assert re.fullmatch(r"These games do not tell .+|(1 more circle|\d+ more circles) of \d exists?\.", text), text


@pytest.mark.long
def test_sentences_say_what_the_intervals_say_and_no_more() -> None:
    rng = np.random.default_rng(3)
    kinds = set()
    for _ in range(120):
        n_pairs = int(rng.choice([3, 6, 10]))
        shares, n = rng.uniform(0.2, 0.8, n_pairs), int(rng.choice([10, 60, 400]))
        labels = tuple("vwxyz"[: int((1 + math.isqrt(1 + 8 * n_pairs)) / 2)])
        blocks = rng.binomial(2, shares, (n, n_pairs)) / 2
        pairs = head_to_head_of_blocks((2, 2 * n, n), labels, blocks, 1, 0.95)
        dominated, best = certain(pairs, blocks)
        claims = set(told(pairs))
        assert all(pairs.ahead[a, b].low > 0.5 for kind, a, b in claims if kind == "beats")
        assert {(x, y) for kind, x, y in claims if kind == "dominated"} == dominated
        assert {(z, y) for kind, z, y in claims if kind == "best"} == best
        last = [*said(pairs).values()][-1]
        for word, is_found in {
            "circles": any(kind == "beats" for kind, *_ in claims),
            "dominated strategies": bool(dominated),
            "best answers": bool(best),
        }.items():
            assert (last.startswith("These games do not tell") and word in last) != is_found
        kinds |= {key.partition(".")[0] for key in said(pairs)}
    assert {"circle", "no_circle"} <= kinds
