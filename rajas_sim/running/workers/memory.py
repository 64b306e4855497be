"""The peak memory of this process, and its name."""

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
    """Return the largest resident memory of this process so far, in MiB; not-a-number where the system does not say.

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
    """Return a name for this process that no other process has, on any machine."""
    return f"{platform.node()}:{os.getpid()}"
