"""How far a table is from its first turn: six steps, each with a light that says where it stands.

Judges what was measured; what cannot be measured (that sheets were cut, that a voice was heard,
that a step is left out) is kept as people say it, in the data folder.  Knows no device.
"""

import threading
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from companion.files import replace_file
from companion.input.safe_parsing import UNREADABLE, measured, read_bytes
from companion.journal.data_folder import START
from companion.preparation.checks import CheckLevel, Finding
from companion.words.translator import Translator
from rules.kernel.hexes import Hex
from vision.errors import InputError

if TYPE_CHECKING:
    from vision.reading import Reading


class SetupStep(StrEnum):
    """What is done between the box and the first turn, in this order."""

    GAME = "game"
    PRINT = "print"
    CAMERA = "camera"
    GRID = "grid"
    VOICE = "voice"
    DEPLOY = "deploy"


class StepRemark(StrEnum):
    """What people say of a step."""

    DONE = "done"
    SKIPPED = "skipped"


class StepState(StrEnum):
    """How a step stands."""

    DONE = "done"
    LOOK = "look"
    NOT_NEEDED = "not_needed"
    SKIPPED = "skipped"


class StepLight(msgspec.Struct, frozen=True, kw_only=True):
    """How *step* stands, and a sentence that says so."""

    step: SetupStep
    state: StepState
    text: str


class UnitPlace(StrEnum):
    """How a unit stands as the camera sees it.  UNREAD: something lies on its hex that cannot be read."""

    RIGHT = "right"
    WRONG = "wrong"
    TWICE = "twice"
    UNREAD = "unread"
    AWAY = "away"


class Put(msgspec.Struct, frozen=True, kw_only=True):
    """A unit in the set-up: the hex where it belongs, how it stands, and where its tag is *seen*."""

    home: Hex
    place: UnitPlace
    seen: Hex | None = None


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a table.

    *game* is what it plays; *is_chosen*: somebody has said so, or it has begun.
    *seen* says why the board cannot be seen, "" where it can.  *findings* are those of the
    newest picture, none before the first.  *puts* are the units that have a place on the board,
    as the camera sees them.  *voice* is the state of the voice, None where none was asked for;
    *tablet* is one that was heard to speak, "" where none was.  *asked* is what the game waits
    for, "" once it has begun; *is_placing*: it waits for pieces, of which *lacking* units and
    *banners* have no place yet.
    """

    game: str
    is_chosen: bool
    has_camera: bool
    seen: str
    findings: tuple[Finding, ...]
    is_found: bool
    is_fitted: bool
    voice: str | None
    tablet: str
    puts: Mapping[str, Put]
    asked: str
    is_placing: bool
    lacking: int
    banners: int


def puts_of(units: Mapping[str, Hex], reading: "Reading | None") -> dict[str, Put]:
    """Return how each of *units*, given with where it belongs, stands in *reading*."""
    return {unit: _put(unit, home, reading) for unit, home in units.items()}


def _put(unit: str, home: Hex, reading: "Reading | None") -> Put:
    if reading is None:
        return Put(home=home, place=UnitPlace.AWAY)
    seen = reading.pieces.get(unit)
    if unit in reading.twice:
        return Put(home=home, place=UnitPlace.TWICE)
    if seen is not None:
        return Put(home=home, place=UnitPlace.RIGHT if seen == home else UnitPlace.WRONG, seen=seen)
    is_hazy = home in reading.doubtful or home in reading.glare
    return Put(home=home, place=UnitPlace.UNREAD if is_hazy else UnitPlace.AWAY)


def lights_of(facts: Facts, said: Mapping[SetupStep, StepRemark], tr: Translator) -> tuple[StepLight, ...]:
    """Return how every step stands; what is measured counts more than what was *said*."""
    judged = {
        SetupStep.GAME: _game(facts, tr),
        SetupStep.PRINT: _print(facts, said.get(SetupStep.PRINT), tr),
        SetupStep.CAMERA: _camera(facts, tr),
        SetupStep.GRID: _grid(facts, tr),
        SetupStep.VOICE: _voice(facts, said.get(SetupStep.VOICE), tr),
        SetupStep.DEPLOY: _deploy(facts, tr),
    }
    lights = []
    for step, (state, text) in judged.items():
        is_left = state is StepState.LOOK and said.get(step) is StepRemark.SKIPPED
        light = (StepState.SKIPPED, tr("It can be taken up again at any time.")) if is_left else (state, text)
        lights.append(StepLight(step=step, state=light[0], text=light[1]))
    return tuple(lights)


Judged = tuple[StepState, str]


def _game(facts: Facts, tr: Translator) -> Judged:
    if facts.is_chosen:
        return StepState.DONE, facts.game
    return StepState.LOOK, tr("Which game do you play?")


def _print(facts: Facts, said: StepRemark | None, tr: Translator) -> Judged:
    read = sum(put.seen is not None for put in facts.puts.values())
    if facts.has_camera and read == len(facts.puts) > 0:
        return StepState.DONE, tr("The camera reads every unit's tag: {1}.", len(facts.puts))
    if said is StepRemark.DONE:
        return StepState.DONE, tr("Printed and cut, as you said.")
    if not facts.has_camera:
        return StepState.NOT_NEEDED, tr("You play by touch.")
    if read:
        return StepState.LOOK, tr("The camera reads the tags of {1} of {2} units.", read, len(facts.puts))
    return StepState.LOOK, tr("Print the sheets, cut them, and say so.")


def _camera(facts: Facts, tr: Translator) -> Judged:
    if not facts.has_camera:
        return StepState.NOT_NEEDED, tr("You play by touch.")
    bad = next((one.text for one in facts.findings if one.level is CheckLevel.BAD), None)
    if bad is not None:
        return StepState.LOOK, as_sentence(tr(bad))
    if facts.seen:
        return StepState.LOOK, facts.seen
    if not facts.findings:
        return StepState.LOOK, tr("Looking for a picture.")
    if any(one.level is CheckLevel.WARNING for one in facts.findings):
        return StepState.DONE, tr("Good enough to play; what could be better is marked.")
    return StepState.DONE, tr("The picture is good.")


def as_sentence(text: str) -> str:
    """Return a finding's *text* as a sentence of its own."""
    return f"{text[:1].upper()}{text[1:]}."


