"""Battle rolls that nobody has made yet, with the further rolls that follow at once: critical, check, panic.

The target ignores as many flags as it may and goes where fewest hexes are not made.  Bonus Strikes
of a weapon that nobody knows count as misses.  Knows nothing of what comes after the roll.
"""

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb, lcm
from typing import NamedTuple

from msgspec.structs import replace

from rules.first import answering, dice, morale
from rules.first.faces import BLUE, BONUS_STRIKE, FLAG, GREEN, LORE, RED
from rules.first.messages.waits import RetreatWay
from rules.first.play.asking import boldness, is_lore, profile
from rules.first.play.attacking import declare
from rules.first.play.necks import growing, necks_of
from rules.first.play.powers import creature_card
from rules.first.play.questions import FirstQuestion, ask
from rules.first.play.rerolls import NOTHING, ONE, SIXTH, SPARED, Rerolled, Rerolling, rerolled
from rules.first.play.retreating import driven_hexes, ways as retreat_ways
from rules.first.play.striking import hits_of
from rules.first.table import table
from rules.kernel.battle.rolls import Policy, Upshot, all_counts
from rules.kernel.course import Course
from rules.kernel.ruleset import Game
from rules.kernel.state import State
from rules.kernel.values import Face, UnitId

MANY = 99
"""More Bonus Strikes than are ever spared."""


