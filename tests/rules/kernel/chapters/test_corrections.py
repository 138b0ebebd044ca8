import pytest
from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.game import new_game
from rules.kernel.hexes import Direction, Hex
from rules.kernel.values import CardId, LoreId, Marker, Seat, Step, TerrainId, Tile, UnitId, Why
from rules.second import messages as second
from tests.rules.drawn import (
    RULES,
    after,
    at,
    attack,
    card,
    drawn,
    faces,
    figures,
    move,
    order,
    started,
    tags,
    u,
    waits,
    why,
)

NORTH, SOUTH = Seat.NORTH, Seat.SOUTH


def correct(unit: str, place: str | None, figures: int = 3, **more: object) -> m.CorrectUnit:
    return m.CorrectUnit(unit=u(unit), at=Hex(place) if place else None, figures=figures, **more)


def test_a_correction_puts_a_unit_as_it_stands() -> None:
    game, events = after(started(), correct("BH1", "A1", 2, markers=(Marker.STUN, Marker.POISON)))
    unit = game.state.units[u("BH1")]
    assert (unit.at, unit.figures, unit.markers) == ("A1", 2, (Marker.POISON, Marker.STUN))
    assert tags(events) == ["unit_corrected"]
    assert waits(game) == "card_wait"


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (correct("BH1", "L2"), Why.OFF_BOARD),
        (correct("BH1", "F4"), Why.OCCUPIED),
        (correct("BH1", "A1", 0), Why.IMPOSSIBLE_NUMBER),
        (correct("BH1", "A1", 4), Why.IMPOSSIBLE_NUMBER),
        (correct("BH1", "A1", damage=1), Why.IMPOSSIBLE_NUMBER),  # figures are this unit's health
        (m.CorrectUnit(unit=UnitId("troll-1"), at=None, figures=0), Why.NO_SUCH_UNIT),
        (m.CorrectScore(seat=NORTH, lore=-1), Why.IMPOSSIBLE_NUMBER),
        (m.PlaceBanner(at=Hex("L2")), Why.OFF_BOARD),
        (m.PlaceBanner(at=Hex("A1"), points=0), Why.IMPOSSIBLE_NUMBER),
        (m.RemoveBanner(at=Hex("A1")), Why.NOTHING_THERE),
        (m.NoteHand(seat=NORTH, known=(CardId("patrol"),)), Why.NO_SUCH_CARD),
        (m.NoteHand(seat=NORTH, known=(CardId("wedge"),) * 5), Why.TOO_MANY_CARDS),
    ],
)
def test_only_nonsense_is_refused(command: m.Command, reason: Why) -> None:
    assert why(started(), command) is reason


def test_a_legends_damage_is_corrected_below_its_health() -> None:
    game = drawn("5 CL CG", active=NORTH)
    assert why(game, correct("CL", "A5", 1, damage=6)) is Why.IMPOSSIBLE_NUMBER
    game, _ = after(game, correct("CL", "A5", 1, damage=5))
    assert game.left(game.state.units[u("CL")]) == 1


def test_scores_change_only_where_they_are_told() -> None:
    game, events = after(started(), m.CorrectScore(seat=NORTH, lore=7, points=3))
    assert events[0] == m.ScoreCorrected(seat=NORTH, lore=7, points=3, cards=4)
    game, _ = after(game, m.CorrectScore(seat=NORTH, cards=2))
    side = game.state.sides[NORTH]
    assert (side.lore, side.points, side.cards) == (7, 3, 2)


def test_a_corrected_lore_changes_the_exchange_that_is_asked_for() -> None:
    game, _ = after(drawn("5 CG BH", lore=4), m.EndMainPhase(), m.CorrectScore(seat=Seat.SOUTH, lore=9))
    assert game.state.wait == second.ExchangeWait(seat=Seat.SOUTH, most=2)


def test_a_unit_taken_off_is_eliminated_and_with_the_last_one_the_game_is_won() -> None:
    game, _ = after(drawn("5 CG BH .. BH"), correct("BH", None, 0))
    assert waits(game) == "orders_wait"
    game, events = after(game, correct("BH2", None, 0))
    assert events[-2] == m.GameWon(seat=Seat.SOUTH, elimination=True)
    assert waits(game) == "over_wait"


