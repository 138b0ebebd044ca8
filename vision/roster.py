"""Which tags lie where: remembered, verified at their last poses, searched for where something changed.

A tag that was read once is not lost because a figure's shadow falls on it; a tag that
cannot be told apart from another place or hex makes its hex doubtful instead of wrong.
"""

from collections import Counter
from collections.abc import Iterable

from rules.hexes import Hex
from vision.aruco import ArucoReader
from vision.calibrate import Gray, Registration
from vision.locate import FramedReader, Scan, TagReader, common_size, is_same_spot
from vision.plan import BoardPlan, TagBook
from vision.plane import area_around
from vision.sighting import Pose, Sighting
from vision.tags import Match

EDGE_MM = 3.0  # a tag nearer to a hex's side may belong to either hex
MOST_EDGE_MM = 9.0
ASTRAY = 15.0  # so many times the marks' misfit may a hex be off: measured with one mark laid askew
LARGEST_TAG_MM = 30.0
ENOUGH_TAGS = 3  # to tell the size of all


def reader_of(book: TagBook) -> TagReader:
    """Return the reader for the kind of tags that *book* lists."""
    return ArucoReader(book) if book.layout.kind == "aruco" else FramedReader(book)


class Roster:
    """The tags on the board, as far as they are known."""

    def __init__(self, plan: BoardPlan, book: TagBook) -> None:
        self._plan, self._book = plan, book
        self._reader = reader_of(book)
        self.sightings: list[Sighting] = []
        self._unread: list[Pose] = []
        self._size_mm = book.size_mm
        self._edge_mm = EDGE_MM

    def look_everywhere(self, gray: Gray, registration: Registration) -> None:
        """Read the whole board; what was known is verified first."""
        self._edge_mm = min(max(EDGE_MM, ASTRAY * registration.error_mm), MOST_EDGE_MM)
        known = self._verified(self.sightings, gray, registration)
        area = area_around(self._plan.centres_mm).grown(self._plan.hex_width_mm * 0.6 + self._reach())
        found = self._reader.scan(gray, registration, area, self._size_mm)
        if not found.read and self._size_mm is not None:
            found = self._reader.scan(gray, registration, area, None)
        self._unread = []
        self._take(known, found)
        size = common_size(one.pose.size_mm for one in self.sightings)
        if len(self.sightings) >= ENOUGH_TAGS:
            self._size_mm = size

    def look_at(self, hexes: Iterable[Hex], gray: Gray, registration: Registration) -> None:
        """Read *hexes* again, and only those."""
        places = set(hexes)
        here = [one for one in self.sightings if one.hex in places]
        known = self._verified(here, gray, registration)
        elsewhere = [one for one in self.sightings if one.hex not in places]
        self._unread = [pose for pose in self._unread if self._hex_of(pose) not in places]
        self.sightings = elsewhere + known
        for name in sorted(places - {one.hex for one in known}):
            area = area_around(self._plan.outline_mm(name)).grown(self._reach())
            found = self._reader.scan(gray, registration, area, self._size_mm, thorough=False)
            if not found.read:
                found = self._reader.scan(gray, registration, area, self._size_mm)
            self._take(self.sightings, found)
        self._drop_ghosts({one.payload for one in self.sightings if one.hex in places}, gray, registration)

    def is_still_true(self, hexes: Iterable[Hex], gray: Gray, registration: Registration) -> bool:
        """Return whether every tag known in *hexes* still lies at its pose."""
        here = [one for one in self.sightings if one.hex in set(hexes)]
        return len(self._verified(here, gray, registration)) == len(here)

    def _verified(self, old: Iterable[Sighting], gray: Gray, registration: Registration) -> list[Sighting]:
        matches = (self._reader.verify(gray, registration, one.pose, one.payload) for one in old)
        return [self._sighting(match) for match in matches if match is not None]

    def _take(self, known: list[Sighting], found: Scan) -> None:
        sightings = list(known)
        for match in sorted(found.read, key=lambda match: -match.score):
            if not any(is_same_spot(match.pose, one.pose) for one in sightings):
                sightings.append(self._sighting(match))
        self.sightings = [one for one in sightings if one.margin_mm > -self._edge_mm]
        self._unread += [match.pose for match in found.unread]

    def _drop_ghosts(self, fresh: set[str], gray: Gray, registration: Registration) -> None:
        """Verify the older sightings of tags just read elsewhere: most have simply been moved."""
        counts = Counter(one.payload for one in self.sightings)
        twice = {payload for payload in fresh if counts[payload] > 1}
        if twice:
            suspects = [one for one in self.sightings if one.payload in twice]
            rest = [one for one in self.sightings if one.payload not in twice]
            self.sightings = rest + self._verified(suspects, gray, registration)

    def _sighting(self, match: Match) -> Sighting:
        place = self._plan.place(match.pose.centre_mm)
        return Sighting(
            payload=match.payload,
            piece=self._book.tags[match.payload],
            pose=match.pose,
            hex=place.nearest,
            margin_mm=place.margin_mm,
            score=match.score,
            gap=match.gap,
        )

    def _reach(self) -> float:
        """Return how far a tag may stick out of its hex (mm)."""
        return 0.75 * (self._size_mm or LARGEST_TAG_MM)

    def _hex_of(self, pose: Pose) -> Hex | None:
        return self._plan.hex_at(pose.centre_mm)

    @property
    def twice(self) -> tuple[str, ...]:
        """Return the pieces that are seen in more than one place."""
        counts = Counter(one.piece for one in self.sightings)
        return tuple(sorted(piece for piece, count in counts.items() if count > 1))

    @property
    def pieces(self) -> dict[str, Hex]:
        """Return the pieces that stand in one hex without doubt."""
        twice = set(self.twice)
        return {
            one.piece: one.hex
            for one in sorted(self.sightings, key=lambda one: one.piece)
            if one.margin_mm >= self._edge_mm and one.piece not in twice
        }

    @property
    def tags(self) -> dict[str, Hex]:
        """Return the tags that are read in one hex without doubt, by payload."""
        pieces = self.pieces
        return {one.payload: one.hex for one in self.sightings if one.piece in pieces}

    @property
    def doubtful(self) -> tuple[Hex, ...]:
        """Return the hexes of which nothing can be said."""
        twice = set(self.twice)
        doubted = {one.hex for one in self.sightings if one.piece in twice or one.margin_mm < self._edge_mm}
        sure = set(self.pieces.values())
        unread = {self._hex_of(pose) for pose in self._unread}
        return tuple(sorted(doubted | {name for name in unread if name is not None and name not in sure}))
