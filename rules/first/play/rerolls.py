"""How likely what dice show is that are rolled again as long as they show Bonus Strikes.  Knows no game."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

ONE = Fraction(1)
SIXTH = Fraction(1, 6)
SPARED = ONE - SIXTH
"""How likely a Creature lives through a hit that is rolled again."""


class Rerolled(NamedTuple):
    """What dice have shown that were rolled again: the target's own *helmets*, *strikes*, *flags*.

    Of a Creature's hits, which are rolled again themselves, only whether they have killed it: *kills*.
    """

    helmets: int = 0
    strikes: int = 0
    flags: int = 0
    kills: bool = False


NOTHING, KILLED = Rerolled(), Rerolled(kills=True)
Shares = Mapping[Rerolled, Fraction]


class Rerolling(NamedTuple):
    """What dice are rolled again for: *has_colour* for helmets, *has_flags* for flags.

    *most_strikes* is how many Bonus Strikes matter, none where they miss.  *is_critical*: each hit
    may kill a Creature.
    """

    has_colour: bool
    has_flags: bool
    most_strikes: int
    is_critical: bool = False


NONE_AGAIN = Rerolling(has_colour=False, has_flags=False, most_strikes=0)


class Chances(NamedTuple):
    """In how many *ways* of *every* dice show each of what they may show together."""

    ways: Mapping[Rerolled, int]
    every: int


@lru_cache(maxsize=256)
def rerolled(dice: int, rolling: Rerolling) -> Chances:
    """Return how likely each of what *dice* such dice show together is."""
    one = _one_die(rolling)
    found: Mapping[Rerolled, int] = {NOTHING: 1}
    for _ in range(dice):
        both: dict[Rerolled, int] = {}
        for so_far, ways in found.items():
            for more, number in one.ways.items():
                shown = _together(so_far, more, rolling.most_strikes)
                both[shown] = both.get(shown, 0) + ways * number
        found = both
    return Chances(found, one.every**dice)


@lru_cache(maxsize=256)
def _one_die(rolling: Rerolling) -> Chances:
    """Return what one such die shows in the end."""
    shown = _critical_die(rolling) if rolling.is_critical else _die(rolling)
    every = lcm(*(chance.denominator for chance in shown.values()))
    return Chances({each: int(chance * every) for each, chance in shown.items()}, every)


def _together(one: Rerolled, other: Rerolled, most_strikes: int) -> Rerolled:
    if one.kills or other.kills:
        return KILLED
    strikes = min(most_strikes, one.strikes + other.strikes)
    return Rerolled(one.helmets + other.helmets, strikes, one.flags + other.flags)


def _last_face(rolling: Rerolling) -> Shares:
    """Return how likely a die shows each face that is not rolled again: all that is missing is a strike."""
    helmet, flag = SIXTH * rolling.has_colour, SIXTH * rolling.has_flags
    faces = {Rerolled(helmets=1): helmet, Rerolled(flags=1): flag, NOTHING: SPARED - helmet - flag}
    return {face: chance for face, chance in faces.items() if chance}


def _die(rolling: Rerolling) -> Shares:
    """Return what a die shows in the end; strikes beyond those that matter are not counted."""
    most = rolling.most_strikes
    runs = {strikes: SIXTH**strikes for strikes in range(most)}
    runs[most] = SIXTH**most / SPARED
    return {
        face._replace(strikes=strikes): run * chance
        for strikes, run in runs.items()
        for face, chance in _last_face(rolling).items()
    }


def _critical_die(rolling: Rerolling) -> Shares:
    """Return what a die shows in the end against a Creature, which each hit may kill."""
    run = ONE / (ONE - SIXTH * (SPARED if rolling.most_strikes else ONE))
    found: dict[Rerolled, Fraction] = {}
    for face, chance in _last_face(rolling).items():
        lives = face._replace(helmets=0)
        found[lives] = found.get(lives, Fraction()) + run * chance * SPARED**face.helmets
    return {**found, KILLED: ONE - sum(found.values(), Fraction())}
