"""What nobody here knows of an attack or a move in the First Edition, and which moves cost the battle."""

from collections.abc import Iterator

from companion.words.translator import Translator
from companion.words.wording import Wording
from rules.first import moving
from rules.first.moving import BattleAfter
from rules.first.play.asking import ground_card, profile, surroundings
from rules.first.play.moving import allowance
from rules.first.table import arms_of
from rules.kernel.game import Game
from rules.kernel.hexes import Hex
from rules.kernel.messages import Attack
from rules.kernel.sight import line_of_sight
from rules.kernel.state import Unit
from rules.kernel.values import TerrainId, UnitId

SIGHT, STOPS, DICE_OUT, DICE_IN = "blocks_sight", "stops", "dice_out", "dice_in"


def doubts(command: Attack, game: Game, words: Wording, tr: Translator) -> Iterator[str]:
    """Yield what is not known of whether *command* can be: how far it reaches, what may block the sight."""
    unit, target = (game.state.units[name] for name in (command.unit, command.target))
    if unit.at is None or target.at is None or game.ruleset.board.distance(unit.at, target.at) < 2:
        return
    if profile(game, unit).reach is None:
        yield _unknown_reach(unit, game, words, tr)
    at = _maybe_blocking(game, unit.at, target.at)
    if at is not None:
        yield tr(
            "Not known here: whether the {1} on {2} blocks the sight. Your card tells: decide, "
            "and fill it in under Packs.",
            _ground(at, game, words),
            words.hex(at),
        )


def move_doubts(unit: UnitId, game: Game, words: Wording, tr: Translator) -> dict[Hex, str]:
    """Return whether ground stops *unit* on its way, for each hex that it may come to if that is not known.

    Only where it could not do so much there if each card of which nobody knows it said so.
    """
    piece, board = game.state.units[unit], game.ruleset.board
    allowed = allowance(game, piece)
    if piece.at is None or not (doubtful := {*_doubtful(game, STOPS)} - {piece.at}):
        return {}
    around = surroundings(game, piece)
    stopped = around._replace(stopping={*around.stopping, *doubtful})
    otherwise = moving.arrivals(stopped, piece.at, allowed)

    def detour(at: Hex) -> int:
        return board.distance(start, at) + board.distance(at, to)

    found, start = dict[Hex, str](), piece.at
    for to, after in moving.arrivals(around, start, allowed).items():
        if otherwise.get(to) is not after:
            at = min(sorted(doubtful - {to}), key=detour)
            found[to] = tr(
                "Not known here: whether the {1} on {2} stops who enters it. Your card tells: decide, "
                "and fill it in under Packs.",
                _ground(at, game, words),
                words.hex(at),
            )
    return found


def move_warnings(unit: UnitId, game: Game, words: Wording, tr: Translator) -> dict[Hex, str]:
    """Return that *unit* will not battle, for each hex that it may come to but not battle from any more."""
    piece = game.state.units[unit]
    if piece.at is None:
        return {}
    told = tr("It will not battle this turn.")
    afters = moving.arrivals(surroundings(game, piece), piece.at, allowance(game, piece))
    return {to: told for to, after in afters.items() if after is BattleAfter.NO_BATTLE}


def _ground(at: Hex, game: Game, words: Wording) -> str:
    """Return what counts on *at*, by its name: a ford or a bridge, not the water below it."""
    card = ground_card(game, at)
    assert card is not None, "there is something to be known of it"
    return words.terrain(TerrainId(card.id))


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
        if at is not None and at in _doubtful(game, field):
            yield tr(
                "Not known here: whether the {1} on {2} limits the dice. Your card tells: decide, "
                "and fill it in under Packs.",
                _ground(at, game, words),
                words.hex(at),
            )


def _unknown_reach(unit: Unit, game: Game, words: Wording, tr: Translator) -> str:
    """Return that nobody knows how far *unit* attacks; of what a Specialist gave nobody is asked again."""
    if unit.id in arms_of(game.state).weapons:
        return tr(
            "Not known here: how far {1} attacks with its new weapon. Your card tells: decide, and fill it "
            "in under Packs.",
            words.unit(unit.id),
        )
    return tr(
        "Not known here: how far {1} attacks. It stands on its card, and is asked until somebody tells it.",
        words.unit(unit.id),
    )


def _maybe_blocking(game: Game, start: Hex, end: Hex) -> Hex | None:
    """Return the first hex between *start* and *end* that would block the sight if its card said so."""
    return line_of_sight(game.ruleset.board, start, end, units=(), blocking=set(_doubtful(game, SIGHT))).by
