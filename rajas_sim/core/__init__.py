"""What both games share and neither owns: chance, records, roads, tracks, kernels and the recorder."""
