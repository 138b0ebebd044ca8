"""How many printed QR codes of real photographs are read against a closed book, by pixels a module.

    python -m benchmarks.real_codes [FOLDER]

FOLDER holds photographs, ``truth.json`` (by picture: text, corners_px, module_px) and ``modules.json`` (by
text the rows of the code as printed).  Without it, the few of the tests are taken.  Each picture is looked at
as it is, and made smaller to 1.5 to 0.6 px a module: plainly (noise of 2 grey levels, JPEG 85), as by a poor
webcam (blur 0.8 px, noise 4, sharpened, JPEG 70), and by it in darkness (white at 40 of 255) and with a
bright spot.  Codes have no frame; the book is filled up to 64 with codes that lie nowhere.
"""

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.calibrate import Gray, Points, Registration
from vision.board.homography import homography
from vision.board.plan import Layout, TagBook, payload_of, tag_modules
from vision.board.plane import Area
from vision.tags.locate import FramedReader

CASES = Path(__file__).parent.parent / "tests" / "cases" / "real_codes"
BOOK = 64
CODE, QUIET = 21, 2
LAYOUT = Layout(quiet=QUIET, frame=0)
MODULE_MM = 0.8
SCALES = (None, 1.5, 1.2, 1.0, 0.8, 0.6)
LOOKS = ("plain", "webcam", "dark", "bright spot")
NEAR = 0.3  # of a code's side
Modules = NDArray[np.bool_]


class Code(NamedTuple):
    """A code of a photograph: its text and its corners (4, 2) px, from its own top left clockwise."""

    text: str
    corners_px: Points


def modules_of(drawn: dict[str, list[str]], payload: str, layout: Layout) -> Modules:
    """Return the code called *payload* as *drawn*, or as our own are, with its margin."""
    if payload not in drawn:
        return tag_modules(payload, layout)
    rows = np.array([[mark == "#" for mark in row] for row in drawn[payload]])
    return np.pad(rows, QUIET)


def looked(image: Gray, scale: float | None, look: str, seed: int) -> Gray:
    """Return *image* (h, w) made *scale* times as large as by a camera of that *look*."""
    rng = np.random.default_rng(seed)
    if scale is not None and scale < 1:
        image = np.asarray(
            cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
    light = image.astype(np.float32)
    if look == "dark":
        light *= 40 / 255
    if look == "bright spot":
        down, across = np.indices(image.shape) / np.array(image.shape)[:, None, None] - 0.5
        light = light * 0.7 + 170 * np.exp(-12 * (across**2 + down**2)).astype(np.float32)
    noise, quality = (2.0, 85) if look == "plain" else (4.0, 70)
    if look == "dark":
        noise = 1.5
    if look != "plain":
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), 0.8), np.float32)
    light = light + rng.normal(0, noise, light.shape).astype(np.float32)
    if look != "plain":
        light = light + 0.5 * (light - cv2.GaussianBlur(light, (0, 0), 1.0))
    ok, packed = cv2.imencode(
        ".jpg", np.clip(light, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality]
    )
    assert ok, "a picture can be packed"
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE), np.uint8)


def as_plane(corners_px: Points, width: int) -> Registration:
    """Return a registration by which a code with *corners_px* (4, 2) lies square in the middle of the plane.

    The picture is *width* px wide.
    """
    square = CODE / 2 * MODULE_MM * np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)], np.float64)
    matrix = homography(square, corners_px)
    return Registration(matrix=matrix, k1=0.0, middle_px=(0.0, 0.0), width_px=width, error_mm=0.0)


def judge(gray: Gray, code: Code, reader: FramedReader) -> Counter[str]:
    """Return whether *code* is right, wrong, doubted or passed over in silence in *gray* (h, w).

    One of no book is right where it is not read.
    """
    side = (CODE + 2 * QUIET) * MODULE_MM
    plane, sizes = as_plane(code.corners_px, gray.shape[1]), dict.fromkeys(reader.matcher.book.tags, side)
    scan = reader.scan(gray, plane, Area(-side, -side, side, side), sizes)
    here = [one for one in scan.read if np.hypot(*one.pose.centre_mm) < NEAR * side]
    doubted = any(np.hypot(*one.pose.centre_mm) < NEAR * side for one in scan.unread)
    if code.text not in reader.matcher.book.tags and not here:
        return Counter({"right": 1})
    if here:
        return Counter({"right" if all(one.payload == code.text for one in here) else "wrong": 1})
    return Counter({"doubted" if doubted else "silent": 1})


def main() -> None:
    """Print the shares read, by look and scale."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=CASES)
    parser.add_argument("--look", choices=LOOKS, action="append")
    given = parser.parse_args()
    truth = json.loads((given.folder / "truth.json").read_text())
    drawn = json.loads((given.folder / "modules.json").read_text())
    others = [payload_of(f"X{number}") for number in range(BOOK - len(drawn))]
    book = TagBook(tags={text: text for text in (*drawn, *others)}, layout=LAYOUT)
    with patch("vision.tags.matcher.tag_modules", lambda payload, layout: modules_of(drawn, payload, layout)):
        reader = FramedReader(book)
        for look in given.look or LOOKS:
            for module_px in SCALES if look == "plain" else SCALES[1:]:
                total = Counter[str]()
                for number, (name, listed) in enumerate(truth.items()):
                    image = cv2.imread(str(given.folder / name), cv2.IMREAD_GRAYSCALE)
                    native = float(np.median([each["module_px"] for each in listed]))
                    scale = 1.0 if module_px is None else module_px / native
                    codes = [Code(each["text"], scale * np.array(each["corners_px"])) for each in listed]
                    gray = looked(np.asarray(image, np.uint8), scale, look, number)
                    for code in codes:
                        total += judge(gray, code, reader)
                share = 100 * total["right"] / max(1, total.total())
                told = "as it is" if module_px is None else f"{module_px:.1f} px"
                print(f"{look:12} {told:9} {share:5.1f} % right; {dict(total)}", flush=True)


if __name__ == "__main__":
    main()
