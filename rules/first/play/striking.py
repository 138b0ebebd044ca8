"""The first stages of a battle: what the dice do before anybody goes back (rules summary, Hits)."""

from collections import Counter
from collections.abc import Iterator

from rules.first import creatures, dice
from rules.first.faces import BLUE, BONUS_STRIKE, FLAG, GREEN, LORE, RED
from rules.first.messages.commands import StoreLore, TellHits, UsePower
from rules.first.messages.events import LoreStored, PowerUsed, RolledFurther
from rules.first.messages.waits import HitsWait, PowerWait, ReactWait
from rules.first.play.asking import is_lore, profile
from rules.first.play.saying import Bar, ask_in_battle, note, refuse
from rules.first.printed.pieces import CreatureCard, Power, UnitType
from rules.first.table import notes, table
from rules.kernel import messages as m
from rules.kernel.battle.stages import go_on
from rules.kernel.chapters.damage import hurt
from rules.kernel.chapters.gains import gain_lore
from rules.kernel.course import Checks, Course
from rules.kernel.ruleset import Game
from rules.kernel.state import Fight, Unit
from rules.kernel.turn import not_now
from rules.kernel.values import Cause, Face, Seat, UnitId, Why

CRITICAL = "critical"


def hits(game: Game, fight: Fight) -> int | None:
    """Return how many dice of the roll hit, None where it hangs on a card that nobody knows."""
    told = notes(fight).hits
    if told is not None:
        return told
    roller, target = game.state.units[fight.attacker], game.state.units[fight.target]
    found = dice.hits(Counter(fight.faces), profile(game, roller), profile(game, target), fight.distance)
    return None if found is None else found.total


def ask_hits(course: Course) -> bool:
    """Ask how many dice hit where nobody knows the weapon's card, or the target's banner."""
    fight = course.fight
    if hits(course.game, fight) is not None:
        return False
    least, most = _could_hit(course.game, fight)
    seat = course.unit(fight.attacker).seat
    return most > least and ask_in_battle(
        course, HitsWait(seat=seat, unit=fight.attacker, least=least, most=most)
    )


def _could_hit(game: Game, fight: Fight) -> tuple[int, int]:
    """Return how many dice hit at least, and at most."""
    banner = profile(game, game.state.units[fight.target]).banner
    faces = Counter(fight.faces)
    strikes = faces[BONUS_STRIKE]
    if banner is None:
        return 0, strikes + sum(faces[colour] for colour in (GREEN, BLUE, RED))
    return faces[Face(banner)], faces[Face(banner)] + strikes


def check_hits(game: Game, command: TellHits) -> Checks:
    """Yield what cannot be true of the dice that lie."""
    yield from not_now(game, HitsWait)
    wait = game.state.wait
    if isinstance(wait, HitsWait) and not wait.least <= command.hits <= wait.most:
        yield refuse(game, Why.IMPOSSIBLE_NUMBER, "roll", wait.unit, limit=wait.most, final=True)


def tell_hits(course: Course, command: TellHits) -> None:
    """Keep how many of the dice hit."""
    note(course, hits=command.hits)
    go_on(course, after=ask_hits)


def hit_choices(game: Game, wait: HitsWait) -> Iterator[TellHits]:
    """Yield every number of dice that may have hit."""
    return (TellHits(hits=count) for count in range(wait.least, wait.most + 1))


def may_react(game: Game, seat: Seat) -> bool:
    """Return whether *seat* could play a Reaction card, for all that the table may know."""
    side = game.state.sides[seat]
    has_card = side.lore_cards > 0 and not side.lore_played and not side.lore_barred
    return is_lore(game.ruleset) and has_card and side.lore > 0


def react(course: Course) -> bool:
    """Let the roller's opponent play a Reaction card before anything of the roll is applied.

    It waits until he lets the moment pass, also after a card: what came after it follows a card
    that is played late.
    """
    seat = course.ruleset.opponent(course.unit(course.fight.attacker).seat)
    return may_react(course.game, seat) and ask_in_battle(course, ReactWait(seat=seat))


def decline_reaction(course: Course, wait: ReactWait) -> None:
    """Let the moment after the roll pass."""
    go_on(course, after=react)


def creature_card(game: Game, unit: Unit) -> CreatureCard | None:
    """Return the card of *unit* if it is a Creature."""
    return game.ruleset.catalogue.of(CreatureCard).get(unit.kind)


def free_symbols(fight: Fight) -> int:
    """Return the Lore symbols of the roll that no power and no store has taken."""
    return max(0, fight.faces.count(LORE) - notes(fight).spent)


def use_lore(course: Course) -> bool:
    """Ask what becomes of the Lore that a Creature has rolled: powers, stored, or tokens."""
    asked = _power_wait(course.game)
    return asked is not None and ask_in_battle(course, asked)


def _power_wait(game: Game) -> PowerWait | None:
    """Return the question for a Creature's Lore, None where it can only be tokens."""
    fight = game.state.fights[-1]
    unit = game.state.units[fight.attacker]
    card, symbols = creature_card(game, unit), free_symbols(fight)
    if card is None or unit.at is None or not symbols or not is_lore(game.ruleset):
        return None
    stored = table(game.state).stored.get(unit.id, 0)
    most = creatures.storable(symbols, stored=stored, most=card.most_stored if card.stores else None)
    powers = tuple(power.id for power in creatures.powers_at_hand(card.powers, symbols, stored))
    if not most and not powers:
        return None
    return PowerWait(seat=unit.seat, unit=unit.id, symbols=symbols, most=most, powers=powers)


