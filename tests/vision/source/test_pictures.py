"""A picture that claims to be enormous, and a file that only looks like one, are refused undecoded."""

import base64
import struct
import zlib
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from vision.dice.sets import DiceSet, format_set, parse_set, read_set, reader_of
from vision.dice.symbols import read_faces
from vision.errors import InputError
from vision.source.frames import Frame, read_picture
from vision.source.pictures import MOST_PIXELS, Jpeg, TooLargeError, decode, parse_jpeg


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def bomb(width: int, height: int) -> bytes:
    """Return a PNG of some bytes that claims to have *width* x *height* pixels."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress(bytes(1000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


SIZES = [(30_000, 30_000), (65_000, 16_000), (MOST_PIXELS, 2), (2**31 - 1, 2**31 - 1)]


@pytest.fixture
def never_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("decoded")

    monkeypatch.setattr(cv2, "imdecode", fail)


@pytest.mark.usefixtures("never_decoded")
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_picture_that_claims_to_be_enormous_is_never_decoded(
    tmp_path: Path, width: int, height: int
) -> None:
    with pytest.raises(TooLargeError):
        decode(bomb(width, height))
    file = tmp_path / "strike.png"
    file.write_bytes(bomb(width, height))
    with pytest.raises(InputError, match="too large a picture"):
        read_picture(file)
    with pytest.raises(InputError, match="no picture of a die's face"):
        read_faces(tmp_path)
    text = base64.b64encode(file.read_bytes()).decode()
    dice = DiceSet(name="x", reads="symbols", faces={"a": [text], "b": [text]})
    with pytest.raises(InputError, match="face 'a', picture 1"):
        reader_of(parse_set(format_set(dice), "x.json"), "x.json")


@pytest.mark.parametrize(
    "content", [b"", b"\0", b"GIF89a", b"BM" + bytes(60), b"\xff\xd8\xff\xe0" + bytes(90)]
)
def test_what_only_begins_like_a_picture_is_none(content: bytes) -> None:
    assert decode(content) is None


def test_every_kind_of_picture_that_was_read_is_read() -> None:
    picture = np.full((40, 60, 3), 90, np.uint8)
    for ending in (".png", ".jpg", ".bmp", ".webp", ".tiff", ".ppm"):
        found = decode(cv2.imencode(ending, picture)[1].tobytes())
        assert found is not None, ending
        assert found.shape == (40, 60, 3)


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe",
        b'{"name": "\xff"}',
        b'{"name": ' + b"[" * 50_000,
        b'{"name": "a\\u202eb", "reads": "pips", "faces": {"1": ["x"], "2": []}}',
        b'{"name": "a", "reads": "pips", "faces": {"1\\u0000": ["x"], "2": []}}',
    ],
)
def test_a_spiteful_dice_set_is_refused_in_one_sentence(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "dice.json"
    file.write_bytes(content)
    with pytest.raises(InputError) as trouble:
        read_set(file)
    assert "\n" not in str(trouble.value)
    assert msgspec.json.encode(str(trouble.value)).isascii()


def jpeg(width: int, height: int, exif: bytes = b"") -> bytes:
    """Return a JPEG, white above and black below."""
    image = np.zeros((height, width, 3), np.uint8)
    image[: height // 2] = 255
    packed = cv2.imencode(".jpg", image)[1].tobytes()
    return packed[:2] + exif + packed[2:]


ON_ITS_SIDE = b"MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06" + bytes(6)
EXIF = b"\xff\xe1" + struct.pack(">H", len(ON_ITS_SIDE) + 8) + b"Exif\x00\x00" + ON_ITS_SIDE


def test_a_picture_of_the_most_pixels_and_bytes_is_read_and_one_of_more_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    packed, larger = jpeg(60, 40), jpeg(61, 40)
    monkeypatch.setattr("vision.source.pictures.MOST_PIXELS", 60 * 40)
    monkeypatch.setattr("vision.source.pictures.MOST_BYTES", len(larger))
    for read in (Jpeg, decode):
        assert read(packed) is not None
        with pytest.raises(TooLargeError):
            read(larger)
    with pytest.raises(TooLargeError, match="0 MB"):
        decode(packed + bytes(len(larger) - len(packed) + 1))


@pytest.mark.parametrize(
    ("packed", "whole", "draft"),
    [
        (jpeg(1920, 1080), (1080, 1920, 3), (540, 960, 3)),
        (jpeg(1921, 1081), (1081, 1921, 3), (541, 961, 3)),
        (jpeg(1918, 1080), (1080, 1918, 3), (1080, 1918, 3)),
        (jpeg(1920, 1080, EXIF), (1920, 1080, 3), (960, 540, 3)),
    ],
)
def test_a_packed_picture_knows_its_size_and_has_a_draft_half_as_large(
    packed: bytes, whole: tuple[int, ...], draft: tuple[int, ...]
) -> None:
    frame = Frame(Jpeg(packed), 0, 0.0)
    assert (frame.shape, frame.draft.shape, frame.image.shape) == (whole, draft, whole)


def test_all_of_a_picture_is_unpacked_only_when_it_is_asked_for_and_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    flags, unpack = list[int](), cv2.imdecode

    def count(packed: np.ndarray, how: int) -> np.ndarray:
        flags.append(how)
        return unpack(packed, how)

    monkeypatch.setattr(cv2, "imdecode", count)
    picture = Jpeg(jpeg(1920, 1080))
    assert picture.draft.mean() > 100 and flags == [cv2.IMREAD_REDUCED_COLOR_2]
    assert picture.whole is picture.whole and flags[1:] == [cv2.IMREAD_COLOR]


@pytest.mark.parametrize(
    "packed",
    [
        b"",
        b"\xff\xd8",
        b"\xff\xd8" + bytes(40),
        jpeg(640, 480)[:12],
        bomb(64, 64),
        jpeg(640, 480).replace(struct.pack(">HH", 480, 640), struct.pack(">HH", 65_000, 65_000)),
    ],
)
def test_what_a_camera_sends_that_is_no_picture_is_none(packed: bytes) -> None:
    assert parse_jpeg(packed) is None
