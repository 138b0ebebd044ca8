"""What ends a unit or the game in the middle of a card, an ability or a reaction, ends it there."""

from itertools import product

import pytest

from rules.kernel import messages as m
from rules.kernel.game import play
from rules.kernel.hexes import Direction, Hex
from rules.kernel.ruleset import Game
from rules.kernel.values import (
    CAMPS,
    AbilityId,
    CardId,
    CardNumber,
    KindId,
    LoreId,
    Marker,
    Seat,
    Step,
    UnitId,
)
from rules.second import messages as second
from rules.second.abilities import DICE_ABILITIES, POISON
from rules.second.faces import CLEAVE, FACES, HEROIC, LORE, MORALE, PIERCE, STRIKE
from rules.second.state.attack import record
from rules.second.verbs import VERBS
from tests.rules.drawn import CODES, after, at, attack, faces, tags, u, waits
from tests.rules.playing import full_rules
from tests.rules.tricks import SOUTH, before_the_card, held, trick

FULL = full_rules()


def told(*does: m.Verb) -> m.PlayUnlistedCard:
    return m.PlayUnlistedCard(name="Firestorm", does=does)


def test_a_card_goes_on_after_it_has_eliminated_a_unit() -> None:
    """What is left for that unit is not done; what is left for others is."""
    name, others = u("BH"), m.GrantOrders(count=2)
    rest: tuple[m.Verb, ...] = (
        m.DealDamage(unit=name, count=1),
        m.Heal(unit=name, count=1),
        m.PlaceAt(unit=name, at=Hex("A1")),
        m.Mark(unit=name, marker=Marker.STUN),
        m.Drive(unit=name, way=Direction.EAST),
        m.ForceRetreat(unit=name, way=Direction.EAST),
    )
    start = before_the_card(held("5 CG BH1 VL"))
    for verb in rest:
        game, _ = after(start, told(m.DealDamage(unit=name, count=1), verb, others))
        assert (at(game, "BH"), game.state.grants) == (None, (others,))


def test_a_card_stops_where_it_has_won() -> None:
    """RB p. 7: nothing is left to order or to pay, and the table is not told that it is too late."""
    start = before_the_card(held("5 CG BH1"))
    rest = (m.GrantOrders(count=1), m.AddDice(count=1), m.GainLore(count=2), m.DrawLore(count=1))
    for verb in rest:
        game, events = after(start, told(m.DealDamage(unit=u("BH"), count=1), verb))
        assert (game.state.winner, tags(events)[-1]) == (SOUTH, "game_won")


def test_nonsense_on_a_card_is_refused_even_after_it_has_won() -> None:
    start = before_the_card(held("5 CG BH1"))
    for verb in (m.GrantOrders(count=0), m.PlaceAt(unit=u("CG"), at=Hex("Z9"))):
        assert isinstance(play(start, told(m.DealDamage(unit=u("BH"), count=1), verb)).decision, m.Refusal)


def ending_verbs(name: UnitId) -> tuple[m.Verb, ...]:
    """Return the verbs by which a card can eliminate the unit, on the eastern edge with one health left."""
    return (m.DealDamage(unit=name, count=9), m.ForceRetreat(unit=name, way=Direction.EAST, hexes=2))


def every_verb(name: UnitId) -> tuple[m.Verb, ...]:
    """Return one of each verb; those that name a unit name that one."""
    return (
        *ending_verbs(name),
        m.GrantOrders(count=1),
        m.GrantExtraAttack(trait="melee"),
        m.GrantExtraMove(trait="infantry", hexes=1),
        m.RollForOrders(dice=2, orders={STRIKE: ("infantry",)}, lore=1),
        m.AddDice(count=1),
        m.Heal(unit=name, count=1),
        m.PlaceAt(unit=name, at=Hex("A9")),
        m.Mark(unit=name, marker=Marker.POISON),
        m.GainLore(count=1),
        m.GainPoints(count=1),
        m.Drive(unit=name, way=Direction.WEST),
        m.DrawLore(count=1),
        second.FixDice(count=1),
        second.FuelDamage(face=LORE),
        second.IgnoreDamage(),
        second.TurnBlows(faces=(STRIKE,)),
        second.LastStand(),
        second.BarLore(),
        m.Trample(trait="cavalry", faces=(STRIKE,)),
    )


