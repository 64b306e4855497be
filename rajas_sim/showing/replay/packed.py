"""Pages of games that stand in another page: what several of them have in common stands there once."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence


def packed_together(pages: Sequence[str]) -> str:
    """Return pages as JSON from which each can be read again; their script is in ``report.js``.

    ``shared`` has the lines that several pages have, sorted. ``pages`` has for each page its lines in their order: a line of its
    own as it is, in place of a shared one how far it stands from the shared one before.
    """
    pages_in_lines = [page.split("\n") for page in pages]
    n_pages = Counter(line for lines in pages_in_lines for line in set(lines))
    shared = sorted(line for line, n in n_pages.items() if n > 1)
    shared_indices = {line: index for index, line in enumerate(shared)}
    entries_of_pages = []
    for lines in pages_in_lines:
        previous_index, entries = 0, list[int | str]()
        for line in lines:
            if line in shared_indices:
                entries.append(shared_indices[line] - previous_index)
                previous_index = shared_indices[line]
            else:
                entries.append(line)
        entries_of_pages.append(entries)
    return json.dumps({"shared": shared, "pages": entries_of_pages}, ensure_ascii=False, separators=(",", ":"))
