"""Call to Arms on the large board for two sides, by commands."""

import pytest
from msgspec.structs import replace

from rules.first.faces import GREEN, RED
from rules.first.messages.arms import (
    ChooseMode,
    ChooseSpecialist,
    DeployWait,
    GuardsRevealed,
    LoseUnit,
    PartDeployed,
    PlaceLevy,
    ScoutedAhead,
    UnitsLost,
)
from rules.first.messages.epic import RackCardWait
from rules.first.table import ArmyPart, DeploymentPart, arms_of, table
from rules.first.variants.call_to_arms.edition import told_cards
from rules.first.variants.call_to_arms.lineups import shown
from rules.first.variants.call_to_arms.places import hexes_of
from rules.first.variants.epic.edition import LEAD, TOKENS
from rules.first.variants.scouting import FIRST_TURN
from rules.kernel import messages as m
from rules.kernel.decide import options
from rules.kernel.game import new_game
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import KindId, UnitId
from tests.rules.first.arms import (
    FINISH,
    IMPROMPTU,
    LARGE_MAP,
    NORTH,
    ORGANIZED,
    SOUTH,
    chosen,
    deployed,
    drawn,
    finished,
    known,
    laid,
    lineup,
    put,
    told,
    with_terrain,
)
from tests.rules.first.by_epic_arms import flooded
from tests.rules.first.test_call_to_arms import events, wait_of
from tests.rules.first.test_commanding import done, why
from tests.rules.first.test_epic import RACK, filled

SECOND_ROW = {f"{letter}2" for letter in "ABCDEFGHIJKLMNOP"}
LEFT, SCOUT, RESERVE = DeploymentPart.LEFT, DeploymentPart.SCOUT, DeploymentPart.RESERVE
AHEAD = (put("human_blue_foot-1", "F3"), put("human_green_foot-11", "F11"))
"""Units of Guards: north has more green banners."""
ENROLLED = ChooseSpecialist(card="forced_enrollment")


def past_scouts(ruleset: Ruleset = LARGE_MAP, mode: ChooseMode = IMPROMPTU) -> Game:
    """Return a game in which no Scout Guard had units, and the other Guards are to be deployed."""
    return done(laid(ruleset, mode), FINISH, FINISH)


def scouted(ruleset: Ruleset = LARGE_MAP, mode: ChooseMode = IMPROMPTU) -> Game:
    """Return a game in which north has scouted ahead, and south is to call its Reserve."""
    return deployed(past_scouts(ruleset, mode), *AHEAD)


def rolled(greens: int) -> m.Roll:
    return m.Roll(faces=(*(GREEN,) * greens, *(RED,) * (6 - greens)))


# --- the variants over one another


def test_epic_adds_to_what_call_to_arms_has_changed_and_takes_nothing_of_it_away() -> None:
    game = new_game(LARGE_MAP)
    assert game.state.units == {}
    assert game.ruleset.scenario.tokens == TOKENS
    assert game.ruleset.edition.winning.lead == LEAD
    assert table(game.state).began == {} and table(game.state).arms is not None
    assert len(options(game)) == 3


def test_who_has_scouted_ahead_takes_the_first_turn_whoever_comes_after_that() -> None:
    game = scouted()
    assert game.state.first is NORTH
    greens = [put(f"human_green_foot-{number}", at) for number, at in enumerate(["A2", "B2", "C2"], 1)]
    game = finished(done(game, *greens))
    game = filled(done(game, m.StartGame()), *RACK)
    assert (game.state.active, type(game.state.wait)) == (NORTH, RackCardWait)


def test_a_tie_in_scouting_is_rolled_before_the_reserve_and_not_again_for_the_first_turn() -> None:
    game = deployed(past_scouts(), put("human_green_foot-1", "F3"), put("human_green_foot-11", "F11"))
    assert game.state.wait == m.DiceWait(seat=SOUTH, count=6, purpose=FIRST_TURN)
    game = done(game, rolled(4))
    assert ScoutedAhead(seat=SOUTH, greens={SOUTH: 1, NORTH: 1}) in events(game, rolled(1))
    game = done(finished(done(game, rolled(1))), m.StartGame())
    assert filled(game, *RACK).state.active is SOUTH