class RollTally(NamedTuple):
    """What dice do: *hits*, *flags*, Lore *symbols*; those rolled again may have killed a Creature."""

    hits: int
    flags: int
    symbols: int
    kills: bool = False


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
        self._necks = necks_of(game, self.target)
        self.left = len(self._necks) or game.left(self.target)
        self._who = profile(game, self.target)
        self._bold = boldness(game, self.target).total
        card = creature_card(game, self.target)
        self._is_creature = card is not None
        self._is_critical = card is not None and card.critical and not self._necks
        self._rerolling = self._what_is_rolled_again()
        self._symbols_matter = is_lore(game.ruleset) or ask(game, FirstQuestion.DRIVEN, self.roller, 0) > 0
        self._found_hits: dict[tuple[int, int], int] = {}
        self._found_ways: dict[tuple[int, int], RetreatWay] = {}
        self._shares = tuple(self._all())
        self.ways = lcm(*(share.chance.denominator for share in self._shares))
        self.upshots: Mapping[Upshot, int] = self._upshots()

    def _upshots(self) -> Tally[Upshot]:
        found: Tally[Upshot] = Tally()
        for share in self._shares:
            found[share.upshot] += self._ways_of(share)
        return found

    def _ways_of(self, share: Share) -> int:
        return share.chance.numerator * (self.ways // share.chance.denominator)

    @property
    def survivals(self) -> Sequence[tuple[State, int]]:
        """Return the states in which the target may battle back, and in how many ways each comes about."""
        chances: Tally[int] = Tally()
        for share in self._shares:
            if share.answers:
                chances[share.figures] += self._ways_of(share)
        base = replace(self.game.state, fights=self.game.state.fights[:-1])
        return [(self._with_left(base, left), count) for left, count in chances.items()]

    def _with_left(self, state: State, left: int) -> State:
        """Return *state* with so much *left* of the target: figures, or necks."""
        if self._necks:
            kept = table(state)
            return replace(state, own=replace(kept, necks={**kept.necks, self.target.id: self._necks[:left]}))
        return replace(state, units={**state.units, self.target.id: replace(self.target, figures=left)})

    def _all(self) -> Iterator[Share]:
        """Yield every end of the roll."""
        each = Fraction(1, 6**self.dice)
        for rolled, ways in self._rolls().items():
            if self._is_critical:
                yield from self._critical(each * ways, rolled)
            else:
                yield from self._hurt(each * ways, rolled)

    def _rolls(self) -> Mapping[RollTally, Fraction | int]:
        """Return in how many ways the dice show all that matters; those rolled again by their chances."""
        colour = next((face for face in (GREEN, BLUE, RED) if face == self._who.banner), None)
        shown = (BONUS_STRIKE, FLAG, LORE) if colour is None else (BONUS_STRIKE, FLAG, LORE, colour)
        manys = (*(1 for _ in shown), 6 - len(shown))
        found: dict[RollTally, Fraction | int] = {}
        for (strikes, flags, symbols, *others), number in all_counts(manys, self.dice):
            helmets = 0 if colour is None else others[0]
            for more, share in self._again(strikes):
                hits = self._hits(helmets + more.helmets, strikes + more.strikes)
                rolled = self._mattering(RollTally(hits, flags + more.flags, symbols, more.kills))
                found[rolled] = found.get(rolled, 0) + number * share
        return found

    def _mattering(self, rolled: RollTally) -> RollTally:
        """Return what of *rolled* makes a difference: rolls that do the same are counted as one."""
        symbols = rolled.symbols if self._symbols_matter else 0
        if not self._is_critical and rolled.hits >= self.left:
            return RollTally(self.left, 0, symbols)
        return rolled._replace(symbols=symbols)

    def _what_is_rolled_again(self) -> Rerolling | None:
        """Return what Bonus Strikes are rolled again for, None where they are not."""
        if not ask(self.game, FirstQuestion.STRIKES_AGAIN, self.roller, 0):
            return None
        many = hits_of(self.game, self.fight, {BONUS_STRIKE: MANY})
        most = 0 if many is None or not many.total else self.left + many.spared
        has_flags = bool(ask(self.game, FirstQuestion.FLAGS_AGAIN, self.roller, 0))
        return Rerolling(self._who.banner is not None, has_flags, most, self._is_critical)

    def _again(self, strikes: int) -> Iterable[tuple[Rerolled, Fraction | int]]:
        """Return what *strikes* show that are rolled again."""
        if not strikes or self._rerolling is None:
            return ((NOTHING, 1),)
        return rerolled(strikes, self._rerolling).items()

    def _hits(self, helmets: int, strikes: int) -> int:
        """Return how many dice hit; only *helmets* of the target's own where nobody knows the weapon."""
        key = (helmets, strikes)
        if key not in self._found_hits:
            found = hits_of(
                self.game, self.fight, {Face(self._who.banner or ""): helmets, BONUS_STRIKE: strikes}
            )
            self._found_hits[key] = helmets if found is None else found.total
        return self._found_hits[key]

    def _lore(self, symbols: int) -> int:
        """Return how many of the Lore *symbols* are tokens, unless they drive the target back."""
        if not is_lore(self.game.ruleset):
            return 0
        return symbols - growing(self.game, self.fight, symbols)

    def _dead(self, symbols: int, *, token: int = 0) -> Upshot:
        """Return the end of the target by its hits; a Creature's victor gains a *token*."""
        lore = self._lore(symbols) + (token if is_lore(self.game.ruleset) else 0)
        return Upshot(self.left, 0, lore, 0, ())

    def _critical(self, chance: Fraction, rolled: RollTally) -> Iterator[Share]:
        """Yield what becomes of a Creature: its hits are rolled again, and its colour kills it."""
        lives = Fraction() if rolled.kills else SPARED**rolled.hits
        if lives < 1:
            yield Share(chance * (ONE - lives), self._dead(rolled.symbols, token=1), 0, answers=False)
        if lives:
            yield from self._driven(chance * lives, self.left, rolled)

    def _hurt(self, chance: Fraction, rolled: RollTally) -> Iterator[Share]:
        """Yield what becomes of a troop: it loses a figure for each hit."""
        left = self.left - dice.losses(rolled.hits, self.left)
        if left:
            yield from self._driven(chance, left, rolled)
        else:
            yield Share(chance, self._dead(rolled.symbols), 0, answers=False)

    def _driven(self, chance: Fraction, left: int, rolled: RollTally) -> Iterator[Share]:
        """Yield what flags and Lore do to a target with *left* figures."""
        driven = driven_hexes(self.game, self.fight, rolled.symbols)
        lore = 0 if driven else self._lore(rolled.symbols)
        way = self._way(rolled.flags, driven)
        stays = not driven and self._answers(way)
        made = 0 if way is None else way.hexes - way.missing
        missing = 0 if way is None else way.missing
        if self._is_creature:
            yield from self._checked(chance, left, made, missing, lore, stays=stays)
            return
        left -= dice.losses(missing, left)
        panic = morale.panic_dice(self._who, made) if left else 0
        for lost in range(panic + 1):
            share = chance * comb(panic, lost) * SIXTH**lost * (ONE - SIXTH) ** (panic - lost)
            rest = left - dice.losses(lost, left)
            upshot = Upshot(self.left - rest, made, lore, 0, ())
            yield Share(share, upshot, rest, answers=stays and rest > 0)

    def _checked(
        self, chance: Fraction, left: int, made: int, missing: int, lore: int, *, stays: bool
    ) -> Iterator[Share]:
        """Yield what becomes of a Creature that has *missing* hexes to pay for by its check."""
        lives = (ONE - SIXTH * SIXTH) ** missing
        yield Share(chance * lives, Upshot(self.left - left, made, lore, 0, ()), left, answers=stays)
        if missing:
            token = 1 if is_lore(self.game.ruleset) else 0
            dead = Upshot(self.left, made, lore + token, 0, ())
            yield Share(chance * (ONE - lives), dead, 0, answers=False)

    def _way(self, flags: int, driven: int) -> RetreatWay | None:
        """Return how the target takes *flags*: as few as it may, with fewest hexes not made."""
        if not flags and not driven:
            return None
        if (flags, driven) not in self._found_ways:
            self._found_ways[flags, driven] = min(
                retreat_ways(self.game, self.target, flags, self._bold, driven),
                key=lambda way: (way.counted, way.missing),
            )
        return self._found_ways[flags, driven]

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
