"""Specialist cards: who chooses which, and what of their effects is known.

Texts: Call to Arms, Call the Specialists, Notes, Specific Card Effects.  What else a card does, the table
does by hand.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from rules.first.messages.arms import (
    ChooseSpecialist,
    FinishDeployment,
    ReachTold,
    ReachWait,
    SpecialistChosen,
    SpecialistDeedWait,
    SpecialistPassed,
    SpecialistUsed,
    SpecialistWait,
    TellReach,
    UseSpecialist,
)
from rules.first.play import setting_up
from rules.first.play.asking import council, given_weapon, is_lore, profile
from rules.first.play.saying import refuse
from rules.first.printed.deployment import SpecialistCard, SpecialistUse
from rules.first.printed.pieces import Troop
from rules.first.printed.variants import FirstVariant
from rules.first.table import ArmyPart, DeploymentPart, FirstTable, arms_of
from rules.first.variants.call_to_arms import places
from rules.first.variants.call_to_arms.armies import parts_of
from rules.first.variants.call_to_arms.reasons import Undeployable
from rules.kernel import messages as m
from rules.kernel.chapters.card_numbers import MOST_TOLD
from rules.kernel.course import Checks, Course, passes
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.state import Unit
from rules.kernel.turn import not_now
from rules.kernel.values import Seat, Why

RULE, DEEDS_RULE = "specialists", "specialist_cards"
MOST_FIGURES = 2
UPGRADED_WEAPON, UPGRADED_RACE = "common_bow", "human"
DEEDS = frozenset(SpecialistUse) - {SpecialistUse.GROUND, SpecialistUse.THIRD_UNIT}
"""What is done unit by unit; terrain is laid, and a unit deployed, as always."""
OF_THE_RESERVE = frozenset((SpecialistUse.THIRD_UNIT, SpecialistUse.RESERVE_UNITS))


def due(ruleset: Ruleset, kept: FirstTable) -> SpecialistWait | None:
    """Return the wait for the next choice of a Specialist that nobody has, None where none is due."""
    arms = kept.arms
    if arms is None or not arms.choosing:
        return None
    taken = {card for cards in arms.specialists.values() for card in cards}
    left = tuple(card for card in ruleset.catalogue.of(SpecialistCard) if card not in taken)
    return SpecialistWait(seat=arms.choosing[0], cards=left)


def check_choice(game: Game, command: ChooseSpecialist) -> Checks:
    """Yield why that Specialist card cannot be chosen."""
    yield from not_now(game, SpecialistWait)
    card = game.ruleset.catalogue.of(SpecialistCard).get(command.card)
    if card is None:
        yield refuse(game, Why.NO_SUCH_CARD, RULE, final=True)
        return
    wait = game.state.wait
    if isinstance(wait, SpecialistWait) and command.card not in wait.cards:
        yield refuse(game, Undeployable.SPECIALIST_TAKEN, RULE)
    if card.use in OF_THE_RESERVE and DeploymentPart.RESERVE not in parts_of(game.ruleset):
        yield refuse(game, Undeployable.NO_RESERVE, "allied_arms")
    if card.lore_only and not _is_for_lore_marks(game):
        yield refuse(game, Undeployable.LORE_ADVENTURES_ONLY, RULE)


def _is_for_lore_marks(game: Game) -> bool:
    """Return whether cards with the Lore mark are for this game: in Lore adventures, but no Medieval ones."""
    variants = game.ruleset.catalogue.of(FirstVariant)
    is_barred = any(variants[name].bars_lore_marks for name in game.ruleset.edition.played)
    return is_lore(game.ruleset) and not is_barred


def choose(course: Course, command: ChooseSpecialist) -> None:
    """Play a Specialist card; what is known of its effect is asked for."""
    seat = course.state.wait.seat
    assert seat is not None
    card = course.ruleset.catalogue.of(SpecialistCard)[command.card]
    course.say(SpecialistChosen(seat=seat, card=card.id))
    reserve = ArmyPart(seat=seat, part=DeploymentPart.RESERVE)
    if card.use is SpecialistUse.THIRD_UNIT and _can_bring_one(course.game, reserve):
        course.wait(places.deploy_wait(course.game, reserve))
    elif card.use in DEEDS and _helps(course.game, seat, card):
        course.wait(SpecialistDeedWait(seat=seat, card=card.id))
    else:
        setting_up.go_on(course)


def _can_bring_one(game: Game, reserve: ArmyPart) -> bool:
    """Return whether a further unit of *reserve* may be there, and finds room."""
    if reserve.part not in parts_of(game.ruleset):
        return False
    return bool(places.room(game, reserve)) and places.most_of(game, reserve) != 0


def _helps(game: Game, seat: Seat, card: SpecialistCard) -> bool:
    """Return whether *seat* has what *card* asks for: a Lore Master of its class, where it bears a mark."""
    return card.master is None or card.master in council(game, seat).masters


def choices(game: Game, wait: SpecialistWait) -> Iterator[m.Command]:
    """Yield every card that can be chosen, and to choose none."""
    for card in wait.cards:
        if passes(check_choice(game, ChooseSpecialist(card=card))):
            yield ChooseSpecialist(card=card)
    yield m.Decline()


def decline(course: Course, wait: SpecialistWait) -> None:
    """Let a side choose no further card."""
    assert wait.seat is not None
    course.say(SpecialistPassed(seat=wait.seat))
    setting_up.go_on(course)


def check_use(game: Game, command: UseSpecialist) -> Checks:
    """Yield why the Specialist card that is played cannot be used so."""
    yield from not_now(game, SpecialistDeedWait)
    wait, unit = game.state.wait, game.state.units.get(command.unit)
    if not isinstance(wait, SpecialistDeedWait):
        return
    if unit is None or unit.at is None:
        yield refuse(game, Why.NO_SUCH_UNIT, RULE, command.unit, final=True)
        return
    if unit.seat is not wait.seat:
        yield refuse(game, Why.NOT_YOUR_UNIT, RULE, unit)
    yield from _check_values(game, unit, command)
    use = game.ruleset.catalogue.of(SpecialistCard)[wait.card].use
    if (command.at is not None, command.figures != 0) != (
        use is SpecialistUse.MOVES,
        use is SpecialistUse.FIGURES,
    ):
        yield refuse(game, Why.NOT_AN_OPTION, RULE, unit)
        return
    if use is SpecialistUse.MOVES:
        yield from _check_move(game, wait, command)
    elif use is SpecialistUse.FIGURES:
        yield from _check_figures(game, wait, command)
    elif not _is_fit(game, unit, use):
        yield refuse(game, Undeployable.NOT_FOR_THAT_UNIT, DEEDS_RULE, unit)


def _check_values(game: Game, unit: Unit, command: UseSpecialist) -> Checks:
    """Yield that no card is used so: off the board, on another unit, to take figures or bring heaps."""
    if command.figures < 0:
        yield refuse(game, Why.IMPOSSIBLE_NUMBER, RULE, command.unit, limit=0, final=True)
    most = max(0, game.ruleset.most_figures(game.kind(unit)) - unit.figures)
    if command.figures > most:
        yield refuse(game, Why.IMPOSSIBLE_NUMBER, RULE, command.unit, limit=most, final=True)
    if command.at is None:
        return
    if command.at not in game.ruleset.board:
        yield refuse(game, Why.OFF_BOARD, RULE, command.unit, final=True)
    elif game.state.standing_on(command.at) is not None:
        yield refuse(game, Why.OCCUPIED, RULE, command.unit, final=True)


def _check_move(game: Game, wait: SpecialistDeedWait, command: UseSpecialist) -> Checks:
    """Yield why the unit cannot go there: each move is another unit's."""
    if command.unit in wait.units:
        yield refuse(game, Undeployable.ANOTHER_UNIT, DEEDS_RULE, command.unit)
    assert command.at is not None
    if command.at in game.ruleset.board and places.is_impassable(game, command.at):
        yield refuse(game, Why.IMPASSABLE, "water", command.unit)


