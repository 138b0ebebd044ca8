"""All that each device at a served table is sent: the answers to its requests, and what its stream tells."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Lock
from types import SimpleNamespace
from typing import Any

from companion.web.server.event_stream import HAND_OVER, Stream
from tests.companion.browser import Tablet
from tests.companion.dashboard_world import World, events_in

Environ = dict[str, Any]


class Overheard:
    """Stands before a table's app, and keeps what it says by the address at which a device calls it."""

    def __init__(self, table: World) -> None:
        self._app = table.app.wsgi_app
        self._answers: dict[str, list[tuple[str, bytes]]] = {}
        self._streams: dict[str, list[bytearray]] = {}
        self._lock = Lock()

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        host, what = environ["HTTP_HOST"], f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}"
        environ.pop("HTTP_ACCEPT_ENCODING", None)  # else it is packed
        hand_over = environ.get(HAND_OVER)
        if hand_over is not None:
            environ[HAND_OVER] = lambda stream: hand_over(self._tapped(host, stream))
        answer = b"".join(self._app(environ, start_response))
        with self._lock:
            self._answers.setdefault(host, []).append((what, answer))
        return [answer]

    def _tapped(self, host: str, stream: Stream) -> SimpleNamespace:
        """Return what sends the same as *stream*, which is kept."""
        kept = bytearray()
        with self._lock:
            self._streams.setdefault(host, []).append(kept)

        def follow(send: Callable[[bytes], Any], end: Callable[[], object]) -> None:
            def keep(text: bytes) -> Any:
                with self._lock:
                    kept.extend(text)
                return send(text)

            stream.follow(keep, end)

        return SimpleNamespace(follow=follow, close=stream.close)

    def news(self, tablet: Tablet) -> Iterator[tuple[str, Any]]:
        """Yield what *tablet* has been sent since this was last asked: what it was and what it held."""
        host = tablet.home.removeprefix("http://")
        with self._lock:
            answers, self._answers[host] = self._answers.get(host, []), []
            told = b""
            for kept in self._streams.get(host, []):
                whole = kept.rfind(b"\n\n") + 2  # the rest is on its way
                told += kept[:whole]
                del kept[:whole]
        for what, answer in answers:
            try:
                yield what, json.loads(answer)
            except ValueError:
                yield what, answer.decode(errors="replace")
        yield from events_in(iter(told.splitlines(keepends=True)))


@contextmanager
def overheard(table: World) -> Iterator[Overheard]:
    """Listen to all that *table* says while the block runs."""
    made = Overheard(table)
    table.app.wsgi_app = made  # type: ignore[method-assign]
    yield made
