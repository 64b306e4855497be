"""What differs between two runs, in a few words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rajas_sim.analysis.formatting import counted, in_words, listed
from rajas_sim.analysis.reading.names import Names
from rajas_sim.analysis.reading.run import Run
from rajas_sim.questions.provenance import REFERENCE
from rajas_sim.study.differences import ANY_VARIANT, Difference, readable_value

MOST_NAMED = 2
"""If more values of the rules differ, they are counted instead."""
MOST_KINDS = 2
"""At most this many kinds of differences are named; the first ones matter most."""
_KINDS_OTHER_THAN_RULES = (
    *("run", "seed", "players", "blocks", "line_ups", "seatings", "strategies", "variant", "modules", "versions", "engine"),
    "rules",  # The digest, which stands in place of the values if they can no longer be looked up.
)
"""Kinds of differences that are not values of the rules; a kind is the first word of a path."""
_TITLES_OF_ENTRIES = {
    "blocks": "blocks with {} players",
    "line_ups": "line-ups with {} players",
    "strategies": "strategy {}",
    "versions": "version of {}",
}
"""What the paths of such differences stand for if they have two parts, of which the second is filled in."""


def what_differs(old: Run, new: Run, differences: Sequence[Difference]) -> str:
    """Say what differs: strategies, rules, numbers of players, program, and luck; size only if nothing else does.

    Rule sets beside the baseline are not compared, so they are named only if all else is the same.
    """
    if texts := list(_differences_in_play(old, new, differences))[:MOST_KINDS]:
        return " and ".join(texts) + (", with other luck" if old.manifest.seed != new.manifest.seed else "")
    if texts := list(_luck_and_size(differences))[:1]:
        return texts[0]
    return f"other rule sets beside ‘{new.arms[0]}’" if new.arms[1:] != old.arms[1:] else "the same twice"


def _differences_by_kind(differences: Sequence[Difference]) -> dict[str, list[Difference]]:
    """Return differences by the first word of their paths."""
    by_kind: dict[str, list[Difference]] = {}
    for difference in differences:
        by_kind.setdefault(difference.path.partition(".")[0], []).append(difference)
    return by_kind


def _differences_in_play(old: Run, new: Run, differences: Sequence[Difference]) -> Iterator[str]:
    """Yield what differs in strategies, rules and program, the most important first."""
    by_kind = _differences_by_kind(differences)
    old_labels, new_labels = (run.manifest.strategies for run in (old, new))
    old_only = [label for label in old_labels if label not in new_labels]
    new_only = [label for label in new_labels if label not in old_labels]
    if old_only or new_only:
        yield _instead(listed(new_only), listed(old_only))
    elif any(line_ups.a and line_ups.b for line_ups in by_kind.get("line_ups", ())):  # not just other numbers of players
        yield "other line-ups"
    elif "strategies" in by_kind:
        yield "another version of the strategies"
    yield from _differences_of_rules(old, new, by_kind)
    if "players" in by_kind:
        yield _instead(*(f"{listed([*map(str, run.players)])} players" for run in (new, old)))
    if by_kind.keys() & {"versions", "engine"}:
        yield "another version of the program"


def _differences_of_rules(old: Run, new: Run, by_kind: Mapping[str, Sequence[Difference]]) -> Iterator[str]:
    """Yield what differs in variant, modules and values of the rules."""
    if "variant" in by_kind:
        old_variant, new_variant = (run.names.variant(run.variant_and_modules(run.arms[0])[0]) for run in (old, new))
        yield _instead(new_variant, old_variant)
    if "modules" in by_kind:
        (modules,) = by_kind["modules"]
        yield f"modules {_instead(readable_value(modules.b), readable_value(modules.a))}"
    if "rules" in by_kind:
        yield "other rules"
    changes = [
        change for kind, changes_of_kind in by_kind.items() if kind not in _KINDS_OTHER_THAN_RULES for change in changes_of_kind
    ]
    # Another variant changes whole tables, so its name stands for all their values.
    if changes and "variant" not in by_kind:
        texts = [
            f"{_value_name(new, change.path)} {_instead(_value_text(change.b), _value_text(change.a))}{_players_text(change)}"
            for change in changes
        ]
        old_box, new_box = (run.manifest.components.name for run in (old, new))
        if len(texts) <= MOST_NAMED:
            yield listed(texts)
        elif old_box != new_box:
            yield f"{_box_title(new_box)} in place of {_box_title(old_box)} ({counted(len(texts), 'changed value')})"
        else:
            yield counted(len(texts), "changed value") + " of the rules"


def _luck_and_size(differences: Sequence[Difference]) -> Iterator[str]:
    """Yield what differs in luck, seatings and blocks, in this order."""
    titles = {"seed": "other luck", "seatings": "other seatings", "blocks": "more or fewer blocks"}
    by_kind = _differences_by_kind(differences)
    yield from (title for kind, title in titles.items() if kind in by_kind)


def _box_title(name: str) -> str:
    """Name a box in a sentence.

    >>> _box_title("reference"), _box_title("mine")
    ('the reference box', 'the box mine')
    """
    return f"the {REFERENCE} box" if name == REFERENCE else f"the box {name}"


def _instead(new: str, old: str) -> str:
    """Say what replaces what; an empty `new` or `old` stands for nothing."""
    if new and old:
        return f"{new} instead of {old}"
    return f"with {new}" if new else f"without {old}"


def title_of(names: Names, difference: Difference) -> str:
    """Say in words what differs, and with which numbers of players, if not with all."""
    kind, _, rest = difference.path.partition(".")
    if kind not in _KINDS_OTHER_THAN_RULES:
        return names.of_path(difference.path.removesuffix(f".{ANY_VARIANT}")) + _players_text(difference)
    return _TITLES_OF_ENTRIES.get(kind, "{}").format(rest) if rest else {"players": "numbers of players"}.get(kind, kind)


def _players_text(difference: Difference) -> str:
    return f" with {listed([*map(str, difference.players)])} players" if difference.players else ""


def _value_name(run: Run, path: str) -> str:
    """Name a value of the rules in the words of the game, with "=" after a last digit, since the value itself follows."""
    name = run.names.of_path(path)
    return f"{name} =" if name[-1].isdecimal() else name


def _value_text(value: object) -> str:
    return in_words(value) if isinstance(value, float | int) else readable_value(value)
