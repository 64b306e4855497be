"""The tests of `running` have the fixtures of all tests with small studies."""

from tests.toy_studies.toy_fixtures import client, loaded, make_config, refused, toy_game_is_known

__all__ = ["client", "loaded", "make_config", "refused", "toy_game_is_known"]
