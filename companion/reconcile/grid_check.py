"""Whether the fitted grid lies beside the printed one: then a whole layout stands right, but shifted.

Units of one kind may have changed places.  Knows no camera.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.journal.journal import CAMERA, GameAt, Journal
from companion.reconcile.referee import Unexplained, explain
from companion.reconcile.sightings.unit_sightings import UnitSightings
from rules.kernel.catalogue import kind_of
from rules.kernel.game import Game
from rules.kernel.hexes import Hex
from rules.kernel.messages import PlaceUnit
from rules.kernel.values import Step, UnitId
from vision.board.plan import BoardPlan
from vision.sightings import Observation, Point, Sighting

Points = NDArray[np.float64]

LEAST_UNITS = 4
"""Fewer may stand beside their hexes for many reasons."""

MOST = 0.7  # share of the units seen that must fit a shift
NEAR = 0.25  # hexes from where a unit should stand, to stand there
SMALL = 0.3  # hexes that a tag may lie off one way and no grid does
ROW = 3**0.5 / 2  # hexes from one row to the next
LEAST_OFF, MOST_OFF = 0.35, 3.0  # hexes by which a grid may lie off and it is worth a word


class GridOff(NamedTuple):
    """Moved by *shift_mm* (east, north), the grid has *right* of the *seen* units where they should stand.

    Where they are too few to say so, it is not sure.
    """

    shift_mm: Point
    right: int
    seen: int

    @property
    def is_sure(self) -> bool:
        """Return whether enough units are seen."""
        return self.right >= LEAST_UNITS


LayGrid = Callable[[Point], int]
"""Lays the grid so far (mm) elsewhere, and returns the last picture that was read by the former one."""


class GridDoubt:
    """What is not believed of the places that are seen, as long as the grid may lie *off*."""

    key = ("grid",)
    """What tells the question about the grid from others."""

    def __init__(self, witness: UnitSightings) -> None:
        self.off: GridOff | None = None
        self._witness, self._moved_at = witness, -1
        self._lay: LayGrid | None = None

    def hear(self, off: GridOff | None, lay: LayGrid) -> None:
        """Take in whether the grid lies *off*; *lay* lays it elsewhere."""
        self.off, self._lay = off, lay

    def move(self, shift_mm: Point) -> None:
        """Lay the grid elsewhere: until the next look nothing is known of places.  Raises InputError."""
        if self._lay is not None:
            self._moved_at = self._lay(shift_mm)
            self.off = self._witness.last = None

    def is_stale(self, observation: Observation) -> bool:
        """Return whether *observation* was made by a grid that has been laid elsewhere since."""
        return observation.frame <= self._moved_at

    def holds(self, game: Game, seen: Mapping[UnitId, Hex], past: Sequence[GameAt]) -> bool:
        """Return whether nothing that is *seen* of places is to be booked.

        In the midst of a game so many units may have been moved, if the rules explain it.
        """
        if self.off is None or game.state.step is Step.SET_UP:
            return self.off is not None
        return self.off.is_sure and isinstance(explain(game, seen, past=past), Unexplained)


def homes_of(journal: Journal) -> dict[UnitId, Hex]:
    """Return where units should stand; one that only the camera has put up, where the scenario has it."""
    game = journal.game
    places = {name: at for name, unit in game.state.units.items() if (at := unit.at) is not None}
    if game.state.step is not Step.SET_UP:
        return places
    placed = dict[UnitId, str]()
    for entry in journal.holding(PlaceUnit):
        if isinstance(entry.command, PlaceUnit):
            placed[entry.command.unit] = entry.by
    scenario = game.ruleset.scenario.units
    return {name: scenario.get(name, at) if placed.get(name) == CAMERA else at for name, at in places.items()}


def grid_off(plan: BoardPlan, sightings: Iterable[Sighting], homes: Mapping[UnitId, Hex]) -> GridOff | None:
    """Return by how much *plan*'s grid lies off, where units of *homes* in *sightings* tell; else None."""
    spots = {UnitId(one.piece): one for one in sightings if one.piece in homes}
    if not spots:
        return None
    at = np.array([one.at_mm for one in spots.values()])
    centres = np.array([plan.centre_mm(home) for home in homes.values()])
    alike = np.array([[kind_of(unit) == kind_of(home) for home in homes] for unit in spots])
    offs = (at[:, None] - centres[None])[alike]  # (n, 2), of each unit from each place of its kind
    lengths = np.hypot(*offs.T) / plan.hex_width_mm
    shifts = offs[(lengths >= LEAST_OFF) & (lengths <= MOST_OFF)]
    counts = [int(_fitting(at - shift, centres, alike, plan).sum()) for shift in shifts]
    booked = {(kind_of(unit), home) for unit, home in homes.items()}
    right_now = sum((kind_of(unit), one.hex) in booked for unit, one in spots.items())
    if not counts or max(counts) < max(MOST * len(at), right_now + 1):
        return None
    best = shifts[np.array(counts) == max(counts)]
    near = np.hypot(*(best - best[0]).T) < NEAR * plan.hex_width_mm
    east, north = _likely(best[near].mean(axis=0) / plan.hex_width_mm)
    return GridOff((east * plan.hex_width_mm, north * plan.hex_width_mm), max(counts), len(at))


def _likely(off: Points) -> Point:
    """Return how far a grid lies off (hexes) where units lie *off* (2,): tags lie a little off by themselves.

    Most likely it is whole hexes; else only one way, where it is much more that way.
    """
    steps = range(-4, 5)
    whole = np.array([(i + j / 2, j * ROW) for i in steps for j in steps if (i, j) != (0, 0)])
    far = np.hypot(*(whole - off).T)
    likely = whole[far.argmin()] if far.min() < NEAR else np.where(np.abs(off) < SMALL, 0.0, off)
    return float(likely[0]), float(likely[1])


def _fitting(at: Points, centres: Points, alike: NDArray[np.bool_], plan: BoardPlan) -> NDArray[np.bool_]:
    """Return which of the units *at* (n, 2) stand near a place of their kind, of *centres* (m, 2)."""
    far = np.hypot(*np.moveaxis(at[:, None] - centres[None], -1, 0)) / plan.hex_width_mm
    return np.asarray(((far < NEAR) & alike).any(axis=1), np.bool_)
