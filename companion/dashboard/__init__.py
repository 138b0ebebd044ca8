"""The dashboard: the page that the people at the table look at and tap.

It shows what the table says and hands the table what people tap.  It knows no
rule: what is possible stands in the table's view, what is refused comes back
from it in words.
"""

from companion.dashboard.desk import CameraDesk, FitView, HearingDesk, SoundDesk, TableDesk
from companion.dashboard.door import Codes, Door, Guest, Role, new_codes
from companion.dashboard.gate import device_of
from companion.dashboard.routes import LARGEST_MESSAGE, close_streams, register
from companion.dashboard.stream import HAND_OVER, STALLED_SECONDS, Stream

__all__ = [
    "HAND_OVER",
    "LARGEST_MESSAGE",
    "STALLED_SECONDS",
    "CameraDesk",
    "Codes",
    "Door",
    "FitView",
    "Guest",
    "HearingDesk",
    "Role",
    "SoundDesk",
    "Stream",
    "TableDesk",
    "close_streams",
    "device_of",
    "new_codes",
    "register",
]
