"""How far a unit may move, and what it may or must do then: battle, rest, or battle after a rush.

Rules summary, Movement, Mercenaries, Landmarks.  Knows no state.
"""

from collections.abc import Collection, Iterator
from enum import StrEnum
from typing import NamedTuple

from rules.first.printed.profiles import Profile
from rules.kernel.hexes import Board, Hex
from rules.kernel.values import AbilityId

RUSH = AbilityId("rush")
CHARGE = AbilityId("charge")


class Leap(NamedTuple):
    """A move over units and terrain, of *least* to *most* hexes; *is_flight*: it ends on open ground only."""

    least: int
    most: int
    is_flight: bool = False


class Allowance(NamedTuple):
    """The hexes that a unit moves: and still *battle*s, only *walk*s, or *rush*es to an enemy's side.

    After a rush it must battle; a *charge* is a rush that leaves it free, a *leap* goes over units and
    terrain.
    """

    battle: int
    walk: int
    rush: int = 0
    charge: int = 0
    leap: Leap | None = None

    @property
    def on_foot(self) -> int:
        """Return the furthest that it goes from hex to hex."""
        return max(self.battle, self.walk, self.rush, self.charge)

    @property
    def most(self) -> int:
        """Return the furthest that it goes at all."""
        return self.on_foot if self.leap is None else max(self.on_foot, self.leap.most)


class BattleAfter(StrEnum):
    """What a unit may do in the Combat step once it has moved."""

    MAY_BATTLE = "may_battle"
    MUST_BATTLE = "must_battle"
    NO_BATTLE = "no_battle"


class Hindrance(StrEnum):
    """Why a hex cannot be reached."""

    OFF_BOARD = "off_board"
    OCCUPIED = "occupied"
    IMPASSABLE = "impassable"
    TOO_FAR = "too_far"
    WAY_BLOCKED = "way_blocked"
    MUST_STOP = "must_stop"
    NO_LANDING = "no_landing"


class Surroundings(NamedTuple):
    """What there is around a unit that moves.

    *units* are the hexes of all others, *closed* those that cannot be entered, *stopping* those
    whose terrain ends a move, *resting* those whose terrain lets nobody battle who has entered
    it, *covered* all that are not open ground, *enemies* those of its enemies.
    """

    board: Board
    units: Collection[Hex] = ()
    closed: Collection[Hex] = ()
    stopping: Collection[Hex] = ()
    resting: Collection[Hex] = ()
    covered: Collection[Hex] = ()
    enemies: Collection[Hex] = ()

    def is_next_to_enemy(self, at: Hex) -> bool:
        """Return whether an enemy stands next to *at*."""
        return any(near in self.enemies for near in self.board.neighbours[at].values())


def allowance(unit: Profile, *, battle: int | None = None, more: int = 0) -> Allowance | None:
    """Return how far *unit* moves, or None where nobody knows.

    A card may let it go *battle* hexes and still battle, or *more* hexes than its own, both ways.
    """
    if unit.battle is None or unit.walk is None:
        return None
    own = max(unit.battle, battle or 0) + more
    rush, charge = unit.abilities.get(RUSH, 0), unit.abilities.get(CHARGE, 0)
    return Allowance(
        own, max(own, unit.walk + more), rush if rush > own else 0, charge if charge > own else 0
    )


def steps(around: Surroundings, start: Hex, most: int, *, through: bool = False) -> dict[Hex, int]:
    """Return how many hexes each place is away by the shortest open way, *most* at the furthest.

    Nobody passes units, impassable hexes, or on from terrain that stops him; *through* asks how
    far it would be if that stopped nobody.
    """
    found, edge = {start: 0}, [start]
    for made in range(1, most + 1):
        onward = [
            near
            for place in edge
            if through or place == start or place not in around.stopping
            for near in around.board.neighbours[place].values()
            if near not in found and near not in around.units and near not in around.closed
        ]
        found.update(dict.fromkeys(onward, made))
        edge = list(dict.fromkeys(onward))
    return found


def arrivals(around: Surroundings, start: Hex, allowed: Allowance) -> dict[Hex, BattleAfter]:
    """Return every hex that a unit on *start* may move to, with what it may do afterwards."""
    ways = steps(around, start, allowed.on_foot)
    afters = {at: _after(around, at, made, allowed) for at, made in ways.items() if made}
    found = {at: after for at, after in afters.items() if after is not None}
    if allowed.leap is not None:
        for at in _landings(around, start, allowed.leap):
            found[at] = BattleAfter.NO_BATTLE if at in around.resting else BattleAfter.MAY_BATTLE
    return found


def after(around: Surroundings, start: Hex, to: Hex, allowed: Allowance) -> BattleAfter | None:
    """Return what a unit that has moved from *start* may do on *to*, None where it cannot get there."""
    if allowed.leap is not None:
        return arrivals(around, start, allowed).get(to)
    made = steps(around, start, allowed.on_foot).get(to)
    return _after(around, to, made, allowed) if made else None


def _landings(around: Surroundings, start: Hex, leap: Leap) -> Iterator[Hex]:
    """Yield where a *leap* from *start* can end."""
    for at in around.board.hexes:
        is_free = at not in around.units and at not in around.closed
        is_ground = not leap.is_flight or at not in around.covered
        if is_free and is_ground and leap.least <= around.board.distance(start, at) <= leap.most:
            yield at


def _after(around: Surroundings, at: Hex, made: int, allowed: Allowance) -> BattleAfter | None:
    """Return what a unit may do on *at*, *made* hexes away, or None where it may not go there.

    Where it could have walked there as well, nobody can tell that it rushed: then it may battle.
    """
    walks = made <= allowed.walk
    if at in around.resting:
        return BattleAfter.NO_BATTLE if walks else None
    if made <= allowed.battle:
        return BattleAfter.MAY_BATTLE
    if around.is_next_to_enemy(at) and made <= max(allowed.rush, allowed.charge):
        return BattleAfter.MAY_BATTLE if walks or made <= allowed.charge else BattleAfter.MUST_BATTLE
    return BattleAfter.NO_BATTLE if walks else None


def hindrance(around: Surroundings, start: Hex, to: Hex, allowed: Allowance) -> Hindrance | None:
    """Return why a unit on *start* cannot move to *to*, or None where it can."""
    if to not in around.board:
        return Hindrance.OFF_BOARD
    if to in around.units:
        return Hindrance.OCCUPIED
    if to in around.closed:
        return Hindrance.IMPASSABLE
    if after(around, start, to, allowed) is not None:
        return None
    distance = around.board.distance(start, to)
    if distance > allowed.walk:
        is_near_enough = allowed.leap is not None and distance <= allowed.leap.most
        return Hindrance.NO_LANDING if is_near_enough else Hindrance.TOO_FAR
    is_open = to in steps(around, start, allowed.on_foot, through=True)
    return Hindrance.MUST_STOP if is_open else Hindrance.WAY_BLOCKED
