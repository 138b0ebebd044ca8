"""Cameras that are read by an address: what of it may be shown and kept, and why one does not open.

An address may hold a user name, a password, or a token in its path or its query; none of them
ever leaves this module but towards the camera.
"""

import re
import socket
from hashlib import sha256
from http.client import HTTPException
from typing import Any
from urllib import request
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qsl, unquote, urlsplit, urlunsplit

import cv2

from rules.kernel.translatable import Message
from vision.errors import CameraError
from vision.source.devices import Capture
from vision.source.pictures import parse_jpeg

ADDRESSES = ("http://", "https://", "rtsp://", "rtsps://")
TIME_LIMIT_MS = 5000  # for opening an address and for each picture from it
PROBE_LIMIT_S = 3.0
REFUSED = (401, 403)
RTSP_PORT = 554
HOST = re.compile(r"(\[[0-9A-Fa-f:.%]+\]|[^\[\]:@/\s]+)(:\d{1,5})?")
PLAIN = re.compile(r"(/(video|stream|live|camera|cam|mjpe?g|feed)\d{0,3}(\.[a-z]{2,5})?)*/?")
"""A path of such words tells nothing but which picture is meant."""

KEPT_MARK = "#"
"""Ends what is shown of an address in the name that stays; behind it is what tells it from others."""


def is_address(spec: str) -> bool:
    """Return whether *spec* is read over the network."""
    return spec.lower().startswith(ADDRESSES)


def shown_address(url: str) -> str:
    """Return what people may see of *url*: scheme, host and a plain path, ``…`` in place of all else.

    Where a password makes it doubtful which part is the host, that is hidden too.
    """
    scheme, joint, rest = url.partition("://")
    if not joint:
        return f"…{url[url.rindex('@') :]}" if "@" in url else url  # an address without its beginning
    authority = re.split(r"[/?#\\]", rest, maxsplit=1)[0]
    host, beyond = authority.rpartition("@")[2], rest[len(authority) :]
    if "@" in beyond or HOST.fullmatch(host) is None:
        return f"{scheme}://…"
    return f"{scheme}://{host}{beyond if PLAIN.fullmatch(beyond) else '/…'}"


def address_identity(url: str) -> str:
    """Return the name by which the camera at *url* is remembered: no secret, and none to be guessed from it.

    Two cameras behind one host differ by path and by small numbers in the query.  What is such a
    name already keeps it.
    """
    shown = shown_address(url)
    if url.startswith(f"{shown.removesuffix('…')}…{KEPT_MARK}"):
        return url
    if shown.endswith("://…") or not shown.endswith("…"):
        return shown
    parts = urlsplit(url)
    numbers = [(key, text if len(text) <= 2 else "") for key, text in parse_qsl(parts.query, True)]
    told = sha256(repr((parts.path.strip("/"), numbers)).encode()).hexdigest()[:8]
    return f"{shown}{KEPT_MARK}{told}"


class AddressCamera:
    """Opens the camera at *url*."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.identity = address_identity(url)

    def __call__(self) -> Capture:
        """Return the camera, not open where nobody answers.  Raises CameraError where it lets nobody in."""
        limits = [
            *(cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, TIME_LIMIT_MS),
            *(cv2.CAP_PROP_READ_TIMEOUT_MSEC, TIME_LIMIT_MS),
        ]
        capture = cv2.VideoCapture(self._url, cv2.CAP_FFMPEG, limits)
        if not capture.isOpened() and asks_for_password(self._url):
            raise CameraError(_refusal(self._url))
        return sparing(capture)


def sparing(capture: cv2.VideoCapture) -> Capture:
    """Return *capture*, so that a picture is decoded only when it is wanted, where its format allows that."""
    fourcc = int(capture.get(cv2.CAP_PROP_FOURCC)) if capture.isOpened() else 0
    is_jpeg = fourcc.to_bytes(4, "little", signed=fourcc < 0) == b"MJPG"
    if is_jpeg and capture.getBackendName() == "FFMPEG" and capture.set(cv2.CAP_PROP_FORMAT, -1):
        return JpegCapture(capture)
    return capture


class JpegCapture:
    """Pictures of *capture*, which hands out JPEGs as they come."""

    def __init__(self, capture: cv2.VideoCapture) -> None:
        self._capture = capture

    def isOpened(self) -> bool:  # noqa: N802
        """Return whether pictures may come."""
        return self._capture.isOpened()

    def grab(self) -> bool:
        """Take the next JPEG; return whether one came."""
        return self._capture.grab()

    def retrieve(self) -> tuple[bool, Any]:
        """Return whether the JPEG taken last is a picture, and the picture."""
        good, packed = self._capture.retrieve()
        picture = parse_jpeg(packed.tobytes()) if good and packed is not None else None
        return picture is not None, picture

    def release(self) -> None:
        """Let go of the address."""
        self._capture.release()


def _refusal(url: str) -> Message:
    if urlsplit(url).username or urlsplit(url).query:
        return Message(
            "{1} refuses the user name or the password: "
            "they are wrong in the address of the camera; correct them",
            shown_address(url),
        )
    return Message(
        "{1} asks for a user name and a password: "
        "put them into the address, before the host, as NAME:PASSWORD@",
        shown_address(url),
    )


def asks_for_password(url: str) -> bool:
    """Return whether the camera at *url*, which does not open, is there and lets in only who is known to it.

    Sends what the address says, as opening it does, to the same host.
    """
    try:
        parts = urlsplit(url)
        if parts.hostname is None:
            return False
        status = _rtsp_status(url) if parts.scheme.lower().startswith("rtsp") else _http_status(url)
    except (OSError, ValueError, HTTPException):
        return False
    return status in REFUSED


def _http_status(url: str) -> int:
    parts = urlsplit(url)
    bare = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
    known = request.HTTPPasswordMgrWithDefaultRealm()
    known.add_password(None, bare, unquote(parts.username or ""), unquote(parts.password or ""))
    opener = request.build_opener(
        request.ProxyHandler({}), request.HTTPBasicAuthHandler(known), request.HTTPDigestAuthHandler(known)
    )
    try:
        with opener.open(bare, timeout=PROBE_LIMIT_S) as answer:
            return int(answer.status)
    except HTTPError as refusal:
        return refusal.code
    except URLError:
        return 0


def _rtsp_status(url: str) -> int:
    """Return what the camera answers to who says no name: where it opens for nobody, that tells why."""
    parts = urlsplit(url)
    asked = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], query=""))
    with socket.create_connection((parts.hostname, parts.port or RTSP_PORT), PROBE_LIMIT_S) as line:
        line.sendall(f"DESCRIBE {asked} RTSP/1.0\r\nCSeq: 1\r\n\r\n".encode())
        answer = line.recv(64).decode("ascii", "replace").split()
    return int(answer[1]) if len(answer) > 1 and answer[0].startswith("RTSP/") else 0
