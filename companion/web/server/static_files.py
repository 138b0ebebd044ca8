"""The page's own files, read once: under an address that names their version, and packed for the way.

What has its version in its address may be kept by a browser for ever: the next version has
another address.  Knows no game.
"""

import gzip
import hashlib
import mimetypes
import posixpath
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, render_template_string, request

FOLDER = Path(__file__).parents[1] / "static"
FOR_EVER = "public, max-age=31536000, immutable"
LEAST_PACKED = 800
"""Shorter answers are not worth packing, in bytes."""

_TEXTS = ("text/html", "text/css", "text/javascript", "application/json", "image/svg+xml")
_IMPORT = re.compile(r"""^(?:import|export)\b[^"';]*["'](\.{1,2}/[^"']+)["']""", re.MULTILINE)
_COMMENT = re.compile(rb"^[ \t]*(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/)[ \t]*$", re.MULTILINE | re.DOTALL)
"""Lines of a module that hold a comment and nothing else."""
_MODULES = """{% for name in names -%}
<link rel="modulepreload" href="{{ url_for('dashboard.static', filename=name) }}">
{% endfor %}{% for name in scripts -%}
<script type="module" src="{{ url_for('dashboard.static', filename=name) }}"></script>
{% endfor %}"""


class StaticFiles:
    """The files of *folder* as they were when it was opened."""

    def __init__(self, folder: Path = FOLDER) -> None:
        found = sorted(each for each in folder.rglob("*") if each.is_file())
        files = {each.relative_to(folder).as_posix(): each.read_bytes() for each in found}
        self._files = {name: _sent(name, body) for name, body in files.items()}
        sums = (f"{name} {hashlib.sha256(body).hexdigest()}\n" for name, body in self._files.items())
        self.version = hashlib.sha256("".join(sums).encode()).hexdigest()[:12]
        modules = {name: body.decode() for name, body in self._files.items() if _is_module(name)}
        self._imported = {name: _imported(name, text) for name, text in modules.items()}

    def file(self, filename: str, version: str = "") -> Response:
        """Answer with a file; one of another *version* is answered with this one's, to be asked for anew."""
        body = self._files.get(filename)
        if body is None:
            abort(404)
        kind = "text/javascript" if _is_module(filename) else mimetypes.guess_type(filename)[0]
        answer = Response(body, mimetype=kind)
        answer.headers["Cache-Control"] = FOR_EVER if version == self.version else "no-cache"
        answer.set_etag(self.version)
        answer.make_conditional(request)
        return answer

    def imports(self, *modules: str) -> tuple[str, ...]:
        """Return all modules that *modules* need, however indirectly, in the order they are met."""
        met: dict[str, None] = {}
        queue = [*modules]
        while queue:
            name = queue.pop(0)
            for path in self.imported_by(name):
                if path not in met:
                    met[path] = None
                    queue.append(path)
        return tuple(met)

    def imported_by(self, module: str) -> tuple[str, ...]:
        """Return the modules that *module* itself imports."""
        return self._imported[module]

    def load(self, scripts: Sequence[str]) -> str:
        """Return the tags that load *scripts*, and at once all that they will ask for."""
        return render_template_string(_MODULES, names=self.imports(*scripts), scripts=scripts)


def _is_module(name: str) -> bool:
    return name.endswith(".mjs")


def _imported(name: str, text: str) -> tuple[str, ...]:
    folder = posixpath.dirname(name)
    return tuple(posixpath.normpath(posixpath.join(folder, wanted)) for wanted in _IMPORT.findall(text))


def _sent(name: str, body: bytes) -> bytes:
    """Return what of a file is sent: our modules' comments stay here, each line keeping its number."""
    if not _is_module(name) or name.startswith("vendor/"):
        return body
    return _COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), body)


@cache
def page_files() -> StaticFiles:
    """Return the page's files as they were when they were first asked for."""
    return StaticFiles()


def put_up(app: Flask, blueprint: Blueprint) -> None:
    """Let *blueprint* of *app* hand out the page's files as ``static``, and all texts of *app* be packed."""
    static_files = page_files()
    blueprint.add_url_rule("/page/<path:filename>", "static", static_files.file)
    blueprint.add_url_rule("/page-<version>/<path:filename>", "static", static_files.file)
    blueprint.url_defaults(
        lambda endpoint, values: (
            values.setdefault("version", static_files.version) if endpoint == "dashboard.static" else None
        )
    )
    app.context_processor(lambda: {"load": static_files.load, "imports": static_files.imports})
    app.after_request(pack)


def pack(answer: Response) -> Response:
    """Pack *answer* where it is a text worth packing and who asked can unpack it."""
    if answer.is_streamed or answer.mimetype not in _TEXTS or answer.status_code != 200:
        return answer
    body = answer.get_data()
    if len(body) < LEAST_PACKED:
        return answer
    answer.vary.add("Accept-Encoding")
    if request.accept_encodings["gzip"]:
        answer.set_data(_packed(body))
        answer.content_encoding = "gzip"
    return answer


@lru_cache(maxsize=128)
def _packed(body: bytes) -> bytes:
    return gzip.compress(body, 6, mtime=0)