def check_power(game: Game, command: UsePower) -> Checks:
    """Yield why a Creature cannot unleash a power now."""
    yield from not_now(game, PowerWait)
    wait = game.state.wait
    if not isinstance(wait, PowerWait):
        return
    card = creature_card(game, game.state.units[wait.unit])
    if card is None or all(power.id != command.power for power in card.powers):
        yield refuse(game, Why.NO_SUCH_ABILITY, "powers", wait.unit, final=True)
    elif command.power not in wait.powers:
        yield refuse(game, Bar.POWER_NOT_PAID, "powers", wait.unit)


def use_power(course: Course, command: UsePower) -> None:
    """Pay for a power with the roll's symbols, then with what is stored; the table does what it does."""
    unit = course.unit(course.fight.attacker)
    lore = _price(course.game, unit, command.power)
    from_roll = min(lore, free_symbols(course.fight))
    course.say(PowerUsed(unit=unit.id, power=command.power, lore=lore))
    note(course, spent=notes(course.fight).spent + from_roll)
    _store(course, unit.id, from_roll - lore)
    if not use_lore(course):
        go_on(course, after=use_lore)


def _price(game: Game, unit: Unit, name: str) -> int:
    card = creature_card(game, unit)
    powers: tuple[Power, ...] = () if card is None else card.powers
    return next((power.lore or 0 for power in powers if power.id == name), 0)


def _store(course: Course, unit: UnitId, count: int) -> None:
    if count:
        total = max(0, table(course.state).stored.get(unit, 0) + count)
        course.say(LoreStored(unit=unit, count=count, total=total))


def check_store(game: Game, command: StoreLore) -> Checks:
    """Yield why so much Lore cannot be stored."""
    yield from not_now(game, PowerWait)
    wait = game.state.wait
    if isinstance(wait, PowerWait) and not 1 <= command.count <= wait.most:
        yield refuse(game, Why.IMPOSSIBLE_NUMBER, "powers", wait.unit, limit=wait.most, final=True)


def store_lore(course: Course, command: StoreLore) -> None:
    """Lay Lore beside the Creature, of the pool's tokens."""
    unit = course.fight.attacker
    supply = course.ruleset.edition.lore.supply
    count = command.count if supply is None else min(command.count, supply(course.game))
    note(course, spent=notes(course.fight).spent + command.count)
    _store(course, unit, count)
    go_on(course, after=use_lore)


def power_choices(game: Game, wait: PowerWait) -> Iterator[m.Command]:
    """Yield the powers that are at hand, how much may be stored, and to take tokens."""
    yield from (UsePower(power=power) for power in wait.powers)
    yield from (StoreLore(count=count) for count in range(1, wait.most + 1))
    yield m.Decline()


def decline_power(course: Course, wait: PowerWait) -> None:
    """Take tokens for the Lore symbols."""
    go_on(course, after=use_lore)


def hit(course: Course) -> bool:
    """Take the figures that the roll hits; what would hit a Creature is rolled again."""
    fight, target = course.fight, course.unit(course.fight.target)
    found = hits(course.game, fight)
    if not found:
        return False
    card = creature_card(course.game, target)
    if card is None or not card.critical:
        hurt(course, target.id, found, Cause.DICE)
        return False
    return ask_further(course, CRITICAL, found, fight.attacker)


def ask_further(course: Course, purpose: str, count: int, roller: UnitId) -> bool:
    """Ask for a further roll of the battle; True, as a stage says that it has asked."""
    seat = course.unit(roller).seat
    return ask_in_battle(course, m.DiceWait(seat=seat, count=count, unit=roller, purpose=purpose))


def critical_rolled(course: Course, faces: tuple[Face, ...]) -> None:
    """Kill the Creature if its colour lies; nothing else of a Critical roll counts."""
    kill_by(course, faces)
    go_on(course, after=hit)


def kill_by(course: Course, faces: tuple[Face, ...]) -> None:
    """Take the attacked Creature from the board if *faces* show its colour: its victor gains one Lore."""
    fight, target = course.fight, course.unit(course.fight.target)
    if not dice.own_colour(Counter(faces), profile(course.game, target)):
        return
    hurt(course, target.id, target.figures, Cause.DICE)
    if is_lore(course.ruleset) and course.state.winner is None:
        gain_lore(course, course.unit(fight.attacker).seat, 1, Cause.CARD)


def told_further(course: Course, wait: m.DiceWait, faces: tuple[Face, ...], about: UnitId) -> None:
    """Tell the table what was rolled beside the battle's own roll."""
    assert wait.seat is not None
    assert isinstance(wait.purpose, str)
    course.say(RolledFurther(seat=wait.seat, faces=faces, purpose=wait.purpose, unit=about))


def flags_rolled(fight: Fight) -> int:
    """Return how many flags lie."""
    return fight.faces.count(FLAG)


def is_creature(game: Game, unit: Unit) -> bool:
    """Return whether *unit* is a Creature."""
    return profile(game, unit).type is UnitType.CREATURE


def collect_lore(course: Course) -> bool:
    """Let the roller take tokens for the Lore symbols that nothing else has taken."""
    fight = course.fight
    if is_lore(course.ruleset):
        gain_lore(course, course.unit(fight.attacker).seat, free_symbols(fight), Cause.DICE)
    return False
