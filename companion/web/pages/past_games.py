"""The games that are kept, on the home page: listed, reported, exported, renamed, deleted, brought back."""

from collections.abc import Callable
from typing import Annotated

import msgspec
from flask import Blueprint, Flask, Response, jsonify, request

from companion.input.errors import StoreError
from companion.input.text import LONGEST_TITLE, is_name, tidy
from companion.report.page import POLICY, Pictures, report_of
from companion.report.past_games import PastGames
from companion.report.picture import PICTURE_POLICY, picture_of
from companion.web.requests.i18n import tell_trouble, tr
from companion.web.requests.json_io import Views, add_views, not_done, players_only, read, refuse, to_json

LISTED = 20
"""How many games are listed at once."""

Answer = Response | tuple[Response, int]


class TitleRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """*game* is called *title* from now on; "": by its scenario."""

    game: str
    title: Annotated[str, msgspec.Meta(max_length=4 * LONGEST_TITLE)]


class DeleteRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """*game* is thrown away, or brought back."""

    game: str
    is_deleted: bool


class PastGamesViews:
    """The requests about kept games; *present* is the one on the table."""

    def __init__(self, kept: PastGames, present: str, pictures: Callable[[str], Pictures]) -> None:
        self._kept, self._present, self._pictures = kept, present, pictures

    def listed(self) -> Response:
        """Return some games from number ``first`` on: the deleted ones where ``deleted``, else the others."""
        first, is_deleted = max(0, request.args.get("first", 0, type=int)), "deleted" in request.args
        found = self._kept.listed(first=first, count=LISTED, is_deleted=is_deleted)
        return to_json(found)

    def together(self) -> Response:
        """Return what all games that are over come to."""
        return to_json(self._kept.together())

    def report(self) -> Response:
        """Return the battle report of ``game``."""
        game = request.args.get("game", "")
        try:
            text = report_of(self._kept.journal(game), pictures=self._pictures(game), back="/home")
        except StoreError as trouble:
            return refuse(tell_trouble(trouble), 404)
        return Response(text, mimetype="text/html", headers={"Content-Security-Policy": POLICY})

    def picture(self) -> Response:
        """Return the battle of ``game`` as one picture."""
        try:
            game = request.args.get("game", "")
            drawn = picture_of(self._kept.journal(game), self._pictures(game))
        except StoreError as trouble:
            return refuse(tell_trouble(trouble), 404)
        headers = {"Content-Security-Policy": PICTURE_POLICY}
        return Response(drawn, mimetype="image/svg+xml", headers=headers)

    def export(self) -> Response:
        """Return ``game`` as a file that ``herald games import`` reads."""
        game = request.args.get("game", "")
        try:
            lines = b"".join(self._kept.export(game))
        except StoreError as trouble:
            return refuse(tell_trouble(trouble), 409)
        names = {"Content-Disposition": f'attachment; filename="{game}.jsonl"'}
        return Response(lines, mimetype="application/x-ndjson", headers=names)

    def entitle(self) -> Answer:
        """Call a game otherwise."""
        asked = read(TitleRequest)
        title = tidy(asked.title)
        if title and not is_name(title, LONGEST_TITLE):
            told = tr(
                "A game's name has letters and at most {1} signs, all of which can be shown.", LONGEST_TITLE
            )
            return not_done(told)
        try:
            self._kept.entitle(asked.game, title)
        except StoreError as trouble:
            return not_done(tell_trouble(trouble))
        return jsonify(ok=True)

    def delete(self) -> Answer:
        """Throw a game away, or bring it back."""
        asked = read(DeleteRequest)
        if asked.is_deleted and asked.game == self._present:
            return not_done(tr("That game lies on the table: begin or open another one first."))
        try:
            self._kept.delete(asked.game, is_deleted=asked.is_deleted)
        except StoreError as trouble:
            return not_done(tell_trouble(trouble))
        return jsonify(ok=True)


def register_past_games(
    app: Flask, kept: PastGames, present: str, pictures: Callable[[str], Pictures]
) -> None:
    """Give *app*, which has the dashboard already, the games that are *kept*; *present* is played now.

    *pictures* gives what the camera saw of a game.
    """
    views = PastGamesViews(kept, present, pictures)
    blueprint = Blueprint("past_games", __name__)
    blueprint.before_request(players_only)
    gets: Views = {
        "/home/past.json": views.listed,
        "/home/statistics.json": views.together,
        "/home/report": views.report,
        "/home/picture.svg": views.picture,
        "/home/export": views.export,
    }
    add_views(blueprint, gets, {"/home/title": views.entitle, "/home/delete": views.delete})
    app.register_blueprint(blueprint)
