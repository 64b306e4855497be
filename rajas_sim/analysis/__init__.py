"""From the tables of a run to results: estimates with intervals, and the sentences that say what they mean.

::

    results = results_of(load_run("reports/start_player-1a2b3c4d"))     # one entry per player count
    print(results[0].seats[0].verdict.sentence)

Where things are:

- `reading/` opens the folder of a run (`reading.run`) and turns its tables into block values (`reading.blocks`). The statistical
  unit is the block: games that share their luck.
- `statistics/` turns block values into estimates: **intervals are computed in** `statistics.intervals`, those of percentiles in
  `statistics.quantiles`, those of ratings in `statistics.bootstrap`; it knows no game.
- `winning/`, `course/`, `scoring/`, `drama/` and `comparing/` hold one module a question. Each has a frozen class of results and
  the function that computes it; **sentences of findings and verdicts are written there**, beside the numbers they speak of.
- `results` collects all results of a run; `formatting` writes numbers, `reading.names` the words of the game.

How the results are shown, with titles, captions and tables, is left to `rajas_sim.questions.run` and `rajas_sim.showing`.
"""

from rajas_sim.analysis.reading.run import Run, load_run
from rajas_sim.analysis.results import PlayerCountResults, headlines, results_of
from rajas_sim.analysis.statistics.estimate import Estimate

__all__ = ["Estimate", "PlayerCountResults", "Run", "headlines", "load_run", "results_of"]
