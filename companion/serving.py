"""Serves the dashboard with cheroot, and tells people at the terminal where it is."""

import errno
import io
import re
import signal
import socket
import ssl
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import click
import qrcode
from cheroot.makefile import StreamReader, StreamWriter
from cheroot.server import HTTPConnection, HTTPRequest, KnownLengthRFile
from cheroot.ssl import Adapter
from cheroot.wsgi import Gateway_10, Server
from flask import Flask

from companion.cli import CouldNot
from companion.dashboard import HAND_OVER, LARGEST_MESSAGE, Door, Take, close_streams
from companion.evening import reached_at
from companion.settings import Settings

_OTHER_HOST = "name one with --host, or leave it out for all networks"

THREADS = 32
"""For pages, taps and pictures; the tablets' event streams hold none."""

WAITING = 256
"""How many connections may wait to be taken in: a party of onlookers comes all at once."""

PATIENCE_S = 5
"""How long the rest of a request may be on its way: a thread waits for it."""

_LONGEST_LINE = 256  # of the lines between chunks
_LONGEST_PLAIN = 8192  # of a request that comes by http where https is served
_HANDSHAKE = b"\x16"  # with which every TLS connection begins


class _TooLongError(Exception):
    """A message that is longer than any that the page sends."""


class _Request(HTTPRequest):
    """A request of which the dashboard gets the whole message, and its length in plain digits."""

    def read_request_headers(self) -> bool:
        """Read the headers; refuse a length that is none, for which cheroot would wait for ever."""
        is_read: bool = super().read_request_headers()  # type: ignore[no-untyped-call]
        if is_read and not self.inheaders.get(b"Content-Length", b"0").isdigit():
            self.simple_response(
                "400 Bad Request", "That message has no length that can be. Nothing was done."
            )
            return False
        return is_read

    def respond(self) -> None:
        """Answer once the whole message is there; one that is too long is left to the dashboard to refuse.

        Raises TimeoutError, for which cheroot has an answer, where the rest does not come.
        """
        length = int(self.inheaders.get(b"Content-Length", 0))
        if length > LARGEST_MESSAGE and not self.chunked_read:
            super().respond()
            return
        try:
            rest = self.conn.rfile
            message = _put_together(rest) if self.chunked_read else rest.read(length)
        except _TooLongError:
            self.simple_response(
                "413 Request Entity Too Large", "That message is too long. Nothing was done."
            )
        except ValueError:
            self.close_connection = True
            self.simple_response("400 Bad Request", "That message came in broken parts. Nothing was done.")
        else:
            self._answer(message)

    def _answer(self, message: bytes) -> None:
        """Have the dashboard answer a request with *message*, as if it had come in one piece."""
        self.chunked_read = False
        self.inheaders.pop(b"Transfer-Encoding", None)
        self.inheaders[b"Content-Length"] = str(len(message)).encode()
        self.rfile = KnownLengthRFile(io.BytesIO(message), len(message))
        self.server.gateway(self).respond()
        self.ensure_headers_sent()
        self.conn.is_chunked = self.chunked_write


def _put_together(parts: BinaryIO) -> bytes:
    """Return the message that comes in chunks.  Raises ValueError for broken ones, and _TooLongError."""
    message = b""
    while size := int(parts.readline(_LONGEST_LINE).partition(b";")[0], 16):
        if size < 0:
            raise ValueError(f"there is no chunk of {size} bytes")
        if len(message) + size > LARGEST_MESSAGE:
            raise _TooLongError
        message += parts.read(size)
        if parts.readline(_LONGEST_LINE).strip():
            raise ValueError("a chunk goes on after its end")
    while parts.readline(_LONGEST_LINE).strip():
        pass  # headers may follow; the page sends none
    return message


class _Connection(HTTPConnection):
    """A connection that the dashboard may take over once it has answered."""

    RequestHandlerClass = _Request
    is_chunked = False
    _take: Take | None = None
    _is_taken = False

    def hand_over(self, take: Take) -> None:
        """Have the dashboard *take* the connection after this answer."""
        self._take = take

    def communicate(self) -> bool:
        """Answer the next request; return whether more may come."""
        is_open: bool = super().communicate()  # type: ignore[no-untyped-call]
        if self._take is None:
            return is_open
        self._is_taken = True
        self._take(self.socket, is_chunked=self.is_chunked)
        return False

    def close(self) -> None:
        """End the connection, unless it is not ours any more."""
        if not self._is_taken:
            super().close()


class _Gateway(Gateway_10):
    """Tells the dashboard how to take a connection over."""

    def get_environ(self) -> dict[str, Any]:  # type: ignore[override]  # cheroot's annotation says None
        """Return the request's environment."""
        return {**super().get_environ(), HAND_OVER: self.req.conn.hand_over}  # type: ignore[no-untyped-call]


