"""Serves the pages of live games on this machine until somebody stops it."""

from __future__ import annotations

import contextlib
import importlib.util
import logging
import os
import secrets
import signal
import socket
from collections.abc import Callable
from pathlib import Path

from rajas_sim.core.errors import InputError, RunError, not_installed

NEEDED_LIBRARIES = ("starlette", "uvicorn")
#: Address that only programs on this machine can reach.
HOST = "127.0.0.1"
_TOKEN_FILE = ".token"


def serve(folder: Path, reports: Path, port: int, on_ready: Callable[[str], None]) -> None:
    """Serve the games of a folder until Ctrl-C, or until the process is told to end or its terminal is closed.

    Parameters
    ----------
    reports
        Folder of runs.
    on_ready
        Called with the address once the server accepts connections.

    Raises
    ------
    InputError
        If a library is missing, or another program uses the port.
    RunError
        If the folder cannot be written.
    """
    if missing := [name for name in NEEDED_LIBRARIES if importlib.util.find_spec(name) is None]:
        raise not_installed("rajas table", " and ".join(missing), "table")
    import uvicorn

    from rajas_sim.live.server import LiveServer

    token = secret_token(folder)
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, port))
        except OSError as error:
            raise InputError(f"--port: {port} is in use, perhaps by another rajas table; choose another one") from error
        listener.listen()
        on_ready(f"http://{HOST}:{port}/{token}/")
        server = LiveServer(folder, reports)
        config = uvicorn.Config(server.app(token), log_level="warning", timeout_graceful_shutdown=2)

        class Server(uvicorn.Server):
            async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
                # Unfinished requests, such as hints, are cancelled now; users need not see errors about them.
                logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
                await super().shutdown(sockets)

        # A closed terminal ends the server as SIGTERM does, or its tasks would go on, which have sessions of their own.
        if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) == signal.SIG_DFL:  # not on Windows, nor under nohup
            signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))
        try:
            with contextlib.suppress(KeyboardInterrupt):  # the intended way to end
                Server(config).run(sockets=[listener])
        finally:
            server.tasks.stop_all()


def secret_token(folder: Path) -> str:
    """Return the secret part of the address, which is kept in the folder, so that pages that are open work after a new start.

    It is made at the first start.

    Raises
    ------
    RunError
        If it cannot be read or stored.
    """
    file = folder / _TOKEN_FILE
    try:
        token = file.read_text(encoding="ascii").strip() if file.is_file() else ""
        if not token:  # none yet, or a start that was cut short left an empty file
            token = secrets.token_urlsafe(18)
            folder.mkdir(parents=True, exist_ok=True)
            file.unlink(missing_ok=True)
            with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as stream:
                stream.write(token)
    except OSError as error:
        raise RunError(f"{file}: cannot be read or written: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RunError(f"{file}: is damaged; delete it, and open the pages at the new address") from error
    return token
