"""How a game begins: War Councils in secret, Landmarks, the pieces, hands and tokens.

Rules summary, Set-up, War Councils, Landmarks.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Set as AbstractSet

from rules.first import council as councils, landmarks
from rules.first.messages import events as e
from rules.first.messages.commands import ChooseCouncil, PlaceLandmark
from rules.first.messages.waits import CouncilWait, LandmarkWait
from rules.first.play.asking import adventure, as_council, is_lore
from rules.first.play.saying import Bar, refuse
from rules.first.printed.lore import CommanderLevel, GivenCouncil, LoreMaster, MasterLevel
from rules.first.printed.pieces import CreatureCard, LandmarkCard
from rules.first.table import FirstTable, FirstView, arms_of, table
from rules.kernel import messages as m
from rules.kernel.catalogue import CLEAR, NORTH_FROM, kind_of
from rules.kernel.chapters.gains import gain_lore
from rules.kernel.chapters.terrain import ground_at
from rules.kernel.course import Checks, Course, passes
from rules.kernel.edition import SettingUp
from rules.kernel.handlers import SHARED
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.state import State
from rules.kernel.turn import not_now
from rules.kernel.values import Cause, KindId, Seat, TerrainId, Tile, UnitId, Why

COUNTRYSIDE = "countryside"
COMMANDERS = (0, 1, 2, 3)


def prepare(ruleset: Ruleset) -> None:
    """Work nothing out for a ruleset: the adventure says all."""


def specials(game: Game, seat: Seat) -> tuple[m.Special, ...]:
    """Return the special rules that hold for *seat*: none are known."""
    return ()


def own(ruleset: Ruleset) -> FirstTable:
    """Return what the First Edition keeps of a game as it begins: the councils that the adventure gives."""
    given = adventure(ruleset).councils
    owners = {unit: ruleset.owners[unit] for unit in ruleset.scenario.units}
    is_early = ruleset.scenario.open or _has_to_choose(ruleset, given.keys())
    due = {} if is_early else _due(ruleset, given, owners)
    return FirstTable(councils=given, councils_open=bool(given), due=due)


def _has_to_choose(ruleset: Ruleset, given: AbstractSet[Seat]) -> bool:
    """Return whether a side is still to choose its War Council."""
    levels = adventure(ruleset).levels
    return is_lore(ruleset) and levels is not None and not given >= set(ruleset.seats)


def _due(
    ruleset: Ruleset, given: Mapping[Seat, GivenCouncil], owners: Mapping[UnitId, Seat]
) -> dict[Seat, tuple[str, ...]]:
    """Return the Landmarks that each council brings, and the Lairs of Creatures, where their rules hold.

    *owners* tell whose each unit is.
    """
    laid, cards = adventure(ruleset), ruleset.catalogue.of(LandmarkCard).values()
    creatures = ruleset.catalogue.of(CreatureCard)
    sites: dict[Seat, list[LandmarkCard]] = {seat: [] for seat in ruleset.seats}
    if laid.landmarks:
        opened = {seat: as_council(each) for seat, each in given.items()}
        for seat, own in landmarks.due(opened, cards).items():
            sites[seat] += own
    if laid.lairs:
        for seat in ruleset.seats:
            kinds = {kind_of(unit) for unit in owners if owners[unit] is seat}
            sites[seat] += landmarks.lairs_due(kinds & creatures.keys(), cards)
    return {seat: tuple(card.id for card in own) for seat, own in sites.items() if own}


def begin(ruleset: Ruleset) -> m.Wait:
    """Return what a game waits for first: councils, Landmarks, or the pieces.

    Councils have Creatures that stand there, and a Stronghold goes under a unit: where nobody knows yet who
    does, the pieces come before them.
    """
    kept: FirstTable = ruleset.edition.setting_up.own(ruleset)
    if ruleset.scenario.open:
        return _pieces(ruleset, kept)
    return _following(ruleset, kept, ruleset.scenario.first)


def _pieces(ruleset: Ruleset, kept: FirstTable) -> m.Wait:
    """Return how the pieces come on the board: as a variant has it, or by hand."""
    return ruleset.edition.setting_up.due(ruleset, kept) or m.SetUpWait(banners=0)


def _following(ruleset: Ruleset, kept: FirstTable, first: Seat) -> m.Wait:
    """Return what the set-up waits for: the *first* player puts his Landmarks down first."""
    if _has_to_choose(ruleset, kept.councils.keys()):
        return CouncilWait(missing=tuple(seat for seat in ruleset.seats if seat not in kept.councils))
    for seat in (*ruleset.camps[first], *ruleset.opponents(first)):
        if kept.due.get(seat):
            return LandmarkWait(seat=seat, landmarks=kept.due[seat])
    return _pieces(ruleset, kept)


def goes_on(course: Course) -> bool:
    """Go on to the councils or Landmarks that follow where the pieces came first; return whether any do."""
    if landmarks_follow(course.game):
        course.say(e.LandmarksBrought(landmarks=_brought(course.game)))
    elif not councils_follow(course.game):
        return False
    go_on(course)
    return True


def councils_follow(game: Game) -> bool:
    """Return whether War Councils are still to be chosen."""
    return _has_to_choose(game.ruleset, table(game.state).councils.keys())


def landmarks_follow(game: Game) -> bool:
    """Return whether the pieces came first and bring Landmarks or Lairs that were not put down yet."""
    is_early = game.ruleset.scenario.open and not table(game.state).due and not councils_follow(game)
    return is_early and bool(_brought(game))


def _brought(game: Game) -> dict[Seat, tuple[str, ...]]:
    """Return what the councils and the pieces that stand bring."""
    owners = {unit.id: unit.seat for unit in game.state.units.values()}
    return _due(game.ruleset, table(game.state).councils, owners)


def go_on(course: Course) -> None:
    """Let the game wait for what its set-up still needs: councils, Landmarks, a variant's own, the start."""
    course.wait(_following(course.ruleset, table(course.state), course.state.first))


