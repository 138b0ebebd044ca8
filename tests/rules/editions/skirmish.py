"""A made-up edition, as small as can be: all that an edition has to bring, and nothing of ours.

Four units on eleven hexes.  A strike removes a figure, nobody retreats, counters or advances;
who has the last unit wins.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping

import msgspec

from rules.kernel import messages as m
from rules.kernel.battle.attacks import check_target, declare
from rules.kernel.battle.deeds import DieDeed
from rules.kernel.battle.rolls import PendingRoll, Policy
from rules.kernel.catalogue import Catalogue, ConfigError
from rules.kernel.chapters import damage
from rules.kernel.chapters.abilities import Abilities
from rules.kernel.chapters.sums import Addend, PartSort, Sum
from rules.kernel.chapters.verbs import SHARED_VERBS
from rules.kernel.course import Checks, Course
from rules.kernel.edition import (
    Battle,
    Edition,
    Faces,
    Handler,
    LoreRules,
    Printed,
    PrintedFile,
    SettingUp,
    UnitEntry,
    Waiting,
    Winning,
)
from rules.kernel.handlers import SHARED
from rules.kernel.hexes import Board, Direction, Hex
from rules.kernel.options import SHARED_WAITS
from rules.kernel.printed import BannerSetup, CommandCard, Kind, Scenario
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.state import Unit
from rules.kernel.turn import not_now
from rules.kernel.values import CardId, CardNumber, Cause, Face, KindId, Seat, UnitId

RED, BLUE = KindId("red_guard"), KindId("blue_guard")
HIT, MISS, BANNER = Face("hit"), Face("miss"), Face("banner")
UNITS = {"red_guard-1": "A1", "red_guard-2": "D1", "blue_guard-1": "A3", "blue_guard-2": "D3"}


class Oath(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An oath that units of a *kind* have sworn: a table that only this edition has."""

    id: str
    kind: KindId


def check_oaths(catalogue: Catalogue) -> None:
    for name, oath in catalogue.of(Oath).items():
        if oath.kind not in catalogue.kinds:
            raise ConfigError("oaths.toml", name, "no unit is called {1}, field kind", repr(oath.kind))


def as_entry(catalogue: Catalogue, name: KindId, numbers: Mapping[CardNumber, int]) -> UnitEntry:
    return UnitEntry("units.toml", {str(number): value for number, value in numbers.items()})


def strike(course: Course) -> bool:
    """Take a figure for each hit."""
    damage.hurt(course, course.fight.target, course.fight.faces.count(HIT), Cause.DICE)
    return False


def end(course: Course) -> bool:
    """End the fight."""
    fight = course.fight
    course.say(m.CombatEnded(unit=fight.attacker, target=fight.target))
    course.wait(m.OrdersWait(seat=course.state.active))
    return True


def check_start(game: Game, command: m.StartGame) -> Checks:
    return not_now(game, m.SetUpWait)


def start(course: Course, command: m.StartGame) -> None:
    _begin_turn(course, course.state.first)


def check_end(game: Game, command: m.EndMainPhase) -> Checks:
    return not_now(game, m.OrdersWait)


def end_turn(course: Course, command: m.EndMainPhase) -> None:
    seat = course.state.active
    course.say(m.TurnEnded(seat=seat))
    _begin_turn(course, course.ruleset.opponent(seat))


def _begin_turn(course: Course, seat: Seat) -> None:
    course.say(m.TurnStarted(seat=seat, turn=course.state.turn + 1))
    course.wait(m.CardWait(seat=seat))


def starts(game: Game, wait: m.SetUpWait) -> Iterator[m.Command]:
    yield m.StartGame()


def begin(ruleset: Ruleset) -> m.Wait:
    return m.SetUpWait(banners=0)


def no_specials(game: Game, seat: Seat) -> tuple[m.Special, ...]:
    return ()


def no_cards(game: Game, seat: Seat) -> int:
    return 0


def hits(game: Game) -> frozenset[Face]:
    return frozenset({HIT})


def never_weak(game: Game, unit: Unit) -> bool:
    return False


def no_points(course: Course, unit: Unit, at: Hex) -> None: ...


def nothing_prepared(ruleset: Ruleset) -> None: ...


def no_odds(game: Game, policy: Policy) -> PendingRoll:
    raise LookupError("nobody asks for odds here")


def one_die(game: Game, unit: Unit, target: Unit, distance: int) -> Sum:
    return Sum((Addend(unit.kind, 1, PartSort.UNIT),))


def no_deeds(game: Game) -> tuple[DieDeed, ...]:
    return ()


def stand_fast(course: Course, unit: UnitId, way: Direction, hexes: int) -> None: ...


KEPT = (m.PlayCard, m.Order, m.Move, m.Attack, m.Roll, m.Decline)

SKIRMISH = Edition(
    id="skirmish",
    name="Skirmish",
    printed=Printed(tables=(PrintedFile("oaths.toml", Oath),), check=check_oaths, as_entry=as_entry),
    abilities=Abilities(),
    faces=Faces(all=(HIT, MISS, BANNER), retreat=BANNER, lore=MISS),
    lore=LoreRules(gains={}, most_cards=no_cards),
    battle=Battle(
        declare=declare,
        stages=(strike, end),
        pending_roll=no_odds,
        hitting=hits,
        deeds=no_deeds,
        is_weak=never_weak,
        drive_back=stand_fast,
        check_target=check_target,
        dice=one_die,
    ),
    winning=Winning(eliminated=no_points),
    setting_up=SettingUp(prepare=nothing_prepared, begin=begin, specials=no_specials),
    anywhere=(m.GrantOrders(count=1),),
    pages=defaultdict(lambda: "p. 1"),
    handlers={
        **{sort: SHARED[sort] for sort in KEPT},
        m.StartGame: Handler(check_start, start),
        m.EndMainPhase: Handler(check_end, end_turn),
    },
    waits={
        **{sort: SHARED_WAITS[sort] for sort in (m.CardWait, m.OrdersWait, m.DiceWait, m.OverWait)},
        m.SetUpWait: Waiting(starts),
    },
    verbs={m.GrantOrders: SHARED_VERBS[m.GrantOrders]},
)


def guard(kind: KindId, faction: str) -> Kind:
    return Kind(
        id=kind,
        name=kind,
        faction=faction,
        health=2,
        figures=2,
        move=2,
        combat=2,
        traits=("melee",),
        confidence="certain",
        page="p. 5",
    )


CATALOGUE = Catalogue(
    kinds={RED: guard(RED, "red"), BLUE: guard(BLUE, "blue")},
    abilities={},
    cards={
        CardId("both"): CommandCard(
            id=CardId("both"),
            name="Both",
            summary="Order two units.",
            does=(m.GrantOrders(count=2),),
            confidence="certain",
            page="p. 2",
        )
    },
    lore={},
    terrain={},
    factions={"red": "Red", "blue": "Blue"},
    scenarios={},
)

SCENARIO = Scenario(
    id="duel",
    name="Duel",
    edition="skirmish",
    board="small",
    first=Seat.SOUTH,
    factions={Seat.SOUTH: "red", Seat.NORTH: "blue"},
    units={UnitId(unit): Hex(at) for unit, at in UNITS.items()},
    banners=BannerSetup(count=0, points=1),
    hand=1,
    points_to_win=99,
    confidence="certain",
)


def skirmish(edition: Edition = SKIRMISH) -> Ruleset:
    return Ruleset(edition, CATALOGUE, Board((4, 3, 4), (1.0, 2.0)), SCENARIO)