def _check_figures(game: Game, wait: SpecialistDeedWait, command: UseSpecialist) -> Checks:
    """Yield that there are too many figures, or none."""
    if command.figures < 1:
        yield refuse(game, Why.IMPOSSIBLE_NUMBER, RULE, command.unit, limit=1, final=True)
    if wait.figures + command.figures > MOST_FIGURES:
        yield refuse(game, Undeployable.TOO_MANY_FIGURES, DEEDS_RULE, command.unit, limit=MOST_FIGURES)


def _is_fit(game: Game, unit: Unit, use: SpecialistUse | None) -> bool:
    """Return whether a card of that *use* is for *unit*."""
    troop = game.ruleset.catalogue.of(Troop).get(unit.kind)
    if use is SpecialistUse.BOW:
        who = profile(game, unit)
        return who.weapon is not None and (who.weapon.id, who.race) == (UPGRADED_WEAPON, UPGRADED_RACE)
    if use is SpecialistUse.RESERVE_UNITS:
        of = arms_of(game.state).deployed.get(unit.id)
        return of is not None and of.part is DeploymentPart.RESERVE
    return troop is not None


def use(course: Course, command: UseSpecialist) -> None:
    """Do what is known of a Specialist card."""
    wait = course.state.wait
    assert isinstance(wait, SpecialistDeedWait) and wait.seat is not None
    weapon = course.ruleset.catalogue.of(SpecialistCard)[wait.card].weapon
    course.say(
        SpecialistUsed(
            seat=wait.seat,
            card=wait.card,
            unit=command.unit,
            at=command.at,
            figures=command.figures,
            weapon=weapon,
        )
    )
    figures = wait.figures + command.figures
    used = replace(wait, units=(*wait.units, command.unit), figures=figures)
    course.wait(used, *_reach_asked(course.game, wait.seat, weapon))


