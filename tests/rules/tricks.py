"""Full battles drawn with lore cards in both hands, and the commands that play them."""

from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import CAMPS, LoreId, Seat, Step
from tests.rules.drawn import after, drawn
from tests.rules.fielding import battle_rules
from tests.rules.playing import full_rules

NORTH, SOUTH = Seat.NORTH, Seat.SOUTH
PLAIN = battle_rules()  # no cost is known but that of Lightning Surge
TOLD = full_rules()  # a pack tells costs and copies
LINES = "7 .. .. BH VL\n3 .. .. CG YA"


def held(
    rows: str = LINES,
    *,
    rules: Ruleset = TOLD,
    cards: int = 2,
    lore: int = 9,
    active: Seat = SOUTH,
    grants: tuple[m.GrantOrders, ...] = (),
    ordered: bool = True,
) -> Game:
    """Return the drawn position of a full battle, both players with so many lore cards and tokens."""
    game = drawn(rows, rules=rules, active=active, grants=grants, ordered=ordered)
    hands = (m.CorrectScore(seat=seat, lore=lore, lore_cards=cards) for seat in CAMPS)
    return after(game, *hands)[0]


def before_the_card(game: Game) -> Game:
    """Return *game* in its acting player's Command Step."""
    waiting = (m.CardWait(seat=game.state.active),)
    return Game(game.ruleset, replace(game.state, step=Step.COMMAND, waits=waiting))


def lore(name: str, seat: Seat = SOUTH, *does: m.Verb, cost: int | None = None) -> m.PlayLoreCard:
    """Return the command that plays a lore card of the catalogue."""
    return m.PlayLoreCard(seat=seat, card=LoreId(name), cost=cost, does=does)


def trick(seat: Seat, *does: m.Verb, cost: int = 0) -> m.PlayUnlistedLoreCard:
    """Return the command that plays a lore card that nobody listed."""
    return m.PlayUnlistedLoreCard(seat=seat, name="A Trick", cost=cost, does=does)
