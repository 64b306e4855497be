"""What the kernels of every game are made of: compilation, records, chance, tasks, events, rows, and the loop over a batch."""
