"""Mustering: choosing an army's cards, and turning them over (RB p. 16-17)."""

from collections.abc import Iterator, Mapping

from rules.kernel.catalogue import kind_of
from rules.kernel.chapters.gains import gain_lore
from rules.kernel.course import Checks, Course, refusal
from rules.kernel.messages import UnitJoined
from rules.kernel.ruleset import Game
from rules.kernel.turn import not_now
from rules.kernel.values import Cause, KindId, Seat, UnitId, Why
from rules.second.messages import ArmiesRevealed, Muster, Mustered, MusterWait, RevealArmies, RevealWait
from rules.second.printed import MusterRules, muster_of
from rules.second.setting_up.checks import pieces_wait
from rules.second.state.game import setting_in

CORE = "core"


def muster_rules(game: Game) -> MusterRules:
    """Return by which numbers armies are mustered here."""
    return muster_of(game.ruleset.scenario) or MusterRules()


def check_muster(game: Game, command: Muster) -> Checks:
    """Yield why an army cannot be mustered now.  It may be mustered anew until both are."""
    yield from not_now(game, MusterWait)
    yield from check_army(game, command)


def check_army(game: Game, command: Muster) -> Checks:
    """Yield what is wrong with an army, whatever the game waits for (RB p. 17)."""
    kinds = game.ruleset.catalogue.kinds
    for kind, count in command.units.items():
        if kind not in kinds:
            yield refusal(game, Why.NO_SUCH_UNIT, "muster", UnitId(f"{kind}-1"), final=True)
            return
        if count < 0:
            yield refusal(game, Why.IMPOSSIBLE_NUMBER, "muster", UnitId(f"{kind}-1"), limit=0, final=True)
    if command.lore < 0:
        yield refusal(game, Why.IMPOSSIBLE_NUMBER, "army_cards", limit=0, final=True)
    yield from _check_kinds(game, command)
    yield from _check_cards(game, command)
    yield from _check_points(game, command)


def _check_kinds(game: Game, command: Muster) -> Checks:
    """Yield the kinds of another faction, and those of which the boxes hold fewer units."""
    faction = game.ruleset.scenario.factions[command.seat]
    for kind, count in command.units.items():
        if count and game.ruleset.catalogue.kinds[kind].faction != faction:
            yield refusal(game, Why.WRONG_FACTION, "muster", UnitId(f"{kind}-1"))
        held = units_held(game, kind)
        if held is not None and count > held:
            yield refusal(game, Why.TOO_FEW_IN_BOX, "core_sets", UnitId(f"{kind}-{held + 1}"), limit=held)


def units_held(game: Game, kind: KindId) -> int | None:
    """Return how many units of *kind* the players' boxes hold, or None where that is not known."""
    printed = game.ruleset.catalogue.kinds[kind]
    if printed.units is None:
        return None
    return printed.units * (muster_rules(game).core_sets if printed.box == CORE else 1)


def _check_cards(game: Game, command: Muster) -> Checks:
    """Yield an army that its decoys do not fill up to the number of cards."""
    rules, decoys = muster_rules(game), decoys_of(game, command)
    if not 0 <= decoys <= rules.decoys:
        yield refusal(game, Why.WRONG_NUMBER_OF_CARDS, "muster", limit=rules.cards)


def decoys_of(game: Game, command: Muster) -> int:
    """Return how many decoys fill the army up; negative where it has too many cards."""
    return muster_rules(game).cards - sum(command.units.values()) - command.tent


def _check_points(game: Game, command: Muster) -> Checks:
    """Yield points that are not told, do not add up, or with the lore are too many; lore that none gives."""
    rules, counted = muster_rules(game), known_points(game, command)
    is_whole = not costs_unknown(game, command.units)
    if command.points is not None and (command.points < counted or (is_whole and command.points > counted)):
        yield refusal(game, Why.IMPOSSIBLE_NUMBER, "muster", limit=counted)
    if command.lore > rules.most_lore:
        yield refusal(game, Why.IMPOSSIBLE_NUMBER, "army_cards", limit=rules.most_lore)
    total = points_of(game, command)
    if total is None:
        yield refusal(game, Why.POINTS_NOT_TOLD, "muster", limit=rules.points)
    elif total + max(0, command.lore) > rules.points:
        rule = "muster" if total > rules.points else "army_cards"
        yield refusal(game, Why.TOO_MANY_POINTS, rule, limit=rules.points)


