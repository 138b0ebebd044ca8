"""The page on which the grid is laid over the camera's picture, and what it asks.

Onlookers see the picture; those who play lay the grid (``PLAYERS_ONLY`` in ``routes``).
"""

import msgspec
from flask import Blueprint, Response, g, jsonify, render_template, request

from companion.web.requests.i18n import tr
from companion.web.requests.json_io import add_views, not_done, read, to_json
from companion.web.requests.ports import CameraPort, FitView, Point


class FitRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the grid and the tray were dragged, in pixels of the still."""

    corners: tuple[Point, Point, Point, Point]
    tray: tuple[Point, Point] | None = None


class PinRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the board's own corners were tapped, in pixels of the still."""

    corners: tuple[Point, Point, Point, Point]


class CameraViews:
    """The requests about the *camera*; there may be none."""

    def __init__(self, camera: CameraPort | None) -> None:
        self._camera = camera

    def camera_page(self) -> str:
        """Return the page on which the grid is laid over the camera's picture."""
        return render_template("camera.html", guest=g.guest)

    def still(self) -> Response | tuple[Response, int]:
        """Return the newest picture, or that of the second camera where ``?of=second`` is asked."""
        of_second = request.args.get("of") == "second"
        picture = self._camera.still(of_second=of_second) if self._camera is not None else None
        if picture is None:
            return jsonify(trouble=tr("There is no picture: no camera is looking at the board.")), 404
        return Response(picture, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})

    def fit_view(self) -> Response:
        """Return where the grid lies on the picture, or why there is none: pages ask until there is one."""
        seen: FitView | None = self._camera.fit_view() if self._camera is not None else None
        if seen is None:
            return jsonify(trouble=tr("There is no picture: no camera is looking at the board."))
        return to_json(seen)

    def fit(self) -> tuple[Response, int]:
        """Lay the grid as it was dragged."""
        asked = read(FitRequest)
        if self._camera is None:
            return not_done(tr("There is no camera, so there is no picture to lay a grid on."))
        trouble = self._camera.fit(corners=asked.corners, tray=asked.tray)
        if trouble is not None:
            return not_done(trouble)
        return jsonify(ok=True), 200

    def pin(self) -> tuple[Response, int]:
        """Take the board to lie where its corners were tapped."""
        asked = read(PinRequest)
        if self._camera is None:
            return not_done(tr("There is no camera, so there is no picture of a board."))
        trouble = self._camera.pin(corners=asked.corners)
        if trouble is not None:
            return not_done(trouble)
        return jsonify(ok=True), 200


def add_camera(blueprint: Blueprint, camera: CameraPort | None) -> None:
    """Give *blueprint*, the dashboard's, what is asked about the *camera*."""
    views = CameraViews(camera)
    gets = {"/camera": views.camera_page, "/camera.jpg": views.still, "/camera/grid": views.fit_view}
    add_views(blueprint, gets, {"/camera/fit": views.fit, "/camera/corners": views.pin})
