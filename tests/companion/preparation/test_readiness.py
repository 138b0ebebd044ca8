"""The five steps from the box to the first turn: each light just as what was measured says."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from companion.journal.data_folder import START
from companion.preparation.checks import Finding, Level
from companion.preparation.steps import Facts, Place, Put, Said, SaidMemory, State, Step, lights_of, puts_of
from companion.words.translator import Sentences
from rules.kernel.hexes import Hex
from vision.errors import InputError
from vision.eyes import EyeState, Reading

HOME = Hex("D3")
GOOD = Finding("marks", Level.GOOD, "4 of 4 corner marks are seen")
SOFT = Finding("focus", Level.WARNING, "the picture is soft")
BAD = Finding("light", Level.BAD, "the picture is dark: switch on a light")
RIGHT, AWAY, WRONG = (
    Put(home=HOME, place=Place.RIGHT, seen=HOME),
    Put(home=HOME, place=Place.AWAY),
    Put(home=HOME, place=Place.WRONG, seen=Hex("D4")),
)
SEEN = Facts(
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
        (SEEN, {}, Step.PRINT, State.DONE, "The camera reads every unit's tag: 1."),
        (
            with_(puts={"a-1": WRONG, "a-2": AWAY}),
            {},
            Step.PRINT,
            State.LOOK,
            "The camera reads the tags of 1 of 2 units.",
        ),
        (with_(puts={"a-1": AWAY}), {}, Step.PRINT, State.LOOK, "Print the sheets, cut them, and say so."),
        (
            with_(puts={"a-1": AWAY}),
            {Step.PRINT: Said.DONE},
            Step.PRINT,
            State.DONE,
            "Printed and cut, as you said.",
        ),
        (
            with_(puts={}),
            {Step.PRINT: Said.SKIPPED},
            Step.PRINT,
            State.SKIPPED,
            "It can be taken up again at any time.",
        ),
        (BY_TOUCH, {}, Step.PRINT, State.NOT_NEEDED, "You play by touch."),
        (SEEN, {}, Step.CAMERA, State.DONE, "The picture is good."),
        (
            with_(findings=(GOOD, SOFT)),
            {},
            Step.CAMERA,
            State.DONE,
            "Good enough to play; what could be better is marked.",
        ),
        (
            with_(findings=(SOFT, BAD)),
            {},
            Step.CAMERA,
            State.LOOK,
            "The picture is dark: switch on a light.",
        ),
        (with_(findings=()), {}, Step.CAMERA, State.LOOK, "Looking for a picture."),
        (
            with_(seen="The camera is unplugged."),
            {},
            Step.CAMERA,
            State.LOOK,
            "The camera is unplugged.",
        ),
        (BY_TOUCH, {}, Step.CAMERA, State.NOT_NEEDED, "You play by touch."),
        (SEEN, {}, Step.GRID, State.DONE, "The grid lies on the board."),
        (
            with_(is_fitted=False),
            {},
            Step.GRID,
            State.LOOK,
            "Do the grey lines lie on the printed ones?",
        ),
        (
            with_(is_found=False),
            {},
            Step.GRID,
            State.LOOK,
            "The board is not found in the picture yet.",
        ),
        (BY_TOUCH, {}, Step.GRID, State.NOT_NEEDED, "You play by touch."),
        (SEEN, {}, Step.VOICE, State.LOOK, "Tap, and listen."),
        (SEEN, {Step.VOICE: Said.DONE}, Step.VOICE, State.DONE, "Heard, as you said."),
        (
            with_(voice="no_sound"),
            {Step.VOICE: Said.DONE},
            Step.VOICE,
            State.LOOK,
            "This computer cannot speak yet.",
        ),
        (
            with_(voice="no_sound", tablet="Ana"),
            {},
            Step.VOICE,
            State.DONE,
            "A tablet speaks: Ana.",
        ),
        (with_(voice=None), {}, Step.VOICE, State.NOT_NEEDED, "No voice was asked for."),
        (SEEN, {}, Step.DEPLOY, State.DONE, "Every unit stands right: 1."),
        (
            with_(puts={"a-1": RIGHT, "a-2": WRONG}),
            {},
            Step.DEPLOY,
            State.LOOK,
            "1 of 2 units stand right.",
        ),
        (with_(banners=3), {}, Step.DEPLOY, State.LOOK, "Banner markers still to lay: 3."),
        (with_(lacking=2), {}, Step.DEPLOY, State.LOOK, "Units without a place yet: 2."),
        (with_(asked=""), {}, Step.DEPLOY, State.DONE, "The game has begun."),
        (
            with_(is_placing=False, asked="Choose cards"),
            {},
            Step.DEPLOY,
            State.LOOK,
            "Choose cards",
        ),
        (BY_TOUCH, {}, Step.DEPLOY, State.LOOK, "Put the units where the map shows them."),
    ],
)
def test_a_step_is_told_as_it_was_measured(
    facts: Facts, said: Mapping[Step, Said], step: Step, state: State, text: str
) -> None:
    lights = {light.step: light for light in lights_of(facts, said, Sentences())}
    assert list(lights) == list(Step)
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
    places = (Place.RIGHT, Place.WRONG, Place.UNREAD, Place.UNREAD, Place.TWICE, Place.AWAY)
    assert tuple(put.place for put in puts.values()) == places
    assert (puts["a-2"].seen, puts["a-2"].home) == ("E5", "D4")
    assert puts_of({"a-1": Hex("D3")}, None)["a-1"].place is Place.AWAY


def test_what_was_said_of_a_step_is_kept_for_its_scenario_and_can_be_taken_back(tmp_path: Path) -> None:
    memory = SaidMemory(tmp_path, "learning")
    memory.keep(Step.VOICE, Said.DONE)
    memory.keep(Step.PRINT, Said.SKIPPED)
    memory.keep(Step.PRINT, None)
    assert SaidMemory(tmp_path, "learning").read() == {Step.VOICE: Said.DONE}
    assert SaidMemory(tmp_path, "battle").read() == {}
    for damaged in (b"{", b'{"learning": {"\xff": "done"}}', b'{"learning": {"dinner": "done"}}'):
        (tmp_path / START).write_bytes(damaged)
        assert memory.read() == {}


def test_what_many_say_at_once_of_their_steps_is_all_kept(tmp_path: Path) -> None:
    memory = SaidMemory(tmp_path, "learning")
    with ThreadPoolExecutor(len(Step)) as pool:
        for said in (Said.DONE, Said.SKIPPED) * 10:
            list(pool.map(lambda step, said=said: memory.keep(step, said), Step))
            assert memory.read() == dict.fromkeys(Step, said)


def test_what_was_said_cannot_be_kept_on_a_full_disk_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "full").write_text("no folder")
    with pytest.raises(InputError, match=r"cannot be written .*; check the disk"):
        SaidMemory(tmp_path / "full", "learning").keep(Step.VOICE, Said.DONE)