def costs_unknown(game: Game, units: Mapping[KindId, int]) -> tuple[KindId, ...]:
    """Return the kinds among *units* whose cost is not known to us."""
    kinds = game.ruleset.catalogue.kinds
    return tuple(kind for kind, count in units.items() if count and kinds[kind].cost is None)


def known_points(game: Game, command: Muster) -> int:
    """Return the points of the units whose cost is known, less what a tent gives (RB p. 18: 52 - 5 = 47)."""
    kinds = game.ruleset.catalogue.kinds
    points = sum((kinds[kind].cost or 0) * count for kind, count in command.units.items())
    return points - (muster_rules(game).tent if command.tent else 0)


def points_of(game: Game, command: Muster) -> int | None:
    """Return the army's total as the players tell it, or as we count it; None where neither can."""
    if command.points is not None:
        return command.points
    return None if costs_unknown(game, command.units) else known_points(game, command)


def lore_of(game: Game, command: Muster) -> int:
    """Return an army's lore: a token for each unspent point, its army card's among them (RB p. 17)."""
    rules, total = muster_rules(game), points_of(game, command)
    unspent = 0 if total is None else min(rules.points - total, rules.most_lore)
    return max(unspent, command.lore)


def muster(course: Course, command: Muster) -> None:
    """Lay an army's cards aside, face down; with the second one both are deployed (RB p. 17)."""
    course.say(
        Mustered(
            seat=command.seat,
            units={kind: count for kind, count in command.units.items() if count},
            tent=command.tent,
            decoys=max(0, decoys_of(course.game, command)),
            lore=lore_of(course.game, command),
        )
    )
    setting = setting_in(course.state)
    missing = tuple(seat for seat in course.ruleset.seats if setting is None or seat not in setting.armies)
    course.wait(MusterWait(missing=missing) if missing else RevealWait())


def check_reveal(game: Game, command: RevealArmies) -> Checks:
    """Yield why no cards are to be turned over now."""
    return not_now(game, RevealWait)


def reveals(game: Game, wait: RevealWait) -> Iterator[RevealArmies]:
    """Yield that all cards are turned over."""
    return iter((RevealArmies(),))


def reveal(course: Course, command: RevealArmies) -> None:
    """Turn all cards over: lore for unspent points, and units to be put on the board (RB p. 17)."""
    setting, first = setting_in(course.state), course.state.first
    assert setting is not None
    course.say(ArmiesRevealed())
    for seat in (first, course.ruleset.opponent(first)):
        gain_lore(course, seat, setting.armies[seat].lore, Cause.MUSTER)
    for seat in (first, course.ruleset.opponent(first)):
        for kind, count in setting.armies[seat].units.items():
            for unit in _fresh(course.game, kind, count):
                join(course, unit, seat)
    course.wait(pieces_wait(course.game))


def _fresh(game: Game, kind: KindId, count: int) -> Iterator[UnitId]:
    """Yield *count* names of units of *kind* that nobody has yet."""
    taken = sum(unit.kind == kind for unit in game.state.units.values())
    for number in range(taken + 1, taken + count + 1):
        yield UnitId(f"{kind}-{number}")


def join(course: Course, unit: UnitId, seat: Seat) -> None:
    """Let a unit in full strength join *seat*'s army, without a place yet."""
    kind = course.ruleset.catalogue.kinds[kind_of(unit)]
    health = kind.health if kind.damage_tokens else None
    course.say(UnitJoined(unit=unit, kind=kind.id, seat=seat, figures=kind.figures, health=health))
