"""The first page of a new game: every edition with its scenarios, and the choice of one of them."""

from functools import cached_property

import msgspec
from flask import Blueprint, Flask, Response, jsonify

from companion.library.library import Library
from companion.preparation.next_game import NextGame, OfferedEdition, offered_games
from companion.table.table import Table
from companion.web.requests.json_io import players_only, read, refuse
from companion.words.names import Language


class ChooseGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody says that *scenario* is played."""

    scenario: str


class GameChoice(msgspec.Struct, frozen=True, kw_only=True):
    """What can be chosen, and what is; *has_begun*: it cannot be changed any more."""

    editions: tuple[OfferedEdition, ...]
    scenario: str
    has_begun: bool


class GameChoiceViews:
    """The requests of the choice; for those who play."""

    def __init__(self, table: Table, library: Library, next_game: NextGame, language: Language) -> None:
        self._table, self._library, self._next, self._language = table, library, next_game, language

    @cached_property
    def _offered(self) -> tuple[OfferedEdition, ...]:
        return offered_games(self._library, self._language.phrases.lang)

    @property
    def _has_begun(self) -> bool:
        return self._table.moment.seq > 0

    def shown(self) -> Response:
        """Return every edition with its scenarios, and which of them this table plays."""
        choice = GameChoice(
            editions=self._offered, scenario=self._table.row.scenario, has_begun=self._has_begun
        )
        return Response(msgspec.json.encode(choice), mimetype="application/json")

    def choose(self) -> Response:
        """Let the table play what is asked for, as long as nothing has been done in its game."""
        tr, scenario = self._language.tr, read(ChooseGame).scenario
        if scenario not in {game.scenario for edition in self._offered for game in edition.games}:
            return refuse(tr("There is no such scenario: load the page again."), 409)
        if self._has_begun:
            return refuse(tr("This game has begun: another one is begun by starting herald again."), 409)
        self._next.choose(scenario, self._table.row.scenario)
        return jsonify(ok=True)


def register_game_choice(
    app: Flask, table: Table, library: Library, next_game: NextGame, language: Language
) -> None:
    """Give *app*, which has the dashboard already, the choice of the game."""
    views = GameChoiceViews(table, library, next_game, language)
    blueprint = Blueprint("game_choice", __name__)
    blueprint.before_request(players_only)
    blueprint.add_url_rule("/start/games.json", "shown", views.shown)
    blueprint.add_url_rule("/start/game", "choose", views.choose, methods=["POST"])
    app.register_blueprint(blueprint)
