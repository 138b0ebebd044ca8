"""Codes of real photographs, as cameras of several kinds see them."""

import json
from collections import Counter

import cv2
import numpy as np
import pytest

from benchmarks.real_codes import CASES, LAYOUT, Code, judge, looked, modules_of
from vision.board.plan import TagBook
from vision.tags import matcher
from vision.tags.locate import FramedReader

NATIVE_PX = 2.45


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> FramedReader:
    drawn = json.loads((CASES / "modules.json").read_text())
    monkeypatch.setattr(matcher, "tag_modules", lambda payload, layout: modules_of(drawn, payload, layout))
    return FramedReader(TagBook(tags={text: text for text in drawn}, layout=LAYOUT))


@pytest.mark.parametrize(
    ("look", "module_px"),
    [("plain", 2.45), ("plain", 0.8), ("webcam", 1.0), ("dark", 1.0), ("bright spot", 1.0)],
)
def test_photographed_codes_are_read_however_small_dark_or_bright_and_none_for_another(
    look: str, module_px: float, reader: FramedReader
) -> None:
    truth, found = json.loads((CASES / "truth.json").read_text()), Counter[str]()
    for number, (name, listed) in enumerate(truth.items()):
        image, scale = cv2.imread(str(CASES / name), cv2.IMREAD_GRAYSCALE), module_px / NATIVE_PX
        gray = looked(np.asarray(image, np.uint8), scale, look, number)
        for each in listed:
            found += judge(gray, Code(each["text"], scale * np.array(each["corners_px"])), reader)
    assert found == {"right": found.total()}
