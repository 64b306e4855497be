"""Pages of games that stand in another page: what several of them have in common stands there once."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence


def packed_together(pages: Sequence[str]) -> str:
    """Return pages as JSON from which each can be read again; their script is in ``report.js``, `unpacked` does the same.

    ``shared`` has the lines that several pages have, sorted. ``pages`` has for each page its lines in their order: a line of its
    own as it is, in place of a shared one how far it stands from the shared one before.
    """
    pages_in_lines = [page.split("\n") for page in pages]
    times = Counter(line for lines in pages_in_lines for line in set(lines))
    shared = sorted(line for line, n in times.items() if n > 1)
    places = {line: place for place, line in enumerate(shared)}
    written = []
    for lines in pages_in_lines:
        before, entries = 0, list[int | str]()
        for line in lines:
            if line in places:
                entries.append(places[line] - before)
                before = places[line]
            else:
                entries.append(line)
        written.append(entries)
    return json.dumps({"shared": shared, "pages": written}, ensure_ascii=False, separators=(",", ":"))


def unpacked(packed: str) -> list[str]:
    r"""Return the pages of which `packed_together` wrote one text.

    >>> unpacked(packed_together(["a\nb\nc", "a\nc\nd"]))
    ['a\nb\nc', 'a\nc\nd']
    """
    stored = json.loads(packed)
    pages = []
    for entries in stored["pages"]:
        place, lines = 0, []
        for entry in entries:
            place += entry if isinstance(entry, int) else 0
            lines.append(stored["shared"][place] if isinstance(entry, int) else entry)
        pages.append("\n".join(lines))
    return pages
