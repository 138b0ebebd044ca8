"""A table without a camera behind its dashboard, and devices that come to it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion import create_app, evening_of
from companion.evening import Evening
from companion.settings import Language, Settings
from rules.messages import AnyCommand, PlaceBanner, StartGame

ORIGIN = "http://127.0.0.1:8765"


class World:
    """One app, its table, and the devices at it."""

    def __init__(self, app: Flask, evening: Evening) -> None:
        self.app = app
        self.evening = evening
        self.table = evening.table
        self.door = evening.door

    def stranger(self) -> "Device":
        return Device(self.app.test_client(), self)

    def device(self, role: str) -> "Device":
        device = self.stranger()
        code = self.door.codes.watch if role == "watch" else self.door.codes.join
        answer = device.post("/join", {"code": code, "role": role, "name": f"{role} tablet"})
        assert answer.status_code == 200, answer.text
        return device

    def say(self, *commands: AnyCommand) -> None:
        for command in commands:
            assert self.table.submit(command, by="table tablet").refusal is None, command

    def start(self) -> None:
        """Place the stand-in banners and begin."""
        places = self.table.snapshot(None)["scenario"]["banners"]["stand_in"]
        self.say(*(PlaceBanner(at=place) for place in places), StartGame())

    @property
    def seq(self) -> int:
        seq: int = self.table.snapshot(None)["seq"]
        return seq


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

    def events(self) -> Iterator[tuple[str, Any]]:
        """Yield each event of the stream as its name and what it holds."""
        answer = self.client.get("/events", base_url=ORIGIN, buffered=False)
        assert answer.status_code == 200, answer.text
        try:
            for part in answer.iter_encoded():
                lines = dict(line.split(": ", 1) for line in part.decode().strip().split("\n"))
                yield lines["event"], json.loads(lines["data"])
        finally:
            answer.close()


@contextmanager
def world(
    data: Path,
    *,
    port: int = 8765,
    game: str | None = None,
    camera: str | None = None,
    scenario: str = "learning",
    language: Language = "en",
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
    evening = evening_of(app)
    try:
        yield World(app, evening)
    finally:
        evening.close()
