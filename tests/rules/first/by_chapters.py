"""A table that plays the examples by the chapters alone, one battle at a time, without a game.

It keeps just the positions and counts that an example speaks of; every rule is asked of rules.first.
"""

from collections.abc import Iterator

from rules.first import morale
from rules.first.printed.pieces import UnitType
from tests.rules.first.adapter import SEATS
from tests.rules.first.battles import Battles


class ByChapters(Battles):
    """Says what is true of the battle that has been played."""

    def answers(self, subject: str) -> Iterator[str]:
        verb, *who = subject.split()
        yield from getattr(self, f"say_{verb}")(*who)

    def say_dice(self) -> Iterator[str]:
        yield f"dice {self.fight.dice}"

    def say_sight(self) -> Iterator[str]:
        yield f"sight {self.sight}"

    def say_hits(self, name: str) -> Iterator[str]:
        yield f"hits {name} {self.fight.hits}"

    def say_figures(self, name: str) -> Iterator[str]:
        yield f"figures {name} {self.units[name].figures}"

    def say_gone(self, name: str) -> Iterator[str]:
        if not self.units[name].lives:
            yield f"gone {name}"

    def say_may_ignore(self, name: str) -> Iterator[str]:
        yield f"may_ignore {name} {self.fight.ignoring.most}"

    def say_must_ignore(self, name: str) -> Iterator[str]:
        yield f"must_ignore {name} {self.fight.ignoring.least}"

    def say_retreat(self, name: str) -> Iterator[str]:
        fight = self.fight
        for counted, hexes in dict.fromkeys(way[:2] for way in fight.pending):
            ways = [way for way in fight.pending if way[0] == counted]
            places = sorted(str(way[2]) for way in ways if way[2] != fight.left)
            lost = {0 if fight.target.profile.type is UnitType.CREATURE else way[3] for way in ways}
            for missing in lost:
                end = ",".join(places) or "-"
                yield f"retreat {name} flags={counted} hexes={hexes} ends={end} lost={missing}"

    def say_panic(self, name: str) -> Iterator[str]:
        fight = self.fight
        due = {morale.panic_dice(fight.target.profile, way[1] - way[3]) for way in fight.pending}
        for number in due if fight.panic is None else {fight.panic}:
            yield f"panic {name} dice={number}"

    def say_check(self, name: str) -> Iterator[str]:
        yield f"check {name} dice={self.fight.check}"

    def say_critical(self, name: str) -> Iterator[str]:
        yield f"critical {name} dice={self.fight.critical}"

    def say_battle_back(self, name: str) -> Iterator[str]:
        if name == self.fight.target.name and self._may_answer():
            yield f"battle_back {name} yes"
            yield f"battle_back {name} yes dice={self._declared(self.fight.target, self.fight.attacker).dice}"
        else:
            yield f"battle_back {name} no"

    def say_gain_ground(self, name: str) -> Iterator[str]:
        gained = self._ground_gained() if name == self.fight.attacker.name else None
        yield f"gain_ground {name} {gained or 'no'}"

    def say_pursue(self, name: str) -> Iterator[str]:
        yield f"pursue {name} {','.join(sorted(self._pursuit()))}"

    def say_bonus(self, name: str) -> Iterator[str]:
        hit = self._bonus(self.units[name])
        names = sorted(one.name for one in self.units.values() if one.lives and one.at in hit)
        yield f"bonus {name} {','.join(names) or 'none'}"

    def say_lore(self, camp: str) -> Iterator[str]:
        yield f"lore {camp} {self.lore[SEATS[camp]]:+d}"

    def say_stored(self, name: str) -> Iterator[str]:
        yield f"stored {name} {self.stored}"

    def say_banners(self, camp: str) -> Iterator[str]:
        yield f"banners {camp} {self.banners[SEATS[camp]]:+d}"
