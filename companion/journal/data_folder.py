"""What lies in the data folder beside the games, looked over when a table is opened.

Whoever uses such a file goes on without it where it is damaged; here people are told.
"""

from pathlib import Path

import msgspec

from companion.input.safe_parsing import UNREADABLE, measured, read_bytes
from companion.journal.campaigns import Campaigns
from companion.journal.game_labels import LABELS
from companion.journal.jsonl import StoreError
from companion.journal.notices import Notices
from rules.kernel.translatable import Message
from vision.errors import InputError

CAMERAS = "cameras.json"
START = "start.json"

_COSTS = {
    CAMERAS: Message(
        "where you tapped the board's corners is forgotten: tap them again on the camera's page."
    ),
    LABELS: Message("what you called your games, who played and which were deleted is forgotten."),
    START: Message("what you had settled on the page Get ready is asked again."),
}


def look_over(data: Path, board: Notices) -> None:
    """Have *board* tell which files in *data* cannot be read, and what that costs."""
    for name, cost in _COSTS.items():
        if (data / name).exists() and not _is_json(data / name):
            board.post(name, Message("{1} is damaged: {2}", data / name, cost))
    campaigns = Campaigns(data)
    for name in campaigns.names():
        try:
            campaigns.read(name)
        except (InputError, StoreError) as trouble:
            board.post(f"campaign-{name}", Message("A campaign cannot be read. {1}.", trouble))


def _is_json(path: Path) -> bool:
    try:
        msgspec.json.decode(measured(read_bytes(path)))
    except (OSError, *UNREADABLE):
        return False
    return True
