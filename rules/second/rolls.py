"""Combat rolls that nobody has made yet: everything that they may do, with its weight.

Faces that do the same are enumerated as one; what they do is asked of the combat
chapters, so that no rule is written twice.  Ends where the counter would begin.
"""

from collections import Counter as Tally
from itertools import product
from typing import NamedTuple

from msgspec.structs import replace

from rules.kernel.battle.rolling import lie
from rules.kernel.battle.rolls import Policy, Upshot, all_counts, dice_due
from rules.kernel.chapters.damage import hurt
from rules.kernel.course import Course
from rules.kernel.messages import Damaged, DamageIgnored, Event, Marked, Retreated
from rules.kernel.ruleset import Game
from rules.kernel.state import State
from rules.kernel.values import Cause, Face, Marker
from rules.second import answering, committing, retreating, striking
from rules.second.abilities import DICE_ABILITIES
from rules.second.faces import CLEAVE, FACES
from rules.second.messages import Committed
from rules.second.questions import cleaves_ignored, counters_early
from rules.second.state.attack import record

Saved = tuple[tuple[Cause, int], ...]
"""Damage that the target ignores in a combat, but for what its terrain takes, by its cause."""


class Effect(NamedTuple):
    """What the dice do before the target retreats: *lore* dice and own figures spent on it.

    *spared* is the damage that the target's terrain takes from it, once a combat, *saved*
    what its shield and its abilities do.
    """

    damage: int
    retreats: int
    lore: int
    loses: int
    markers: tuple[Marker, ...]
    spared: int
    saved: Saved


class Blow(NamedTuple):
    """What decides where the target ends: its damage, the retreats *due*, new markers, damage ignored."""

    damage: int
    due: int
    markers: tuple[Marker, ...]
    spared: int
    saved: Saved


class Landing(NamedTuple):
    """All the damage and the hexes moved in the end; *state* where the target lives and may counter."""

    damage: int
    retreats: int
    state: State | None


class Group(NamedTuple):
    """*many* faces that do the same as *face*; *chosen* where dice showing it matter to commitments."""

    face: Face
    many: int
    chosen: bool


class CombatRoll:
    """A combat roll that has not been made yet.

    *upshots* says in how many of the six-to-the-power-of-*dice* ways each comes about.
    """

    def __init__(self, game: Game, policy: Policy) -> None:
        self.game, self.fight, self.policy = game, game.state.fights[-1], policy
        self.dice = dice_due(game)
        self.ways = 6**self.dice
        self.left = game.left(game.state.units[self.fight.target])
        self._figures = game.state.units[self.fight.attacker].figures
        self._groups = self._grouped()
        self._chosen = tuple(group.face for group in self._groups if group.chosen)
        self._effects: dict[tuple[int, ...], tuple[Effect, ...]] = {}
        self._landings: dict[Blow, Landing] = {}
        self._reached: Tally[Blow] = Tally()
        self.upshots: Tally[Upshot] = Tally()
        self._enumerate()

    def _enumerate(self) -> None:
        shown = [group.face for group in self._groups]
        at_retreat, at_lore = shown.index(FACES.retreat), shown.index(FACES.lore)
        for counts, ways in all_counts(tuple(group.many for group in self._groups), self.dice):
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
        target = self.game.state.units[self.fight.target]
        roller = self.game.state.units[self.fight.attacker]
        does = [DICE_ABILITIES[n] for n in self.game.ruleset.abilities[roller.kind] if n in DICE_ABILITIES]
        fuels = {ability.face for ability in does} | {fuel.face for fuel in record(self.fight).fuels}
        if cleaves_ignored(self.game, target):
            fuels.add(CLEAVE)
        if Marker.POISON in target.markers or any(ability.marker is Marker.POISON for ability in does):
            fuels.add(FACES.lore)
        alike: dict[tuple[object, ...], list[Face]] = {}
        for face in FACES.all:
            damage = committing.rolled_damage(self.game, self.fight, {**dict.fromkeys(FACES.all, 0), face: 1})
            role = face if face in (*fuels, FACES.retreat, FACES.lore) else None
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
        return Blow(damage, due + effect.retreats, effect.markers, effect.spared, effect.saved)

    def _effects_of(self, faces: tuple[Face, ...]) -> tuple[Effect, ...]:
        """Return what *faces* do by each choice that the policy looks at, the usual one first."""
        course = Course(self.game)
        lie(course, faces)
        most = committing.give_freely(course)
        choices = [committing.usual(course.game, most)]
        if self.policy is Policy.DAMAGE:
            ranges = (range(count + 1) for count in most.values())
            choices += [dict(zip(most, counts, strict=True)) for counts in product(*ranges)]
        effects = []
        for choice in choices:
            chosen = Course(course.game)
            committing.commit(chosen, choice)
            retreats = striking.land(chosen)
            effects.append(self._effect_in([*course.events, *chosen.events], retreats))
        return tuple(dict.fromkeys(effects))

    def _effect_in(self, events: list[Event], retreats: int) -> Effect:
        """Return what *events* tell of the dice, which force so many *retreats*."""
        damage = lore = loses = spared = 0
        saved: Tally[Cause] = Tally()
        markers: list[Marker] = []
        for event in events:
            match event:
                case Damaged(unit=self.fight.target):
                    damage += event.damage
                case DamageIgnored(cause=Cause.TERRAIN):
                    spared += event.damage
                case DamageIgnored():
                    saved[event.cause] += event.damage
                case Marked(unit=self.fight.target):
                    markers.append(event.marker)
                case Committed():
                    does = committing.dice_ability(event.ability, self.fight)
                    lore += event.count if does.face == FACES.lore else 0
                    lore -= event.count if does.draws else 0
                    loses += does.loses * event.count
                case _:
                    pass
        return Effect(damage, retreats, lore, loses, tuple(markers), spared, tuple(sorted(saved.items())))

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
        markers = state.units[name].markers
        had_shield = Marker.SHIELD in markers and not self.fight.counter
        kept = tuple(marker for marker in markers if not (had_shield and marker is Marker.SHIELD))
        marked = replace(state.units[name], markers=tuple(dict.fromkeys((*kept, *blow.markers))))
        own = replace(record(self.fight), spared=blow.spared, shielded=had_shield, saved=dict(blow.saved))
        fight = replace(self.fight, own=own)
        state = replace(state, units={**state.units, name: marked}, fights=(*state.fights[:-1], fight))
        course = Course(Game(self.game.ruleset, state))
        hurt(course, name, blow.damage, Cause.DICE)
        is_early = blow.due > 0 and counters_early(course.game, course.unit(name))
        answering = self._countering(course.game) if is_early else None
        if blow.due:
            ways = retreating.force(course, blow.due)
            retreating.carry_out(course, retreating.usual_way(course.game, ways))
        moved = sum(
            course.ruleset.board.distance(event.start, event.to)
            for event in course.events
            if isinstance(event, Retreated)
        )
        unit = course.unit(name)
        suffered = self.left - (course.game.left(unit) if unit.at is not None else 0)
        return Landing(suffered, moved, answering or self._countering(course.game))

    def _countering(self, game: Game) -> State | None:
        """Return the state if the target may counter in it, else None."""
        target, attacker = game.state.units[self.fight.target], game.state.units[self.fight.attacker]
        if self.fight.counter or not answering.can_counter(game, target, attacker):
            return None
        return game.state
