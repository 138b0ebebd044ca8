"""The request to save the board as a scenario."""

from collections.abc import Callable

import msgspec
from flask import Blueprint, Flask, Response, jsonify

from companion.library.packs import Packs
from companion.library.save_scenario import save_scenario
from companion.web.access.rate_limit import RateLimit
from companion.web.requests.i18n import tell_trouble, tr
from companion.web.requests.json_io import not_done, players_only, read
from rules.kernel.game import Game
from rules.kernel.translatable import Message, counted
from vision.errors import InputError

MOST_SAVED = 5
"""Boards that are saved in a minute: each is a file, and is read with every game that begins."""


class SaveRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The board is to be saved as a scenario called *name*."""

    name: str


def register_arranging(app: Flask, game: Callable[[], Game], packs: Packs) -> None:
    """Give *app*, which has the dashboard already, the way to save the board of *game* in *packs*."""
    blueprint = Blueprint("arranging", __name__)
    blueprint.before_request(players_only)
    pace = RateLimit(MOST_SAVED)

    @blueprint.post("/scenario")
    def save() -> Response | tuple[Response, int]:
        """Save the board, and say by which name it is begun."""
        asked = read(SaveRequest)
        seconds = pace.wait()
        if seconds:
            return jsonify(ok=False, trouble=tr(_too_often(seconds))), 429
        try:
            scenario = save_scenario(game(), asked.name, packs)
        except InputError as trouble:
            return not_done(tell_trouble(trouble))
        return jsonify(ok=True, scenario=scenario)

    app.register_blueprint(blueprint)


def _too_often(seconds: int) -> Message:
    return counted(
        seconds,
        "More than {2} boards are not saved in a minute: try again in {1} second.",
        "More than {2} boards are not saved in a minute: try again in {1} seconds.",
        MOST_SAVED,
    )
