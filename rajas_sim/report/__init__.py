"""From the results of a run to one HTML page that holds its style and figures; nothing is computed here.

Where things are:

- `write` writes the page, `page` says which sections it has and in which order, `templates/` holds the HTML and its style.
- `sections/` holds one module a section, in the folders the analysis has: its title, its text, its captions, its figures and
  tables. **A sentence of the report is made there**, unless it is a finding or a verdict: those are written beside the numbers
  they speak of, in `rajas_sim.analysis`.
- `phrases` and `figure` hold what sections share: turns of phrase, and the look of figures and axes. `view` lists the parts of a
  page.

A new figure needs a module in a folder of `rajas_sim.analysis` that computes a result, a property in
`rajas_sim.analysis.results`, a module in `sections/` and a line in `page`.
"""

from rajas_sim.report.write import write_findings, write_pages, write_report

__all__ = ["write_findings", "write_pages", "write_report"]