def test_units_may_be_missing_while_the_game_is_set_up() -> None:
    game = new_game(RULES)
    for unit in list(game.state.units):
        game, _ = after(game, m.CorrectUnit(unit=unit, at=None, figures=0))
    assert waits(game) == "set_up_wait"
    assert why(game, m.PlaceUnit(unit=u("BH1"), at=Hex("A1"))) is None


def test_moving_a_fighting_unit_by_hand_ends_the_fight() -> None:
    fight, _ = after(drawn("5 .. .. .. .. BH CG", active=NORTH), attack("BH", "CG"))
    for name in ("BH", "CG"):
        game, events = after(fight, correct(name, "A1"))
        assert tags(events) == ["unit_corrected", "combat_ended"]
        assert game.state.fights == ()
        assert waits(game) == "orders_wait"
    counter, _ = after(fight, faces("pierce pierce pierce"), m.Counter())
    game, events = after(counter, correct("CG", "A1"))
    assert tags(events) == ["unit_corrected", "combat_ended", "combat_ended"]


def test_correcting_the_figures_of_a_fighting_unit_counts_its_dice_anew() -> None:
    """Rage: one die for each figure that is missing."""
    game, _ = after(drawn("5 .. .. .. .. BH CG", active=NORTH), attack("BH", "CG"), correct("BH", "E5", 1))
    assert game.state.wait == m.DiceWait(seat=NORTH, count=5, unit=u("BH"))


def test_correcting_a_marker_changes_what_may_be_committed() -> None:
    game, _ = after(
        drawn("5 .. .. .. .. BH CG", active=NORTH),
        attack("BH", "CG"),
        faces("heroic lore lore"),
        correct("CG", "F5", markers=(Marker.POISON,)),
    )
    assert isinstance(game.state.wait, second.CommitWait)
    assert dict(game.state.wait.most) == {"frenzy": 1, "poison": 2}


def test_a_unit_put_into_the_way_of_an_advance_ends_it() -> None:
    game, _ = after(
        drawn("5 .. .. .. .. BH CG .. .. .. CG", active=NORTH), attack("BH", "CG"), faces("morale lore lore")
    )
    assert waits(game) == "advance_wait"
    game, events = after(game, correct("CG2", "F5"))
    assert tags(events) == ["unit_corrected", "combat_ended"]
    assert waits(game) == "orders_wait"


def test_taking_the_only_target_away_ends_the_additional_attack() -> None:
    game, _ = after(drawn("5 YA .. .. VL .. .. BH"), attack("YA", "VL"), faces("lore lore"))
    assert waits(game) == "extra_attack_wait"
    game, _ = after(game, correct("VL", "L9"))
    assert waits(game) == "orders_wait"


def test_corrections_are_accepted_after_the_end() -> None:
    game, _ = after(
        drawn("5 .. .. .. .. BH CG1", active=NORTH), attack("BH", "CG"), faces("strike lore lore")
    )
    game, _ = after(game, correct("BH", "A1", 1), m.CorrectScore(seat=NORTH, points=3))
    assert game.state.wait == m.OverWait(seat=NORTH)


OVERRULED = """
5 .. .. .. .. BH CG YA
4 .. BH
"""


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (move("BH", "E9"), Why.TOO_FAR),
        (attack("BH2", "CG"), Why.NOT_ADJACENT),
        (move("CG", "F6"), Why.NOT_YOUR_UNIT),
    ],
)
def test_the_table_may_overrule_what_is_merely_forbidden(command: m.Move | m.Attack, reason: Why) -> None:
    game = drawn(OVERRULED, active=NORTH)
    assert why(game, command) is reason
    game, events = after(game, m.Overrule(command=command))
    assert isinstance(events[0], m.Overruled)
    assert events[0].why is reason
    if isinstance(command, m.Move):
        assert game.state.units[command.unit].at == command.to
    else:
        assert waits(game) == "dice_wait"


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (move("BH", "F5"), Why.OCCUPIED),
        (move("BH", "Z9"), Why.OFF_BOARD),
        (m.Move(unit=UnitId("troll-1"), to=Hex("A1")), Why.NO_SUCH_UNIT),
        (m.Counter(), Why.NOT_NOW),
        (faces("lore"), Why.NOT_NOW),
        (m.Attack(unit=u("BH"), target=u("BH")), Why.NOT_AN_ENEMY),
    ],
)
def test_nonsense_cannot_be_overruled(command: m.Move, reason: Why) -> None:
    assert why(drawn(OVERRULED, active=NORTH), m.Overrule(command=command)) is reason


