"""What is heard, as far as a tablet may say: the last words again, and how much is said."""

from typing import Protocol

import msgspec
from flask import Blueprint, Flask, Response, g, jsonify

from companion.dashboard.answers import read, refuse
from companion.phrases import Level


class Teller(Protocol):
    """Who chooses what is said."""

    level: Level


class Mouth(Protocol):
    """Who says it."""

    def repeat(self) -> bool:
        """Say the last sentences again; False where there are none."""
        ...


class LevelRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """From now on so much is to be said."""

    level: Level


class HearingRoom:
    """The requests about what is heard; for those who play."""

    def __init__(self, teller: Teller, mouth: Mouth) -> None:
        self._teller, self._mouth = teller, mouth

    def again(self) -> Response | tuple[Response, int]:
        """Have the last sentences said again."""
        if not g.guest.can_play:
            return refuse("This device only looks on. Join with the table's code to play.", 403)
        if not self._mouth.repeat():
            return jsonify(ok=False, trouble="Nothing has been said that could be said again."), 409
        return jsonify(ok=True)

    def level(self) -> Response:
        """Have more or less said from now on."""
        if not g.guest.can_play:
            return refuse("This device only looks on. Join with the table's code to play.", 403)
        self._teller.level = read(LevelRequest).level
        return jsonify(ok=True, level=self._teller.level)


def register_hearing(app: Flask, teller: Teller, mouth: Mouth) -> None:
    """Give *app*, which has the dashboard already, what tablets may ask of the voice."""
    room = HearingRoom(teller, mouth)
    rooms = Blueprint("hearing", __name__)
    rooms.add_url_rule("/voice/again", "again", room.again, methods=["POST"])
    rooms.add_url_rule("/voice/level", "level", room.level, methods=["POST"])
    app.register_blueprint(rooms)
