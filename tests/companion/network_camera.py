"""A camera in the network whose pictures show a simulated table."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

import cv2

from vision.simulate.table import SimulatedTable

EVERY_S = 0.2
HEAD = b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n"


@contextmanager
def network_camera(simulated: SimulatedTable) -> Iterator[str]:
    """Show *simulated* to whoever asks, and yield the address at which that is."""
    ended = Event()

    class Camera(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            while not ended.wait(EVERY_S):
                packed = cv2.imencode(".jpg", simulated.read().image)[1].tobytes()
                try:
                    self.wfile.write(HEAD % len(packed) + packed + b"\r\n")
                except OSError:
                    return  # it is no longer looked at

        def log_message(self, *_: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Camera)
    serving = Thread(target=server.serve_forever)
    serving.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/video"
    finally:
        ended.set()
        server.shutdown()
        serving.join()
        server.server_close()
