"""Feudal Levy tokens: put down for units of which there are no figures, replaced by troops that there are.

Texts: Call to Arms, Organized Mode, Deploy Your Guards, Call the Reserve.
"""

from collections.abc import Iterator

from rules.first.faces import BLUE, GREEN, RED
from rules.first.messages.arms import (
    DeployWait,
    FinishDeployment,
    LevyPlaced,
    LevyReplaced,
    LevyWait,
    PlaceLevy,
)
from rules.first.play.saying import refuse
from rules.first.table import ArmyMode, arms_of
from rules.first.variants.call_to_arms import deploying, places
from rules.first.variants.call_to_arms.reasons import Undeployable
from rules.kernel import messages as m
from rules.kernel.course import Checks, Course, passes
from rules.kernel.ruleset import Game
from rules.kernel.turn import not_now
from rules.kernel.values import Why

RULE = "levies"
BANNERS = (GREEN, BLUE, RED)
"""The banners' colours, the lowest rank first."""
TOKENS = 2
"""So many Levy tokens of each colour a side has."""


def check_levy(game: Game, command: PlaceLevy) -> Checks:
    """Yield why no Levy token of that colour is put there."""
    yield from not_now(game, DeployWait)
    wait, arms = game.state.wait, arms_of(game.state)
    if not isinstance(wait, DeployWait):
        return
    if command.at not in game.ruleset.board:
        yield refuse(game, Why.OFF_BOARD, RULE, final=True)
        return
    if command.banner not in BANNERS:
        yield refuse(game, Why.NO_SUCH_FACE, RULE, final=True)  # banners' colours are faces of the dice
        return
    if command.at in arms.levies or game.state.standing_on(command.at) is not None:
        yield refuse(game, Why.OCCUPIED, RULE, final=True)
    if arms.mode is not ArmyMode.ORGANIZED or not places.is_guard(wait.part):
        yield refuse(game, Undeployable.NO_LEVIES, RULE)
    used = sum(token.seat is wait.seat and token.banner == command.banner for token in arms.levies.values())
    if used >= TOKENS:
        yield refuse(game, Undeployable.NO_TOKEN_LEFT, RULE, limit=TOKENS)
    yield from deploying.check_hex(game, command.at)
    if not _is_due(game, command):
        yield refuse(game, Undeployable.NO_SUCH_BANNER, RULE)


def _is_due(game: Game, command: PlaceLevy) -> bool:
    """Return whether a unit of that banner is due there, or nobody knows what stands on the card."""
    part = deploying.asked(game)
    if places.known_card(game, part) is None:
        return True
    return any(
        places.banner_of(game, each.kind) in (command.banner, None)
        and command.at in places.spots_for(game, part, each)
        for each in places.due(game, part)
    )


def place_levy(course: Course, command: PlaceLevy) -> None:
    """Put a Levy token down in the place of a unit of which there are no figures."""
    part = deploying.asked(course.game)
    course.say(LevyPlaced(seat=part.seat, part=part.part, banner=command.banner, at=command.at))
    deploying.wait_again(course)


def check_replacing(game: Game, command: m.PlaceUnit) -> Checks:
    """Yield why *command*'s unit cannot take the place of a Levy token."""
    wait, unit = game.state.wait, game.state.units.get(command.unit)
    assert isinstance(wait, LevyWait)
    card = deploying.troop(game, command.unit)
    if card is None:
        yield refuse(game, Why.NO_SUCH_UNIT, "components", command.unit, final=True)
        return
    if command.at not in game.ruleset.board:
        yield refuse(game, Why.OFF_BOARD, RULE, command.unit, final=True)
        return
    other = game.state.standing_on(command.at)
    is_anothers = command.at in arms_of(game.state).levies and command.at not in wait.hexes
    if is_anothers or (other is not None and other is not unit):
        yield refuse(game, Why.OCCUPIED, RULE, command.unit, final=True)
        return
    if command.at not in wait.hexes:
        why = Undeployable.DEPLOYED_ALREADY if unit is not None else Undeployable.NO_TOKEN_THERE
        yield refuse(game, why, RULE, command.unit, final=False)
        return
    if unit is not None and unit.at is not None:
        yield refuse(game, Undeployable.DEPLOYED_ALREADY, RULE, command.unit)
    token = arms_of(game.state).levies[command.at]
    if card.banner in BANNERS and BANNERS.index(card.banner) > BANNERS.index(token.banner):
        yield refuse(game, Undeployable.HIGHER_BANNER, RULE, command.unit)


def replace(course: Course, command: m.PlaceUnit) -> None:
    """Put a unit in the place of a Levy token; after the last one the deployment goes on."""
    wait = course.state.wait
    assert isinstance(wait, LevyWait) and wait.seat is not None
    token = arms_of(course.state).levies.get(command.at)
    if token is not None:
        replaced = LevyReplaced(seat=wait.seat, banner=token.banner, at=command.at, unit=command.unit)
        course.say(replaced)
    deploying.join(course, command.unit, wait.seat, command.at)
    left = deploying.levy_wait(course.game, wait.seat)
    if left is None:
        deploying.end(course, places.levies_of(wait.seat))
        deploying.go_on(course)
    else:
        course.wait(left)


def choices(game: Game, wait: LevyWait) -> Iterator[FinishDeployment]:
    """Yield that no other token is replaced; which troops there are must be told."""
    if passes(deploying.check_finish(game, FinishDeployment())):
        yield FinishDeployment()
