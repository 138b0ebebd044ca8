"""What allies share, which is little: orders for each other's units, and one Lore card a camp and turn.

Text: Reluctant Allies Variant, Game Modifications, Lore Cards.
"""

from msgspec.structs import replace

from rules.first.messages.allies import TargetAlly
from rules.first.play import ordering
from rules.first.play.lore_cards import allied_targets
from rules.first.play.saying import Bar, refuse
from rules.kernel import messages as m
from rules.kernel.chapters.orders import orders_left
from rules.kernel.course import Checks, Course
from rules.kernel.edition import Handler
from rules.kernel.ruleset import Game
from rules.kernel.values import Seat, Why

LoreCommand = m.PlayLoreCard | m.PlayUnlistedLoreCard


def check_order(game: Game, command: m.Order) -> Checks:
    """Yield what is wrong with naming a unit: the ally's takes two orders, of which one may be left."""
    unit = game.state.units.get(command.unit)
    is_dear = unit is not None and bool(game.ruleset.edition.sides.dear(game, (command.unit,)))
    for refused in ordering.check_order(game, command):
        if refused.why is Why.NO_ORDERS_LEFT and is_dear and any(orders_left(game)):
            yield refuse(game, Bar.TOO_FEW_ORDERS, "allies", unit)
        else:
            yield refused


def one_a_camp(base: Handler) -> Handler:
    """Return *base*, which plays a Lore card, as allies do it: one a camp and turn, and none for the ally."""

    def check(game: Game, command: LoreCommand) -> Checks:
        yield from _check_camp(game, command)
        yield from base.check(game, _priced(command))

    def play(course: Course, command: LoreCommand) -> None:
        base.obey(course, _priced(command))

    return Handler(check, play, base.is_own)


def _priced(command: LoreCommand) -> LoreCommand:
    """Return *command*, an unlisted card at what it costs beside what is printed on it."""
    if isinstance(command, m.PlayLoreCard) or command.cost < 0:
        return command
    return replace(command, cost=command.cost + allied_targets(command))


def _check_camp(game: Game, command: LoreCommand) -> Checks:
    """Yield why *command*'s player may not play it: whose turn it is, what his camp has played."""
    seat, camp = command.seat, game.ruleset.camps[command.seat]
    if game.state.active in camp and game.state.active is not seat:
        yield refuse(game, Bar.ONLY_WHO_ACTS, "allies")
    if any(game.state.sides[each].lore_played for each in camp if each is not seat):
        yield refuse(game, Bar.ONE_CARD_A_CAMP, "allies")


def check_target(game: Game, seat: Seat, verb: TargetAlly) -> Checks:
    """Yield that the target is not the ally's unit."""
    unit = game.state.units[verb.unit]
    if unit.seat is seat or unit.seat not in game.ruleset.camps[seat]:
        yield refuse(game, Bar.NOT_THE_ALLYS, "allies", unit)


def targeted(course: Course, seat: Seat, verb: TargetAlly) -> None:
    """Do nothing: what the card does to the ally's unit is done by what else it says, or by the table."""