def test_overruling_what_is_allowed_is_simply_doing_it() -> None:
    plain, _ = after(drawn(OVERRULED, active=NORTH), move("BH", "E6"))
    forced, events = after(drawn(OVERRULED, active=NORTH), m.Overrule(command=move("BH", "E6")))
    assert forced.state == plain.state
    assert tags(events) == ["moved"]


def test_an_overruled_order_uses_no_order_up() -> None:
    game, _ = after(started(), card("patrol_left"), m.Overrule(command=order("BH1")))
    assert game.state.units[u("BH1")].ordered
    game, _ = after(game, order("BH2"), order("BH5"))
    assert why(game, order("VL4")) is Why.NO_ORDERS_LEFT


def test_overruled_dice_are_taken_as_they_lie() -> None:
    game, _ = after(drawn("5 .. .. .. .. BH CG", active=NORTH), attack("BH", "CG"))
    game, _ = after(game, m.Overrule(command=faces("strike")))
    assert figures(game, "CG") == 2


def test_an_overruled_way_or_advance_goes_where_the_table_says() -> None:
    game = drawn("7 .. .. .. .. .. VL\n5 .. .. .. .. .. CG", active=NORTH)
    game, _ = after(game, attack("VL", "CG"), faces("morale lore"))
    game, _ = after(game, m.Overrule(command=second.ChooseWay(way=Direction.EAST)))
    assert at(game, "CG") == "G5"
    game, _ = after(drawn("5 .. .. .. .. BH CG", active=NORTH), attack("BH", "CG"), faces("morale lore lore"))
    game, _ = after(game, m.Overrule(command=m.Advance(to=Hex("F6"))))
    assert at(game, "BH") == "F6"


def test_an_overruled_cure_and_exchange_take_the_lore_there_is() -> None:
    game, _ = after(
        drawn("5 CGp BH", lore=1), m.Overrule(command=second.Cure(unit=u("CG"), marker=Marker.POISON))
    )
    assert game.state.sides[Seat.SOUTH].lore == 0
    assert game.state.units[u("CG")].markers == ()
    game, _ = after(
        drawn("5 CG BH", lore=5), m.EndMainPhase(), m.Overrule(command=second.ExchangeLore(points=2))
    )
    assert (game.state.sides[Seat.SOUTH].lore, game.state.sides[Seat.SOUTH].points) == (0, 2)


def test_a_move_overruled_after_the_attacks_leaves_the_step_alone() -> None:
    game, _ = after(drawn(OVERRULED, active=NORTH, step=Step.ATTACK), m.Overrule(command=move("BH", "E6")))
    assert game.state.step is Step.ATTACK


def test_a_hex_that_turns_to_water_is_no_longer_offered_for_an_advance() -> None:
    """The table corrects the ground while an advance is asked for."""
    game, _ = after(drawn("9 VL\n5 .. .. .. .. CG BH1"), attack("CG", "BH"), faces("cleave lore pierce"))
    assert isinstance(game.state.wait, m.AdvanceWait)
    river = m.PlaceTerrain(at=Hex("F5"), tile=Tile(kind=TerrainId("river")))
    game, _ = after(game, river)
    assert waits(game) == "orders_wait"
    assert game.state.fights == ()


def test_a_hand_noted_without_lore_cards_leaves_those_known() -> None:
    game = drawn("5 .. .. .. .. CG BH")
    sides = {**game.state.sides, SOUTH: replace(game.state.sides[SOUTH], lore_cards=2)}
    game = game._replace(state=replace(game.state, sides=sides))
    game, _ = after(game, m.NoteHand(seat=SOUTH, known=(), lore=(LoreId("rune_blade"),)))
    game, _ = after(game, m.NoteHand(seat=SOUTH, known=(CardId("wedge"),)))
    assert game.state.sides[SOUTH].known_lore == ("rune_blade",)
