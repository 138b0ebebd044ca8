"""The Lore of a roll: Creatures' powers, what is stored, tokens (rules summary, Special Powers)."""

from collections.abc import Iterator

from rules.first import creatures
from rules.first.faces import LORE
from rules.first.messages.commands import StoreLore, UsePower
from rules.first.messages.epic import LoreNotCollected
from rules.first.messages.events import LoreStored, PowerUsed
from rules.first.messages.waits import PowerWait
from rules.first.play.asking import collects_lore, is_lore
from rules.first.play.saying import Bar, ask_in_battle, note, refuse
from rules.first.printed.pieces import CreatureCard, Power
from rules.first.table import notes, table
from rules.kernel import messages as m
from rules.kernel.battle.stages import go_on
from rules.kernel.chapters.gains import gain_lore
from rules.kernel.course import Checks, Course
from rules.kernel.ruleset import Game
from rules.kernel.state import Fight, Unit
from rules.kernel.turn import not_now
from rules.kernel.values import AttackType, Cause, UnitId, Why


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
    return PowerWait(seat=game.player(unit), unit=unit.id, symbols=symbols, most=most, powers=powers)


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


def collect_lore(course: Course) -> bool:
    """Let the roller take tokens for the Lore symbols that nothing else has taken, if he may take any."""
    fight, symbols = course.fight, free_symbols(course.fight)
    seat = course.game.player(course.unit(fight.attacker))
    if collects_lore(course.game, fight):
        gain_lore(course, seat, symbols, Cause.DICE)
    elif symbols and is_lore(course.ruleset):
        course.say(LoreNotCollected(seat=seat, count=symbols, far=fight.kind is AttackType.RANGED))
    return False
