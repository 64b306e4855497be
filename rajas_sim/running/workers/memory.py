"""How much memory this process has needed at most, and what tells it from others."""

from __future__ import annotations

import math
import os
import platform
import sys
from pathlib import Path

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

KIB_PER_MIB = 1024
STATUS = Path("/proc/self/status")


def peak_memory_mib() -> float:
    """Return the largest resident memory of this process so far, in MiB; not-a-number where the system does not tell.

    Linux counts in `getrusage` what the parent held before this program was started, so its own record is read where there
    is one.
    """
    if STATUS.exists():
        for line in STATUS.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / KIB_PER_MIB
    if resource is None:
        return math.nan
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / KIB_PER_MIB / (KIB_PER_MIB if sys.platform == "darwin" else 1)


def this_process() -> str:
    """Return what tells this process from all others, those of other machines included."""
    return f"{platform.node()}:{os.getpid()}"
