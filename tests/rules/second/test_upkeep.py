import pytest
from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game
from rules.kernel.state import Side
from rules.kernel.values import Cause, Seat, Step, Why
from rules.second import messages as second
from tests.rules.drawn import after, card, drawn, started, tags, waits, why

NORTH, SOUTH = Seat.NORTH, Seat.SOUTH
LINES = "6 .. .. .. .. BH\n5 .. .. CG .. .. .. .. .. .. YA\n4 .. .. .. .. .. VL"


def test_the_upkeep_phase_in_the_books_order() -> None:
    """RB p. 7: points, then a card, then the other's turn."""
    game, events = after(drawn(LINES, banners=("C5", "J5", "F4")), m.EndMainPhase())
    assert tags(events) == [
        "step_started",
        "points_gained",
        "points_gained",
        "step_started",
        "card_drawn",
        "turn_ended",
        "turn_started",
    ]
    assert [(e.at, e.count, e.total, e.cause) for e in events if isinstance(e, m.PointsGained)] == [
        ("C5", 2, 2, Cause.BANNER),
        ("J5", 2, 4, Cause.BANNER),
    ]
    assert (game.state.sides[SOUTH].points, game.state.sides[NORTH].points) == (4, 0)
    assert game.state.sides[SOUTH].cards == 5
    assert game.state.wait == m.CardWait(seat=NORTH)
    assert (game.state.turn, game.state.step) == (3, Step.COMMAND)


def test_banners_score_what_is_printed_on_them_for_the_acting_player_only() -> None:
    """RB p. 7."""
    game, _ = after(drawn(LINES, banners=("F4",)), m.PlaceBanner(at=Hex("C5"), points=3), m.EndMainPhase())
    assert (game.state.sides[SOUTH].points, game.state.sides[NORTH].points) == (3, 0)


@pytest.mark.parametrize(("lore", "most"), [(3, 0), (4, 1), (7, 1), (8, 2), (13, 3)])
def test_four_lore_may_be_exchanged_for_a_point(lore: int, most: int) -> None:
    """RB p. 9."""
    game, _ = after(drawn(LINES, lore=lore), m.EndMainPhase())
    if not most:
        assert waits(game) == "card_wait"
        return
    assert game.state.wait == second.ExchangeWait(seat=SOUTH, most=most)
    assert why(game, second.ExchangeLore(points=0)) is Why.IMPOSSIBLE_NUMBER
    assert why(game, second.ExchangeLore(points=most + 1)) is Why.TOO_LITTLE_LORE
    kept, events = after(game, m.Decline())
    assert events[0] == m.Declined(seat=SOUTH, what="exchange_wait")
    assert (kept.state.sides[SOUTH].lore, kept.state.sides[SOUTH].points) == (lore, 0)
    given, _ = after(game, second.ExchangeLore(points=most))
    assert (given.state.sides[SOUTH].lore, given.state.sides[SOUTH].points) == (lore - 4 * most, most)
    assert waits(given) == "card_wait"


@pytest.mark.parametrize(
    ("south", "north", "winner"),
    [
        (16, 15, SOUTH),
        (15, 16, NORTH),
        (15, 14, None),
        (16, 16, None),  # more than the opponent
        (20, 18, SOUTH),
    ],
)
def test_points_win_when_the_first_players_turn_begins(south: int, north: int, winner: Seat | None) -> None:
    """RB p. 7: sixteen or more, and more than the other."""
    game, events = after(drawn(LINES, points=(south, north)), m.EndMainPhase())
    assert game.state.winner is winner
    if winner is not None:
        assert tags(events)[-2:] == ["turn_ended", "game_won"]
        assert events[-2] == m.GameWon(seat=winner, elimination=False)
        assert game.state.wait == m.OverWait(seat=winner)


def test_points_do_not_win_when_the_second_players_turn_begins() -> None:
    """RB p. 7: north is first, so south still has a turn to make it up."""
    game, _ = after(drawn(LINES, active=NORTH, points=(0, 40)), m.EndMainPhase())
    assert game.state.wait == m.CardWait(seat=SOUTH)


def with_hand(game: Game, **side: int) -> Game:
    sides = {**game.state.sides, NORTH: Side(**side)}
    return game._replace(state=replace(game.state, sides=sides))


def test_a_turn_can_pass_without_any_order() -> None:
    """RB p. 7."""
    game, _ = after(started(), card("wedge"), m.EndMainPhase())
    assert game.state.active is SOUTH
    assert game.state.sides[NORTH].cards == 4


def test_a_hand_that_the_table_says_is_empty_can_still_play() -> None:
    game, _ = after(with_hand(started(), cards=0), card("wedge"))
    assert game.state.sides[NORTH].cards == 0
