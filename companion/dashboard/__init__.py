"""The dashboard: the page that the people at the table look at and tap.

It shows what the table says and hands the table what people tap.  It knows no
rule: what is possible stands in the table's view, what is refused comes back
from it in words.
"""

from companion.dashboard.desk import CameraDesk, FitView, SoundDesk, TableDesk
from companion.dashboard.door import Codes, Door, Guest, Role, new_codes
from companion.dashboard.routes import LARGEST_MESSAGE, close_streams, register

__all__ = [
    "LARGEST_MESSAGE",
    "CameraDesk",
    "Codes",
    "Door",
    "FitView",
    "Guest",
    "Role",
    "SoundDesk",
    "TableDesk",
    "close_streams",
    "new_codes",
    "register",
]
