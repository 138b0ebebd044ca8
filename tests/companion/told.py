"""Which sentences the program tells: those of page modules, of templates and of Python."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "companion" / "web"
ROOMS = ("rules", "vision", "printables", "companion")
SPEAKS_ENGLISH = ROOT / "companion" / "cli"
"""Whoever types commands reads English: what goes wrong there is in no other language."""

TOLD = {"tell": 0, "in_words": 0, "Message": 0, "EngineError": 0, "ConfigError": 2, "wrong": 1}
"""What is called with a sentence, and which argument that is; all other errors have it first."""


def in_modules() -> set[str]:
    """Return the sentences of t`...` and the "one|many" of count(...) in the page's modules."""
    found = set()
    for path in sorted((PAGES / "static").glob("*.mjs")):
        if path.name == "tongue.mjs":
            continue
        text = path.read_text(encoding="utf-8")
        starts = [match.end() for match in re.finditer(r"(?<![\w`$])t`", text)]
        found |= {_template(text, start) for start in starts}
        for one, many in re.findall(r'\bcount\([^;]*?,\s+"([^"]+)"(?:,\s+"([^"]+)")?,?\s*\)', text):
            found.add(f"{one}|{many or one + 's'}")
    return found


def in_templates() -> set[str]:
    """Return the sentences of {{ t("...") }} in the pages."""
    found: set[str] = set()
    for path in sorted((PAGES / "templates").glob("*.html")):
        text = re.sub(r"\s+", " ", path.read_text(encoding="utf-8"))
        found |= {told for _, told in re.findall(r"""\bt\((["'])(.*?)\1""", text)}
    return found


def in_python() -> set[str]:
    """Return the sentences of tell("..."), Message("...") and of every error that tells people something."""
    called = {**dict.fromkeys(_errors(), 0), **TOLD}
    return {
        sentence
        for path in _modules()
        for sentence in _said(path, {"tell": 0, "in_words": 0} if SPEAKS_ENGLISH in path.parents else called)
        if re.search(r"[a-z]", re.sub(r"\{\d\}", "", sentence), re.IGNORECASE)
    }


def finished() -> list[str]:
    """Return where a sentence has its values in it already, so that it is found in no file of a language."""
    called = {**dict.fromkeys(_errors(), 0), **TOLD}
    return [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in _modules()
        if SPEAKS_ENGLISH not in path.parents
        for node in _calls(path, called)
        if isinstance(node.args[called[_name(node.func).lstrip("_")]], ast.JoinedStr)
    ]


def _modules() -> Iterator[Path]:
    for room in ROOMS:
        yield from sorted((ROOT / room).rglob("*.py"))


def _errors() -> set[str]:
    """Return the names of the errors that hold a message: those made of TranslatableError."""
    bases = {
        node.name: {_name(base) for base in node.bases}
        for path in _modules()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    found = {"TranslatableError"}
    while fresh := {name for name, above in bases.items() if above & found} - found:
        found |= fresh
    return {name.lstrip("_") for name in found}


def _calls(path: Path, called: Mapping[str, int]) -> Iterator[ast.Call]:
    """Yield the calls in *path* of what is *called* with a sentence."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and len(node.args) > called.get(_name(node.func).lstrip("_"), 99):
            yield node


def _said(path: Path, called: Mapping[str, int]) -> Iterator[str]:
    named = {
        node.targets[0].id: node.value
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    for node in _calls(path, called):
        yield from _texts(node.args[called[_name(node.func).lstrip("_")]], named)


def _texts(node: ast.expr, named: Mapping[str, ast.expr]) -> Iterator[str]:
    """Yield the texts that *node* can be; *named* are the module's constants."""
    if isinstance(node, ast.IfExp):
        yield from _texts(node.body, named)
        yield from _texts(node.orelse, named)
    elif isinstance(node, ast.Name):
        yield from _texts(named.get(node.id, ast.Constant(None)), {})
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


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
