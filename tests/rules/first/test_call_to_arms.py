"""Call to Arms, by commands: cards in secret, Guards, scouting, the Reserve, Levies, Specialists."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from rules.first.dice import strikes_hit
from rules.first.edition import FIRST
from rules.first.messages.arms import (
    ChooseMode,
    ChooseSets,
    ChooseSpecialist,
    DeployWait,
    GuardsRevealed,
    LevyLost,
    LevyWait,
    LineupWait,
    LoseUnit,
    PlaceLevy,
    ReachWait,
    ScoutedAhead,
    SetsWait,
    SpecialistDeedWait,
    SpecialistWait,
    TellReach,
    UnitsLost,
    UseSpecialist,
)
from rules.first.messages.commands import ChooseCouncil, CountLoreDeck
from rules.first.messages.waits import CouncilWait, LandmarkWait
from rules.first.play.asking import profile
from rules.first.printed.deployment import SpecialistCard
from rules.first.printed.lore import GivenCouncil
from rules.first.table import ArmyMode, DeploymentPart, arms_of, table
from rules.first.variants.call_to_arms.deploying import greens
from rules.first.variants.call_to_arms.edition import told_cards
from rules.first.variants.call_to_arms.lineups import shown
from rules.first.variants.scouting import FIRST_TURN
from rules.kernel import messages as m
from rules.kernel.decide import options
from rules.kernel.game import new_game, play
from rules.kernel.hexes import Hex
from rules.kernel.notation.position import NotationError, parse_position
from rules.kernel.notation.writing import format_position
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import Face, KindId, TerrainId, Tile, UnitId
from tests.rules.first.arms import (
    FINISH,
    GREENS,
    IMPROMPTU,
    LORE_MAP,
    MAP,
    NORTH,
    ORGANIZED,
    SOUTH,
    chosen,
    deployed,
    finished,
    known,
    laid,
    lineup,
    put,
    scouted,
    told,
    with_terrain,
)
from tests.rules.first.engine import rules
from tests.rules.first.test_commanding import done, why


def events(game: Game, command: m.Command) -> tuple[m.Event, ...]:
    _, decision = play(game, command)
    assert not isinstance(decision, m.Refusal), decision
    return decision


def wait_of(game: Game) -> DeployWait:
    wait = game.state.wait
    assert isinstance(wait, DeployWait)
    return wait


def at_specialists(ruleset: Ruleset = MAP) -> Game:
    """Return a game in which south, whose the cards are, is to choose the first Specialist."""
    game = done(scouted(ruleset, ORGANIZED), put("human_blue_foot-5", "G1"), FINISH)
    return finished(game)


# --- the map, the mode and the cards


def test_units_that_stand_on_a_map_are_ignored() -> None:
    game = new_game(rules("first_steps", "call_to_arms"))
    assert game.state.units == {}
    assert game.state.terrain == new_game(rules("first_steps")).state.terrain


def test_the_mode_is_chosen_first_and_whose_the_cards_are_where_it_matters() -> None:
    game = new_game(MAP)
    assert options(game) == (
        ChooseMode(mode=ArmyMode.IMPROMPTU),
        ChooseMode(mode=ArmyMode.ORGANIZED, owner=SOUTH),
        ChooseMode(mode=ArmyMode.ORGANIZED, owner=NORTH),
    )
    assert why(game, ChooseMode(mode=ArmyMode.ORGANIZED)) == "not_an_option"
    assert why(game, ChooseMode(mode=ArmyMode.IMPROMPTU, owner=SOUTH)) == "not_an_option"


def test_impromptu_each_takes_one_of_his_own_camps_sets() -> None:
    game = done(new_game(MAP), IMPROMPTU)
    sets = ("standard_a", "standard_b", "standard_c")
    assert game.state.wait == SetsWait(seat=SOUTH, count=1, sets=sets)
    assert why(game, ChooseSets(seat=SOUTH, sets=("pennant_a",))) == "set_not_there"
    assert why(game, ChooseSets(seat=SOUTH, sets=sets[:2])) == "wrong_number_of_sets"
    assert why(game, ChooseSets(seat=NORTH, sets=("pennant_a",))) == "not_now"


def test_organized_the_cards_owner_takes_any_two_sets_and_the_other_two_that_are_left() -> None:
    game = done(new_game(MAP), ChooseMode(mode=ArmyMode.ORGANIZED, owner=NORTH))
    assert isinstance(game.state.wait, SetsWait) and game.state.wait.seat is NORTH
    game = done(game, ChooseSets(seat=NORTH, sets=("standard_a", "pennant_c")))
    assert why(game, ChooseSets(seat=SOUTH, sets=("standard_a", "standard_b"))) == "set_not_there"
    game = done(game, ChooseSets(seat=SOUTH, sets=("standard_b", "pennant_a")))
    assert game.state.wait == LineupWait(missing=(SOUTH, NORTH))


def test_four_drawn_cards_are_laid_each_once_and_anew_until_both_have() -> None:
    game = chosen()
    assert why(game, lineup(SOUTH, "standard_b")) == "no_drawn_card"
    assert why(game, lineup(SOUTH, "standard_a", reserve=3)) == "card_laid_twice"
    assert why(game, lineup(SOUTH, "standard_a", reserve=8)) == "no_such_card"
    game = done(game, lineup(SOUTH, "standard_a"), lineup(SOUTH, "standard_a", left=7))
    assert game.state.wait == LineupWait(missing=(NORTH,))
    assert arms_of(game.state).lineups[SOUTH].guards["left"] == "standard_a_7"


@pytest.mark.parametrize(
    ("game", "command", "reason"),
    [
        (chosen(), replace(lineup(SOUTH, "standard_a"), reserve="made_up"), "no_such_card"),
        (laid(MAP, ORGANIZED), PlaceLevy(banner="purple", at=Hex("M1")), "no_such_face"),
        (laid(), LoseUnit(kind=KindId("made_up")), "no_such_unit"),
    ],
)
def test_what_there_is_not_cannot_be_had_by_overruling_either(
    game: Game, command: m.Command, reason: str
) -> None:
    assert (why(game, command), why(game, m.Overrule(command=command))) == (reason, reason)


def test_a_card_that_both_sides_have_laid_opens_for_the_side_that_reveals_it() -> None:
    twin = m.Overrule(command=lineup(NORTH, "standard_a"))
    game = deployed(done(chosen(), lineup(SOUTH, "standard_a"), twin), *GREENS)
    assert wait_of(game).seat is SOUTH
    assert DeploymentPart.RESERVE in shown(game.state, NORTH).cards[SOUTH]
    assert DeploymentPart.RESERVE not in shown(game.state, SOUTH).cards[NORTH]
    assert DeploymentPart.RESERVE in shown(done(game, FINISH).state, SOUTH).cards[NORTH]


# --- Guards


def test_impromptu_all_guards_are_revealed_at_once_and_either_side_deploys() -> None:
    game = done(chosen(), lineup(SOUTH, "standard_a"))
    assert any(isinstance(event, GuardsRevealed) for event in events(game, lineup(NORTH, "pennant_a")))
    game = laid()
    assert (wait_of(game).seat, wait_of(game).part) == (SOUTH, DeploymentPart.LEFT)
    game = done(game, put("human_blue_foot-11", "A9"))  # north's right, before it is asked for
    assert game.state.units[UnitId("human_blue_foot-11")].seat is NORTH
    assert arms_of(game.state).deployed[UnitId("human_blue_foot-11")].part is DeploymentPart.RIGHT


def test_a_unit_that_the_other_side_has_deployed_stays_its_own() -> None:
    game = done(laid(), put("human_blue_foot-11", "A9"))
    assert why(game, put("human_blue_foot-11", "A1")) == "deployed_already"
    assert why(game, put("human_blue_foot-11", "B9")) is None


def test_organized_guards_are_revealed_by_turns_from_the_right_wings() -> None:
    game, order = laid(MAP, ORGANIZED), []
    while wait_of(game).part is not DeploymentPart.RESERVE:
        order.append((wait_of(game).seat, str(wait_of(game).part)))
        if len(order) == 1:
            assert why(game, put("human_blue_foot-11", "A9")) == "not_the_guards_row"
        game = done(game, put(f"human_green_foot-{len(order)}", wait_of(game).hexes[0]), FINISH)
        if len(order) == 6:
            break
    assert order == [(seat, part) for part in ("right", "center", "left") for seat in (SOUTH, NORTH)]


def test_a_guard_stands_in_the_first_four_rows_of_its_section_alone() -> None:
    game = laid()
    assert set(wait_of(game).hexes) == {
        *("A1", "B1", "C1", "D1", "A2", "B2", "C2", "A3", "C3", "D3", "A4", "B4", "C4")
    }  # B3 is a waterway; D2 and D4 are in the center too
    for at in ("A5", "D2", "D4"):
        assert why(game, put("human_blue_foot-1", at)) == "not_the_guards_row"
    assert why(game, put("human_blue_foot-1", "B3")) == "impassable"
    assert why(game, put("hill_giant-1", "A1")) == "no_such_unit"
    game = done(game, put("human_blue_foot-1", "A1"))
    assert why(game, put("human_blue_foot-2", "A1")) == "occupied"
    game = done(game, put("human_blue_foot-1", "B1"), FINISH)
    assert why(game, put("human_blue_foot-1", "F1")) == "deployed_already"


def test_of_a_known_card_its_units_stand_where_it_shows_them_for_either_side() -> None:
    cards = {
        name: known(name, "human_blue_foot", "human_green_archers", left=("B1", "A2"))
        for name in ("standard_a_1", "pennant_a_1")
    }
    game = laid(told(MAP, **cards))
    assert wait_of(game).kinds == ("human_blue_foot", "human_green_archers")
    assert options(game) == (put("human_blue_foot-1", "B1"), put("human_green_archers-1", "A2"))
    assert why(game, put("human_blue_foot-1", "A2")) == "not_by_the_card"
    assert why(game, put("human_red_foot-1", "B1")) == "not_by_the_card"
    assert why(game, FINISH) == "units_missing"
    game = done(game, *options(game), FINISH)
    game = done(game, FINISH, FINISH)
    assert options(game) == (put("human_blue_foot-11", "L9"), put("human_green_archers-11", "L8"))


def test_a_unit_due_on_impassable_ground_goes_to_the_baseline_of_its_section_or_is_lost() -> None:
    game = laid(told(MAP, standard_a_1=known("standard_a_1", "human_blue_foot", left=("B3",))))
    assert {each.at for each in options(game) if isinstance(each, m.PlaceUnit)} == {"A1", "B1", "C1", "D1"}
    assert why(game, LoseUnit()) == "baseline_has_room"
    full = with_terrain(MAP, A1="waterway", B1="waterway", C1="waterway", D1="waterway")
    game = laid(told(full, standard_a_1=known("standard_a_1", "human_blue_foot", left=("B3",))))
    (lost,) = options(game)
    assert lost == LoseUnit(kind=KindId("human_blue_foot"))
    assert UnitsLost(seat=SOUTH, part=DeploymentPart.LEFT, count=1, kind="human_blue_foot") in events(
        game, lost
    )
    game = done(game, lost)
    assert why(game, FINISH) is None


def test_a_side_without_any_unit_cannot_finish_its_last_guard_or_its_reserve() -> None:
    game = done(laid(), FINISH, FINISH)
    assert why(game, FINISH) == "units_missing"
    game = done(game, put("human_blue_foot-1", "M1"), FINISH, FINISH, FINISH)
    assert why(game, FINISH) == "units_missing"
    game = done(game, put("human_green_foot-11", "A9"), FINISH)
    assert why(game, FINISH) is None
    assert why(done(finished(game), m.StartGame()), FINISH) == "not_now"


def fields_of(game: Game) -> dict[str, dict[str, object]]:
    return {entry.entry: entry.fields for entry in told_cards(game)}


def test_a_guard_that_stands_whole_tells_its_card() -> None:
    north = (put("human_blue_foot-11", "L9"), put("human_green_archers-11", "L8"))
    game = deployed(laid(), put("human_blue_foot-1", "F1"), *north)
    assert fields_of(game) == {
        "pennant_a_1": {
            "troops": ["human_blue_foot", "human_green_archers"],
            "places": {"left": ["B1", "A2"]},
        },
        "standard_a_2": {"troops": ["human_blue_foot"], "places": {"center": ["F1"]}},
    }


def test_where_ground_of_the_section_is_impassable_a_guard_tells_its_troops_alone() -> None:
    game = done(laid(with_terrain(MAP, B3="waterway")), put("human_blue_foot-1", "B1"), FINISH)
    assert fields_of(game) == {"standard_a_1": {"troops": ["human_blue_foot"]}}


def test_a_card_that_is_known_is_told_its_other_sections() -> None:
    placed = (put("human_green_archers-1", "M1"), put("human_blue_foot-1", "M3"))
    game = done(guard("human_blue_foot", "human_green_archers", left=("B1", "A2")), *placed, FINISH)
    told = {"left": ["B1", "A2"], "right": ["M3", "M1"]}
    assert fields_of(game) == {"standard_a_3": {"places": told}}
    again = guard("human_blue_foot", "human_green_archers", right=("M3", "M1"))
    assert fields_of(done(again, *placed, FINISH)) == {}
    another = (m.Overrule(command=put("human_red_foot-1", "M1")), m.Overrule(command=FINISH))
    assert fields_of(done(guard("human_blue_foot"), *another)) == {}


# --- scouting


def test_more_green_banners_begin_and_the_other_calls_his_reserve_first() -> None:
    game = scouted()
    assert game.state.first is NORTH
    assert (wait_of(game).seat, wait_of(game).part, wait_of(game).most) == (SOUTH, DeploymentPart.RESERVE, 2)
    game = done(game, FINISH)
    assert wait_of(game).seat is NORTH
    game = done(game, FINISH, m.StartGame())
    assert game.state.active is NORTH


def test_a_tie_is_rolled_with_six_dice_until_it_is_decided() -> None:
    game = deployed(laid(), put("human_green_foot-1", "A2"), put("human_green_foot-11", "A8"))
    greens = Face("green")
    for seat in (SOUTH, NORTH):
        assert game.state.wait == m.DiceWait(seat=seat, count=6, purpose=FIRST_TURN)
        game = done(game, m.Roll(faces=(greens,) * 3 + (Face("lore"),) * 3))
    assert game.state.wait == m.DiceWait(seat=SOUTH, count=6, purpose=FIRST_TURN)
    game = done(game, m.Roll(faces=(greens,) * 2 + (Face("flag"),) * 4))
    rolled = m.Roll(faces=(greens,) * 1 + (Face("flag"),) * 5)
    assert ScoutedAhead(seat=SOUTH, greens={SOUTH: 1, NORTH: 1}) in events(game, rolled)
    assert wait_of(done(game, rolled)).seat is NORTH


# --- the Reserve


def test_two_units_of_the_reserve_come_on_free_hexes_of_the_baseline() -> None:
    game = scouted()
    assert set(wait_of(game).hexes) == {f"{letter}1" for letter in "ABCDEFGHIJKLM"}
    assert why(game, put("human_red_foot-1", "A3")) == "not_on_the_baseline"
    game = done(game, put("human_red_foot-1", "A1"), put("human_red_foot-2", "M1"))
    assert wait_of(game).most == 0
    assert why(game, put("human_red_foot-3", "B1")) == "reserve_is_deployed"
    game = done(game, put("human_red_foot-2", "L1"))  # he thinks better of it
    assert wait_of(done(game, FINISH)).seat is NORTH


def test_a_unit_that_the_table_gives_up_though_there_is_room_is_one_of_those_that_are_called() -> None:
    game = done(scouted(), m.Overrule(command=LoseUnit()))
    assert wait_of(game).most == 1
    assert wait_of(done(game, m.Overrule(command=LoseUnit()))).most == 0


def test_units_of_the_reserve_that_find_no_free_hex_are_lost() -> None:
    letters = "BCDEFGHIJKLM"
    game = scouted(with_terrain(MAP, **{f"{letter}1": "waterway" for letter in letters}))
    last = put("human_red_foot-1", "A1")
    assert UnitsLost(seat=SOUTH, part=DeploymentPart.RESERVE, count=1) in events(game, last)
    assert wait_of(done(game, last)).seat is NORTH
    game = deployed(
        laid(with_terrain(MAP, **{f"{letter}1": "waterway" for letter in "A" + letters})),
        put("human_blue_foot-1", "A2"),
        put("human_green_foot-11", "A8"),
    )
    assert wait_of(game).seat is NORTH  # all that south could call is lost


# --- Levies


def levied() -> Game:
    """Return an organized game, north ahead, with a blue and a green Levy token of south's on the board."""
    game = done(laid(MAP, ORGANIZED), PlaceLevy(banner="blue", at=Hex("M1")), FINISH)
    game = done(game, put("human_green_foot-11", "A8"), FINISH)  # north's right
    game = done(
        game, PlaceLevy(banner="green", at=Hex("G2")), FINISH, put("human_green_foot-12", "F8"), FINISH
    )
    return done(game, FINISH, FINISH)


