"""What users get: the wheel with whatever pip chooses for it, and with the oldest that the bounds allow.

The registry is asked, and some 100 MB are fetched, so this is run by ``make long``.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases" / "learning"
LOWEST = re.compile(r"([A-Za-z0-9-]+)(?:>=|==)([0-9.]+)")
PIP = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--prefer-binary")


def lowest() -> list[str]:
    """Return the oldest version of each dependency, as constraints for this system."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = []
    for line in project["dependencies"]:
        named = LOWEST.match(line)
        assert named is not None, line
        marker = line.partition(";")[2]
        version = named[2] if "." in named[2] else f"{named[2]}.0"
        found.append(f"{named[1]}=={version}.*" + (f";{marker}" if marker else ""))
    return found


def run(*line: str, folder: Path) -> str:
    apart = {key: each for key, each in os.environ.items() if not key.startswith(("PYTHON", "HERALD_"))}
    apart["XDG_DATA_HOME"] = str(folder / "data")
    done = subprocess.run(line, cwd=folder, env=apart, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.long
@pytest.mark.parametrize("is_lowest", [False, True], ids=["newest", "lowest"])
def test_what_pip_installs_runs(is_lowest: bool, tmp_path: Path) -> None:
    venv.create(tmp_path / "fresh", with_pip=True, symlinks=os.name != "nt")
    programs = tmp_path / "fresh" / ("Scripts" if os.name == "nt" else "bin")
    constraints = tmp_path / "constraints.txt"
    constraints.write_text("\n".join(lowest() if is_lowest else []) + "\n")
    run(str(programs / "python"), *PIP, "-c", str(constraints), str(ROOT), folder=tmp_path)
    herald = str(programs / "herald")
    assert "eliminates" in run(herald, "odds", "blood_harvesters", "citadel_guard", folder=tmp_path)
    picture = str(shutil.copy(CASES / "learning_0.jpg", tmp_path))
    truth = json.loads((CASES / "truth.json").read_text(encoding="utf-8"))["learning_0.jpg"]
    found = json.loads(run(herald, "look", picture, "--json", folder=tmp_path))
    assert found["tags"] == {tag["payload"]: tag["hex"] for tag in truth["tags"] if tag["visible"] > 0.5}
    run(herald, "print", "all", "--scenario", "learning", "-o", "all.pdf", folder=tmp_path)
    told = run(herald, "demo", "--headless", "--json", "--fast", folder=tmp_path).splitlines()
    assert json.loads(told[-1])["winner"] in ("south", "north")


@pytest.mark.long
def test_the_lock_is_what_pip_can_install(tmp_path: Path) -> None:
    lock = str(ROOT / "requirements-dev.lock")
    run(sys.executable, *PIP, "--dry-run", "--ignore-installed", "-r", lock, folder=tmp_path)
