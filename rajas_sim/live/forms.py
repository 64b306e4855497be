"""What forms of pages send, and where pages are."""

from __future__ import annotations

from urllib.parse import parse_qs

from starlette.requests import Request


def root_of(request: Request) -> str:
    """Return the address below which all pages are."""
    return f"{request.scope['root_path']}/"


async def form_lists(request: Request) -> dict[str, list[str]]:
    """Return all values of every field that is not empty."""
    return parse_qs((await request.body()).decode(errors="replace"))


async def form_values(request: Request) -> dict[str, str]:
    """Return the first value of every field that is not empty."""
    return {name: values[0] for name, values in (await form_lists(request)).items()}
