"""The page's own files, read once: under an address that names their version, joined and packed for the way.

What has its version in its address may be kept by a browser for ever: the next version has
another address.  Knows no game.
"""

import gzip
import hashlib
import mimetypes
import re
from functools import cache, lru_cache
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, request

from companion.web.server.joined_files import imports, joined_script, joined_style

FOLDER = Path(__file__).parents[1] / "static"
FOR_EVER = "public, max-age=31536000, immutable"
_JOINING = Path(__file__).with_name("joined_files.py")
"""What is sent may change with it, too."""

LEAST_PACKED = 800
"""Shorter answers are not worth packing, in bytes."""

_TEXTS = ("text/html", "text/css", "text/javascript", "application/json", "image/svg+xml")
_COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/)[ \t]*$", re.MULTILINE | re.DOTALL)
"""Lines of a module that hold a comment and nothing else."""


class StaticFiles:
    """The files of *folder* as they were when it was opened."""

    def __init__(self, folder: Path = FOLDER) -> None:
        found = sorted(each for each in folder.rglob("*") if each.is_file())
        files = {each.relative_to(folder).as_posix(): each.read_bytes() for each in found}
        self._modules = {name: _without_comments(body) for name, body in files.items() if _is_module(name)}
        self._imported = {name: imports(name, text) for name, text in self._modules.items()}
        self._sheets = {name: body.decode() for name, body in files.items() if name.endswith(".css")}
        self._files = files
        modules = {name: text.encode() for name, text in self._modules.items()}
        told = files | modules | {_JOINING.name: _JOINING.read_bytes()}
        sums = (f"{name} {hashlib.sha256(body).hexdigest()}\n" for name, body in told.items())
        self.version = hashlib.sha256("".join(sums).encode()).hexdigest()[:12]
        self._sent: dict[str, bytes] = {}

    def file(self, filename: str, version: str = "") -> Response:
        """Answer with a file; one of another *version* is answered with this one's, to be asked for anew."""
        if filename not in self._files:
            abort(404)
        kind = "text/javascript" if _is_module(filename) else mimetypes.guess_type(filename)[0]
        answer = Response(self.sent(filename), mimetype=kind)
        answer.headers["Cache-Control"] = FOR_EVER if version == self.version else "no-cache"
        answer.set_etag(self.version)
        answer.make_conditional(request)
        return answer

    def sent(self, name: str) -> bytes:
        """Return what is sent of a file: with a module or style sheet comes all that it imports."""
        if name not in self._sent:
            self._sent[name] = self._joined(name)
        return self._sent[name]

    def imports(self, module: str) -> tuple[str, ...]:
        """Return all modules that *module* needs, however indirectly, in the order they are met."""
        met: dict[str, None] = {}
        queue = [module]
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

    def _joined(self, name: str) -> bytes:
        if name in self._modules:
            return joined_script(name, self._modules).encode()
        if name in self._sheets:
            return joined_style(name, self._sheets).encode()
        return self._files[name]


def _is_module(name: str) -> bool:
    return name.endswith(".mjs")


def _without_comments(body: bytes) -> str:
    return _COMMENT.sub("", body.decode())


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
    app.context_processor(lambda: {"imports": static_files.imports})
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
