"""What differs between two runs, in a few words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rajas_sim.analysis.formatting import counted, in_words, listed
from rajas_sim.analysis.reading.run import Run
from rajas_sim.study.rule_sets.differences import Difference, readable_value

MOST_NAMED = 2
"""If more values of the rules differ, they are counted instead."""
MOST_KINDS = 2
"""At most this many kinds of differences are named; the first ones matter most."""
_NO_RULES = (
    *("run", "seed", "players", "blocks", "line_ups", "seatings", "strategies", "variant", "modules", "versions", "engine"),
    "rules",  # The digest, which differs with any value.
)
"""First words of the paths of differences that are not values of the rules."""


def what_differs(old: Run, new: Run, differences: Sequence[Difference]) -> str:
    """Say what differs: strategies, variant, modules, values of the rules, program; luck and size only if nothing else does."""
    kinds = list(_phrases_on_play(old, new, differences))[:MOST_KINDS] or list(_luck_and_size(differences))[:1]
    return " and ".join(kinds) or "the same twice"


def _by_kind(differences: Sequence[Difference]) -> dict[str, list[Difference]]:
    """Return differences by the first word of their paths."""
    by_kind: dict[str, list[Difference]] = {}
    for difference in differences:
        by_kind.setdefault(difference.path.partition(".")[0], []).append(difference)
    return by_kind


def _phrases_on_play(old: Run, new: Run, differences: Sequence[Difference]) -> Iterator[str]:
    """Yield what differs in strategies, rules and program, the most important first."""
    by_kind = _by_kind(differences)
    old_only, new_only = (
        [label for label in one.manifest.strategies if label not in other.manifest.strategies]
        for one, other in ((old, new), (new, old))
    )
    if old_only or new_only:
        yield _instead(listed(new_only), listed(old_only))
    elif "line_ups" in by_kind:
        yield "other line-ups"
    elif "strategies" in by_kind:
        yield "another version of the strategies"
    if "variant" in by_kind:
        old_variant, new_variant = (run.names.variant(run.variant_and_modules(run.arms[0])[0]) for run in (old, new))
        yield _instead(new_variant, old_variant)
    if "modules" in by_kind:
        (modules,) = by_kind["modules"]
        yield f"modules {_instead(readable_value(modules.b), readable_value(modules.a))}"
    changed_values = [difference for difference in differences if difference.path.partition(".")[0] not in _NO_RULES]
    # Another variant changes whole tables, so its name stands for all their values.
    if changed_values and "variant" not in by_kind:
        named = [f"{_named(change.path)} {_instead(_text(change.b), _text(change.a))}" for change in changed_values]
        old_box, new_box = (run.manifest.components.name for run in (old, new))
        if len(named) <= MOST_NAMED:
            yield listed(named)
        elif old_box != new_box:
            yield f"the box {_instead(new_box, old_box)} ({counted(len(named), 'changed value')})"
        else:
            yield counted(len(named), "changed value") + " of the rules"
    if by_kind.keys() & {"versions", "engine"}:
        yield "another version of the program"


def _luck_and_size(differences: Sequence[Difference]) -> Iterator[str]:
    """Yield what else differs."""
    titles = {
        "seed": "other luck",
        "players": "other numbers of players",
        "seatings": "other seatings",
        "blocks": "more or fewer blocks",
    }
    by_kind = _by_kind(differences)
    yield from (title for kind, title in titles.items() if kind in by_kind)


def _instead(new: str, old: str) -> str:
    """Name what is new and what it replaces, if there is either."""
    if new and old:
        return f"{new} instead of {old}"
    return f"with {new}" if new else f"without {old}"


def _named(path: str) -> str:
    """Name a value by the last words of its path; the value may follow the name.

    >>> _named("setup.karma"), _named("market.prices.3")
    ('karma', 'prices 3 =')
    """
    words = path.split(".")
    n_words = next((n for n, word in enumerate(reversed(words), 1) if not word.isdecimal()), len(words))
    name = in_words(" ".join(words[-n_words:]))
    return f"{name} =" if n_words > 1 else name


def _text(value: object) -> str:
    return in_words(value) if isinstance(value, float | int) else readable_value(value)
