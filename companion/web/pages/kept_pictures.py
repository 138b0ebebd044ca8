"""The pictures of the board that are kept: whether there are any, asked once, and all of them deleted."""

from collections.abc import Callable
from pathlib import Path

import msgspec
from flask import Blueprint, Flask, Response, jsonify

from companion.camera.snapshots import delete_pictures, kept_pictures
from companion.library.picture_choice import PictureChoice
from companion.web.requests.i18n import tell_trouble, tr
from companion.web.requests.json_io import add_views, not_done, players_only, read, to_json
from rules.kernel.translatable import TranslatableError

Answer = Response | tuple[Response, int]


class PicturesView(msgspec.Struct, frozen=True, kw_only=True):
    """Whether pictures are kept, whether people are still to be asked that, and how many there are."""

    is_kept: bool
    is_asked: bool
    count: int


class PicturesRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether pictures are to be kept from now on; *is_first*, as is said where people are asked it."""

    is_kept: bool
    is_first: bool = False


class KeptPicturesViews:
    """The requests about pictures in the folder *data*; nobody is asked where nothing *sees* the board.

    *changed* is called when something was said or deleted: what other pages show is no longer so.
    """

    def __init__(
        self, data: Path, choice: PictureChoice, *, sees: bool, changed: Callable[[], object]
    ) -> None:
        self._data, self._choice, self._sees, self._changed = data, choice, sees, changed

    def state(self) -> Response:
        """Return what is kept, and what is to be asked."""
        view = PicturesView(
            is_kept=self._choice.is_kept(),
            is_asked=self._sees and not self._choice.is_made,
            count=len(kept_pictures(self._data).paths),
        )
        return to_json(view)

    def choose(self) -> Answer:
        """Keep pictures from now on, or none; what was said first stands until somebody changes it."""
        said = read(PicturesRequest)
        if said.is_first and self._choice.is_made:
            return not_done(
                tr("Pictures are kept already, as another device has said. Change that under Settings.")
                if self._choice.is_kept()
                else tr("No pictures are kept, as another device has said. Change that under Settings.")
            )
        try:
            self._choice.say(is_kept=said.is_kept)
        except TranslatableError as trouble:
            return not_done(tell_trouble(trouble))
        self._changed()
        return jsonify(ok=True)

    def delete(self) -> Answer:
        """Delete the pictures of all games."""
        try:
            delete_pictures(self._data)
        except OSError as trouble:
            return not_done(tr("Not all pictures could be deleted ({1}).", trouble.strerror))
        self._changed()
        return jsonify(ok=True)


def register_kept_pictures(app: Flask, views: KeptPicturesViews) -> None:
    """Give *app*, which has the dashboard already, the requests of *views*."""
    blueprint = Blueprint("kept_pictures", __name__)
    blueprint.before_request(players_only)
    posts = {"/home/pictures": views.choose, "/home/pictures/delete": views.delete}
    add_views(blueprint, {"/home/pictures.json": views.state}, posts)
    app.register_blueprint(blueprint)