def test_a_levy_token_lies_for_a_unit_of_which_there_are_no_figures() -> None:
    game = laid(MAP, ORGANIZED)
    assert why(game, PlaceLevy(banner="blue", at=Hex("A1"))) == "not_the_guards_row"
    game = done(game, PlaceLevy(banner="blue", at=Hex("M1")), PlaceLevy(banner="blue", at=Hex("M3")))
    assert why(game, PlaceLevy(banner="blue", at=Hex("L1"))) == "no_token_left"
    assert why(game, PlaceLevy(banner="blue", at=Hex("M1"))) == "occupied"
    assert why(game, put("human_red_foot-1", "M1")) == "occupied"
    assert why(laid(), PlaceLevy(banner="blue", at=Hex("A1"))) == "no_levies"


def guard(*troops: str, ruleset: Ruleset = MAP, **places: Sequence[str]) -> Game:
    """Return an organized game in which south deploys its right Guard, a card that is known."""
    return laid(told(ruleset, standard_a_3=known("standard_a_3", *troops, **places)), ORGANIZED)


def test_a_levy_token_counts_for_a_unit_of_its_banner_wherever_the_card_lets_it_stand() -> None:
    game = guard("human_blue_foot", "human_green_archers", left=("B1", "A2"))  # its right is not known
    assert why(game, PlaceLevy(banner="red", at=Hex("M1"))) == "no_such_banner"
    game = done(game, PlaceLevy(banner="blue", at=Hex("M1")))
    assert wait_of(game).kinds == ("human_green_archers",)
    assert why(game, PlaceLevy(banner="blue", at=Hex("M3"))) == "no_such_banner"
    game = done(game, PlaceLevy(banner="green", at=Hex("M3")))
    assert why(game, FINISH) is None


