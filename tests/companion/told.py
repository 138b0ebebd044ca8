"""Which sentences the program tells: those of page modules, of templates and of Python."""

import ast
import itertools
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2] / "companion"
FILLING_IN = (
    "companion/library/save_scenario.py",
    "companion/camera/camera_memory.py",
    "companion/journal/campaigns.py",
    "companion/web/requests/commands.py",
    "companion/journal/data_folder.py",
    "companion/app/services.py",
    "companion/input/safe_parsing.py",
    "companion/library/library.py",
    "companion/voice/ear.py",
    "companion/voice/listening/microphone.py",
    "companion/voice/listening/recogniser.py",
    "companion/camera/dice_camera.py",
    "companion/library/packs.py",
    "companion/camera/snapshots.py",
    "companion/voice/speaking/child.py",
    "companion/voice/speaking/host.py",
    "companion/voice/speaking/sink.py",
    "companion/voice/voice.py",
    "companion/journal/store.py",
    "companion/journal/backup.py",
    "companion/journal/repair.py",
    "companion/journal/upgrade.py",
    "companion/journal/upkeep.py",
    "companion/camera/watch.py",
    "vision/source/addresses.py",
    "vision/source/frames.py",
    "vision/health.py",
    "vision/source/picam.py",
    "vision/board/plan.py",
)
"""Who says something that reaches the table's people and knows no language."""

SEVERAL_WORDS = re.compile(r"[a-z]+[,;:)]? [(a-z{]|[}] [a-z]{2,}")


def in_modules() -> set[str]:
    """Return the sentences of t`...` and the "one|many" of count(...) in the page's modules."""
    found = set()
    for path in sorted((ROOT / "web" / "static").glob("*.mjs")):
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
    for path in sorted((ROOT / "web" / "templates").glob("*.html")):
        text = re.sub(r"\s+", " ", path.read_text(encoding="utf-8"))
        found |= {told for _, told in re.findall(r"""\bt\((["'])(.*?)\1""", text)}
    return found


def in_python() -> set[str]:
    """Return the sentences of tell("...") in our own modules."""
    return {sentence for path in ROOT.rglob("*.py") for sentence in _told(path)}


def filled_in() -> set[str]:
    """Return what modules that know no language say to the table, with places for what they fill in."""
    return {text for name in FILLING_IN for text in _texts(ROOT.parent / name)}


def _told(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named = {
        node.targets[0].id: _text(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node.func).lstrip("_") in ("tell", "in_words") and node.args:
            first = node.args[0]
            text = named.get(first.id) if isinstance(first, ast.Name) else _text(first)
            if text is not None:
                yield text


def _texts(path: Path) -> Iterator[str]:
    """Yield a module's sentences and parts of them: texts of several words that people read."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    unread = {id(part) for node in ast.walk(tree) if _is_unread(node) for part in ast.walk(node)}
    unread |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        text = _text(node)
        if text is None or id(node) in unread or text.startswith(("import ", "SELECT ", "INSERT ")):
            continue
        if SEVERAL_WORDS.search(text):
            yield text


def _is_unread(node: ast.AST) -> bool:
    """Return whether *node* is a docstring, for the programmer, or for the log."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and _name(node.func.value) in ("log", "logger")
    return isinstance(node, ast.Assert | ast.keyword | ast.arg | ast.AnnAssign) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _text(node: ast.AST) -> str | None:
    """Return the text that *node* is, with {1}, {2}, ... for its values."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if not isinstance(node, ast.JoinedStr):
        return None
    numbers = itertools.count(1)
    parts = (
        _text(part) if isinstance(part, ast.Constant) else f"{{{next(numbers)}}}" for part in node.values
    )
    return "".join(map(str, parts))


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
