"""Tags that lie beside the board, as those of cards do: which of them are seen there.

They are sought where something beside the board has changed, once it has come to rest there.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

import msgspec
import numpy as np

from vision.board.calibrate import Gray, Registration
from vision.board.plan import BoardPlan, TagBook
from vision.board.plane import Area, area_around
from vision.sightings import Pose, Sighting
from vision.source.frames import Frame
from vision.tags.matcher import TagMatch
from vision.tags.tag_tracker import part_readers

ROOM_MM = 160.0
"""So far from the board's edge tags are sought."""
LOOKS = 3  # while something there looks like a tag and is not read
CHECK = 10  # pictures at rest from one check of what is known to the next: tags of two cards look alike
AROUND_MM = 25.0  # a tag that is there no longer
CARRIED_MM = 60.0
"""Who straightens a card moves it less: a card is about as wide."""
ROW_MM = 160.0
"""Cards so near to where a card lay lie in a row with it."""


class LyingTag(NamedTuple):
    """A tag that lies beside the board, and how it lies on the table's plane."""

    payload: str
    pose: Pose


class BesideReader:
    """The cards of *book* that lie beside the board of *plan*, as far as they are known."""

    def __init__(self, plan: BoardPlan, book: TagBook) -> None:
        self._plan = plan
        parts = [msgspec.structs.replace(part, tags=part.cards) for part in book.parts if part.cards]
        self._names = {payload: card for part in parts for payload, card in part.tags.items()}
        self._readers = part_readers(parts, book)
        self.known: tuple[LyingTag, ...] = ()
        self.carried: Mapping[str, int] = {}
        self._lay: dict[str, LyingTag] = {}
        self._stale: Area | None = None
        self._looks = self._rests = 0

    @property
    def pieces(self) -> tuple[str, ...]:
        """Return the pieces that lie there."""
        return tuple(sorted({self._names[one.payload] for one in self.known}))

    def begin(self, frame: Frame, registration: Registration, on_board: Sequence[Sighting]) -> None:
        """Look everywhere, for the board was found anew in *frame*: at once in a photograph, else at rest."""
        self._lay = {}  # the board itself may have moved
        height, width = frame.shape[:2]
        seen = area_around(
            registration.to_mm(np.array([(0, 0), (width, 0), (width, height), (0, height)], float))
        )
        around = area_around(self._plan.corners_mm).grown(ROOM_MM)
        self.look(frame, registration, _shared(seen, around), on_board)

    def recall(self, known: tuple[LyingTag, ...]) -> None:
        """Look anew where what is known now differs from what was *known* when the table looked so."""
        for one in {*known} ^ {*self.known}:
            self._change(_around(one))

    def look(
        self, frame: Frame, registration: Registration, changed: Area | None, on_board: Sequence[Sighting]
    ) -> None:
        """Read what lies there in a picture of the board at rest, something beside it *changed* or not.

        What changes is read once it no longer does; a photograph is read at once.  Where tags lie *on_board*,
        others need not be sought.
        """
        self._rests += 1
        if changed is not None:
            self._change(changed)
        elif self._rests % CHECK == 0:
            for one in self.known:
                if not self._is_read_again(one, frame.gray, registration):
                    self._change(_around(one))
        if self._stale is None or not self._readers or (changed is not None and not frame.still):
            return
        is_unread = self._read(frame.gray, registration, self._stale, on_board)
        self._looks += 1
        self._note_carried()
        if frame.still or not is_unread or self._looks >= LOOKS:
            self._stale = None

    def _note_carried(self) -> None:
        """Count each tag that lies elsewhere than it lay when it was last read, gone meanwhile or not.

        One that lies still in its row of cards closes a gap there.
        """
        for one in self.known:
            lay = self._lay.get(one.payload, one)
            if _apart(lay, one) > CARRIED_MM and not self._is_in_row(one, lay):
                name = self._names[one.payload]
                self.carried = {**self.carried, name: self.carried.get(name, 0) + 1}
            self._lay[one.payload] = one

    def _is_in_row(self, one: LyingTag, lay: LyingTag) -> bool:
        """Return whether *one* lies among those, or a card from them, beside which it *lay*."""
        others = [each for each in self.known if each.payload != one.payload and _apart(each, lay) < ROW_MM]
        if not others:
            return False
        row = area_around(np.array([each.pose.centre_mm for each in others])).grown(CARRIED_MM)
        x, y = one.pose.centre_mm
        return row.west <= x <= row.east and row.south <= y <= row.north

    def _change(self, area: Area) -> None:
        old = area if self._stale is None else self._stale
        self._stale = Area(*map(min, old[:2], area[:2]), *map(max, old[2:], area[2:]))
        self._looks = 0

    def _read(self, gray: Gray, registration: Registration, area: Area, on_board: Sequence[Sighting]) -> bool:
        """Read *area* of *gray* (h, w) anew; return whether something there may be a tag and is not read."""
        is_unread = False
        self.known = tuple(one for one in self.known if self._lies(one, gray, registration, area))
        for strip, reader in product(self._strips(area), self._readers):
            poses = [*(one.pose for one in on_board), *(one.pose for one in self.known)]
            scores = reader.scores_in(gray, registration, on_board)
            found = reader.reader.scan(gray, registration, strip, reader.sizes_mm, known=poses, scores=scores)
            self.known += tuple(
                LyingTag(match.payload, match.pose) for match in found.read if self._is_beside(match)
            )
            is_unread |= any(self._is_beside(match) for match in found.unread)
        return is_unread

    def _strips(self, area: Area) -> Iterator[Area]:
        """Yield what of *area* lies south, north, west and east of the hexes, with room for a tag's half."""
        hexes = area_around(self._plan.centres_mm).grown(-AROUND_MM)
        for strip in (
            area._replace(north=hexes.south),
            area._replace(south=hexes.north),
            area._replace(south=hexes.south - AROUND_MM, north=hexes.north + AROUND_MM, east=hexes.west),
            area._replace(south=hexes.south - AROUND_MM, north=hexes.north + AROUND_MM, west=hexes.east),
        ):
            shared = _shared(strip, area)
            if shared.west < shared.east and shared.south < shared.north:
                yield shared

    def _lies(self, one: LyingTag, gray: Gray, registration: Registration, area: Area) -> bool:
        """Return whether *one* still lies where it lay, as far as *area* was looked at."""
        x, y = one.pose.centre_mm
        is_inside = area.west <= x <= area.east and area.south <= y <= area.north
        return not is_inside or self._is_read_again(one, gray, registration)

    def _is_read_again(self, one: LyingTag, gray: Gray, registration: Registration) -> bool:
        reader = next(reader for reader in self._readers if one.payload in reader.tags).reader
        return reader.verify(gray, registration, one.pose, one.payload) is not None

    def _is_beside(self, match: TagMatch) -> bool:
        return self._plan.hex_at(match.pose.centre_mm) is None


def _apart(one: LyingTag, other: LyingTag) -> float:
    return math.dist(one.pose.centre_mm, other.pose.centre_mm)


def _around(one: LyingTag) -> Area:
    return area_around(np.array([one.pose.centre_mm])).grown(AROUND_MM)


def _shared(one: Area, other: Area) -> Area:
    """Return what two rectangles share; its sides have changed places where they share nothing."""
    return Area(*map(max, one[:2], other[:2]), *map(min, one[2:], other[2:]))
