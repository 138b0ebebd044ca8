"""What nobody here knows of an attack in the First Edition: people look at their cards, and decide."""

from collections.abc import Iterator

from companion.words.translator import Translator
from companion.words.wording import Wording
from rules.first.play.asking import ground_card, profile
from rules.first.table import arms_of
from rules.kernel.game import Game
from rules.kernel.hexes import Hex
from rules.kernel.messages import Attack
from rules.kernel.sight import line_of_sight
from rules.kernel.state import Unit
from rules.kernel.values import TerrainId

SIGHT, DICE_OUT, DICE_IN = "blocks_sight", "dice_out", "dice_in"


def doubts(command: Attack, game: Game, words: Wording, tr: Translator) -> Iterator[str]:
    """Yield what is not known of whether *command* can be: how far it reaches, what may block its sight."""
    unit, target = (game.state.units[name] for name in (command.unit, command.target))
    if unit.at is None or target.at is None or game.ruleset.board.distance(unit.at, target.at) < 2:
        return
    if profile(game, unit).reach is None:
        yield _unknown_reach(unit, game, words, tr)
    at = _maybe_blocking(game, unit.at, target.at)
    if at is not None:
        ground = words.terrain(game.state.terrain[at].kind)
        yield tr(
            "Not known here: whether the {1} on {2} blocks the sight. Your card tells: decide, "
            "and fill it in under Packs.",
            ground,
            words.hex(at),
        )


def dice_doubts(command: Attack, game: Game, words: Wording, tr: Translator) -> Iterator[str]:
    """Yield what is not known of the dice of *command*: whether the ground of either unit limits them."""
    unit, target = (game.state.units[name] for name in (command.unit, command.target))
    for at, field in ((unit.at, DICE_OUT), (target.at, DICE_IN)):
        card = None if at is None else ground_card(game, at)
        if at is not None and card is not None and field in card.unknown:
            yield tr(
                "Not known here: whether the {1} on {2} limits the dice. Your card tells: decide, "
                "and fill it in under Packs.",
                words.terrain(TerrainId(card.id)),
                words.hex(at),
            )


def _unknown_reach(unit: Unit, game: Game, words: Wording, tr: Translator) -> str:
    """Return that nobody knows how far *unit* attacks: of a weapon that a Specialist gave nobody is asked."""
    if unit.id in arms_of(game.state).weapons:
        return tr(
            "Not known here: how far {1} attacks with its new weapon. Your card tells: decide, and fill it "
            "in under Packs.",
            words.unit(unit.id),
        )
    return tr(
        "Not known here: how far {1} attacks. It stands on its card, and is asked once.",
        words.unit(unit.id),
    )


def _maybe_blocking(game: Game, start: Hex, end: Hex) -> Hex | None:
    """Return the first hex between *start* and *end* that would block the sight if its card said so."""
    doubtful = {
        at
        for at in game.state.terrain
        if (card := ground_card(game, at)) is not None and SIGHT in card.unknown
    }
    return line_of_sight(game.ruleset.board, start, end, units=(), blocking=doubtful).by