def test_a_unit_whose_banner_nobody_knows_takes_any_levy_token() -> None:
    game = guard("goblin_foot", "human_blue_foot")
    game = done(game, PlaceLevy(banner="blue", at=Hex("M1")))
    assert wait_of(game).kinds == ("goblin_foot",)
    assert why(done(game, PlaceLevy(banner="red", at=Hex("M3"))), FINISH) is None


def test_a_levy_token_lies_where_a_unit_of_its_banner_is_due() -> None:
    game = guard("human_blue_foot", "human_green_archers", right=("M1", "L1"))
    assert why(game, PlaceLevy(banner="blue", at=Hex("L1"))) == "no_such_banner"
    assert why(game, PlaceLevy(banner="blue", at=Hex("M3"))) == "no_such_banner"
    game = done(game, PlaceLevy(banner="blue", at=Hex("M1")), PlaceLevy(banner="green", at=Hex("L1")))
    assert why(game, FINISH) is None


def test_what_stands_on_the_baseline_is_there_for_the_unit_that_is_due_on_water() -> None:
    water = with_terrain(MAP, M3="waterway")
    game = guard("human_blue_foot", "human_blue_foot", ruleset=water, right=("M1", "M3"))
    assert options(done(game, put("human_blue_foot-1", "K1"))) == (put("human_blue_foot-2", "M1"),)
    levied_there = done(game, PlaceLevy(banner="blue", at=Hex("K1")))
    assert options(levied_there) == (put("human_blue_foot-1", "M1"),)


