"""What is worth knowing although table and journal agree, in words: what cannot be read, or is not known."""

from collections.abc import Iterable, Iterator, Sequence

from companion.reconcile.sightings.terrain_sightings import TerrainSightings
from companion.reconcile.sightings.unit_sightings import DiceReading, DiceState, UnitSightings
from companion.words.announcer import refusal_text
from companion.words.names import Language, wording_of
from companion.words.translator import Translator
from rules.kernel.game import Game
from rules.kernel.messages import Command, Move
from vision.sightings import COCKED, DieSeen


def tr_of(language: Language | None) -> Translator:
    """Return what tells sentences in *language*, by default in English."""
    return Translator() if language is None else language.tr


def hint(
    game: Game,
    dice: DiceReading,
    witness: UnitSightings,
    tiles: TerrainSightings,
    *,
    camera: str,
    language: Language | None,
) -> str:
    """Return the most important remark, "" for none; *camera* is what the camera says of itself."""
    tr = tr_of(language)
    if dice.state is DiceState.TROUBLE:
        return dice_trouble(dice.troubled, language)
    if dice.state is DiceState.WRONG_NUMBER:
        return tr("{1} dice are in the tray, {2} are to be rolled.", dice.seen, dice.wanted)
    if dice.state is DiceState.UNSURE:
        return tr("The dice cannot be read for sure: roll again or enter them.")
    if dice.state is DiceState.FOREIGN:
        return tr(
            "{1} is no face of this game's dice: name the dice on the table with --dice, or enter the roll.",
            dice.troubled[0].face,
        )
    if camera:
        return camera
    if refusal := tiles.refused(game):
        return refusal_text(refusal, game, language)
    if puzzling := tiles.puzzling(game):
        return tr(
            "The tags of terrain on {1} do not go together: "
            "a ford or bridge lies on water, and only one tile on a hex.",
            ", ".join(puzzling),
        )
    if missing := witness.unseen(game):
        name = wording_of(game, language, spoken=False).unit
        return tr("Not read at the moment: {1}.", ", ".join(name(unit) for unit in missing))
    return ""


def move_doubts(commands: Iterable[Command], game: Game, language: Language | None) -> Iterator[str]:
    """Yield what nobody here knows of the moves among *commands*, which the camera has read in *game*."""
    words = wording_of(game, language, spoken=False)
    for command in commands:
        if isinstance(command, Move) and command.unit in game.state.units:
            found = words.told.move_doubts(command.unit, game, words, tr_of(language))
            if command.to in found:
                yield found[command.to]


def dice_trouble(dice: Sequence[DieSeen], language: Language | None) -> str:
    """Return the sentence that names the dice for which a roll waits, and what helps."""
    named = ", ".join(_troubled(die, language) for die in dice)
    return tr_of(language)(
        "The roll waits, dice must lie flat in the tray: {1}. Roll again what does not count.", named
    )


def _troubled(die: DieSeen, language: Language | None) -> str:
    """Return which die it is and what is wrong with it."""
    faces = {} if language is None else language.phrases.words["faces"]
    tr, face = tr_of(language), faces.get(die.face, die.face).partition("|")[0]
    return tr("{1} is cocked", face) if die.trouble == COCKED else tr("{1} is off the tray", face)