def check_council(game: Game, command: ChooseCouncil) -> Checks:
    """Yield what is wrong with a War Council."""
    yield from not_now(game, CouncilWait)
    levels = adventure(game.ruleset).levels
    classes = game.ruleset.catalogue.of(LoreMaster)
    wrong = councils.unfit(
        as_council(command.council), classes, councils.USUAL_LEVELS if levels is None else levels
    )
    if wrong is not None:
        yield refuse(game, wrong, "council", limit=levels)
    yield from _check_creatures(game, command)


def _check_creatures(game: Game, command: ChooseCouncil) -> Checks:
    """Yield what is wrong with the Creatures of a council: it has those that stand on its side only."""
    cards = game.ruleset.catalogue.of(CreatureCard)
    fielded = {unit.kind for unit in game.state.army(command.seat)}
    for name, level in command.council.creatures.items():
        if name not in cards:
            yield refuse(game, councils.Unfit.NO_SUCH_CREATURE, "council")
        elif name not in fielded:
            yield refuse(game, councils.Unfit.CREATURE_NOT_FIELDED, "council")
        elif (wrong := councils.creature_unfit(level, cards[name].level)) is not None:
            yield refuse(game, wrong, "council", limit=cards[name].level)


def choose_council(course: Course, command: ChooseCouncil) -> None:
    """Keep a council; once all have chosen they are opened, and their Landmarks are due."""
    course.say(e.CouncilChosen(seat=command.seat, council=command.council))
    given = table(course.state).councils
    if len(given) == len(course.ruleset.seats):
        course.say(e.CouncilsOpened(landmarks=_brought(course.game)))
    go_on(course)


def council_choices(game: Game, wait: CouncilWait) -> Iterator[ChooseCouncil]:
    """Yield councils of a Commander and two Lore Masters for each seat; others must be told."""
    names = tuple(game.ruleset.catalogue.of(LoreMaster))
    for seat in wait.missing:
        for commander in COMMANDERS:
            for index, name in enumerate(names):
                other = names[(index + 1) % len(names)]
                for level in COMMANDERS[1:]:
                    rest = (adventure(game.ruleset).levels or councils.USUAL_LEVELS) - commander - level
                    masters = {name: level, other: rest} if rest else {name: level}
                    given = GivenCouncil(commander=commander, masters=masters)
                    command = ChooseCouncil(seat=seat, council=given)
                    if passes(check_council(game, command)):
                        yield command


