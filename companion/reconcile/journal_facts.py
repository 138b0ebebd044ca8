"""What the journal tells of how things came to be as they are.  Knows no camera and no screen."""

from itertools import islice, takewhile

from companion.journal.journal import CAMERA, GameAt, Journal
from companion.reconcile.moment import RollEntered
from rules.kernel.hexes import Hex
from rules.kernel.messages import Entry, PlaceBanner, RemoveTerrain, Roll, Rolled, TerrainRemoved, TurnStarted

FAR_BACK = 12
"""How many entries back the board of an earlier moment is looked for."""


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


def recent_moments(journal: Journal) -> list[GameAt]:
    """Return the moments that a hand can bring back, of this turn and since the last roll."""
    newest_first = (one.entry for one in islice(reversed(journal.played), FAR_BACK))
    count = sum(1 for _ in takewhile(_can_be_taken_back, newest_first))
    return list(islice(journal.moments(), 1, 1 + count))


def _can_be_taken_back(entry: Entry) -> bool:
    return not any(isinstance(event, Rolled | TurnStarted) for event in entry.events)
