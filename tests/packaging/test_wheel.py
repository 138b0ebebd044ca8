"""The wheel is built, installed in a fresh environment and used: nothing may come from the checkout."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ("rules", "vision", "printables", "companion", "config")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of what the repository holds."""
    source, built = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("built")
    for room in SOURCES:
        shutil.copytree(ROOT / room, source / room, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / file, source / file)
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(built)]
    subprocess.run(build, cwd=source, check=True, capture_output=True)
    (file,) = built.glob("*.whl")
    return file


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment that holds the wheel, and other people's packages from this one."""
    home = tmp_path_factory.mktemp("fresh")
    venv.create(home, with_pip=False, symlinks=os.name != "nt")
    programs = home / ("Scripts" if os.name == "nt" else "bin")
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python"), "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--quiet", "--no-deps", "--no-index", str(wheel)], check=True)
    packages = sysconfig.get_path("purelib", vars={"base": str(home), "platbase": str(home)})
    # A .pth line only lengthens the path: the editable install's own .pth file over there is not read.
    (Path(packages) / "others.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return programs


def run(program: Path, *arguments: str, folder: Path) -> str:
    apart = {
        key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "HERALD_", "COV"))
    }
    apart["XDG_DATA_HOME"] = str(folder / "data")
    done = subprocess.run(
        [str(program), *arguments], cwd=folder, env=apart, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_holds_every_file_of_its_rooms_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    files = (path for room in SOURCES for path in (ROOT / room).rglob("*") if path.is_file())
    there = {str(path.relative_to(ROOT).as_posix()) for path in files if "__pycache__" not in path.parts}
    assert packed == there
    assert "config/tags/second.toml" in packed


def test_the_installed_program_comes_from_the_wheel_and_tells_its_version(
    programs: Path, tmp_path: Path
) -> None:
    place = run(programs / "python", "-c", "import companion; print(companion.__file__)", folder=tmp_path)
    assert Path(place.strip()).is_relative_to(programs.parent)
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert run(programs / "herald", "--version", folder=tmp_path).strip() == f"herald, version {version}"


@pytest.mark.journey
def test_the_installed_program_reads_a_picture_with_its_own_board_and_tags(
    programs: Path, tmp_path: Path
) -> None:
    cases = ROOT / "tests" / "cases" / "learning"
    picture = shutil.copy(cases / "learning_0.jpg", tmp_path)
    found = json.loads(run(programs / "herald", "look", str(picture), "--json", folder=tmp_path))
    truth = json.loads((cases / "truth.json").read_text(encoding="utf-8"))["learning_0.jpg"]
    assert found["board"]["found"]
    assert found["tags"] == {tag["payload"]: tag["hex"] for tag in truth["tags"] if tag["visible"] > 0.5}


def test_the_installed_program_prints(programs: Path, tmp_path: Path) -> None:
    run(programs / "herald", "print", "all", "--scenario", "learning", "-o", "all.pdf", folder=tmp_path)
    assert (tmp_path / "all.pdf").read_bytes().startswith(b"%PDF-")
