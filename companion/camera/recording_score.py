"""How well today's eyes read a recording of a real table, against what its log says in the end.

A picture shows the table somewhere between two entries, and hands follow the log with some delay.  So a
unit is read rightly where it stands in any of the positions from the picture before to the picture after;
it is to be seen where it stands on the board in all of them.  Where no game was played, what stands in the
recording counts: what was read then, or what its owner has corrected there.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from companion.camera.table_recorder import (
    ABOUT,
    BOARD,
    FORMAT,
    GAME,
    SEEN,
    TAGS,
    TAUGHT,
    AboutRecording,
    SeenPicture,
)
from companion.input.safe_parsing import LINE, LOG, UNREADABLE, TooMuchError, measured, read_bytes, read_toml
from companion.journal.check_import import start_of
from companion.journal.journal import PlayedEntry, follow
from companion.journal.jsonl import read_export
from companion.library.library import Library
from rules.kernel.game import Game
from rules.kernel.hexes import Hex
from rules.kernel.messages import Roll
from rules.kernel.values import UnitId
from vision.board.plan import parse_book, parse_plan
from vision.dice.sets import open_dice
from vision.errors import InputError
from vision.eyes import Eyes
from vision.settle import Settler
from vision.sightings import SURE, Observation
from vision.source.frames import Frame, read_picture

NOTHING_SEEN = Observation(frame=-1, name=None, at=0.0, pieces={})


class RecordingScore(NamedTuple):
    """What was read in *pictures*: units that were *to_be_seen* and how many were *right*.

    *wrong* tells each unit that was read in another hex, *extra* each that stood on no board then, with
    their pictures.  Of the dice of recorded rolls so many are right and certain, asked for, and wrong.
    """

    pictures: int = 0
    to_be_seen: int = 0
    right: int = 0
    wrong: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    dice: int = 0
    dice_right: int = 0
    dice_wrong: int = 0

    def plus(self, other: "RecordingScore") -> "RecordingScore":
        """Return both together."""
        return RecordingScore(
            pictures=self.pictures + other.pictures,
            to_be_seen=self.to_be_seen + other.to_be_seen,
            right=self.right + other.right,
            wrong=self.wrong + other.wrong,
            extra=self.extra + other.extra,
            dice=self.dice + other.dice,
            dice_right=self.dice_right + other.dice_right,
            dice_wrong=self.dice_wrong + other.dice_wrong,
        )


def recordings_in(folder: Path) -> list[Path]:
    """Return the recordings in *folder*, itself or its folders.  Raises InputError where there is none."""
    found = sorted(path.parent for path in (*folder.glob(ABOUT), *folder.glob(f"*/{ABOUT}")))
    if not found:
        raise InputError(
            "{1}: holds no recording; name one that was written with --record",
            folder,
        )
    return found


def score(folder: Path, library: Library) -> RecordingScore:
    """Return how well the recording in *folder* is read now.  Raises InputError, ConfigError, StoreError."""
    about = _about(folder)
    if not (folder / SEEN).is_file():
        return RecordingScore()  # nothing has come to rest
    plan = parse_plan(read_toml(folder / BOARD), str(folder / BOARD))
    book = parse_book(_text(folder / TAGS), str(folder / TAGS))
    taught = str(folder / TAUGHT) if about.dice == TAUGHT else about.dice
    dice = open_dice(taught, library.die_faces(about.edition))
    eyes, settler = Eyes(plan, book, dice), Settler()
    shown, total, seen = _shown(folder), RecordingScore(), NOTHING_SEEN
    start, played = _game(folder, library) if about.scenario else (None, [])
    ends = [*(picture.seq for picture in shown[1:]), played[-1].entry.seq if played else 0]
    begins = [0, *(picture.seq for picture in shown)]
    for number, (picture, first, last) in enumerate(zip(shown, begins, ends, strict=False)):
        image = read_picture(folder / picture.picture)
        frame = Frame(image, number, float(number), picture.picture, still=True)
        former, seen = seen, settler.feed(eyes.look(frame)) or seen
        if start is None:
            total = total.plus(_compared_with_then(seen, picture))
            continue
        games = list(_between(start, played, first, last))
        total = total.plus(_compared(seen, games, picture.picture))
        total = total.plus(_rolled(seen, former, played, picture.seq))
    return total._replace(pictures=len(shown))


def _between(start: Game, played: Sequence[PlayedEntry], first: int, last: int) -> Iterator[Game]:
    """Yield the games after entry *first* up to that after entry *last*, of those that count."""
    now = start
    for entry, game in played:
        if entry.seq > last:
            break
        if entry.seq > first:
            yield now
        now = game
    yield now


def _compared_with_then(seen: Observation, picture: SeenPicture) -> RecordingScore:
    """Return how what is *seen* answers what stands in the recording: read then, or corrected since."""
    then, dice = picture.seen.pieces, Counter(die.face for die in picture.seen.dice)
    misread = [piece for piece, at in seen.pieces.items() if then.get(piece) != at]
    lines = {piece: f"{picture.picture}: {piece} at {seen.pieces[piece]}" for piece in misread}
    certain = Counter(die.face for die in seen.dice if die.confidence >= SURE and not die.trouble)
    right = (certain & dice).total()
    return RecordingScore(
        to_be_seen=len(then),
        right=sum(seen.pieces.get(piece) == at for piece, at in then.items()),
        wrong=tuple(lines[piece] for piece in misread if piece in then),
        extra=tuple(lines[piece] for piece in misread if piece not in then),
        dice=dice.total(),
        dice_right=right,
        dice_wrong=certain.total() - right,
    )


def _compared(seen: Observation, games: Sequence[Game], picture: str) -> RecordingScore:
    """Return how the units that are *seen* answer what holds in any of *games*."""
    units = {unit for game in games for unit in game.state.units}
    stood = {unit: {_place(game, unit) for game in games} for unit in units}
    to_be_seen = [unit for unit, places in stood.items() if None not in places]
    misread = [
        UnitId(piece) for piece, at in seen.pieces.items() if at not in stood.get(UnitId(piece), (at,))
    ]
    lines = {unit: f"{picture}: {unit} at {seen.pieces[unit]}" for unit in misread}
    extra = [unit for unit in misread if stood[unit] == {None}]
    return RecordingScore(
        to_be_seen=len(to_be_seen),
        right=sum(seen.pieces.get(unit) in stood[unit] for unit in to_be_seen),
        wrong=tuple(lines[unit] for unit in misread if unit not in extra),
        extra=tuple(lines[unit] for unit in extra),
    )


def _place(game: Game, unit: UnitId) -> Hex | None:
    return game.state.units[unit].at if unit in game.state.units else None


def _rolled(
    seen: Observation, former: Observation, played: Sequence[PlayedEntry], seq: int
) -> RecordingScore:
    """Return how the dice that are newly *seen* answer the roll that was taken from them, if one was."""
    following = next((one.entry.command for one in played if one.entry.seq > seq), None)
    if not isinstance(following, Roll) or not seen.fresh or seen.dice == former.dice:
        return RecordingScore()
    certain = Counter(die.face for die in seen.fresh if die.confidence >= SURE and not die.trouble)
    right = (certain & Counter(following.faces)).total()
    return RecordingScore(dice=len(following.faces), dice_right=right, dice_wrong=certain.total() - right)


def _game(folder: Path, library: Library) -> tuple[Game, list[PlayedEntry]]:
    path = folder / GAME
    row, entries = read_export(_lines(path), str(path))
    start = start_of(library, row, str(path))
    return start, follow(start, entries, str(path))


def _about(folder: Path) -> AboutRecording:
    path = folder / ABOUT
    try:
        about = msgspec.json.decode(_text(path), type=AboutRecording)
    except UNREADABLE as trouble:
        raise InputError("{1}: tells of no recording ({2})", path, trouble) from None
    if Path(about.dice).name != about.dice:
        raise InputError("{1}: names dice outside its folder", path)
    if about.format > FORMAT:
        raise InputError("{1}: was written by a newer herald; use that one, or a newer one", path)
    return about


def _shown(folder: Path) -> list[SeenPicture]:
    path, pictures = folder / SEEN, []
    for number, line in enumerate(_lines(path), start=1):
        try:
            one = msgspec.json.decode(measured(line, LINE), type=SeenPicture)
        except UNREADABLE as trouble:
            raise InputError("{1}, line {2}: tells of no picture ({3})", path, number, trouble) from None
        if Path(one.picture).name != one.picture:
            raise InputError("{1}, line {2}: names a picture outside its folder", path, number)
        pictures.append(one)
    return pictures


def _lines(path: Path) -> list[bytes]:
    return _read(path).splitlines()


def _text(path: Path) -> str:
    try:
        return _read(path).decode()
    except UnicodeDecodeError as trouble:
        raise InputError("{1}: is no text ({2})", path, trouble) from None


def _read(path: Path) -> bytes:
    try:
        return read_bytes(path, LOG)
    except OSError as trouble:
        raise InputError("{1}: cannot be read ({2})", path, trouble.strerror) from None
    except TooMuchError as trouble:
        raise InputError("{1}: {2}", path, trouble) from None
