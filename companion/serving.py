"""Serves the dashboard with cheroot, and tells people at the terminal where it is."""

import errno
import io
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import click
import qrcode
from cheroot.wsgi import Server
from flask import Flask

from companion.cli import CouldNot
from companion.dashboard import Door, close_streams

_OTHER_HOST = "name one with --host, or leave it out for all networks"

THREADS = 64
"""One for every open tablet, which holds its event stream, and some for taps."""


@contextmanager
def served(app: Flask, host: str, port: int) -> Iterator[None]:
    """Serve *app* while the block runs.  Raises CouldNot where the port or the address cannot be used."""
    _check_free(host, port)
    server = Server(
        (host, port), app, numthreads=THREADS, max=THREADS, request_queue_size=THREADS, timeout=30
    )
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
