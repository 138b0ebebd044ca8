"""The home page: go on, begin another game, settle how the table is spoken to and what it is seen through.

What would change the game on the table is asked of those who play for the other side.
"""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from flask import Blueprint, Flask, Response, g, jsonify, render_template

from companion.camera.chosen_cameras import shared_camera
from companion.input.errors import NoSuchGameError, StoreError
from companion.input.text import LONGEST_NAME
from companion.journal.jsonl import GameRow
from companion.library.large_board import LargeBoard, check_large_board
from companion.library.library import Library
from companion.library.settings import Settings, parse_names
from companion.preparation.game_changes import GameChanges, TableGame
from companion.preparation.offered_games import OfferedGame, Offers
from companion.report.past_games import PastGame, PastGames
from companion.table.requests import Notify
from companion.table.table import Table
from companion.web.access.access import Guest
from companion.web.pages.cameras import FoundCamera, camera_id, found_cameras, network_camera
from companion.web.requests.commands import name_of
from companion.web.requests.i18n import tell_trouble, tr
from companion.web.requests.json_io import Views, add_views, not_done, players_only, read, to_json
from companion.words.languages import LANGUAGES
from companion.words.levels import LEVELS, SpeechLevel
from companion.words.names import Language
from rules.kernel.messages import OverWait
from rules.kernel.translatable import Message
from rules.kernel.values import Seat
from vision.errors import InputError

Answer = Response | tuple[Response, int]


class ChangeRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table is to have a kept *game* or a new one of *scenario*, or else its own, told or seen otherwise.

    None: as it is.  *names* are who plays south and who plays north, both or neither; *large_board* says,
    with a *scenario*, which way the group's large board lies, which is kept once that is granted.
    """

    game: str | None = None
    scenario: str | None = None
    language: str | None = None
    level: SpeechLevel | None = None
    names: tuple[str, str] | None = None
    camera: str | None = None
    large_board: LargeBoard | None = None


class ChangeAnswer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether this device *agrees* to what is asked."""

    number: int
    agrees: bool


class NamesRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who plays south and who plays north from now on."""

    names: tuple[str, str]


class ShownLanguage(msgspec.Struct, frozen=True, kw_only=True):
    """A language by its id, and what it calls itself."""

    id: str
    name: str


class HomeView(msgspec.Struct, frozen=True, kw_only=True):
    """What the home page shows: the game on the table, which to go on with, and how all is settled.

    *is_chosen*: somebody said that it is played; *has_begun*: something was done in it.  Where it is neither,
    or over, the newest kept game that is not over is the one to go on with.
    *is_demo*: this table plays itself, and no other game.  *large_board* is which way theirs lies, where they
    have said so.
    """

    game: PastGame
    is_chosen: bool
    has_begun: bool
    go_on: PastGame | None
    languages: tuple[ShownLanguage, ...]
    language: str
    levels: tuple[SpeechLevel, ...]
    level: SpeechLevel
    names: dict[Seat, str]
    is_demo: bool
    large_board: LargeBoard | None


@dataclass(frozen=True, slots=True, eq=False)
class HomeParts:
    """What the page asks: *now* is the table as it is, *others* who plays for another side than a device.

    *call* takes who plays which side.
    """

    now: Callable[[], TableGame]
    changes: GameChanges
    table: Table
    library: Library
    language: Language
    kept: PastGames
    others: Callable[[Guest], frozenset[str]]
    call: Callable[[dict[Seat, str]], object]


class HomeViews:
    """The requests of the page; for those who play."""

    def __init__(self, parts: HomeParts) -> None:
        self._parts = parts
        self._offers = Offers(parts.library, parts.language.phrases.lang)

    @property
    def _has_begun(self) -> bool:
        return self._parts.table.moment.seq > 0

    def page(self) -> str:
        """Return the page."""
        return render_template("home.html", guest=g.guest)

    def state(self) -> Response:
        """Return what the page shows."""
        parts, now, table = self._parts, self._parts.now(), self._parts.table
        is_over = isinstance(table.game.state.waits[-1], OverWait)
        game = parts.kept.told(table.row, parts.language.names)  # kept only from the first entry on
        view = HomeView(
            game=game,
            is_chosen=now.is_chosen,
            has_begun=self._has_begun,
            go_on=game if now.is_chosen and not is_over else parts.kept.newest_open(),
            languages=_languages(),
            language=now.settings.language,
            levels=LEVELS,
            level=now.settings.level,
            names=dict(parts.language.names),
            is_demo=table.is_demo,
            large_board=now.settings.large_board,
        )
        return to_json(view)

    def games(self) -> Response:
        """Return every edition with its scenarios."""
        return to_json(self._offers.now())

    def cameras(self) -> Response:
        """Return the cameras that are there now, and which of them is used."""
        used = self._parts.now().settings.camera
        found = found_cameras(used, self._parts.language.tr)
        return to_json({"cameras": [(one.id, one.name) for one in found], "used": camera_id(used, found)})

    def change(self) -> Answer:
        """Have the table changed as is asked for, at once or once the other side has had time to say no."""
        parts, asked, guest = self._parts, read(ChangeRequest), g.guest
        if parts.table.is_demo:
            return not_done(tr("This table plays by itself: start herald to play yourselves."))
        try:
            settings, text = self._wanted(asked)
        except (StoreError, InputError) as trouble:
            return not_done(tell_trouble(trouble))
        by, others = guest.device, self._others()
        if not parts.changes.propose(TableGame(settings), text, by=by, who=name_of(guest), asked=(others,)):
            return not_done(tr("Another change is being asked for: wait until that is settled."))
        return jsonify(ok=True, asked=len(others))

    def answer(self) -> Answer:
        """Take in what the other side says; who has asked may give it up."""
        said, device = read(ChangeAnswer), g.guest.device
        found = self._parts.changes.answer(said.number, device, agrees=said.agrees)
        if found is None:
            return not_done(tr("That is settled meanwhile."))
        if not said.agrees:
            told = Message("{1}: {2} says no. The game goes on as it is.", found.text, self._who())
            self._parts.table.ask(Notify(text=tr(told)))
        return jsonify(ok=True)

    def back(self) -> Answer:
        """Take the last change back: the former game goes on where it was."""
        guest, others = g.guest, self._others()
        if not self._parts.changes.take_back(by=guest.device, who=name_of(guest), others=others):
            return not_done(tr("There is nothing to take back."))
        return jsonify(ok=True)

    def names(self) -> Answer:
        """Call the players by other names from now on, wherever a side is meant."""
        try:
            names = _players(read(NamesRequest).names)
        except InputError as trouble:
            return not_done(tell_trouble(trouble))
        self._parts.call(names)
        return jsonify(ok=True)

    # what is asked for

    def _others(self) -> frozenset[str]:
        """Return who is asked: the other side, where a game is on."""
        return self._parts.others(g.guest) if self._has_begun else frozenset()

    def _who(self) -> str:
        return self._parts.language.log_name(name_of(g.guest))

    def _wanted(self, asked: ChangeRequest) -> tuple[Settings, Message]:
        """Return how the table is set with what is *asked*, and that in words.

        Raises StoreError and InputError.
        """
        kept, now = self._parts.kept, self._parts.now().settings
        text, changes = None, _told(asked)
        if asked.camera is not None:
            camera = self._camera(asked.camera, now)
            text, changes = Message("Camera: {1}", camera.name), changes | {"camera": camera.spec}
        if asked.game is not None:
            text = Message("Go on with {1}", kept.told(self._row(asked.game)).title)
            changes = {"names": ""} | changes | {"game": asked.game}
        if asked.scenario is not None:
            game = self._game(asked.scenario)
            text = Message("New game: {1}", game.name)
            if asked.large_board is not None:
                changes |= {"large_board": asked.large_board}
            check_large_board(game.large_board, asked.large_board or now.large_board)
            changes |= {"scenario": asked.scenario, "game": None}
        elif asked.large_board is not None:
            raise InputError("A large board is chosen with a new game: load the page again")
        language, settings = asked.language or now.language, msgspec.structs.replace(now, **changes)
        if shared_camera(settings) is not None:
            raise InputError(
                "That camera is the second one over the board or that of the dice: choose another"
            )
        return settings, text or Message("Language: {1}", _called(language))

    def _row(self, game: str) -> GameRow:
        """Return the kept game that is asked for.  Raises InputError for none, and StoreError."""
        try:
            return self._parts.kept.row(game)
        except NoSuchGameError:
            raise InputError("There is no game {1}: load the page again", repr(game)) from None

    def _game(self, scenario: str) -> OfferedGame:
        """Return the scenario that is asked for, called as at this table.  Raises InputError for none."""
        offered = self._offers.now()
        found = (game for edition in offered for game in edition.games if game.scenario == scenario)
        game = next(found, None)
        if game is None:
            raise InputError(self._offers.why_not(scenario))
        return game

    def _camera(self, spec: str, now: Settings) -> FoundCamera:
        """Return the camera that is asked for.

        Raises InputError for one that is not there any more, and for an address that is none.
        """
        if "://" in spec:
            named = network_camera(spec)
            if named is None:
                raise InputError(
                    "A camera's address begins with http, https or rtsp: rtsp://192.168.1.20/stream"
                )
            return named
        cameras = found_cameras(now.camera, self._parts.language.tr)
        found = next((camera for camera in cameras if camera.id == spec), None)
        if found is None:
            raise InputError("That camera is not there any more: look again")
        return found


def _told(asked: ChangeRequest) -> dict[str, object]:
    """Return the settings that *asked* changes of how the table speaks, and of whom.  Raises InputError."""
    if asked.language is not None and asked.language not in LANGUAGES:
        raise InputError("There is no such language: load the page again")
    names = None if asked.names is None else ",".join(_players(asked.names).values())
    told = {"language": asked.language, "level": asked.level, "names": names}
    return {name: value for name, value in told.items() if value is not None}


def _players(names: tuple[str, str]) -> dict[Seat, str]:
    """Return who plays which side, nobody by two empty names.  Raises InputError for other than two names."""
    try:
        return parse_names(",".join(names) if any(name.strip() for name in names) else "")
    except ValueError:
        raise InputError(
            "Give both names or none: two different ones, each of letters and at most {1} long", LONGEST_NAME
        ) from None


def _languages() -> tuple[ShownLanguage, ...]:
    return tuple(ShownLanguage(id=lang, name=_called(lang)) for lang in LANGUAGES)


def _called(lang: str) -> str:
    """Return what the language *lang* calls itself."""
    from babel import Locale  # only for who needs it: it takes a twentieth of a second

    name = Locale.parse(lang).get_display_name() or lang
    return name[:1].upper() + name[1:]


def register_home(app: Flask, parts: HomeParts) -> None:
    """Give *app*, which has the dashboard already, the home page."""
    views = HomeViews(parts)
    blueprint = Blueprint("home", __name__)
    blueprint.before_request(players_only)
    gets: Views = {
        "/home": views.page,
        "/home.json": views.state,
        "/home/games.json": views.games,
        "/home/cameras.json": views.cameras,
    }
    posts: Views = {
        "/home/change": views.change,
        "/home/answer": views.answer,
        "/home/back": views.back,
        "/home/names": views.names,
    }
    add_views(blueprint, gets, posts)
    app.register_blueprint(blueprint)