# --- five cards


def test_five_cards_are_laid_one_of_them_as_scout_guard() -> None:
    game = chosen(LARGE_MAP)
    assert why(game, lineup(SOUTH, "standard_a")) == "impossible_number"
    assert why(game, lineup(SOUTH, "standard_a", scout=4)) == "card_laid_twice"
    assert why(game, drawn(game, SOUTH)) is None
    laid_so = [each for each in options(game) if each == lineup(SOUTH, "standard_a", reserve=5, scout=4)]
    assert len(laid_so) == 1
    assert why(chosen(), lineup(SOUTH, "standard_a", scout=5)) == "impossible_number"


# --- the Scout Guard


def test_scout_guards_come_first_on_free_hexes_of_row_five() -> None:
    game = laid(LARGE_MAP)
    assert (wait_of(game).seat, wait_of(game).part) == (SOUTH, SCOUT)
    assert set(wait_of(game).hexes) == {f"{letter}5" for letter in "ABCDEFGHIJKLMNOPQ"}
    for at in ("C2", "C4", "C6"):
        assert why(game, put("human_green_foot-1", at)) == "not_the_scouts_row"
    game = done(game, put("human_green_foot-1", "K5"), put("human_green_foot-1", "C5"))
    game = done(game, put("human_green_foot-11", "C9"))  # north's row five, before it is asked for
    assert arms_of(game.state).deployed[UnitId("human_green_foot-11")] == ArmyPart(seat=NORTH, part=SCOUT)
    assert why(game, put("human_blue_foot-11", "C10")) == "not_the_scouts_row"
    game = done(game, FINISH, FINISH)
    assert (wait_of(game).seat, wait_of(game).part) == (SOUTH, LEFT)


def test_organized_they_come_by_turns_before_the_right_wings() -> None:
    game = laid(LARGE_MAP, ORGANIZED)
    assert why(game, put("human_green_foot-11", "C9")) == "not_the_scouts_row"
    asked = []
    for at in ("C5", "C9", "M3"):
        asked.append((wait_of(game).seat, str(wait_of(game).part)))
        game = done(game, put(f"human_green_foot-{len(asked)}", at), FINISH)
    assert asked == [(SOUTH, "scout"), (NORTH, "scout"), (SOUTH, "right")]


def test_scouts_that_find_no_free_hex_of_their_row_stand_on_the_baseline_or_are_lost() -> None:
    game = laid(with_terrain(LARGE_MAP, **flooded(5, but="C")))
    assert wait_of(game).hexes == ("C5",)
    assert why(game, LoseUnit()) == "baseline_has_room"
    game = done(game, put("human_green_foot-1", "C5"))
    assert set(wait_of(game).hexes) == SECOND_ROW
    assert why(game, put("human_green_foot-2", "A1")) == "not_the_scouts_row"
    one, none = ({**flooded(5, but=but), **flooded(2, but="")} for but in ("C", ""))
    assert why(laid(with_terrain(LARGE_MAP, **one)), LoseUnit()) == "baseline_has_room"
    assert why(laid(with_terrain(LARGE_MAP, **none)), LoseUnit()) is None


def test_the_other_guards_lie_face_down_until_both_scout_guards_are_deployed() -> None:
    game = laid(LARGE_MAP)
    assert shown(game.state, NORTH).cards[SOUTH] == {SCOUT: "standard_a_5"}
    game = done(game, put("human_green_foot-1", "C5"), FINISH)
    assert shown(game.state, NORTH).cards[SOUTH] == {SCOUT: "standard_a_5"}
    assert GuardsRevealed() in events(game, FINISH)
    guards = {"left": "standard_a_1", "center": "standard_a_2", "right": "standard_a_3"}
    assert shown(done(game, FINISH).state, NORTH).cards[SOUTH] == {SCOUT: "standard_a_5", **guards}


