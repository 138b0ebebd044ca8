"""The abilities of the Second Edition: a small function or a table row for each.

One that changes a number is a function asked one ``Question``; one that dice are committed
to is a row of ``DICE_ABILITIES``.
"""

from typing import NamedTuple

from rules.kernel.chapters.abilities import Abilities, Asked, Question, flies
from rules.kernel.values import AbilityId, AttackType, Face, Marker, TerrainId
from rules.second.faces import HEROIC, LORE, STRIKE
from rules.second.questions import SecondQuestion

BUILDING = TerrainId("building")


class DiceAbility(NamedTuple):
    """What one committed die showing *face* does, instead of the face's normal effect.

    *loses* is how many figures the rolling unit loses after the combat; *if_hurt*
    says that the target must bear damage.  A second die for a marker adds nothing.
    """

    face: Face
    damage: int = 0
    retreats: int = 0
    marker: Marker | None = None
    loses: int = 0
    if_hurt: bool = False
    shields: bool = False
    draws: int = 0

    @property
    def is_free(self) -> bool:
        """Return whether a die is always given: its face does nothing else, it costs and moves nothing."""
        return self.face == HEROIC and not self.loses and not self.retreats


DICE_ABILITIES: dict[AbilityId, DiceAbility] = {
    AbilityId("superior_tactics"): DiceAbility(face=STRIKE, retreats=1),
    AbilityId("frenzy"): DiceAbility(face=HEROIC, damage=1, loses=1),
    AbilityId("vipers_bite"): DiceAbility(face=HEROIC, marker=Marker.POISON),
    AbilityId("stunning_blow"): DiceAbility(face=HEROIC, marker=Marker.STUN),
    AbilityId("bloodthirst"): DiceAbility(face=HEROIC, damage=1, if_hurt=True),
    AbilityId("terrify"): DiceAbility(face=HEROIC, retreats=2),
    AbilityId("rune_shield"): DiceAbility(face=HEROIC, shields=True),
    AbilityId("catalyst"): DiceAbility(face=LORE, draws=1),
}

# Not on a card, but committed to in the same way: lore dice against a poisoned target (Ref, Poison).
POISON = AbilityId("poison")
POISONED = DiceAbility(face=LORE, damage=1)
# The same for the face that a lore card names (Ref, Fury of Y'llan).
FUEL = AbilityId("lore_card")

ABILITIES = Abilities(DICE_ABILITIES, SecondQuestion)


@ABILITIES.ability("rage", Question.COMBAT_DICE)
def rage(asked: Asked, dice: int) -> int:
    """One more die for each figure that the unit lacks (unit card)."""
    return dice + asked.game.missing(asked.about)


@ABILITIES.ability("flanking", Question.COMBAT_DICE_OF_FRIENDS)
def flanking(asked: Asked, dice: int) -> int:
    """One more die for other friendly units against a target next to this one; never two (Ref, Flanking)."""
    assert asked.clash is not None
    target = asked.clash.target.at
    assert target is not None
    return 1 if asked.about.at in asked.game.ruleset.around[target] else dice


@ABILITIES.ability("flying", Question.COMBAT_DICE_AGAINST)
def flying(asked: Asked, dice: int) -> int:
    """One die fewer in melee for a roller that does not fly itself (Ref, Flying: likely)."""
    assert asked.clash is not None
    roller = asked.clash.roller
    is_melee = asked.clash.weapon.type is AttackType.MELEE
    return dice - (is_melee and not flies(asked.game, roller))


@ABILITIES.ability("flying", Question.FLIES)
def flying_over(asked: Asked, flies: int) -> int:
    """It passes over units and terrain (Ref, Flying)."""
    return flies + 1


@ABILITIES.ability("massive", Question.ENTERS)
def massive(asked: Asked, may: int) -> int:
    """It enters no buildings (Unit card: Chaos Lord)."""
    return 0 if asked.ground is not None and asked.ground.id == BUILDING else may


@ABILITIES.ability("automaton", SecondQuestion.ORDERED_FOR_LORE)
def automaton_for_lore(asked: Asked, may: int) -> int:
    """It may be ordered for 1 lore, wherever it stands (unit card)."""
    return may + 1


@ABILITIES.ability("automaton", Question.MOVEMENT)
def automaton(asked: Asked, hexes: int) -> int:
    """One hex more if it was ordered for lore (unit card)."""
    return hexes + asked.about.paid


@ABILITIES.ability("mobility", Question.LATE_MOVEMENT)
def mobility(asked: Asked, hexes: int) -> int:
    """So many hexes after the Attack Step (Ref, Mobility: likely)."""
    return hexes + asked.number


@ABILITIES.ability("ferocity", SecondQuestion.EARLY_COUNTERS)
def ferocity(asked: Asked, counters: int) -> int:
    """It may counter before it retreats (Ref, Ferocity)."""
    return counters + 1


@ABILITIES.ability("armor", SecondQuestion.CLEAVES_IGNORED)
def armor(asked: Asked, dice: int) -> int:
    """So many cleave dice of a combat do nothing to it (unit card)."""
    return dice + asked.number


@ABILITIES.ability("double_shot", Question.ATTACKS)
def double_shot(asked: Asked, attacks: int) -> int:
    """One more attack if the unit did not move in the Move Step (unit card)."""
    return attacks + (not asked.about.moved)


@ABILITIES.ability("pursue", Question.PURSUIT)
def pursue(asked: Asked, hexes: int) -> int:
    """Instead of advancing, so many hexes and one more attack, once a turn (Ref, Pursue)."""
    return hexes if asked.about.pursued else hexes + asked.number


@ABILITIES.ability("vigilant", SecondQuestion.COUNTERS_SUFFERED)
def vigilant(asked: Asked, counters: int) -> int:
    """Nobody counters this unit's attacks (unit card)."""
    return 0


@ABILITIES.ability("immovable", Question.RETREATS_IGNORED)
def immovable(asked: Asked, hexes: int) -> int:
    """Up to so many retreats of a combat are ignored (Ref, Immovable)."""
    return hexes + asked.number
