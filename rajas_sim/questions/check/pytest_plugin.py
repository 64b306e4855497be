"""A pytest plugin: files called ``*.balance.toml`` are experiments, and every expectation in them is a test.

Their games are kept below pytest's cache folder, so no game is played twice.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from rajas_sim.analysis.expectations import CheckedExpectation

ENDING = ".balance.toml"


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect an experiment with expectations."""
    return BalanceFile.from_parent(parent, path=file_path) if file_path.name.endswith(ENDING) else None


class BalanceFile(pytest.File):
    """An experiment; each of its expectations is a test."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for each expectation, without playing."""
        from rajas_sim.study.config.load import load_experiment

        self.experiment = load_experiment(self.path)
        for text in self.experiment.config.expect:
            yield BalanceItem.from_parent(self, name=text)

    @cached_property
    def expectations(self) -> tuple[CheckedExpectation, ...]:
        """The checked expectations; the games are played when this is first read."""
        from rajas_sim.questions.check.check_answer import play_check
        from rajas_sim.questions.runner import Runner

        cache = getattr(self.config, "cache", None)
        folder = cache.mkdir("rajas") if cache is not None else Path(".pytest_cache") / "rajas"
        # Workers of pytest-xdist share the tests of a file, but not its games.
        runner = Runner(folder / os.environ.get("PYTEST_XDIST_WORKER", "main"), question="check")
        return play_check(self.experiment, runner)[1]


class BalanceItem(pytest.Item):
    """One expectation; it passes if it holds for every number of players that it is about."""

    parent: BalanceFile

    def runtest(self) -> None:
        """Fail if the expectation fails or is undecided."""
        from rajas_sim.analysis.expectations import ExpectationStatus

        matching = [checked for checked in self.parent.expectations if checked.expectation.text == self.name.strip()]
        if not matching:
            pytest.fail(f"the run says nothing about: {self.name}", pytrace=False)
        failures = [checked.sentence for checked in matching if checked.status is not ExpectationStatus.HOLDS]
        if failures:
            pytest.fail("\n".join(failures), pytrace=False)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Say which file has the expectation."""
        return self.path, None, self.name
