"""The command `rajas`: parses, calls the rest of the package, prints, and ends with 0 (done), 1 (failed) or 2 (wrong input).

Commands import what they need when they run, so that help and completion answer at once.
"""

from rajas_sim.cli.app import main

__all__ = ["main"]
