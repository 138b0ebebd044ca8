"""Which tags lie where: remembered, verified at their last poses, searched for where something changed.

A tag that was read once is not lost because a figure's shadow falls on it; a tag that
cannot be told apart from another place or hex makes its hex doubtful instead of wrong.
"""

from collections import Counter
from collections.abc import Iterable, Sequence, Set as AbstractSet
from itertools import combinations
from math import dist
from typing import NamedTuple

from rules.kernel.hexes import Hex
from vision.board.calibrate import Gray, Registration
from vision.board.plan import BoardPlan, Layout, TagBook
from vision.board.plane import Area, area_around
from vision.sightings import Pose, Sighting
from vision.source.frames import Frame
from vision.tags.aruco import ArucoReader
from vision.tags.ground import TagPlace
from vision.tags.locate import ANY_SIZE, FramedReader, Scan, TagReader, common_size, is_same_spot
from vision.tags.matcher import TagMatch
from vision.tags.partly_seen import Change, Look, TagLook, look_of_tag, place_after
from vision.tags.poses import rows_of, sampled, views_of
from vision.tags.verify import TagVerifier

EDGE_MM = 3.0  # a tag nearer to a hex's side may belong to either hex
MOST_EDGE_MM = 9.0
ASTRAY = 15.0  # so many times the marks' misfit may a hex be off: measured with one mark laid askew
LARGEST_TAG_MM = 30.0
ENOUGH_TAGS = 3  # to tell the size of all


class TagReport(NamedTuple):
    """What the tags on the table say.

    *pieces* stand in one hex without doubt, *tags* by payload are how that is known; of the
    *doubtful* hexes nothing can be said; pieces that are *twice* are seen in more than one place.
    """

    pieces: dict[str, Hex]
    tags: dict[str, Hex]
    doubtful: set[Hex]
    twice: tuple[str, ...]


class Known(NamedTuple):
    """What a roster knows: the tags read, and the poses of what looks like a tag and was not read."""

    sightings: tuple[Sighting, ...]
    unread: tuple[Pose, ...]


class PartReader:
    """Parts of the tag book that are sought together in *gray* (h, w): of one kind, each of its size."""

    def __init__(self, parts: Sequence[TagBook], book: TagBook) -> None:
        layout = parts[0].layout
        tags = {payload: piece for part in parts for payload, piece in part.tags.items()}
        others = [part.tags for part in book.parts if part.layout == layout]
        rivals = [payload for other in others for payload in other if payload not in tags]
        mine = TagBook(tags=tags, layout=layout)
        self.reader: TagReader = ArucoReader(mine) if layout.kind == "aruco" else FramedReader(mine, rivals)
        self.tags = tags
        self._parts = [part.tags for part in parts]
        sizes = ((part.tags, part.size_mm) for part in parts)
        self.sizes_mm = {payload: size for tags, size in sizes if size is not None for payload in tags}
        """The size of each tag, by payload, where it is known."""

    def scan(
        self,
        gray: Gray,
        registration: Registration,
        area: Area,
        known: Sequence[Sighting],
        *,
        scores: Sequence[float] = (),
        thorough: bool = True,
    ) -> Scan:
        """Search *area* for the tags of these parts, but not where *known* ones lie, of whatever part.

        The *scores* are those of tags in this very picture.
        """
        poses = [one.pose for one in known]
        return self.reader.scan(
            gray, registration, area, self.sizes_mm, known=poses, scores=scores, thorough=thorough
        )

    def scores_in(self, gray: Gray, registration: Registration, known: Iterable[Sighting]) -> list[float]:
        """Return how clear those of the tags *known* are in *gray* that look like these, of whatever part."""
        matcher = self.reader.matcher
        columns = {payload: 4 * number for number, payload in enumerate(matcher.payloads)}
        alike = [one for one in known if one.payload in columns]
        if not alike:
            return []
        views = views_of(registration, rows_of([one.pose for one in alike]))
        scores = matcher.scores(sampled(gray, views, matcher.grid[None])[:, 0])
        return [float(row[columns[one.payload]]) for row, one in zip(scores, alike, strict=True)]

    def learn(self, sightings: Sequence[Sighting]) -> None:
        """Take the tags of each part to be as large as those are that were read."""
        for tags in self._parts:
            mine = [one.pose.size_mm for one in sightings if one.payload in tags]
            size = common_size(mine)
            if size is not None and len(mine) >= ENOUGH_TAGS:
                self.sizes_mm |= dict.fromkeys(tags, size)

    @property
    def reach_mm(self) -> float:
        """Return how far a tag may stick out of its hex."""
        return 0.75 * max(self.sizes_mm.values(), default=LARGEST_TAG_MM)


