"""Where connections are taken in: how many may stand, who makes room for whom, and TLS.

Whoever has shown no ticket is a stranger.  Strangers make room for one another, those of the
fullest address first, and never take a place that is kept for devices that have joined; so
however many stand here, the next one still comes in and can show its ticket.
"""

import re
import socket
import ssl
import sys
from asyncio import Future
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from random import uniform
from types import TracebackType

from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop
from tornado.iostream import IOStream, SSLIOStream, UnsatisfiableReadError

STRANGERS, JOINED = 2048, 2048
"""How many connections may stand at once, where the system lets as many files be open."""

OF_A_DEVICE = 48
_ENOUGH_FILES = 8192
_KEPT_FILES = 200  # for games, pictures, sound and programs that are run
_AT_ONCE = 16  # connections taken in before those that stand are looked at again
_LONGEST_UNREAD = 128 * 1024
_LONGEST_PLAIN = 8192  # of a request that comes by http where https is served
_HANDSHAKE = b"\x16"  # with which every TLS connection begins
UNANSWERED_MS = 15_000
_UNANSWERED = getattr(socket, "TCP_USER_TIMEOUT", None)  # Linux has it


_Trouble = (
    bool
    | BaseException
    | tuple[type[BaseException] | None, BaseException | None, TracebackType | None]
    | None
)


def refusal(status: str, sentence: str) -> bytes:
    """Return a whole answer that says *sentence* and ends the connection."""
    text = sentence.encode()
    head = f"HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n"
    return f"{head}Content-Length: {len(text)}\r\n\r\n".encode() + text


LONG_HEAD = refusal("431 Request Header Fields Too Large", "That address or its headers are too long.")
BROKEN_MESSAGE = refusal(
    "413 Content Too Large", "That message came in parts that are too long. Nothing was done."
)


class ClientConnection(IOStream):
    """A connection that says why it ends when more comes than is taken, and tells when it is gone."""

    too_long = LONG_HEAD
    gone: Callable[[], None] | None = None

    def close(self, exc_info: _Trouble = False) -> None:
        """End the connection."""
        if isinstance(exc_info, UnsatisfiableReadError) and not self.closed():
            with suppress(OSError):  # who is told may be gone
                self.write_to_fd(memoryview(self.too_long))
        super().close(exc_info)
        if self.gone is not None:
            self.gone()
            self.gone = None

    def write(self, data: bytes | memoryview) -> "Future[None]":
        """Send *data*; what the system takes at once costs no waiting, and that is nearly always all."""
        count = 0
        if data and not self.closed() and not self.writing():
            with suppress(OSError):  # then the usual way has a word for it
                count = self.write_to_fd(memoryview(data))
        if not count:
            return super().write(data)
        if count < len(data):
            return super().write(memoryview(data)[count:])
        sent: Future[None] = Future()
        sent.set_result(None)
        return sent


class TlsConnection(ClientConnection, SSLIOStream):
    """The same by TLS; its handshake is part of what the first request's head may take."""


class ConnectionLimit:
    """So many places, of which each owner may hold *each*; the fullest owner's oldest makes room."""

    def __init__(self, most: int, each: int) -> None:
        self._most, self._each = most, each
        self._held: dict[str, dict[object, Callable[[], None]]] = {}
        self._owner: dict[object, str] = {}

    def enter(self, who: object, owner: str, turn_out: Callable[[], None]) -> None:
        """Give *who* a place, for which another is turned out where none is free."""
        held = self._held.setdefault(owner, {})
        held[who], self._owner[who] = turn_out, owner
        if len(held) > self._each:
            self._turn_out(owner)
        elif len(self._owner) > self._most:
            self.make_room()

    def leave(self, who: object) -> None:
        """Take the place of *who* back, if it had one."""
        owner = self._owner.pop(who, None)
        if owner is not None:
            del self._held[owner][who]
            if not self._held[owner]:
                del self._held[owner]

    def make_room(self) -> None:
        """Turn out the oldest of the owner who holds most places."""
        if self._held:
            self._turn_out(max(self._held, key=lambda owner: len(self._held[owner])))

    def _turn_out(self, owner: str) -> None:
        who, turn_out = next(iter(self._held[owner].items()))
        self.leave(who)
        turn_out()


