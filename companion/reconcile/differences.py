"""Where table and journal disagree, hex by hex, in words, and what makes the journal follow the camera.

Knows no thread and no picture; which of its offers is taken, people say.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from companion.journal.journal import GameAt
from companion.reconcile.editions.edition_sight import Commands
from companion.reconcile.hints import tr_of
from companion.reconcile.questions import ChoiceAction
from companion.reconcile.referee import (
    Difference,
    Explained,
    GoneOn,
    TakenBack,
    differences,
    explain,
    why_not,
    without,
)
from companion.reconcile.sightings.figure_sightings import FiguresGone
from companion.reconcile.sightings.marker_sightings import MarkerSeen
from companion.reconcile.sightings.unit_sightings import UnitSightings
from companion.words.announcer import refusal_text
from companion.words.names import Language, wording_of
from rules.kernel.game import Game
from rules.kernel.hexes import Hex
from rules.kernel.messages import CorrectUnit
from rules.kernel.state import Unit
from rules.kernel.values import UnitId


class HexSighting(StrEnum):
    """What the camera sees in a hex.

    STRANGE: the tag of something that is in no army of this game.  FIGURES: of a unit there more have
    gone than by the journal.  MARKER: a unit's marker that it does not have by the journal.
    """

    UNIT = "unit"
    NOTHING = "nothing"
    DOUBTFUL = "doubtful"
    STRANGE = "strange"
    FIGURES = "figures"
    MARKER = "marker"


class DifferenceOffer(StrEnum):
    """What can be done about a disagreement."""

    PUT_BACK = "put_back"
    FOLLOW = "follow"
    IGNORE = "ignore"


class Disagreement(msgspec.Struct, frozen=True, kw_only=True):
    """In *hex* the camera *sees* something else than the journal *expect* of *unit* there.

    *expected* is where the journal has *unit* (None: nowhere).  Where the unit is *astray*, people
    are told at once; else it may well stand right and only not be read.  *since* is in seconds
    since 1970, *is_sent*: there is an errand to put it back already.
    """

    id: str
    hex: Hex
    unit: UnitId | None
    expected: Hex | None
    sees: HexSighting
    text: str
    reason: str = ""
    offers: tuple[DifferenceOffer, ...] = ()
    since: float = 0.0
    is_sent: bool = False

    @property
    def is_astray(self) -> bool:
        """Return whether a unit of the game is seen where it should not be."""
        return self.sees is HexSighting.UNIT

    @property
    def stands(self) -> Hex | None:
        """Return where the camera sees *unit*, None for nowhere."""
        return None if self.hex == self.expected else self.hex

    @property
    def told(self) -> str:
        """Return what the voice says."""
        return f"{self.text}. {self.reason}." if self.reason else f"{self.text}."


def disagreements(
    game: Game,
    witness: UnitSightings,
    wrong: Iterable[Difference],
    *,
    language: Language | None,
    has_reasons: bool,
) -> tuple[Disagreement, ...]:
    """Return where *witness* sees otherwise than *game* says: first the units that are *wrong*, then doubts.

    *has_reasons*: nothing legal explains what is seen, so say why each is refused.
    """
    say = _DifferenceWords(game, language)
    found = [say.astray(one, has_reason=has_reasons) for one in wrong]
    if not witness.reads_units(game):
        return tuple(found)
    doubtful = witness.doubtful()
    missing = witness.unseen(game)
    found += [say.missing(unit, at, is_doubtful=at in doubtful) for unit, at in missing.items()]
    found += [say.strange(piece, at) for piece, at in witness.strangers(game).items()]
    known = {one.hex for one in found} | {at for unit in game.state.units.values() if (at := unit.at)}
    found += [say.unreadable(at) for at in sorted(doubtful - known)]
    return tuple(found)


def unbooked(
    found: Iterable[FiguresGone | MarkerSeen], game: Game, language: Language | None
) -> list[Disagreement]:
    """Return what was *found* of units that stand where they should and *game* does not say."""
    say = _DifferenceWords(game, language)
    return [say.figures(one) if isinstance(one, FiguresGone) else say.marker(one) for one in found]


def as_found(game: Game, found: Iterable[FiguresGone | MarkerSeen]) -> list[Unit]:
    """Return the units of *game* that were *found* otherwise, as the table has them."""
    units: dict[UnitId, Unit] = {}
    for one in found:
        name = one.unit.id
        units[name] = one.on(units.get(name) or game.state.units[name])
    return [*units.values()]


class _DifferenceWords:
    """Puts disagreements into words."""

    def __init__(self, game: Game, language: Language | None) -> None:
        self._game, self._language = game, language
        self._tr = tr_of(language)
        self._words = wording_of(game, language, spoken=False)
        self._name = self._words.unit

    def astray(self, one: Difference, *, has_reason: bool) -> Disagreement:
        game, unit = self._game, self._game.state.units.get(one.unit)
        refusal = why_not(game, one) if has_reason else None
        can_follow = unit is not None and unit.figures > 0
        return Disagreement(
            id=f"{HexSighting.UNIT}:{one.unit}:{one.seen}",
            hex=one.seen,
            unit=one.unit,
            expected=one.expected,
            sees=HexSighting.UNIT,
            text=self._astray(one, is_in_play=can_follow),
            reason="" if refusal is None else refusal_text(refusal, game, self._language),
            offers=(DifferenceOffer.PUT_BACK, DifferenceOffer.FOLLOW, DifferenceOffer.IGNORE)
            if can_follow
            else _WITHOUT_FOLLOWING,
        )

    def _astray(self, one: Difference, *, is_in_play: bool) -> str:
        name, at = self._name(one.unit), one.seen
        if one.unit not in self._game.state.units:
            return self._tr("{1} stands in {2} but is in no army", name, at)
        if one.expected is not None:
            return self._tr("{1} stands in {2}, expected in {3}", name, at, one.expected)
        if is_in_play:
            return self._tr("{1} stands in {2} and has no place yet", name, at)
        return self._tr("{1} is out of the game but stands in {2}", name, at)

    def missing(self, unit: UnitId, at: Hex, *, is_doubtful: bool) -> Disagreement:
        name, tr = self._name(unit), self._tr
        return Disagreement(
            id=f"{HexSighting.NOTHING}:{unit}:{at}",
            hex=at,
            unit=unit,
            expected=at,
            sees=HexSighting.DOUBTFUL if is_doubtful else HexSighting.NOTHING,
            text=tr("What stands in {2} cannot be read; it should be {1}", name, at)
            if is_doubtful
            else tr("{1} should stand in {2}, its tag is not seen", name, at),
            offers=_WITHOUT_FOLLOWING if is_doubtful else tuple(DifferenceOffer),
        )

    def strange(self, piece: UnitId, at: Hex) -> Disagreement:
        text = self._tr("The tag of {1} lies in {2}, which is not in this game", self._name(piece), at)
        return Disagreement(
            id=f"{HexSighting.STRANGE}:{piece}:{at}",
            hex=at,
            unit=piece,
            expected=None,
            sees=HexSighting.STRANGE,
            text=text,
            offers=_WITHOUT_FOLLOWING,
        )

    def figures(self, one: FiguresGone) -> Disagreement:
        unit, at = one.unit, one.unit.at
        assert at is not None, "only units on the board have trays"
        text = self._tr(
            "Figures missing on the tray of {1} in {2}: {3} by the camera, {4} by the books",
            self._name(unit.id),
            at,
            one.seen,
            one.lost,
        )
        return Disagreement(
            id=one.id,
            hex=at,
            unit=unit.id,
            expected=at,
            sees=HexSighting.FIGURES,
            text=text,
            offers=tuple(DifferenceOffer) if one.left else _WITHOUT_FOLLOWING,
        )

    def marker(self, one: MarkerSeen) -> Disagreement:
        unit, at = one.unit, one.unit.at
        assert at is not None, "only units on the board have markers"
        named = self._words.phrases.words["tokens"][one.marker]
        return Disagreement(
            id=one.id,
            hex=at,
            unit=unit.id,
            expected=at,
            sees=HexSighting.MARKER,
            text=self._tr("A marker lies by {1} in {2} that it has not: {3}", self._name(unit.id), at, named),
            offers=tuple(DifferenceOffer),
        )

    def unreadable(self, at: Hex) -> Disagreement:
        return Disagreement(
            id=f"{HexSighting.DOUBTFUL}::{at}",
            hex=at,
            unit=None,
            expected=None,
            sees=HexSighting.DOUBTFUL,
            text=self._tr("What lies in {1} cannot be read; nobody should stand there", at),
            offers=(DifferenceOffer.IGNORE,),
        )


_WITHOUT_FOLLOWING = (DifferenceOffer.PUT_BACK, DifferenceOffer.IGNORE)


def followed(
    game: Game,
    seen: Mapping[UnitId, Hex],
    chosen: Sequence[Disagreement],
    found: Sequence[FiguresGone | MarkerSeen],
    *,
    past: Sequence[GameAt],
) -> ChoiceAction:
    """Return what makes the journal follow the camera in what was *chosen*: what the rules allow, or else
    corrections, as for what was *found* of units in their places.
    """
    counted = tuple(_standing(unit) for unit in as_found(game, found))
    places = {one.unit: one.stands for one in chosen if one.unit}
    if not places:
        return ChoiceAction(counted)
    others = {one.unit for one in differences(game, seen)} - places.keys()
    if all(places.values()):
        verdict = explain(game, without(seen, others), past=past)
        if isinstance(verdict, Explained):
            return ChoiceAction((*counted, *verdict.commands))
        if isinstance(verdict, TakenBack | GoneOn):  # what is taken back may have had those figures
            return ChoiceAction(verdict.commands, to=verdict.to)
    return ChoiceAction((*counted, *corrections(game, places)))


def corrections(game: Game, places: Mapping[UnitId, Hex | None]) -> Commands:
    """Return what puts units to *places* (None: off the board) as the table has it, whatever the rules say.

    Who stands where another of them comes to steps aside first.
    """
    units = game.state.units
    comes = {at for at in places.values() if at is not None}
    aside = [unit for unit in places if units[unit].at in comes and places[unit] != units[unit].at]
    free = (at for at in game.ruleset.places if at not in comes and game.state.standing_on(at) is None)
    first = tuple(_corrected(game, unit, at) for unit, at in zip(aside, free, strict=False))
    return first + tuple(_corrected(game, unit, at) for unit, at in places.items())


def _corrected(game: Game, name: UnitId, at: Hex | None) -> CorrectUnit:
    unit = game.state.units[name]
    if at is None:
        return CorrectUnit(unit=name, at=None, figures=0)
    return _standing(replace(unit, at=at))


def _standing(unit: Unit) -> CorrectUnit:
    return CorrectUnit(
        unit=unit.id, at=unit.at, figures=unit.figures, damage=unit.damage, markers=unit.markers
    )
