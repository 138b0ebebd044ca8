"""What a command that is played means for what the camera has seen."""

from companion.reconcile.reconciler import Reconciler
from rules.kernel.messages import (
    Command,
    CorrectUnit,
    Overrule,
    PlaceTerrain,
    PlaceUnit,
    RemoveBanner,
    RemoveTerrain,
    Roll,
)


def take_word(reconciler: Reconciler, command: Command, *, by_hand: bool) -> None:
    """Use up the dice of a roll; and what people say by hand counts more than the camera's reading."""
    match command:
        case Roll(faces=faces):
            reconciler.witness.use_up_roll(typed=faces if by_hand else ())
        case CorrectUnit(unit=unit) | PlaceUnit(unit=unit) if by_hand:
            reconciler.witness.disbelieve([unit])
            reconciler.figures.disbelieve([unit])
        case RemoveBanner(at=at) if by_hand:
            reconciler.witness.disbelieve_banners([at])
        case PlaceTerrain(at=at) | RemoveTerrain(at=at) if by_hand:
            reconciler.tiles.disbelieve([at])
        case Overrule(command=inner):
            take_word(reconciler, inner, by_hand=by_hand)
