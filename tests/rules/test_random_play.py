"""Games of chance to their end: what always holds, holds after every step."""

from collections import Counter

import msgspec
import pytest

from rules.kernel import messages as m
from rules.kernel.chapters import ask
from rules.kernel.chapters.abilities import Clash
from rules.kernel.chapters.terrain import can_enter
from rules.kernel.evolve import evolve
from rules.kernel.replay import divergence, fold
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.state import State
from rules.kernel.values import Seat, Step, UnitId
from rules.registry import AnyCommand, AnyEntry, AnyEvent, AnyVerb, AnyWait, sorts_of
from rules.second import committing, messages as second
from rules.second.answering import can_counter
from rules.second.printed import lore_price
from tests.rules.playing import Played, full_rules, learning_rules, play_random
from tests.shares import share

RULES, FULL = learning_rules(), full_rules()
CHUNK = 25
LOG = msgspec.json.Decoder(list[AnyEntry])


class Journal:
    """Keeps the books from events alone, and compares them with the state."""

    def __init__(self) -> None:
        self.lore: Counter[Seat] = Counter()
        self.points: Counter[Seat] = Counter()

    def __call__(self, before: Game, command: m.Command, events: tuple[m.Event, ...], after: Game) -> None:
        self.take_over(before)
        state = before.state
        for event in events:
            self.enter(state, event)
            state = evolve(state, event)
        assert state == after.state
        for seat, side in state.sides.items():
            assert (side.lore, side.points) == (self.lore[seat], self.points[seat]), (command, events)
            assert min(side.lore, side.points, side.cards) >= 0
            assert len(side.known) <= side.cards

    def take_over(self, game: Game) -> None:
        """Begin from *game*: an undo may have gone before."""
        for seat, side in game.state.sides.items():
            self.lore[seat], self.points[seat] = side.lore, side.points

    def enter(self, state: State, event: m.Event) -> None:
        match event:
            case m.LoreGained(seat=seat, count=count, total=total):
                self.lore[seat] += count
                assert total == self.lore[seat]
                assert count > 0
            case m.LoreSpent(seat=seat, count=count, total=total):
                self.lore[seat] -= count
                assert total == self.lore[seat]
                assert count > 0
            case m.PointsGained(seat=seat, count=count, total=total):
                self.points[seat] += count
                assert total == self.points[seat]
            case m.ScoreCorrected(seat=seat, lore=lore, points=points):
                self.lore[seat], self.points[seat] = lore, points
            case m.Damaged(unit=unit, damage=damage, left=left):
                assert damage > 0
                assert self.health(state, unit) == left + damage
            case m.FiguresRemoved(unit=unit, count=count, left=left):
                assert count > 0
                assert self.health(state, unit) == left + count
            case m.Healed(unit=unit, count=count, left=left):
                assert self.health(state, unit) == left - count
            case _:
                pass

    @staticmethod
    def health(state: State, unit: UnitId) -> int:
        known = state.units[unit]
        return known.figures if known.health is None else known.health - known.damage


def is_overruled(before: Game, command: m.Command) -> bool:
    """Return whether the table rules otherwise, or tells a number for what it has ruled otherwise."""
    wait = before.state.wait
    told = isinstance(command, m.TellNumber) and isinstance(wait, m.NumberWait)
    return isinstance(wait.then if told else command, m.Overrule)


def check_pieces(before: Game, command: m.Command, events: tuple[m.Event, ...], after: Game) -> None:
    """Units: one a hex, on the board while they have figures, never more than their health."""
    standing = [unit.at for unit in after.state.units.values() if unit.at is not None]
    assert len(set(standing)) == len(standing), command
    assert set(standing) <= set(after.ruleset.board.hexes)
    is_set_up = after.state.step is Step.SET_UP
    for unit in after.state.units.values():
        assert 0 <= unit.figures <= after.kind(unit).figures
        assert is_set_up or (unit.at is None) == (unit.figures == 0), (command, unit)
        assert unit.at is not None or not unit.markers
        assert 0 <= unit.damage < after.kind(unit).health or unit.at is None


def check_ground(before: Game, command: m.Command, events: tuple[m.Event, ...], after: Game) -> None:
    """Terrain: tiles that exist, and nobody moves where he may not stand but by the table's will."""
    kinds = after.ruleset.catalogue.terrain
    for place, tile in after.state.terrain.items():
        assert place in after.ruleset.board
        assert not kinds[tile.kind].on
        assert tile.token is None or tile.kind in kinds[tile.token].on
    willed = isinstance(command, m.PlaceTerrain | m.RemoveTerrain | m.CorrectUnit) or is_overruled(
        before, command
    )
    placed = {verb.unit for verb in getattr(command, "does", ()) if isinstance(verb, m.PlaceAt)}
    for unit in after.state.units.values():
        moved = unit.id in before.state.units and before.state.units[unit.id].at != unit.at
        if unit.at is not None and moved and not willed and unit.id not in placed:
            assert can_enter(after, unit, unit.at), (command, unit)


def check_hands(before: Game, command: m.Command, events: tuple[m.Event, ...], after: Game) -> None:
    """Cards: at most four lore cards after a Lore Step, one played a turn, no deck below nothing."""
    for seat, side in after.state.sides.items():
        assert side.lore_cards >= len(side.known_lore)
        assert min(side.lore_cards, side.lore_discards, side.lore_deck or 0) >= 0
        assert (
            seat is not before.state.active
            or not isinstance(command, m.ReplenishLore)
            or (side.lore_cards <= 4)
        )
    played = Counter(event.seat for event in events if isinstance(event, m.LoreCardPlayed))
    for seat, count in played.items():
        assert count == 1
        assert isinstance(command, m.Overrule) or not before.state.sides[seat].lore_played