def _reach_asked(game: Game, seat: Seat, weapon: str | None) -> tuple[ReachWait, ...]:
    """Return the question how far a *weapon* reaches that *seat* has just given; none where that is known."""
    if weapon is None or given_weapon(game, weapon).range is not None:
        return ()
    return (ReachWait(seat=seat, weapon=weapon),)


def check_reach(game: Game, command: TellReach) -> Checks:
    """Yield what cannot be true of a weapon's card."""
    yield from not_now(game, ReachWait)
    if not 1 <= command.hexes <= MOST_TOLD:
        yield refuse(game, Why.IMPOSSIBLE_NUMBER, DEEDS_RULE, limit=MOST_TOLD, final=True)


def tell_reach(course: Course, command: TellReach) -> None:
    """Keep how far the weapon reaches, for every unit that is given one in this game."""
    wait = course.state.wait
    assert isinstance(wait, ReachWait)
    course.say(ReachTold(weapon=wait.weapon, hexes=command.hexes))
    course.wait(*course.state.waits[:-1])


def reaches(game: Game, wait: ReachWait) -> Iterator[TellReach]:
    """Yield every answer to how far a weapon reaches."""
    return (TellReach(hexes=hexes) for hexes in range(1, MOST_TOLD + 1))


def deeds(game: Game, wait: SpecialistDeedWait) -> Iterator[m.Command]:
    """Yield for whom the card can be used, on any hex where it moves units; and the end of it.

    How far they may move only the card says.
    """
    assert wait.seat is not None
    use = game.ruleset.catalogue.of(SpecialistCard)[wait.card].use
    for unit in game.state.army(wait.seat):
        told = [UseSpecialist(unit=unit.id)]
        if use is SpecialistUse.FIGURES:
            told = [UseSpecialist(unit=unit.id, figures=count) for count in range(1, MOST_FIGURES + 1)]
        elif use is SpecialistUse.MOVES:
            told = [UseSpecialist(unit=unit.id, at=at) for at in game.ruleset.board.hexes]
        yield from (command for command in told if passes(check_use(game, command)))
    yield FinishDeployment()
