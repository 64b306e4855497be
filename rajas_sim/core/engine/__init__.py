"""Building blocks of the kernels of every game: compilation, records, chance, tasks, events, rows, and the loop over a batch."""
