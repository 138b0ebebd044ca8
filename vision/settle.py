"""When to speak: readings in, observations out, only when the table has come to rest in a new way."""

from collections import Counter, deque
from collections.abc import Iterable, Sequence

from rules.kernel.hexes import Hex
from vision.health import EyeState
from vision.reading import Reading
from vision.rest.steady import Steadier
from vision.sightings import OFF_THE_TRAY, DieSeen, Observation, SpotCount, is_same_die, lies_with

MANY = 3  # pieces that nobody takes away without a hand over the board
UNAIDED = 6  # readings in a row until it is believed what changed though no hand was there
HANDS = 2  # busy frames in a row; with fewer no hand has been there


class Settler:
    """Keep the last *window* quiet readings; speak when *agree* of them say the same.

    A busy frame forgets everything: half a move must never be reported.  What has been
    reported once is not reported again until it changes.  A photograph counts as a whole
    window.  Where the readings of a hex go back and forth, what was said of it first holds,
    and it is doubtful until one of them stays.
    """

    def __init__(self, window: int = 3, agree: int = 2) -> None:
        """Raises ValueError where more shall *agree* than *window* has, or none."""
        if not 1 <= agree <= window:
            raise ValueError(f"of {window} readings {agree} cannot agree")
        self._agree = agree
        self._run: deque[Reading] = deque(maxlen=window)
        self._last: Observation | None = None
        self._stirs = 0
        self._steadier = Steadier()
        self._busy, self._was_hand = 0, False
        self._is_anew = False

    def start_over(self) -> None:
        """Forget the readings, for new eyes: throws are counted on, and dice that lie there are no throw.

        What they say is reported, also where it is what was said before.
        """
        self._run.clear()
        self._steadier = Steadier()
        self._is_anew = True

    def feed(self, reading: Reading) -> Observation | None:
        """Take in *reading*; return an Observation when the board has come to rest anew."""
        if reading.state is not EyeState.QUIET:
            self._run.clear()
            self._busy += 1
            self._was_hand |= self._busy >= HANDS
            return None
        if reading.still:
            self._run.clear()
        if reading.still or self._busy >= HANDS:
            self._steadier.forget()
        self._busy = 0
        self._steadier.feed(reading.pieces)
        self._run.append(reading)
        if not reading.still and len(self._run) < (self._run.maxlen or 1):
            return None
        is_anew, seen = self._is_anew, self._observed(reading)
        if self._last is not None and not is_anew and _says(seen) == _says(self._last):
            return None
        self._last, self._was_hand = seen, False
        return seen

    def _observed(self, newest: Reading) -> Observation:
        need = min(self._agree, len(self._run))
        pieces, unsure = self._held(*self._agreed(need))
        dice, fresh, roll = self._thrown(newest, self._most_seen_dice())
        self._stirs, self._is_anew = newest.stirs, False
        return Observation(
            frame=newest.frame,
            name=newest.name,
            at=newest.at,
            pieces=pieces,
            doubtful=tuple(sorted({*newest.doubtful, *unsure})),
            dice=dice,
            fresh=fresh,
            roll=roll,
            spots=self._most_seen_spots(),
            beside=newest.beside,
            carried=dict(newest.carried),
        )

    def _agreed(self, need: int) -> tuple[dict[str, Hex], set[Hex]]:
        """Return the pieces that enough readings see in one hex, and the hexes about which they differ."""
        newest = self._run[-1].pieces
        if all(reading.pieces == newest for reading in self._run):
            return dict(sorted(newest.items())), set()
        votes = Counter(entry for reading in self._run for entry in reading.pieces.items())
        pieces = {piece: at for (piece, at), count in sorted(votes.items()) if count >= need}
        return pieces, {at for (piece, at), count in votes.items() if count < need and piece not in pieces}

    def _held(self, pieces: dict[str, Hex], unsure: set[Hex]) -> tuple[dict[str, Hex], set[Hex]]:
        """Return *pieces* and *unsure*, but what was said last where readings go to and fro."""
        doubted = self._steadier.to_and_fro() | self._exchanged(pieces) | self._lost(pieces)
        if self._last is None or not doubted:
            return pieces, unsure
        kept = {piece: at for piece, at in self._last.pieces.items() if piece in doubted}
        others = {piece: at for piece, at in pieces.items() if piece not in doubted}
        return dict(sorted((others | kept).items())), unsure.union(*doubted.values())

    def _exchanged(self, pieces: dict[str, Hex]) -> dict[str, set[Hex]]:
        """Return the pieces of which one has come in the place of the other though no hand was there."""
        if self._last is None or self._was_hand or self._run[-1].still:
            return {}
        lost = {at: piece for piece, at in self._last.pieces.items() if piece not in pieces}
        new = [piece for piece, at in pieces.items() if at in lost and self._steadier.run(piece) < UNAIDED]
        return {piece: {pieces[new_one]} for new_one in new for piece in (new_one, lost[pieces[new_one]])}

    def _lost(self, pieces: dict[str, Hex]) -> dict[str, set[Hex]]:
        """Return the pieces that are no longer seen though no hand was there: for a moment, or so many.

        The lens or the light has lost many at once; few may lie below a hand that the dark hides.
        """
        if self._last is None or self._was_hand or self._run[-1].still:
            return {}
        lost = {piece: {at} for piece, at in self._last.pieces.items() if piece not in pieces}
        if len(lost) >= MANY:
            return lost
        return {piece: hexes for piece, hexes in lost.items() if self._steadier.run(piece) < UNAIDED}

    def _most_seen_spots(self) -> dict[str, SpotCount]:
        """Return of each tray in the newest reading what most of the run shares."""
        return {
            piece: Counter(
                reading.spots[piece] for reading in reversed(self._run) if piece in reading.spots
            ).most_common(1)[0][0]
            for piece in sorted(self._run[-1].spots)
        }

    def _most_seen_dice(self) -> tuple[DieSeen, ...]:
        """Return the newest of the dice readings that most of the run shares."""
        faces = [tuple(sorted((die.face, die.trouble) for die in reading.dice)) for reading in self._run]
        usual, _ = Counter(reversed(faces)).most_common(1)[0]
        return next(
            one.dice for one, has in zip(reversed(self._run), reversed(faces), strict=True) if has == usual
        )

    def _thrown(
        self, newest: Reading, dice: tuple[DieSeen, ...]
    ) -> tuple[tuple[DieSeen, ...], tuple[DieSeen, ...], int]:
        """Return the dice that lie there, those of them newly thrown, and the roll's number."""
        last = self._last
        if last is None:
            return dice, (), 0
        if self._is_anew:
            return dice, (), last.roll
        if newest.stirs == self._stirs:
            inside = [die for die in last.dice if die.trouble != OFF_THE_TRAY]
            outside = [die for die in dice if die.trouble == OFF_THE_TRAY]
            return (*inside, *outside), last.fresh, last.roll
        fresh = tuple(die for die in dice if not any(is_same_die(die, old) for old in last.dice))
        if fresh:
            return dice, fresh, last.roll + 1
        stayed = [old for old in last.dice if any(lies_with(old, die) for die in dice)]
        return _put_right(stayed, dice), _put_right(last.fresh, dice), last.roll


def _put_right(former: Iterable[DieSeen], dice: Sequence[DieSeen]) -> tuple[DieSeen, ...]:
    """Return the *former* dice, each whose trouble has come or gone as it is read in *dice*."""
    return tuple(
        next((die for die in dice if lies_with(die, old) and die.trouble != old.trouble), old)
        for old in former
    )


def _says(seen: Observation) -> tuple[object, ...]:
    """Return what counts in an observation: not when it was made, nor where exactly the dice lie.

    Of spots that may be seen it counts whether there are any.
    """
    dice = sorted((die.face, die.trouble) for die in seen.dice)
    spots = {piece: (count.seen, bool(count.doubtful)) for piece, count in seen.spots.items()}
    return seen.pieces, seen.doubtful, tuple(dice), seen.roll, spots, seen.beside, seen.carried
