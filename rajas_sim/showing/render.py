"""Turns the content of a page into HTML, and writes it."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from rajas_sim.showing.glossary import explained_strategies, glossary
from rajas_sim.showing.terminal import BOX
from rajas_sim.study.folder.places import require_place, write_file


def write_whole(path: Path, text: str) -> Path:
    """Write a page, whole or not at all, and return its file.

    Raises
    ------
    RunError
        If the file cannot be written.
    """
    require_place(path)
    write_file(path, text)
    return path


def render(template: str, page: object, filters: Mapping[str, Callable[..., Any]] | None = None, root: str = "") -> str:
    """Turn a page into HTML.

    Parameters
    ----------
    template
        File name of the template.
    page
        What the template calls ``page``.
    filters
        Further functions for the template, by their names.
    root
        The address below which a server shows all pages; empty for a file.
    """
    return _environment(tuple((filters or {}).items())).get_template(template).render(page=page, root=root)


@lru_cache(maxsize=16)
def _environment(filters: tuple[tuple[str, Callable[..., Any]], ...]) -> Environment:
    """Return the environment that reads templates; it compiles each template once."""
    environment = Environment(
        loader=PackageLoader("rajas_sim.showing"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals["BOX"] = BOX
    environment.filters |= {
        "typeset": typeset,
        "with_code": with_code,
        "compressed": compressed,
        "glossary_words": glossary_words,
        **dict(filters),
    }
    return environment


def glossary_words(answer: object, strategies: Collection[str]) -> dict[str, str]:
    """Return word -> meaning for the words of the glossary that an answer uses, without strategies that did not play."""
    answer_text, unplayed_strategies = str(answer), explained_strategies() - {*strategies}
    return {
        word: meaning
        for word, meaning in glossary().items()
        if word not in unplayed_strategies and re.search(rf"\b{re.escape(word)}s?\b", answer_text)
    }


def typeset(text: str) -> Markup:
    """Keep numbers and their units together: a thin space before percent signs, unbreakable intervals and "2-player"."""
    escaped = re.sub(r"(\d)-player", "\\1\u2011player", str(escape(text)).replace(" %", "\u202f%"))
    return Markup(re.sub(r"\(([-+\u2212]?[\d.,]+ to [-+\u2212]?[\d.,]+)\)", r'<span class="interval">(\1)</span>', escaped))


def with_code(text: str) -> Markup:
    """Turn what stands in backticks into code.

    >>> print(with_code("3 < 4; `rajas rules show` lists all"))
    3 &lt; 4; <code>rajas rules show</code> lists all
    """
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))


def compressed(content: str) -> str:
    """Compress a part of a page that few readers ask for, as text that the page's script unpacks."""
    return base64.b64encode(zlib.compress(content.encode(), 9)).decode()