def check_landmark(game: Game, command: PlaceLandmark) -> Checks:
    """Yield why *seat* cannot put a Landmark there now."""
    yield from not_now(game, LandmarkWait)
    awaited = game.state.wait
    card = game.ruleset.catalogue.of(LandmarkCard).get(command.landmark)
    if isinstance(awaited, LandmarkWait) and awaited.seat is not command.seat:
        yield refuse(game, Bar.FIRST_PLAYER_FIRST, "landmarks")
        return
    if card is None or command.landmark not in table(game.state).due.get(command.seat, ()):
        yield refuse(game, Why.NOTHING_THERE, "landmarks", final=True)
        return
    tile = game.state.terrain.get(command.at)
    own_units = {unit.at for unit in game.state.army(command.seat) if unit.at is not None}
    wrong = landmarks.misplaced(
        game.ruleset.board,
        card,
        command.at,
        command.seat,
        taken={*game.state.occupied(), *game.state.terrain},
        own_units=own_units,
        ground=COUNTRYSIDE if tile is None or tile.kind == CLEAR else tile.kind,
    )
    if wrong is landmarks.Misplaced.OFF_BOARD:
        yield refuse(game, wrong, "landmarks", final=True)
    elif wrong is not None:
        is_row = wrong is landmarks.Misplaced.WRONG_ROW
        row = landmarks.nearest_row(game.ruleset.board, card, command.at, command.seat) if is_row else None
        yield refuse(game, wrong, "landmarks", limit=row)


def place_landmark(course: Course, command: PlaceLandmark) -> None:
    """Put a Landmark on the board."""
    card = course.ruleset.catalogue.of(LandmarkCard)[command.landmark]
    course.say(e.LandmarkPlaced(seat=command.seat, landmark=card.id, at=command.at))
    if card.ground is not None:
        tile = Tile(kind=TerrainId(card.ground), owner=command.seat)
        course.say(m.TerrainPlaced(at=command.at, tile=tile))
    go_on(course)


def landmark_choices(game: Game, wait: LandmarkWait) -> Iterator[m.Command]:
    """Yield every place for each Landmark; and to leave the rest out, unless one must be placed."""
    for landmark in wait.landmarks:
        yield from _places(game, wait, landmark)
    if not must_place(game, wait):
        yield m.Decline()


def _places(game: Game, wait: LandmarkWait, landmark: str) -> Iterator[PlaceLandmark]:
    """Yield every place for *landmark*."""
    assert wait.seat is not None
    for at in game.ruleset.board.hexes:
        command = PlaceLandmark(seat=wait.seat, landmark=landmark, at=at)
        if passes(check_landmark(game, command)):
            yield command


def must_place(game: Game, wait: LandmarkWait) -> bool:
    """Return whether one of the Landmarks has to be placed, and can be: the Stronghold."""
    cards = game.ruleset.catalogue.of(LandmarkCard)
    return any(cards[landmark].must and any(_places(game, wait, landmark)) for landmark in wait.landmarks)


def check_decline(game: Game, command: m.Decline) -> Checks:
    """Yield why nothing can be let pass now, or that a Landmark must be placed."""
    yield from SHARED[m.Decline].check(game, command)
    wait = game.state.wait
    if isinstance(wait, LandmarkWait) and must_place(game, wait):
        yield refuse(game, Bar.MUST_BE_PLACED, "landmarks")


def leave_out(course: Course, wait: LandmarkWait) -> None:
    """Leave the Landmarks out that are still to be placed."""
    assert wait.seat is not None
    for landmark in wait.landmarks:
        course.say(e.LandmarkPlaced(seat=wait.seat, landmark=landmark, at=None))
    go_on(course)


def recruits(ruleset: Ruleset) -> Collection[KindId]:
    """Return the kinds of units that may come in beside those of the adventure: in a free battle, any."""
    return ruleset.catalogue.kinds.keys() if ruleset.scenario.open else ()


def _may_join(game: Game, unit: UnitId) -> bool:
    """Return whether *unit* may join by being put on the board: in a free battle, where its name is one."""
    is_named = re.fullmatch(r"[a-z0-9_]+-[1-9][0-9]?", unit) is not None
    return is_named and kind_of(unit) in game.ruleset.edition.setting_up.recruits(game.ruleset)


def _camp(unit: UnitId) -> Seat:
    """Return whose *unit* is by its number, as the signs of the Camps on its tag tell."""
    return Seat.SOUTH if int(unit.rpartition("-")[2]) < NORTH_FROM else Seat.NORTH


def check_place(game: Game, command: m.PlaceUnit) -> Checks:
    """Yield why a unit cannot stand there at the start."""
    unit = game.state.units.get(command.unit)
    if unit is None and not _may_join(game, command.unit):
        yield refuse(game, Why.NO_SUCH_UNIT, "components", command.unit, final=True)
        return
    yield from not_now(game, m.SetUpWait, unit=unit)
    if command.at not in game.ruleset.board:
        yield refuse(game, Why.OFF_BOARD, "set_up", command.unit, final=True)
    elif game.state.standing_on(command.at) not in (None, unit):
        yield refuse(game, Why.OCCUPIED, "set_up", command.unit, final=True)
    elif game.ruleset.scenario.open and (ground := ground_at(game, command.at)) and ground.impassable:
        yield refuse(game, Why.IMPASSABLE, "water", command.unit)


