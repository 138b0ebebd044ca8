"""What is imported, declared, pinned and explained is the same."""

import re
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from companion.voice.listening.recogniser import WITH_WHEELS
from tests.packaging.test_imports import every_import

ROOT = Path(__file__).parents[2]
ROOMS = ("rules", "vision", "printables", "companion")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def named(requirements: list[str]) -> set[str]:
    """Return the packages' names, as the registry writes them."""
    return {re.split(r"[<>=!~;\[ ]", requirement, maxsplit=1)[0].lower() for requirement in requirements}


RUNTIME = named(PROJECT["project"]["dependencies"])
OPTIONAL = PROJECT["project"]["optional-dependencies"]
EXTRA = named(OPTIONAL["voice"] + OPTIONAL["zeroconf"])
LARGE = named(OPTIONAL["speech-hd"])
"""Optional and too large to be installed for work: its package is called otherwise than its module."""
MODULES = {"piper": "piper-tts"}
DEV = named(PROJECT["dependency-groups"]["dev"])


def imported() -> set[str]:
    """Return the top-level modules of other people that the program imports when it runs."""
    found = (each for room in ROOMS for each in every_import(room, at_run_time=True))
    modules = {each.module.split(".")[0] for each in found}
    return modules - set(sys.stdlib_module_names) - {*ROOMS}


def test_what_is_imported_is_declared_and_what_is_declared_is_imported() -> None:
    owners = metadata.packages_distributions()
    found = {MODULES.get(module, owners.get(module, [module])[0]) for module in imported()}
    used = {package.lower().replace("_", "-") for package in found}
    assert used == RUNTIME | EXTRA | LARGE


def test_what_is_optional_is_installed_for_work_on_it() -> None:
    assert EXTRA <= DEV


@pytest.mark.parametrize("package", sorted(RUNTIME | DEV))
def test_every_dependency_is_pinned_and_has_a_line_in_the_documents(package: str) -> None:
    lock = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
    assert re.search(rf"^{re.escape(package)}==[\d.]+", lock, re.MULTILINE)
    document = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    assert document.count(f"\n| {package} | ") == 1


def test_the_lock_names_no_place_to_download_from() -> None:
    lock = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
    assert "://" not in lock
    assert "--" not in lock


def test_the_supported_pythons_are_the_same_everywhere() -> None:
    assert PROJECT["project"]["requires-python"] == ">=3.11,<3.15"
    assert PROJECT["tool"]["ruff"]["target-version"] == "py311"
    assert "(3, 11) <= sys.version_info < (3, 15)" in (ROOT / "tools" / "need").read_text(encoding="utf-8")


def test_an_extra_for_some_pythons_only_is_told_so_where_it_is_offered() -> None:
    lines = [line for lines in OPTIONAL.values() for line in lines if "python_version" in line]
    assert [named([line]) for line in lines] == [{"pocketsphinx"}]
    told = "Only with Python 3.11 and 3.13"
    assert told in (ROOT / "README.md").read_text(encoding="utf-8")
    assert WITH_WHEELS == ((3, 11), (3, 13))
    assert all(f"python_version == '{major}.{minor}'" in lines[0] for major, minor in WITH_WHEELS)
