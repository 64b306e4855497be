"""What all figures have in common."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib.resources import files

from rajas_sim.analysis.answer import Column, Curves, Intervals, Mark, Row, Style, Table, Unit
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.showing.figure import CSS_VARIABLES, PAPER, WIDTH
from rajas_sim.showing.pictures import _TICK_FORMATS, panel_svg


def test_figures_have_the_colours_of_the_light_scheme() -> None:
    css = files("rajas_sim.showing").joinpath("templates", "report.css").read_text(encoding="utf-8")
    light = dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", css[: css.index("@media")]))
    assert {name: colour for colour, name in CSS_VARIABLES.items() if colour != PAPER} == {
        name: light[name] for colour, name in CSS_VARIABLES.items() if colour != PAPER
    }
    assert len({*CSS_VARIABLES}) == len(CSS_VARIABLES) == 11


def test_a_picture_stands_between_the_name_of_its_row_and_the_axes() -> None:
    rows = tuple({"thing": name, "worth": Estimate(name, 0.1, 0.0, 0.2, 0.95, 100, "t")} for name in ("hammer", "nail"))
    table = Table("things", "things", (Column("thing", "thing"), Column("worth", "worth", Unit.POINTS)), rows)
    figure = Intervals("things", "thing", (Mark("worth"),), "worth", "alt", pictures={"nail": '<rect width="20" height="20"/>'})

    svg = panel_svg((figure,), {"things": table}, "figure-things")
    (picture,) = re.findall(r'<svg class="rajas-table" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"[^>]*>(.*?)</svg>', svg)
    x, y, size = map(float, picture[:3])
    assert picture[3] == figure.pictures["nail"]
    label = re.search(r'<text[^>]* x="([\d.]+)" y="([\d.]+)"[^>]*>nail</text>', svg)
    assert label is not None
    assert float(label[1]) < x < x + size < 72 * WIDTH
    assert abs(float(label[2]) - (y + size / 2)) < size / 2
    assert "rajas-table" not in panel_svg((replace(figure, pictures={}),), {"things": table}, "figure-things")


def test_an_axis_of_whole_numbers_has_no_others() -> None:
    rows: tuple[Row, ...] = ({"rounds": 2, "share": Estimate("share", 1.0, 0.9, 1.0, 0.95, 100, "t")},)
    table = Table("lengths", "lengths", (Column("rounds", "rounds", Unit.COUNT), Column("share", "share", Unit.SHARE)), rows)
    figure = Curves("lengths", "rounds", (Mark("share"),), "rounds", "share", "alt", style=Style.BARS)
    ticks = re.findall(r"<text[^>]*>([\d.]+)</text>", panel_svg((figure,), {"lengths": table}, "figure-lengths"))
    assert ticks == ["2"]


def test_a_tick_says_where_it_stands() -> None:
    assert [_TICK_FORMATS[Unit.POINTS](x) for x in (-0.025, 0.0, 0.01, 0.025, 0.005, 0.1 + 0.2 - 0.3)] == [
        *("\u22122.5", "0", "+1", "+2.5", "+0.5", "0"),
    ]
