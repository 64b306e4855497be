"""How hypothesis explores: no deadlines, since a first call may compile; the same examples every time where ``CI`` is set.

`make test-long` tries more examples, with ``--hypothesis-profile thorough``.
"""

import os

from hypothesis import settings

settings.register_profile("quick", deadline=None, max_examples=60)
settings.register_profile("ci", settings.get_profile("quick"), derandomize=True, print_blob=True)
settings.register_profile("thorough", deadline=None, max_examples=200)
settings.load_profile("ci" if os.environ.get("CI") else "quick")
