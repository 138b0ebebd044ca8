import pytest

from rules.kernel import messages as m
from rules.kernel.decide import checks, options
from rules.kernel.game import new_game
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game
from rules.kernel.values import AbilityId, Marker, Seat, Why
from rules.second import messages as second
from rules.second.faces import LORE
from tests.rules.drawn import RULES, after, attack, card, drawn, faces, order, started, u, why


def leaves(game: Game, depth: int) -> int:
    """Return how many series of *depth* options there are."""
    if depth == 0:
        return 1
    total = 0
    for option in options(game):
        there, _ = after(game, option)
        total += leaves(there, depth - 1)
    return total


def test_counts_of_the_first_card() -> None:
    """Eleven cards, each for its text or for one unit anywhere."""
    assert leaves(started(), 1) == 22


def test_counts_of_the_first_order() -> None:
    """By hand: Uthuk's units are 4 on the left, 5 in the centre, 4 on the right (4 on lines), 9 in all.

    Each card: the units it can order, and the end.  Patrol Left 4+1, Center 5+1,
    Right 4+1, Attack Left 4+1, Right 4+1, Line Advance, Wedge, Battle March 9+1 each,
    Onslaught 9+1 and opening the Attack Step, Darken the Skies 4+1, BattleLore dice
    (none): 72.  Anywhere: eleven times 9+1: 110.
    """
    assert leaves(started(), 2) == 72 + 110


def test_counts_of_the_moves_of_one_unit() -> None:
    """F6: six hexes around it are free, of the twelve beyond H6, D6 and F4 are taken; and the end."""
    game, _ = after(started(), card("wedge", anywhere=True), order("BH4"))
    assert len(options(game)) == 6 + 9 + 1


def test_the_order_of_options_is_fixed() -> None:
    """Orders, cures, moves, attacks, opening the Attack Step, the end; each by unit, hex, target."""
    game = drawn(
        "3 YA\n2 CGp BH\n1 CG BH",
        lore=2,
        grants=(m.GrantOrders(count=1),),
    )
    game, _ = after(game, m.CorrectUnit(unit=u("BH2"), at=Hex("B1"), figures=1))
    assert [option for option in options(game) if not isinstance(option, m.Move)] == [
        second.Cure(unit=u("CG1"), marker=Marker.POISON),
        attack("YA", "BH"),
        attack("CG", "BH"),
        attack("CG", "BH2"),
        attack("CG2", "BH2"),
        m.EndMainPhase(),
    ]
    listed = [option for option in options(game) if isinstance(option, m.Move)]
    assert [option.unit for option in listed] == sorted(
        (option.unit for option in listed), key=list(game.state.units).index
    )
    assert [option.to for option in listed if option.unit == u("CG")] == ["B3", "C3", "A4", "B4"]


def test_cards_are_listed_in_the_catalogues_order_text_first() -> None:
    listed = options(started())
    assert listed[:3] == (card("patrol_left"), card("patrol_left", anywhere=True), card("patrol_center"))


def test_the_set_up_offers_the_stand_in_banners_and_then_the_start() -> None:
    game = new_game(RULES)
    assert options(game) == tuple(m.PlaceBanner(at=Hex(place)) for place in ("C5", "F5", "J5"))
    assert options(after(game, *options(game))[0]) == (m.StartGame(),)


def test_choices_list_all_their_answers() -> None:
    north = Seat.NORTH
    game, _ = after(
        drawn("5 .. .. .. .. BH CGp", active=north), attack("BH", "CG"), faces("heroic lore lore")
    )
    combinations = [
        {AbilityId("frenzy"): frenzy, AbilityId("poison"): poison}
        for frenzy in (0, 1)
        for poison in (0, 1, 2)
    ]
    assert options(game) == tuple(second.Commit(dice=dice) for dice in combinations)
    game, _ = after(drawn("5 .. .. .. .. BH CG", active=north), attack("BH", "CG"))
    assert options(game) == ()  # dice are not chosen
    game, _ = after(game, faces("pierce pierce pierce"))
    assert options(game) == (m.Counter(), m.Decline())


@pytest.mark.parametrize("name", ["line_advance", "onslaught", "darken_the_skies"])
def test_options_are_exactly_what_is_not_refused(name: str) -> None:
    game, _ = after(started(), card(name), order("VL1"))
    game, _ = after(game, m.CorrectUnit(unit=u("CG4"), at=Hex("E6"), figures=3))
    units, places = list(game.state.units), game.ruleset.board.hexes
    tries: list[m.Command] = [m.Order(unit=unit) for unit in units]
    tries += [second.Cure(unit=unit, marker=marker) for unit in units for marker in Marker]
    tries += [m.Move(unit=unit, to=place) for unit in units for place in places]
    tries += [m.Attack(unit=unit, target=target) for unit in units for target in units]
    tries += [m.StartAttacks(), m.EndMainPhase(), m.Counter(), m.Decline(), m.Roll(faces=(LORE,))]
    assert [command for command in tries if next(checks(game, command), None) is None] == list(options(game))


def test_no_dice_at_all_are_an_option() -> None:
    """A card may take a unit's last die away."""
    game = drawn("5 .. .. .. .. BH CG")
    game = after(
        game,
        m.EndMainPhase(),
        m.PlayUnlistedCard(name="Fear", does=(m.GrantOrders(count=1), m.AddDice(count=-9))),
    )[0]
    game, _ = after(game, order("BH"), attack("BH", "CG"))
    assert options(game) == (m.Roll(faces=()),)
    assert why(game, faces("lore")) is Why.WRONG_NUMBER_OF_DICE
