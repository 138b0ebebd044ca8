"""How the armies of Call to Arms are chosen: the mode, the sets of cards, Guards and Reserve laid in secret.

Texts: Call to Arms, Select an Order of Battle.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations

from rules.first.messages.arms import (
    ChooseMode,
    ChooseSets,
    LayLineup,
    LineupLaid,
    LineupWait,
    ModeChosen,
    ModeWait,
    SetsChosen,
    SetsWait,
)
from rules.first.play.saying import refuse
from rules.first.printed.deployment import DeploymentCard, DeploymentSet, cards_of
from rules.first.table import ArmsView, ArmyMode, ArmyPart, CallToArms, DeploymentPart, Lineup, arms_of
from rules.first.variants.call_to_arms import deploying
from rules.first.variants.call_to_arms.armies import GUARDS, in_order, is_shared, parts_of
from rules.first.variants.call_to_arms.reasons import Undeployable
from rules.kernel import messages as m
from rules.kernel.course import Checks, Course, passes
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.state import State
from rules.kernel.turn import not_now
from rules.kernel.values import Seat, Section, Why

RULE = "call_to_arms"
SETS = {None: 1, ArmyMode.IMPROMPTU: 1, ArmyMode.ORGANIZED: 2}
"""How many sets of Deployment cards a side takes; one also where there is but one way."""


def begin(ruleset: Ruleset, arms: CallToArms) -> m.Wait:
    """Return what a game waits for first: how the armies come together, or the first set of an ally's."""
    return _sets_wait(ruleset, arms, in_order(ruleset, arms)[0]) if is_shared(ruleset) else ModeWait()


def check_mode(game: Game, command: ChooseMode) -> Checks:
    """Yield why the armies do not come together so."""
    yield from not_now(game, ModeWait)
    if (command.owner is None) != (command.mode is ArmyMode.IMPROMPTU):
        yield refuse(game, Why.NOT_AN_OPTION, RULE)


def choose_mode(course: Course, command: ChooseMode) -> None:
    """Keep how the armies come together; then each side takes its sets of cards."""
    course.say(ModeChosen(mode=command.mode, owner=command.owner))
    _go_on(course)


def modes(game: Game, wait: ModeWait) -> Iterator[ChooseMode]:
    """Yield both modes: of the longer one whose the cards are, who chooses first."""
    yield ChooseMode(mode=ArmyMode.IMPROMPTU)
    for seat in game.ruleset.seats:
        yield ChooseMode(mode=ArmyMode.ORGANIZED, owner=seat)


def _go_on(course: Course) -> None:
    """Wait for the next side's sets, then for both sides' cards; then the Guards are deployed."""
    ruleset, arms = course.ruleset, arms_of(course.state)
    seat = next((each for each in in_order(ruleset, arms) if each not in arms.sets), None)
    missing = tuple(each for each in ruleset.seats if each not in arms.lineups)
    if seat is not None:
        course.wait(_sets_wait(ruleset, arms, seat))
    elif missing:
        course.wait(LineupWait(missing=missing))
    else:
        deploying.go_on(course)


def _sets_wait(ruleset: Ruleset, arms: CallToArms, seat: Seat) -> SetsWait:
    """Return the wait for *seat*'s sets: those of its own Camp, or of all, that the others have left."""
    own = ruleset.scenario.factions[seat]
    taken = {held for sets in arms.sets.values() for held in sets}
    sets = ruleset.catalogue.of(DeploymentSet).values()
    fit = (each for each in sets if arms.mode is ArmyMode.ORGANIZED or each.faction == own)
    return SetsWait(
        seat=seat, count=SETS[arms.mode], sets=tuple(each.id for each in fit if each.id not in taken)
    )


def check_sets(game: Game, command: ChooseSets) -> Checks:
    """Yield why *seat* cannot take those sets: it is not to choose, or they are not there for it."""
    yield from not_now(game, SetsWait)
    wait = game.state.wait
    if not isinstance(wait, SetsWait):
        return
    if command.seat is not wait.seat:
        yield refuse(game, Why.NOT_NOW, RULE, final=True)
        return
    for held in command.sets:
        if held not in game.ruleset.catalogue.of(DeploymentSet):
            yield refuse(game, Why.NO_SUCH_CARD, RULE, final=True)
            return
    if not set(command.sets) <= set(wait.sets):
        yield refuse(game, Undeployable.SET_NOT_THERE, RULE)
    if len(set(command.sets)) != wait.count or len(command.sets) != wait.count:
        yield refuse(game, Undeployable.WRONG_NUMBER_OF_SETS, RULE, limit=wait.count)


