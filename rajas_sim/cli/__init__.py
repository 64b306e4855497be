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
    """Run the command line.

    SIGTERM ends it as Ctrl-C does, even while it is still loading.
    """
    handle_stop_signals()
    # NumPy reads this when it is imported. The matrices are small here, so several threads mostly wait for each other: the report
    # of the demo took four times the processor time. Besides, sums would depend on the number of cores.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A character that the terminal does not have, such as the ellipsis in ASCII, is printed as a question mark.
            stream.reconfigure(errors="replace")
    try:
        from rajas_sim.cli.app import app

        app(prog_name="rajas")
    except KeyboardInterrupt as interrupt:
        print(f"error: {StoppedError.by_interrupt(interrupt)}", file=sys.stderr)
        sys.exit(StoppedError.exit_code)
