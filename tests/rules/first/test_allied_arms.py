"""Call to Arms on the large board with Reluctant Allies, by commands."""

import pytest
from msgspec.structs import replace

from rules.first.messages.arms import (
    ChooseMode,
    ChooseSets,
    ChooseSpecialist,
    DeployWait,
    GuardsRevealed,
    LoseUnit,
    PlaceLevy,
    SetsWait,
    SpecialistWait,
)
from rules.first.table import DeploymentPart, table
from rules.first.variants.call_to_arms.lineups import shown
from rules.first.variants.epic.edition import TOKENS
from rules.kernel import messages as m
from rules.kernel.decide import options
from rules.kernel.game import new_game, play
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game
from rules.kernel.values import CAMPS, KindId, Seat
from tests.rules.first.arms import (
    ALLIED_MAP,
    FINISH,
    IMPROMPTU,
    NORTH,
    SOUTH,
    chosen,
    drawn,
    laid,
    lineup,
    put,
    with_terrain,
)
from tests.rules.first.by_epic_arms import flooded
from tests.rules.first.engine import rules
from tests.rules.first.test_call_to_arms import events, wait_of
from tests.rules.first.test_commanding import done, why
from tests.rules.first.test_epic import RACK, filled
from tests.rules.first.test_epic_arms import rolled

LEFT = DeploymentPart.LEFT
S1, P1, S2, P2 = Seat.SOUTH, Seat.NORTH, Seat.SOUTH_ALLY, Seat.NORTH_ALLY


def manned(game: Game) -> Game:
    """Return *game*, of allies, with one unit for each Guard, on the baseline, and all finished."""
    number = 0
    while isinstance(game.state.wait, DeployWait):
        number += 1
        line = [at for at in wait_of(game).hexes if at[1:] in ("2", "12")]
        game = done(game, put(f"human_green_foot-{number}", line[0]), FINISH)
    return game


def test_allies_add_to_both() -> None:
    game = new_game(ALLIED_MAP)
    assert game.state.units == {}
    assert game.ruleset.seats == (S1, P1, S2, P2)
    assert game.ruleset.scenario.tokens == TOKENS
    assert game.state.wait == SetsWait(seat=S1, count=1, sets=("standard_a", "standard_b", "standard_c"))


def test_each_ally_takes_a_set_of_his_camp_that_the_other_has_left() -> None:
    game = done(new_game(ALLIED_MAP), ChooseSets(seat=S1, sets=("standard_b",)))
    assert game.state.wait == SetsWait(seat=P1, count=1, sets=("pennant_a", "pennant_b", "pennant_c"))
    game = done(game, ChooseSets(seat=P1, sets=("pennant_b",)))
    assert game.state.wait == SetsWait(seat=S2, count=1, sets=("standard_a", "standard_c"))
    assert why(game, ChooseMode(mode=IMPROMPTU.mode)) == "not_now"


def test_three_cards_are_laid_and_all_opened_at_once() -> None:
    game = chosen(ALLIED_MAP)
    assert why(game, lineup(S1, "standard_a")) == "impossible_number"
    assert why(game, lineup(S1, "standard_a", reserve=None, scout=4)) == "impossible_number"
    game = done(game, *(drawn(game, seat) for seat in (S1, P1, S2)))
    assert any(isinstance(event, GuardsRevealed) for event in events(game, drawn(game, P2)))


def test_a_player_sees_none_of_his_ally_s_cards_before_all_are_opened() -> None:
    game = chosen(ALLIED_MAP)
    game = done(game, drawn(game, S1))
    assert {seat: shown(game.state, seat).cards[S1] != {} for seat in (S1, S2, P1)} == {
        S1: True,
        S2: False,
        P1: False,
    }


