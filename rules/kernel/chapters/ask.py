"""The one place where a number is asked for.

In this order: base value, terrain, abilities, cards in play, tokens.  Terrain's caps
come before added dice (Ref, Forest).
"""

from collections.abc import Iterator

from rules.kernel.chapters import terrain
from rules.kernel.chapters.abilities import Clash, Question, ask, parts
from rules.kernel.chapters.sums import Addend, PartSort, Sum
from rules.kernel.messages import AddDice, GrantExtraAttack
from rules.kernel.ruleset import Game, Weapon
from rules.kernel.state import Fight, Unit
from rules.kernel.values import AttackType, Marker


def weapons(game: Game, unit: Unit, *, counter: bool = False) -> tuple[Weapon, ...]:
    """Return how *unit* may attack where it stands, its own way first; none where nobody knows it.

    A special rule may give an unmoved unit a shot in its own Attack Step.
    """
    own = game.weapon(unit)
    if own is None:
        return ()
    specials = game.specials(unit.seat)
    if counter or unit.moved or not specials or unit.at is None:
        return (own,)
    ground = terrain.ground_at(game, unit.at)
    shots = [] if ground is None else [special.shot(unit.kind, ground.id) for special in specials]
    return (own, *(Weapon(AttackType.RANGED, shot.range, shot.dice) for shot in shots if shot is not None))


def weapon_for(game: Game, unit: Unit, distance: int, *, counter: bool = False) -> Weapon | None:
    """Return the first of *unit*'s weapons that reaches so far, or None."""
    found = weapons(game, unit, counter=counter)
    return next((weapon for weapon in found if weapon.range[0] <= distance <= weapon.range[1]), None)


def combat_dice(game: Game, clash: Clash) -> Sum:
    """Return how many dice the roller rolls with its weapon, whose dice are known (RB p. 9)."""
    assert clash.weapon.dice is not None
    grounds = [terrain.ground_under(game, unit) for unit in (clash.roller, clash.target)]
    caps = [
        Addend(ground.id, ground.most_dice, PartSort.TERRAIN)
        for ground in grounds
        if ground is not None and ground.most_dice is not None
    ]
    own = Sum((Addend(clash.roller.kind, clash.weapon.dice, PartSort.UNIT),), tuple(caps))
    rolled = tuple(parts(game, Question.COMBAT_DICE, clash.roller, own.total, clash))
    dice = own._replace(extras=rolled).total
    against = tuple(parts(game, Question.COMBAT_DICE_AGAINST, clash.target, dice, clash))
    cards = added_dice(game) if clash.roller.seat is game.state.active else ()
    return own._replace(extras=(*rolled, *against, *_of_friends(game, clash), *cards))


def _of_friends(game: Game, clash: Clash) -> tuple[Addend, ...]:
    """Return what the friend gives whose abilities give the roller most dice: never those of two."""
    answers = game.ruleset.answers[Question.COMBAT_DICE_OF_FRIENDS]
    given = (
        tuple(parts(game, Question.COMBAT_DICE_OF_FRIENDS, friend, 0, clash))
        for friend in game.state.army(clash.roller.seat)
        if answers[friend.kind] and friend.id != clash.roller.id
    )
    return max(given, key=lambda each: sum(part.number for part in each), default=())


def dice_against(game: Game, unit: Unit, target: Unit, distance: int) -> Sum | None:
    """Return how many dice *unit* would roll against *target*, None where nobody knows or it does not reach.

    Where these two fight it is what the fight is rolled with.
    """
    fight = game.state.fights[-1] if game.state.fights else None
    if fight is not None and (fight.attacker, fight.target) == (unit.id, target.id):
        return fight_dice(game, fight)
    weapon = weapon_for(game, unit, distance)
    return None if weapon is None or weapon.dice is None else combat_dice(game, Clash(unit, target, weapon))


def fight_dice(game: Game, fight: Fight) -> Sum | None:
    """Return how many dice *fight* is rolled with now, None where nobody knows: a card may have set them."""
    if fight.fixed is not None:
        return Sum((Addend("lore_card", fight.fixed, PartSort.LORE_CARD),))
    roller, target = game.state.units[fight.attacker], game.state.units[fight.target]
    weapon = weapon_for(game, roller, fight.distance, counter=fight.counter)
    return None if weapon is None else combat_dice(game, Clash(roller, target, weapon))


def own_dice(game: Game, unit: Unit) -> int | None:
    """Return how many dice *unit* itself would roll at whomever, or None where that is not known.

    Its friends' abilities and the target's terrain depend on the target: ``combat_dice`` counts them.
    """
    base = game.kind(unit).combat
    if base is None:
        return None
    ground = terrain.ground_under(game, unit)
    if ground is not None and ground.most_dice is not None:
        base = min(base, ground.most_dice)
    cards = added_dice(game) if unit.seat is game.state.active else ()
    return max(0, ask(game, Question.COMBAT_DICE, unit, base) + sum(part.number for part in cards))


def added_dice(game: Game) -> Iterator[Addend]:
    """Yield the dice that cards in play give to the acting player's units."""
    for extra in game.state.extras:
        if isinstance(extra, AddDice):
            yield Addend("card", extra.count, PartSort.CARD)


def movement(game: Game, unit: Unit) -> int | None:
    """Return how many hexes *unit* may move in the Move Step, or None where that is not known."""
    move = game.kind(unit).move
    return None if move is None else ask(game, Question.MOVEMENT, unit, move)


def late_movement(game: Game, unit: Unit) -> int:
    """Return how many hexes *unit* may move after the Attack Step (Ref, Mobility); 0 for none."""
    return 0 if unit.late or not unit.ordered else ask(game, Question.LATE_MOVEMENT, unit, 0)


def attacks_allowed(game: Game, unit: Unit) -> int:
    """Return how many attacks *unit* has this turn: its own, its abilities', its pursuit's, its card's."""
    attacks = ask(game, Question.ATTACKS, unit, 1) + unit.pursued
    if not unit.moved:
        traits = game.kind(unit).traits
        attacks += sum(
            isinstance(extra, GrantExtraAttack) and extra.trait in traits for extra in game.state.extras
        )
    return attacks


def pursuit(game: Game, unit: Unit) -> int:
    """Return how many hexes *unit* may pursue now; 0 where it may only advance."""
    return ask(game, Question.PURSUIT, unit, 0)


def retreats_ignored(game: Game, target: Unit) -> int:
    """Return how many retreats *target* ignores in one combat."""
    return ask(game, Question.RETREATS_IGNORED, target, 0)


def is_asked_to_ignore(game: Game, target: Unit) -> bool:
    """Return whether *target*'s player is asked before it ignores retreats: where the table wants it so."""
    printed = game.ruleset.catalogue.abilities
    answers = game.ruleset.edition.abilities.answers[Question.RETREATS_IGNORED]
    return any(
        name in answers and name in printed and printed[name].asked
        for name in game.ruleset.abilities[target.kind]
    )


def is_stunned(unit: Unit) -> bool:
    """Return whether *unit* can neither move, attack, counter nor retreat (Ref, Stun)."""
    return Marker.STUN in unit.markers
