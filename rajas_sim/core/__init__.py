"""What both games share and neither owns: chance, records, roads, tracks, the stack of tasks, the recorder, and what a game
derives its own from: rules, component files, positions, the match loop, the audit log and the adapter."""
