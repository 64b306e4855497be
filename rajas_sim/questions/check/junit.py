"""Expectations as JUnit XML, for a CI."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence

from rajas_sim.analysis.expectations import CheckedExpectation, ExpectationStatus

_ELEMENTS = {ExpectationStatus.FAILS: "failure", ExpectationStatus.UNDECIDED: "error"}


def junit_xml(name: str, expectations: Sequence[CheckedExpectation]) -> str:
    """Return a JUnit test suite with a test for each expectation; an undecided one is an error there."""
    statuses = [each.status for each in expectations]
    counts = {f"{element}s": str(statuses.count(status)) for status, element in _ELEMENTS.items()}
    suite = ET.Element("testsuite", {"name": name, "tests": str(len(statuses)), **counts})
    for each in expectations:
        case = ET.SubElement(suite, "testcase", classname=name, name=f"{each.expectation.text} ({each.players} players)")
        if each.status in _ELEMENTS:
            ET.SubElement(case, _ELEMENTS[each.status], message=each.sentence)
        ET.SubElement(case, "system-out").text = each.sentence
    ET.indent(suite)
    return ET.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"