def place(course: Course, command: m.PlaceUnit) -> None:
    """Put a unit where it begins.

    One that is new in a free battle, or had been taken off, joins in full strength.
    """
    before = course.state.units.get(command.unit)
    if before is None or before.figures == 0:
        kind = course.ruleset.catalogue.kinds[kind_of(command.unit)]
        seat = _camp(command.unit) if before is None else before.seat
        course.say(m.UnitJoined(unit=command.unit, kind=kind.id, seat=seat, figures=kind.figures))
    course.say(m.UnitPlaced(unit=command.unit, at=command.at))
    course.wait(*course.state.waits)


def check_first(game: Game, command: m.ChooseFirst) -> Checks:
    """Yield why nobody is to say who is first: an adventure does, or who has scouted ahead is."""
    yield from not_now(game, m.SetUpWait)
    if not adventure(game.ruleset).open or arms_of(game.state).scouted:
        yield refuse(game, Why.FIRST_IS_KNOWN, "set_up")


def choose_first(course: Course, command: m.ChooseFirst) -> None:
    """Let a side be first of whom the table says so."""
    course.say(m.FirstPlayerFound(seat=command.seat))
    course.wait(*course.state.waits)


def check_start(game: Game, command: m.StartGame) -> Checks:
    """Yield what the set-up still lacks."""
    yield from not_now(game, m.SetUpWait)
    if command.preset or not all(game.state.army(seat) for seat in game.ruleset.seats):
        yield refuse(game, Why.UNITS_MISSING, "set_up", limit=1)


def start(course: Course, command: m.StartGame) -> None:
    """Deal the hands, in a Lore adventure Lore cards and tokens too; the first player's turn begins.

    Where the pieces came first, councils and Landmarks come before that.
    """
    if goes_on(course):
        return
    deal(course)
    first = course.state.first
    course.say(m.TurnStarted(seat=first, turn=1))
    course.wait(m.CardWait(seat=first))


def deal(course: Course) -> None:
    """Deal the hands, in a Lore adventure Lore cards and tokens too."""
    for seat in course.ruleset.seats:
        _deal(course, seat)


def _deal(course: Course, seat: Seat) -> None:
    """Deal *seat*'s hands: by its council, or as the adventure says."""
    laid, catalogue = adventure(course.ruleset), course.ruleset.catalogue
    cards = laid.hands.get(seat, laid.hand)
    given = table(course.state).councils.get(seat)
    brought = None
    if given is not None:
        own_council = as_council(given)
        if catalogue.of(CommanderLevel):
            cards = councils.command_cards(own_council, catalogue.of(CommanderLevel).values())
        brought = councils.beginnings(own_council, catalogue.of(MasterLevel).values())
    if brought is None:
        course.say(e.HandDealt(seat=seat, cards=cards))
        return
    back = brought.dealt - brought.keep
    course.say(e.HandDealt(seat=seat, cards=cards, lore=brought.keep, back=back))
    gain_lore(course, seat, brought.tokens, Cause.MUSTER)


def set_up_choices(game: Game, wait: m.SetUpWait) -> Iterator[m.Command]:
    """Yield the start, and in a free battle who else may be first; where units stand must be told."""
    for seat in game.ruleset.seats:
        command = m.ChooseFirst(seat=seat)
        check = game.ruleset.edition.handlers[m.ChooseFirst].check
        if seat is not game.state.first and passes(check(game, command)):
            yield command
    if passes(check_start(game, m.StartGame())):
        yield m.StartGame()


def shown(state: State, seat: Seat | None) -> FirstView:
    """Return what *seat*, or a spectator, may see of what this edition keeps: no other's secret council."""
    kept = table(state)
    councils = {each: one for each, one in kept.councils.items() if kept.councils_open or each is seat}
    return FirstView(
        councils=councils,
        councils_open=kept.councils_open,
        due=kept.due,
        stored=kept.stored,
        necks=kept.necks,
        rack=kept.rack,
        markers=kept.markers,
    )


SETTING_UP = SettingUp(
    prepare=prepare, begin=begin, specials=specials, own=own, shown=shown, deals_all=True, recruits=recruits
)
