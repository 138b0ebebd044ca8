"""One picture after the other, made into readings: is the table at rest, and what lies on it.

A quiet picture costs one glance.  Only hexes that changed are read again; a hand over
the board, a bump or a change of the light never changes what is known.
"""

from collections.abc import Sequence, Set
from time import perf_counter

import msgspec
import numpy as np

from rules.kernel.hexes import Hex
from rules.kernel.translatable import Message
from vision.board.calibrate import (
    UNKNOWN_VIEW,
    Gray,
    PriorView,
    Registration,
    find_marks,
    has_moved,
    is_mirrored,
    register,
)
from vision.board.in_view import hexes_outside, lies_elsewhere, sees_tray
from vision.board.plan import BoardPlan, TagBook
from vision.dice.mat import find_mat
from vision.health import MIRRORED, UNSTEADY, EyeState, Health, is_blurred, sentence
from vision.reading import DiceEyes, Reading
from vision.rest.cover import Cover
from vision.rest.frame_average import FrameAverage
from vision.rest.glance import Glance, Mask, Zones, changes, glance
from vision.rest.hand_detector import TOUCHED, foreign_hexes, is_arm_across, largest_part
from vision.rest.repeats import Repeats
from vision.rest.unrest import Unrest
from vision.rests import Rest, nearest
from vision.sightings import DieSeen, Sighting, hexes_of
from vision.source.frames import Frame
from vision.tags.beside_reader import BesideReader
from vision.tags.partly_seen import Change, Look
from vision.tags.spot_reader import SpotReader
from vision.tags.tag_tracker import TagTracker

SURE_LOOKS = 2  # more looks at what changed, so that one bad picture is outvoted
DOUBT_LOOKS = 9  # more looks at what cannot be read, with all pictures added up
SECOND_LOOK = 5  # pictures added up before the whole board is read once more
ENOUGH_TO_SHARPEN = 4  # pictures added up, whose noise is little enough
NOT_IN_THE_DARK = frozenset({EyeState.CHANGING, EyeState.COVERED, EyeState.NO_MARKS})
LIGHT_SHARE = 0.5  # of the board: as much changes at once only with the light
RESTS_KEPT = 3
STIRRED_PX = 30  # of a glance; with fewer a table that is not known yet is at rest
NEW_FRAMES = 50  # of rest, before which it may be a hand that lies there in the first of them, and goes
MARK_CHECK = 20  # frames of rest from one look for marks that crept away to the next


