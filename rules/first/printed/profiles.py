"""What all summary cards together say of one unit: banner, race and weapon laid under its own card."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from rules.first.printed.pieces import Banner, CreatureCard, Moves, Race, Troop, UnitType, WeaponCard
from rules.kernel.printed import Ability
from rules.kernel.values import AbilityId, CardNumber

RETREAT = 1
"""Hexes that a flag drives back a troop whose cards tell no other number (docs/rulings.md)."""
CREATURES_RETREAT = 2
CREATURE = "creature"
MUST_IGNORE = AbilityId("must_ignore")


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """A unit as it plays: None where nobody knows.

    *battle* and *walk* are the hexes that it moves with a battle and without, *retreat* those for
    each flag.  *abilities* are its own and its race's, those of one name added up.
    """

    id: str
    name: str
    type: UnitType
    race: str
    banner: str | None
    weapon: WeaponCard | None
    figures: int | None
    dice: int | None
    battle: int | None
    walk: int | None
    retreat: int
    abilities: dict[AbilityId, int]

    @property
    def reach(self) -> int | None:
        """Return how many hexes away it may attack; without a weapon only the next one."""
        if self.weapon is None:
            return 1 if self.type is UnitType.CREATURE else None
        return self.weapon.range

    @property
    def is_troop(self) -> bool:
        """Return whether cards for troops reach it."""
        return self.type is not UnitType.CREATURE

    @property
    def traits(self) -> frozenset[str]:
        """Return the words by which Command cards name it: ``green``, ``foot``, ``missile``, ``human`` …"""
        weapon = self.weapon
        words = (self.banner, self.type.value, self.race, "missile" if weapon and weapon.missile else None)
        return frozenset(word for word in words if word is not None)


def troop_profile(
    troop: Troop,
    *,
    banners: Mapping[str, Banner],
    races: Mapping[str, Race],
    weapons: Mapping[str, WeaponCard],
) -> Profile:
    """Return *troop* with the tables laid under it.  Raises KeyError for a word that no table has."""
    banner = None if troop.banner is None else banners[troop.banner]
    moves = _moves(banner, troop.type)
    race = races[troop.race]
    return Profile(
        id=troop.id,
        name=troop.name,
        type=troop.type,
        race=troop.race,
        banner=troop.banner,
        weapon=None if troop.weapon is None else weapons[troop.weapon],
        figures=_first(troop.figures, None if moves is None else moves.figures),
        dice=_first(troop.dice, None if banner is None else banner.dice),
        battle=_first(troop.battle, None if moves is None else moves.battle),
        walk=_first(troop.walk, None if moves is None else moves.walk),
        retreat=RETREAT,
        abilities=_summed((*race.abilities.get(troop.type, ()), *troop.abilities)),
    )


def _moves(banner: Banner | None, sort: UnitType) -> Moves | None:
    if banner is None:
        return None
    return banner.mounted if sort is UnitType.MOUNTED else banner.foot


def creature_profile(
    card: CreatureCard, *, banners: Mapping[str, Banner], races: Mapping[str, Race]
) -> Profile:
    """Return the Creature of *card*: unless the card differs it moves and rolls like foot of its banner.

    Its Bonus Strikes are those of its card, which stands for a weapon of its own.
    """
    banner = None if card.banner is None else banners[card.banner]
    moves = _moves(banner, UnitType.CREATURE)
    common = races[CREATURE].abilities.get(UnitType.CREATURE, ())
    return Profile(
        id=card.id,
        name=card.name,
        type=UnitType.CREATURE,
        race=CREATURE,
        banner=card.banner,
        weapon=None if card.strikes is None else _own_weapon(card),
        figures=1,
        dice=_first(card.dice, None if banner is None else banner.dice),
        battle=_first(card.battle, None if moves is None else moves.battle),
        walk=_first(card.walk, card.battle, None if moves is None else moves.walk),
        retreat=CREATURES_RETREAT if card.retreat is None else card.retreat,
        abilities={**_summed((*common, *card.abilities)), MUST_IGNORE: card.must_ignore},
    )


def told_profile(own: Profile, numbers: Mapping[CardNumber, int]) -> Profile:
    """Return *own* with the *numbers* that a table has told of its card."""
    reach, move = numbers.get(CardNumber.RANGE), numbers.get(CardNumber.MOVE)
    return replace(
        own,
        weapon=own.weapon if reach is None else _told_weapon(own, reach),
        dice=numbers.get(CardNumber.COMBAT, own.dice),
        battle=own.battle if move is None else min(move, move if own.battle is None else own.battle),
        walk=own.walk if move is None else move,
    )


def _told_weapon(own: Profile, reach: int) -> WeaponCard:
    """Return a weapon of which only its reach has been told."""
    if own.weapon is not None:
        return replace(own.weapon, range=reach)
    return WeaponCard(
        id="told", name="", missile=reach > 1, range=reach, confidence="unknown", page="the unit's card"
    )


def _own_weapon(card: CreatureCard) -> WeaponCard:
    return WeaponCard(
        id=card.id,
        name=card.name,
        missile=False,
        range=1,
        strikes=card.strikes,
        confidence=card.confidence,
        page=card.page,
    )


def _first(*numbers: int | None) -> int | None:
    return next((number for number in numbers if number is not None), None)


def _summed(abilities: tuple[Ability, ...]) -> dict[AbilityId, int]:
    summed: dict[AbilityId, int] = {}
    for ability in abilities:
        summed[ability.name] = summed.get(ability.name, 0) + ability.number
    return summed
