"""What forms of pages send, where pages are, and what pages may do."""

from __future__ import annotations

import re
from html import escape
from urllib.parse import parse_qs

from starlette.requests import Request

#: Everything a page needs stands in it or comes from this server.
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
#: Of pages that lie in a folder, which may be somebody else's: to the server they are a foreign site.
SANDBOX = f"{POLICY}; sandbox allow-scripts allow-downloads allow-popups"

#: What a page, a box or a run may be called in an address.
PAGE_NAME = re.compile(r"[\w-]+")


def root_of(request: Request) -> str:
    """Return the address below which all pages are."""
    return f"{request.scope['root_path']}/"


def with_way_back(page: str, address: str, words: str) -> str:
    """Return a page that begins with a link to where its reader came from."""
    return page.replace("<body>", f'<body><p style="margin:0.5rem 1rem 0"><a href="{address}">{words}</a></p>', 1)


def waiting_page(words: str, address: str) -> str:
    """Return a page that says what takes long, and asks for it."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'<meta http-equiv="refresh" content="0; url={escape(address)}"><title>{escape(words)}</title>'
        '<meta name="color-scheme" content="light dark"><style>body { margin: 2rem; font-family: sans-serif }</style></head>'
        f'<body><p role="status">{escape(words)}</p></body></html>'
    )


def in_form(problem: str) -> str:
    """Return what is wrong without the option of the command line, which nobody typed in a form."""
    return re.sub(r"^--[a-z]+(?: [\w.]+=.*?)?: ", "", problem)


async def form_lists(request: Request) -> dict[str, list[str]]:
    """Return all values of every field that is not empty."""
    return parse_qs((await request.body()).decode(errors="replace"))


async def form_values(request: Request) -> dict[str, str]:
    """Return the first value of every field that is not empty."""
    return {name: values[0] for name, values in (await form_lists(request)).items()}