def choose_sets(course: Course, command: ChooseSets) -> None:
    """Keep which sets a side draws from."""
    course.say(SetsChosen(seat=command.seat, sets=command.sets))
    _go_on(course)


def set_choices(game: Game, wait: SetsWait) -> Iterator[ChooseSets]:
    """Yield every choice of sets."""
    assert wait.seat is not None
    for sets in combinations(wait.sets, wait.count):
        yield ChooseSets(seat=wait.seat, sets=sets)


def _lineup(command: LayLineup) -> Lineup:
    return Lineup(guards=command.guards, reserve=command.reserve, scout=command.scout)


def check_lineup(game: Game, command: LayLineup) -> Checks:
    """Yield what is wrong with a side's cards.  They may be laid anew until all sides' lie."""
    yield from not_now(game, LineupWait)
    parts, cards = parts_of(game.ruleset), _lineup(command).parts()
    if cards.keys() != {*parts}:
        yield refuse(game, Why.IMPOSSIBLE_NUMBER, RULE, limit=len(parts), final=True)
        return
    laid = tuple(cards.values())
    if not set(laid) <= game.ruleset.catalogue.of(DeploymentCard).keys():
        yield refuse(game, Why.NO_SUCH_CARD, RULE, final=True)
        return
    sets = arms_of(game.state).sets.get(command.seat, ())
    drawn = {card for held in sets for card in cards_of(game.ruleset.catalogue, held)}
    if not set(laid) <= drawn:
        yield refuse(game, Undeployable.NO_DRAWN_CARD, RULE)
    if len(set(laid)) < len(laid):
        yield refuse(game, Undeployable.CARD_LAID_TWICE, RULE)


def lay_lineup(course: Course, command: LayLineup) -> None:
    """Keep a side's cards face down; once all lie, what they bring is deployed."""
    course.say(LineupLaid(seat=command.seat, lineup=_lineup(command)))
    _go_on(course)


def lineup_choices(game: Game, wait: LineupWait) -> Iterator[LayLineup]:
    """Yield neighbouring cards of each set, in one order; others must be told."""
    parts = parts_of(game.ruleset)
    for seat in wait.missing:
        for held in arms_of(game.state).sets.get(seat, ()):
            cards = cards_of(game.ruleset.catalogue, held)
            for start in range(len(cards)):
                command = _laid(seat, dict(zip(parts, (cards * 2)[start:], strict=False)))
                if passes(check_lineup(game, command)):
                    yield command


def _laid(seat: Seat, cards: Mapping[DeploymentPart, str]) -> LayLineup:
    """Return the command that lays *cards* for their parts, as far as there is one for each."""
    guards = {Section(part): cards[part] for part in GUARDS if part in cards}
    return LayLineup(
        seat=seat,
        guards=guards,
        reserve=cards.get(DeploymentPart.RESERVE),
        scout=cards.get(DeploymentPart.SCOUT),
    )


def shown(state: State, seat: Seat | None) -> ArmsView:
    """Return what *seat* may see of how armies come together: no card of the other's that lies face down."""
    arms = arms_of(state)
    return ArmsView(
        mode=arms.mode,
        sets=arms.sets,
        laid=tuple(each for each in Seat if each in arms.lineups),
        cards={each: _open_cards(arms, each, whole=each is seat) for each in arms.lineups},
        levies=arms.levies,
        specialists=arms.specialists,
    )


def _open_cards(arms: CallToArms, seat: Seat, *, whole: bool) -> dict[DeploymentPart, str]:
    """Return the cards of *seat*'s parts that are open, or the *whole* lineup."""
    return {
        part: card
        for part, card in arms.lineups[seat].parts().items()
        if whole
        or ArmyPart(seat=seat, part=part) in arms.revealed
        or (arms.guards_open and part is not DeploymentPart.RESERVE)
    }
