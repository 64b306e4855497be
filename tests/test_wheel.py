"""The built wheel, installed outside the checkout with a home of its own, does what the command line promises."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.slow
#: Kernels as plain Python, or compiled into the user's own cache folder, which takes a minute.
KERNELS = [
    pytest.param({"NUMBA_DISABLE_JIT": "1"}, 1, id="uncompiled"),
    pytest.param({}, 20, id="compiled"),
]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Install the wheel into an empty folder and return an environment that finds nothing of the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    site = folder / "site"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(site), str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("NUMBA_", "PYTHON", "XDG_"))}
    return {**kept, "HOME": str(folder), "PYTHONPATH": str(site), "PATH": os.environ["PATH"]}


def rajas(installed: dict[str, str], *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run the installed command line from a folder outside the checkout."""
    command = [sys.executable, "-c", "from rajas_sim.cli import main; main()", *arguments]
    return subprocess.run(command, env=installed, cwd=cwd, capture_output=True, text=True, timeout=600)


def test_the_installed_package_is_the_wheels(installed: dict[str, str], tmp_path: Path) -> None:
    where = [sys.executable, "-c", "import rajas_sim; print(rajas_sim.__file__)"]
    place = subprocess.run(where, env=installed, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert place.startswith(installed["PYTHONPATH"])


def test_it_carries_the_shipped_strategies(installed: dict[str, str], tmp_path: Path) -> None:
    result = rajas(installed, "strategies", "list", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    for name in ("random", "fame_rush", "market_rush", "balanced", "python_example"):
        assert name in result.stdout


@pytest.mark.long
@pytest.mark.parametrize(("switch", "blocks"), KERNELS)
def test_it_plays_a_shipped_experiment_and_writes_the_report(
    installed: dict[str, str], tmp_path: Path, switch: dict[str, str], blocks: int
) -> None:
    result = rajas(installed | switch, "run", "start_player", "--blocks", str(blocks), "--set", "players=[2]", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    (report,) = tmp_path.glob("reports/start_player-*/report.html")
    assert "Is the start player" in report.read_text(encoding="utf-8")


def test_a_mistake_ends_with_exit_code_2_and_no_traceback(installed: dict[str, str], tmp_path: Path) -> None:
    result = rajas(installed, "run", "start_playr", cwd=tmp_path)
    assert result.returncode == 2
    assert "start_player" in result.stderr
    assert "Traceback" not in result.stderr