class ConnectionAcceptor:
    """Takes connections in for *server*, by TLS where there is a *context*."""

    def __init__(self, server: HTTPServer, context: ssl.SSLContext | None, *, timeout_s: float) -> None:
        self._server, self._context, self._timeout_s = server, context, timeout_s
        strangers, joined = places(most_files())
        self._strangers, self._joined = (
            ConnectionLimit(strangers, max(1, 3 * strangers // 4)),
            ConnectionLimit(joined, OF_A_DEVICE),
        )
        self._silent: dict[socket.socket, Callable[[], None]] = {}

    def open(self, listeners: Sequence[socket.socket]) -> None:
        """Take in whoever comes to *listeners* from now on."""
        for listener in listeners:
            IOLoop.current().add_handler(listener, self._accept, IOLoop.READ)

    def close(self, listeners: Sequence[socket.socket]) -> None:
        """Take in nobody else, and let go of those who have not said anything yet."""
        for listener in listeners:
            IOLoop.current().remove_handler(listener)
            listener.close()
        for give_up in [*self._silent.values()]:
            give_up()

    def know(self, line: ClientConnection, device: str) -> None:
        """Let *line* be one of those that have joined: no stranger pushes it out."""
        if line.closed():  # it would hold its place for ever
            return
        self._strangers.leave(line)
        self._joined.leave(line)
        self._joined.enter(line, device, line.close)

    def _accept(self, listener: socket.socket, _: int) -> None:
        for _each in range(_AT_ONCE):
            try:
                connection, address = listener.accept()
            except BlockingIOError:
                return
            except OSError:  # it is gone again, or there is no file left for it
                self._strangers.make_room()
                return
            self._await_first_byte(connection, str(address[0]))

    def _await_first_byte(self, connection: socket.socket, address: str) -> None:
        """Hold *connection*, at little cost, until its other side begins, or does not for too long."""
        loop = IOLoop.current()
        connection.setblocking(False)

        def stop() -> None:
            loop.remove_timeout(timer)
            loop.remove_handler(connection)
            self._strangers.leave(connection)
            del self._silent[connection]

        def give_up() -> None:
            stop()
            connection.close()

        def begin(_: socket.socket, _events: int) -> None:
            stop()
            self._begin(connection, address)

        # Those who came at once are not let go at once: they would all come again at once.
        timer = loop.call_later(self._timeout_s * uniform(0.5, 1), give_up)
        loop.add_handler(connection, begin, IOLoop.READ)
        self._silent[connection] = give_up
        self._strangers.enter(connection, address, give_up)

    def _begin(self, connection: socket.socket, address: str) -> None:
        """Serve *connection*, by TLS where there is a context; who does not speak it is sent to https."""
        try:
            limit(connection)
            if self._context is None:
                self._serve(ClientConnection(connection, max_buffer_size=_LONGEST_UNREAD), address)
                return
            if connection.recv(1, socket.MSG_PEEK) == _HANDSHAKE:
                safe = self._context.wrap_socket(connection, server_side=True, do_handshake_on_connect=False)
                self._serve(TlsConnection(safe, max_buffer_size=_LONGEST_UNREAD), address)
                return
            if asked := connection.recv(_LONGEST_PLAIN):
                connection.send(_sent_to_https(asked))
        except OSError:
            pass  # gone again
        connection.close()

    def _serve(self, line: ClientConnection, address: str) -> None:
        line.gone = partial(self._forget, line)
        self._strangers.enter(line, address, line.close)
        self._server.handle_stream(line, (address, 0))

    def _forget(self, line: ClientConnection) -> None:
        self._strangers.leave(line)
        self._joined.leave(line)


def limit(connection: socket.socket) -> None:
    """Have *connection* send at once, and fail where a device has answered nothing for long.

    Else who goes without a word would keep a place for a quarter of an hour: beats never fill it.
    """
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if _UNANSWERED is not None:
        connection.setsockopt(socket.IPPROTO_TCP, _UNANSWERED, UNANSWERED_MS)


def _sent_to_https(asked: bytes) -> bytes:
    """Return the answer to a request in plain http: the same address by https, or what to do."""
    page = re.match(rb"(?:GET|HEAD) (/[!-~]*) HTTP/1\.[01]\r\n", asked)
    host = re.search(rb"\r\nHost: *([A-Za-z0-9.:\[\]-]+)\r\n", asked, re.IGNORECASE)
    if page is None or host is None:
        return refusal("400 Bad Request", "This table is served by https: put https:// before its address.")
    place = b"Location: https://" + host[1] + page[1]
    return b"HTTP/1.1 307 Temporary Redirect\r\n%b\r\nConnection: close\r\nContent-Length: 0\r\n\r\n" % place


def most_files() -> int:
    """Return how many files may be open at once, after asking the system for enough."""
    if sys.platform == "win32":
        return 512  # what its select() takes
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _ENOUGH_FILES if hard == resource.RLIM_INFINITY else min(hard, _ENOUGH_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # then it stays as it is
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return wanted
    return _ENOUGH_FILES if soft == resource.RLIM_INFINITY else soft


def places(files: int) -> tuple[int, int]:
    """Return how many strangers and how many who have joined there is room for with so many *files*."""
    views = max(2, files - _KEPT_FILES)
    strangers = min(STRANGERS, views // 3)
    return strangers, min(JOINED, views - strangers)
