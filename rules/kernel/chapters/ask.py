"""The one place where a number is asked for.

In this order: base value, terrain, abilities, cards in play, tokens.  Terrain's caps
come before added dice (Ref, Forest).
"""

from rules.kernel.chapters import terrain
from rules.kernel.chapters.abilities import Clash, Question, ask
from rules.kernel.messages import AddDice, GrantExtraAttack
from rules.kernel.ruleset import Game, Weapon
from rules.kernel.state import Unit
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


def combat_dice(game: Game, clash: Clash) -> int:
    """Return how many dice the roller rolls with its weapon, whose dice are known (RB p. 9)."""
    assert clash.weapon.dice is not None
    grounds = [terrain.ground_under(game, unit) for unit in (clash.roller, clash.target)]
    caps = [ground.most_dice for ground in grounds if ground is not None and ground.most_dice is not None]
    dice = ask(game, Question.COMBAT_DICE, clash.roller, min((clash.weapon.dice, *caps)), clash)
    dice = ask(game, Question.COMBAT_DICE_AGAINST, clash.target, dice, clash)
    dice += max(
        (
            ask(game, Question.COMBAT_DICE_OF_FRIENDS, friend, 0, clash)
            for friend in game.state.army(clash.roller.seat)
            if friend.id != clash.roller.id
        ),
        default=0,
    )
    return max(0, dice + _dice_of_cards(game, clash.roller))


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
    return max(0, ask(game, Question.COMBAT_DICE, unit, base) + _dice_of_cards(game, unit))


def _dice_of_cards(game: Game, roller: Unit) -> int:
    if not game.state.extras or roller.seat is not game.state.active:
        return 0
    return sum(extra.count for extra in game.state.extras if isinstance(extra, AddDice))


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
