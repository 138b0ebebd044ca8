"""What the dashboard needs of camera, voice and whoever lays games out: there may be none of them."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from companion.preparation.game_changes import Act
from companion.table.view_structs import HeardNow, ShownGameChanges
from rules.kernel.translatable import Message

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

Point = tuple[float, float]


class FitView(msgspec.Struct, frozen=True, kw_only=True):
    """Where the grid lies on the camera's still, in its pixels.

    *board* are the board's own corners from the north-west clockwise, None while the board
    is not found; then the grid's *corners* are only a proposal.  *corners* are the centres
    of the four corner hexes: first and last hex of the top row, last and first hex of the
    bottom row.  *tray* is two opposite corners.  A second camera may look at the board as well; *second_said*
    is what keeps it from that, "" where nothing does.
    """

    width: int
    height: int
    corners: tuple[Point, Point, Point, Point]
    tray: tuple[Point, Point] | None = None
    board: tuple[Point, Point, Point, Point] | None = None
    has_second: bool = False
    second_said: str = ""


class BesideState(msgspec.Struct, frozen=True, kw_only=True):
    """How a camera beside the first does: whether it *sees* what it watches, or in *text* why not."""

    name: str
    sees: bool
    text: str


class CameraPort(Protocol):
    """The camera, as far as a tablet may reach it."""

    def beside(self) -> list[BesideState]:
        """Return how each camera beside it does."""

    def still(self, *, of_second: bool = False) -> bytes | None:
        """Return the newest picture with its overlay as JPEG, or that *of* the *second* camera, or None."""

    def fit_view(self) -> FitView | None:
        """Return where the grid lies on the still, or None where no picture is there."""

    def fit(
        self, *, corners: tuple[Point, Point, Point, Point], tray: tuple[Point, Point] | None
    ) -> str | None:
        """Lay the grid anew and keep it; return a sentence where that cannot be done."""

    def pin(self, *, corners: tuple[Point, Point, Point, Point]) -> str | None:
        """Take the board to lie between its tapped *corners*; return a sentence where that cannot be done."""


class SpeakersPort(Protocol):
    """What is heard at the table, told to each screen when it changes."""

    @property
    def number(self) -> int:
        """Return a number that grows with every change."""

    def told(self) -> HeardNow:
        """Return who speaks and what has been said last."""


class ChangesPort(Protocol):
    """Which game the table is asked to have instead, told to each screen when it changes."""

    @property
    def number(self) -> int:
        """Return a number that grows with every change."""

    def told(self) -> ShownGameChanges:
        """Return what is asked, and what was changed last."""

    def propose(self, act: Act, text: Message, *, by: str, who: str, asked: Sequence[frozenset[str]]) -> bool:
        """Have *act* done unless one of the sides *asked* says no; False while something else is asked."""


class SpeechPort(Protocol):
    """The spoken sentences as sound."""

    def sound(self, number: int) -> bytes | None:
        """Return sentence *number* as a WAV file, or None where it is gone."""


class ServedApp(Protocol):
    """What answers: a Flask app, or who knows which one does now."""

    @property
    def extensions(self) -> dict[str, Any]:
        """Return what the app has beside its pages."""

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse", /) -> Iterable[bytes]:
        """Answer a request."""
