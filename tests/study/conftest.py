"""The tests of `study` have the fixtures of all tests with small studies."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / folder) for folder in ("toy_studies", "core", "analysis")]

from toy_fixtures import client, loaded, make_config, refused, toy_game_is_known

__all__ = ["client", "loaded", "make_config", "refused", "toy_game_is_known"]