def part_readers(parts: Iterable[TagBook], book: TagBook) -> list[PartReader]:
    """Return who reads *parts* of *book*: one all of a kind whose sizes it tells, one each other part."""
    kinds: dict[tuple[Layout, int | None], list[TagBook]] = {}
    for number, part in enumerate(part for part in parts if part.tags):
        kinds.setdefault((part.layout, number if part.size_mm is None else None), []).append(part)
    return [PartReader(parts, book) for parts in kinds.values()]


class TagTracker:
    """The tags on the board, as far as they are known; they are read in pictures *gray* (h, w)."""

    def __init__(self, plan: BoardPlan, book: TagBook) -> None:
        self._plan = plan
        self._pieces = book.pieces
        self._part_readers, self._is_whole = part_readers(book.parts, book), len(book.parts) == 1
        self.sightings: list[Sighting] = []
        self._unread: list[Pose] = []
        self._last_looks: dict[Sighting, TagLook] = {}
        self._recalled: frozenset[tuple[str, Hex]] = frozenset()
        self._edge_mm = EDGE_MM
        self._verifier: TagVerifier | None = None
        self._reread = frozenset[Sighting]()
        self._counted: tuple[tuple[Known, frozenset[Sighting]], TagReport] | None = None

    def look_everywhere(self, gray: Gray, registration: Registration, *, sharper: Gray | None = None) -> None:
        """Read the whole board: what was known is verified, what is new sought in the *sharper* picture."""
        sought = gray if sharper is None else sharper
        self._edge_mm = min(max(EDGE_MM, ASTRAY * registration.error_mm), MOST_EDGE_MM)
        self.sightings = self._verified(self.sightings, gray, registration)
        self._unread, self._recalled = [], frozenset()
        for part_reader in self._part_readers:
            area = area_around(self._plan.centres_mm)
            area = area.grown(self._plan.hex_width_mm * 0.6 + part_reader.reach_mm)
            scores = part_reader.scores_in(gray, registration, self.sightings)
            found = part_reader.scan(sought, registration, area, self.sightings, scores=scores)
            if self._is_whole and not (self.sightings or found.read) and part_reader.sizes_mm:
                found = part_reader.reader.scan(sought, registration, area, ANY_SIZE)
            self._take(found)
            part_reader.learn(self.sightings)

    def look_at(
        self, hexes: Iterable[Hex], gray: Gray, registration: Registration, *, sharper: Gray | None = None
    ) -> None:
        """Read *hexes* again, and only those; what is new there is sought in the *sharper* picture."""
        sought = gray if sharper is None else sharper
        places = set(hexes)
        here = [one for one in self.sightings if one.hex in places]
        elsewhere = [one for one in self.sightings if one.hex not in places]
        known = self._verified(here, gray, registration)
        self._unread = [pose for pose in self._unread if self._hex_of(pose) not in places]
        self.sightings = elsewhere + known
        for name in sorted(places):
            self._search(name, sought, registration, is_known=any(one.hex == name for one in known))
        self._drop_ghosts(places, gray, registration, sought=sought)
        self._recalled -= {(one.payload, one.hex) for one in self.sightings}

    def _search(self, name: Hex, gray: Gray, registration: Registration, *, is_known: bool) -> None:
        """Search one hex for tags; where a tag *is_known*, only for another one in full sight."""
        around = area_around(self._plan.outline_mm(name))
        for part_reader in self._part_readers:
            area = around.grown(part_reader.reach_mm)
            found = part_reader.scan(gray, registration, area, self.sightings, thorough=False)
            if not found.read and not is_known:
                found = part_reader.scan(gray, registration, area, self.sightings)
            self._take(found if not is_known else Scan(found.read, []))

    def watch(self, frame: Frame, registration: Registration) -> None:
        """Verify every known tag in a picture in which nothing has changed.

        A tag that is not recognised for some time is not taken away; its hex is doubted.
        """
        if self._verifier is None or not self._verifier.is_of(self.sightings, registration):
            readers = [self._part_reader_of(one.payload).reader for one in self.sightings]
            matchers = [reader.matcher for reader in readers]
            self._verifier = TagVerifier(registration, self.sightings, matchers)
        self._verifier.look(frame)
        is_new = bool(self._verifier.faint - self._reread)
        self._reread = self._verifier.faint
        if is_new:
            self._read_again(self._reread, frame.gray, registration)

    @property
    def is_wavering(self) -> bool:
        """Return whether a known tag was not recognised just now: the lens may have lost its focus."""
        return self._verifier is not None and self._verifier.is_wavering

    def _read_again(self, faint: frozenset[Sighting], gray: Gray, registration: Registration) -> None:
        """Read what lies where *faint* tags lay: another tag may have been put in the place of one."""
        before, unread = self.sightings, [*self._unread]
        self.sightings = [one for one in before if one not in faint]
        for name in sorted({one.hex for one in faint}):
            self._search(name, gray, registration, is_known=False)
        new = [one for one in self.sightings if one not in before]
        if new:
            spots = [one.pose for one in new]
            self.sightings += [
                one for one in faint if not any(is_same_spot(one.pose, spot) for spot in spots)
            ]
            self._drop_ghosts({one.hex for one in new}, gray, registration, sought=gray)
        else:
            self.sightings, self._unread = before, unread

    @property
    def known(self) -> Known:
        """Return what is known now, for ``recall``."""
        return Known(tuple(self.sightings), tuple(self._unread))

    def recall(self, known: Known) -> set[Hex]:
        """Take the board to be again as it was *known*; return the hexes that must be read to be sure."""
        now, then = ({(one.payload, one.hex) for one in some} for some in (self.sightings, known.sightings))
        unread = {self._hex_of(pose) for pose in {*self._unread} ^ {*known.unread}}
        self.sightings, self._unread = [*known.sightings], [*known.unread]
        self._recalled = frozenset(then - now)
        return {name for _, name in now ^ then} | {name for name in unread if name is not None}

    def is_true(self, known: Known, hexes: Iterable[Hex], gray: Gray, registration: Registration) -> bool:
        """Return whether every tag *known* in *hexes* still lies at its pose."""
        places = set(hexes)
        here = [one for one in known.sightings if one.hex in places]
        return len(self._verified(here, gray, registration)) == len(here)

    def _verified(self, old: Iterable[Sighting], gray: Gray, registration: Registration) -> list[Sighting]:
        """Return those of *old* that still lie where they lay, as they are read now."""
        matches = (
            self._part_reader_of(one.payload).reader.verify(gray, registration, one.pose, one.payload)
            for one in old
        )
        return [self._sighting(match) for match in matches if match is not None]

    def _part_reader_of(self, payload: str) -> PartReader:
        return next(part_reader for part_reader in self._part_readers if payload in part_reader.tags)

    def _take(self, found: Scan) -> None:
        for match in sorted(found.read, key=lambda match: -match.score):
            sighting = self._sighting(match)
            is_new = not any(is_same_spot(match.pose, one.pose) for one in self.sightings)
            if is_new and sighting.margin_mm > -self._edge_mm:
                self.sightings.append(sighting)
        self._unread += [match.pose for match in found.unread]

    def _drop_ghosts(self, read: set[Hex], gray: Gray, registration: Registration, *, sought: Gray) -> None:
        """Verify the older sightings of tags in hexes just *read*: most have simply been moved.

        Where one has, another tag may lie in its place, perhaps from a third one: it is *sought* there.
        """
        done, fresh = set(read), set(read)
        while fresh:
            counts = Counter(one.payload for one in self.sightings)
            payloads = {one.payload for one in self.sightings if one.hex in fresh and counts[one.payload] > 1}
            suspects = [one for one in self.sightings if one.payload in payloads]
            there = self._verified(suspects, gray, registration)
            self.sightings = [one for one in self.sightings if one.payload not in payloads] + there
            fresh = {one.hex for one in suspects} - {one.hex for one in there} - done
            done |= fresh
            for name in sorted(fresh):
                is_known = any(one.hex == name for one in self.sightings)
                self._search(name, sought, registration, is_known=is_known)

    def _sighting(self, match: TagMatch) -> Sighting:
        place = self._plan.place(match.pose.centre_mm)
        return Sighting(
            payload=match.payload,
            piece=self._pieces[match.payload],
            pose=match.pose,
            hex=place.nearest,
            margin_mm=place.margin_mm,
            score=match.score,
            gap=match.gap,
        )

    def _hex_of(self, pose: Pose) -> Hex | None:
        return self._plan.hex_at(pose.centre_mm)

    def is_gone(self, one: Sighting) -> bool:
        """Return whether the tag of *one* is read nowhere now."""
        return all(other.payload != one.payload for other in self.sightings)

    def keep_covered(
        self, old: Sequence[Sighting], covered: AbstractSet[Hex], change: Change | None
    ) -> frozenset[Hex]:
        """Keep those tags of *old* that are read nowhere now and are covered; return their hexes.

        They lie in *covered* hexes, if not on bare ground since they were read, or after the *change*
        something lies on most of a piece's tags and no other tag has come into their hex.  One that was gone
        already, and is known by an older rest alone, is none of them.
        """
        stood = {(one.payload, one.hex) for one in old}
        taken = {one.hex for one in self.sightings if (one.payload, one.hex) not in stood}

        def is_kept(one: Sighting) -> bool:
            if change is None:
                return one.hex in covered
            place = place_after(one.pose, self._last_look(one, change.before), change.now)
            return place is not TagPlace.BARE if one.hex in covered else place is TagPlace.HIDDEN

        gone = [one for one in old if self.is_gone(one) and (one.payload, one.hex) not in self._recalled]
        kept = [one for one in gone if (one.hex in covered or one.hex not in taken) and is_kept(one)]
        all_gone, all_kept = (Counter(one.piece for one in some) for some in (gone, kept))
        kept = [one for one in kept if one.hex in covered or 2 * all_kept[one.piece] > all_gone[one.piece]]
        self._last_looks = {one: look for one, look in self._last_looks.items() if self.is_gone(one)}
        self.sightings = [*self.sightings, *kept]
        return frozenset(one.hex for one in kept)

    def _last_look(self, one: Sighting, before: Look) -> TagLook:
        """Return how the tag of *one* looked when it was last read: *before*, or longer ago."""
        if one not in self._last_looks or self._verified([one], before.gray, before.registration):
            self._last_looks[one] = look_of_tag(one.pose, before)
        return self._last_looks[one]

    def report(self, covered: AbstractSet[Hex] = frozenset()) -> TagReport:
        """Return what the tags say about the pieces; in *covered* hexes none is expected to be recognised."""
        faint = frozenset[Sighting]() if self._verifier is None else self._verifier.faint
        faint = frozenset(one for one in faint if one.hex not in covered)
        state = (self.known, faint)
        if self._counted is None or self._counted[0] != state:
            self._counted = state, self._count(faint)
        return self._counted[1]

    def _count(self, faint: frozenset[Sighting]) -> TagReport:
        spots: dict[str, list[Sighting]] = {}
        for one in sorted(self.sightings, key=lambda one: one.piece):
            spots.setdefault(one.piece, []).append(one)
        sure = {
            piece: {one.hex for one in ones if one.margin_mm >= self._edge_mm and one not in faint}
            for piece, ones in spots.items()
        }
        twice = {piece for piece, ones in spots.items() if len(sure[piece]) > 1 or self._is_wide(ones)}
        pieces = {piece: min(hexes) for piece, hexes in sure.items() if hexes and piece not in twice}
        unread = {self._hex_of(pose) for pose in self._unread} - {None, *pieces.values()}
        return TagReport(
            pieces=pieces,
            tags={one.payload: one.hex for one in self.sightings if pieces.get(one.piece) == one.hex},
            doubtful={one.hex for one in self.sightings if one.piece not in pieces}
            | {name for name in unread if name is not None},
            twice=tuple(sorted(twice)),
        )

    def _is_wide(self, ones: list[Sighting]) -> bool:
        """Return whether the tags of one piece lie farther apart than any unit's tray is wide."""
        return any(
            dist(one.at_mm, other.at_mm) >= self._plan.hex_width_mm for one, other in combinations(ones, 2)
        )
