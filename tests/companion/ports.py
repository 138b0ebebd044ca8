"""Ports for servers of tests that run side by side."""

import itertools
import os
import socket

# Below those that systems give to connections, and apart from those of other processes of tests.
_PORTS = itertools.count(10_000 + os.getpid() % 200 * 100)


def free_port() -> int:
    """Return a port that nobody uses, each time another."""
    for port in _PORTS:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("ports go on for ever")