def test_the_lowest_card_of_a_camp_is_deployed_first_at_a_tie_that_of_the_first_set() -> None:
    game = done(
        new_game(ALLIED_MAP),
        ChooseSets(seat=S1, sets=("standard_b",)),
        ChooseSets(seat=P1, sets=("pennant_a",)),
        ChooseSets(seat=S2, sets=("standard_a",)),
        ChooseSets(seat=P2, sets=("pennant_b",)),
        lineup(S1, "standard_b", 4, 2, 3, None),
        lineup(P1, "pennant_a", 7, 6, 5, None),
        lineup(S2, "standard_a", 4, 6, 1, None),
        lineup(P2, "pennant_b", 1, 2, 5, None),
    )
    order = {camp: [] for camp in CAMPS}
    seats = []
    while isinstance(game.state.wait, DeployWait):
        wait = wait_of(game)
        assert wait.seat is not None
        seats.append(wait.seat.camp)
        order[wait.seat.camp].append(wait.card)
        game = done(game, put(f"human_green_foot-{len(seats)}", wait.hexes[0]), FINISH)
    assert seats == [SOUTH, NORTH] * 6
    south, north = ([card.partition("_")[2] for card in order[camp]] for camp in CAMPS)
    assert south == ["a_1", "b_2", "b_3", "a_4", "b_4", "a_6"]
    assert north == ["b_1", "b_2", "a_5", "b_5", "a_6", "a_7"]


def test_where_an_ally_s_unit_stands_the_other_s_goes_to_a_free_hex_of_the_baseline() -> None:
    game = laid(ALLIED_MAP)
    assert (wait_of(game).seat, wait_of(game).part) == (S1, LEFT)
    game = done(game, put("human_blue_foot-1", "C3"), FINISH, put("human_blue_foot-11", "O11"), FINISH)
    assert (wait_of(game).seat, wait_of(game).part) == (S2, LEFT)
    taken = put("human_red_foot-1", "C3")
    assert (why(game, taken), why(game, m.Overrule(command=taken))) == ("occupied", "occupied")
    _, refused = play(game, taken)
    assert isinstance(refused, m.Refusal) and refused.rule == "allied_arms"
    assert why(game, put("human_red_foot-1", "N3")) == "not_near_the_section"
    assert why(game, put("human_red_foot-1", "N2")) is None  # far from the section, on the baseline


def test_an_ally_s_unit_is_lost_only_where_no_hex_of_the_whole_baseline_is_free() -> None:
    assert why(laid(with_terrain(ALLIED_MAP, **flooded(2, but="N"))), LoseUnit()) == "baseline_has_room"
    assert why(laid(with_terrain(ALLIED_MAP, **flooded(2, but=""))), LoseUnit()) is None


def test_each_of_the_four_brings_a_unit_with_his_last_guard() -> None:
    game = laid(ALLIED_MAP)
    for _ in range(8):
        game = done(game, FINISH)
    assert why(game, FINISH) == "units_missing"


def test_allies_have_neither_scouting_nor_levies_and_each_chooses_two_specialists() -> None:
    game = laid(ALLIED_MAP)
    assert why(game, PlaceLevy(banner="blue", at=Hex("C3"))) == "no_levies"
    game, order = manned(game), []
    while isinstance(game.state.wait, SpecialistWait):
        order.append(game.state.wait.seat)
        game = done(game, m.Decline())
    assert order == [S1, P1, S2, P2, P2, S2, P1, S1]
    assert isinstance(game.state.wait, m.SetUpWait)


@pytest.mark.parametrize("card", ["forced_enrollment", "vantage_point"])
def test_no_specialist_that_is_for_the_reserve_helps_an_ally(card: str) -> None:
    game = manned(laid(ALLIED_MAP))
    chosen_so = ChooseSpecialist(card=card)
    assert why(game, chosen_so) == "no_reserve"
    assert chosen_so not in options(game)
    overruled = done(game, m.Overrule(command=chosen_so)).state.wait
    assert not isinstance(overruled, DeployWait)


def test_turn_markers_are_given_by_the_green_banners_that_were_deployed() -> None:
    game = manned(laid(ALLIED_MAP))
    blue = {name: replace(unit, kind=KindId("human_blue_foot")) for name, unit in game.state.units.items()}
    own = [unit for unit in game.state.units.values() if unit.seat is not P2]
    mixed = {**game.state.units, **{unit.id: blue[unit.id] for unit in own}}
    game = Game(game.ruleset, replace(game.state, units=mixed))
    while isinstance(game.state.wait, SpecialistWait):
        game = done(game, m.Decline())
    game = filled(done(game, m.StartGame()), *RACK)
    assert game.state.wait == m.DiceWait(seat=S1, count=6, purpose="turn_marker")
    game = done(game, rolled(1), rolled(3))
    assert table(game.state).markers == (P2, S2, P1, S1)
    assert game.state.active is P2


def test_councils_are_chosen_before_the_specialists() -> None:
    game = manned(laid(rules("high_council", "call_to_arms", "reluctant_allies")))
    assert game.state.wait.__struct_config__.tag == "council_wait"
