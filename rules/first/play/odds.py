"""Battle rolls that nobody has made yet, with the further rolls that follow at once: critical, check, panic.

The target ignores as many flags as it may and goes where fewest hexes are not made.  Bonus Strikes
of a weapon that nobody knows count as misses.  Knows nothing of what comes after the roll.
"""

from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from math import comb, lcm
from typing import NamedTuple

from msgspec.structs import replace

from rules.first import answering, dice, morale
from rules.first.faces import BLUE, BONUS_STRIKE, FLAG, GREEN, LORE, RED
from rules.first.messages.waits import RetreatWay
from rules.first.play.asking import boldness, collects_lore, is_lore, profile
from rules.first.play.following import is_answered
from rules.first.play.necks import growing, necks_of
from rules.first.play.powers import creature_card
from rules.first.play.questions import FirstQuestion, ask
from rules.first.play.rerolls import NONE_AGAIN, Chances, Rerolling, rerolled
from rules.first.play.retreating import driven_hexes, ways as retreat_ways
from rules.first.play.striking import hits_of
from rules.first.table import table
from rules.kernel.battle.rolls import Policy, Upshot, all_counts, dice_due
from rules.kernel.ruleset import Game
from rules.kernel.state import State
from rules.kernel.values import Face

FACES = 6
MANY = 99
"""More Bonus Strikes than are ever spared."""


class RollTally(NamedTuple):
    """What dice do: *hits*, *flags*, Lore *symbols*; those rolled again may have killed a Creature."""

    hits: int
    flags: int
    symbols: int
    kills: bool = False


class Share(NamedTuple):
    """An end of a roll in so many *ways* of *every*.

    *figures* are left of the target, *answers*: it may battle back.
    """

    ways: int
    every: int
    upshot: Upshot
    figures: int
    answers: bool


