"""The dashboard's addresses: pages, joining, the event stream, and what people tap.

A tap carries ``seen``, the number of the newest log entry the device had been
shown.  Where the log has grown since, nothing is done and the device is told
what happened: a stale device never rolls the game back, and two people who tap
at once get one result and one explanation.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import cast

import msgspec
from flask import Blueprint, Flask, Response, g, jsonify, redirect, render_template, request, url_for
from werkzeug.exceptions import HTTPException

from companion.input.text import tidy
from companion.table.requests import TickErrand
from companion.table.table import Table
from companion.web.access.access import Access, Guest, Role
from companion.web.access.request_checks import ACCESS, cookie_name, is_foreign, trouble_with
from companion.web.access.seats import LeaveTableRequest, Seats, question, trouble_with_name
from companion.web.pages.answers import fault_in_words, with_headers
from companion.web.pages.camera_page import add_camera
from companion.web.pages.game_changes import LAID
from companion.web.requests import commands as taps
from companion.web.requests.asked_undo import AskedUndo
from companion.web.requests.i18n import tr
from companion.web.requests.json_io import (
    BadMessageError,
    Views,
    add_views,
    not_done,
    players_only,
    qr_svg,
    read,
    refuse,
    reply,
)
from companion.web.requests.ports import CameraPort, ChangesPort, ServedApp, SpeakersPort, SpeechPort
from companion.web.server.event_stream import HAND_OVER, Stream, Streams
from companion.web.server.static_files import put_up
from rules.kernel.translatable import counted
from rules.kernel.values import Seat, Section

STREAMS = "herald_streams"
LARGEST_MESSAGE = 64 * 1024
OPEN = frozenset(
    {"landing", "join_page", "watch_page", "wall_link", "look_link", "join", "static", "ways.open"}
)
PLAYERS_ONLY = frozenset(
    {"leave", "do", "roll", "undo", "redo", "correct", "answer", "tick", "fit", "pin"}
    | {"join_qr", "watch_qr", "camera_page"}
)


class JoinRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A device asks to come in.  *moves*: it was asked, and leaves the seat that it has."""

    code: str
    role: Role
    name: str = ""
    moves: bool = False


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class DashboardParts:
    """The table that the dashboard shows, who may come to it, and what else there may be.

    *named* is told who sits at a player's seat by name, *seated* who shares each side.  Where it is not
    *is_chosen* what is played, the start page asks.
    """

    table: Table
    access: Access
    camera: CameraPort | None = None
    sounds: SpeechPort | None = None
    hearing: SpeakersPort | None = None
    changes: ChangesPort | None = None
    named: Callable[[Seat, str], object] = lambda seat, name: None
    seated: Callable[[Mapping[Seat, Mapping[Section, str]]], object] = lambda people: None
    is_chosen: bool = True


