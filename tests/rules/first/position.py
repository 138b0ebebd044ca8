"""A position of an example: who stands where, who has orders, and how units move.

Every rule that has a chapter is asked of rules.first; who has orders is all that is kept here.
"""

import re
from collections import Counter
from dataclasses import dataclass

from rules.first import targets
from rules.first.moving import Surroundings, allowance, arrivals, hindrance
from rules.first.ordering import lore_price, orders_given
from rules.first.printed.pieces import CreatureCard, GroundCard, Strikes, Troop, UnitType, WeaponCard
from rules.first.printed.profiles import Profile, creature_profile, troop_profile
from rules.kernel.hexes import Hex
from rules.kernel.values import Seat
from tests.rules.first import printed_texts
from tests.rules.first.adapter import BOARD, SEATS, Example, Piece, Standing, pieces, standing

COMMON = {"confidence": "certain", "page": "an example"}
NONE = WeaponCard(id="none", name="None", missile=False, range=1, strikes=Strikes.MISS, **COMMON)  # type: ignore[arg-type]
WEAPONS = {**printed_texts.WEAPONS, "none": NONE}
LANDMARKS = ("landmark", "stronghold")
OTHER = {Seat.SOUTH: Seat.NORTH, Seat.NORTH: Seat.SOUTH}


def profile(unit: Standing) -> Profile:
    if unit.type == "creature":
        card = CreatureCard(id=unit.race, name=unit.race, banner=unit.banner, **COMMON)  # type: ignore[arg-type]
        return creature_profile(card, banners=printed_texts.BANNERS, races=printed_texts.RACES)
    troop = Troop(
        id=unit.name,
        name=unit.name,
        race=unit.race,
        type=UnitType(unit.type),
        banner=unit.banner,
        weapon=unit.weapon,
        **COMMON,  # type: ignore[arg-type]
    )
    return troop_profile(troop, banners=printed_texts.BANNERS, races=printed_texts.RACES, weapons=WEAPONS)


def ground(piece: Piece) -> GroundCard:
    if piece.kind == "ground":
        caps = {f"dice_{way.removeprefix('cap_')}": int(cap) for way, cap in piece.told.items()}
        return GroundCard(id="ground", name="Ground", **caps, **COMMON)  # type: ignore[arg-type]
    return printed_texts.GROUND[piece.kind]


@dataclass
class Fighter:
    """A unit on the table."""

    name: str
    seat: Seat
    profile: Profile
    at: Hex
    figures: int
    after: str = "may_battle"

    @property
    def lives(self) -> bool:
        return self.figures > 0


class Position:
    """The units, the terrain, the orders and the counts of an example."""

    def __init__(self, example: Example) -> None:
        self.example, self.seat = example, SEATS[example.turn]
        self.units = {
            unit.name: Fighter(unit.name, SEATS[unit.camp], profile(unit), unit.at, unit.figures)
            for unit in standing(example.setup)
        }
        self.ground: dict[Hex, tuple[GroundCard, Seat | None]] = {
            piece.at: (ground(piece), SEATS.get(piece.told.get("owner", "")))
            for piece in pieces(example.terrain)
        }
        self.sight = ""
        self.card: tuple[int, int] | None = None
        self.ordered: set[str] = set()
        self.moved: set[str] = set()
        self.combat_has_begun = False
        self.lore = Counter({SEATS[camp]: 0 for camp in SEATS})
        self.started = {SEATS[camp]: tokens for camp, tokens in example.tokens.items()}

    def tr(self, words: str) -> str | None:
        verb, *rest = words.split()
        if verb in ("units", "terrain"):
            return self._look(words)
        told = getattr(self, f"tell_{verb}")(*rest)
        assert told is None or isinstance(told, str)
        return told

    # --- orders

    def tell_card(self, section: str, count: str) -> None:
        held = 5 if "five Command cards" in self.example.given else 0
        number = orders_given(int(count) if count.isdigit() else count, held=held, fitting=len(self.units))
        sections = ("left", "center", "right") if self.seat is Seat.SOUTH else ("right", "center", "left")
        self.card = (sections.index(section), number)

    def tell_order(self, name: str, *paid: str) -> str | None:
        assert self.card is not None
        section, number = self.card
        unit = self.units[name]
        if name in self.ordered:
            return "already_ordered"
        price = lore_price(
            unit.profile, is_in_section=section in BOARD.sections(unit.at), is_lore=self.example.lore
        )
        if price is None or (price and not paid):
            return "wrong_section"
        if price > self.started.get(self.seat, 0) + self.lore[self.seat]:
            return "too_little_lore"
        if len(self.ordered) == number:
            return "no_orders_left"
        self.lore[self.seat] -= price
        self.ordered.add(name)
        return None

    def is_ordered(self, name: str) -> bool:
        return self.card is None or name in self.ordered

    def tell_end_turn(self) -> str | None:
        return next((one.after for one in self.units.values() if one.after == "must_battle"), None)

    # --- sight and moves

    def _look(self, words: str) -> None:
        start, end = re.findall(r"[A-M][1-9]", self.example.given)[:2]
        units: set[Hex] = set()
        blocking: set[Hex] = set()
        for part in words.split(";"):
            kind, _, names = part.strip().partition(" ")
            if kind == "terrain":
                blocking |= {piece.at for piece in pieces(names, ",") if ground(piece).blocks_sight}
            elif names != "none":
                units |= {Hex(name.strip()) for name in names.split(",")}
        seen = targets.sees(BOARD, Hex(start), Hex(end), units=units, ground=blocking)
        self.sight = "clear" if seen.clear else "blocked"

    def _around(self, unit: Fighter) -> Surroundings:
        others = {one.at: one for one in self.units.values() if one.lives and one is not unit}
        return Surroundings(
            BOARD,
            units=others.keys(),
            closed={at for at, (kind, _) in self.ground.items() if kind.impassable},
            stopping={at for at, (kind, _) in self.ground.items() if kind.stops},
            resting={at for at, (kind, _) in self.ground.items() if not kind.battle_on_entry},
            enemies={at for at, one in others.items() if one.seat is not unit.seat},
        )

    def tell_move(self, name: str, to: str) -> str | None:
        if self.combat_has_begun:
            return "battles_have_begun"
        if not self.is_ordered(name) or name in self.moved:
            return "already_moved" if name in self.moved else "not_ordered"
        unit, allowed = self.units[name], allowance(self.units[name].profile)
        assert allowed is not None
        around = self._around(unit)
        if (hindered := hindrance(around, unit.at, Hex(to), allowed)) is not None:
            return hindered
        unit.after, unit.at = arrivals(around, unit.at, allowed)[Hex(to)], Hex(to)
        self.moved.add(name)
        return None
