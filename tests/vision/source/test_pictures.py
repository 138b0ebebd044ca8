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
from vision.source.frames import read_picture
from vision.source.pictures import MOST_PIXELS, TooLargeError, decode


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
