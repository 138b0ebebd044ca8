"""The First Edition as Call to Arms begins it, for two sides.

Texts: Call to Arms.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from rules.first.messages import arms as a
from rules.first.play import setting_up as first_set_up
from rules.first.play.handlers import told
from rules.first.printed.deployment import DeploymentCard, DeploymentSet
from rules.first.printed.pieces import Troop, WeaponCard
from rules.first.table import DeploymentPart, FirstTable, FirstView, ToldGuard, arms_of
from rules.first.variants import scouting
from rules.first.variants.call_to_arms import (
    armies,
    deploying,
    evolve as evolve,
    levies,
    lineups,
    places,
    specialists,
)
from rules.kernel import messages as m
from rules.kernel.catalogue import ConfigError
from rules.kernel.chapters import card_numbers
from rules.kernel.course import Checks, Course
from rules.kernel.edition import Edition, Handler, SettingUp, ToldEntry, Variant, Waiting
from rules.kernel.hexes import Hex
from rules.kernel.printed import Scenario
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.state import State
from rules.kernel.values import KindId, Seat, Section

NAME = "call_to_arms"


def without_units(base: Edition, scenario: Scenario) -> Scenario:
    """Return *scenario* as a map alone: no units stand on it, and only armies come in."""
    return replace(base.setting_up.as_played(scenario), units={}, owners={}, open=False)


def own(base: Edition, ruleset: Ruleset) -> FirstTable:
    """Return what is kept of a game as it begins: no army yet."""
    kept = base.setting_up.own(ruleset)
    assert isinstance(kept, FirstTable)
    return replace(kept, arms=armies.at_first(ruleset))


def prepare(ruleset: Ruleset) -> places.ArmyPlaces:
    """Return where armies are deployed.

    Raises ConfigError for a Deployment card whose troops cannot stand where it says on this board.
    """
    laid_out = places.lay_out(ruleset)
    if not armies.ground_of(ruleset).shifted:  # else nobody knows where they stand by their cards
        for card in ruleset.catalogue.of(DeploymentCard).values():
            _check_places(ruleset, card, laid_out)
    return laid_out


def _check_places(ruleset: Ruleset, card: DeploymentCard, laid_out: places.ArmyPlaces) -> None:
    """Raise ConfigError for a place on *card* that is none."""
    for section, hexes in card.places.items():
        own = laid_out.sections[Seat.SOUTH, section]
        wrong = next((at for at in hexes if at not in own or hexes.count(at) > 1), None)
        if wrong is not None:
            raise ConfigError(
                "deployment_cards.toml",
                card.id,
                "{1} is no hex of the first {2} rows of that section alone, or is named twice, field {3}",
                repr(wrong),
                armies.ground_of(ruleset).rows,
                f"places.{section}",
            )


def begin(ruleset: Ruleset) -> m.Wait:
    """Return what a game waits for first: how the armies come together, or the first cards."""
    return lineups.begin(ruleset, armies.at_first(ruleset))


def shown(base: Edition, state: State, seat: Seat | None) -> FirstView:
    """Return what *seat* may see of what is kept."""
    view = base.setting_up.shown(state, seat)
    assert isinstance(view, FirstView)
    return replace(view, arms=lineups.shown(state, seat))


def check_place(game: Game, command: m.PlaceUnit) -> Checks:
    """Yield why a unit cannot be put there now: of a part of an army, for a Levy, or as in every game."""
    match game.state.wait:
        case a.DeployWait():
            return deploying.check_place(game, command)
        case a.LevyWait():
            return levies.check_replacing(game, command)
        case _:
            return first_set_up.check_place(game, command)


def place(course: Course, command: m.PlaceUnit) -> None:
    """Put a unit on the board."""
    match course.state.wait:
        case a.DeployWait():
            deploying.place(course, command)
        case a.LevyWait():
            levies.replace(course, command)
        case _:
            first_set_up.place(course, command)


def roll(base: Handler, course: Course, command: m.Roll) -> None:
    """Take in the dice: for who scouts ahead, or as the *base* game does."""
    if scouting.is_asked(course.state.wait):
        scouting.take_in(course, command)
        deploying.go_on(course)
    else:
        base.obey(course, command)


def deploy_anew(course: Course, wait: a.DeployWait) -> tuple[a.DeployWait]:
    """Return the wait for what can be deployed after a correction."""
    return (places.deploy_wait(course.game, deploying.asked(course.game)),)


def told_cards(game: Game) -> Iterator[ToldEntry]:
    """Yield what stands on cards that nobody knew: of Guards as deployed, of weapons as given."""
    cards, sets = game.ruleset.catalogue.of(DeploymentCard), game.ruleset.catalogue.of(DeploymentSet)
    for guard in arms_of(game.state).told:
        card = cards.get(places.card_of(game, guard.part))
        if card is not None and (fields := _told_of(game, card, guard)):
            title = f"{sets[card.set].name} {card.number}"
            yield ToldEntry("deployment_cards.toml", card.id, title, fields)
    weapons = game.ruleset.catalogue.of(WeaponCard)
    for name, hexes in arms_of(game.state).reaches.items():
        yield ToldEntry("weapons.toml", name, weapons[name].name, {"range": hexes})


def _told_of(game: Game, card: DeploymentCard, guard: ToldGuard) -> dict[str, Any]:
    """Return the fields of *card* that *guard* tells: its troops, and where they stand in that section.

    Other troops than the card is known to have tell nothing.
    """
    troops = card.troops or guard.kinds
    if sorted(troops) != sorted(guard.kinds):
        return {}
    fields: dict[str, Any] = {} if card.troops else {"troops": list(troops)}
    if guard.part.part is DeploymentPart.SCOUT:
        return fields
    section = Section(guard.part.part)
    if section not in card.places and _stands_by_the_card(game, guard):
        lie = dict(zip(places.own_way(game, guard.part.seat, guard.places), guard.kinds, strict=True))
        mine = [_taken(lie, troop) for troop in troops]
        known = {each.value: list(at) for each, at in card.places.items()}
        fields["places"] = {**known, section.value: mine}
    return fields


def _taken(lie: dict[Hex, KindId], troop: str) -> Hex:
    """Return where the first of *troop* stands, and take it off *lie*."""
    at = next(at for at, kind in lie.items() if kind == troop)
    del lie[at]
    return at


def _stands_by_the_card(game: Game, guard: ToldGuard) -> bool:
    """Return whether all units of *guard* stand where the card says: none had to leave impassable ground.

    The ground is asked for as it is, and as the map gave it before anybody changed it.  Of Guards that
    are shifted nobody can tell.
    """
    if armies.ground_of(game.ruleset).shifted:
        return False
    section = places.hexes_of(game, guard.part)
    as_given = Game(game.ruleset, replace(game.state, terrain=game.ruleset.scenario.terrain))
    is_open = not any(places.is_impassable(each, at) for each in (game, as_given) for at in section)
    return is_open and set(guard.places) <= set(section)


def _setting_up(base: Edition) -> SettingUp:
    return base.setting_up._replace(
        prepare=prepare,
        begin=begin,
        own=partial(own, base),
        shown=partial(shown, base),
        as_played=partial(without_units, base),
        recruits=recruits,
        due=specialists.due,
        adds_figures=True,
    )


def recruits(ruleset: Ruleset) -> tuple[KindId, ...]:
    """Return the kinds of units that armies are made of: troops, and no Creatures."""
    return tuple(KindId(troop) for troop in ruleset.catalogue.of(Troop))


def call_to_arms(base: Edition) -> Edition:
    """Return *base* with armies that come together from cards."""
    return replace(
        base,
        printed=base.printed._replace(told=told_cards),
        setting_up=_setting_up(base),
        handlers={
            **base.handlers,
            a.ChooseMode: Handler(lineups.check_mode, lineups.choose_mode),
            a.ChooseSets: Handler(lineups.check_sets, lineups.choose_sets),
            a.LayLineup: Handler(lineups.check_lineup, lineups.lay_lineup, is_own=True),
            m.PlaceUnit: Handler(check_place, place),
            a.PlaceLevy: Handler(levies.check_levy, levies.place_levy),
            a.LoseUnit: Handler(deploying.check_lost, deploying.lose),
            a.FinishDeployment: Handler(deploying.check_finish, deploying.finish),
            a.ChooseSpecialist: Handler(specialists.check_choice, specialists.choose),
            a.UseSpecialist: Handler(specialists.check_use, specialists.use),
            a.TellReach: Handler(specialists.check_reach, specialists.tell_reach),
            m.Roll: base.handlers[m.Roll]._replace(obey=partial(roll, base.handlers[m.Roll])),
        },
        waits={
            **base.waits,
            a.ModeWait: Waiting(lineups.modes),
            a.SetsWait: Waiting(lineups.set_choices),
            a.LineupWait: Waiting(lineups.lineup_choices),
            a.DeployWait: Waiting(deploying.deploy_choices, anew=deploy_anew),
            a.LevyWait: Waiting(levies.choices),
            a.SpecialistWait: Waiting(specialists.choices, told(specialists.decline)),
            a.SpecialistDeedWait: Waiting(specialists.deeds),
            a.ReachWait: Waiting(specialists.reaches, card_numbers.decline),
        },
    )


CALL_TO_ARMS = Variant(NAME, call_to_arms)
