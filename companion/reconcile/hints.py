"""What is worth knowing although table and books agree, in words: what cannot be read."""

from collections.abc import Sequence

from companion.reconcile.terrain_sightings import TileWitness
from companion.reconcile.unit_sightings import DiceReading, DiceState, Witness
from companion.words.names import Tongue, wording_of
from companion.words.translator import Sentences
from rules.kernel.game import Game
from vision.sightings import COCKED, DieSeen


def tell_of(tongue: Tongue | None) -> Sentences:
    """Return what tells sentences in *tongue*, by default in English."""
    return Sentences() if tongue is None else tongue.tell


def remark(
    game: Game, dice: DiceReading, witness: Witness, tiles: TileWitness, *, camera: str, tongue: Tongue | None
) -> str:
    """Return the most important remark, "" for none; *camera* is what the camera says of itself."""
    tell = tell_of(tongue)
    if dice.state is DiceState.TROUBLE:
        return dice_trouble(dice.troubled, tongue)
    if dice.state is DiceState.WRONG_NUMBER:
        return tell("{1} dice are in the tray, {2} are to be rolled.", dice.seen, dice.wanted)
    if dice.state is DiceState.UNSURE:
        return tell("The dice cannot be read for sure: roll again or enter them.")
    if camera:
        return camera
    if puzzling := tiles.puzzling(game):
        return tell(
            "The tags of terrain on {1} do not go together: "
            "a ford or bridge lies on water, and only one tile on a hex.",
            ", ".join(puzzling),
        )
    if missing := witness.unseen(game):
        name = wording_of(game, tongue, spoken=False).unit
        return tell("Not read at the moment: {1}.", ", ".join(name(unit) for unit in missing))
    return ""


def dice_trouble(dice: Sequence[DieSeen], tongue: Tongue | None) -> str:
    """Return the sentence that names the dice for which a roll waits, and what helps."""
    named = ", ".join(_troubled(die, tongue) for die in dice)
    return tell_of(tongue)(
        "The roll waits, dice must lie flat in the tray: {1}. Roll again what does not count.", named
    )


def _troubled(die: DieSeen, tongue: Tongue | None) -> str:
    """Return which die it is and what is wrong with it."""
    faces = {} if tongue is None else tongue.phrases.words["faces"]
    tell, face = tell_of(tongue), faces.get(die.face, die.face).partition("|")[0]
    return tell("{1} is cocked", face) if die.trouble == COCKED else tell("{1} is off the tray", face)
