"""What pictures tell of the First Edition's own waits.

A retreat is seen whole, by its end.  That a unit stands is never seen: it stood there before.
"""

from collections.abc import Collection, Iterator

from companion.reconcile.editions.edition_sight import Commands, EditionSight
from companion.reconcile.sightings.terrain_tags import named
from companion.words.editions.first_names import landmark
from companion.words.wording import Wording
from rules.first.messages import PlaceLandmark, RetreatTo
from rules.first.messages.arms import DeployWait, LevyWait, SpecialistDeedWait, UseSpecialist
from rules.first.messages.epic import FillRack, PlayRackCard, RackCardWait, RackWait
from rules.first.messages.waits import CouncilWait, FlagsWait, LandmarkWait, ReactWait, RetreatWait
from rules.first.play.asking import landmarks_on
from rules.first.play.retreating import check_end, flag_choices, ignoring
from rules.first.printed.pieces import LandmarkCard
from rules.first.table import table
from rules.kernel.catalogue import Catalogue
from rules.kernel.game import Game
from rules.kernel.hexes import Hex
from rules.kernel.messages import PlayCard, Refusal
from rules.kernel.printed import Terrain
from rules.kernel.values import TerrainId, UnitId


def _retreats(game: Game, wait: RetreatWait, to: Hex) -> Iterator[Commands]:
    """Yield every number of flags that the unit may have ignored to end on *to*."""
    for way in wait.ways:
        if way.to == to:
            yield (RetreatTo(to=to, ignoring=wait.flags - way.counted),)


def _ignoring(game: Game, wait: FlagsWait, to: Hex) -> Iterator[Commands]:
    """Yield every number of flags that the unit may have ignored to be led to *to*, or to go its only way."""
    for command in flag_choices(game, wait):
        ways = ignoring(wait, command.flags)
        if any(way.to == to for way in ways):
            led = (RetreatTo(to=to, ignoring=command.flags),) if len(ways) > 1 else ()
            yield (command, *led)


def _why_not_back(game: Game, wait: RetreatWait | FlagsWait, to: Hex) -> Refusal | None:
    return next(check_end(game, wait, RetreatTo(to=to)), None)


def _infiltrate(unit: UnitId, to: Hex) -> UseSpecialist:
    return UseSpecialist(unit=unit, at=to)


def landmark_grounds(catalogue: Catalogue) -> dict[str, Terrain]:
    """Return the terrain that each Landmark is; none in other editions."""
    return {
        name: catalogue.terrain[TerrainId(card.ground)]
        for name, card in catalogue.of(LandmarkCard).items()
        if card.ground is not None
    }


def landmark_names(game: Game, words: Wording) -> dict[Hex, str]:
    """Return what the Landmarks that lie on the board are called, by their hexes."""
    return {at: landmark(words, card.id) for at, card in landmarks_on(game).items()}


def landmark_sites(game: Game) -> dict[Hex, str]:
    """Return which Landmarks lie on the board, by their hexes; none in other editions."""
    return {at: card.id for at, card in landmarks_on(game).items()}


def _landmark(
    game: Game, wait: LandmarkWait | CouncilWait, at: Hex, pieces: Collection[str]
) -> Commands | None:
    """Return that a Landmark is placed where its tag lies and it is due; until then it waits."""
    grounds = landmark_grounds(game.ruleset.catalogue)
    for name, owner in (named(piece, grounds) for piece in pieces):
        if name is None or owner is None:
            continue
        if isinstance(wait, LandmarkWait) and owner is wait.seat and name in wait.landmarks:
            return (PlaceLandmark(seat=owner, landmark=name, at=at),)
        if isinstance(wait, CouncilWait) or name in table(game.state).due.get(owner, ()):
            return ()
    return None


FIRST_SIGHT = EditionSight(
    answers={RetreatWait: _retreats, FlagsWait: _ignoring},
    going={RetreatWait: _why_not_back, FlagsWait: _why_not_back},
    asked_first={RetreatWait: FlagsWait},
    passed=(ReactWait,),
    laid={CouncilWait: _landmark, LandmarkWait: _landmark},
    placing=(DeployWait, LevyWait),
    cards={RackCardWait: (PlayRackCard, PlayCard), RackWait: (FillRack,)},
    moving={SpecialistDeedWait: _infiltrate},
)
