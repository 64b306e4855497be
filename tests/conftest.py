"""How hypothesis explores: no deadlines, since a first call may compile; the same examples every time where ``CI`` is set."""

import os

from hypothesis import settings

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")
