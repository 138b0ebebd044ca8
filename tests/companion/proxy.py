"""A bad network: passes bytes between browsers and a server, and cuts, stalls or loses them when told to."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self

HOST = "127.0.0.1"
_MOST = 1 << 16


class Network:
    """Everything between the devices and the server at *port*; devices call it at *home*."""

    def __init__(self, port: int) -> None:
        self.asked: list[str] = []  # "POST /do" and the like, in the order in which they passed
        self._port = port
        self._loop = asyncio.new_event_loop()
        self._flows = asyncio.Event()
        self._flows.set()
        self._is_cut = self._loses_answers = False
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None
        self._thread = threading.Thread(target=self._loop.run_forever, name="network", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(
            asyncio.start_server(self._join, HOST, 0), self._loop
        ).result()
        self.home = f"http://{HOST}:{self._server.sockets[0].getsockname()[1]}"
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()
        self._do(self._end)
        self._thread.join(timeout=10)
        self._loop.close()

    def drop(self) -> None:
        """Break every connection; new ones come through."""
        self._do(self._drop)

    def cut(self) -> None:
        """Break every connection, and let none through."""
        self._is_cut = True
        self.drop()

    def stall(self) -> None:
        """Let nothing pass, without breaking anything: as where a tablet has left the house."""
        self._do(self._flows.clear)

    def lose_answers(self) -> None:
        """Let requests pass, and break each connection on which the answer comes."""
        self._loses_answers = True

    def heal(self) -> None:
        """Let everything pass again."""
        self._is_cut = self._loses_answers = False
        self._do(self._flows.set)

    def count(self, request: str) -> int:
        """Return how often *request* has passed."""
        return self.asked.count(request)

    def _do(self, what: "asyncio.Event | object") -> None:
        assert callable(what)
        done = threading.Event()
        self._loop.call_soon_threadsafe(lambda: (what(), done.set()))
        assert done.wait(10)

    def _drop(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    def _end(self) -> None:
        assert self._server is not None
        self._server.close()
        self._flows.set()
        self._loop.call_later(0.1, self._loop.stop)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass a device's connection on to the server."""
        self._writers.add(writer)
        if self._is_cut:
            writer.transport.abort()
            return
        try:
            from_server, to_server = await asyncio.open_connection(HOST, self._port)
        except OSError:
            writer.transport.abort()  # the server is down
            return
        self._writers.add(to_server)
        await asyncio.gather(
            self._pass_on(reader, to_server, is_request=True),
            self._pass_on(from_server, writer, is_request=False),
        )
        self._writers -= {writer, to_server}

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_request: bool
    ) -> None:
        try:
            while part := await reader.read(_MOST):
                await self._flows.wait()
                if is_request:
                    self._note(part)
                elif self._loses_answers:
                    break
                writer.write(part)
                await writer.drain()
        except ConnectionError:
            pass
        writer.transport.abort()

    def _note(self, part: bytes) -> None:
        words = part.split(b" ", 2)
        if words[0] in (b"GET", b"POST") and len(words) == 3:
            self.asked.append(f"{words[0].decode()} {words[1].decode()}")


@contextmanager
def network(port: int) -> Iterator[Network]:
    """Put a network between devices and the server at *port*."""
    with Network(port) as made:
        yield made
