"""How the armies of Call to Arms are chosen: the mode, the sets of cards, Guards and Reserve laid in secret.

Texts: Call to Arms, Select an Order of Battle.
"""

from collections.abc import Iterator
from itertools import combinations

from rules.first.messages.arms import (
    ChooseMode,
    ChooseSets,
    GuardsRevealed,
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
from rules.first.variants.call_to_arms.reasons import Undeployable
from rules.kernel.course import Checks, Course, passes
from rules.kernel.ruleset import Game
from rules.kernel.state import State
from rules.kernel.turn import not_now
from rules.kernel.values import Seat, Section, Why

RULE = "call_to_arms"
SETS = {ArmyMode.IMPROMPTU: 1, ArmyMode.ORGANIZED: 2}
"""How many sets of Deployment cards a side takes."""
DRAWN = len(Section) + 1


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
    game = course.game
    arms, seats = arms_of(game.state), deploying.in_order(game)
    seat = next((each for each in seats if each not in arms.sets), None)
    missing = tuple(each for each in game.ruleset.seats if each not in arms.lineups)
    if seat is not None:
        assert arms.mode is not None
        course.wait(SetsWait(seat=seat, count=SETS[arms.mode], sets=_sets_for(game, seat)))
    elif missing:
        course.wait(LineupWait(missing=missing))
    else:
        if arms.mode is ArmyMode.IMPROMPTU:
            course.say(GuardsRevealed())
        deploying.go_on(course)


def _sets_for(game: Game, seat: Seat) -> tuple[str, ...]:
    """Return what *seat* may take: its own Camp's sets, or whatever the other has left of all."""
    arms, own = arms_of(game.state), game.ruleset.scenario.factions[seat]
    taken = {held for sets in arms.sets.values() for held in sets}
    sets = game.ruleset.catalogue.of(DeploymentSet).values()
    if arms.mode is ArmyMode.IMPROMPTU:
        return tuple(each.id for each in sets if each.faction == own)
    return tuple(each.id for each in sets if each.id not in taken)


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


def check_lineup(game: Game, command: LayLineup) -> Checks:
    """Yield what is wrong with Guards and Reserve.  They may be laid anew until both sides' lie."""
    yield from not_now(game, LineupWait)
    if set(command.guards) != set(Section):
        yield refuse(game, Why.IMPOSSIBLE_NUMBER, RULE, limit=DRAWN, final=True)
        return
    laid = (*command.guards.values(), command.reserve)
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
    """Keep a side's cards face down; once both lie, Guards are revealed and deployed."""
    lineup = Lineup(guards=command.guards, reserve=command.reserve)
    course.say(LineupLaid(seat=command.seat, lineup=lineup))
    _go_on(course)


def lineup_choices(game: Game, wait: LineupWait) -> Iterator[LayLineup]:
    """Yield neighbouring cards of each set, in one order; others must be told."""
    for seat in wait.missing:
        for held in arms_of(game.state).sets.get(seat, ()):
            cards = cards_of(game.ruleset.catalogue, held)
            for start in range(len(cards)):
                left, center, right, reserve = ((cards * 2)[start : start + DRAWN] + cards)[:DRAWN]
                guards = {Section.LEFT: left, Section.CENTER: center, Section.RIGHT: right}
                command = LayLineup(seat=seat, guards=guards, reserve=reserve)
                if passes(check_lineup(game, command)):
                    yield command


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
