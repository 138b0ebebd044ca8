"""Joins what a page needs into one answer: a script with all modules that it imports, a style sheet likewise.

A browser that fetched a hundred modules one by one had its board a second later than with one answer.
Knows of the modules' syntax what they use of it: names in braces are imported, declarations exported.
"""

import posixpath
import re
from collections.abc import Mapping
from functools import partial

_IMPORT = re.compile(r"^import (?:\{([^}]*)\} from )?[\"'](\.{1,2}/[^\"']+)[\"'];$", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) ([\w$]+))", re.MULTILINE)
_EXPORTS = re.compile(r"\bexport ?\{([^}]*)\};?$", re.MULTILINE)
"""What a packed module ends with."""

_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
"""Any other form; eslint refuses those that begin no line, or look like one that is known."""

_OWN_ADDRESS = "import.meta.url"
_SHEET = re.compile(r'^@import "([^"]+)";\n', re.MULTILINE)


def imports(name: str, text: str) -> tuple[str, ...]:
    """Return the modules that module *name* with that *text* imports, in its order."""
    return tuple(_beside(name, address) for _, address in _IMPORT.findall(text))


def joined_script(name: str, modules: Mapping[str, str]) -> str:
    """Return module *name* and all that it needs as one, which does and exports what *name* does.

    Raises ValueError for an import or export of a form that is not known here.
    """
    parts: dict[str, str] = {}
    _add(name, modules, parts, folder=posixpath.dirname(name) or ".")
    exported = ", ".join(_names(modules[name]))
    return "".join(
        (
            "const $modules = {};\n",
            *(f"// {each}\n$modules[{each!r}] = (() => {{\n{part}\n}})();\n" for each, part in parts.items()),
            f"export const {{ {exported} }} = $modules[{name!r}];\n" if exported else "",
        )
    )


def joined_style(name: str, sheets: Mapping[str, str]) -> str:
    """Return style sheet *name* with those that it imports in their places, each once.

    Raises ValueError for an import of a form that is not known here.
    """
    met: set[str] = set()

    def whole(sheet: str) -> str:
        if sheet in met:
            return ""
        met.add(sheet)
        return _SHEET.sub(lambda found: whole(found[1]), sheets[sheet])

    joined = whole(name)
    if "@import" in joined:
        raise ValueError(
            f'{name}: cannot be joined: a style sheet imports by @import "other.css"; alone on a line'
        )
    return joined


def _add(name: str, modules: Mapping[str, str], parts: dict[str, str], *, folder: str) -> None:
    """Add to *parts* what module *name* needs, and then itself, as a browser would run them."""
    for needed in imports(name, modules[name]):
        if needed not in parts:
            _add(needed, modules, parts, folder=folder)
    parts[name] = _as_part(name, modules[name], folder)


def _as_part(name: str, text: str, folder: str) -> str:
    """Return *text* as a function's body, which returns what the module exports; it lies in *folder* now."""
    exported = ", ".join(f"{each}: {own}" for each, own in _names(text).items())
    body = _EXPORTS.sub("", _EXPORT.sub("", _IMPORT.sub(partial(_taken, name), text)))
    strange = _OTHER.search(body)
    if strange is not None:
        raise ValueError(
            f"{name}: {strange[0]} cannot be joined: name imports in braces, export what is declared"
        )
    if _OWN_ADDRESS in body:
        address = posixpath.relpath(name, folder)
        body = body.replace(_OWN_ADDRESS, f"new URL({address!r}, {_OWN_ADDRESS})")
    return f"{body.strip()}\nreturn {{ {exported} }};"


def _taken(name: str, found: re.Match[str]) -> str:
    if found[1] is None:
        return ""
    names = re.sub(r"(\S+) as (\S+)", r"\1: \2", " ".join(found[1].split()))
    return f"const {{ {names} }} = $modules[{_beside(name, found[2])!r}];"


def _names(text: str) -> dict[str, str]:
    """Return what a module exports: the names, and what it calls them itself."""
    named = {name: name for name in _EXPORT.findall(text)}
    listed = [
        each.split(" as ") for found in _EXPORTS.findall(text) for each in found.split(",") if each.strip()
    ]
    return named | {each[-1].strip(): each[0].strip() for each in listed}


def _beside(name: str, address: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), address))
