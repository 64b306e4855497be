"""The tests of pages have a browser."""

from tests.showing.browsing import browser

__all__ = ["browser"]
