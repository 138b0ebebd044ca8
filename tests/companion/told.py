"""Which sentences the program tells: those of page modules, of templates and of Python."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2] / "companion"


def in_modules() -> set[str]:
    """Return the sentences of t`...` and the "one|many" of count(...) in the page's modules."""
    found = set()
    for path in sorted((ROOT / "dashboard" / "static").glob("*.mjs")):
        if path.name == "tongue.mjs":
            continue
        text = path.read_text(encoding="utf-8")
        starts = [match.end() for match in re.finditer(r"(?<![\w`$])t`", text)]
        found |= {_template(text, start) for start in starts}
        for one, many in re.findall(r'\bcount\([^;]*?, "([^"]+)"(?:, "([^"]+)")?\)', text):
            found.add(f"{one}|{many or one + 's'}")
    return found


def in_templates() -> set[str]:
    """Return the sentences of {{ t("...") }} in the pages."""
    found: set[str] = set()
    for path in sorted((ROOT / "dashboard" / "templates").glob("*.html")):
        text = re.sub(r"\s+", " ", path.read_text(encoding="utf-8"))
        found |= set(re.findall(r'\bt\("([^"]+)"', text))
    return found


def in_python() -> set[str]:
    """Return the sentences of tell("...") in our own modules."""
    return {sentence for path in ROOT.rglob("*.py") for sentence in _told(path)}


def _told(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        first = node.args[0]
        if name.lstrip("_") == "tell" and isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield first.value


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
