"""Finding values of a strategy's parameters by playing.

`load` reads the tuning file. `match` plays. `search` says which values may be tried, proposes some and learns from their scores.
The journal (`running.journal`) keeps what was played. `tune` combines these and writes the values (`values_file`).
"""