def test_green_levy_tokens_scout_too() -> None:
    game = levied()
    assert (game.state.first, wait_of(game).seat) == (NORTH, SOUTH)
    assert {seat: greens(game, seat) for seat in (SOUTH, NORTH)} == {SOUTH: 1, NORTH: 2}


def test_after_his_reserve_each_replaces_his_tokens_by_the_same_or_a_lower_banner() -> None:
    game = done(levied(), FINISH)
    assert game.state.wait == LevyWait(seat=SOUTH, hexes=(Hex("M1"), Hex("G2")))
    assert why(game, put("human_red_foot-1", "M1")) == "higher_banner"
    assert why(game, put("human_blue_foot-1", "A1")) == "no_token_there"
    assert why(game, put("human_green_foot-11", "M1")) == "deployed_already"
    game = done(game, put("human_blue_mounted-1", "M1"))  # mounted in lieu of foot
    assert game.state.units[UnitId("human_blue_mounted-1")].seat is SOUTH
    game = done(game, put("human_green_archers-1", "G2"))
    assert arms_of(game.state).levies == {}
    assert wait_of(game).seat is NORTH  # its Reserve; it has no tokens


def test_no_unit_replaces_what_is_no_token_of_its_own_sides_by_overruling_either() -> None:
    game = done(levied(), FINISH)
    taken = put("human_blue_foot-1", "F8")  # a unit of north's stands there
    assert (why(game, taken), why(game, m.Overrule(command=taken))) == ("occupied", "occupied")
    arms = arms_of(game.state)
    token = replace(arms.levies[Hex("M1")], seat=NORTH)
    arms = replace(arms, levies={**arms.levies, Hex("L9"): token})
    other = Game(game.ruleset, replace(game.state, own=replace(table(game.state), arms=arms)))
    assert why(other, m.Overrule(command=put("human_blue_foot-1", "L9"))) == "occupied"


