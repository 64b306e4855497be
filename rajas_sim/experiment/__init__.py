"""From a question written in TOML to tables of games: config, design, runner and store.

`config` reads and checks, `design` says which games are played, `runner` plays them, `store` keeps them.
"""
