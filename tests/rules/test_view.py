import msgspec

from rules import messages as m
from rules.values import CardId, Seat
from rules.view import GrantView, OverView, View, view
from tests.rules.drawn import after, attack, card, drawn, faces, order, started, u

HAND = tuple(CardId(name) for name in ("wedge", "onslaught", "patrol_left", "patrol_left"))


def test_a_hand_is_shown_to_its_owner_only() -> None:
    game, _ = after(started(), m.NoteHand(seat=Seat.NORTH, known=HAND))
    for seat, known in ((Seat.NORTH, HAND), (Seat.SOUTH, ()), (None, ())):
        assert view(game, seat).scores[Seat.NORTH].known == known
        assert view(game, seat).scores[Seat.NORTH].cards == 4


def test_options_are_the_choosers_and_do_not_give_a_hand_away() -> None:
    game, _ = after(started(), m.NoteHand(seat=Seat.NORTH, known=HAND))
    assert len(view(game, Seat.NORTH).options) == 3 * 2
    assert view(game, Seat.SOUTH).options == ()
    assert len(view(game, None).options) == 11 * 2


def test_a_counter_is_the_other_seats_choice() -> None:
    game, _ = after(drawn("5 BH CG", active=Seat.NORTH), attack("BH", "CG"), faces("lore lore pierce"))
    assert view(game, Seat.SOUTH).options == (m.Counter(), m.Decline())
    assert view(game, Seat.NORTH).options == ()
    shown = view(game, None)
    assert shown.fight is not None
    assert (shown.fight.attacker, shown.fight.target, shown.fight.counter) == (u("BH"), u("CG"), False)


def test_units_are_shown_as_they_stand() -> None:
    game, _ = after(drawn("5 BH1p CG", active=Seat.NORTH), attack("BH", "CG"))
    unit = view(game, None).units[0]
    assert (unit.name, unit.figures, unit.health, unit.weak) == ("Blood Harvesters 1", 1, 3, True)
    assert (unit.markers, unit.ordered, unit.moved, unit.attacked) == (("poison",), True, False, True)
    legend = view(drawn("5 CL1 CG"), None).units[0]
    assert (legend.damage, legend.health, legend.damage_tokens, legend.weak) == (5, 6, True, False)


def test_grants_show_what_is_left() -> None:
    game, _ = after(started(), card("line_advance"), order("BH4"))
    assert [grant.left for grant in view(game, None).grants] == [1, 0, 1]
    assert view(game, None).grants[0] == GrantView(left=1, section=m.Section.LEFT, traits=(), not_weak=False)
    assert view(game, None).card == "Line Advance"


def test_a_view_is_json_and_back() -> None:
    shown = view(started(), None)
    assert msgspec.json.decode(msgspec.json.encode(shown), type=View) == shown
    assert (shown.points_to_win, shown.lore_per_point, shown.winner) == (16, 4, None)
    assert shown.scores[Seat.SOUTH].name == "Daqan Lords"


def test_a_units_dice_are_those_it_would_roll_now() -> None:
    shown = {unit.id: unit.dice for unit in view(drawn("5 BH1 CG RW", active=Seat.NORTH), None).units}
    assert shown == {u("BH"): 5, u("CG"): 3, u("RW"): None}  # Rage: two figures are missing


def test_a_game_that_is_over_says_who_has_won_and_how_and_with_what_points() -> None:
    """RB p. 7: by sixteen points and more than the other, or by the enemy's last unit."""
    lines = "5 BH .. CG"
    by_points, _ = after(drawn(lines, points=(16, 15)), m.EndMainPhase())
    shown = view(by_points, None).over
    assert shown == OverView(winner=Seat.SOUTH, elimination=False, points={Seat.SOUTH: 16, Seat.NORTH: 15})
    game, _ = after(drawn("5 BH CG1", active=Seat.NORTH), attack("BH", "CG"))
    assert view(game, None).over is None
    game, _ = after(game, faces("strike pierce pierce"))
    over = view(game, None).over
    assert over is not None
    assert (over.winner, over.elimination) == (Seat.NORTH, True)
