"""What lies on a simulated table: tags, trays, figures and dice, each put there by a call.

Everything is laid a little askew, as hands do it, and alike for the same seed and the same calls.
Knows no camera and no picture of the table.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.kernel.hexes import Hex
from vision.board.plan import BoardPlan, TagBook, tag_modules
from vision.simulate.objects import DIE_MM, square, tag_card, turned
from vision.simulate.scenery import Colour, Picture, Points
from vision.simulate.tray_cards import tray_card

USUAL_TAG_MM = 25.0
TAG_PLACE = (0.0, -11.0)
MOST_ASKEW = 0.2  # radians
MOST_BESIDE_MM = 1.0  # a figure stands from the middle of its spot, each way

COLOURS: Mapping[str, Colour] = {
    "blue": (150, 72, 38),
    "red": (44, 38, 150),
    "grey": (140, 138, 134),
    "tan": (104, 146, 178),
}


class LaidTag(NamedTuple):
    """A tag, or a tray with tags, and where figures stand on it."""

    hex: Hex
    at_mm: Points
    corners_mm: Points
    card: Picture
    lift_mm: Points
    spots_mm: Points = np.empty((0, 2))
    stand_mm: Points = np.empty((0, 2))


class Fallen(NamedTuple):
    """A figure that has fallen: its middle from that of the tag, (2,) mm, and its head's way, radians."""

    beside_mm: Points
    way: float


class Die(NamedTuple):
    """A die in the tray: its upper face, its centre (mm), its turn (radians), the faces on its sides."""

    face: str
    at_mm: tuple[float, float]
    turn: float
    sides: tuple[str, ...]


