"""CONTRIBUTING.md leads to what is there: files by their paths, code by its names."""

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("companion", "printables", "rules", "vision", "config", "tests")
CODE = {".py", ".mjs"}
MADE_UP = re.compile(r"LANG|NAME")


@cache
def quoted() -> set[str]:
    """Return what stands between backticks."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return set(
        re.findall(r"(?<!`)`([^`\n]+)`(?!`)", re.sub(r"(?s)^```.*?^```", "", text, flags=re.MULTILINE))
    )


def test_every_file_that_it_names_is_there() -> None:
    paths = {
        each for each in quoted() if re.fullmatch(r"[\w./]*[./][\w./]*", each) and not MADE_UP.search(each)
    }
    assert len(paths) > 40
    assert not {each for each in paths if not (ROOT / each).exists()}


def test_every_name_that_it_quotes_occurs_in_the_code() -> None:
    names = {
        each
        for each in quoted()
        if re.fullmatch(r"_[a-z_]+|[A-Z]\w+", each) and each != "HERALD_FUZZ_SECONDS"
    }
    assert len(names) > 20
    texts = (
        path.read_text(encoding="utf-8")
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if path.suffix in CODE and path != Path(__file__)
    )
    known = {word for text in texts for word in re.findall(r"\w+", text)}
    assert not names - known
