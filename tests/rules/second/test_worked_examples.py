"""The rulebook's worked examples, in positions that satisfy what they print and what they say.

The pictures' hexes are not known; the numbers and relations in the captions are.
"""

import pytest

from rules.kernel import messages as m
from rules.kernel.decide import options
from rules.kernel.game import play
from rules.kernel.hexes import Hex
from rules.kernel.notation.position import parse_position
from rules.kernel.ruleset import Game
from rules.kernel.sight import line_of_sight
from rules.kernel.values import AttackType, UnitId, Why
from rules.second import messages as second
from rules.second.faces import CLEAVE, MORALE, PIERCE, STRIKE
from tests.rules.drawn import drawn
from tests.rules.playing import learning_rules

RULES = learning_rules()
GUARD, GUARD_2 = UnitId("citadel_guard-1"), UnitId("citadel_guard-2")
ARCHERS, ARCHERS_2 = UnitId("yeoman_archers-1"), UnitId("yeoman_archers-2")
HARVESTERS, VIPERS = UnitId("blood_harvesters-1"), UnitId("viper_legion-1")


def position(text: str) -> Game:
    return parse_position(text, RULES)


def after(game: Game, *commands: m.Command) -> tuple[Game, tuple[m.Event, ...]]:
    """Return the game after *commands*, and all their events."""
    events: list[m.Event] = []
    for command in commands:
        game, decision = play(game, command)
        assert not isinstance(decision, m.Refusal), (command, decision)
        events += decision
    return game, tuple(events)


def why(game: Game, command: m.Command) -> Why | None:
    _, decision = play(game, command)
    return decision.why if isinstance(decision, m.Refusal) else None


def figures(game: Game, unit: UnitId) -> int:
    return game.state.units[unit].figures


MOVEMENT = """
turn: 2, south, order
citadel_guard-1 at A1, ordered
citadel_guard-2 at C1
yeoman_archers-1 at B3
viper_legion-1 at B2
blood_harvesters-1 at A4
"""


def test_movement_example() -> None:
    """RB p. 7: to either hex beside the Vipers or the one beside the Harvesters, nowhere else."""
    game = position(MOVEMENT)
    reached = {offer.to for offer in options(game) if isinstance(offer, m.Move) and offer.unit == GUARD}
    beside_vipers = reached & set(RULES.board.neighbours[Hex("B2")].values())
    beside_harvesters = reached & set(RULES.board.neighbours[Hex("A4")].values())
    assert beside_vipers == {"A2", "B1"}
    assert beside_harvesters == {"A3"}
    assert reached == beside_vipers | beside_harvesters


@pytest.mark.parametrize("at", ["B2", "B3", "C1"])
def test_movement_example_no_hex_holds_two_units(at: str) -> None:
    """RB p. 7, movement example, 2."""
    assert why(position(MOVEMENT), m.Move(unit=GUARD, to=Hex(at))) is Why.OCCUPIED


@pytest.mark.parametrize("at", ["D1", "A5"])
def test_movement_example_no_unit_is_passed_through(at: str) -> None:
    """RB p. 6: D1 is three hexes away, A5 four; nothing leads through the occupied C1 and A4."""
    assert why(position(MOVEMENT), m.Move(unit=GUARD, to=Hex(at))) in {Why.TOO_FAR, Why.WAY_BLOCKED}


RANGE = """
turn: 1, north, order
viper_legion-1 at F5, ordered
citadel_guard-1 at I5
yeoman_archers-1 at B5
citadel_guard-2 at A5
yeoman_archers-2 at G8
blood_harvesters-1 at F6
"""


@pytest.mark.parametrize(
    ("target", "distance", "clear", "refused"),
    [
        (GUARD, 3, True, None),
        (ARCHERS, 4, True, None),
        (GUARD_2, 5, False, Why.OUT_OF_RANGE),
        (ARCHERS_2, 3, False, Why.SIGHT_BLOCKED),
    ],
)
def test_range_and_line_of_sight_example(
    target: UnitId, distance: int, clear: bool, refused: Why | None
) -> None:
    """RB p. 8: the Vipers and four targets, near and far, behind others and not."""
    game = position(RANGE)
    at = game.state.units[target].at
    assert at is not None
    assert RULES.board.distance(Hex("F5"), at) == distance
    assert line_of_sight(RULES.board, Hex("F5"), at, units=game.state.occupied()).clear is clear
    assert why(game, m.Attack(unit=VIPERS, target=target)) is refused


