"""A page as a PDF file, printed with an installed browser based on Chromium."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from rajas_sim.core.errors import RunError
from rajas_sim.study.folder.places import require_place, write_file

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge", "msedge")
APPLICATIONS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
"""The same browsers on macOS, where they are not on the path."""
TIMEOUT_SECONDS = 120
"""A long page takes about ten seconds."""


def save_pdf(page: Path) -> Path:
    """Print a page to a PDF file beside it, and return the file.

    Raises
    ------
    RunError
        If no browser is found that is based on Chromium, or it cannot print.
    """
    browser = _find_browser()
    if browser is None:
        raise RunError(
            f"no Chromium, Chrome or Edge was found that could print {page} as PDF. Install one, or open the page in "
            "your browser and print it to a file there."
        )
    pdf = page.with_suffix(".pdf")
    require_place(pdf)
    with TemporaryDirectory() as folder:
        printed_file = Path(folder) / pdf.name
        options = ["--headless", "--disable-gpu", "--no-pdf-header-footer", f"--user-data-dir={folder}/profile"]
        if sys.platform == "linux" and os.geteuid() == 0:
            # Chromium refuses to run as root with its sandbox; the page is ours, so it can be trusted.
            options.append("--no-sandbox")
        command = [browser, *options, f"--print-to-pdf={printed_file}", page.resolve().as_uri()]
        try:
            result = subprocess.run(command, capture_output=True, timeout=TIMEOUT_SECONDS, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise RunError(f"{browser} cannot print {page}: {error}") from error
        if result.returncode or not printed_file.exists():
            messages = result.stderr.decode(errors="replace").strip().splitlines() or [f"it ended with {result.returncode}"]
            raise RunError(f"{browser} cannot print {page}: {messages[-1]}")
        write_file(pdf, printed_file.read_bytes())
    return pdf


def _find_browser() -> str | None:
    """Return the first installed program that can print pages, or None."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    return program or next((path for path in APPLICATIONS if Path(path).exists()), None)
