"""The five steps from the box to the first turn: each light just as what was measured says."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from companion.journal.data_folder import START
from companion.preparation.checks import CheckLevel, Finding
from companion.preparation.steps import (
    Facts,
    Put,
    SaidMemory,
    SetupStep,
    StepRemark,
    StepState,
    UnitPlace,
    lights_of,
    puts_of,
)
from companion.words.translator import Translator
from rules.kernel.hexes import Hex
from vision.errors import InputError
from vision.health import EyeState
from vision.reading import Reading

HOME = Hex("D3")
GOOD = Finding("marks", CheckLevel.GOOD, "4 of 4 corner marks are seen")
SOFT = Finding("focus", CheckLevel.WARNING, "the picture is soft")
BAD = Finding("light", CheckLevel.BAD, "the picture is dark: switch on a light")
RIGHT, AWAY, WRONG = (
    Put(home=HOME, place=UnitPlace.RIGHT, seen=HOME),
    Put(home=HOME, place=UnitPlace.AWAY),
    Put(home=HOME, place=UnitPlace.WRONG, seen=Hex("D4")),
)
SEEN = Facts(
    game="Learning scenario",
    is_chosen=True,
    has_camera=True,
    seen="",
    findings=(GOOD,),
    is_found=True,
    is_fitted=True,
    voice="ready",
    tablet="",
    puts={"citadel_guard-1": RIGHT},
    asked="Set up: 0 banners",
    is_placing=True,
    lacking=0,
    banners=0,
)
BY_TOUCH = msgspec.structs.replace(SEEN, has_camera=False, findings=(), is_found=False, is_fitted=False)


def with_(facts: Facts = SEEN, **changes: object) -> Facts:
    return msgspec.structs.replace(facts, **changes)


@pytest.mark.parametrize(
    ("facts", "said", "step", "state", "text"),
    [
        (SEEN, {}, SetupStep.PRINT, StepState.DONE, "The camera reads every unit's tag: 1."),
        (
            with_(puts={"a-1": WRONG, "a-2": AWAY}),
            {},
            SetupStep.PRINT,
            StepState.LOOK,
            "The camera reads the tags of 1 of 2 units.",
        ),
        (
            with_(puts={"a-1": AWAY}),
            {},
            SetupStep.PRINT,
            StepState.LOOK,
            "Print the sheets, cut them, and say so.",
        ),
        (
            with_(puts={"a-1": AWAY}),
            {SetupStep.PRINT: StepRemark.DONE},
            SetupStep.PRINT,
            StepState.DONE,
            "Printed and cut, as you said.",
        ),
        (
            with_(puts={}),
            {SetupStep.PRINT: StepRemark.SKIPPED},
            SetupStep.PRINT,
            StepState.SKIPPED,
            "It can be taken up again at any time.",
        ),
        (BY_TOUCH, {}, SetupStep.PRINT, StepState.NOT_NEEDED, "You play by touch."),
        (SEEN, {}, SetupStep.CAMERA, StepState.DONE, "The picture is good."),
        (
            with_(findings=(GOOD, SOFT)),
            {},
            SetupStep.CAMERA,
            StepState.DONE,
            "Good enough to play; what could be better is marked.",
        ),
        (
            with_(findings=(SOFT, BAD)),
            {},
            SetupStep.CAMERA,
            StepState.LOOK,
            "The picture is dark: switch on a light.",
        ),
        (with_(findings=()), {}, SetupStep.CAMERA, StepState.LOOK, "Looking for a picture."),
        (
            with_(seen="The camera is unplugged."),
            {},
            SetupStep.CAMERA,
            StepState.LOOK,
            "The camera is unplugged.",
        ),
        (BY_TOUCH, {}, SetupStep.CAMERA, StepState.NOT_NEEDED, "You play by touch."),
        (SEEN, {}, SetupStep.GRID, StepState.DONE, "The grid lies on the board."),
        (
            with_(is_fitted=False),
            {},
            SetupStep.GRID,
            StepState.LOOK,
            "Do the grey lines lie on the printed ones?",
        ),
        (
            with_(is_found=False),
            {},
            SetupStep.GRID,
            StepState.LOOK,
            "The board is not found in the picture yet.",
        ),
        (BY_TOUCH, {}, SetupStep.GRID, StepState.NOT_NEEDED, "You play by touch."),
        (SEEN, {}, SetupStep.VOICE, StepState.LOOK, "Tap, and listen."),
        (SEEN, {SetupStep.VOICE: StepRemark.DONE}, SetupStep.VOICE, StepState.DONE, "Heard, as you said."),
        (
            with_(voice="no_sound"),
            {SetupStep.VOICE: StepRemark.DONE},
            SetupStep.VOICE,
            StepState.LOOK,
            "This computer cannot speak yet.",
        ),
        (
            with_(voice="no_sound", tablet="Ana"),
            {},
            SetupStep.VOICE,
            StepState.DONE,
            "A tablet speaks: Ana.",
        ),
        (with_(voice=None), {}, SetupStep.VOICE, StepState.NOT_NEEDED, "No voice was asked for."),
        (SEEN, {}, SetupStep.DEPLOY, StepState.DONE, "Every unit stands right: 1."),
        (
            with_(puts={"a-1": RIGHT, "a-2": WRONG}),
            {},
            SetupStep.DEPLOY,
            StepState.LOOK,
            "1 of 2 units stand right.",
        ),
        (with_(banners=3), {}, SetupStep.DEPLOY, StepState.LOOK, "Banner markers still to lay: 3."),
        (with_(lacking=2), {}, SetupStep.DEPLOY, StepState.LOOK, "Units without a place yet: 2."),
        (with_(asked=""), {}, SetupStep.DEPLOY, StepState.DONE, "The game has begun."),
        (
            with_(is_placing=False, asked="Choose cards"),
            {},
            SetupStep.DEPLOY,
            StepState.LOOK,
            "Choose cards",
        ),
        (BY_TOUCH, {}, SetupStep.DEPLOY, StepState.LOOK, "Put the units where the map shows them."),
    ],
)
def test_a_step_is_told_as_it_was_measured(
    facts: Facts, said: Mapping[SetupStep, StepRemark], step: SetupStep, state: StepState, text: str
) -> None:
    lights = {light.step: light for light in lights_of(facts, said, Translator())}
    assert list(lights) == list(SetupStep)
    assert (lights[step].state, lights[step].text) == (state, text)


def reading(
    pieces: dict[str, Hex], *, doubtful: tuple[Hex, ...], glare: tuple[Hex, ...], twice: tuple[str, ...]
) -> Reading:
    return Reading(
        frame=1,
        name=None,
        at=0.0,
        still=False,
        state=EyeState.QUIET,
        registration=None,
        tray=None,
        sightings=(),
        tags={},
        pieces=pieces,
        doubtful=doubtful,
        twice=twice,
        dice=(),
        stirs=0,
        reason=None,
        ms=0.0,
        glare=glare,
    )


def test_a_unit_is_right_wrong_hidden_or_not_there() -> None:
    pieces = {"a-1": Hex("D3"), "a-2": Hex("E5")}
    seen = reading(pieces, doubtful=(Hex("F1"),), glare=(Hex("G1"),), twice=("a-5",))
    homes = {"a-1": "D3", "a-2": "D4", "a-3": "F1", "a-4": "G1", "a-5": "H1", "a-6": "I1"}
    puts = puts_of({unit: Hex(at) for unit, at in homes.items()}, seen)
    places = (
        UnitPlace.RIGHT,
        UnitPlace.WRONG,
        UnitPlace.UNREAD,
        UnitPlace.UNREAD,
        UnitPlace.TWICE,
        UnitPlace.AWAY,
    )
    assert tuple(put.place for put in puts.values()) == places
    assert (puts["a-2"].seen, puts["a-2"].home) == ("E5", "D4")
    assert puts_of({"a-1": Hex("D3")}, None)["a-1"].place is UnitPlace.AWAY


def test_what_was_said_of_a_step_is_kept_for_its_scenario_and_can_be_taken_back(tmp_path: Path) -> None:
    memory = SaidMemory(tmp_path, "learning")
    memory.keep(SetupStep.VOICE, StepRemark.DONE)
    memory.keep(SetupStep.PRINT, StepRemark.SKIPPED)
    memory.keep(SetupStep.PRINT, None)
    assert SaidMemory(tmp_path, "learning").read() == {SetupStep.VOICE: StepRemark.DONE}
    assert SaidMemory(tmp_path, "battle").read() == {}
    for damaged in (b"{", b'{"learning": {"\xff": "done"}}', b'{"learning": {"dinner": "done"}}'):
        (tmp_path / START).write_bytes(damaged)
        assert memory.read() == {}


def test_what_many_say_at_once_of_their_steps_is_all_kept(tmp_path: Path) -> None:
    memory = SaidMemory(tmp_path, "learning")
    with ThreadPoolExecutor(len(SetupStep)) as pool:
        for said in (StepRemark.DONE, StepRemark.SKIPPED) * 10:
            list(pool.map(lambda step, said=said: memory.keep(step, said), SetupStep))
            assert memory.read() == dict.fromkeys(SetupStep, said)


def test_what_was_said_cannot_be_kept_on_a_full_disk_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "full").write_text("no folder")
    with pytest.raises(InputError, match=r"cannot be written .*; check the disk"):
        SaidMemory(tmp_path / "full", "learning").keep(SetupStep.VOICE, StepRemark.DONE)
