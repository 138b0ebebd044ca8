"""What the eyes see, drawn for people: every tag, doubt and die with its words, and how the eyes do."""

from dataclasses import replace
from unittest.mock import Mock

import cv2
import numpy as np
import pytest

from rules.kernel.hexes import Hex
from rules.kernel.translatable import Message
from vision.board.calibrate import Registration
from vision.board.plan import BoardPlan
from vision.health import EyeState
from vision.overlay import DIE, DOUBT, GLARE, GRID, TAG, TRAY, draw_overlay
from vision.reading import Reading
from vision.sightings import DieSeen, Pose, Sighting

DARK = np.zeros((600, 1200, 3), np.uint8)


def sighting(piece: str, name: str, x: float) -> Sighting:
    pose = Pose((x, 200.0), 0.0, 25.0)
    return Sighting(payload=piece, piece=piece, pose=pose, hex=Hex(name), margin_mm=9.0, score=0.9, gap=0.4)


@pytest.fixture
def reading(plan: BoardPlan) -> Reading:
    return Reading(
        frame=0,
        name=None,
        at=0.0,
        still=True,
        state=EyeState.QUIET,
        registration=Registration(
            np.array([(1, 0, 50), (0, -1, 550), (0, 0, 1.0)]), 0.0, (599.5, 299.5), 1200.0, 0.0
        ),
        tray=plan.tray,
        sightings=(sighting("roc_warrior-1", "D3", 200.0), sighting("wizard-2", "F5", 300.0)),
        tags={},
        pieces={"roc_warrior-1": Hex("D3")},
        doubtful=(Hex("F5"),),
        twice=(),
        dice=(
            DieSeen(face="strike", at_mm=(700.0, 300.0), confidence=0.98),
            DieSeen(face="lore", at_mm=(720.0, 320.0), confidence=0.4),
        ),
        stirs=0,
        reason=None,
        ms=0.0,
        glare=(Hex("G6"),),
    )


@pytest.fixture
def pen(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """What draws texts and lines."""
    made = Mock()
    monkeypatch.setattr(cv2, "putText", made.write)
    monkeypatch.setattr(cv2, "polylines", made.line)
    return made


def written(pen: Mock) -> list[tuple[str, object]]:
    """Return the texts in their colours, without their dark edges."""
    told = [(call.args[1], call.args[5]) for call in pen.write.call_args_list]
    return [(text, colour) for text, colour in told if colour != (0, 0, 0)]


def test_everything_that_is_read_is_written_beside_where_it_lies(
    plan: BoardPlan, reading: Reading, pen: Mock
) -> None:
    draw_overlay(DARK, reading, plan)
    assert written(pen) == [
        ("?", DOUBT),
        ("glare", GLARE),
        ("D3 roc", TAG),
        ("warrior-1", TAG),
        ("F5", DOUBT),
        ("wizard-2", DOUBT),
        ("1", DIE),
        ("1  strike 98%", DIE),
        ("2", DIE),
        ("2  lore 40%", DIE),
        ("quiet   corners as tapped", TAG),
    ]
    grid = [GRID] * len(plan.board.hexes)
    assert [call.kwargs["color"] for call in pen.line.call_args_list] == [
        *grid,
        DOUBT,
        GLARE,
        TRAY,
        TAG,
        DOUBT,
    ]


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"state": EyeState.COVERED}, ("covered   corners as tapped", DOUBT)),
        ({"reason": Message("it is dark")}, ("quiet   corners as tapped   it is dark", DOUBT)),
        ({"registration": None}, ("the board is not found", DOUBT)),
        ({"registration": None, "reason": Message("it is dark")}, ("it is dark", DOUBT)),
    ],
)
def test_over_all_stands_how_the_eyes_do_and_why(
    plan: BoardPlan,
    reading: Reading,
    pen: Mock,
    changed: dict[str, object],
    told: tuple[str, object],
) -> None:
    draw_overlay(DARK, replace(reading, **changed), plan)
    assert written(pen)[-1] == told
