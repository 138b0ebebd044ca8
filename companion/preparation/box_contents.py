"""What sheets tell of an edition's box: its pieces' names and signs, units' figures, how many tags there are.

Read from the edition's tables by the fields that they share.  Knows no rule and no game.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from companion.library.library import UNIT_FILES, Library
from printables.sheets import SheetKind, Sticker
from printables.signs import BannerColour, CampForm, UnitSign
from rules.kernel.catalogue import misfit
from rules.kernel.values import CAMPS, Seat

OTHER_TILES = 2
"""Tags of each kind of terrain that boxes and packs add."""
SHEETS = "sheets.toml"
Struct = TypeVar("Struct", bound=msgspec.Struct)


class Card(msgspec.Struct, frozen=True):
    """What is read of any entry: its name; *points* is there where it can be captured."""

    name: str = ""
    points: int | None = None


class Manned(msgspec.Struct, frozen=True):
    """How many figures troops under a banner have."""

    figures: int = 1


class PrintedBanner(msgspec.Struct, frozen=True):
    """A banner's name, and how troops under it are manned."""

    name: str = ""
    foot: Manned = Manned()
    mounted: Manned = Manned()


class PrintedUnit(msgspec.Struct, frozen=True):
    """What a tag shows of a unit; what is not known, or is not told of any unit, is None."""

    name: str
    banner: str | None = None
    race: str | None = None
    weapon: str | None = None
    type: str | None = None
    figures: int | None = None


class PrintedFace(msgspec.Struct, frozen=True):
    """A face of the die, and the mark of its sticker."""

    name: str
    sticker: int


class Camp(msgspec.Struct, frozen=True):
    """A seat's Camp: what its banners look like, and the lowest number of its units' tags."""

    name: str
    form: CampForm
    first: int


class BoxContents:
    """What there is to print of *edition*, by its names in *lang*.  Raises ConfigError for a wrong file."""

    def __init__(self, library: Library, edition: str, lang: str) -> None:
        self._library, self._edition = library, edition
        self._sheets = library.entries(edition, SHEETS)
        self._own_names: Mapping[str, str] = self._sheets.get("names", {}).get(lang, {})
        self._names = library.names(edition, lang)
        self.units = {
            kind: unit for file in UNIT_FILES for kind, unit in self._read(file, PrintedUnit).items()
        }
        self._cards, self._ground = self._read("cards.toml", Card), self._read("terrain.toml", Card)
        self._landmarks = self._read("landmarks.toml", Card)
        self._banners = self._read("banners.toml", PrintedBanner)
        self._races, self._weapons = self._read("races.toml", Card), self._read("weapons.toml", Card)
        self.camps = self._read_camps()

    @property
    def cards(self) -> dict[str, str]:
        """Return the names of all Command cards."""
        return {card: self._card_name(card) for card in self._cards}

    def initial(self, sheet: SheetKind) -> str:
        """Return what the names of tags of *sheet* begin with that no book lists."""
        return str(self._sheets["initials"][sheet])

    def terrain(self) -> dict[str, int]:
        """Return how many tags there are for each sort of terrain, known ones first."""
        ground = [
            kind
            for name, card in self._ground.items()
            for kind in _kinds(name, owned=card.points is not None)
        ]
        sites = [kind for name in self._landmarks for kind in _kinds(name, owned=True)]
        return {
            **dict.fromkeys([*self._sheets["terrain"], *ground, *sites], OTHER_TILES),
            **self._sheets["terrain"],
        }

    def tokens(self) -> dict[str, int]:
        """Return how many tags there are for each token."""
        return dict(self._sheets["tokens"])

    def figures(self, kind: str) -> int:
        """Return how many figures a unit of *kind* has, one where nobody knows."""
        unit = self.units.get(kind)
        if unit is None or unit.figures is not None:
            return 1 if unit is None else unit.figures or 1
        banner = self._banners.get(unit.banner or "", PrintedBanner())
        return {"foot": banner.foot, "mounted": banner.mounted}.get(unit.type or "", Manned()).figures

    def stickers(self) -> tuple[Sticker, ...]:
        """Return the stickers of one die."""
        faces = self._read("dice.toml", PrintedFace).items()
        return tuple(Sticker(self._word("dice", name, face.name), face.sticker) for name, face in faces)

    def name(self, kind: str) -> str:
        """Return what a piece of *kind* is called; whose it is only where its sign does not tell."""
        if kind in self.units:
            sort = "kinds" if kind in self._names.get("kinds", {}) else "creatures"
            return self._word(sort, kind, self.units[kind].name)
        if kind in self._cards:
            return self._card_name(kind)
        base, seat = _parted(kind)
        sort = "landmarks" if base in self._landmarks else "terrain"
        card = self._landmarks.get(base) or self._ground.get(base) or Card()
        named = self._word(sort, base, card.name or base.replace("_", " ").capitalize())
        return named if seat is None or self.camps else f"{named} {self._own_names.get(seat, seat)}"

    def sign(self, kind: str, number: int, owner: Seat | None) -> UnitSign | None:
        """Return what the tag of such a piece shows; *owner* is whose it is where a scenario tells."""
        unit, seat = self.units.get(kind), owner or _parted(kind)[1]
        if not self.camps or (unit is None and seat is None):
            return None
        camp = self.camps[(seat or self._seat_of(number)).camp]
        words = [self._own_names.get(camp.name.lower(), camp.name)]
        if unit is None:
            return UnitSign(camp=camp.form, words=tuple(words))
        for sort, key, cards in (
            ("banners", unit.banner, self._banners),
            ("races", unit.race, self._races),
            ("weapons", unit.weapon, self._weapons),
        ):
            if key is not None and key in cards:
                words.append(self._word(sort, key, cards[key].name))
        colour = next((each for each in BannerColour if each == unit.banner), BannerColour.UNKNOWN)
        return UnitSign(camp=camp.form, banner=colour, words=tuple(words))

    def _seat_of(self, number: int) -> Seat:
        """Return whose unit has that *number*."""
        return max((camp.first, seat) for seat, camp in self.camps.items() if camp.first <= max(1, number))[1]

    def _card_name(self, card: str) -> str:
        return self._word("cards", card, self._cards[card].name)

    def _word(self, sort: str, key: str, name: str) -> str:
        """Return what the *key* of that *sort* is called in the language of the sheets, else its *name*."""
        return self._names.get(sort, {}).get(key) or self._own_names.get(key, name)

    def _read(self, file: str, sort: type[Struct]) -> dict[str, Struct]:
        entries = self._library.entries(self._edition, file)
        return {name: _made(file, name, fields, sort) for name, fields in entries.items()}

    def _read_camps(self) -> dict[Seat, Camp]:
        camps = self._sheets.get("camps", {})
        return {seat: _made(SHEETS, f"camps.{seat}", camps[seat], Camp) for seat in CAMPS if seat in camps}


def _made(file: str, entry: str, fields: Mapping[str, Any], sort: type[Struct]) -> Struct:
    try:
        return msgspec.convert(fields, sort)
    except msgspec.ValidationError as trouble:
        raise misfit(file, entry, trouble) from None


def _kinds(name: str, *, owned: bool) -> tuple[str, ...]:
    """Return what the pieces called *name* are called without their number: what is *owned*, by its seat."""
    return tuple(f"{name}_{seat}" for seat in CAMPS) if owned else (name,)


def _parted(kind: str) -> tuple[str, Seat | None]:
    """Return *kind* without its owner, and the owner where it names one."""
    base, _, seat = kind.rpartition("_")
    return (base, Seat(seat)) if seat in list(Seat) else (kind, None)