def test_a_token_that_nobody_replaces_comes_off() -> None:
    game = done(levied(), FINISH)
    assert why(game, FINISH) == "units_missing"  # south would have nobody
    game = done(game, put("human_green_archers-1", "G2"))
    assert LevyLost(seat=SOUTH, banner="blue", at=Hex("M1")) in events(game, FINISH)
    assert arms_of(done(game, FINISH).state).levies == {}


# --- councils, Specialists


def test_war_councils_come_after_the_reserve_and_landmarks_by_who_begins() -> None:
    game = finished(scouted(LORE_MAP))
    assert game.state.wait == CouncilWait(missing=(SOUTH, NORTH))
    council = GivenCouncil(commander=3, masters={"wizard": 3})
    other = GivenCouncil(commander=3, masters={"rogue": 3})
    game = done(game, ChooseCouncil(seat=SOUTH, council=council), ChooseCouncil(seat=NORTH, council=other))
    assert isinstance(game.state.wait, LandmarkWait)
    assert game.state.wait.seat is NORTH is not LORE_MAP.opponent(game.state.first)


def test_the_owner_chooses_one_specialist_the_other_two_the_owner_his_last() -> None:
    game, order = at_specialists(), []
    while isinstance(game.state.wait, SpecialistWait):
        order.append(game.state.wait.seat)
        left = [each for each in game.state.wait.cards if each.startswith("specialist")]
        game = done(game, ChooseSpecialist(card=left[0]) if left else m.Decline())
    assert order == [SOUTH, NORTH, NORTH, SOUTH]
    assert arms_of(game.state).specialists == {
        SOUTH: ("specialist_8",),
        NORTH: ("specialist_9", "specialist_10"),
    }
    assert isinstance(game.state.wait, m.SetUpWait)