def test_all_units_of_a_known_scout_guard_are_deployed() -> None:
    scouts = known("standard_a_5", "human_green_foot", "human_green_archers")
    game = laid(told(LARGE_MAP, standard_a_5=scouts))
    assert why(game, FINISH) == "units_missing"
    assert why(game, put("human_red_foot-1", "C5")) == "not_by_the_card"
    game = done(game, put("human_green_foot-1", "C5"), put("human_green_archers-1", "D5"))
    assert why(game, FINISH) is None


def test_a_levy_token_may_lie_for_a_scout() -> None:
    game = done(laid(LARGE_MAP, ORGANIZED), PlaceLevy(banner="green", at=Hex("C5")))
    assert arms_of(game.state).levies[Hex("C5")].part is SCOUT


# --- shifted Guards


@pytest.mark.parametrize(
    ("at", "reason"),
    [
        ("A1", None),
        ("F3", None),  # on the line between the sections
        ("G3", None),  # a hex beyond the section
        ("F4", None),
        ("H3", "not_near_the_section"),
        ("G4", "not_near_the_section"),
        ("E5", None),
        ("E6", "not_near_the_section"),
    ],
)
def test_a_guard_stands_in_five_rows_at_most_a_hex_beyond_its_section(at: str, reason: str | None) -> None:
    game = past_scouts(LARGE_MAP, ORGANIZED)
    game = done(game, put("human_green_foot-1", "M3"), FINISH, put("human_green_foot-11", "E11"), FINISH)
    game = done(game, FINISH, FINISH)
    assert (wait_of(game).seat, wait_of(game).part) == (SOUTH, LEFT)
    assert why(game, put("human_blue_foot-1", at)) == reason


def test_north_s_guards_are_shifted_as_it_sees_the_board() -> None:
    places = set(hexes_of(past_scouts(), ArmyPart(seat=NORTH, part=LEFT)))
    turned = LARGE_MAP.board.turned
    assert places == {turned(at) for at in hexes_of(past_scouts(), ArmyPart(seat=SOUTH, part=LEFT))}
    assert {"Q13", "K11"} <= places and "J11" not in places


def test_where_a_card_shows_its_troops_on_the_common_board_binds_nobody_on_the_large_one() -> None:
    places = {"left": ("B3",), "right": ("J1",)}  # on the large board J1 is of the center
    game = past_scouts(told(LARGE_MAP, standard_a_1=known("standard_a_1", "human_blue_foot", **places)))
    assert wait_of(game).kinds == ("human_blue_foot",)
    assert why(game, FINISH) == "units_missing"
    game = done(game, put("human_blue_foot-1", "E4"))
    assert why(game, FINISH) is None


def test_a_guard_and_scouts_on_the_large_board_tell_of_their_cards_the_troops_alone() -> None:
    game = done(laid(LARGE_MAP), put("human_green_foot-1", "C5"), FINISH, FINISH)
    game = done(game, put("human_blue_foot-1", "C2"), FINISH)
    assert [(entry.entry, entry.fields) for entry in told_cards(game)] == [
        ("standard_a_5", {"troops": ["human_green_foot"]}),
        ("standard_a_1", {"troops": ["human_blue_foot"]}),
    ]


def of(game: Game, unit: str) -> str:
    """Return of which part *unit* is."""
    return str(arms_of(game.state).deployed[UnitId(unit)].part)


def two_known(left: tuple[str, ...], center: tuple[str, ...]) -> Game:
    """Return a game of which it is known what stands on south's left card and on that of its center."""
    cards = {"standard_a_1": left, "standard_a_2": center}
    return past_scouts(told(LARGE_MAP, **{name: known(name, *troops) for name, troops in cards.items()}))


