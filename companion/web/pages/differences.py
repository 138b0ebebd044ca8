"""The three offers where table and journal disagree, and hexes that are looked at again, as taps.

A tap names the disagreements that its screen showed: one that is over by then counts for nothing.
"""

import msgspec
from flask import Blueprint, Flask, Response, g

from companion.reconcile.differences import DifferenceOffer
from companion.table.requests import LookAgain, Settle
from companion.web.requests.commands import CommandHandler, name_of
from companion.web.requests.json_io import add_views, players_only, read, reply
from rules.kernel.hexes import Hex


class OfferRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take *offer* for the *differences* with these ids."""

    offer: DifferenceOffer
    differences: tuple[str, ...]
    game: str | None = None


class LookRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Look at *hexes* again."""

    hexes: tuple[Hex, ...]
    game: str | None = None


class DifferencesViews:
    """The requests about what the camera sees otherwise than the journal."""

    def __init__(self, counter: CommandHandler) -> None:
        self._counter = counter

    def settle(self) -> Response | tuple[Response, int]:
        """Put back, follow the camera, or ignore."""
        tap = read(OfferRequest)
        asked = Settle(offer=tap.offer, differences=tap.differences, by=name_of(g.guest))
        return reply(self._counter.settle(tap.game, asked, g.guest))

    def look(self) -> Response | tuple[Response, int]:
        """Ignore hexes no longer."""
        tap = read(LookRequest)
        return reply(self._counter.of_this_game(tap.game, LookAgain(hexes=tap.hexes)))


def register_differences(app: Flask, counter: CommandHandler) -> None:
    """Give *app*, which has the dashboard already, the offers about disagreements, handed in at *counter*."""
    views = DifferencesViews(counter)
    blueprint = Blueprint("differences", __name__)
    blueprint.before_request(players_only)
    add_views(blueprint, {}, {"/differences": views.settle, "/differences/look": views.look})
    app.register_blueprint(blueprint)