def test_a_specialist_is_chosen_once() -> None:
    game = done(at_specialists(), ChooseSpecialist(card="specialist_8"))
    assert why(game, ChooseSpecialist(card="specialist_8")) == "specialist_taken"
    assert why(game, ChooseSpecialist(card="made_up")) == "no_such_card"


def marked(ruleset: Ruleset, **fields: object) -> Ruleset:
    """Return *ruleset* with what Illusionary Troops bears told."""
    cards = ruleset.catalogue.of(SpecialistCard)
    card = replace(cards["illusionary_troops"], **fields)
    catalogue = ruleset.catalogue.having(SpecialistCard, {**cards, card.id: card})
    return Ruleset(FIRST, catalogue, ruleset.board, ruleset.scenario)


ILLUSION = ChooseSpecialist(card="illusionary_troops")


def test_a_lore_mark_is_for_lore_adventures_and_for_no_medieval_ones() -> None:
    assert why(at_specialists(marked(MAP, lore_only=True)), ILLUSION) == "lore_adventures_only"
    medieval = marked(rules("two_hills", "medieval_lore"), lore_only=True)
    game = at_specialists(medieval)
    assert why(game, ILLUSION) == "lore_adventures_only"
    assert ILLUSION not in options(game)


def test_a_class_mark_helps_only_who_has_that_lore_master() -> None:
    game = at_specialists(marked(MAP, master="rogue"))
    assert isinstance(done(game, ILLUSION).state.wait, SpecialistWait)
    assert isinstance(done(at_specialists(), ILLUSION).state.wait, SpecialistDeedWait)


def used(card: str) -> Game:
    return done(at_specialists(), ChooseSpecialist(card=card))


FOOT, RESERVE, ENEMY = (
    UnitId("human_green_foot-1"),
    UnitId("human_blue_foot-5"),
    UnitId("human_green_foot-11"),
)


