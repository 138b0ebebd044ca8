"""Notices on every screen, taken away by whoever has read them.

What stands there is in the view; what is not mended yet cannot be taken away.
"""

import msgspec
from flask import Blueprint, Flask, Response

from companion.journal.notices import Notices
from companion.web.requests.commands import CommandAnswer
from companion.web.requests.i18n import tr
from companion.web.requests.json_io import players_only, read, reply


class NoticeRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The notice called *id* has been read."""

    id: str


class NoticesViews:
    """The requests about what stands on *board*."""

    def __init__(self, board: Notices) -> None:
        self._board = board

    def dismiss(self) -> tuple[Response, int]:
        """Take a notice away."""
        if self._board.dismiss(read(NoticeRequest).id):
            return reply(CommandAnswer(ok=True))
        return reply(
            CommandAnswer(ok=False, conflict=tr("That stays until it is mended, or is over already."))
        )


def register_notices(app: Flask, board: Notices) -> None:
    """Give *app*, which has the dashboard already, what takes notices off *board*."""
    views = NoticesViews(board)
    blueprint = Blueprint("notices", __name__)
    blueprint.before_request(players_only)
    blueprint.add_url_rule("/notice", "dismiss", views.dismiss, methods=["POST"])
    app.register_blueprint(blueprint)