class _Tls(Adapter):
    """TLS by the standard library, the handshake left to the thread that serves the connection.

    cheroot's own adapter shakes hands where connections are taken in: one tablet that
    falls asleep over it would keep out all others.
    """

    def __init__(self, file: Path) -> None:
        """Take key and certificate from *file*."""
        super().__init__(str(file), str(file))
        self.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.context.load_cert_chain(file)

    def bind(self, sock: socket.socket) -> socket.socket:
        """Return the listening socket as it is."""
        return sock

    def wrap(self, sock: socket.socket) -> tuple[ssl.SSLSocket, dict[str, str]]:
        """Return *sock* made safe, once its hand is shaken, and what the dashboard is told of it."""
        secured = self.context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
        return secured, self.get_environ()

    def get_environ(self) -> dict[str, str]:
        """Return what the dashboard is told of every connection."""
        return {"wsgi.url_scheme": "https", "HTTPS": "on"}

    def makefile(
        self, sock: ssl.SSLSocket, mode: str = "r", bufsize: int = io.DEFAULT_BUFFER_SIZE
    ) -> StreamReader | StreamWriter:
        """Return *sock* as a file."""
        return (StreamReader if "r" in mode else StreamWriter)(sock, mode, bufsize)


class _SecureConnection(_Connection):
    """A connection that begins with a handshake; who speaks plain http is sent to https."""

    _is_open = False

    def communicate(self) -> bool:
        """Answer the next request; return whether more may come."""
        try:
            self._is_open = self._is_open or self._shake_hands()
        except OSError:
            return False  # gone, too slow, or of a tablet that does not take the certificate
        return self._is_open and super().communicate()

    def _shake_hands(self) -> bool:
        """Return whether the connection is safe now.  Raises OSError where it came to nothing."""
        first = socket.socket.recv(self.socket, 1, socket.MSG_PEEK)
        if first == _HANDSHAKE:
            self.socket.do_handshake()
            return True
        if first:
            asked = socket.socket.recv(self.socket, _LONGEST_PLAIN)
            socket.socket.sendall(self.socket, _sent_to_https(asked))
        return False


def _sent_to_https(asked: bytes) -> bytes:
    """Return the answer to a request in plain http: the same address by https, or what to do."""
    page = re.match(rb"(?:GET|HEAD) (/[!-~]*) HTTP/1\.[01]\r\n", asked)
    host = re.search(rb"\r\nHost: *([A-Za-z0-9.:\[\]-]+)\r\n", asked, re.IGNORECASE)
    if page is None or host is None:
        text = b"This table is served by https: put https:// before its address."
        head = b"400 Bad Request\r\nContent-Type: text/plain"
    else:
        text = b""
        head = b"307 Temporary Redirect\r\nLocation: https://" + host[1] + page[1]
    return b"HTTP/1.1 %b\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%b" % (head, len(text), text)


@contextmanager
def served(app: Flask, host: str, port: int, *, certificate: Path | None = None) -> Iterator[None]:
    """Serve *app* while the block runs, by https where there is a *certificate*, a file with its key.

    Raises CouldNot where the port or the address cannot be used.
    """
    _check_free(host, port)
    server = Server(
        (host, port), app, numthreads=THREADS, max=THREADS, request_queue_size=WAITING, timeout=PATIENCE_S
    )
    server.gateway, server.ConnectionClass = _Gateway, _Connection
    if certificate is not None:
        server.ConnectionClass, server.ssl_adapter = _SecureConnection, _Tls(certificate)
    server.shutdown_timeout = 1
    server.prepare()
    thread = threading.Thread(target=server.serve, name="server", daemon=True)
    thread.start()
    try:
        yield
    finally:
        close_streams(app)  # an open event stream would hold up the stop for ever
        server.stop()
        thread.join(timeout=5)


def _check_free(host: str, port: int) -> None:
    """Raise CouldNot where nobody can listen at *port* of *host*."""
    family, address = _resolved(host, port)
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if sys.platform != "win32":  # there it would let two listen
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as trouble:
            if trouble.errno == errno.EADDRNOTAVAIL:
                raise CouldNot(f"{host} is no address of this machine: {_OTHER_HOST}.") from None
            raise CouldNot(
                f"port {port} on {host} cannot be used ({trouble.strerror}): "
                "stop what uses it, or name another with --port."
            ) from None


def _resolved(host: str, port: int) -> tuple[int, tuple[object, ...]]:
    """Return the family and the address that *host* stands for.  Raises CouldNot where there is none."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, ValueError):
        raise CouldNot(f"there is no address {host!r}: {_OTHER_HOST}.") from None
    family, _, _, _, address = found[0]
    return family, address


def certificate_for(settings: Settings) -> Path | None:
    """Return the file of the table's certificate where it is to be served by https; say what to expect."""
    if not settings.https:
        return None
    from companion.certificate import fingerprint, keep_certificate, own_names  # it loads much

    file = keep_certificate(settings.data, own_names(reached_at(settings)))
    click.echo("Each tablet warns once that nobody vouches for this table: let it go on to the page.")
    click.echo(f"The certificate's SHA-256 is {fingerprint(file)}")
    return file


@contextmanager
def ended_politely() -> Iterator[None]:
    """Let SIGTERM end what runs meanwhile as Ctrl-C does."""
    former = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, former)


def show_way_in(door: Door) -> None:
    """Print how tablets join: the link, the code, and a QR code to photograph."""
    code = qrcode.QRCode(border=2)
    code.add_data(door.join_url)
    drawn = io.StringIO()
    code.print_ascii(out=drawn, invert=True)
    click.echo(drawn.getvalue())
    click.echo(f"Join:  {door.join_url}   (code {door.codes.join})")
    click.echo(f"Watch: {door.watch_url}")
