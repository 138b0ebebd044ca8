"""Answers requests: whole ones by a worker, of which those who have joined have their own; streams by none.

The event loop puts a request together, within limits of size and time, before a worker sees it.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import cast

from tornado.http1connection import HTTP1Connection
from tornado.httputil import (
    HTTPConnection,
    HTTPHeaders,
    HTTPInputError,
    HTTPMessageDelegate,
    HTTPServerConnectionDelegate,
    HTTPServerRequest,
    RequestStartLine,
    ResponseStartLine,
)
from tornado.iostream import StreamClosedError
from tornado.wsgi import WSGIContainer
from werkzeug.wrappers import Response

from companion.web.access.request_checks import ACCESS, device_of
from companion.web.pages.routes import LARGEST_MESSAGE
from companion.web.requests.ports import ServedApp
from companion.web.server.connections import BROKEN_MESSAGE, LONG_HEAD, ClientConnection
from companion.web.server.event_stream import HAND_OVER, STALLED_SECONDS, Stream

STRANGERS_WORKERS = 4
_UNREADABLE = Response("That request cannot be read.", 400, mimetype="text/plain")
_LATE = Response("That message did not come to its end. Nothing was done.", 408, mimetype="text/plain")
_OVER = Response("The table is being stopped. Nothing was done.", 503, mimetype="text/plain")
_FAULT = Response("Something went wrong here. The game goes on.", 500, mimetype="text/plain")

logger = logging.getLogger(__name__)


class Answering(HTTPServerConnectionDelegate):
    """Has *app* answer; *know* is told whose connection it is where a device shows its ticket."""

    def __init__(
        self, app: ServedApp, *, workers: int, timeout_s: float, know: Callable[[ClientConnection, str], None]
    ) -> None:
        self.timeout_s = timeout_s
        self._app, self._know, self._gateway = app, know, WSGIContainer(app)
        self._joined = ThreadPoolExecutor(workers, "answers")
        self._strangers = ThreadPoolExecutor(STRANGERS_WORKERS, "answers to strangers")
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_over = False

    def start_request(self, server_conn: object, request_conn: HTTPConnection) -> "Request":
        """Return what takes the next request of a connection in."""
        return Request(self, cast(HTTP1Connection, request_conn))

    def begin(self, request: HTTPServerRequest, connection: HTTP1Connection) -> None:
        """Answer *request*, which is whole."""
        if self._is_over:
            self.run(send(connection, _OVER))
            return
        self.run(self._answer(request, connection, cast(ClientConnection, connection.stream)))

    def run(self, work: Coroutine[None, None, None]) -> None:
        """Have the coroutine *work* done, and keep it until it is."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """Begin nothing else."""
        self._is_over = True
        for task in self._tasks:
            task.cancel()
        for pool in (self._joined, self._strangers):
            pool.shutdown(wait=False, cancel_futures=True)

    async def _answer(
        self, request: HTTPServerRequest, connection: HTTP1Connection, line: ClientConnection
    ) -> None:
        try:
            environ = self._gateway.environ(request)
        except ValueError:  # such as a port that is no number
            await send(connection, _UNREADABLE)
            return
        device = device_of(self._app.extensions[ACCESS], environ)
        if device is not None:
            self._know(line, device)
        pool = self._strangers if device is None else self._joined
        streams: list[Stream] = []
        environ[HAND_OVER] = streams.append
        loop = asyncio.get_running_loop()
        try:
            answer = await loop.run_in_executor(pool, Response.from_app, self._app, environ, True)
        except Exception:
            logger.exception("a request was not answered")
            answer = _FAULT
        if streams:
            await _follow(connection, answer, streams[0], line)
        else:
            await send(connection, answer)


class Request(HTTPMessageDelegate):
    """One request, put together."""

    def __init__(self, answering: Answering, connection: HTTP1Connection) -> None:
        self._answering, self._connection = answering, connection
        self._line = cast(ClientConnection, connection.stream)
        self._request: HTTPServerRequest | None = None
        self._message = bytearray()
        self._late: asyncio.TimerHandle | None = None

    def headers_received(self, start_line: object, headers: HTTPHeaders) -> None:
        """Take the head in.  Raises HTTPInputError for one that can be read in two ways."""
        lengths = headers.get_list("Content-Length")
        if len(lengths) > 1 or "," in "".join(lengths):
            raise HTTPInputError("more than one length")
        try:
            length = int(lengths[0]) if lengths and lengths[0].isdecimal() else 0
            self._request = HTTPServerRequest(
                connection=self._connection, start_line=cast(RequestStartLine, start_line), headers=headers
            )
        except ValueError:  # a length, or a port in Host, of more digits than Python reads
            raise HTTPInputError("a number without end") from None
        self._line.too_long = BROKEN_MESSAGE
        loop = asyncio.get_running_loop()
        self._late = loop.call_later(self._answering.timeout_s, self._give_up)
        if length > LARGEST_MESSAGE:
            self._end()  # the dashboard refuses it by its length

    def data_received(self, chunk: bytes) -> None:
        """Take some of the message in."""
        if self._late is None or self._request is None:
            return
        self._message += chunk
        if len(self._message) > LARGEST_MESSAGE:
            self._end()

    def finish(self) -> None:
        """Have the request answered, which is whole now."""
        self._line.too_long = LONG_HEAD
        self._end()

    def on_connection_close(self) -> None:
        """Forget what came."""
        if self._late is not None:
            self._late.cancel()

    def _end(self) -> None:
        if self._late is None or self._request is None:
            return
        self._late.cancel()
        self._late = None
        headers = self._request.headers
        if "Transfer-Encoding" in headers:  # it is in one piece now
            del headers["Transfer-Encoding"]
            headers["Content-Length"] = str(len(self._message))
        self._request.body = bytes(self._message)
        self._answering.begin(self._request, self._connection)

    def _give_up(self) -> None:
        self._late = None
        self._answering.run(send(self._connection, _LATE))


async def send(connection: HTTP1Connection, answer: Response) -> None:
    """Send *answer*; one that is not taken in time ends the connection."""
    body = answer.get_data()
    has_body = answer.status_code not in (204, 304)
    if has_body and "Content-Length" not in answer.headers:
        answer.headers["Content-Length"] = str(len(body))
    try:
        async with asyncio.timeout(STALLED_SECONDS):
            sent = _write_head(connection, answer, body if has_body else b"")
            connection.finish()
            await sent
    except StreamClosedError:
        pass  # gone before it was answered
    except TimeoutError:
        connection.close()


def _write_head(connection: HTTP1Connection, answer: Response, body: bytes) -> "asyncio.Future[None]":
    """Write the head of *answer* and *body*; the future is over when they are on their way."""
    code, reason = answer.status.split(" ", 1)
    headers = HTTPHeaders()
    for name, text in answer.headers:
        headers.add(name, text)
    return connection.write_headers(ResponseStartLine("HTTP/1.1", int(code), reason), headers, body)


async def _follow(
    connection: HTTP1Connection, answer: Response, stream: Stream, line: ClientConnection
) -> None:
    """Send *answer*'s head and then *stream*, until it ends or the device has gone."""
    is_over = asyncio.Event()
    connection.set_close_callback(is_over.set)
    answer.headers.pop("Content-Length", None)
    try:
        await _write_head(connection, answer, b"")
        line.set_nodelay(True)
        stream.follow(connection.write, is_over.set)
        await is_over.wait()
        if not line.closed():
            connection.finish()
    except StreamClosedError:
        pass  # gone already
    finally:
        stream.close()
        connection.close()