def check_waits(before: Game, command: m.Command, events: tuple[m.Event, ...], after: Game) -> None:
    """Every command ends with one ``Awaited``, and what is awaited fits the moment."""
    assert isinstance(events[-1], m.Awaited)
    assert sum(isinstance(event, m.Awaited) for event in events) == 1
    assert after.state.waits == events[-1].waits
    state, wait = after.state, after.state.wait
    assert (state.winner is not None) == (state.step is Step.OVER) == isinstance(wait, m.OverWait)
    for each in state.waits:
        for name in awaited(each):
            assert state.units[name].at is not None, (command, each)
    if isinstance(
        wait,
        m.DiceWait | second.CommitWait | second.WayWait | m.CounterWait | m.AdvanceWait | second.ShieldWait,
    ):
        assert state.fights or wait.unit is None
    if isinstance(wait, m.DiceWait):
        assert wait.count == len(wait.trampled) or not wait.trampled
    if isinstance(wait, m.CardWait | m.OrdersWait | second.ExchangeWait | m.LoreWait):
        assert wait.seat is state.active
        assert not state.fights
    if isinstance(wait, m.AdvanceWait):
        assert all(state.standing_on(place) is None for place in wait.to)
    if isinstance(wait, second.ExchangeWait):
        per_point = lore_price(after.ruleset.scenario) or 1
        assert 0 <= wait.most <= state.sides[state.active].lore // per_point


def check_questions(before: Game, command: m.Command, events: tuple[m.Event, ...], after: Game) -> None:
    """What is asked is what the rules would ask of the position, whatever came in between."""
    state, wait = after.state, after.state.wait
    if not state.fights or is_overruled(before, command):
        return
    fight, units = state.fights[-1], state.units
    roller, target = units[fight.attacker], units[fight.target]
    match wait:
        case m.DiceWait():
            weapon = ask.weapon_for(after, roller, fight.distance, counter=fight.counter)
            if weapon is not None:
                dice = ask.combat_dice(after, Clash(roller, target, weapon)).total
                assert wait.count == (dice if fight.fixed is None else fight.fixed), command
        case second.CommitWait():
            assert wait.most == committing.offers(after)
        case m.CounterWait():
            assert can_counter(after, units[wait.unit], units[wait.target]), command
        case m.AdvanceWait():
            assert not ask.is_stunned(units[wait.unit])
        case _:
            pass


def awaited(wait: m.Wait) -> tuple[UnitId, ...]:
    """Return the units of which *wait* speaks."""
    one = (getattr(wait, "unit", None), getattr(wait, "target", None))
    return (
        *(name for name in one if name is not None),
        *getattr(wait, "trampled", ()),
        *(wait.units if isinstance(wait, second.ShieldWait) else ()),
    )


ALWAYS = (check_pieces, check_ground, check_hands, check_waits, check_questions)


def play_and_check(rules: Ruleset, seed: int) -> Played:
    played = play_random(rules, seed, watch=(Journal(), *ALWAYS))
    start, end, log = played
    again = LOG.decode(msgspec.json.encode(log))
    assert tuple(again) == log
    assert fold(start.state, again) == end.state
    undone = m.Entry(
        seq=len(log) + 1, at=0.0, by="chance", frame=None, command=None, events=(m.Retracted(to=0),)
    )
    assert fold(start.state, (*again, undone)) == start.state
    assert divergence(start, again) is None
    assert end.state.winner is not None
    return played


@pytest.mark.parametrize("first", share(range(0, 300, CHUNK), 0, journeys=()))
def test_random_games_end_and_keep_their_books(first: int) -> None:
    for seed in range(first, first + CHUNK):
        play_and_check(RULES, seed)


@pytest.mark.parametrize("first", share(range(0, 60, 10), 0, journeys=()))
def test_random_full_games_end_and_keep_their_books(first: int) -> None:
    """RB p. 12-18: terrain, legends, lore cards, from the choice of the scenario cards on."""
    for seed in range(first, first + 10):
        play_and_check(FULL, seed)


@pytest.mark.long
@pytest.mark.parametrize("first", range(1_000, 11_000, 250))
def test_ten_thousand_random_games(first: int) -> None:
    for seed in range(first, first + 250):
        play_and_check(RULES, seed)


@pytest.mark.long
@pytest.mark.parametrize("first", range(1_000, 3_000, 50))
def test_two_thousand_random_full_games(first: int) -> None:
    for seed in range(first, first + 50):
        play_and_check(FULL, seed)


@pytest.mark.journey
def test_random_games_come_everywhere() -> None:
    """Every command, event, wait and verb occurs: what is never reached is never tested."""
    seen: set[type] = set()

    def watch(before: Game, command: m.Command, events: tuple[m.Event, ...], after: Game) -> None:
        seen.update((type(command), *map(type, events), *map(type, after.state.waits)))
        seen.update(type(verb) for verb in getattr(command, "does", ()))

    every = {sort for union in (AnyCommand, AnyEvent, AnyWait, AnyVerb) for sort in sorts_of(union)}
    every = {sort for sort in every if not sort.__module__.startswith("rules.first.")}
    for seed in range(40_000, 40_150):
        for rules in (RULES, FULL):
            play_random(rules, seed, watch=(watch,))
        if every - seen == {m.Retracted}:
            break
    assert {sort.__name__ for sort in every - seen} == {"Retracted"}  # an undo is no command's event


def test_a_random_card_may_put_a_unit_where_it_cannot_stand() -> None:
    """The table plays it all the same; before, such a card ended the game of chance."""
    play_and_check(FULL, 900_182)