class TableViews:
    """The dashboard's requests, bound to one table."""

    def __init__(self, parts: DashboardParts) -> None:
        self._parts = parts
        self.table, self.access = parts.table, parts.access
        self.streams = Streams(parts.table, parts.hearing, parts.changes)
        self._joining = Lock()
        self.seats = Seats(parts.table, parts.access, parts.named, parts.seated)
        asked = None if parts.changes is None else AskedUndo(parts.table, parts.changes, self.awake).ask
        self.counter = taps.CommandHandler(parts.table, ask_others=asked)

    def awake(self, seat: Seat) -> frozenset[str]:
        """Return the devices of *seat* that are awake."""
        return self.streams.awake() & self.seats.devices(seat)

    def others(self, guest: Guest) -> frozenset[str]:
        """Return the devices that are awake and play for another side than *guest*."""
        return frozenset(device for device in self.streams.awake() if self.seats.is_other(guest, device))

    def guard(self) -> Response | None:
        """Turn away what may not come in; runs before every request."""
        trouble = trouble_with(request, self.access)
        if trouble is not None:
            return refuse(trouble, 403)
        g.guest = self._known(self.access.guest(request.cookies.get(cookie_name(request))))
        name = (request.endpoint or "").removeprefix("dashboard.")
        if name in OPEN or request.endpoint is None:
            return None
        if g.guest is None:
            return refuse(tr("This device has not joined the table."), 403)
        self.seats.here(g.guest)
        return players_only() if name in PLAYERS_ONLY else None

    def _known(self, guest: Guest | None) -> Guest | None:
        """Return *guest* at a place of this game, None where somebody else has that place by now."""
        if guest is None:
            return None
        role = self.seats.fitted(guest.role)
        fitted = guest if role is guest.role else msgspec.structs.replace(guest, role=role)
        return fitted if self.seats.why_taken(fitted, role) is None else None

    def landing(self) -> str:
        """Return the table's page, or how to join it."""
        guest: Guest | None = g.guest
        if guest is None:
            return self.join_page()
        if guest.can_play and not self._parts.is_chosen and self.table.moment.seq == 0:
            return render_template("home.html", guest=guest)
        players = [player.name for player in self.table.view(None).players.values() if player.name]
        has_camera = self._parts.camera is not None
        return render_template("table.html", guest=guest, camera=has_camera, players=players)

    def join_page(self, code: str = "") -> str:
        """Return the page that asks which seat this device is for; it names who plays if *code* is right."""
        is_known = code != "" and not is_foreign(request) and not self._wrong(code, Role.BOTH, by_link=True)
        places = self.seats.places(self.streams.awake(), named=g.guest is not None or is_known)
        return render_template("join.html", code=code[:12], watch=False, places=places)

    def watch_page(self, code: str) -> str:
        """Return the page that lets a device look on."""
        return render_template("join.html", code=code[:12], watch=True)

    def join(self) -> Response | tuple[Response, int]:
        """Let a device in that knows the code."""
        asked = read(JoinRequest)
        wrong = self._wrong(asked.code, asked.role)
        if wrong is not None:
            return jsonify(trouble=wrong[0]), wrong[1]
        name = tidy(asked.name)
        trouble = trouble_with_name(name)
        if trouble is not None:
            return not_done(trouble)
        with self._joining:  # else two that come at once would both have a place that is one's
            return self._seat(self.seats.fitted(asked.role), name, moves=asked.moves)

    def _seat(self, role: Role, name: str, *, moves: bool) -> Response | tuple[Response, int]:
        """Give a device that place, unless another has it and is there, or it is to be asked first."""
        holder = self.seats.holder(g.guest, role)
        is_left = holder is not None and self.seats.is_gone(holder, self.streams.awake())
        taken = None if is_left else self.seats.why_taken(g.guest, role)
        if taken is not None:
            return not_done(taken)
        doubt = question(g.guest, role, holder)
        if doubt is not None and not moves:
            return jsonify(ok=False, trouble=doubt, question=doubt), 409
        if holder is not None:
            self.seats.change(holder, None)
        return self._welcome(jsonify(ok=True), role=role, name=name)

    def leave(self) -> Response | tuple[Response, int]:
        """Let a device out that was asked and is sure; its ticket counts no more."""
        if not read(LeaveTableRequest).sure:
            return jsonify(ok=False, question=question(g.guest, None)), 409
        answer = jsonify(ok=True)
        answer.delete_cookie(cookie_name(request), httponly=True, samesite="Lax", secure=request.is_secure)
        self.seats.change(g.guest, None)
        return answer

    def wall(self) -> str:
        """Return the page for a screen that everybody sees: what is open, large, with nothing to tap."""
        return render_template("wall.html")

    def wall_link(self, code: str) -> Response:
        """Show the wall screen to a device that has the onlookers' code."""
        return self._by_link(code, "dashboard.wall")

    def look_link(self, code: str) -> Response:
        """Show the table's page to a device that has the onlookers' code."""
        return self._by_link(code, "dashboard.landing")

    def _by_link(self, code: str, page: str) -> Response:
        """Show *page* to a device, which looks on where it had not joined; it is not asked, or touched."""
        answer = cast(Response, redirect(url_for(page)))
        if g.guest is not None:
            return answer
        if is_foreign(request):  # its codes are not even judged: that would count against who was sent here
            return refuse(tr("Another site's page has sent you here. Type the address yourself."), 403)
        wrong = self._wrong(code, Role.WATCH, by_link=True)
        return refuse(*wrong) if wrong is not None else self._welcome(answer, role=Role.WATCH, name="")

    def _wrong(self, code: str, role: Role, *, by_link: bool = False) -> tuple[str, int] | None:
        """Return why *code* does not let a device in as *role*, and the status that says so.

        Codes that come *by_link* are counted apart: a browser follows links that its owner never chose.
        """
        address = f"{request.remote_addr}{' by link' if by_link else ''}"
        seconds = self.access.timeout.wait(address)
        if seconds:
            return tr(
                counted(
                    seconds,
                    "Too many wrong codes. Try again in {1} second.",
                    "Too many wrong codes. Try again in {1} seconds.",
                )
            ), 429
        if not self.access.opens(code, role):
            self.access.timeout.note_wrong(address)
            return tr("That is not this table's code. It stands on the table's screen."), 403
        return None

    def _welcome(self, answer: Response, *, role: Role, name: str) -> Response:
        """Return *answer* with a ticket for a new device, in the place of the one that this was."""
        ticket = self.access.ticket(role=role, name=name)
        self.seats.change(g.guest, self.access.guest(ticket))
        answer.set_cookie(
            cookie_name(request),
            ticket,
            max_age=7 * 24 * 3600,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure,
        )
        return answer

    def events(self) -> Response:
        """Return the event stream, or turn the device away while too many are open.

        A wall screen (``?wall``) sees what is open, whoever put it up.  Where the server does not take
        streams over, nothing follows the answer's head.
        """
        guest: Guest = g.guest
        is_wall = "wall" in request.args
        seat = None if is_wall else guest.role.seat
        is_packed = bool(request.accept_encodings["gzip"])
        stream = self.streams.open(
            seat, device=guest.device, can_play=guest.can_play and not is_wall, is_packed=is_packed
        )
        if stream is None:
            sentence = tr("Too many screens are open at this table. Close one; this page tries again.")
            full = refuse(sentence, 503)
            full.headers["Retry-After"] = "5"
            return full
        answer = Response(mimetype="text/event-stream")
        if is_packed:
            answer.content_encoding = "gzip"
        answer.vary.add("Accept-Encoding")
        follow = Stream.close if request.method == "HEAD" else request.environ.get(HAND_OVER, Stream.close)
        follow(stream)
        answer.headers["X-Accel-Buffering"] = "no"
        answer.headers["Cache-Control"] = "no-store"
        return answer

    def do(self) -> tuple[Response, int]:
        """Have a command decided."""
        tap = read(taps.SentCommand)
        return reply(self.counter.do(tap, g.guest))

    def roll(self) -> tuple[Response, int]:
        """Have the dice that are awaited rolled by the computer."""
        tap = read(taps.RollRequest)
        return reply(self.counter.roll(tap, g.guest))

    def undo(self) -> tuple[Response, int]:
        """Take back everything after an entry."""
        tap = read(taps.UndoRequest)
        return reply(self.counter.undo(tap, g.guest))

    def redo(self) -> tuple[Response, int]:
        """Do again what was taken back last."""
        tap = read(taps.RedoRequest)
        return reply(self.counter.redo(tap, g.guest))

    def correct(self) -> tuple[Response, int]:
        """Correct an entry of the past."""
        tap = read(taps.SentCorrection)
        return reply(self.counter.correct(tap, g.guest))

    def answer(self) -> tuple[Response, int]:
        """Answer the open question."""
        tap = read(taps.AnswerRequest)
        return reply(self.counter.answer(tap, g.guest))

    def tick(self) -> tuple[Response, int]:
        """Say that an errand is done."""
        tap = read(taps.ErrandRequest)
        ticked = TickErrand(errand=tap.id, by=taps.name_of(g.guest))
        return reply(self.counter.of_this_game(tap.game, ticked))

    def join_qr(self) -> Response:
        """Return the link for players as a QR picture."""
        return Response(qr_svg(self.access.join_url), mimetype="image/svg+xml")

    def watch_qr(self) -> Response:
        """Return the link for onlookers as a QR picture."""
        return Response(qr_svg(self.access.watch_url), mimetype="image/svg+xml")

    def links(self) -> Response:
        """Return the links that this device may pass on."""
        if not g.guest.can_play:
            return jsonify(watch=self.access.watch_url, wall=self.access.wall_url)
        camera = self._parts.camera
        return jsonify(
            join=self.access.join_url,
            code=self.access.codes.join,
            watch=self.access.watch_url,
            wall=self.access.wall_url,
            awake=self.seats.count(self.streams.awake()),
            cameras=[] if camera is None else [msgspec.to_builtins(each) for each in camera.beside()],
        )

    def speech(self) -> Response | tuple[Response, int]:
        """Return a spoken sentence as sound."""
        number = request.args.get("id", type=int)
        sounds = self._parts.sounds
        sound = sounds.sound(number) if sounds is not None and number is not None else None
        if sound is None:
            return jsonify(trouble=tr("That sentence is no longer kept as sound.")), 404
        return Response(sound, mimetype="audio/wav", headers={"Cache-Control": "no-store"})