def test_every_verb_is_played_here() -> None:
    assert {type(verb) for verb in every_verb(u("BH"))} == set(VERBS)


MOMENTS = ("command", "order", "dice", "counter")
LAST = "5 .. .. .. .. .. .. .. .. .. .. {own} {foe}"


@pytest.mark.parametrize("crowd", ["", "9 VL\n1 YA\n"])
@pytest.mark.parametrize("moment", MOMENTS)
def test_every_verb_after_one_that_ends_a_unit_or_the_game(moment: str, crowd: str) -> None:
    """In a card of the Command Step, and in lore cards of both sides at every moment of a turn."""
    start = at_moment(held(crowd + LAST.format(own="CG1", foe="BH1"), lore=0), moment)
    for victim in (u("BH"), u("CG")):
        for seat, ending, verb in product(CAMPS, ending_verbs(victim), every_verb(victim)):
            for does in ((ending, verb), (verb, ending)):
                command = told(*does) if moment == "command" else trick(seat, *does)
                end, decision = play(start, command)
                if not isinstance(decision, m.Refusal):
                    check_end(end, to_the_end(end))


def check_end(*games: Game) -> None:
    """Check that a side without units has lost, and that nothing is waited for any more then."""
    for game in games:
        beaten = [seat for seat in CAMPS if not game.state.army(seat)]
        assert (game.state.winner is not None) == bool(beaten) == (game.state.step is Step.OVER)
        if beaten:
            assert game.state.winner is game.ruleset.opponent(beaten[0])
            assert (game.state.fights, waits(game)) == ((), "over_wait")
        for name in {name for fight in game.state.fights for name in (fight.attacker, fight.target)}:
            assert game.state.units[name].figures >= 0


def to_the_end(game: Game) -> Game:
    """Return *game* after what it waits for in a fight has been answered: dice strike, offers are taken."""
    for _ in range(20):
        command: m.Command
        match game.state.wait:
            case m.DiceWait(count=count):
                command = m.Roll(faces=(STRIKE,) * count)
            case second.CommitWait(most=most):
                command = second.Commit(dice=dict.fromkeys(most, 0))
            case second.ShieldWait(units=units):
                command = second.Shield(unit=units[0])
            case second.IgnoreWait(usual=usual):
                command = second.IgnoreRetreats(hexes=usual)
            case second.WayWait(usual=usual):
                command = second.ChooseWay(way=usual)
            case m.CounterWait():
                command = m.Counter()
            case m.AdvanceWait() | m.ExtraAttackWait():
                command = m.Decline()
            case _:
                return game
        game, _ = after(game, command)
    raise AssertionError(f"the fight does not end: {game.state.wait}")


def fighters() -> list[tuple[str, str]]:
    """Return the codes of every two units that can meet, south's first."""
    kinds = FULL.catalogue.kinds
    south, north = FULL.scenario.factions[Seat.SOUTH], FULL.scenario.factions[Seat.NORTH]
    return [
        (own, foe)
        for own, foe in product(CODES, CODES)
        if (kinds[KindId(CODES[own])].faction, kinds[KindId(CODES[foe])].faction) == (south, north)
    ]


REACTIONS: tuple[tuple[m.Verb, ...], ...] = (
    (),
    (second.LastStand(),),
    (second.TurnBlows(faces=(STRIKE, CLEAVE, PIERCE, HEROIC)),),
    (second.LastStand(), second.TurnBlows(faces=(STRIKE, HEROIC)), second.IgnoreDamage(count=1)),
    (second.IgnoreDamage(),),
    (second.FuelDamage(face=HEROIC),),
)


GOLEM = tuple(
    m.TellNumber(kind=KindId("siege_golem"), number=number, value=value)
    for number, value in ((CardNumber.RANGE, 1), (CardNumber.COMBAT, 3))
)  # its card is not known


