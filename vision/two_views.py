"""One reading made of two cameras' over the same board, each on a part of it or on the whole.

What one of them reads counts wherever the other sees nothing; where both read something, the better view
speaks; where neither sees anything nothing is said.  Knows no picture.
"""

from collections import Counter
from dataclasses import fields, replace
from operator import attrgetter
from typing import Any

import numpy as np

from rules.kernel.hexes import Hex
from vision.board.plan import BoardPlan
from vision.health import ACT, EyeState
from vision.reading import Reading
from vision.sightings import SpotCount

_BUSY = (EyeState.CHANGING, EyeState.COVERED)
_TAKEN = ("frame", "name", "at", "ms")
"""What a reading tells of its picture alone, and not of the table."""
_told = attrgetter(*(field.name for field in fields(Reading) if field.name not in _TAKEN))


class TwoViews:
    """Makes one reading of two cameras' after the other: anew only when one of them says something new."""

    def __init__(self, plan: BoardPlan) -> None:
        self._plan = plan
        self._told: tuple[tuple[Any, ...], tuple[Any, ...]] | None = None
        self._both: Reading | None = None

    def merged(self, one: Reading, other: Reading) -> Reading:
        """Return what *one* and *other*, taken at the same time, say of the board together, as ``merged``."""
        told = _told(one), _told(other)
        if self._both is None or told != self._told:
            self._told, self._both = told, merged(one, other, self._plan)
        return replace(self._both, frame=one.frame, name=one.name, at=one.at, ms=one.ms)


def merged(one: Reading, other: Reading, plan: BoardPlan) -> Reading:
    """Return what *one* and *other*, taken at the same time, say of the board of *plan* together.

    Frame, name and registration are *one*'s, no registration while it does not see the board.  While either
    sees movement or a hand, the table is not at rest.
    """
    stirs, reason, dice = one.stirs + other.stirs, one.reason or other.reason, _of_the_tray(one, other)
    if other.state in ACT:
        return replace(one, stirs=stirs, reason=reason, tray=dice.tray, dice=dice.dice)
    if one.state in ACT:
        told = replace(other, frame=one.frame, name=one.name, at=one.at, ms=one.ms, registration=None)
        return replace(told, stirs=stirs, reason=reason, tray=dice.tray, dice=dice.dice)
    state = next((busy for busy in _BUSY if busy in (one.state, other.state)), EyeState.QUIET)
    one, other = _but_outdone(one, other), _but_outdone(other, one)
    pieces, twice = _pieces(one, other, plan)
    doubtful = _doubtful(one, other, pieces, twice)
    read = {(sighting.payload, sighting.hex) for sighting in one.sightings}
    places = {*pieces.values()}
    return replace(
        one,
        state=state,
        sightings=(
            *one.sightings,
            *(each for each in other.sightings if (each.payload, each.hex) not in read),
        ),
        tags={payload: at for payload, at in (other.tags | one.tags).items() if at in places},
        pieces=pieces,
        doubtful=tuple(sorted(doubtful)),
        unseen=tuple(sorted({*one.unseen} & {*other.unseen})),
        twice=tuple(sorted({*one.twice, *other.twice, *twice})),
        tray=dice.tray,
        dice=dice.dice,
        stirs=stirs,
        reason=reason,
        glare=tuple(sorted(({*one.glare} | {*other.glare}) & doubtful)),
        is_unsteady=one.is_unsteady or other.is_unsteady,
        spots=_spots(one, other),
        beside=tuple(sorted({*one.beside, *other.beside})),
        carried=dict(Counter(one.carried) + Counter(other.carried)),
    )


def _but_outdone(mine: Reading, its: Reading) -> Reading:
    """Return *mine* without the pieces that are in doubt there and that *its* sees elsewhere without a doubt.

    What is kept where it was, since its tag is not seen, has gone; where it was *its* tells.
    """
    doubted, its_doubted = {*mine.doubtful}, {*its.doubtful}
    gone = {
        piece: at
        for piece, at in mine.pieces.items()
        if at in doubted and its.pieces.get(piece, at) not in its_doubted | {at}
    }
    if not gone:
        return mine
    left = {*gone.values()} - its_doubted
    return replace(
        mine,
        pieces={piece: at for piece, at in mine.pieces.items() if piece not in gone},
        sightings=tuple(each for each in mine.sightings if gone.get(each.piece) != each.hex),
        tags={payload: at for payload, at in mine.tags.items() if at not in gone.values()},
        doubtful=tuple(at for at in mine.doubtful if at not in left),
    )


def _spots(one: Reading, other: Reading) -> dict[str, SpotCount]:
    """Return of each tray what whoever sees more of its spots counts: one that is not seen says nothing."""
    both = (one.spots, other.spots)
    pieces = sorted({*one.spots, *other.spots})
    return {
        piece: max((spots[piece] for spots in both if piece in spots), key=lambda count: count.seen)
        for piece in pieces
    }


def _of_the_tray(one: Reading, other: Reading) -> Reading:
    """Return the reading whose dice count: of whoever sees the tray now, or else saw it last."""
    able = [each for each in (one, other) if each.sees_tray]
    return next((each for each in able if each.state not in ACT), able[0] if able else one)


def _pieces(one: Reading, other: Reading, plan: BoardPlan) -> tuple[dict[str, Hex], set[str]]:
    """Return where the pieces are, and those that the two see in different hexes."""
    both = one.pieces.keys() & other.pieces.keys()
    twice = {piece for piece in both if one.pieces[piece] != other.pieces[piece]}
    first = {piece: at for piece, at in one.pieces.items() if piece not in twice}
    second = {piece: at for piece, at in other.pieces.items() if piece not in one.pieces}
    contested = {*first.values()} & {*second.values()}
    worse = {at for at in contested if _scale(one, plan, at) < _scale(other, plan, at)}
    first = {piece: at for piece, at in first.items() if at not in worse or piece in both}
    taken = {*first.values()}
    second = {piece: at for piece, at in second.items() if at not in taken}
    return dict(sorted((first | second).items())), twice


def _doubtful(one: Reading, other: Reading, pieces: dict[str, Hex], twice: set[str]) -> set[Hex]:
    """Return the hexes of which nothing is said: seen by neither, or doubted by one that sees them.

    So are both where a piece is seen *twice*.  Where a reflection hides a hex from one, the other tells it.
    """
    found = {*one.unseen} & {*other.unseen}
    for mine, its in ((one, other), (other, one)):
        found |= {*mine.doubtful} - {*mine.unseen} - ({*mine.glare} - {*its.doubtful})
    seen_twice = {each.pieces[piece] for piece in twice for each in (one, other) if piece in each.pieces}
    return found - {*pieces.values()} | seen_twice


def _scale(reading: Reading, plan: BoardPlan, at: Hex) -> float:
    """Return how many pixels a millimetre has at hex *at*, 0 where the board is not found."""
    if reading.registration is None:
        return 0.0
    return reading.registration.scale(np.array(plan.centre_mm(at)))