def register(app: Flask, parts: DashboardParts) -> TableViews:
    """Give *app* the dashboard of a table, and return it.

    Whoever serves it calls ``close_streams`` before the server stops.
    """
    views = TableViews(parts)
    blueprint = Blueprint("dashboard", __name__, template_folder="templates")
    put_up(app, blueprint)
    _add_table(blueprint, views)
    add_camera(blueprint, parts.camera)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_MESSAGE
    app.before_request(views.guard)
    app.after_request(with_headers)
    app.context_processor(lambda: {"laid": request.environ.get(LAID)})
    app.register_error_handler(BadMessageError, lambda trouble: (jsonify(trouble=str(trouble)), 400))
    app.register_error_handler(HTTPException, fault_in_words)
    app.register_blueprint(blueprint)
    app.extensions[STREAMS], app.extensions[ACCESS] = views.streams, parts.access
    return views


def _add_table(blueprint: Blueprint, views: TableViews) -> None:
    gets: Views = {
        "/": views.landing,
        "/join/": views.join_page,
        "/join/<code>": views.join_page,
        "/watch/<code>": views.watch_page,
        "/wall": views.wall,
        "/wall/<code>": views.wall_link,
        "/look/<code>": views.look_link,
        "/events": views.events,
        "/links": views.links,
        "/join.svg": views.join_qr,
        "/watch.svg": views.watch_qr,
        "/speech.wav": views.speech,
    }
    posts: Views = {
        "/join": views.join,
        "/leave": views.leave,
        "/do": views.do,
        "/roll": views.roll,
        "/undo": views.undo,
        "/redo": views.redo,
        "/correct": views.correct,
        "/answer": views.answer,
        "/errand": views.tick,
    }
    add_views(blueprint, gets, posts)


def close_streams(app: ServedApp) -> None:
    """End the event streams of *app*: a server cannot stop while one runs."""
    streams: Streams = app.extensions[STREAMS]
    streams.close()
