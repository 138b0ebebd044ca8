"""The past of the game, to be looked at: its whole log, the board of any moment, pictures.

Corrections come in as taps (``companion.web.requests.commands``).
"""

import msgspec
from flask import Blueprint, Flask, Response, g, jsonify, request

from companion.camera.snapshots import Snapshots
from companion.journal.journal import Journal
from companion.table.history import board_at, entry_at, lines
from companion.web.requests.i18n import tr
from companion.web.requests.json_io import add_views, players_only, to_json

FIRST_LINES = 40
GONE = "That entry has been taken back already."


class HistoryViews:
    """The requests about what has happened, answered for the seat that asks."""

    def __init__(self, journal: Journal, pictures: Snapshots) -> None:
        self._journal, self._pictures = journal, pictures

    def log(self) -> Response:
        """Return ``count`` lines of the log, the newest between entries ``after`` and ``before``.

        With them come those that have pictures, how many ``earlier`` ones there are, and the
        number of the newest entry, what was taken back included.
        """
        newest = self._journal.last
        told, earlier = lines(
            self._journal,
            after=request.args.get("after", 0, type=int),
            before=request.args.get("before", type=int),
            count=max(1, request.args.get("count", FIRST_LINES, type=int)),
        )
        seen = self._pictures.numbers()
        pictures = [line.seq for line in told if line.seq in seen]
        return to_json({"seq": newest, "lines": told, "pictures": pictures, "earlier": earlier})

    def board(self) -> Response | tuple[Response, int]:
        """Return the game as it was after entry ``seq``, for the seat that asks."""
        seq = request.args.get("seq", -1, type=int)
        try:
            seen = board_at(self._journal, seq, g.guest.role.seat)
        except LookupError:
            return jsonify(trouble=tr(GONE)), 404
        return to_json({**msgspec.structs.asdict(seen), "picture": seq in self._pictures.numbers()})

    def entry(self) -> Response | tuple[Response, int]:
        """Return entry ``seq`` as this device may correct it."""
        refused = players_only()
        if refused is not None:
            return refused
        try:
            found = entry_at(self._journal, request.args.get("seq", -1, type=int), g.guest.role.seat)
        except LookupError:
            return jsonify(trouble=tr(GONE)), 404
        return to_json({**msgspec.structs.asdict(found), "seen": self._journal.last})

    def picture(self) -> Response | tuple[Response, int]:
        """Return what the camera saw of the board with entry ``seq``; it never changes."""
        seq = request.args.get("seq", 0, type=int)
        game = request.args.get("game")
        found = self._pictures.read(seq) if game in (None, self._journal.row.id) else None
        if found is None:
            return jsonify(trouble=tr("There is no picture of that moment.")), 404
        kept = "no-store" if game is None else "private, max-age=86400, immutable"
        return Response(found, mimetype="image/jpeg", headers={"Cache-Control": kept})


def register_past(app: Flask, journal: Journal, pictures: Snapshots) -> None:
    """Give *app*, which has the dashboard already, what can be asked about the past of *journal*."""
    views = HistoryViews(journal, pictures)
    blueprint = Blueprint("past", __name__)
    gets = {
        "/past/log": views.log,
        "/past/board": views.board,
        "/past/entry": views.entry,
        "/past/picture.jpg": views.picture,
    }
    add_views(blueprint, gets, {})
    app.register_blueprint(blueprint)
