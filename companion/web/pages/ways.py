"""The ways to the table, for the sheet that lets more tablets join, and whether one is open."""

from urllib.parse import urlsplit

from flask import Blueprint, Flask, Response, g, jsonify, request

from companion.web.access.reach import Reach
from companion.web.pages.answers import PAGE_HEADERS
from companion.web.requests.i18n import tr
from companion.web.requests.json_io import add_views, qr_svg, refuse

_POLICY = "Content-Security-Policy"


class WaysViews:
    """The requests about the ways to the table."""

    def __init__(self, reach: Reach, code: str) -> None:
        self._reach, self._code = reach, code

    def ways(self) -> Response:
        """Return every way, the likeliest first; *here* is the one by which this device came."""
        host = request.host.casefold()
        told = [
            {"url": way.url, "name": way.name, "tried": way.is_tried, "here": _place(way.url) == host}
            for way in self._reach.ways()
        ]
        return jsonify(ways=told)

    def qr(self) -> Response | tuple[Response, int]:
        """Return the link for players by the way that is asked for as a QR picture."""
        ways, number = self._reach.ways(), request.args.get("way", default=0, type=int)
        if not g.guest.can_play or number not in range(len(ways)):
            return refuse(tr("There is no such way to the table."), 404)
        return Response(qr_svg(f"{ways[number].url}/join/{self._code}"), mimetype="image/svg+xml")

    def open(self) -> Response:
        """Return nothing, to anybody: who gets it has found a way that is open."""
        return Response(status=204, headers={"Cross-Origin-Resource-Policy": "cross-origin"})

    def note(self) -> None:
        """Remember by which way a device came."""
        if g.get("guest") is not None:
            host = urlsplit(f"//{request.host}").hostname
            self._reach.note(host or "", request.remote_addr or "")

    def let_try(self, answer: Response) -> Response:
        """Let the table's page try the other ways."""
        if request.endpoint == "dashboard.landing":
            tried = " ".join(way.url for way in self._reach.ways())
            answer.headers[_POLICY] = f"{PAGE_HEADERS[_POLICY]}; connect-src 'self' {tried}"
        return answer


def _place(url: str) -> str:
    return urlsplit(url).netloc


def register_ways(app: Flask, reach: Reach, code: str) -> None:
    """Give *app*, which has the dashboard already, the ways by which tablets reach it."""
    views = WaysViews(reach, code)
    blueprint = Blueprint("ways", __name__)
    add_views(blueprint, {"/ways": views.ways, "/ways.svg": views.qr, "/open": views.open}, {})
    app.before_request(views.note)
    app.after_request(views.let_try)
    app.register_blueprint(blueprint)
