"""Reading what devices send, and answering them in words."""

from collections.abc import Mapping
from typing import TypeVar

import msgspec
import qrcode
from flask import Blueprint, Response, g, jsonify, make_response, render_template, request
from flask.typing import RouteCallable

from companion.input.safe_parsing import MESSAGE, UNREADABLE, measured
from companion.web.requests.commands import CommandAnswer
from companion.web.requests.i18n import tr

Message = TypeVar("Message", bound=msgspec.Struct)
Views = Mapping[str, RouteCallable]
"""What answers requests, by its address."""


class BadMessageError(Exception):
    """A message that cannot be read; holds one sentence."""


def read(kind: type[Message]) -> Message:
    """Return the request's body as a *kind*.  Raises BadMessageError where it is none."""
    try:
        return msgspec.json.decode(measured(request.get_data(), MESSAGE), type=kind)
    except UNREADABLE as error:
        raise BadMessageError(
            tr("The table could not read that message ({1}); nothing was done. Load the page again.", error)
        ) from error


def reply(result: CommandAnswer) -> tuple[Response, int]:
    """Return the answer to a tap."""
    return jsonify(msgspec.to_builtins(result)), result.status


def to_json(told: object) -> Response:
    """Return *told* as JSON, as msgspec writes it."""
    return Response(msgspec.json.encode(told), mimetype="application/json")


def not_done(trouble: str) -> tuple[Response, int]:
    """Return that nothing was done, and why."""
    return jsonify(ok=False, trouble=trouble), 409


def refuse(sentence: str, status: int) -> Response:
    """Return *sentence* as a page, or as JSON where a script asks."""
    wanted = request.accept_mimetypes.best_match(("application/json", "text/html"))
    if request.method == "POST" or wanted != "text/html":
        answer = jsonify(trouble=sentence)
    else:
        answer = make_response(render_template("refused.html", sentence=sentence))
    answer.status_code = status
    return answer


def players_only() -> Response | None:
    """Turn away a device that only looks on; to run before requests of those who have joined."""
    if g.guest.can_play:
        return None
    return refuse(tr("This device only looks on. Join with the table's code to play."), 403)


def add_views(blueprint: Blueprint, gets: Views, posts: Views) -> None:
    """Give *blueprint* what answers GET and what answers POST, each under its own name."""
    for addresses, method in ((gets, "GET"), (posts, "POST")):
        for address, view in addresses.items():
            blueprint.add_url_rule(address, view.__name__, view, methods=[method])


def qr_svg(text: str) -> str:
    """Return *text* as a QR Code: an SVG picture, black on white whatever the page's colours are."""
    code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_M, border=4)
    code.add_data(text)
    matrix = code.get_matrix()
    dark = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(matrix) for x, is_dark in enumerate(row) if is_dark
    )
    size = len(matrix)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path d="{dark}"/></svg>'
    )