@pytest.mark.parametrize(("own", "foe"), fighters())
def test_every_ability_among_last_units(own: str, foe: str) -> None:
    """Each unit attacks and counters with dice for its abilities, one health left on both sides, poisoned."""
    for active, does in product(CAMPS, REACTIONS):
        rows = LAST.format(own=own + "1p", foe=foe + "1p")
        roller, target = (own, foe) if active is SOUTH else (foe, own)
        start, _ = after(held(rows, active=active), *GOLEM)
        started, decision = play(start, attack(roller, target))
        if isinstance(decision, m.Refusal):  # too near for its range
            continue
        if does:
            started, _ = after(started, trick(target_seat(active, does), *does))
        assert isinstance(started.state.wait, m.DiceWait)
        count = started.state.wait.count
        for roll in product((STRIKE, HEROIC, LORE, MORALE), repeat=2):
            shown = (*roll, *(HEROIC,) * count)[:count]
            game, _ = after(started, m.Roll(faces=shown))
            check_end(game, take_all(game))


def target_seat(active: Seat, does: tuple[m.Verb, ...]) -> Seat:
    """Return who plays *does* in an attack of *active*'s."""
    return active if isinstance(does[0], second.FuelDamage) else FULL.opponent(active)


def take_all(game: Game) -> Game:
    """Return *game* at the end of the fight, each die given to an ability that wants it, counters heroic."""
    for _ in range(20):
        wait = game.state.wait
        if isinstance(wait, second.CommitWait):
            game, _ = after(game, second.Commit(dice=as_many_as_go(game, wait)))
        elif isinstance(wait, m.DiceWait) and game.state.fights[-1].counter:
            game, _ = after(game, m.Roll(faces=(HEROIC,) * wait.count))
        elif isinstance(wait, m.OverWait | m.OrdersWait):
            return game
        else:
            game = to_the_end(game)
    raise AssertionError(f"the fight does not end: {game.state.wait}")


def as_many_as_go(game: Game, wait: second.CommitWait) -> dict[AbilityId, int]:
    """Return the commitment of *wait* that uses most dice, the first abilities first."""
    fight = game.state.fights[-1]
    free = {face: fight.faces.count(face) for face in FACES.all}
    for given in record(fight).committed:
        free[given.face] -= given.count
    chosen: dict[AbilityId, int] = {}
    for name, most in wait.most.items():
        face = LORE if name == POISON else DICE_ABILITIES[name].face if name in DICE_ABILITIES else None
        face = record(fight).fuels[-1].face if face is None else face
        chosen[name] = min(most, free[face])
        free[face] -= chosen[name]
    return chosen


@pytest.mark.parametrize("card", FULL.catalogue.lore)
def test_every_lore_card_among_last_units(card: LoreId) -> None:
    """Of both sides, at every moment; what its players tell of it ends a unit."""
    played = 0
    for moment, seat, victim in product(MOMENTS, CAMPS, (u("BH"), u("CG"))):
        start = at_moment(held(LAST.format(own="CG1", foe="BH1")), moment)
        told_does = () if FULL.catalogue.lore[card].does else (ending_verbs(victim)[0],)
        command = m.PlayLoreCard(seat=seat, card=card, cost=1, does=told_does)
        for each in (command, m.Overrule(command=command)):
            end, decision = play(start, each)
            if not isinstance(decision, m.Refusal):
                played += 1
                check_end(end, to_the_end(end))
    assert played


@pytest.mark.parametrize("card", FULL.catalogue.cards)
def test_the_last_unit_falls_under_every_command_card(card: CardId) -> None:
    """RB p. 7: whatever a card has given, with the last enemy the game is over."""
    start = before_the_card(held(LAST.format(own="CG1", foe="BH1")))
    for anywhere in (False, True):
        game, _ = after(start, m.PlayCard(card=card, anywhere=anywhere))
        if isinstance(game.state.wait, m.DiceWait):
            game, _ = after(game, m.Roll(faces=(STRIKE,) * game.state.wait.count))
        game = to_the_end(after(game, m.Overrule(command=attack("CG", "BH")))[0])
        check_end(game)
        assert game.state.winner is SOUTH


def at_moment(start: Game, moment: str) -> Game:
    """Return *start* in the Command Step, the Order Step, while dice or a counter are awaited."""
    if moment == "command":
        return before_the_card(start)
    if moment == "order":
        return start
    game, _ = after(start, attack("CG", "BH"))
    return game if moment == "dice" else after(game, faces("lore lore pierce"))[0]