class BattleRoll:
    """A roll of a battle that has not been made yet: see ``PendingRoll``."""

    def __init__(self, game: Game, policy: Policy) -> None:
        self.game, self.fight, self.policy = game, game.state.fights[-1], policy
        self.dice = dice_due(game)
        self.target = game.state.units[self.fight.target]
        self.roller = game.state.units[self.fight.attacker]
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
        self._found_ways: dict[tuple[int, int], tuple[RetreatWay | None, bool]] = {}
        self._by_symbols = [self._driven_by(symbols) for symbols in range(self.dice + 1)]
        self._shares = tuple(self._all())
        self.ways = lcm(*{share.every for share in self._shares})
        self.upshots: Mapping[Upshot, int] = self._upshots()

    def _upshots(self) -> Tally[Upshot]:
        found: Tally[Upshot] = Tally()
        for share in self._shares:
            found[share.upshot] += self._ways_of(share)
        return found

    def _ways_of(self, share: Share) -> int:
        return share.ways * (self.ways // share.every)

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
        """Yield every end of the roll: the target dies of its hits, or the rest takes flags and Lore."""
        rolls, every = self._rolls()
        again = max(rolled.hits for rolled in rolls) if self._is_critical else 0
        lives: Tally[tuple[int, int, int]] = Tally()
        dies: Tally[int] = Tally()
        for rolled, ways in rolls.items():
            left, spared = self._spared(rolled, again)
            lives[left, rolled.flags, rolled.symbols] += ways * spared
            dies[rolled.symbols] += ways * (FACES**again - spared)
        every *= FACES**again
        for symbols, ways in dies.items():
            if ways:
                yield Share(ways, every, self._dead(symbols), 0, answers=False)
        for (left, flags, symbols), ways in lives.items():
            if ways:
                for share in self._driven(left, flags, symbols):
                    yield share._replace(ways=share.ways * ways, every=share.every * every)

    def _spared(self, rolled: RollTally, again: int) -> tuple[int, int]:
        """Return what is left of a target that lives, and in how many ways of *again* dice it does.

        A Creature's hits are rolled again, and its colour kills it; a troop loses a figure for each.
        """
        if self._is_critical:
            spared = 0 if rolled.kills else (FACES - 1) ** rolled.hits * FACES ** (again - rolled.hits)
            return self.left, spared
        left = self.left - dice.losses(rolled.hits, self.left)
        return left, 1 if left else 0

    def _rolls(self) -> tuple[Mapping[RollTally, int], int]:
        """Return in how many ways of how many the dice show all that matters, in the end."""
        colour = next((face for face in (GREEN, BLUE, RED) if face == self._who.banner), None)
        shown = (BONUS_STRIKE, FLAG, LORE) if colour is None else (BONUS_STRIKE, FLAG, LORE, colour)
        manys = (*(1 for _ in shown), FACES - len(shown))
        further = [self._again(strikes) for strikes in range(self.dice + 1)]
        every = further[-1].every
        found: dict[RollTally, int] = {}
        for (strikes, flags, symbols, *others), number in all_counts(manys, self.dice):
            helmets = 0 if colour is None else others[0]
            scale = number * (every // further[strikes].every)
            for more, ways in further[strikes].ways.items():
                hits = self._hits(helmets + more.helmets, strikes + more.strikes)
                rolled = self._mattering(hits, flags + more.flags, symbols, kills=more.kills)
                found[rolled] = found.get(rolled, 0) + scale * ways
        return found, FACES**self.dice * every

    def _mattering(self, hits: int, flags: int, symbols: int, *, kills: bool) -> RollTally:
        """Return what makes a difference of a roll: those that do the same are counted as one."""
        symbols = symbols if self._symbols_matter else 0
        if not self._is_critical and hits >= self.left:
            return RollTally(self.left, 0, symbols)
        return RollTally(hits, flags, symbols, kills)

    def _what_is_rolled_again(self) -> Rerolling | None:
        """Return what Bonus Strikes are rolled again for, None where they are not."""
        if not ask(self.game, FirstQuestion.STRIKES_AGAIN, self.roller, 0):
            return None
        many = hits_of(self.game, self.fight, {BONUS_STRIKE: MANY})
        most = 0 if many is None or not many.total else self.left + many.spared
        has_flags = bool(ask(self.game, FirstQuestion.FLAGS_AGAIN, self.roller, 0))
        return Rerolling(self._who.banner is not None, has_flags, most, self._is_critical)

    def _again(self, strikes: int) -> Chances:
        """Return what *strikes* show that are rolled again."""
        return rerolled(0 if self._rerolling is None else strikes, self._rerolling or NONE_AGAIN)

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
        if not collects_lore(self.game, self.fight):
            return 0
        return symbols - growing(self.game, self.fight, symbols)

    def _driven_by(self, symbols: int) -> tuple[int, int]:
        """Return how far Lore *symbols* drive the target back, and how many are tokens."""
        driven = driven_hexes(self.game, self.fight, symbols)
        return driven, 0 if driven else self._lore(symbols)

    def _dead(self, symbols: int) -> Upshot:
        """Return the end of the target by its hits; who kills a Creature so gains a token."""
        lore = self._lore(symbols) + (1 if self._is_critical and is_lore(self.game.ruleset) else 0)
        return Upshot(self.left, 0, lore, 0, ())

    def _driven(self, left: int, flags: int, symbols: int) -> Iterator[Share]:
        """Yield what flags and Lore do to a target with *left* figures."""
        driven, lore = self._by_symbols[symbols]
        way, stays = self._way(flags, driven)
        made = 0 if way is None else way.hexes - way.missing
        missing = 0 if way is None else way.missing
        if self._is_creature:
            yield from self._checked(left, made, missing, lore, stays=stays)
            return
        left -= dice.losses(missing, left)
        panic = morale.panic_dice(self._who, made) if left else 0
        for lost in range(panic + 1):
            ways = comb(panic, lost) * (FACES - 1) ** (panic - lost)
            rest = left - dice.losses(lost, left)
            upshot = Upshot(self.left - rest, made, lore, 0, ())
            yield Share(ways, FACES**panic, upshot, rest, answers=stays and rest > 0)

    def _checked(self, left: int, made: int, missing: int, lore: int, *, stays: bool) -> Iterator[Share]:
        """Yield what becomes of a Creature that pays for *missing* hexes by its check, two dice each."""
        every = (FACES * FACES) ** missing
        lives = (FACES * FACES - 1) ** missing
        yield Share(lives, every, Upshot(self.left - left, made, lore, 0, ()), left, answers=stays)
        if missing:
            token = 1 if is_lore(self.game.ruleset) else 0
            dead = Upshot(self.left, made, lore + token, 0, ())
            yield Share(every - lives, every, dead, 0, answers=False)

    def _way(self, flags: int, driven: int) -> tuple[RetreatWay | None, bool]:
        """Return how the target takes *flags*, the fewest that it may, and whether it answers then."""
        key = (flags, driven)
        if key not in self._found_ways:
            ways = retreat_ways(self.game, self.target, flags, self._bold, driven) if flags or driven else ()
            way = min(ways, key=lambda way: (way.counted, way.missing), default=None)
            self._found_ways[key] = way, not driven and self._answers(way)
        return self._found_ways[key]

    def _answers(self, way: RetreatWay | None) -> bool:
        return answering.may_battle_back(
            answering.Attacked(
                bold=self._bold,
                keeps_hex=way is None or not way.counted,
                in_melee=self.fight.distance == 1,
                survives=True,
                is_answered=is_answered(self.game, self.fight),
            )
        )
