"""Connects to a cluster, given what the user calls it."""

from __future__ import annotations

import logging
import os
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rajas_sim.core.errors import InputError, RunError, not_installed
from rajas_sim.running.signals import blocked

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

LOCAL_ADDRESS = re.compile(r"local:([1-9]\d{0,3})")
LOGGING_PACKAGES = ("asyncio", "distributed", "tornado")
SECONDS_TO_CONNECT = 10
SECONDS_TO_CLOSE = 1.0
ADDRESS_FORMS = "tcp://HOST:PORT of a scheduler, the path of its scheduler file, or local:N for N processes of this machine"


@contextmanager
def connected(address: str, say: Callable[[str], None]) -> Iterator[Client]:
    """Connect to a Dask cluster during the `with` block.

    Parameters
    ----------
    address
        The address of a scheduler, such as ``tcp://host:8786``, the path of a scheduler file, or ``local:4`` for four processes
        on this machine with one thread each, which end with the block.
    say
        Called with a sentence that says where the dashboard is.

    Raises
    ------
    InputError
        If the address has another form, or Dask is not installed.
    RunError
        If no scheduler answers at the address.
    """
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError:
        raise not_installed(f"--cluster {address}", "Dask", "cluster") from None

    local_match = LOCAL_ADDRESS.fullmatch(address)
    is_file = local_match is None and "://" not in address
    if local_match is None and not re.fullmatch(r"[a-z]+://\S+", address) and not (is_file and Path(address).is_file()):
        problem = "there is no such file; a cluster is" if is_file and not address.startswith("local:") else "a cluster is"
        raise InputError(f"--cluster {address}: {problem} {ADDRESS_FORMS}")
    with ExitStack() as stack:
        stack.enter_context(_silent_logs())
        stack.enter_context(dask.config.set({"distributed.comm.timeouts.connect": SECONDS_TO_CONNECT}))
        address_options: dict[str, object]
        if local_match is not None:
            with blocked(signal.SIGINT):
                n_processes = int(local_match[1])
                processes = LocalCluster(
                    n_workers=n_processes, threads_per_worker=1, dashboard_address=":0", silence_logs=logging.CRITICAL
                )
            stack.callback(_kill_processes, processes)
            address_options = {"address": processes}
        else:
            address_options = {"scheduler_file": address} if is_file else {"address": address}
        try:
            client = Client(**address_options, timeout=SECONDS_TO_CONNECT, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise RunError(f"--cluster {address}: no scheduler answers there ({error})") from None
        stack.callback(_close_client, client)
        say(f"dashboard of the cluster: {client.dashboard_link}")
        yield client


@contextmanager
def _silent_logs() -> Iterator[None]:
    """Keep Dask from logging lost connections, which this package reports itself."""
    loggers = [logging.getLogger(name) for name in logging.root.manager.loggerDict if name.partition(".")[0] in LOGGING_PACKAGES]
    levels_before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels_before, strict=True):
            logger.setLevel(level)


def _close_client(client: Client) -> None:
    with suppress(TimeoutError):
        client.close(timeout=SECONDS_TO_CLOSE)


def _kill_processes(processes: LocalCluster) -> None:
    """End local worker processes, even those in the middle of a long game."""
    for nanny in processes.workers.values():
        nanny.auto_restart = False
        with suppress(ProcessLookupError, TypeError):  # the process has already ended
            os.kill(nanny.pid, signal.SIGKILL)
    with suppress(TimeoutError):
        processes.close(timeout=SECONDS_TO_CLOSE)