@pytest.mark.parametrize("at", ["F2", "F3", "G3", "G2"])
def test_where_two_open_guards_may_stand_a_unit_is_of_the_one_whose_card_lacks_it(at: str) -> None:
    game = two_known(("human_red_foot", "human_red_foot"), ("human_blue_foot",))
    assert (wait_of(game).seat, wait_of(game).part) == (SOUTH, LEFT)
    game = done(game, put("human_blue_foot-1", at))
    assert of(game, "human_blue_foot-1") == "center"
    assert why(game, put("human_blue_foot-2", "F4")) == "not_by_the_card"
    assert of(done(game, put("human_red_foot-1", "E4")), "human_red_foot-1") == "left"


def test_a_known_card_that_lacks_a_unit_comes_before_one_that_nobody_knows() -> None:
    game = past_scouts(told(LARGE_MAP, standard_a_2=known("standard_a_2", "human_blue_foot")))
    game = done(game, put("human_blue_foot-1", "F2"), put("human_blue_foot-2", "G3"))
    assert (of(game, "human_blue_foot-1"), of(game, "human_blue_foot-2")) == ("center", "left")


def test_a_unit_on_a_shared_hex_makes_room_in_its_guard_for_one_that_can_be_of_no_other() -> None:
    game = two_known(("human_blue_foot",), ("human_blue_foot",))
    game = done(game, put("human_blue_foot-1", "F2"))
    assert of(game, "human_blue_foot-1") == "left"
    game = done(game, put("human_blue_foot-2", "A2"))
    assert (of(game, "human_blue_foot-1"), of(game, "human_blue_foot-2")) == ("center", "left")
    assert why(game, put("human_blue_foot-3", "F4")) == "not_by_the_card"
    assert why(game, FINISH) is None


def test_a_row_of_units_makes_room_from_guard_to_guard() -> None:
    cards = {f"standard_a_{number}": known(f"standard_a_{number}", "human_blue_foot") for number in (1, 2, 3)}
    game = past_scouts(told(LARGE_MAP, **cards))
    units = [f"human_blue_foot-{number}" for number in (1, 2, 3)]
    game = done(game, put(units[0], "F2"), put(units[1], "K2"), put(units[2], "A2"))
    assert [of(game, unit) for unit in units] == ["center", "right", "left"]


def test_a_unit_that_is_taken_up_again_leaves_its_place_on_the_card() -> None:
    game = two_known(("human_blue_foot",), ("human_blue_foot",))
    game = done(game, put("human_blue_foot-1", "A2"), put("human_blue_foot-2", "F2"))
    game = done(game, put("human_blue_foot-1", "I2"))  # a hex of the center's, which had one
    assert (of(game, "human_blue_foot-1"), of(game, "human_blue_foot-2")) == ("center", "left")


def test_a_unit_that_goes_on_to_a_shared_hex_stays_of_its_guard() -> None:
    game = done(past_scouts(), put("human_blue_foot-1", "G2"), put("human_blue_foot-1", "F2"))
    assert of(game, "human_blue_foot-1") == "center"


def test_guards_that_a_unit_on_a_shared_hex_leaves_in_doubt_tell_nothing_of_their_cards() -> None:
    game = done(past_scouts(), put("human_red_foot-1", "A2"), put("human_blue_foot-1", "F2"))
    game = done(game, put("human_red_foot-2", "I2"), put("human_green_foot-1", "O2"))
    game = done(game, FINISH, FINISH, FINISH)
    assert [(entry.entry, entry.fields) for entry in told_cards(game)] == [
        ("standard_a_3", {"troops": ["human_green_foot"]})
    ]


def test_no_doubt_is_left_where_the_other_guard_is_deployed_or_the_unit_goes_elsewhere() -> None:
    game = done(past_scouts(), put("human_blue_foot-1", "F2"), put("human_blue_foot-1", "B2"), FINISH)
    game = done(game, put("human_red_foot-1", "F2"), FINISH)
    assert [(entry.entry, entry.fields) for entry in told_cards(game)] == [
        ("standard_a_1", {"troops": ["human_blue_foot"]}),
        ("standard_a_2", {"troops": ["human_red_foot"]}),
    ]


