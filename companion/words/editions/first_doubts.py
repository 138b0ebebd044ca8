"""What nobody here knows of an attack or a move in the First Edition: people look at their cards."""

from collections.abc import Iterator

from companion.words.translator import Translator
from companion.words.wording import Wording
from rules.first import moving
from rules.first.play.asking import ground_card, profile, surroundings
from rules.first.play.moving import allowance
from rules.first.table import arms_of
from rules.kernel.game import Game
from rules.kernel.hexes import Hex
from rules.kernel.messages import Attack, Move
from rules.kernel.sight import line_of_sight
from rules.kernel.state import Unit
from rules.kernel.values import TerrainId

SIGHT, STOPS, DICE_OUT, DICE_IN = "blocks_sight", "stops", "dice_out", "dice_in"


def doubts(command: Attack | Move, game: Game, words: Wording, tr: Translator) -> Iterator[str]:
    """Yield what is not known of whether *command* can be: how far it reaches, what may block or stop it."""
    if isinstance(command, Move):
        yield from _doubts_of_move(command, game, words, tr)
        return
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


def _doubts_of_move(command: Move, game: Game, words: Wording, tr: Translator) -> Iterator[str]:
    """Yield whether the ground that *command* leads through stops it, where that is not known."""
    unit = game.state.units[command.unit]
    at = None if unit.at is None else _maybe_stopping(game, unit, unit.at, command.to)
    if at is not None:
        yield tr(
            "Not known here: whether the {1} on {2} stops who enters it. Your card tells: decide, "
            "and fill it in under Packs.",
            words.terrain(game.state.terrain[at].kind),
            words.hex(at),
        )


def _maybe_stopping(game: Game, unit: Unit, start: Hex, to: Hex) -> Hex | None:
    """Return a hex by which alone *unit* does so much on *to*, and would not if its card said so."""
    board, allowed = game.ruleset.board, allowance(game, unit)
    doubtful = [
        at
        for at in _doubtful(game, STOPS)
        if at not in (start, to) and board.distance(start, at) + board.distance(at, to) <= allowed.on_foot
    ]
    if not doubtful:
        return None
    around = surroundings(game, unit)
    stopped = around._replace(stopping={*around.stopping, *doubtful})
    is_same = moving.after(stopped, start, to, allowed) is moving.after(around, start, to, allowed)
    return None if is_same else doubtful[0]


def _doubtful(game: Game, field: str) -> Iterator[Hex]:
    """Yield the hexes of whose ground *field* is not known."""
    for at in game.state.terrain:
        card = ground_card(game, at)
        if card is not None and field in card.unknown:
            yield at


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
    return line_of_sight(game.ruleset.board, start, end, units=(), blocking=set(_doubtful(game, SIGHT))).by
