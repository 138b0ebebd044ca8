"""The end of a turn: cards drawn, Lore taken, the turn handed over (rules summary, Draw; Victory)."""

from collections.abc import Iterator

from rules.first import lore as amounts
from rules.first.messages.events import LoreStored, Scouted, TableCleared
from rules.first.moving import BattleAfter
from rules.first.play.asking import adventure, council, deck_size, is_lore, landmarks_on, profile
from rules.first.play.attacking import targets
from rules.first.play.lore_cards import extra_prices, lore_amounts, untimely_cards
from rules.first.play.saying import Bar, refuse
from rules.first.printed.cards import Scout
from rules.first.table import table
from rules.kernel import messages as m
from rules.kernel.chapters import lore
from rules.kernel.chapters.gains import gain_lore, gain_points
from rules.kernel.course import Checks, Course
from rules.kernel.edition import LoreGain, LoreRules, Winning
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game
from rules.kernel.state import Unit
from rules.kernel.turn import not_now
from rules.kernel.values import Cause, LoreChoice, Seat, Step


def most_cards(game: Game, seat: Seat) -> int:
    """Return how many Lore cards *seat* may hold at the end of its turn."""
    return amounts.most_cards(council(game, seat).masters)


def supply(game: Game) -> int:
    """Return how many Lore tokens are left in the pool."""
    stored = table(game.state).stored
    beside = sum(count for unit, count in stored.items() if game.state.units[unit].at is not None)
    held = sum(side.lore for side in game.state.sides.values())
    return max(0, adventure(game.ruleset).tokens - held - beside)


def left_in_deck(game: Game) -> int:
    """Return how many Lore cards can be drawn: those that no hand and no discard pile has."""
    sides = game.state.sides.values()
    return deck_size(game) - sum(side.lore_cards + side.lore_discards for side in sides)


LORE = LoreRules(
    gains={
        LoreChoice.TOKENS: LoreGain(tokens=2, cards=0, back=0),
        LoreChoice.TOKEN_AND_CARD: LoreGain(tokens=1, cards=1, back=0),
        LoreChoice.CARDS: LoreGain(tokens=0, cards=2, back=1),
    },
    most_cards=most_cards,
    supply=supply,
    common_deck=left_in_deck,
    untimely=untimely_cards,
    extra_prices=extra_prices,
    amounts=lore_amounts,
    table_does=True,
)


def eliminated(course: Course, unit: Unit, at: Hex) -> None:
    """Give *unit*'s banner to its enemy, who wins at once with enough of them; what it stored is gone."""
    seat = take_banner(course, unit, at)
    if seat and course.state.sides[seat].points >= course.ruleset.scenario.points_to_win:
        course.say(m.GameWon(seat=seat, elimination=False))


def take_banner(course: Course, unit: Unit, at: Hex) -> Seat | None:
    """Give *unit*'s banner to its enemy, and return whose that is; None before the game and after it."""
    if course.state.step in (Step.SET_UP, Step.OVER):
        return None
    seat = _victor(course.game, unit)
    stored = table(course.state).stored.get(unit.id, 0)
    if stored:
        course.say(LoreStored(unit=unit.id, count=-stored, total=0))
    gain_points(course, seat, 1, Cause.BANNER, at)
    return seat


def _victor(game: Game, unit: Unit) -> Seat:
    """Return who takes *unit*'s banner: the acting player, or whose unit battles back, or who came before."""
    if not game.may_act(unit):
        return game.state.active
    roller = game.state.units[game.state.fights[-1].attacker] if game.state.fights else None
    if roller is not None and not game.may_act(roller):
        return roller.seat
    return game.ruleset.edition.sides.preceding(game, game.state.active)


WINNING = Winning(eliminated=eliminated)


def check_end(game: Game, command: m.EndMainPhase) -> Checks:
    """Yield why the turn is not to end now: who rushed must battle."""
    yield from not_now(game, m.OrdersWait)
    for name, after in table(game.state).afters.items():
        unit = game.state.units[name]
        is_due = after is BattleAfter.MUST_BATTLE and not unit.attacks
        if is_due and next(targets(game, unit), None) is not None:
            yield refuse(game, Bar.MUST_BATTLE, "rush", unit)


def end_main_phase(course: Course, command: m.EndMainPhase) -> None:
    """Draw a Command card for the one that was played; in a Lore adventure Lore is taken after that."""
    course.say(m.StepStarted(step=Step.DRAW))
    if not table(course.state).in_lieu:
        draw(course)
    if not takes_lore(course):
        hand_over(course)


def takes_lore(course: Course) -> bool:
    """Let the player take Lore where there is any; return whether he is asked."""
    if not is_lore(course.ruleset):
        return False
    course.say(m.StepStarted(step=Step.LORE))
    course.wait(m.LoreWait(seat=course.state.active))
    return True


def draw(course: Course) -> None:
    """Draw a Command card; where the turn's card scouts, look at several: those that do not stay go."""
    seat = course.state.active
    scouts = [boon for boon in table(course.state).boons if isinstance(boon, Scout)]
    looked_at = max((scout.draw for scout in scouts), default=1)
    if course.state.deck is not None and course.state.deck < looked_at:
        course.say(m.DeckShuffled())
    course.say(m.CardDrawn(seat=seat, cards=course.state.sides[seat].cards + 1))
    if looked_at > 1:
        course.say(Scouted(seat=seat, drawn=looked_at, kept=1))


def replenish(course: Course, command: m.ReplenishLore) -> None:
    """Take Lore, which ends the turn."""
    lore.replenish(course, command)
    hand_over(course)


def lore_choices(game: Game, wait: m.LoreWait) -> Iterator[m.ReplenishLore]:
    """Yield the three ways to take Lore."""
    return (m.ReplenishLore(choice=choice) for choice in game.ruleset.edition.lore.gains)


def _gather(course: Course) -> None:
    """Give the owners of Landmarks that their troops hold what those bring at the end of each turn."""
    for at, card in landmarks_on(course.game).items():
        owner, unit = course.state.terrain[at].owner, course.state.standing_on(at)
        if unit is not None and unit.seat is owner and profile(course.game, unit).is_troop:
            gain_lore(course, unit.seat, card.tokens, Cause.TERRAIN)


def hand_over(course: Course) -> None:
    """End the turn, and let the other side begin its own."""
    course.wait(m.CardWait(seat=pass_turn(course)))


def pass_turn(course: Course) -> Seat:
    """End the turn, and return whose turn has begun."""
    seat = course.state.active
    _gather(course)
    course.say(m.TurnEnded(seat=seat))
    course.say(TableCleared())
    following = course.ruleset.edition.sides.following(course.game, seat)
    course.say(m.TurnStarted(seat=following, turn=course.state.turn + 1))
    return following
