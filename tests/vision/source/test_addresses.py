"""Cameras read by an address: its secrets stay in it, and a wrong password is called wrong."""

from base64 import b64encode
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread

import cv2
import numpy as np
import pytest

from vision.errors import CameraError, InputError
from vision.source.addresses import AddressCamera, JpegCapture, address_identity, shown_address
from vision.source.frames import CameraSource
from vision.source.open_source import open_source

SECRET = "s3cr3t"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("http://192.168.1.5:8080/video", "http://192.168.1.5:8080/video"),
        ("http://ana:s3cr3t@cam/live/stream1.mjpg", "http://cam/live/stream1.mjpg"),
        ("http://cam/live/s3cr3t", "http://cam/…"),
        ("rtsp://cam/user=ana_password=s3cr3t_channel=1.sdp", "rtsp://cam/…"),
        ("http://192.168.1.5", "http://192.168.1.5"),
        ("rtsp://ana:s3cr3t@cam.local:554/stream1", "rtsp://cam.local:554/stream1"),
        ("rtsp://ana:p%40s3cr3t@cam.local/stream1", "rtsp://cam.local/stream1"),
        ("rtsp://ana:p@s3cr3t@cam.local/stream1", "rtsp://cam.local/stream1"),
        ("rtsp://ana:p/s3cr3t@cam.local/stream1", "rtsp://…"),
        ("rtsp://ana:1/s3cr3t@cam.local/stream1", "rtsp://…"),
        ("rtsp://ana:12#s3cr3t@cam.local/stream1", "rtsp://…"),
        ("rtsp://ana:12?s3cr3t@cam.local/stream1", "rtsp://…"),
        ("http://cam/cgi?user=ana&pwd=s3cr3t", "http://cam/…"),
        ("http://cam?token=s3cr3t", "http://cam/…"),
        ("http://cam/?mail=ana@s3cr3t", "http://…"),
        ("rtsp://cam:7447/s3cr3t", "rtsp://cam:7447/…"),
        ("HTTP://s3cr3t@[fe80::1]:80/", "HTTP://[fe80::1]:80/"),
        ("htp://ana:s3cr3t@cam/video", "htp://cam/video"),
        ("shots/evening", "shots/evening"),
        ("ana:s3cr3t@cam/video", "…@cam/video"),
        ("http:/ana:s3cr3t@cam/video", "…@cam/video"),
        ("http://cam/cam20251129", "http://cam/…"),
    ],
)
def test_what_is_shown_of_an_address_holds_no_secret(url: str, shown: str) -> None:
    assert shown_address(url) == shown
    assert SECRET not in address_identity(url)


def test_cameras_behind_one_host_have_names_of_their_own() -> None:
    base = "rtsp://ana:s3cr3t@recorder:554/cam/realmonitor"
    urls = [f"{base}?channel=1&subtype=0", f"{base}?channel=2&subtype=0", base, f"{base}2"]
    names = [address_identity(url) for url in urls]
    assert len(set(names)) == 4
    assert [address_identity(name) for name in names] == names
    other = f"{base.replace('s3cr3t', 'other')}?channel=1&subtype=0"
    assert address_identity(other) == names[0]  # a changed password makes no other camera of it
    by_token = {address_identity(f"http://cam/video?token={token}") for token in ("s3cr3t", "other")}
    assert len(by_token) == 1  # nothing can be guessed from the name


class Guarded(BaseHTTPRequestHandler):
    """A camera that wants to know who asks."""

    known = ""

    def do_GET(self) -> None:
        if self.known and self.headers.get("Authorization") != self.known and SECRET not in self.path:
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="camera"')
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        shot = cv2.imencode(".jpg", np.full((96, 128, 3), 140, np.uint8))[1].tobytes()
        head = b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(shot)
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        try:
            for _ in range(200):
                self.wfile.write(head + shot + b"\r\n")
        except OSError:
            return

    def log_message(self, *_: object) -> None:
        return


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(Guarded, "known", f"Basic {b64encode(f'ana:{SECRET}'.encode()).decode()}")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Guarded)
    server.daemon_threads = True
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("address", ["http://ana:s3cr3t@{}/video", "http://{}/video?pwd=s3cr3t"])
def test_a_camera_with_a_password_is_read_and_shows_none(host: str, address: str) -> None:
    source = open_source(address.format(host))
    assert isinstance(source, CameraSource)
    assert source.read() is not None
    names = (source.label, source.identity, source._thread.name)
    source.close()
    assert all(SECRET not in name and host in name for name in names)


@pytest.mark.parametrize("address", ["http://ana:wr0ng@{}/video", "http://{}/video?pwd=wr0ng"])
def test_a_wrong_password_is_called_wrong_and_not_told(host: str, address: str) -> None:
    with pytest.raises(CameraError, match="refuses the user name or the password: they are wrong") as raised:
        open_source(address.format(host))
    assert "wr0ng" not in str(raised.value) and host in str(raised.value)


def test_a_camera_that_wants_a_password_and_gets_none_says_where_to_put_it(host: str) -> None:
    with pytest.raises(CameraError, match="asks for a user name and a password: put them into the address"):
        open_source(f"http://{host}/video")


class Rtsp(StreamRequestHandler):
    """A camera that lets nobody in."""

    def handle(self) -> None:
        while self.rfile.readline().strip():
            continue
        self.wfile.write(b'RTSP/1.0 401 Unauthorized\r\nCSeq: 1\r\nWWW-Authenticate: Basic realm="c"\r\n\r\n')


def test_a_wrong_password_of_an_rtsp_camera_is_called_wrong() -> None:
    server = ThreadingTCPServer(("127.0.0.1", 0), Rtsp)
    server.daemon_threads = True
    Thread(target=server.serve_forever, daemon=True).start()
    with pytest.raises(
        CameraError, match=r"rtsp://127\.0\.0\.1:\d+/live refuses .* they are wrong"
    ) as raised:
        open_source(f"rtsp://ana:wr0ng@127.0.0.1:{server.server_address[1]}/live")
    server.shutdown()
    server.server_close()
    assert "wr0ng" not in str(raised.value)


@pytest.mark.parametrize("spec", ["htp://ana:s3cr3t@cam/video", "ftp://cam/s3cr3t"])
def test_an_address_that_is_none_is_refused_without_its_secret(spec: str) -> None:
    with pytest.raises(InputError, match="there is no such file or folder") as raised:
        open_source(spec)
    assert SECRET not in str(raised.value)


def test_pictures_of_an_address_are_unpacked_only_when_they_are_wanted(host: str) -> None:
    capture = AddressCamera(f"http://ana:{SECRET}@{host}/video")()
    assert isinstance(capture, JpegCapture)
    assert all(capture.grab() for _ in range(20))
    good, picture = capture.retrieve()
    capture.release()
    assert good and picture.whole.shape == (96, 128, 3)
