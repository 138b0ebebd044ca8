"""The three offers where table and books disagree, and hexes that are looked at again, as taps.

A tap names the disagreements that its screen showed: one that is over by then counts for nothing.
"""

import msgspec
from flask import Blueprint, Flask, Response, g

from companion.reconcile.differences import Offer
from companion.table.requests import LookAgain, Settle
from companion.table.table import Table
from companion.web.requests.commands import Counter, name_of
from companion.web.requests.json_io import players_only, read, reply
from rules.kernel.hexes import Hex


class OfferTap(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take *offer* for the *differences* with these ids."""

    offer: Offer
    differences: tuple[str, ...]
    game: str | None = None


class LookTap(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Look at *hexes* again."""

    hexes: tuple[Hex, ...]
    game: str | None = None


class DifferencesRoom:
    """The requests about what the camera sees otherwise than the books."""

    def __init__(self, table: Table) -> None:
        self._counter = Counter(table)

    def settle(self) -> Response | tuple[Response, int]:
        """Put back, follow the camera, or ignore."""
        tap = read(OfferTap)
        asked = Settle(offer=tap.offer, differences=tap.differences, by=name_of(g.guest))
        return reply(self._counter.of_this_game(tap.game, asked))

    def look(self) -> Response | tuple[Response, int]:
        """Ignore hexes no longer."""
        tap = read(LookTap)
        return reply(self._counter.of_this_game(tap.game, LookAgain(hexes=tap.hexes)))


def register_differences(app: Flask, table: Table) -> None:
    """Give *app*, which has the dashboard already, the offers about *table*'s disagreements."""
    room = DifferencesRoom(table)
    rooms = Blueprint("differences", __name__)
    rooms.before_request(players_only)
    rooms.add_url_rule("/differences", "settle", room.settle, methods=["POST"])
    rooms.add_url_rule("/differences/look", "look", room.look, methods=["POST"])
    app.register_blueprint(rooms)