def test_a_third_unit_of_the_reserve_goes_where_the_others_went() -> None:
    game = used("forced_enrollment")
    assert (wait_of(game).part, wait_of(game).most) == (DeploymentPart.RESERVE, 1)
    assert why(game, put("human_red_foot-1", "A3")) == "not_on_the_baseline"
    game = done(game, put("human_red_foot-1", "A1"))
    assert why(game, put("human_red_foot-2", "B1")) == "reserve_is_deployed"
    game = done(game, put("human_red_foot-1", "B1"))  # he thinks better of it
    assert why(game, put(RESERVE, "A1")) == "deployed_already"  # of the two that he had called
    game = done(game, FINISH)
    assert isinstance(game.state.wait, SpecialistWait)


def test_one_unit_is_enrolled_however_few_had_come() -> None:
    nobody_called = done(finished(scouted(MAP, ORGANIZED)), ChooseSpecialist(card="forced_enrollment"))
    assert wait_of(nobody_called).most == 1


def test_of_a_known_reserve_of_one_unit_no_second_one_is_asked_for() -> None:
    game = scouted(told(MAP, standard_a_4=known("standard_a_4", "human_red_foot")))
    assert wait_of(game).most == 1
    assert wait_of(done(game, put("human_red_foot-1", "A1"))).most == 0


def test_infiltration_moves_each_unit_once() -> None:
    game = used("infiltration")
    move = UseSpecialist(unit=FOOT, at=Hex("A5"))
    assert {move, replace(move, at=Hex("A3"))} <= set(options(game))
    game = done(game, move)
    assert game.state.units[FOOT].at == "A5"
    assert why(game, replace(move, at=Hex("A6"))) == "another_unit"
    assert why(game, UseSpecialist(unit=RESERVE, at=Hex("A5"))) == "occupied"
    assert why(game, UseSpecialist(unit=RESERVE, at=Hex("C6"))) == "impassable"
    assert why(game, UseSpecialist(unit=ENEMY, at=Hex("A6"))) == "not_your_unit"
    assert isinstance(done(game, FINISH).state.wait, SpecialistWait)


def test_kings_allies_are_two_figures_for_one_unit_or_for_two() -> None:
    game = used("kings_allies")
    before = game.state.units[FOOT].figures
    assert done(game, UseSpecialist(unit=FOOT, figures=2)).state.units[FOOT].figures == before + 2
    game = done(game, UseSpecialist(unit=FOOT, figures=1))
    assert why(game, UseSpecialist(unit=RESERVE, figures=2)) == "too_many_figures"
    game = done(game, UseSpecialist(unit=RESERVE, figures=1))
    assert options(game) == (FINISH,)


def test_a_unit_with_added_figures_is_corrected_and_written_down_like_any_other() -> None:
    game = done(used("kings_allies"), UseSpecialist(unit=FOOT, figures=2))
    unit = game.state.units[FOOT]
    told = m.CorrectUnit(unit=FOOT, at=unit.at, figures=unit.figures - 1)
    game = done(game, told)
    assert game.state.units[FOOT].figures == unit.figures - 1 > game.kind(unit).figures
    assert parse_position(format_position(game), game.ruleset).state.units == game.state.units
    assert why(game, replace(told, figures=2 * game.kind(unit).figures + 1)) == "impossible_number"


def test_it_is_said_whose_a_unit_is_that_either_side_may_have() -> None:
    with pytest.raises(NotationError, match="say whose it is, as in human_green_foot-1 at B2, of south"):
        parse_position("turn: 2, south, order\nhuman_green_foot-1 at B2", laid(MAP, ORGANIZED).ruleset)


@pytest.mark.parametrize(
    "told",
    [UseSpecialist(unit=FOOT, at=Hex("Z99"))]
    + [UseSpecialist(unit=FOOT, figures=count) for count in (-9, 5, 99)],
)
@pytest.mark.parametrize("card", ["kings_allies", "infiltration", "vantage_point"])
def test_no_specialist_card_sends_a_unit_off_the_board_takes_figures_or_brings_heaps(
    card: str, told: UseSpecialist
) -> None:
    assert why(used(card), m.Overrule(command=told)) in ("off_board", "impossible_number")