def test_range_example_the_blockers_are_the_printed_ones() -> None:
    """RB p. 8, 3 and 4: the Yeoman Archers next to the Citadel Guard, and the Blood Harvesters."""
    units = position(RANGE).state.occupied()
    assert line_of_sight(RULES.board, Hex("F5"), Hex("A5"), units=units).by == "B5"
    assert line_of_sight(RULES.board, Hex("F5"), Hex("G8"), units=units).by == "F6"


COMBAT = """
turn: 2, south, order
citadel_guard-1 at E5, ordered
blood_harvesters-1 at F5
citadel_guard-2 at A1
viper_legion-1 at L9
"""
ATTACK = m.Attack(unit=GUARD, target=HARVESTERS)
HIT = (ATTACK, m.Roll(faces=(STRIKE, CLEAVE, PIERCE)), second.Commit(dice={}))


def test_damage_example() -> None:
    """RB p. 9: a strike, a cleave and a pierce of a melee attack take two figures."""
    game, events = after(position(COMBAT), *HIT)
    assert figures(game, HARVESTERS) == 1
    assert [event.damage for event in events if isinstance(event, m.Damaged)] == [2]


def test_damage_token_example() -> None:
    """RB p. 13: a strike puts a token beside the Chaos Lord, whose figure stays and who is not weak."""
    game = drawn(
        """
        5 CG CL ..
        """
    )
    lord = UnitId("chaos_lord-1")
    game, _ = after(game, m.Attack(unit=GUARD, target=lord), m.Roll(faces=(STRIKE, PIERCE, PIERCE)))
    game, events = after(game, second.Commit(dice={}))
    assert [(event.unit, event.damage) for event in events if isinstance(event, m.Damaged)] == [(lord, 1)]
    assert (game.state.units[lord].damage, figures(game, lord)) == (1, 1)
    assert not game.is_weak(game.state.units[lord])


def test_retreat_example() -> None:
    """RB p. 10: two morale results drive the Archers two hexes directly away from the Harvesters."""
    game = position(
        """
        turn: 1, north, order
        blood_harvesters-1 at D6, ordered
        yeoman_archers-1 at D5
        """
    )
    game, events = after(
        game, m.Attack(unit=HARVESTERS, target=ARCHERS), m.Roll(faces=(MORALE, MORALE, PIERCE))
    )
    assert game.state.units[ARCHERS].at == "C3"
    assert figures(game, ARCHERS) == 3
    assert [event.to for event in events if isinstance(event, m.Retreated)][-1] == "C3"


COUNTER = (*HIT, m.Counter(), m.Roll(faces=(STRIKE, CLEAVE, CLEAVE, MORALE, PIERCE)))


def test_full_combat_example_the_attack() -> None:
    """RB p. 11, 1-3: three dice, two figures fall, and the adjacent survivors may counter."""
    game, events = after(position(COMBAT), *HIT)
    declared = next(event for event in events if isinstance(event, m.AttackDeclared))
    assert (declared.dice, declared.kind, declared.counter) == (3, AttackType.MELEE, False)
    assert game.state.wait == m.CounterWait(seat=RULES.owners[HARVESTERS], unit=HARVESTERS, target=GUARD)


def test_full_combat_example_rage_adds_a_die_for_each_figure_missing() -> None:
    """RB p. 11, 4: two figures are missing, so five dice are rolled."""
    game, _ = after(position(COMBAT), *HIT, m.Counter())
    assert game.state.wait == m.DiceWait(seat=RULES.owners[HARVESTERS], unit=HARVESTERS, count=5)


def test_full_combat_example_the_counter() -> None:
    """RB p. 11, 5-6: one strike hits, a weak unit's two cleaves do not, one morale drives one hex back."""
    game, _ = after(position(COMBAT), *COUNTER)
    assert figures(game, GUARD) == 2
    assert figures(game, HARVESTERS) == 1
    assert game.state.units[GUARD].at == "D5"


def test_full_combat_example_who_counters_cannot_advance() -> None:
    """RB p. 11, 6: the Harvesters stay, and nobody is asked."""
    game, events = after(position(COMBAT), *COUNTER)
    assert game.state.units[HARVESTERS].at == "F5"
    assert isinstance(game.state.wait, m.OrdersWait)
    assert any(isinstance(event, m.CombatEnded) for event in events)
