"""What both games share and neither owns.

Chance, records, roads, tracks, the stack of tasks and the recorder are used as they are; a game derives its own from rules,
component files, positions, the match loop, the audit log and the adapter.
"""
