"""What only the Second Edition keeps of an attack or counter in progress."""

import msgspec
from msgspec.structs import replace

from rules.kernel.evolve.parts import with_fight
from rules.kernel.state import Fight, State
from rules.kernel.values import AbilityId, Cause, Face
from rules.second.messages import FuelDamage


class Commitment(msgspec.Struct, frozen=True, kw_only=True):
    """*count* dice showing *face*, given to *ability*."""

    ability: AbilityId
    face: Face
    count: int


class AttackRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What dice, abilities and lore cards have done to an attack so far.

    *pending* counts the retreats that wait for an early counter (*answered*: it was made or let
    pass).  *spared* counts the damage that terrain has taken, *saved* what cards and the shield
    have; *shielded*: the target's shield went to this attack.  *driven* says that a counter forced
    the attacker to retreat, whether or not it could.  *fuels* to *last_stand* are what lore cards
    have done to it; *dying*: after its early counter the target leaves the board, by the *doom*
    that the dice had brought before it.
    """

    committed: tuple[Commitment, ...] = ()
    pending: int | None = None
    answered: bool = False
    spared: int = 0
    fuels: tuple[FuelDamage, ...] = ()
    ignored: int = 0
    ignores_all: bool = False
    turned: tuple[Face, ...] = ()
    last_stand: bool = False
    dying: bool = False
    shielded: bool = False
    saved: dict[Cause, int] = {}
    doom: dict[Cause, int] = {}
    driven: bool = False


NOTHING_YET = AttackRecord()


def record(fight: Fight) -> AttackRecord:
    """Return what is kept of *fight*."""
    own: AttackRecord | None = fight.own
    return NOTHING_YET if own is None else own


def with_record(state: State, **changes: object) -> State:
    """Return *state* with *changes* in what is kept of the innermost fight."""
    fight = state.fights[-1]
    return with_fight(state, replace(fight, own=replace(record(fight), **changes)))
