"""What every answer of the dashboard bears, and what went wrong with a request, in words."""

from flask import Response, request
from werkzeug.exceptions import HTTPException

from companion.web.requests.i18n import tr
from companion.web.requests.json_io import refuse

HEADERS = {"Cross-Origin-Resource-Policy": "same-origin", "X-Content-Type-Options": "nosniff"}
"""Of every answer."""

PAGE_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
"""Of what a browser may show or run by itself: scripts and style sheets that a page loads need none of it."""

_READ_BY_PAGES = ("text/javascript", "text/css")
_WORKER = "worker.mjs"


def with_headers(answer: Response) -> Response:
    """Return *answer* with what keeps other sites' pages, and caches, out."""
    is_part = answer.mimetype in _READ_BY_PAGES and not request.path.endswith(_WORKER)
    for name, value in (HEADERS if is_part else HEADERS | PAGE_HEADERS).items():
        answer.headers.setdefault(name, value)
    answer.headers.setdefault("Cache-Control", "no-store")
    return answer


def fault_in_words(error: HTTPException) -> Response:
    """Return the sentence for a request that was not answered, with its status."""
    words = {
        400: tr("That request cannot be read."),
        404: tr("There is nothing at this address. The table's page is the one at the start."),
        405: tr("This address cannot be used that way."),
        413: tr("That message is too long for a table. Nothing was done."),
    }
    code = error.code or 500
    fault = tr("Something went wrong here. The game goes on: load the page again.")
    return refuse(words.get(code, fault), code)
