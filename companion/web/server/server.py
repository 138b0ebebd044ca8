"""Serves the dashboard with Tornado, and tells people at the terminal where it is."""

import asyncio
import io
import logging
import signal
import socket
import ssl
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click
import qrcode
from tornado.httpserver import HTTPServer

from companion.library.settings import Settings
from companion.network.addresses import own_names, reached_at
from companion.web.access.access import Access
from companion.web.pages.routes import close_streams
from companion.web.requests.ports import ServedApp
from companion.web.server.connections import ConnectionAcceptor
from companion.web.server.ports import listen
from companion.web.server.requests import Answering

THREADS = 16
"""For pages, taps and pictures of those who have joined; the tablets' event streams hold none."""

TIMEOUT_S = 5
"""How long a request's head may be on its way, and then the rest of it."""

LONGEST_HEAD = 32 * 1024


class _Serving:
    """The event loop and what runs on it."""

    def __init__(
        self, app: ServedApp, listeners: Sequence[socket.socket], context: ssl.SSLContext | None
    ) -> None:
        self._app, self._listeners, self._context = app, listeners, context
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_over = asyncio.Event()
        self.is_up = threading.Event()

    def run(self) -> None:
        """Serve until stopped."""
        asyncio.run(self._main())

    def stop(self) -> None:
        """Have ``run`` return soon."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._is_over.set)

    async def _main(self) -> None:
        answering = Answering(
            self._app,
            workers=THREADS,
            timeout_s=TIMEOUT_S,
            know=lambda line, device: acceptor.know(line, device),
        )
        server = HTTPServer(
            answering,
            max_header_size=LONGEST_HEAD,
            idle_connection_timeout=TIMEOUT_S,
            max_body_size=1 << 40,  # what is too long is refused in words
        )
        acceptor = ConnectionAcceptor(server, self._context, timeout_s=TIMEOUT_S)
        acceptor.open(self._listeners)
        self._loop = asyncio.get_running_loop()
        self.is_up.set()
        await self._is_over.wait()
        acceptor.close(self._listeners)
        answering.close()
        await server.close_all_connections()


@contextmanager
def served(app: ServedApp, host: str, port: int, *, certificate: Path | None = None) -> Iterator[None]:
    """Serve *app* while the block runs, by https where there is a *certificate*, a file with its key.

    Raises CouldNot where the port or the address cannot be used.
    """
    logging.getLogger("tornado").setLevel(logging.ERROR)  # else it tells of each request that is refused
    context = None
    if certificate is not None:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(certificate)
    serving = _Serving(app, listen(host, port), context)
    thread = threading.Thread(target=serving.run, name="server", daemon=True)
    thread.start()
    serving.is_up.wait()
    try:
        yield
    finally:
        close_streams(app)
        serving.stop()
        thread.join(timeout=5)


def certificate_for(settings: Settings) -> Path | None:
    """Return the file of the table's certificate where it is to be served by https; say what to expect."""
    if not settings.https:
        return None
    from companion.web.server.certificate import fingerprint, keep_certificate

    file = keep_certificate(settings.data, own_names(reached_at(settings.host)))
    click.echo("Each tablet warns once that nobody vouches for this table: let it go on to the page.")
    click.echo(f"The certificate's SHA-256 is {fingerprint(file)}")
    return file


@contextmanager
def ended_by_signal() -> Iterator[None]:
    """Let SIGTERM end what runs meanwhile as Ctrl-C does."""
    former = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, former)


def show_way_in(access: Access) -> None:
    """Print how tablets join: the link, the code, and a QR code to photograph."""
    code = qrcode.QRCode(border=2)
    code.add_data(access.join_url)
    drawn = io.StringIO()
    code.print_ascii(out=drawn, invert=True)
    click.echo(drawn.getvalue())
    click.echo(f"Join:  {access.join_url}   (code {access.codes.join})")
    click.echo(f"Watch: {access.watch_url}")
