"""A table without a camera behind its dashboard, and devices that come to it."""

import http.client
import json
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.app import create_app, services_of
from companion.app.services import Services
from companion.library.settings import Settings
from companion.table.requests import Submit
from companion.web.server.server import served
from rules.kernel.hexes import Hex
from rules.kernel.messages import ChooseFirst, Command, PlaceBanner, PlaceUnit, StartGame
from rules.kernel.values import Seat, UnitId
from tests.companion.ports import free_port
from tests.companion.sent_view import sent_view

ORIGIN = "http://127.0.0.1:8765"


class World:
    """One app, its table, and the devices at it."""

    def __init__(self, app: Flask, services: Services) -> None:
        self.app = app
        self.services = services
        self.table = services.table
        self.access = services.access
        self.served = ExitStack()

    @cached_property
    def port(self) -> int:
        """The port at which the table is served, from when somebody asks for it until the world ends."""
        port = free_port()
        self.served.enter_context(served(self.app, "127.0.0.1", port))
        return port

    def stranger(self) -> "Device":
        return Device(self.app.test_client(), self)

    def device(self, role: str, name: str = "") -> "Device":
        """Let a device in as *role*; a *name* is the player's at a player's seat."""
        device = self.stranger()
        code = self.access.codes.watch if role == "watch" else self.access.codes.join
        answer = device.post("/join", {"code": code, "role": role, "name": name})
        assert answer.status_code == 200, answer.text
        return device

    def say(self, *commands: Command) -> None:
        for command in commands:
            assert self.table.ask(Submit(command=command, by="table tablet")).refusal is None, command

    def start(self) -> None:
        """Place the stand-in banners and begin."""
        places = sent_view(self.table)["scenario"]["banners"]["stand_in"]
        self.say(*(PlaceBanner(at=place) for place in places), StartGame())

    @property
    def seq(self) -> int:
        return self.table.moment.seq


def begun(first: Seat) -> tuple[Command, ...]:
    """Return what begins a free battle of two units with *first* to act."""
    return (
        PlaceUnit(unit=UnitId("citadel_guard-1"), at=Hex("D3")),
        PlaceUnit(unit=UnitId("chaos_lord-1"), at=Hex("D7")),
        ChooseFirst(seat=first),
        StartGame(),
    )


class Device:
    """A browser, as far as the server can tell."""

    def __init__(self, client: FlaskClient, world: World) -> None:
        self.client = client
        self.world = world

    def get(self, address: str, **headers: str) -> TestResponse:
        answer = self.client.get(address, base_url=ORIGIN, headers={"Accept": "text/html", **headers})
        answer.get_data()
        answer.close()
        return answer

    def post(self, address: str, message: Any, **headers: str) -> TestResponse:
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        usual = {"Origin": ORIGIN, "Content-Type": "application/json"}
        return self.client.post(address, base_url=ORIGIN, data=body, headers={**usual, **headers})

    def do(self, command: dict[str, Any], seen: int | None = None) -> TestResponse:
        return self.post("/do", {"seen": self.world.seq if seen is None else seen, "command": command})

    @contextmanager
    def stream(self, address: str = "/events", **headers: str) -> Iterator[http.client.HTTPResponse]:
        """Yield the answer to a request for a stream, which comes over a connection of its own."""
        ticket = self.client.get_cookie("herald_ticket_8765", domain="127.0.0.1")
        assert ticket is not None
        asking = http.client.HTTPConnection("127.0.0.1", self.world.port, timeout=20)
        own = {"Host": ORIGIN.removeprefix("http://"), "Cookie": f"{ticket.key}={ticket.value}"}
        asking.request("GET", address, headers={**own, **headers})
        with closing(asking), asking.getresponse() as answer:
            yield answer

    def events(self) -> Iterator[tuple[str, Any]]:
        """Yield each event of the stream as its name and what it holds; a view with what never changes."""
        scenario = None
        with self.stream() as answer:
            assert answer.status == 200, answer.read()
            for name, told in events_in(answer):
                if name == "scenario":
                    scenario = told
                else:
                    yield name, {**told, "scenario": scenario} if name == "view" else told


def events_in(answer: Iterator[bytes]) -> Iterator[tuple[str, Any]]:
    """Yield the events in the lines of *answer*."""
    lines: dict[str, str] = {}
    for line in answer:
        if line.startswith(b":"):
            continue  # a comment
        if line.strip():
            name, text = line.decode().rstrip("\n").split(": ", 1)
            lines[name] = text
        else:
            yield lines["event"], json.loads(lines["data"])
            lines = {}


@contextmanager
def world(
    data: Path,
    *,
    port: int = 8765,
    game: str | None = None,
    camera: str | None = None,
    scenario: str = "learning",
    language: str = "en",
) -> Iterator[World]:
    """Open a table of *scenario* in the folder *data*; resume *game* where it is named."""
    settings = Settings(
        data=data,
        host="127.0.0.1",
        port=port,
        voice=False,
        game=game,
        camera=camera,
        scenario=scenario,
        language=language,
    )
    app = create_app(settings)
    services = services_of(app)
    made = World(app, services)
    try:
        with made.served:
            yield made
    finally:
        services.close()
