"""Reads what forms of pages send; addresses of pages; and what pages may do."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from itertools import count
from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from rajas_sim.core.errors import InputError
from rajas_sim.showing.render import render

#: Security policy of pages: everything that they need is in them or comes from this server.
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
#: Policy of pages from a folder. Somebody else may have written them, so the browser treats them as a foreign site.
SANDBOX = f"{POLICY}; sandbox allow-scripts allow-downloads allow-popups"

#: How many pages about refused forms are kept.
MOST_REFUSED = 50
#: The names that a page, a box or a game may have in an address; every file system takes files with such names.
PAGE_NAME = re.compile(r"[\w-]{1,60}")


def root_of(request: Request) -> str:
    """Return the address below which all pages lie."""
    return f"{request.scope['root_path']}/"


def with_way_back(page: str, address: str, words: str) -> str:
    """Return an HTML page with a link at its top to an address, such as the page before; `words` is the text of the link."""
    style = "margin:0;padding:4px 1rem 0;line-height:20px"
    return page.replace("<body>", f'<body><p class="way-back" style="{style}"><a href="{address}">{words}</a></p>', 1)


class RefusedForms:
    """The latest pages that say why a form was refused, each with its own address.

    The answer to a refused form redirects to such a page, so that the browser need not send the form again on the way back.
    """

    def __init__(self) -> None:
        self._answers: dict[int, Callable[[], Response]] = {}
        self._numbers = count(1)

    def refuse(self, request: Request, answer: Callable[[], Response]) -> Response:
        """Redirect to a page, which `answer` makes each time that it is asked for, so that it shows today's values."""
        number = next(self._numbers)
        self._answers[number] = answer
        self._answers.pop(number - MOST_REFUSED, None)
        return RedirectResponse(f"{root_of(request)}refused/{number}", 303)

    def show(self, request: Request) -> Response:
        """Show a page about a refused form.

        Raises
        ------
        InputError
            If it is no longer known why the form was refused.
        """
        if (answer := self._answers.get(request.path_params["number"])) is None:
            raise InputError("what was refused here is no longer known; fill in the form again")
        return answer()


def waiting_page(request: Request, words: str, address: str, back: str, back_words: str) -> Response:
    """Answer with a page that says with these words what takes long, while the browser loads the address.

    It has a link back to another address; `back_words` is the text of that link.
    """
    page = {"words": words, "address": address, "back": back, "back_words": back_words}
    return HTMLResponse(render("waiting.html.j2", page, root=root_of(request)))


def in_form(problem: str) -> str:
    """Return the text of a problem without command line options and tables of a file, which a form does not have."""
    without_option = re.sub(r"^--[a-z]+(?: [\w.]+=.*?)?: ", "", problem)
    return re.sub(r"arms\.[\w-]+\.overrides\.", "", without_option.replace("--set ", ""))


def is_about_rules(problem: str) -> bool:
    """Return whether a problem, as a command says it, is about a changed rule."""
    return problem.startswith("--set")


async def form_lists(request: Request) -> dict[str, list[str]]:
    """Return field of a form -> all its values, for every field that is not empty."""
    return parse_qs((await request.body()).decode(errors="replace"))


def with_form(answer: Callable[[Request, dict[str, str]], Response]) -> Callable[[Request], Awaitable[Response]]:
    """Return a handler that calls `answer` in a thread, so that others need not wait, with the first value of each field.

    Fields that are empty are left out.
    """

    async def read_and_answer(request: Request) -> Response:
        fields = {name: values[0] for name, values in (await form_lists(request)).items()}
        return await run_in_threadpool(answer, request, fields)

    return read_and_answer