def test_vantage_point_is_for_units_of_the_reserve_that_stand() -> None:
    game = used("vantage_point")
    assert why(game, UseSpecialist(unit=FOOT)) == "not_for_that_unit"
    assert why(game, UseSpecialist(unit=RESERVE)) is None


def test_illusions_are_troops() -> None:
    game = used("illusionary_troops")
    assert why(game, UseSpecialist(unit=FOOT)) is None
    unit = replace(game.state.units[FOOT], id=UnitId("hill_giant-1"), kind=KindId("hill_giant"))
    game = Game(game.ruleset, replace(game.state, units={**game.state.units, unit.id: unit}))
    assert why(game, UseSpecialist(unit=unit.id)) == "not_for_that_unit"


ARCHERS = UnitId("human_green_archers-1")


def upgrading(*more: m.PlaceUnit) -> Game:
    """Return a game in which south has played Bow Upgrade, and has archers of two peoples, and *more*."""
    game = deployed(
        laid(MAP, ORGANIZED),
        put(ARCHERS, "A2"),
        put("hobgoblin_archers-1", "F2"),
        *more,
        put("human_blue_foot-11", "A8"),
    )
    return done(finished(game), ChooseSpecialist(card="bow_upgrade"))


def test_the_long_bow_is_for_human_bowmen() -> None:
    game = upgrading()
    assert why(game, UseSpecialist(unit=UnitId("hobgoblin_archers-1"))) == "not_for_that_unit"
    assert why(game, UseSpecialist(unit=ARCHERS)) is None


def test_bowmen_with_better_bows_shoot_with_them_and_have_them_once() -> None:
    game = upgrading()
    unit = game.state.units[ARCHERS]
    assert strikes_hit(profile(game, unit), 2) is False
    after = done(done(game, UseSpecialist(unit=ARCHERS)), m.Decline())
    assert strikes_hit(profile(after, unit), 2) is True
    assert why(after, UseSpecialist(unit=ARCHERS)) == "not_for_that_unit"
    others = [each for each in after.state.units.values() if each.id != ARCHERS]
    assert all(profile(after, each) == profile(game, each) for each in others)


def test_how_far_a_better_bow_reaches_is_asked_with_the_first_one_and_kept_for_a_pack() -> None:
    game = done(upgrading(put("human_green_archers-2", "C2")), UseSpecialist(unit=ARCHERS))
    assert isinstance(game.state.wait, ReachWait) and game.state.wait.seat is SOUTH
    refused = play(game, TellReach(hexes=0))[1]
    assert isinstance(refused, m.Refusal) and refused.why == "impossible_number"
    game = done(done(game, TellReach(hexes=6)), UseSpecialist(unit=UnitId("human_green_archers-2")))
    assert isinstance(game.state.wait, SpecialistDeedWait)
    reaches = {name: profile(game, unit).reach for name, unit in game.state.units.items()}
    assert reaches[ARCHERS] == reaches[UnitId("human_green_archers-2")] == 6
    assert reaches[UnitId("hobgoblin_archers-1")] != 6
    assert ("weapons.toml", "long_bow", "Long bow", {"range": 6}) in tuple(told_cards(game))


def test_a_reach_that_nobody_told_is_asked_again_with_the_next_bow() -> None:
    game = done(upgrading(put("human_green_archers-2", "C2")), UseSpecialist(unit=ARCHERS), m.Decline())
    assert isinstance(game.state.wait, SpecialistDeedWait)
    again = done(game, UseSpecialist(unit=UnitId("human_green_archers-2")))
    assert isinstance(again.state.wait, ReachWait)


@pytest.mark.parametrize(("kind", "is_open"), [("elevated", True), ("wooded", False), ("waterway", False)])
def test_stakes_are_laid_on_open_ground(kind: str, is_open: bool) -> None:
    game = used("stakes_card")
    tile = Tile(kind=TerrainId(kind), token=TerrainId("archers_stakes"))
    assert (why(game, m.PlaceTerrain(at=Hex("H2"), tile=tile)) is None) is is_open


def test_medieval_lore_counts_its_deck_out_before_the_armies_come() -> None:
    game = new_game(rules("two_hills", "medieval_lore"))
    assert options(game) == (CountLoreDeck(),)
    game = finished(scouted(rules("two_hills", "medieval_lore")))
    assert isinstance(game.state.wait, m.SetUpWait)  # no council
    assert isinstance(done(game, m.StartGame()).state.wait, m.CardWait)
