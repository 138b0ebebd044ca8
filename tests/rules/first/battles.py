"""Battles of an example, one at a time: every rule is asked of rules.first."""

import re
from collections import Counter
from dataclasses import dataclass, field

from rules.first import answering, creatures, dice, following, morale, retreating, targets
from rules.first.printed.pieces import GroundCard, UnitType
from rules.first.sums import Addend
from rules.kernel.hexes import Hex
from rules.kernel.values import Face, Seat
from tests.rules.first.adapter import BOARD, FACES, Example
from tests.rules.first.position import LANDMARKS, OTHER, Fighter, Position


@dataclass
class Combat:
    """The battle that goes on: what was rolled in it and what can become of it."""

    attacker: Fighter
    target: Fighter
    distance: int
    dice: int
    left: Hex
    is_answer: bool = False
    is_bonus: bool = False
    hits: int = 0
    bold: int = 0
    flags: int = 0
    ignoring: morale.Ignoring = field(default_factory=lambda: morale.Ignoring(0, 0))
    is_forced: bool = False
    pending: list[tuple[int, int, Hex | None, int]] = field(default_factory=list)
    panic: int | None = None
    check: int = 0
    critical: int = 0
    is_over: bool = False


class Battles(Position):
    """Plays the battles of an example."""

    def __init__(self, example: Example) -> None:
        super().__init__(example)
        self.pool = 1 if "one token is left" in example.given else 36
        self.more = [Addend("card", 1)] if "one more die for the turn" in example.given else []
        stored = re.search(r"dearest power needs (\d) Lore; (\d) lie beside", example.given)
        self.most_stored, self.stored = (int(stored[1]), int(stored[2])) if stored else (None, 0)
        self.banners: Counter[Seat] = Counter()
        self.combat: Combat | None = None
        self.has_pursued: str | None = None

    # --- battles

    def tell_attack(self, name: str, other: str) -> str | None:
        unit, target = self.units[name], self.units[other]
        if not self.is_ordered(name):
            return "not_ordered"
        if unit.after == "no_battle":
            return "no_battle"
        around, reach = self._around(unit), unit.profile.reach
        assert reach is not None
        aim = targets.shot(
            BOARD,
            unit.at,
            target.at,
            reach=reach,
            enemies=around.enemies,
            units=around.units,
            ground=self._blocking(),
        )
        if aim.barred is not None:
            return aim.barred
        self.combat, self.combat_has_begun = self._declared(unit, target), True
        return None

    def _blocking(self) -> set[Hex]:
        return {at for at, (kind, _) in self.ground.items() if kind.blocks_sight}

    def _ground(self, at: Hex) -> list[GroundCard]:
        return [self.ground[at][0]] if at in self.ground else []

    def _declared(
        self, unit: Fighter, target: Fighter, *, is_answer: bool = False, is_bonus: bool = False
    ) -> Combat:
        more = self.more if unit.seat is self.seat else []
        rolled = dice.battle_dice(
            unit.profile, out_of=self._ground(unit.at), into=self._ground(target.at), extras=more
        )
        assert rolled is not None
        distance = BOARD.distance(unit.at, target.at)
        return Combat(unit, target, distance, rolled.total, target.at, is_answer=is_answer, is_bonus=is_bonus)

    @property
    def fight(self) -> Combat:
        assert self.combat is not None
        return self.combat

    def tell_roll(self, *words: str) -> None:
        fight = self.fight
        assert len(words) == fight.dice, f"{fight.dice} dice are due"
        unit, target = fight.attacker, fight.target
        rolled = dice.rolled(
            _faces(words), unit.profile, target.profile, fight.distance, is_lore=self.example.lore
        )
        assert rolled is not None
        is_creature = unit.profile.type is UnitType.CREATURE
        shares = creatures.share(
            rolled.lore, stored=self.stored, most=self.most_stored if is_creature else None
        )
        self.stored += shares.stored
        self._gain(unit.seat, dice.lore_gained(shares.tokens, pool=self.pool))
        fight.flags, fight.bold = rolled.flags, self._bold(target)
        if target.profile.type is UnitType.CREATURE:
            fight.critical = rolled.hits.total
        else:
            fight.hits = dice.losses(rolled.hits.total, target.figures)
            self._lose(target, fight.hits)
        if target.lives and not fight.critical:
            self._flags()

    def tell_critical(self, *words: str) -> None:
        fight = self.fight
        assert len(words) == fight.critical
        fight.critical = 0
        if dice.own_colour(_faces(words), fight.target.profile):
            self._lose(fight.target, 1)
            self._gain(fight.attacker.seat, 1)
        elif fight.check:
            self._trample()
        else:
            self._flags()

    def _bold(self, unit: Fighter) -> int:
        friends = {one.at for one in self.units.values() if one.lives and one.seat is unit.seat}
        near = BOARD.neighbours[unit.at].values()
        return morale.boldness(
            unit.profile,
            supported_by=len(morale.supporters(BOARD, unit.at, friends)),
            ground=[(kind, kind.id in LANDMARKS) for kind in self._ground(unit.at)],
            beside=[kind for at, (kind, owner) in self.ground.items() if at in near and owner is unit.seat],
        ).total

    def _flags(self) -> None:
        fight = self.fight
        fight.ignoring = morale.ignoring(fight.target.profile, fight.bold, fight.flags)
        for counted in fight.ignoring.counted(fight.flags) if fight.flags else ():
            hexes = morale.hexes_for(fight.target.profile, counted)
            for to, missing in self._ends(hexes).items():
                fight.pending.append((counted, hexes, to, missing))
        if len(fight.pending) == 1 and fight.pending[0][2] == fight.target.at:
            self._retreat(fight.pending[0])

    def _ends(self, hexes: int) -> dict[Hex, int]:
        target, around = self.fight.target, self._around(self.fight.target)
        return retreating.ends(BOARD, target.at, target.seat, hexes, {*around.units, *around.closed})

    def _retreat(self, way: tuple[int, int, Hex | None, int]) -> None:
        fight = self.fight
        counted, hexes, to, missing = way
        assert to is not None
        fight.is_forced = counted > 0
        fight.target.at, fight.is_over = to, True
        fight.panic = morale.panic_dice(fight.target.profile, hexes - missing)
        if fight.target.profile.type is UnitType.CREATURE:
            fight.check = missing
        else:
            self._lose(fight.target, dice.losses(missing, fight.target.figures))

    def tell_retreat(self, name: str, to: str) -> None:
        assert name == self.fight.target.name
        self._retreat(min(way for way in self.fight.pending if way[2] == Hex(to)))

    def tell_stand(self, name: str) -> None:
        fight = self.fight
        assert name == fight.target.name
        fewest = fight.flags - fight.ignoring.most
        fight.pending = [way for way in fight.pending if way[0] == fewest]
        self._retreat(fight.pending[0])

    def tell_panic(self, *words: str) -> None:
        assert len(words) == self.fight.panic
        self._lose(self.fight.target, dice.own_colour(_faces(words), self.fight.target.profile))

    def tell_check(self, *words: str) -> None:
        fight = self.fight
        assert len(words) == fight.check
        fight.critical = dice.own_colour(_faces(words), fight.target.profile)
        if not fight.critical:
            self._trample()

    def _trample(self) -> None:
        creature, around = self.fight.target, self._around(self.fight.target)
        found = retreating.trampled(
            BOARD, creature.at, creature.seat, self.fight.check, units=around.units, closed=around.closed
        )
        for unit in [one for one in self.units.values() if one.at in found.hexes and one.lives]:
            self._lose(unit, dice.losses(found.figures, unit.figures))

    def tell_battle_back(self, name: str) -> None:
        assert name == self.fight.target.name and self._may_answer()
        self.combat = self._declared(self.fight.target, self.fight.attacker, is_answer=True)

    def tell_no_battle_back(self, name: str) -> None:
        assert name == self.fight.target.name

    def tell_battle_first(self, name: str) -> None:
        assert name == self.fight.target.name
        self.combat = self._declared(self.fight.target, self.fight.attacker, is_answer=True)

    # --- following

    def tell_gain(self, name: str, to: str) -> None:
        assert self._ground_gained() == Hex(to)
        self._follow(self.units[name], Hex(to))

    def tell_pursue(self, name: str, *way: str) -> None:
        assert Hex(way[-1]) in self._pursuit()
        self._follow(self.units[name], Hex(way[-1]))
        self.has_pursued = name

    def tell_stay(self, name: str) -> None:
        assert name == self.fight.attacker.name

    def _follow(self, unit: Fighter, to: Hex) -> None:
        if to in self.ground and not self.ground[to][0].battle_on_entry:
            unit.after = "no_battle"
        unit.at = to

    def tell_bonus(self, name: str, other: str) -> None:
        assert self.units[other].at in self._bonus(self.units[name])
        self.has_pursued = None
        self.combat = self._declared(self.units[name], self.units[other], is_bonus=True)

    def _won(self) -> following.Won:
        fight = self.fight
        return following.Won(
            fight.attacker.profile.type, fight.distance == 1, fight.is_bonus, fight.is_answer
        )

    def _is_left(self) -> bool:
        fight = self.fight
        return fight.attacker.lives and (not fight.target.lives or fight.target.at != fight.left)

    def _ground_gained(self) -> Hex | None:
        return self.fight.left if self._is_left() and following.gains_ground(self._won()) else None

    def _pursuit(self) -> frozenset[Hex]:
        around = self._around(self.fight.attacker)
        if not self._is_left() or not following.pursues(self._won()):
            return frozenset()
        return following.pursuit_ends(
            BOARD,
            self.fight.attacker.at,
            self.fight.left,
            units=around.units,
            closed=around.closed,
            stopping=around.stopping,
        )

    def _bonus(self, unit: Fighter) -> frozenset[Hex]:
        if self.has_pursued != unit.name:
            return frozenset()
        enemies = {one.at for one in self.units.values() if one.lives and one.seat is not unit.seat}
        return following.bonus_targets(BOARD, unit.at, enemies, may_battle=unit.after != "no_battle")

    def _may_answer(self) -> bool:
        fight = self.fight
        return answering.may_battle_back(
            answering.Attacked(
                bold=fight.bold,
                keeps_hex=not fight.is_forced and (fight.is_over or not fight.pending),
                in_melee=fight.distance == 1,
                survives=fight.target.lives,
                by_answer=fight.is_answer,
            )
        )

    # --- counts

    def _lose(self, unit: Fighter, figures: int) -> None:
        unit.figures -= figures
        if figures and not unit.lives:
            self.banners[
                self.fight.attacker.seat if unit.seat is not self.fight.attacker.seat else OTHER[unit.seat]
            ] += 1

    def _gain(self, seat: Seat, tokens: int) -> None:
        self.lore[seat] += tokens
        self.pool -= tokens


def _faces(words: tuple[str, ...]) -> Counter[Face]:
    return Counter(Face(FACES[word]) for word in words)
