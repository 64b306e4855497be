"""Packs the pages of several games into another page: lines that they have in common are stored once."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence


def packed_together(pages: Sequence[str]) -> str:
    """Return pages as JSON from which ``report.js`` restores each of them.

    ``shared`` has the lines that occur in several pages, sorted. ``pages`` has the lines of each page in order. A line that
    is not shared stands there as it is. For a shared line, ``pages`` has a number: its index in ``shared`` minus that of the
    previous shared line of the page, or minus 0 for the first.
    """
    pages_in_lines = [page.split("\n") for page in pages]
    n_pages_by_line = Counter(line for lines in pages_in_lines for line in set(lines))
    shared = sorted(line for line, n_pages in n_pages_by_line.items() if n_pages > 1)
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