def _grid(facts: Facts, tr: Translator) -> Judged:
    if not facts.has_camera:
        return StepState.NOT_NEEDED, tr("You play by touch.")
    if not facts.is_found:
        return StepState.LOOK, tr("The board is not found in the picture yet.")
    if facts.is_fitted:
        return StepState.DONE, tr("The grid lies on the board.")
    return StepState.LOOK, tr("Do the grey lines lie on the printed ones?")


def _voice(facts: Facts, said: StepRemark | None, tr: Translator) -> Judged:
    if facts.voice is None:
        return StepState.NOT_NEEDED, tr("No voice was asked for.")
    if facts.tablet:
        return StepState.DONE, tr("A tablet speaks: {1}.", facts.tablet)
    if facts.voice != "ready":
        return StepState.LOOK, tr("This computer cannot speak yet.")
    if said is StepRemark.DONE:
        return StepState.DONE, tr("Heard, as you said.")
    return StepState.LOOK, tr("Tap, and listen.")


def _deploy(facts: Facts, tr: Translator) -> Judged:
    if not facts.asked:
        return StepState.DONE, tr("The game has begun.")
    if not facts.is_placing:
        return StepState.LOOK, facts.asked
    right = sum(put.place is UnitPlace.RIGHT for put in facts.puts.values())
    if facts.has_camera and right < len(facts.puts):
        return StepState.LOOK, tr("{1} of {2} units stand right.", right, len(facts.puts))
    if facts.lacking:
        return StepState.LOOK, tr("Units without a place yet: {1}.", facts.lacking)
    if facts.banners:
        return StepState.LOOK, tr("Banner markers still to lay: {1}.", facts.banners)
    if facts.has_camera and facts.puts:
        return StepState.DONE, tr("Every unit stands right: {1}.", len(facts.puts))
    return StepState.LOOK, tr("Put the units where the map shows them.")


class SaidMemory:
    """What people said of the steps of each scenario, in the data folder *data*.

    A file that cannot be read counts as nothing said: it is only what people can say again.
    Safe to call from any thread.
    """

    def __init__(self, data: Path, scenario: str) -> None:
        self._path, self._scenario = data / START, scenario
        self._keeping = threading.Lock()

    def read(self) -> dict[SetupStep, StepRemark]:
        """Return what was said of the steps."""
        return self._all().get(self._scenario, {})

    def keep(self, step: SetupStep, said: StepRemark | None) -> None:
        """Keep what was *said* of *step*; None takes it back.  Raises InputError where the disk says no."""
        with self._keeping:
            everything = self._all()
            steps = everything.setdefault(self._scenario, {})
            steps.pop(step, None)
            if said is not None:
                steps[step] = said
            self._write(everything)

    def _write(self, everything: dict[str, dict[SetupStep, StepRemark]]) -> None:
        try:
            replace_file(self._path, msgspec.json.encode(everything))
        except OSError as trouble:
            raise InputError(
                "{1}: cannot be written ({2}); check the disk", self._path, trouble.strerror
            ) from None

    def _all(self) -> dict[str, dict[SetupStep, StepRemark]]:
        try:
            return msgspec.json.decode(
                measured(read_bytes(self._path)), type=dict[str, dict[SetupStep, StepRemark]]
            )
        except (OSError, *UNREADABLE):
            return {}
