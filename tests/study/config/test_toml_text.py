from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