def test_a_unit_that_finds_no_place_goes_to_the_second_row_of_its_section() -> None:
    game = past_scouts(with_terrain(LARGE_MAP, **flooded(2, but="FGH")))
    assert why(game, LoseUnit()) == "baseline_has_room"
    assert why(past_scouts(with_terrain(LARGE_MAP, **flooded(2, but="GH"))), LoseUnit()) is None


def test_a_guard_of_a_card_that_nobody_knows_is_finished_though_its_baseline_is_full() -> None:
    game = past_scouts(with_terrain(LARGE_MAP, **flooded(2, but="")))
    assert set(options(game)) == {LoseUnit(), FINISH}


# --- the whole Reserve


def test_as_many_units_of_the_reserve_as_are_wanted_come_on_the_second_row() -> None:
    game = scouted()
    assert (wait_of(game).part, wait_of(game).most, set(wait_of(game).hexes)) == (RESERVE, None, SECOND_ROW)
    assert why(game, put("human_red_foot-1", "A1")) == "not_on_the_baseline"
    game = done(game, *(put(f"human_red_foot-{n}", at) for n, at in enumerate(sorted(SECOND_ROW)[:7], 1)))
    assert why(game, FINISH) is None


def test_of_a_known_reserve_all_units_may_come_and_no_other() -> None:
    card = known("standard_a_4", *["human_red_foot"] * 3)
    game = scouted(told(LARGE_MAP, standard_a_4=card))
    assert wait_of(game).most == 3
    assert why(game, FINISH) is None
    game = done(game, *(put(f"human_red_foot-{n}", f"{letter}2") for n, letter in enumerate("ABC", 1)))
    assert why(game, put("human_red_foot-4", "D2")) == "reserve_is_deployed"


def test_nobody_is_enrolled_where_the_whole_known_reserve_has_come() -> None:
    game = scouted(told(LARGE_MAP, standard_a_4=known("standard_a_4", *["human_red_foot"] * 2)), ORGANIZED)
    one = done(game, put("human_red_foot-1", "A2"))
    enrolled = {}
    for name, called in (("one", one), ("both", done(one, put("human_red_foot-2", "B2")))):
        wait = done(finished(called), ENROLLED).state.wait
        enrolled[name] = (wait.most, wait.kinds) if isinstance(wait, DeployWait) else None
    assert enrolled == {"one": (1, ("human_red_foot",)), "both": None}


def test_nobody_is_enrolled_of_a_known_reserve_that_was_lost() -> None:
    one = with_terrain(LARGE_MAP, **flooded(2, but="A"))
    game = scouted(told(one, standard_a_4=known("standard_a_4", *["human_red_foot"] * 3)), ORGANIZED)
    game = done(game, put("human_red_foot-1", "A2"))
    at = game.state.units[UnitId("human_red_foot-1")]
    away = {**game.state.units, at.id: replace(at, at=Hex("A3"))}
    game = finished(Game(game.ruleset, replace(game.state, units=away)))
    assert not isinstance(done(game, ENROLLED).state.wait, DeployWait)


def test_units_of_a_known_reserve_that_find_no_room_are_lost_and_of_others_it_is_told() -> None:
    one = with_terrain(LARGE_MAP, **flooded(2, but="A"))
    card = known("standard_a_4", *["human_red_foot"] * 3)
    last = put("human_red_foot-1", "A2")
    lost = UnitsLost(seat=SOUTH, part=RESERVE, count=2)
    assert lost in events(scouted(told(one, standard_a_4=card)), last)
    game = done(scouted(one), last)
    assert wait_of(game).seat is SOUTH
    assert set(options(game)) == {LoseUnit(), FINISH}
    ended = events(done(game, LoseUnit(kind=KindId("human_red_foot"))), FINISH)
    assert PartDeployed(seat=SOUTH, part=RESERVE, units=1) in ended
