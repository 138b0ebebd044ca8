"""What ends lets go of what it held: places at the door, and a server's wake-up call."""

import asyncio
import socket
from pathlib import Path

import pytest
from tornado.httpserver import HTTPServer

from companion import app
from companion.app import create_app
from companion.camera.watch import Watch
from companion.journal.jsonl import StoreError
from companion.library.settings import Settings
from companion.table.subscription import Bell, Subscription
from companion.web.server.connections import ClientConnection, ConnectionAcceptor


def test_a_line_that_is_gone_already_gets_no_place() -> None:
    async def known_late() -> int:
        here, there = socket.socketpair()
        acceptor, line = (
            ConnectionAcceptor(HTTPServer(lambda _: None), None, timeout_s=5),
            ClientConnection(here),
        )
        line.close()
        there.close()
        acceptor.know(line, "a device")
        return len(acceptor._joined._owner)

    assert asyncio.run(known_late()) == 0


def test_who_has_said_nothing_yet_is_let_go_when_the_server_stops() -> None:
    async def heard() -> bytes:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            listener.setblocking(False)
            acceptor = ConnectionAcceptor(HTTPServer(lambda _: None), None, timeout_s=60)
            acceptor.open([listener])
            reader, writer = await asyncio.open_connection(*listener.getsockname())
            while not acceptor._silent:
                await asyncio.sleep(0)
            acceptor.close([listener])
            said = await asyncio.wait_for(reader.read(), 10)
            writer.close()
            return said

    assert asyncio.run(heard()) == b""


def test_a_server_that_has_stopped_is_woken_no_more() -> None:
    bell, woken = Bell(), list[int]()
    subscription = Subscription(bell)
    subscription.close()
    subscription.call(lambda: woken.append(bell.number))
    bell.ring(1)
    assert woken == []


def test_a_table_that_cannot_be_opened_lets_go_of_its_camera(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = list[Watch]()
    monkeypatch.setattr(Watch, "close", lambda watch: closed.append(watch))

    def fail(*_: object) -> None:
        raise StoreError("the voice cannot be had")

    monkeypatch.setattr(app, "_give_voice", fail)
    with pytest.raises(StoreError):
        create_app(Settings(data=tmp_path, camera="simulated", voice=False))
    assert len(closed) == 1
