"""The tests of the table have a browser."""

from tests.showing.browsing import browser

__all__ = ["browser"]
