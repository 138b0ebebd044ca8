"""What the journal tells of how things came to be as they are.  Knows no camera and no screen."""

from companion.journal.journal import CAMERA, Journal
from companion.reconcile.moment import RollEntered
from rules.kernel.hexes import Hex
from rules.kernel.messages import PlaceBanner, RemoveTerrain, Roll, TerrainRemoved


def taken_from(journal: Journal) -> frozenset[Hex]:
    """Return from which hexes terrain has been taken in this game, not counting tiles seen moved."""
    entries = journal.holding(TerrainRemoved)
    told = [one for one in entries if one.by != CAMERA or not isinstance(one.command, RemoveTerrain)]
    events = [event for entry in told for event in entry.events]
    return frozenset(event.at for event in events if isinstance(event, TerrainRemoved))


def laid_by_camera(journal: Journal) -> frozenset[Hex]:
    """Return where the camera saw banners laid down, those that people have taken away included."""
    commands = [one.command for one in journal.holding(PlaceBanner) if one.by == CAMERA]
    return frozenset(command.at for command in commands if isinstance(command, PlaceBanner))


def newest_roll(journal: Journal) -> RollEntered | None:
    """Return the newest roll that counts, None before the first."""
    for entry in journal.holding(Roll)[-1:]:
        if isinstance(entry.command, Roll):
            back = journal.before(entry.seq)
            return RollEntered(seq=entry.seq, undo_to=back, faces=entry.command.faces)
    return None
