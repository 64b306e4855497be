from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rajas_sim.core.errors import InputError, RajasError
from rajas_sim.core.rulebook.component_file import MOST_NESTED, TOO_DEEP, parse_toml, read_raw
from rajas_sim.core.strategies.tuned_values import read_tuned_values
from rajas_sim.running.authoring.strength import read_strengths
from rajas_sim.running.tuning.values_file import read_values
from rajas_sim.study.config.load import read_toml
from rajas_sim.study.config.toml_text import key_lines, line_of, parse_value, value_text

TEXT = """\
# A comment
name = "trial"

players = [
    2,   # the first
    3,
]
[strategies.bold]
strategy = "balanced"
parameters = { risk = 0.5 }

[[arms]]
name = "cheap"
[arms.overrides]
setup.money = [1]

[[arms]]
name = "dear"
overrides = { "setup.money" = [9] }
"""


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("name", 2),
        ("players", 4),
        ("players.2", 4),
        ("strategies.bold", 8),
        ("strategies.bold.strategy", 9),
        ("strategies.bold.parameters.risk", 10),
        ("arms.1", 12),
        ("arms.1.name", 13),
        ("arms.1.overrides.setup.money", 15),
        ("arms.2.name", 18),
        ("arms.2.overrides.setup.money", 19),
    ],
)
def test_a_key_is_found_on_its_line(key: str, line: int) -> None:
    assert key_lines(TEXT)[key] == line


@pytest.mark.parametrize("mark", ["\u0085", "\u2028", "\u2029"])
def test_what_unicode_calls_the_end_of_a_line_does_not_end_one_inside_a_text(mark: str) -> None:
    text = f'name = "trial"\nquestion = "Who{mark}wins?"\nblocks = 5\n'
    assert key_lines(text) == {"name": 1, "question": 2, "blocks": 3}


def test_a_missing_key_has_the_line_of_the_table_around_it() -> None:
    assert line_of(key_lines(TEXT), "arms.2.nothing.here") == 17
    assert line_of(key_lines(TEXT), "nothing") is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        ("0.5", 0.5),
        ("true", True),
        ("[2, 3]", [2, 3]),
        ('"a b"', "a b"),
        ("random", "random"),
        ("{a = 1}", {"a": 1}),
    ],
)
def test_values_are_read_as_toml_and_bare_words_as_text(text: str, value: object) -> None:
    assert parse_value(text) == value


@pytest.mark.parametrize("text", ["[2,", "a b", "", "1\nother = 2"])
def test_what_is_no_value_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a TOML value"):
        parse_value(text)


values: st.SearchStrategy[object] = st.recursive(
    st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=5,
)
values = values | st.dictionaries(st.text(), values, max_size=3)


@given(value=values)
def test_what_is_written_is_read_again(value: object) -> None:
    assert tomllib.loads(f"value = {value_text(value)}") == {"value": value}


def nested_texts(n: int) -> list[str]:
    """Return texts in which n lists or tables stand inside each other, with the table that every text is."""
    inner = n - 1
    return [
        f"x = {'[' * inner}{']' * inner}",
        f"x = {'{ a = ' * inner}1{' }' * inner}",
        f"{'a.' * inner}a = 1",
        f"[{'a.' * (inner - 1)}a]\nb = 1",
    ]


@pytest.mark.parametrize("kind", range(4))
def test_a_file_may_be_nested_as_deeply_as_any_needs(kind: int) -> None:
    assert parse_toml(nested_texts(MOST_NESTED)[kind])


@pytest.mark.parametrize("kind", range(4))
@pytest.mark.parametrize("n", [MOST_NESTED + 1, 900])
@pytest.mark.parametrize("read", [read_toml, read_raw, read_tuned_values, read_strengths, read_values])
def test_a_file_that_is_nested_too_deeply_is_refused_in_a_sentence(
    tmp_path: Path, read: Callable[[Path], object], n: int, kind: int
) -> None:
    path = tmp_path / "deep.toml"
    path.write_text(nested_texts(n)[kind], encoding="utf-8")
    with pytest.raises(RajasError, match=TOO_DEEP) as caught:
        read(path)
    assert len(str(caught.value).splitlines()) == 1


def test_a_number_with_thousands_of_digits_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    path.write_text(f"blocks = {'9' * 5000}", encoding="utf-8")
    with pytest.raises(InputError, match="a number has too many digits"):
        read_toml(path)


@pytest.mark.parametrize("n", [MOST_NESTED + 1, 900])
def test_a_value_that_is_nested_too_deeply_is_none(n: int) -> None:
    with pytest.raises(ValueError, match="is not a TOML value"):
        parse_value(f"{'[' * n}{']' * n}")