class Eyes:
    """Looks at frames of one table through one camera."""

    def __init__(
        self, plan: BoardPlan, book: TagBook, dice: DiceEyes | None = None, view: PriorView = UNKNOWN_VIEW
    ) -> None:
        self.plan, self._view = plan, view
        self._rest_frames = self._settled_frames = 0
        self._dice_eyes = dice
        self._tracker, self._spot_reader = TagTracker(plan, book), SpotReader(book)
        self._beside = BesideReader(plan, book)
        self._registration: Registration | None = None
        self._at_rest: Registration | None = None  # when the table was last at rest
        self._zones: Zones | None = None
        self._tray = plan.tray
        self._shape: tuple[int, ...] = ()
        self._rests: list[Rest] = []  # newest first
        self._before: Glance | None = None
        self._again: dict[Hex, int] = {}
        self._pile = FrameAverage()
        self._is_new = False
        self._hidden = frozenset[Hex]()
        self._glare = frozenset[Hex]()
        self._unseen = frozenset[Hex]()
        self._sees_tray = False
        self._health, self._unrest = Health(plan), Unrest()
        self._cover = Cover()
        self._dice: tuple[DieSeen, ...] = ()
        self._dice_again = 0
        self._stirs = 0
        self._repeats = Repeats()

    def look(self, frame: Frame) -> Reading:
        """Return what *frame* says, given what the frames before it said."""
        start = perf_counter()
        state = self._state(frame)
        is_unsteady = not frame.still and self._is_unsteady(frame, state)
        if is_unsteady and state not in (EyeState.QUIET, EyeState.FROZEN):
            state = EyeState.UNSTEADY
            self._cover.go()
        is_turned = state is EyeState.NO_MARKS and is_mirrored(frame.gray, self.plan.marker)
        said = UNSTEADY if is_unsteady else MIRRORED if is_turned else None
        covered = self._hidden | self._glare | self._unseen
        report = self._tracker.report(covered)
        return Reading(
            frame=frame.number,
            name=frame.name,
            at=frame.at,
            still=frame.still,
            state=state,
            registration=self._registration,
            tray=self._tray,
            sightings=tuple(self._tracker.sightings),
            tags=report.tags,
            pieces=report.pieces,
            doubtful=tuple(sorted(report.doubtful | covered)),
            twice=report.twice,
            dice=self._dice,
            stirs=self._stirs,
            reason=self._reason(state, frame, report.twice) if said is None else said,
            ms=(perf_counter() - start) * 1000,
            glare=tuple(sorted(self._glare)),
            is_mirrored=is_turned,
            is_unsteady=is_unsteady,
            unseen=tuple(sorted(self._unseen)),
            sees_tray=self._sees_tray,
            spots=self._spot_reader.counts,
            beside=self._beside.pieces,
            carried=self._beside.carried,
        )

    def _is_unsteady(self, frame: Frame, state: EyeState) -> bool:
        step = 4 * frame.draft.shape[1] // frame.shape[1]
        small = frame.draft[::step, ::step] if self._before is None else self._before.small
        return self._unrest.feed(small, frame.at, is_rest=state is EyeState.QUIET)

    def _state(self, frame: Frame) -> EyeState:
        is_frozen = self._repeats.is_frozen(frame)
        if self._health.is_dark(frame.draft):
            self._before = None
            return EyeState.DARK
        if is_frozen:
            return EyeState.FROZEN
        state = self._state_in_light(frame)
        if state is EyeState.QUIET:
            self._health.rest()
        return EyeState.DARK if self._health.is_dim and state in NOT_IN_THE_DARK else state

    def _state_in_light(self, frame: Frame) -> EyeState:
        seen, before = glance(frame), self._before
        self._before = seen
        if frame.shape != self._shape:
            self._rests, self._registration, self._at_rest, before = [], None, None, None
            self._shape = frame.shape
        if not self._rests or self._zones is None:
            is_moving = (
                before is not None and not frame.still and int(changes(before, seen).sum()) >= STIRRED_PX
            )
            return EyeState.CHANGING if is_moving else self._begin(frame, seen)
        rest, mask = nearest(self._rests, seen)
        self._health.look(frame, is_changed=bool(mask.any()) or self._tracker.is_wavering)
        if self._health.is_out_of_focus:
            return EyeState.OUT_OF_FOCUS
        if not mask.any():
            if self._has_sagged(frame):
                return self._begin(frame, seen)
            return self._settle(frame, seen, rest, set(), mask, rest.hidden)
        is_moving = before is not None and not frame.still and self._zones.is_moving(changes(before, seen))
        return EyeState.CHANGING if is_moving else self._judge(frame, seen, rest, mask)

    def _has_sagged(self, frame: Frame) -> bool:
        """Return, now and then, whether the camera has moved too slowly for any two pictures to differ."""
        self._rest_frames += 1
        if self._rest_frames % MARK_CHECK or self._registration is None:
            return False
        return has_moved(frame.gray, self._registration)

    def _look_for_spots(self, frame: Frame, *, is_recalled: bool) -> None:
        """Look, now and then, for figures that came or went and changed no glance, or no tag of a rest."""
        self._settled_frames += 1
        is_due = is_recalled or frame.still or self._settled_frames % MARK_CHECK == 0
        if is_due and self._registration is not None:
            gray, covered = frame.gray, self._hidden | self._glare
            hexes = self._spot_reader.stale_hexes(gray)
            self._spot_reader.look(gray, self._registration, self._tracker.sightings, hexes, hidden=covered)

    def _begin(self, frame: Frame, seen: Glance) -> EyeState:
        """Find the board and read all of it."""
        gray = frame.gray
        before = self._registration
        registration = register(gray, self.plan, before, self._view)
        if registration is None:
            if self._at_rest is not None and not self._rests and self._is_passing(frame):
                return EyeState.COVERED  # a hand that bumped the board hides its marks now
            self._registration, self._at_rest, self._zones = None, None, None
            return EyeState.NO_MARKS
        if registration is not self._registration or self._zones is None:
            self._registration = registration
            self._zones = self._new_zones(frame, registration)
        if is_arm_across(seen, self.plan, registration, frame.shape[1]) and self._is_passing(frame):
            if frame.still:
                self._tracker.look_everywhere(gray, registration)
                self._read_dice(frame)
            self._rests = []  # what is there now is no change of what was at rest where the board lay
            return EyeState.COVERED
        old = self._tracker.sightings
        self._tracker.look_everywhere(gray, registration)
        self._hidden = self._kept(old, self._hidden, frame)
        self._glare = frozenset()
        self._spot_reader.look(gray, registration, self._tracker.sightings)
        self._health.begin(frame.image, registration)
        self._pile.begin(frame)
        self._is_new = not frame.still
        seen_at = {one.hex for one in self._tracker.sightings} | self._tracker.report().doubtful
        self._again = {} if frame.still else dict.fromkeys(seen_at, DOUBT_LOOKS)
        self._cover.go()
        self._stirs += 1
        self._dice_again = 0 if frame.still else SURE_LOOKS
        self._read_dice(frame)
        self._beside.begin(frame, registration, self._tracker.sightings)
        self._rests, self._at_rest, self._settled_frames = [self._rest(seen)], registration, 0
        return EyeState.QUIET

    def _new_zones(self, frame: Frame, registration: Registration) -> Zones:
        """Return the zones of a board that lies as *registration* says, and see which of it are in view."""
        self._tray = find_mat(frame.gray, registration) or self.plan.tray
        laid = msgspec.structs.replace(self.plan, tray=self._tray)
        self._unseen = hexes_outside(laid, registration, frame.shape)
        self._sees_tray = sees_tray(laid, registration, frame.shape)
        return Zones(laid, registration, frame.shape)

    def _is_passing(self, frame: Frame) -> bool:
        """Return whether what covers the board that is looked for in *frame* has not yet come to stay."""
        assert self._zones is not None, "the board has been found"
        return not self._cover.has_come_to_stay(np.zeros_like(self._zones.board), is_still=frame.still)

    def _judge(self, frame: Frame, seen: Glance, rest: Rest, mask: Mask) -> EyeState:
        """Return what a change in *mask* against the table at rest means, and read what has to be read.

        *mask* (h, w; 0 or 1) is of a glance's size, as in all that follows.
        """
        zones, registration = self._zones, self._registration
        assert zones is not None and registration is not None, "there is no rest without them"
        if zones.have_marks_changed(mask):
            found = register(frame.gray, self.plan, registration, self._view)
            if found is not None and lies_elsewhere(self.plan, registration, found):
                return self._begin(frame, seen)
            if found is None:  # too few marks are seen to say where the board is now
                return EyeState.COVERED
        hexes, hidden = zones.changed_hexes(mask), rest.hidden
        if zones.is_reached_into(mask):
            share = int((mask & zones.board).sum()) / int(zones.board.sum())
            is_over = self._cover.has_come_to_stay(mask, is_still=frame.still)
            is_light = share >= LIGHT_SHARE or self._cover.outlasts_a_hand
            seen_at = hexes - hidden - self._white(seen)
            if is_light and not self._tracker.is_true(rest.known, seen_at, frame.gray, registration):
                is_light = False
            if not (is_over or is_light):
                return self._begin(frame, seen) if self._has_gone(frame, rest, mask) else EyeState.COVERED
            if not is_light:
                hidden |= zones.hexes_under(mask)
        else:
            hidden -= hexes
        return self._settle(frame, seen, rest, hexes, mask, hidden)

    def _has_gone(self, frame: Frame, rest: Rest, mask: Mask) -> bool:
        """Return whether what changed in *mask* is what lay there at *rest*, a new one: it hides no tag."""
        zones, registration = self._zones, self._registration
        assert zones is not None and registration is not None, "there is no rest without them"
        if self._settled_frames >= NEW_FRAMES or not self._cover.outlasts_a_hand:
            return False
        under = zones.hexes_under(largest_part(mask), TOUCHED)
        return self._tracker.is_true(rest.known, under - rest.hidden, frame.gray, registration)

    def _settle(
        self, frame: Frame, seen: Glance, rest: Rest, hexes: set[Hex], mask: Mask, hidden: frozenset[Hex]
    ) -> EyeState:
        """Take *seen* as the table at rest: as at *rest*, but for *hexes* in *mask* and the *hidden* ones."""
        zones, registration = self._zones, self._registration
        assert zones is not None and registration is not None, "there is no rest without them"
        white = self._white(seen)
        is_stirred = zones.has_tray_changed(self._health.without_glare(mask))
        is_recalled = rest is not self._rests[0]
        if is_recalled:
            hexes = hexes | self._tracker.recall(rest.known)
            self._stirs += rest.dice != self._dice
            self._dice = rest.dice
            self._beside.recall(rest.beside)
        changed = zones.changed_beside(mask, registration)
        self._beside.look(frame, registration, changed, self._tracker.sightings)
        self._cover.go()
        hexes = (hexes | (self._hidden - hidden) | (self._glare - white)) - hidden
        self._hidden = hidden
        self._read_hexes(frame, hexes, mask)
        self._look_for_spots(frame, is_recalled=is_recalled)
        self._glare = frozenset(name for name in white if self._is_glaring(name, frame))
        if is_stirred:
            self._stirs += 1
            self._dice_again = 0 if frame.still else SURE_LOOKS
            self._read_dice(frame)
        elif self._dice_again > 0:
            self._dice_again -= 1
            self._read_dice(frame)
        is_other = bool(hexes) or is_stirred or zones.is_moving(mask)
        others = self._rests if is_other else [one for one in self._rests if one is not rest]
        self._rests = [self._rest(seen), *others[: RESTS_KEPT - 1]]
        return EyeState.QUIET

    def _rest(self, seen: Glance) -> Rest:
        return Rest(seen, self._tracker.known, self._dice, self._hidden, self._beside.known)

    def _white(self, seen: Glance) -> frozenset[Hex]:
        """Return the hexes of which a part is nothing but white."""
        assert self._zones is not None, "there is no rest without them"
        return self._health.look_for_glare(seen.small, self._zones)

    def _is_glaring(self, name: Hex, frame: Frame) -> bool:
        """Return whether white hides what lies in hex *name*: once it does, until it has gone."""
        assert self._registration is not None, "there is no rest without it"
        known = self._tracker.known
        is_empty = all(one.hex != name for one in known.sightings)
        return (
            name in self._glare
            or is_empty
            or not self._tracker.is_true(known, {name}, frame.gray, self._registration)
        )

    def _look_at(self, hexes: set[Hex] | None, gray: Gray, mask: Mask, frame: Frame | None = None) -> None:
        """Read *hexes*, or all, changed in *frame*; a tag covered as in *mask* is kept, its hex hidden."""
        assert self._zones is not None and self._registration is not None, "there is no rest without them"
        old = self._tracker.sightings
        sharper = None if frame is not None or self._pile.count < ENOUGH_TO_SHARPEN else self._pile.sharpened
        if hexes is None:
            self._tracker.look_everywhere(gray, self._registration, sharper=sharper)
        else:
            self._tracker.look_at(hexes, gray, self._registration, sharper=sharper)
        if any(self._tracker.is_gone(one) for one in old):
            spots = {one.pose.centre_mm: one.hex for one in (*old, *self._tracker.sightings)}
            foreign = foreign_hexes(mask, self._zones, spots.values())
            covered = foreign | self._health.glare | self._hidden
            kept = self._kept(old, covered, frame)
            self._hidden |= kept - (self._health.glare - foreign)
        hidden = self._hidden | self._health.glare
        self._spot_reader.look(gray, self._registration, self._tracker.sightings, hexes, hidden=hidden)

    def _kept(self, old: Sequence[Sighting], covered: Set[Hex], frame: Frame | None) -> frozenset[Hex]:
        """Keep the tags of *old* that lie in *covered* hexes or have something on them; return their hexes.

        The table changed in *frame*, None where it did not.
        """
        assert self._registration is not None, "nothing is read without it"
        if not any(self._tracker.is_gone(one) for one in old):
            return frozenset()
        change = None
        if frame is not None and self._at_rest is not None and self._pile.first is not None:
            before = Look(self._pile.mean, self._pile.first, self._at_rest)
            change = Change(before, Look(frame.gray, frame, self._registration))
        return self._tracker.keep_covered(old, covered, change)

    def _read_hexes(self, frame: Frame, hexes: set[Hex], mask: Mask) -> None:
        """Read *hexes* that changed, and again, in the pictures added up, what was read or doubted lately."""
        assert self._registration is not None, "there is no rest without it"
        doubtful = self._tracker.report().doubtful if self._again else set()
        recent = DOUBT_LOOKS - SURE_LOOKS
        again = {name for name, left in self._again.items() if left > recent or name in doubtful} - hexes
        again -= self._hidden
        self._again = {name: left - 1 for name, left in self._again.items() if left > 1 and name not in hexes}
        if hexes:
            self._look_at(hexes | again, frame.gray, mask, frame)
            self._pile.begin(frame)
            self._again |= {} if frame.still else dict.fromkeys(hexes, DOUBT_LOOKS)
            return
        if self._again:
            gray = self._pile.add(frame)
            if self._pile.count == SECOND_LOOK and self._is_new:
                self._is_new = False
                self._look_at(None, gray, mask)
            elif again:
                self._look_at(again, gray, mask)
        self._tracker.watch(frame, self._registration)

    def _read_dice(self, frame: Frame) -> None:
        if self._dice_eyes is not None and self._tray is not None and self._registration is not None:
            self._dice = self._dice_eyes.read(frame.image, self._registration, self._tray)

    def _reason(self, state: EyeState, frame: Frame, twice: tuple[str, ...]) -> Message | None:
        unseen, is_without_edges = tuple[int, ...](), False
        if state is EyeState.NO_MARKS:
            seen = {one.mark for one in find_marks(frame.gray, self.plan.marker)}
            unseen = tuple(mark.id for mark in self.plan.marker if mark not in seen)
            is_without_edges = is_blurred(frame.image)
        return sentence(
            state,
            unseen=unseen,
            marks=len(self.plan.marker),
            covered=tuple(mark.id for mark in self._health.covered),
            glare=tuple(sorted(self._glare)),
            twice={piece: hexes_of(piece, self._tracker.sightings) for piece in twice},
            is_blurred=is_without_edges,
        )
