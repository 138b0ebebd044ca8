"""The page that leads from the box to the first turn: print, camera, grid, voice, deployment.

It asks camera, voice and table how they are, and shows it; sheets are drawn by whoever asks
for them, not by the table.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from flask import Blueprint, Flask, Response, g, jsonify, render_template, request

from companion.library.library import Library
from companion.library.settings import NO_DICE, STICKERS, Settings
from companion.preparation.box_contents import BoxContents
from companion.preparation.print_order import (
    PrintOrder,
    draw_order,
    lays_terrain,
    sizes_of,
    stock_for,
    units_to_print,
)
from companion.preparation.steps import Facts, Put, SaidMemory, SetupStep, StepRemark, lights_of, puts_of
from companion.preparation.tag_sheets import Stock
from companion.reconcile.grid_check import homes_of
from companion.reconcile.moment import Moment, TableState
from companion.table.table import Table
from companion.voice.speaking.speakers import COMPUTER, SpeakerLight as Spoken
from companion.voice.voice import Voice
from companion.web.requests.i18n import tell_trouble
from companion.web.requests.json_io import Views, add_views, not_done, players_only, read, refuse, to_json
from companion.words.announcer import wait_text
from companion.words.names import Language, ruleset_wording
from printables.paper import Paper
from printables.sheets import SheetKind
from printables.words import SheetError
from rules.kernel.catalogue import ConfigError
from rules.kernel.game import Game
from rules.kernel.messages import SetUpWait
from rules.kernel.values import Step as GameStep
from vision.board.plan import BoardPlan, TagBook
from vision.errors import InputError
from vision.tags.advice import QR_GOOD, QR_SIZES, Advice, px_per_module

if TYPE_CHECKING:
    from companion.camera.watch import Watch
    from companion.preparation.picture_check import Examined
    from companion.web.pages.setup.setup_camera import CameraStep

Answer = Response | tuple[Response, int]
LEAST_MM, MOST_MM = 10.0, 60.0
MOST_TAGS = 400
"""More are printed at the computer: a page of them takes some tenths of a second to draw."""
TIMEOUT_S = 10.0
COUNTED = (
    SheetKind.TAGS,
    SheetKind.FIGURES,
    SheetKind.BANNERS,
    SheetKind.TERRAIN,
    SheetKind.TOKENS,
    SheetKind.CARDS,
)
PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""What lets browsers show a PDF in their own viewer."""


class SaidRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody says that *step* is done, or leaves it out; None: takes back what was said."""

    step: SetupStep
    said: StepRemark | None


@dataclass(frozen=True, slots=True, eq=False)
class SetUpParts:
    """What the page asks and shows; *watch* and *voice* are None where there is none."""

    settings: Settings
    library: Library
    table: Table
    language: Language
    watch: "Watch | None"
    voice: Voice | None
    is_chosen: bool
    join_url: Callable[[], str]


class SetupViews:
    """The requests of the page; for those who play."""

    def __init__(self, parts: SetUpParts) -> None:
        self._parts = parts
        self._said = SaidMemory(parts.settings.data, parts.table.row.scenario)
        edition = parts.table.game.ruleset.scenario.edition
        self._book = parts.library.book(edition, parts.settings.tags)
        self._camera = _camera_step(parts, self._book)
        self._marks = len(self._plan().marker)
        self._drawing = threading.Lock()
        self._stocked: tuple[frozenset[str] | None, Stock] = None, {}

    def page(self) -> str:
        """Return the page."""
        return render_template("assistant.html", guest=g.guest)

    def state(self) -> Response:
        """Return how every step stands, and what each of them shows."""
        moment = self._parts.table.moment
        camera = self._camera
        examined = None if camera is None else camera.look()
        facts = self._facts(moment, examined)
        lights = lights_of(facts, self._said.read(), self._parts.language.tr)
        answer = {
            "steps": lights,
            "print": self._print(moment.game, examined),
            "camera": camera.shown(examined) if camera is not None and facts.has_camera else None,
            "grid": self._grid(found=facts.is_found) if facts.has_camera else None,
            "voice": self._voice(),
            "puts": facts.puts if facts.has_camera else {},
        }
        return to_json(answer)

    def say(self) -> Answer:
        """Keep what somebody says of a step."""
        asked = read(SaidRequest)
        try:
            self._said.keep(asked.step, asked.said)
        except InputError as trouble:
            return not_done(tell_trouble(trouble))
        return jsonify(ok=True)

    # what is known

    def _facts(self, moment: Moment, examined: "Examined | None") -> Facts:
        watch, voice, wait = self._parts.watch, self._parts.voice, moment.game.state.wait
        is_seeing = watch is not None and moment.state is not TableState.NO_CAMERA
        status = None if voice is None else voice.status()
        placing = wait if isinstance(wait, SetUpWait) else None
        is_set_up = moment.game.state.step is GameStep.SET_UP
        return Facts(
            game=ruleset_wording(moment.game.ruleset, self._parts.language, spoken=False).scenario(),
            is_chosen=self._parts.is_chosen or moment.seq > 0,
            has_camera=is_seeing,
            seen=moment.text if moment.state is TableState.CAMERA_LOST else "",
            findings=() if self._camera is None or examined is None else self._camera.findings(examined),
            is_found=watch is not None and watch.registration is not None,
            is_fitted=watch is not None and watch.plan.grid is not None,
            voice=None if status is None else status.state,
            tablet=self._speaking_tablet(),
            puts=self._puts(),
            asked=wait_text(wait, moment.game, self._parts.language) if is_set_up else "",
            is_placing=placing is not None,
            lacking=0 if placing is None else placing.units,
            banners=0 if placing is None else placing.banners,
        )

    def _puts(self) -> dict[str, Put]:
        """Return how units stand; one that only the camera has moved belongs where the scenario has it."""
        homes = {str(unit): at for unit, at in homes_of(self._parts.table.journal).items()}
        glance = None if self._parts.watch is None else self._parts.watch.glance
        return puts_of(homes, None if glance is None else glance.reading)

    # what the steps show

    def _stock(self, game: Game) -> Stock:
        """Return the tags to print: of the units in the game, or of all that may come into it."""
        units = units_to_print(game, self._book)
        if units != self._stocked[0]:
            owners = game.ruleset.scenario.owners
            self._stocked = units, stock_for(self._contents(), self._book, units=units, owners=owners)
        return self._stocked[1]

    def _print(self, game: Game, examined: "Examined | None") -> dict[str, Any]:
        advice = None if examined is None else examined.advice
        stock, scenario = self._stock(game), game.ruleset.scenario
        return {
            "counts": {kind: len(stock[kind]) for kind in COUNTED},
            "marks": self._marks,
            "lays_terrain": lays_terrain(game),
            "sizes": sorted(
                {*QR_SIZES, *([] if self._book.size_mm is None else [round(self._book.size_mm)])}
            ),
            "size": _size(self._book.size_mm, advice),
            "dice": {STICKERS: "stickers", NO_DICE: "typed"}.get(self._parts.settings.dice, "own"),
            "scenario": scenario.id,
            "advised": None if advice is None else {"qr": advice.qr_mm, "aruco": advice.aruco_mm},
        }

    def _grid(self, *, found: bool) -> dict[str, Any]:
        glance = None if self._parts.watch is None else self._parts.watch.glance
        return {"found": found, "tray": glance is not None and glance.reading.tray is not None}

    def _voice(self) -> dict[str, Any] | None:
        """Return how the voice is, and how the last test of this computer's loudspeaker went."""
        voice = self._parts.voice
        if voice is None:
            return None
        here = next(place for place in voice.speakers.places() if place.id == COMPUTER)
        return {**msgspec.to_builtins(voice.status()), "light": here.light, "went_wrong": here.trouble}

    def _speaking_tablet(self) -> str:
        """Return the tablet that was heard to speak for the table; "" where none was."""
        voice = self._parts.voice
        places = () if voice is None else voice.speakers.places()
        heard = [
            one.name for one in places if one.id != COMPUTER and one.speaks and one.light is Spoken.HEARD
        ]
        return heard[0] if heard else ""

    # sheets

    def sheets(self) -> Answer:
        """Return the sheets that are asked for as one PDF; one is drawn at a time."""
        tr = self._parts.language.tr
        try:
            order = self._order()
            if len(order.printed()) > MOST_TAGS:
                trouble = tr("More than {1} tags are printed with herald print, at the computer.", MOST_TAGS)
                return refuse(trouble, 409)
            if not self._drawing.acquire(timeout=TIMEOUT_S):
                return refuse(tr("Sheets are being drawn for another tablet: try again in a moment."), 503)
            try:
                pdf = draw_order(order)
            finally:
                self._drawing.release()
        except (ConfigError, InputError, SheetError) as trouble:
            return refuse(tell_trouble(trouble), 409)
        except ImportError as trouble:
            text = tr("OpenCV, which draws the marks, does not start on the computer: {1}.", str(trouble))
            return refuse(text, 409)
        names = {
            "Content-Disposition": 'inline; filename="herald.pdf"',
            "Content-Security-Policy": PDF_POLICY,
        }
        return Response(pdf, mimetype="application/pdf", headers=names)

    def _order(self) -> PrintOrder:
        """Return what the address asks for.  Raises InputError where that is nothing to print."""
        tr = self._parts.language.tr
        kinds, paper = request.args.get("kinds", "").split(","), request.args.get("paper", Paper.A4)
        stock = self._stock(self._parts.table.game)
        sheets = [kind for kind in SheetKind if kind in kinds and stock.get(kind) != []]
        if not sheets or not all(kind in list(SheetKind) for kind in kinds) or paper not in list(Paper):
            raise InputError(tr("no such sheet is printed: load the page again"))
        size = request.args.get("size", type=float)
        if "size" in request.args and (size is None or not LEAST_MM <= size <= MOST_MM):
            raise InputError(tr("a tag is {1} to {2} mm large", f"{LEAST_MM:g}", f"{MOST_MM:g}"))
        plan = self._plan()
        sizes = sizes_of(stock, plan, asked_mm=size)
        stickers = self._contents().stickers()
        return PrintOrder(sheets, stock, sizes, plan, Paper(paper), self._parts.join_url(), stickers)

    def _contents(self) -> BoxContents:
        """Return what the box of the game's edition holds, packs as they are now."""
        edition = self._parts.table.game.ruleset.scenario.edition
        return BoxContents(self._parts.library, edition, self._parts.language.phrases.lang)

    def _plan(self) -> BoardPlan:
        """Return the board that is looked at, or that of the scenario."""
        watch, library = self._parts.watch, self._parts.library
        board = self._parts.table.game.ruleset.scenario.board
        return library.plan_for(board, self._parts.settings.board) if watch is None else watch.plan


def _camera_step(parts: SetUpParts, book: TagBook) -> "CameraStep | None":
    if parts.watch is None:
        return None
    from companion.web.pages.setup.setup_camera import CameraStep

    return CameraStep(parts.watch, book, parts.language.tr)


def _size(usual: float | None, advice: Advice | None) -> float | None:
    """Return the size of tags to print: the book's, unless the camera reads only larger ones well."""
    if advice is None or (usual is not None and px_per_module(advice.px_per_mm, usual) >= QR_GOOD):
        return usual
    return advice.qr_mm or usual


def register_assistant(app: Flask, parts: SetUpParts) -> None:
    """Give *app*, which has the dashboard already, the page that leads to the first turn."""
    views = SetupViews(parts)
    blueprint = Blueprint("assistant", __name__, template_folder="templates")
    blueprint.before_request(players_only)
    gets: Views = {"/start": views.page, "/start.json": views.state, "/start/sheets.pdf": views.sheets}
    add_views(blueprint, gets, {"/start/say": views.say})
    app.register_blueprint(blueprint)
