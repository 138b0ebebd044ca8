"""What the dashboard needs from the rest of the companion, and nothing more."""

from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from companion.table.result import Fallen
from companion.table.view_structs import HeardNow, ScenarioView, TableView
from rules.kernel.messages import AnyCommand, Refusal
from rules.kernel.values import Seat

Point = tuple[float, float]


class Receipt(Protocol):
    """What the table answers: the entry's number, or why not and the sentence that says so."""

    @property
    def seq(self) -> int | None:
        """Return the number of the new entry, or None where nothing was done."""

    @property
    def refusal(self) -> Refusal | None:
        """Return why the rules refuse."""

    @property
    def sentence(self) -> str | None:
        """Return what to tell the player."""

    @property
    def conflict(self) -> str | None:
        """Return the sentence where the log had grown past what the sender had seen."""

    @property
    def fallen(self) -> Fallen | None:
        """Return the entry because of which a correction of the past was not made."""

    @property
    def told(self) -> str | None:
        """Return what a correction of the past has changed, in words."""


class Subscription(Protocol):
    """Hears of every change of the table."""

    def get(self, timeout: float) -> int | None:
        """Return the newest view's number, or None when nothing changed within *timeout* seconds."""

    def call(self, wake: Callable[[], object]) -> None:
        """Have *wake* called at every change from now on, and at the end; it must not wait."""

    @property
    def newest(self) -> int:
        """Return the newest view's number."""

    def close(self) -> None:
        """Hear no more."""


class TableDesk(Protocol):
    """The table, as far as a tablet may reach it."""

    def submit(
        self, command: AnyCommand, *, by: str, seen: int | None = None, seat: Seat | None = None
    ) -> Receipt:
        """Have *command* judged by what *seat* may know, and stored, unless *seen* is not the newest."""

    def undo(self, *, to: int, by: str, seen: int | None = None) -> Receipt:
        """Take back everything after entry *to*, unless another entry than *seen* is the newest."""

    def redo(self, *, by: str, seen: int | None = None) -> Receipt:
        """Do again what was taken back last, unless another entry than *seen* is the newest."""

    def correct(
        self,
        seq: int,
        command: AnyCommand | None,
        *,
        by: str,
        seen: int | None = None,
        keep: bool = False,
        seat: Seat | None = None,
    ) -> Receipt:
        """Make entry *seq* *command* (None: nothing) and play what came after it again, if it holds."""

    def answer(self, choice: int, *, by: str, text: str | None = None, key: str | None = None) -> Receipt:
        """Answer the open question, if it has that *text* and *key*."""

    def done(self, errand: int, *, by: str) -> Receipt:
        """Say that an errand is done."""

    def notify(self, text: str) -> None:
        """Have every screen show *text*, and the voice say it."""

    def snapshot(self, seat: Seat | None) -> dict[str, Any]:
        """Return what *seat* (None: everybody) may see, ready for JSON."""

    def view(self, seat: Seat | None) -> TableView:
        """Return what a screen of *seat* (None: everybody) is shown now."""

    @property
    def scenario(self) -> ScenarioView:
        """Return what a screen is shown that never changes."""

    def subscribe(self) -> Subscription:
        """Return a subscription to the view's number."""


class FitView(msgspec.Struct, frozen=True, kw_only=True):
    """Where the grid lies on the camera's still, in its pixels.

    *board* are the board's own corners from the north-west clockwise, None while the board
    is not found; then the grid's *corners* are only a proposal.  *corners* are the centres
    of the four corner hexes: first and last hex of the top row, last and first hex of the
    bottom row.  *tray* is two opposite corners.
    """

    width: int
    height: int
    corners: tuple[Point, Point, Point, Point]
    tray: tuple[Point, Point] | None = None
    board: tuple[Point, Point, Point, Point] | None = None


class CameraDesk(Protocol):
    """The camera, as far as a tablet may reach it."""

    def still(self) -> bytes | None:
        """Return the newest picture with its overlay as JPEG, or None."""

    def fit_view(self) -> FitView | None:
        """Return where the grid lies on the still, or None where no picture is there."""

    def fit(
        self, *, corners: tuple[Point, Point, Point, Point], tray: tuple[Point, Point] | None
    ) -> str | None:
        """Lay the grid anew and keep it; return a sentence where that cannot be done."""

    def pin(self, *, corners: tuple[Point, Point, Point, Point]) -> str | None:
        """Take the board to lie between its tapped *corners*; return a sentence where that cannot be done."""


class HearingDesk(Protocol):
    """What is heard at the table, told to each screen when it changes."""

    @property
    def number(self) -> int:
        """Return a number that grows with every change."""

    def told(self) -> HeardNow:
        """Return who speaks and what has been said last."""


class SoundDesk(Protocol):
    """The spoken sentences as sound."""

    def sound(self, number: int) -> bytes | None:
        """Return sentence *number* as a WAV file, or None where it is gone."""
