"""Strategies of installed packages are found by entry points, and never stand for another one in silence."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rajas_sim.core.errors import InputError
from rajas_sim.core.strategies import registry
from rajas_sim.core.strategies.registry import find_strategy, known_names, list_declarations

Install = Callable[..., Path]
SOURCE = '''\
from rajas_sim import strategy

@strategy(game="ganges", compiled=False)
def first(state, parameters):
    """Take the first option."""
    return state.options[0]
'''


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Work in an empty folder; return a function that installs a package, whose only module is `plans`, and returns its file."""
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    registry._say_replaced.cache_clear()

    def package(name: str, points: str, source: str = SOURCE) -> Path:
        site = tmp_path / name
        info, folder = site / f"{name}-1.0.dist-info", site / name
        for folder_or_info in (info, folder):
            folder_or_info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[rajas_sim.strategies]\n{points}\n")
        (folder / "__init__.py").write_text(f"open({str(site / 'ran')!r}, 'w').close()\n")
        (folder / "plans.py").write_text(source)
        for module in (name, f"{name}.plans"):
            monkeypatch.delitem(sys.modules, module, raising=False)
        monkeypatch.syspath_prepend(site)
        return folder / "plans.py"

    return package


def test_a_strategy_of_a_package_is_found_under_the_name_of_its_entry_point(install: Install) -> None:
    file = install("found_by_name", "quick = found_by_name.plans:first")
    quick = find_strategy("quick", game="ganges")
    assert (quick.name, quick.label, quick.game, quick.path) == ("quick", "quick", "ganges", file)
    assert find_strategy("quick", label="mine").label == "mine"


def test_an_entry_point_may_name_a_module_that_has_a_strategy_of_its_name(install: Install) -> None:
    install("of_a_module", "first = of_a_module.plans")
    assert find_strategy("first").summary == "Take the first option."


def test_a_list_runs_no_package(install: Install, tmp_path: Path) -> None:
    install("not_run", "quick = not_run.plans:first")
    assert "quick" in known_names()
    assert "quick" in known_names("ganges")
    assert "quick" not in known_names("charmers")
    (declared,) = [declared for declared in list_declarations()[0] if declared.name == "quick"]
    assert (declared.game, declared.summary, declared.is_compiled) == ("ganges", "Take the first option.", False)
    assert not (tmp_path / "not_run" / "ran").exists()
    find_strategy("quick")
    assert (tmp_path / "not_run" / "ran").exists()


def test_a_change_of_the_code_is_another_strategy_but_a_comment_is_none(install: Install) -> None:
    file = install("changed", "quick = changed.plans:first")
    before = find_strategy("quick").digest()
    file.write_text(f"{SOURCE}\n# a comment\n")
    assert find_strategy("quick").digest() == before
    file.write_text(f"{SOURCE}\nanother = 1\n")
    assert find_strategy("quick").digest() != before


# --- one name, several strategies


@pytest.mark.parametrize(("name", "shipped"), [("balanced", "ganges/balanced.py"), ("random", "random.py")])
def test_a_package_replaces_no_shipped_strategy(install: Install, name: str, shipped: str) -> None:
    file = install(f"like_{name}", f"{name} = like_{name}.plans:first")
    twice = rf"'{name}' of ganges is defined twice: \S+{shipped} and {file} \(entry point '{name}' of the package 'like_{name}'\)"
    with pytest.raises(InputError, match=twice):
        find_strategy(name, game="ganges")
    assert any("defined twice" in problem for problem in list_declarations("ganges")[1])
    assert find_strategy(name, game="charmers").path.parent.parent != file.parent.parent


def test_two_packages_have_no_strategy_of_one_name(install: Install) -> None:
    for package in ("one_of_two", "two_of_two"):
        install(package, f"quick = {package}.plans:first")
    with pytest.raises(InputError, match=r"'quick' of ganges is defined twice: .*'two_of_two'.* and .*'one_of_two'"):
        find_strategy("quick")


def test_a_file_of_the_working_folder_replaces_an_installed_strategy_and_says_so(
    install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    install("replaced", "first = replaced.plans:first")
    written = Path("strategies", "first.py").absolute()
    written.parent.mkdir()
    written.write_text(SOURCE)
    assert find_strategy("first").path == written
    assert capsys.readouterr().err == f"note: {written} replaces the installed strategy 'first' of ganges\n"


# --- packages that cannot be used


@pytest.mark.parametrize(
    ("package", "value", "source", "sentence"),
    [
        ("ends", "ends.plans:first", "raise SystemExit(3)", "cannot be loaded: SystemExit: 3"),
        ("empty", "empty.plans:first", "", "must define a strategy called 'first'"),
        ("no_strategy", "no_strategy.plans:first", "first = 5", "must define a strategy called 'first'"),
        (
            "no_module",
            "no_module.other:first",
            SOURCE,
            "cannot be loaded: ModuleNotFoundError: No module named 'no_module.other'",
        ),
        ("no_package", "elsewhere.plans:first", SOURCE, "cannot be loaded: ModuleNotFoundError: No module named 'elsewhere'"),
    ],
)
def test_what_is_wrong_with_a_package_names_it_and_its_entry_point(
    install: Install, package: str, value: str, source: str, sentence: str
) -> None:
    install(package, f"quick = {value}", source)
    whose = rf"\(entry point 'quick' of the package '{package}'\): {sentence}"
    with pytest.raises(InputError, match=whose):
        find_strategy("quick", game="ganges")
    assert any(f"(entry point 'quick' of the package '{package}')" in problem for problem in list_declarations()[1])
    assert find_strategy("balanced", game="ganges").name == "balanced"
