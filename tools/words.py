"""The catalogues of the program's sentences: python -m tools.words (make words) brings them up to date.

What the code says is found in page modules, templates and Python; each ``config/words/<lang>/interface.po``
gets what it lacks, to be translated, and loses what nobody says any more.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from companion.words.interface import CATALOGUE

ROOT = Path(__file__).parents[1]
WORDS = ROOT / "config" / "words"
PAGES = ROOT / "companion" / "web"
ROOMS = ("rules", "vision", "printables", "companion")
SPEAKS_ENGLISH = ROOT / "companion" / "cli"
"""Whoever types commands reads English: what goes wrong there is in no other language, what is found is."""

TOLD = {"tr": 0, "in_words": 0, "Message": 0, "EngineError": 0, "ConfigError": 2, "wrong": 1, "counted": 1}
"""What is called with a sentence, and which argument that is; all other errors have it first."""

_PAIR = r"""\([^;]*?,\s+"([^"]+)"(?:,\s+"([^"]+)")?(?:,[^"]*?)?,?\s*\)"""


class Sentence(NamedTuple):
    """A sentence in English, and the form for *many* where a number decides."""

    one: str
    many: str | None = None


def sentences() -> dict[Sentence, set[str]]:
    """Return what the program says, and in which files."""
    found = defaultdict[Sentence, set[str]](set)
    for path, sentence in (*_in_modules(), *_in_templates(), *_in_python()):
        if re.search(r"[a-z]", re.sub(r"\{\d\}", "", sentence.one), re.IGNORECASE):
            found[sentence].add(path.relative_to(ROOT).as_posix())
    return dict(found)


def update() -> None:
    """Write every catalogue with what the program says now."""
    template = Catalog()
    for (one, many), files in sentences().items():
        locations = [(file, None) for file in sorted(files)]
        template.add(one if many is None else (one, many), locations=locations)
    for path in sorted(WORDS.glob(f"*/{CATALOGUE}")):
        with path.open("rb") as file:
            catalogue = read_po(file, locale=path.parent.name)
        catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
        with path.open("wb") as file:
            write_po(file, catalogue, width=110, sort_output=True, ignore_obsolete=True, include_lineno=False)


def finished() -> list[str]:
    """Return where a sentence has its values in it already, so that it is found in no catalogue."""
    return [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path, node, at in _every_call()
        if isinstance(node.args[at], ast.JoinedStr)
    ]


def _in_modules() -> Iterator[tuple[Path, Sentence]]:
    """Yield the sentences of t`...`, count(...) and counted(...) in the page's modules."""
    for path in sorted((PAGES / "static").rglob("*.mjs")):
        if path.name == "language.mjs" or path.parent.name == "vendor":
            continue
        text = path.read_text(encoding="utf-8")
        for match in re.finditer(r"(?<![\w`$])t`", text):
            yield path, Sentence(_template(text, match.end()))
        for call in re.finditer(r"\b(count|counted)\(", text):
            found = re.match(_PAIR, text[call.end() - 1 :], re.DOTALL)
            if found and call[1] == "count":
                yield path, Sentence(f"{{1}} {found[1]}", f"{{1}} {found[2] or found[1] + 's'}")
            elif found:
                yield path, Sentence(found[1], found[2])


def _in_templates() -> Iterator[tuple[Path, Sentence]]:
    """Yield the sentences of {{ t("...") }} and {{ t(counted(...)) }} in the pages."""
    for path in sorted((ROOT / "companion").glob("*/templates/*.html")):
        text = re.sub(r"\s+", " ", path.read_text(encoding="utf-8"))
        for _, told in re.findall(r"""\bt\((["'])(.*?)\1""", text):
            yield path, Sentence(told)
        for call in re.finditer(r"\bcounted\(", text):
            if found := re.match(_PAIR, text[call.end() - 1 :]):
                yield path, Sentence(found[1], found[2])


def _in_python() -> Iterator[tuple[Path, Sentence]]:
    """Yield the sentences of tr("..."), Message("...") and of every error that tells people something."""
    for path, node, at in _every_call():
        named = _constants(path)
        if _called(node) == "counted":
            one, many = (next(_texts(part, named), "") for part in node.args[at : at + 2])
            yield path, Sentence(one, many)
        else:
            yield from ((path, Sentence(text)) for text in _texts(node.args[at], named))


def _every_call() -> Iterator[tuple[Path, ast.Call, int]]:
    """Yield each call with a sentence, and which of its arguments that is."""
    everywhere = {**dict.fromkeys(_errors(), 0), **TOLD}
    for path in _python_files():
        called = (
            {"tr": 0, "in_words": 0, "Message": 0, "counted": 1}
            if SPEAKS_ENGLISH in path.parents
            else everywhere
        )
        for node in _nodes(path):
            if isinstance(node, ast.Call) and len(node.args) > called.get(_called(node), 99):
                yield path, node, called[_called(node)]


@cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def _nodes(path: Path) -> tuple[ast.Call | ast.ClassDef, ...]:
    """Return the calls and classes of a module."""
    return tuple(node for node in ast.walk(_parsed(path)) if isinstance(node, ast.Call | ast.ClassDef))


def _python_files() -> Iterator[Path]:
    for room in ROOMS:
        yield from sorted((ROOT / room).rglob("*.py"))


def _errors() -> set[str]:
    """Return the names of the errors that hold a message: those made of TranslatableError."""
    bases = {
        node.name: {_name(base) for base in node.bases}
        for path in _python_files()
        for node in _nodes(path)
        if isinstance(node, ast.ClassDef)
    }
    found = {"TranslatableError"}
    while fresh := {name for name, above in bases.items() if above & found} - found:
        found |= fresh
    return {name.lstrip("_") for name in found}


def _constants(path: Path) -> dict[str, ast.expr]:
    """Return what the names of a module stand for."""
    return {
        node.targets[0].id: node.value
        for node in _parsed(path).body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }


def _texts(node: ast.expr, named: Mapping[str, ast.expr]) -> Iterator[str]:
    """Yield the texts that *node* can be; *named* are the module's constants."""
    if isinstance(node, ast.IfExp):
        yield from _texts(node.body, named)
        yield from _texts(node.orelse, named)
    elif isinstance(node, ast.Name):
        yield from _texts(named.get(node.id, ast.Constant(None)), {})
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def _called(node: ast.Call) -> str:
    return _name(node.func).lstrip("_")


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _template(text: str, at: int) -> str:
    """Return the template literal that begins at *at*, with {1}, {2}, ... for its values."""
    sentence, number, depth = "", 0, 0
    while depth or text[at] != "`":
        if depth:
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            if text[at] == "`":
                at += _end(text, at + 1)
        elif text.startswith("${", at):
            number += 1
            sentence += f"{{{number}}}"
            depth, at = 1, at + 1
        else:
            sentence += text[at]
        at += 1
    return sentence


def _end(text: str, at: int) -> int:
    """Return how far the template literal inside a value reaches that begins at *at*."""
    start, depth = at, 0
    while depth or text[at] != "`":
        if text.startswith("${", at):
            depth += 1
            at += 1
        elif depth and text[at] == "}":
            depth -= 1
        at += 1
    return at - start + 1


if __name__ == "__main__":
    update()
