"""The three offers where table and books disagree, and hexes that are looked at again, as taps.

A tap names the disagreements that its screen showed: one that is over by then counts for nothing.
"""

from typing import Protocol

import msgspec
from flask import Blueprint, Flask, Response, g

from companion.reconcile.differences import Offer
from companion.web.requests.commands import ANOTHER_GAME, Refused, Result, name_of
from companion.web.requests.i18n import tell
from companion.web.requests.json_io import players_only, read, reply
from companion.web.requests.ports import Receipt, TableDesk
from rules.kernel.hexes import Hex


class DifferencesDesk(TableDesk, Protocol):
    """The table, as far as what it sees otherwise than the books can be settled by a tap."""

    def settle(self, offer: Offer, differences: tuple[str, ...], *, by: str) -> Receipt:
        """Take *offer* for the *differences* that have these ids."""

    def look_again(self, hexes: tuple[Hex, ...]) -> Receipt:
        """Compare *hexes*, which are ignored, again."""


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

    def __init__(self, table: DifferencesDesk) -> None:
        self._table = table

    def settle(self) -> Response | tuple[Response, int]:
        """Put back, follow the camera, or ignore."""
        tap = read(OfferTap)
        if self._is_of_another_game(tap.game):
            return reply(Result(ok=False, conflict=tell(ANOTHER_GAME)))
        return reply(_result(self._table.settle(tap.offer, tap.differences, by=name_of(g.guest))))

    def look(self) -> Response | tuple[Response, int]:
        """Ignore hexes no longer."""
        tap = read(LookTap)
        if self._is_of_another_game(tap.game):
            return reply(Result(ok=False, conflict=tell(ANOTHER_GAME)))
        return reply(_result(self._table.look_again(tap.hexes)))

    def _is_of_another_game(self, game: str | None) -> bool:
        return game not in (None, self._table.snapshot(None)["game_id"])


def _result(receipt: Receipt) -> Result:
    if receipt.refusal is not None:
        text = receipt.sentence or tell("The rules do not allow that.")
        refused = Refused(
            why=receipt.refusal.why, text=text, page=receipt.refusal.page, rule=receipt.refusal.rule
        )
        return Result(ok=False, refused=refused)
    return Result(ok=receipt.sentence is None, seq=receipt.seq, conflict=receipt.sentence)


def register_differences(app: Flask, table: DifferencesDesk) -> None:
    """Give *app*, which has the dashboard already, the offers about *table*'s disagreements."""
    room = DifferencesRoom(table)
    rooms = Blueprint("differences", __name__)
    rooms.before_request(players_only)
    rooms.add_url_rule("/differences", "settle", room.settle, methods=["POST"])
    rooms.add_url_rule("/differences/look", "look", room.look, methods=["POST"])
    app.register_blueprint(rooms)
