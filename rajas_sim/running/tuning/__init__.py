"""Finding values of a strategy's parameters by playing.

`load` reads the file, `match` plays, `search` says which values may be tried, proposes some and learns from
how they did, `journal` keeps what was played, and `tune` puts it together and writes the values (`values_file`).
"""
