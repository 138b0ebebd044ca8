"""Combat rolls that nobody has made yet: everything that they may do, with its weight.

Faces that do the same are enumerated as one; what they do is asked of the combat
chapters, so that no rule is written twice.  Ends where the counter would begin.
"""

from collections import Counter as Tally
from enum import StrEnum
from functools import lru_cache
from itertools import combinations, pairwise, product
from math import factorial, prod
from typing import NamedTuple

from msgspec.structs import replace

from rules import aftermath, ask, results, retreat
from rules.abilities import DICE_ABILITIES
from rules.combat import declare
from rules.course import Course
from rules.messages import (
    AnswerAwaited,
    AnyEvent,
    ChooseWay,
    Committed,
    CommitWait,
    CounterWait,
    Damaged,
    DamageIgnored,
    Marked,
    Retreated,
    RetreatForced,
    Roll,
    Shield,
    ShieldWait,
    WayWait,
)
from rules.ruleset import Game
from rules.state import State
from rules.values import Cause, Face, Marker, UnitId
from rules.victory import hurt


class Policy(StrEnum):
    """How dice are committed where there is a choice.

    USUAL as the engine proposes it; DAMAGE so that the target suffers most, blocked
    retreats included, among equals with the fewest own losses, then as usual.
    """

    USUAL = "usual"
    DAMAGE = "damage"


class Effect(NamedTuple):
    """What the dice do before the target retreats: *lore* dice and own figures spent on it.

    *spared* is the damage that the target's terrain takes from it, once a combat.
    """

    damage: int
    retreats: int
    lore: int
    loses: int
    markers: tuple[Marker, ...]
    spared: int


class Blow(NamedTuple):
    """What decides where the target ends: its damage, the retreats *due*, new markers, damage *spared*."""

    damage: int
    due: int
    markers: tuple[Marker, ...]
    spared: int


class Landing(NamedTuple):
    """All the damage and the hexes moved in the end; *state* where the target lives and may counter."""

    damage: int
    retreats: int
    state: State | None


class Upshot(NamedTuple):
    """What a roll has done in the end."""

    damage: int
    retreats: int
    lore: int
    loses: int
    markers: tuple[Marker, ...]


class Group(NamedTuple):
    """*many* faces that do the same as *face*; *chosen* where dice showing it matter to commitments."""

    face: Face
    many: int
    chosen: bool


