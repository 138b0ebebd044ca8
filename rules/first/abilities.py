"""The abilities of the First Edition's units, races and places: one small function for each number."""

from rules.first.morale import SUPPORTERS
from rules.first.play.asking import supporting
from rules.first.play.questions import FirstQuestion
from rules.first.table import necks
from rules.kernel.chapters.abilities import Abilities, Asked, Question
from rules.kernel.values import AbilityId, TerrainId

ELSEWHERE_ANSWERED = ("frightened", "rush", "must_ignore", "unsupported", "unmoved_by_landmarks", "charge")
"""Answered by the chapter that they belong to."""
MISSILE = "missile"
WOODS = TerrainId("wooded")
ALL_STRIKES = 99

ABILITIES = Abilities(map(AbilityId, ELSEWHERE_ANSWERED), FirstQuestion)


@ABILITIES.ability("bold", Question.RETREATS_IGNORED)
def bold(asked: Asked, flags: int) -> int:
    """Ignore so many flags of a battle (rules summary, Morale)."""
    return flags + asked.number


@ABILITIES.ability("bold_if_supported", FirstQuestion.WHOLE_BOLDNESS)
def bold_if_supported(asked: Asked, flags: int) -> int:
    """Ignore no flag without support (Horrific Horde)."""
    return flags if supporting(asked.game, asked.about) >= SUPPORTERS else 0


@ABILITIES.ability("answer_dice", Question.COMBAT_DICE)
def answer_dice(asked: Asked, dice: int) -> int:
    """Battle back with so many dice more (Scottish Wars)."""
    is_answer = asked.clash is not None and asked.clash.counter
    return dice + asked.number if is_answer else dice


@ABILITIES.ability("full_strength", Question.COMBAT_DICE)
def full_strength(asked: Asked, dice: int) -> int:
    """Roll so many dice more with all figures (Scottish Wars)."""
    return dice if asked.game.missing(asked.about) else dice + asked.number


@ABILITIES.ability("full_strength", Question.RETREATS_IGNORED)
def bold_at_full_strength(asked: Asked, flags: int) -> int:
    """Be Bold by one more with all figures (Scottish Wars)."""
    return flags if asked.game.missing(asked.about) else flags + 1


@ABILITIES.ability("rerolled_strikes", FirstQuestion.STRIKES_HIT)
@ABILITIES.ability("rerolled_strikes", FirstQuestion.STRIKES_AGAIN)
@ABILITIES.ability("frenzy", FirstQuestion.STRIKES_AGAIN)
@ABILITIES.ability("frenzy", FirstQuestion.FLAGS_AGAIN)
@ABILITIES.ability("moves_by_lore", FirstQuestion.LORE_MOVES)
def always(asked: Asked, number: int) -> int:
    """Do it (Bearded Brave; Horrific Horde; Creatures)."""
    return 1


@ABILITIES.ability("no_pursuit", Question.PURSUIT)
def no_pursuit(asked: Asked, hexes: int) -> int:
    """Go no further than the hex that was left (Bearded Brave)."""
    return 0


@ABILITIES.ability("flight", FirstQuestion.FLIGHT)
@ABILITIES.ability("heads", FirstQuestion.NECKS)
@ABILITIES.ability("long_pursuit", Question.PURSUIT)
@ABILITIES.ability("retreats_by_lore", FirstQuestion.DRIVEN)
def more(asked: Asked, number: int) -> int:
    """Do it by so many more (Dragons; Creatures; Goblin Marauders)."""
    return number + asked.number


@ABILITIES.ability("strike_shelter", FirstQuestion.STRIKES_SPARED)
def strike_shelter(asked: Asked, strikes: int) -> int:
    """Let a unit with a missile weapon ignore so many Bonus Strikes (Call to Arms)."""
    return strikes + asked.number if _shoots(asked) else strikes


@ABILITIES.ability("strike_shelter", Question.RETREATS_IGNORED)
def bold_in_shelter(asked: Asked, flags: int) -> int:
    """Make a unit with a missile weapon Bold by one more (Call to Arms)."""
    return flags + 1 if _shoots(asked) else flags


@ABILITIES.ability("strike_shelter", FirstQuestion.STOPPED)
@ABILITIES.ability("strike_shelter", FirstQuestion.RESTED)
def free_of_stakes(asked: Asked, hindered: int) -> int:
    """Neither stop a unit with a missile weapon, nor let it not battle (Call to Arms)."""
    return 0 if _shoots(asked) else hindered


def _shoots(asked: Asked) -> bool:
    return MISSILE in asked.game.kind(asked.about).traits


@ABILITIES.ability("free_of_woods", FirstQuestion.STOPPED)
@ABILITIES.ability("free_of_woods", FirstQuestion.CAPPED)
def free_of_woods(asked: Asked, hindered: int) -> int:
    """Let woods neither stop it nor limit its dice (Creatures)."""
    return 0 if asked.ground is not None and asked.ground.id == WOODS else hindered


@ABILITIES.ability("heads", Question.COMBAT_DICE)
def dice_of_heads(asked: Asked, dice: int) -> int:
    """Roll a die more for each head (Creatures)."""
    return dice + sum(necks(asked.game.state, asked.about.id, asked.number))


@ABILITIES.ability("heads", FirstQuestion.STRIKES_SPARED)
def only_its_colour(asked: Asked, strikes: int) -> int:
    """Be hurt by its own colour only (Creatures)."""
    return ALL_STRIKES
