"""What odds are counted from: combat rolls that nobody has made yet, as an edition tells them.

What a roll does is the edition's; how many rolls look alike is counted here.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import combinations, pairwise
from math import factorial, prod
from typing import NamedTuple, Protocol

from rules.kernel.messages import DiceWait
from rules.kernel.ruleset import Game
from rules.kernel.state import Fight, State
from rules.kernel.values import Marker


class Policy(StrEnum):
    """How dice are committed where there is a choice.

    USUAL as the engine proposes it; DAMAGE so that the target suffers most, blocked
    retreats included, among equals with the fewest own losses, then as usual.
    """

    USUAL = "usual"
    DAMAGE = "damage"


class Upshot(NamedTuple):
    """What a roll has done in the end."""

    damage: int
    retreats: int
    lore: int
    loses: int
    markers: tuple[Marker, ...]


def dice_due(game: Game) -> int:
    """Return with how many dice the innermost fight is to be rolled."""
    wait = game.state.wait
    assert isinstance(wait, DiceWait), wait
    return wait.count


class PendingRoll(Protocol):
    """A combat roll that has not been made yet: *dice* dice of a *fight* that was declared in *game*.

    *upshots* says in how many of all *ways* each comes about: six to the power of *dice*, times
    those of further rolls that follow at once.  *left* damage eliminates the target.
    """

    game: Game
    fight: Fight
    policy: Policy
    dice: int
    left: int
    ways: int

    @property
    def upshots(self) -> Mapping[Upshot, int]:
        """Return in how many ways each upshot comes about."""

    @property
    def survivals(self) -> Sequence[tuple[State, int]]:
        """Return the states in which the target may counter, and in how many ways each comes about."""


@lru_cache(maxsize=256)
def all_counts(manys: tuple[int, ...], dice: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return every way to share *dice* dice among groups of *manys* faces, with how many rolls look so."""
    walls = len(manys) - 1
    found = []
    for bars in combinations(range(dice + walls), walls):
        counts = tuple(right - left - 1 for left, right in pairwise((-1, *bars, dice + walls)))
        ways = factorial(dice) // prod(map(factorial, counts))
        found.append((counts, ways * prod(many**count for many, count in zip(manys, counts, strict=True))))
    return tuple(found)