class Tabletop(ABC):
    """What lies on a table of *plan*, whose tags *book* lists; the faces of its dice are *die_faces*.

    A tag's corners curl by up to *curl_mm*.
    """

    def __init__(
        self, plan: BoardPlan, book: TagBook, *, seed: int, die_faces: Sequence[str], curl_mm: float
    ) -> None:
        self.plan, self.book = plan, book
        self._rng = np.random.default_rng([seed, 0])
        self._parts = {piece: (payload, part) for part in book.parts for payload, piece in part.tags.items()}
        self._die_faces, self._curl_mm = die_faces, curl_mm
        self._tags: dict[str, LaidTag] = {}
        self._figures: dict[str, tuple[int, Colour]] = {}
        self._touched: set[str] = set()
        self._fallen: dict[str, Fallen] = {}
        self._dice: list[Die] = []

    @abstractmethod
    def _changed(self, piece: str | None) -> None:
        """Take notice that *piece*, or the dice where that is None, lie otherwise."""

    def place(self, piece: str, at: Hex) -> None:
        """Lay *piece*'s tag, with its figures, in hex *at*, a little askew.

        Raises LookupError for a piece that the book does not list.
        """
        if piece not in self._parts:
            raise LookupError(f"no tag of the book is {piece!r}")
        rng = self._rng
        payload, part = self._parts[piece]
        centre = np.array(self.plan.centre_mm(at)) + TAG_PLACE + rng.uniform(-3.5, 3.5, 2)
        turn = float(rng.uniform(-np.pi, np.pi))
        modules = tag_modules(payload, part.layout)
        self.lay(piece, modules, centre, turn=turn, size_mm=part.size_mm or USUAL_TAG_MM)

    def lay(
        self, name: str, modules: NDArray[np.bool_], at_mm: Points, *, turn: float, size_mm: float
    ) -> None:
        """Lay any tag of *modules* (n, n) down, its middle at *at_mm* (2,), and call it *name*."""
        centre = np.asarray(at_mm, np.float64)
        corners = turned(square(size_mm), turn) + centre
        lift = np.zeros(4)
        if self._curl_mm > 0:
            lift[int(self._rng.integers(4))] = self._rng.uniform(0, self._curl_mm)
        nearest = self.plan.place((float(centre[0]), float(centre[1]))).nearest
        self._tags[name] = LaidTag(nearest, centre, corners, tag_card(modules), lift)
        self._changed(name)

    def place_tray(self, piece: str, at: Hex) -> None:
        """Lay *piece*'s tray in hex *at*, a little askew, with a figure on each of its spots.

        Raises LookupError for a piece that has no tray in the book.
        """
        payload, part = self._parts[piece]
        if part.spots is None or payload not in part.spots.figures:
            raise LookupError(f"the book lists no spots of a tray of {piece!r}")
        tag_mm, rng = part.size_mm or USUAL_TAG_MM, self._rng
        modules = tag_modules(payload, part.layout)
        tray = tray_card(payload, modules, part.spots, tag_mm=tag_mm, hex_mm=self.plan.hex_width_mm)
        centre = np.array(self.plan.centre_mm(at)) + rng.uniform(-2.5, 2.5, 2)
        turn = float(rng.integers(6) * np.pi / 3 + rng.uniform(-MOST_ASKEW, MOST_ASKEW))
        spots = turned(tray.spots_mm, turn) + centre
        corners = turned(square(tray.side_mm), turn) + centre
        stand = spots + rng.uniform(-MOST_BESIDE_MM, MOST_BESIDE_MM, spots.shape)
        self._tags[piece] = LaidTag(at, centre, corners, tray.card, np.zeros(4), spots, stand)
        self._changed(piece)

    def stand(self, piece: str, spots: Sequence[int]) -> None:
        """Let figures stand only on those *spots* (from 0) of *piece*'s tray."""
        tag, rng = self._tags[piece], self._rng
        stand = tag.spots_mm[list(spots)]
        stand = stand + rng.uniform(-MOST_BESIDE_MM, MOST_BESIDE_MM, stand.shape)
        self._tags[piece] = tag._replace(stand_mm=stand)
        self._changed(piece)

    def remove(self, piece: str) -> None:
        """Take *piece* off the table."""
        del self._tags[piece]
        self._fallen.pop(piece, None)
        self._changed(piece)

    def figures(self, piece: str, count: int, colour: str | Colour = "blue") -> None:
        """Let *count* figures (0 to 4) stand beside *piece*'s tag, wherever it lies."""
        self._figures[piece] = (count, COLOURS[colour] if isinstance(colour, str) else colour)
        self._changed(piece)

    def touch(self, piece: str) -> None:
        """Let *piece*'s figures stand against its tag, wherever it lies."""
        self._touched.add(piece)
        self._changed(piece)

    def fall(self, piece: str, beside_mm: tuple[float, float] = (0.0, 0.0), way: float = 0.0) -> None:
        """Let one more figure lie *beside_mm* of the middle of *piece*'s tag, its head to *way* (radians)."""
        self._fallen[piece] = Fallen(np.array(beside_mm), way)
        self._changed(piece)

    def set_upright(self, piece: str) -> None:
        """Take the figure that has fallen on *piece*'s tag away."""
        del self._fallen[piece]
        self._changed(piece)

    def roll(self, faces: Sequence[str]) -> None:
        """Throw dice into the tray in place of those that lie there; *faces* come up."""
        tray = self.plan.tray
        assert tray is not None, "this plan has no dice tray"
        low = tray.corners_mm[0] + 26
        high = tray.corners_mm[2] - 26
        self._dice = []
        for face in faces:
            others = [each for each in self._die_faces if each != face]
            sides = tuple(self._rng.permutation(others)[:4].tolist())
            at = self._free_spot(low, high)
            self._dice.append(Die(face, at, float(self._rng.uniform(0, 2 * np.pi)), sides))
        self._changed(None)

    def lay_dice(self, dice: Sequence[Die]) -> None:
        """Let just these *dice* lie there."""
        self._dice = list(dice)
        self._changed(None)

    def _free_spot(self, low: Points, high: Points) -> tuple[float, float]:
        """Return a place between *low* and *high*, both (2,) mm, that no die holds."""
        apart = 1.6 * DIE_MM
        while True:
            x, y = self._rng.uniform(low, high).tolist()
            if all(np.hypot(x - die.at_mm[0], y - die.at_mm[1]) >= apart for die in self._dice):
                return x, y
            apart *= 0.995

    def clear_tray(self) -> None:
        """Take all dice out of the tray."""
        self._dice = []
        self._changed(None)

    @property
    def pieces(self) -> dict[str, Hex]:
        """Return where every piece lies."""
        return {piece: tag.hex for piece, tag in self._tags.items()}

    @property
    def dice(self) -> tuple[Die, ...]:
        """Return the dice in the tray."""
        return tuple(self._dice)

    def tag_corners_mm(self, piece: str) -> Points:
        """Return the corners of *piece*'s tag, (4, 2) mm: its own top left, then clockwise."""
        return self._tags[piece].corners_mm