class PendingRoll:
    """A combat roll that has not been made yet.

    *upshots* says in how many of the six-to-the-power-of-*dice* ways each comes about.
    """

    def __init__(
        self, game: Game, unit: UnitId, target: UnitId, policy: Policy, *, counter: bool = False
    ) -> None:
        course = Course(game)
        declare(course, unit, target, counter=counter)
        self.game, self.fight, self.policy = course.game, course.fight, policy
        self.dice = self.fight.dice
        self.left = game.left(game.state.units[target])
        self._figures = game.state.units[unit].figures
        self._groups = self._grouped()
        self._chosen = tuple(group.face for group in self._groups if group.chosen)
        self._effects: dict[tuple[int, ...], tuple[Effect, ...]] = {}
        self._landings: dict[Blow, Landing] = {}
        self._reached: Tally[Blow] = Tally()
        self.upshots: Tally[Upshot] = Tally()
        self._enumerate()

    def _enumerate(self) -> None:
        edition = self.game.ruleset.edition
        shown = [group.face for group in self._groups]
        at_retreat, at_lore = shown.index(edition.retreat), shown.index(edition.lore)
        for counts, ways in _all_counts(tuple(group.many for group in self._groups), self.dice):
            due = counts[at_retreat]
            effect = self._effect(counts, due)
            key = self._blow(effect, due)
            landing = self._landing(key)
            lore = counts[at_lore] - effect.lore
            loses = min(effect.loses, self._figures)
            upshot = Upshot(landing.damage, landing.retreats, lore, loses, effect.markers)
            self.upshots[upshot] += ways
            self._reached[key] += ways

    @property
    def survivals(self) -> list[tuple[State, int]]:
        """Return the states in which the target may counter, and in how many ways each comes about."""
        ends = [(self._landings[key].state, ways) for key, ways in self._reached.items()]
        return [(state, ways) for state, ways in ends if state is not None]

    def _grouped(self) -> tuple[Group, ...]:
        """Return the faces, alike ones as one group, those that are chosen from first."""
        edition, target = self.game.ruleset.edition, self.game.state.units[self.fight.target]
        roller = self.game.state.units[self.fight.attacker]
        does = [DICE_ABILITIES[n] for n in self.game.ruleset.abilities[roller.kind] if n in DICE_ABILITIES]
        fuels = {ability.face for ability in does}
        if ask.cleaves_ignored(self.game, target):
            fuels.add(Face.CLEAVE)
        if Marker.POISON in target.markers or any(ability.marker is Marker.POISON for ability in does):
            fuels.add(edition.lore)
        alike: dict[tuple[object, ...], list[Face]] = {}
        for face in Face:
            damage = results.rolled_damage(self.game, self.fight, {**dict.fromkeys(Face, 0), face: 1})
            role = face if face in fuels or face in (edition.retreat, edition.lore) else None
            alike.setdefault((damage, role, face in fuels), []).append(face)
        groups = (Group(faces[0], len(faces), bool(key[0] or key[2])) for key, faces in alike.items())
        return tuple(sorted(groups, key=lambda group: not group.chosen))

    def _effect(self, counts: tuple[int, ...], due: int) -> Effect:
        """Return what so many dice of each group do, committed by the policy, with *due* retreats beside."""
        chosen = counts[: len(self._chosen)]
        effects = self._effects.get(chosen)
        if effects is None:
            shown = tuple(
                face for face, count in zip(self._chosen, chosen, strict=True) for _ in range(count)
            )
            effects = self._effects[chosen] = self._effects_of(shown)
        if len(effects) == 1:
            return effects[0]
        return max(effects, key=lambda effect: (self._harm(effect, due), -effect.loses))

    def _harm(self, effect: Effect, due: int) -> int:
        return self._landing(self._blow(effect, due)).damage

    def _blow(self, effect: Effect, due: int) -> Blow:
        damage = min(effect.damage, self.left)
        return Blow(damage, due + effect.retreats, effect.markers, effect.spared)

    def _effects_of(self, faces: tuple[Face, ...]) -> tuple[Effect, ...]:
        """Return what *faces* do by each choice that the policy looks at, the usual one first."""
        course = Course(self.game)
        results.roll(course, Roll(faces=faces))
        wait = course.state.wait
        if not isinstance(wait, CommitWait):
            _give_shield(course)
            return (self._effect_in(course.events),)
        choices = [wait.usual]
        if self.policy is Policy.DAMAGE:
            ranges = (range(count + 1) for count in wait.most.values())
            choices += [dict(zip(wait.most, counts, strict=True)) for counts in product(*ranges)]
        effects = []
        for choice in choices:
            chosen = Course(course.game)
            results.resolve(chosen, choice)
            _give_shield(chosen)
            effects.append(self._effect_in([*course.events, *chosen.events]))
        return tuple(dict.fromkeys(effects))

    def _effect_in(self, events: list[AnyEvent]) -> Effect:
        """Return what *events* tell of the dice, up to the retreats that they force."""
        damage = retreats = lore = loses = spared = 0
        markers: list[Marker] = []
        for event in events:
            match event:
                case Damaged(unit=self.fight.target):
                    damage += event.damage
                case DamageIgnored(cause=Cause.TERRAIN):
                    spared += event.damage
                case Marked(unit=self.fight.target):
                    markers.append(event.marker)
                case Committed():
                    does = results.dice_ability(event.ability, self.fight)
                    lore += event.count if does.face is self.game.ruleset.edition.lore else 0
                    lore -= event.count if does.draws else 0
                    loses += does.loses * event.count
                case RetreatForced(hexes=retreats) | AnswerAwaited(retreats=retreats):
                    break
                case _:
                    pass
        return Effect(damage, retreats, lore, loses, tuple(markers), spared)

    def _landing(self, blow: Blow) -> Landing:
        """Return where the target ends that such a blow strikes."""
        landing = self._landings.get(blow)
        if landing is None:
            landing = self._landings[blow] = self._landed(blow)
        return landing

    def _landed(self, blow: Blow) -> Landing:
        name = self.fight.target
        if blow.damage >= self.left:
            return Landing(self.left, 0, None)
        state = self.game.state
        marked = replace(
            state.units[name], markers=tuple(dict.fromkeys((*state.units[name].markers, *blow.markers)))
        )
        fights = (*state.fights[:-1], replace(self.fight, spared=blow.spared))
        state = replace(state, units={**state.units, name: marked}, fights=fights)
        course = Course(Game(self.game.ruleset, state))
        hurt(course, name, blow.damage, Cause.DICE)
        answering = self._answering(course.game, blow.due)
        retreat.begin(course, blow.due)
        if isinstance(course.state.wait, WayWait):
            retreat.choose_way(course, ChooseWay(way=course.state.wait.usual))
        moved = sum(
            course.ruleset.board.distance(event.start, event.to)
            for event in course.events
            if isinstance(event, Retreated)
        )
        unit = course.unit(name)
        suffered = self.left - (course.game.left(unit) if unit.at is not None else 0)
        counters = isinstance(course.state.wait, CounterWait)
        return Landing(suffered, moved, answering or (course.state if counters else None))

    def _answering(self, game: Game, due: int) -> State | None:
        """Return the state in which the target counters before its retreats, or None (Ref, Ferocity)."""
        target = game.state.units[self.fight.target]
        if self.fight.counter or not due or not ask.counters_early(game, target):
            return None
        attacker = game.state.units[self.fight.attacker]
        return game.state if aftermath.can_counter(game, target, attacker) else None


def _give_shield(course: Course) -> None:
    """Give a shield that is to be given to the first unit: whom makes no difference to the roll."""
    wait = course.state.wait
    if isinstance(wait, ShieldWait):
        results.shield(course, Shield(unit=wait.units[0]))


@lru_cache(maxsize=256)
def _all_counts(manys: tuple[int, ...], dice: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return every way to share *dice* dice among groups of *manys* faces, with how many rolls look so."""
    walls = len(manys) - 1
    found = []
    for bars in combinations(range(dice + walls), walls):
        counts = tuple(right - left - 1 for left, right in pairwise((-1, *bars, dice + walls)))
        ways = factorial(dice) // prod(map(factorial, counts))
        found.append((counts, ways * prod(many**count for many, count in zip(manys, counts, strict=True))))
    return tuple(found)
