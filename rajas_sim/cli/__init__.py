"""The command `rajas`: parses, calls the rest of the package, prints, and ends with an exit code.

0: done. 1: failed. 2: wrong input. 3: undecided within the games allowed. 130: stopped by Ctrl-C or SIGTERM.

Commands import what they need when they run, so that help and completion answer at once.
"""

import os
import sys
from io import TextIOWrapper

from rajas_sim.core.errors import StoppedError
from rajas_sim.running.signals import handle_stop_signals

__all__ = ["main"]


def main() -> None:
    """Run the command line; SIGTERM ends it as Ctrl-C does, also while it is still loading."""
    handle_stop_signals()
    # NumPy reads it when it is imported. Its matrices are small here: with several threads these mostly wait for each other, the
    # report of the demo took four times the processor time, and sums would depend on the number of cores.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # What a terminal has no character for, such as the dots of a shortened word in ASCII, is a question mark there.
            stream.reconfigure(errors="replace")
    try:
        from rajas_sim.cli.app import app

        app(prog_name="rajas")
    except KeyboardInterrupt as interrupt:
        print(f"error: {StoppedError.by_interrupt(interrupt)}", file=sys.stderr)
        sys.exit(StoppedError.exit_code)
