"""Battle rolls that nobody has made yet, with the further rolls that follow at once: critical, check, panic.

The target ignores as many flags as it may and goes where fewest hexes are not made.  Bonus Strikes
of a weapon that nobody knows count as misses.  Knows nothing of what comes after the roll.
"""

from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb, lcm
from typing import NamedTuple

from msgspec.structs import replace

from rules.first import answering, dice, morale
from rules.first.faces import BLUE, BONUS_STRIKE, FLAG, GREEN, LORE, RED
from rules.first.messages.waits import RetreatWay
from rules.first.play.asking import boldness, is_lore, profile
from rules.first.play.attacking import declare
from rules.first.play.retreating import ways as retreat_ways
from rules.first.play.striking import creature_card
from rules.kernel.battle.rolls import Policy, Upshot, all_counts
from rules.kernel.course import Course
from rules.kernel.ruleset import Game
from rules.kernel.state import State
from rules.kernel.values import Face, UnitId

ONE = Fraction(1)
SIXTH = Fraction(1, 6)


class Share(NamedTuple):
    """How likely an end of a roll is; *figures* are left of the target, *answers*: it may battle back."""

    chance: Fraction
    upshot: Upshot
    figures: int
    answers: bool


class BattleRoll:
    """A roll of a battle that has not been made yet: see ``PendingRoll``."""

    def __init__(
        self, game: Game, unit: UnitId, target: UnitId, policy: Policy, *, counter: bool = False
    ) -> None:
        course = Course(game)
        declare(course, unit, target, counter=counter)
        self.game, self.fight, self.policy = course.game, course.fight, policy
        self.dice = self.fight.dice
        self.target = game.state.units[target]
        self.roller = game.state.units[unit]
        self.left = game.left(self.target)
        self._who = profile(game, self.target)
        self._bold = boldness(game, self.target).total
        card = creature_card(game, self.target)
        self._is_critical = card is not None and card.critical
        self._shares = tuple(self._all())
        self.ways = lcm(*(share.chance.denominator for share in self._shares))
        self.upshots: Mapping[Upshot, int] = self._upshots()

    def _upshots(self) -> Tally[Upshot]:
        found: Tally[Upshot] = Tally()
        for share in self._shares:
            found[share.upshot] += int(share.chance * self.ways)
        return found

    @property
    def survivals(self) -> Sequence[tuple[State, int]]:
        """Return the states in which the target may battle back, and in how many ways each comes about."""
        chances: Tally[int] = Tally()
        for share in self._shares:
            if share.answers:
                chances[share.figures] += int(share.chance * self.ways)
        units = self.game.state.units
        base = replace(self.game.state, fights=self.game.state.fights[:-1])
        return [
            (
                replace(base, units={**units, self.target.id: replace(self.target, figures=figures)}),
                count,
            )
            for figures, count in chances.items()
        ]

    def _all(self) -> Iterator[Share]:
        """Yield every end of the roll, by how many dice show what matters."""
        banner = self._who.banner
        colour = next((each for each in (GREEN, BLUE, RED) if each == banner), None)
        shown = (BONUS_STRIKE, FLAG, LORE) if colour is None else (colour, BONUS_STRIKE, FLAG, LORE)
        manys = (*(1 for _ in shown), 6 - len(shown))
        for counts, number in all_counts(manys, self.dice):
            faces = Tally(dict(zip(shown, counts, strict=False)))
            chance = Fraction(number, 6**self.dice)
            hits = self._hits(faces, 0 if colour is None else faces[colour])
            lore = faces[LORE] if is_lore(self.game.ruleset) else 0
            yield from (
                self._critical(chance, hits, faces, lore)
                if self._is_critical
                else self._hurt(chance, hits, faces, lore)
            )

    def _hits(self, faces: Mapping[Face, int], helmets: int) -> int:
        """Return how many dice hit; only *helmets* where nobody knows the weapon."""
        roller = profile(self.game, self.roller)
        found = dice.hits(faces, roller, self._who, self.fight.distance)
        return helmets if found is None else found.total

    def _critical(self, chance: Fraction, hits: int, faces: Mapping[Face, int], lore: int) -> Iterator[Share]:
        """Yield what becomes of a Creature: its colour on the second roll kills it."""
        spared = (ONE - SIXTH) ** hits
        if hits:
            token = 1 if is_lore(self.game.ruleset) else 0
            dead = Upshot(self.left, 0, lore + token, 0, ())
            yield Share(chance * (ONE - spared), dead, 0, answers=False)
        yield from self._driven(chance * spared, self.left, faces, lore)

    def _hurt(self, chance: Fraction, hits: int, faces: Mapping[Face, int], lore: int) -> Iterator[Share]:
        """Yield what becomes of a troop: it loses a figure for each hit."""
        left = self.left - dice.losses(hits, self.left)
        if left:
            yield from self._driven(chance, left, faces, lore)
        else:
            yield Share(chance, Upshot(self.left, 0, lore, 0, ()), 0, answers=False)

    def _driven(self, chance: Fraction, left: int, faces: Mapping[Face, int], lore: int) -> Iterator[Share]:
        """Yield what the flags do to a target with *left* figures."""
        way = self._way(faces[FLAG])
        stays = self._answers(way)
        made = 0 if way is None else way.hexes - way.missing
        missing = 0 if way is None else way.missing
        if self._is_critical:
            yield from self._checked(chance, made, missing, lore, stays=stays)
            return
        left -= dice.losses(missing, left)
        panic = morale.panic_dice(self._who, made) if left else 0
        for lost in range(panic + 1):
            share = chance * comb(panic, lost) * SIXTH**lost * (ONE - SIXTH) ** (panic - lost)
            rest = left - dice.losses(lost, left)
            upshot = Upshot(self.left - rest, made, lore, 0, ())
            yield Share(share, upshot, rest, answers=stays and rest > 0)

    def _checked(
        self, chance: Fraction, made: int, missing: int, lore: int, *, stays: bool
    ) -> Iterator[Share]:
        """Yield what becomes of a Creature that has *missing* hexes to pay for by its check."""
        lives = (ONE - SIXTH * SIXTH) ** missing
        yield Share(chance * lives, Upshot(0, made, lore, 0, ()), self.left, answers=stays)
        if missing:
            token = 1 if is_lore(self.game.ruleset) else 0
            dead = Upshot(self.left, made, lore + token, 0, ())
            yield Share(chance * (ONE - lives), dead, 0, answers=False)

    def _way(self, flags: int) -> RetreatWay | None:
        """Return how the target takes *flags*: as few as it may, with fewest hexes not made."""
        if not flags:
            return None
        return min(
            retreat_ways(self.game, self.target, flags, self._bold),
            key=lambda way: (way.counted, way.missing),
        )

    def _answers(self, way: RetreatWay | None) -> bool:
        return answering.may_battle_back(
            answering.Attacked(
                bold=self._bold,
                keeps_hex=way is None or not way.counted,
                in_melee=self.fight.distance == 1,
                survives=True,
                by_answer=self.fight.counter,
            )
        )
