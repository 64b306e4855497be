"""What all figures have in common."""

from __future__ import annotations

import re
from importlib.resources import files

from rajas_sim.showing.figure import CSS_VARIABLES, PAPER


def test_figures_have_the_colours_of_the_light_scheme() -> None:
    css = files("rajas_sim.showing").joinpath("templates", "report.css").read_text(encoding="utf-8")
    light = dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", css[: css.index("@media")]))
    assert {name: colour for colour, name in CSS_VARIABLES.items() if colour != PAPER} == {
        name: light[name] for colour, name in CSS_VARIABLES.items() if colour != PAPER
    }
    assert len({*CSS_VARIABLES}) == len(CSS_VARIABLES) == 11
