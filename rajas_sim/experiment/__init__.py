"""From a question written in TOML to tables of games.

`question` reads and checks an experiment file, `design` decides which games are played, `playing` plays them, `folder` keeps
their tables; `rule_sets` compares rules, and `authoring` helps to write strategies.
"""
