"""How a demonstration of the First Edition answers its own waits: so that much of what there is occurs."""

from collections.abc import Iterator
from random import Random

from companion.demo.editions.demo_edition import DemoEdition
from rules.first.messages import ChooseCouncil, PlaceLandmark, RetreatTo
from rules.first.messages.epic import RackCardWait, RackWait, RepeatWait
from rules.first.messages.waits import (
    CouncilWait,
    HitsWait,
    LandmarkWait,
    PowerWait,
    ReactWait,
    RetreatWait,
)
from rules.first.printed.lore import LoreMasterCard
from rules.kernel.chapters.lore import playable
from rules.kernel.decide import options
from rules.kernel.game import Game
from rules.kernel.messages import Command, Decline, PlayLoreCard
from rules.kernel.values import Seat

STANDS, REACTS = 0.6, 0.5
"""How often a unit that may stand does, and a seat that can react."""


def _any(random: Random, game: Game, wait: object) -> tuple[Command, ...]:
    return (random.choice(options(game)),)


def _choose_council(random: Random, game: Game, wait: CouncilWait) -> tuple[Command, ...]:
    seat = wait.missing[0]
    offered = [each for each in options(game) if isinstance(each, ChooseCouncil) and each.seat is seat]
    return (random.choice(offered),)


def _place_landmark(random: Random, game: Game, wait: LandmarkWait) -> tuple[Command, ...]:
    places = [each for each in options(game) if isinstance(each, PlaceLandmark)]
    return (random.choice(places) if places else Decline(),)


def _react(random: Random, game: Game, wait: ReactWait) -> tuple[Command, ...]:
    assert wait.seat is not None
    cards = list(_reactions(game, wait.seat))
    return (random.choice(cards) if cards and random.random() < REACTS else Decline(),)


def _reactions(game: Game, seat: Seat) -> Iterator[PlayLoreCard]:
    """Yield the Reaction cards that *seat* might play now; what no verb tells, the table does."""
    known = game.ruleset.catalogue.of(LoreMasterCard)
    for card in playable(game, seat):
        if known[card].reaction and known[card].windows:
            yield PlayLoreCard(seat=seat, card=card)


def _retreat(random: Random, game: Game, wait: RetreatWait) -> tuple[Command, ...]:
    at = game.state.units[wait.unit].at
    ways = [each for each in options(game) if isinstance(each, RetreatTo)]
    stays = [each for each in ways if each.to == at]
    goes = [each for each in ways if each.to != at]
    chosen = stays if stays and (not goes or random.random() < STANDS) else goes
    return (random.choice(chosen),)


def _is_retreat_shown(before: Game, command: RetreatTo, after: Game) -> bool:
    """Return whether the unit has gone somewhere, lives, and could have come there in no other way."""
    wait = before.state.wait
    assert isinstance(wait, RetreatWait)
    at, there = before.state.units[wait.unit].at, after.state.units[wait.unit].at
    return at != there == command.to and [way.to for way in wait.ways].count(command.to) == 1


FIRST_DEMO = DemoEdition(
    answers={
        CouncilWait: _choose_council,
        LandmarkWait: _place_landmark,
        HitsWait: _any,
        PowerWait: _any,
        RackCardWait: _any,
        RackWait: _any,
        RepeatWait: _any,
        ReactWait: _react,
        RetreatWait: _retreat,
    },
    shown={RetreatTo: _is_retreat_shown},
)
