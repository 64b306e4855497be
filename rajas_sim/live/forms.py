"""What forms of pages send, where pages are, and what pages may do."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from html import escape
from itertools import count
from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from rajas_sim.core.errors import InputError

#: Everything a page needs stands in it or comes from this server.
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
#: Of pages that lie in a folder, which may be somebody else's: to the server they are a foreign site.
SANDBOX = f"{POLICY}; sandbox allow-scripts allow-downloads allow-popups"

#: So many pages about refused forms are kept.
MOST_REFUSED = 50
#: What a page, a box or a run may be called in an address.
PAGE_NAME = re.compile(r"[\w-]+")

#: Of pages of words alone.
_STYLE = (
    "body { margin: 3rem auto; max-width: 40rem; padding: 0 1rem; font: 1.05rem/1.5 system-ui, sans-serif } "
    "[role=status] { padding: 1rem; border: 1px solid; border-radius: .4rem }"
)


def root_of(request: Request) -> str:
    """Return the address below which all pages are."""
    return f"{request.scope['root_path']}/"


def with_way_back(page: str, address: str, words: str) -> str:
    """Return a page that begins with a link to where its reader came from."""
    return page.replace("<body>", f'<body><p style="margin:0.5rem 1rem 0"><a href="{address}">{words}</a></p>', 1)


def _page_of_words(title: str, body: str, head: str = "") -> str:
    """Return a page that needs nothing of the others: words in the colours of the reader."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'{head}<title>{escape(title)}</title><meta name="color-scheme" content="light dark">'
        f"<style>{_STYLE}</style></head><body>{body}</body></html>"
    )


def problem_page(problem: str, root: str) -> str:
    """Return a page that says why there is nothing to show, and leads back to all others."""
    return _page_of_words("Not found", f'<p role="alert">{escape(problem)}</p><p><a href="{escape(root)}">All games</a></p>')


class RefusedForms:
    """The last pages that say why a form was refused, each with an address of its own.

    The answer to a form leads there, so that the browser's way back does not have to send the form again.
    """

    def __init__(self) -> None:
        self._pages: dict[int, str] = {}
        self._numbers = count(1)

    def refuse(self, request: Request, page: str) -> Response:
        """Keep a page, and lead there."""
        number = next(self._numbers)
        self._pages[number] = page
        self._pages.pop(number - MOST_REFUSED, None)
        return RedirectResponse(f"{root_of(request)}refused/{number}", 303)

    def show(self, request: Request) -> Response:
        """Show a page that was kept.

        Raises
        ------
        InputError
            If it is there no more.
        """
        if (page := self._pages.get(request.path_params["number"])) is None:
            raise InputError("what was refused here is no longer known; fill in the form again")
        return HTMLResponse(page, 400)


def waiting_page(words: str, address: str) -> str:
    """Return a page that says what takes long, and asks for it."""
    refresh = f'<meta http-equiv="refresh" content="0; url={escape(address)}">'
    return _page_of_words(words, f'<p role="status">{escape(words)}</p>', refresh)


def in_form(problem: str) -> str:
    """Return what is wrong without options of the command line and tables of a file, which nobody typed in a form."""
    without_option = re.sub(r"^--[a-z]+(?: [\w.]+=.*?)?: ", "", problem)
    return re.sub(r"arms\.[\w-]+\.overrides\.", "", without_option.replace("--set ", ""))


async def form_lists(request: Request) -> dict[str, list[str]]:
    """Return all values of every field that is not empty."""
    return parse_qs((await request.body()).decode(errors="replace"))


def with_form(answer: Callable[[Request, dict[str, str]], Response]) -> Callable[[Request], Awaitable[Response]]:
    """Return what reads the first value of every field that is not empty, and answers in a thread, so that nobody waits."""

    async def read_and_answer(request: Request) -> Response:
        values = {name: values[0] for name, values in (await form_lists(request)).items()}
        return await run_in_threadpool(answer, request, values)

    return read_and_answer
