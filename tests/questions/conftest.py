"""The tests of pages have a browser."""

from tests.report.browsing import browser

__all__ = ["browser"]
