"""How a First Edition game begins, by commands: councils, Landmarks, hands (rules summary, Set-up)."""

import pytest
from msgspec.structs import replace

from rules.first.council import Unfit, creature_unfit
from rules.first.messages.commands import ChooseCouncil, PlaceLandmark
from rules.first.messages.waits import CouncilWait, LandmarkWait
from rules.first.play.asking import adventure, landmarks_on, lie_of_land
from rules.first.printed.lore import GivenCouncil, LoreMasterCard
from rules.first.table import table
from rules.kernel import messages as m
from rules.kernel.decide import checks, options
from rules.kernel.game import new_game
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import CardId, LoreChoice, LoreId, Seat, TerrainId, Tile, UnitId
from rules.kernel.view import view
from tests.rules.first.engine import epic_rules, rules
from tests.rules.first.test_commanding import done, why

WIZARD = GivenCouncil(commander=3, masters={"wizard": 3})
ROGUE = GivenCouncil(commander=2, masters={"rogue": 3, "cleric": 1})


def chosen(*councils: tuple[Seat, GivenCouncil]) -> Game:
    game = new_game(rules("war_council"))
    return done(game, *(ChooseCouncil(seat=seat, council=council) for seat, council in councils))


def test_an_adventure_without_lore_begins_with_the_pieces() -> None:
    game = new_game(rules("first_steps"))
    assert options(game) == (m.StartGame(),)
    game = done(game, m.PlaceUnit(unit=UnitId("human_blue_foot-1"), at=Hex("E2")), m.StartGame())
    assert game.state.units[UnitId("human_blue_foot-1")].at == "E2"
    assert {side.cards for side in game.state.sides.values()} == {4}
    assert {side.lore for side in game.state.sides.values()} == {0}
    assert game.state.wait == m.CardWait(seat=Seat.SOUTH)


def test_a_game_begins_with_the_pieces_of_its_adventure_and_deals_its_hands_from_the_deck() -> None:
    """Rules summary, Set-up."""
    game = new_game(rules("first_steps"))
    laid = game.ruleset.scenario
    assert {name: unit.at for name, unit in game.state.units.items()} == laid.units
    assert game.state.terrain == laid.terrain
    assert all(unit.figures == game.kind(unit).figures for unit in game.state.units.values())
    assert done(game, m.StartGame()).state.deck == 60 - 2 * laid.hand


def test_a_council_of_seven_levels_or_of_strangers_is_refused() -> None:
    game = new_game(rules("war_council"))
    seven = GivenCouncil(commander=3, masters={"wizard": 3, "rogue": 1})
    strange = GivenCouncil(commander=3, masters={"bard": 3})
    for council, reason in ((seven, "wrong_number_of_levels"), (strange, "no_such_master")):
        assert why(game, ChooseCouncil(seat=Seat.SOUTH, council=council)) == reason


@pytest.mark.parametrize(
    ("creature", "level", "reason"),
    [
        ("dragonx", 1, "no_such_creature"),
        ("earth_elemental", 1, "creature_not_fielded"),
        ("hill_giant", 3, "other_creatures_level"),
        ("hill_giant", 0, "other_creatures_level"),
        ("hill_giant", 1, None),
    ],
)
def test_a_council_has_the_creatures_of_its_side_at_their_own_levels(
    creature: str, level: int, reason: str | None
) -> None:
    council = GivenCouncil(
        commander=3, masters={"wizard": 3 - level} if level < 3 else {}, creatures={creature: level}
    )
    assert why(new_game(rules("war_council")), ChooseCouncil(seat=Seat.SOUTH, council=council)) == reason


@pytest.mark.parametrize(
    ("level", "own", "wrong"),
    [(1, None, None), (0, None, Unfit.IMPOSSIBLE_LEVEL), (2, 2, None), (1, 2, Unfit.OTHER_CREATURES_LEVEL)],
)
def test_a_creature_whose_level_nobody_knows_has_one_of_three(
    level: int, own: int | None, wrong: Unfit | None
) -> None:
    assert creature_unfit(level, own) is wrong


def test_councils_are_opened_once_both_are_chosen_and_bring_their_landmarks() -> None:
    game = chosen((Seat.SOUTH, WIZARD))
    assert game.state.wait == CouncilWait(missing=(Seat.NORTH,))
    assert not table(game.state).councils_open
    game = done(game, ChooseCouncil(seat=Seat.NORTH, council=ROGUE))
    assert table(game.state).councils_open
    assert table(game.state).due == {
        Seat.SOUTH: ("magic_pentacle", "stronghold"),
        Seat.NORTH: ("rogues_den",),
    }
    assert game.state.wait == LandmarkWait(seat=Seat.NORTH, landmarks=("rogues_den",))


def test_nothing_that_a_seat_sees_tells_the_others_council_before_it_is_open() -> None:
    seen = [
        view(chosen((Seat.SOUTH, council)), seat)
        for council in (WIZARD, ROGUE)
        for seat in (Seat.NORTH, None)
    ]
    assert seen[:2] == seen[2:]
    own = view(chosen((Seat.SOUTH, WIZARD)), Seat.SOUTH).setting
    assert own.councils == {Seat.SOUTH: WIZARD}


def test_landmarks_lie_on_the_board_with_their_owner_and_the_stronghold_must() -> None:
    game = chosen((Seat.SOUTH, WIZARD), (Seat.NORTH, ROGUE))
    game = done(game, PlaceLandmark(seat=Seat.NORTH, landmark="rogues_den", at=Hex("F6")))
    assert game.state.terrain[Hex("F6")].owner is Seat.NORTH
    assert m.Decline() not in options(game)
    game = done(
        game,
        PlaceLandmark(seat=Seat.SOUTH, landmark="magic_pentacle", at=Hex("K4")),
    )
    assert why(game, m.Decline()) == "must_be_placed"
    assert m.Decline() not in options(game)
    game = done(game, PlaceLandmark(seat=Seat.SOUTH, landmark="stronghold", at=Hex("E3")))
    assert isinstance(game.state.wait, m.SetUpWait)


def test_once_the_stronghold_lies_the_rest_may_be_left_out() -> None:
    game = chosen((Seat.SOUTH, WIZARD), (Seat.NORTH, ROGUE))
    game = done(game, m.Decline(), PlaceLandmark(seat=Seat.SOUTH, landmark="stronghold", at=Hex("E3")))
    assert why(game, m.Decline()) is None
    assert isinstance(done(game, m.Decline()).state.wait, m.SetUpWait)


def test_the_council_deals_command_cards_lore_cards_and_tokens() -> None:
    game = chosen(
        (Seat.SOUTH, WIZARD), (Seat.NORTH, GivenCouncil(commander=2, masters={"rogue": 2, "cleric": 2}))
    )
    while not isinstance(game.state.wait, m.SetUpWait):
        game = done(game, options(game)[0])
    game = done(game, m.StartGame())
    held = {
        seat: (side.cards, side.lore_cards, side.lore, side.lore_discards)
        for seat, side in game.state.sides.items()
    }
    assert held == {Seat.SOUTH: (6, 3, 3, 1), Seat.NORTH: (5, 2, 2, 2)}


@pytest.mark.parametrize(("unit", "gained"), [("human_green_archers-1", 1), ("hill_giant-1", 0), (None, 0)])
def test_the_pentacle_gives_its_owner_a_token_in_each_turn_in_which_his_troops_hold_it(
    unit: str | None, gained: int
) -> None:
    """Also in the opponent's, who begins here; a Creature is no troop."""
    game = chosen((Seat.SOUTH, WIZARD), (Seat.NORTH, ROGUE))
    game = done(game, PlaceLandmark(seat=Seat.NORTH, landmark="rogues_den", at=Hex("F6")))
    pentacle = PlaceLandmark(seat=Seat.SOUTH, landmark="magic_pentacle", at=Hex("K4"))
    game = done(game, pentacle)
    while not isinstance(game.state.wait, m.SetUpWait):
        game = done(game, options(game)[0])
    if unit is not None:
        game = done(game, m.CorrectUnit(unit=UnitId(unit), at=Hex("K4"), figures=1))
    game = done(game, m.StartGame(), m.PlayCard(card=CardId("scout_left")), m.EndMainPhase())
    before = game.state.sides[Seat.SOUTH].lore
    game = done(game, m.ReplenishLore(choice=LoreChoice.TOKENS))
    assert game.state.active is Seat.SOUTH
    assert game.state.sides[Seat.SOUTH].lore - before == gained
    assert landmarks_on(game)[Hex("K4")].id == "magic_pentacle"


def test_a_landmark_on_which_the_table_has_laid_something_else_is_none_any_more() -> None:
    game = done(chosen((Seat.SOUTH, WIZARD)), ChooseCouncil(seat=Seat.NORTH, council=ROGUE))
    game = done(game, PlaceLandmark(seat=Seat.NORTH, landmark="rogues_den", at=Hex("F6")))
    game = done(game, PlaceLandmark(seat=Seat.SOUTH, landmark="magic_pentacle", at=Hex("K4")))
    wood = Tile(kind=TerrainId("wooded"), owner=Seat.SOUTH)
    assert set(landmarks_on(done(game, m.PlaceTerrain(at=Hex("K4"), tile=wood)))) == {Hex("F6")}


def with_lairs(**changes: object) -> Game:
    """Return our Lore adventure, a Creature a side, with Lairs and without councils to choose."""
    ruleset = rules("war_council")
    told = {"levels": None, "landmarks": False, "lairs": True, **changes}
    scenario = replace(adventure(ruleset), **told)
    return new_game(Ruleset(ruleset.edition, ruleset.catalogue, ruleset.board, scenario))


def lair(seat: Seat, at: str, landmark: str = "creature_lair") -> PlaceLandmark:
    return PlaceLandmark(seat=seat, landmark=landmark, at=Hex(at))


def test_a_lair_goes_on_an_empty_hex_of_the_third_or_fourth_row_the_first_players_first() -> None:
    """BattleLore: Creature Lair."""
    game = with_lairs()
    assert game.state.wait == LandmarkWait(seat=Seat.NORTH, landmarks=("creature_lair",))
    assert why(game, lair(Seat.SOUTH, "D3")) == "first_player_first"
    assert why(game, lair(Seat.NORTH, "F8")) == "wrong_row"
    assert why(game, lair(Seat.NORTH, "F5")) == "wrong_row"
    assert why(game, lair(Seat.NORTH, "F7")) == "not_empty"
    game = done(game, lair(Seat.NORTH, "F6"))
    assert why(game, lair(Seat.SOUTH, "G4")) == "not_empty"
    game = done(game, lair(Seat.SOUTH, "D3"))
    tiles = {at: (tile.kind, tile.owner) for at, tile in game.state.terrain.items() if tile.kind == "lair"}
    assert tiles == {Hex("F6"): ("lair", Seat.NORTH), Hex("D3"): ("lair", Seat.SOUTH)}
    assert isinstance(game.state.wait, m.SetUpWait)


@pytest.mark.parametrize(
    ("variants", "at", "limit"), [((), "F8", 3), ((), "F5", 4), (("epic",), "F8", 4), (("epic",), "F1", 8)]
)
def test_whose_landmark_is_on_a_wrong_row_is_told_the_nearest_that_is_right(
    variants: tuple[str, ...], at: str, limit: int
) -> None:
    """BattleLore: Landmarks; Epic Adventures."""
    ruleset = epic_rules() if variants else rules("war_council")
    game = done(
        new_game(ruleset),
        ChooseCouncil(seat=Seat.SOUTH, council=WIZARD),
        ChooseCouncil(seat=Seat.NORTH, council=ROGUE),
    )
    refusal = next(checks(game, PlaceLandmark(seat=Seat.NORTH, landmark="rogues_den", at=Hex(at))))
    assert (str(refusal.why), refusal.limit) == ("wrong_row", limit)


def test_a_creature_with_a_lair_of_its_own_brings_that_and_a_side_without_creatures_none() -> None:
    """Creatures: the Wood Giant's Forest Lair is woods for both sides."""
    units = {UnitId("wood_giant-1"): Hex("G1"), UnitId("human_blue_foot-1"): Hex("E9")}
    owners = {UnitId("wood_giant-1"): Seat.SOUTH, UnitId("human_blue_foot-1"): Seat.NORTH}
    game = with_lairs(units=units, owners=owners, terrain={})
    assert game.state.wait == LandmarkWait(seat=Seat.SOUTH, landmarks=("forest_lair",))
    game = done(game, lair(Seat.SOUTH, "D3", "forest_lair"))
    assert lie_of_land(game).blocking == {Hex("D3")}
    assert isinstance(game.state.wait, m.SetUpWait)


def test_lairs_follow_the_landmarks_of_the_councils_and_are_left_out_where_their_rules_do_not_hold() -> None:
    """BattleLore: Landmarks, Creature Lair."""
    councils = {Seat.SOUTH: WIZARD, Seat.NORTH: ROGUE}
    both = with_lairs(councils=councils, landmarks=True)
    assert table(both.state).due[Seat.NORTH] == ("rogues_den", "creature_lair")
    assert table(both.state).due[Seat.SOUTH] == ("magic_pentacle", "stronghold", "creature_lair")
    assert isinstance(with_lairs(lairs=False).state.wait, m.SetUpWait)


def test_what_a_seat_sees_tells_which_lore_cards_are_not_for_this_moment_and_what_strangers_cost_more() -> (
    None
):
    game = chosen((Seat.SOUTH, WIZARD), (Seat.NORTH, ROGUE))
    cards = game.ruleset.catalogue.of(LoreMasterCard).values()
    reactions = {
        card.id for card in cards if card.windows and all("reaction" in each for each in card.windows)
    }
    south, north = (view(game, None).scores[seat] for seat in (Seat.SOUTH, Seat.NORTH))
    assert reactions and reactions <= set(south.untimely) < {card.id for card in cards}
    assert {card.master for card in cards if card.id not in south.extra_prices} == {"wizard"}
    assert {card.master for card in cards if card.id not in north.extra_prices} == {"rogue", "cleric"}
    plain = view(new_game(rules("first_steps")), None).scores[Seat.SOUTH]
    assert (plain.untimely, plain.extra_prices, plain.amounts) == ((), {}, {})


def test_what_a_lore_card_makes_is_seen_at_its_master_s_level_and_at_level_one_out_of_character() -> None:
    game = chosen((Seat.SOUTH, WIZARD), (Seat.NORTH, ROGUE))
    fireball = LoreId("wizard_14")
    told = {seat: view(game, None).scores[seat].amounts[fireball] for seat in (Seat.SOUTH, Seat.NORTH)}
    assert {each.printed for each in told.values()} == {"1d/level +2"}
    assert [(each.level, each.number) for each in told.values()] == [(3, 5), (1, 3)]
    early = view(chosen((Seat.SOUTH, WIZARD)), None).scores[Seat.SOUTH].amounts[fireball]
    assert (early.printed, early.level, early.number) == ("1d/level +2", None, None)  # still secret


def test_an_adventure_on_the_deep_board_has_a_lair_for_each_side_with_a_creature() -> None:
    """Rules summary, Creature Lair."""
    game = new_game(rules("long_valley"))
    assert (len(game.ruleset.board.rows), max(game.ruleset.board.rows)) == (17, 13)
    game = done(
        game,
        ChooseCouncil(
            seat=Seat.SOUTH, council=GivenCouncil(commander=2, masters={"cleric": 2, "warrior": 2})
        ),
        ChooseCouncil(
            seat=Seat.NORTH, council=GivenCouncil(commander=2, masters={"cleric": 2, "warrior": 2})
        ),
    )
    due = table(game.state).due
    assert {seat: "creature_lair" in due[seat] for seat in (Seat.SOUTH, Seat.NORTH)} == {
        Seat.SOUTH: True,
        Seat.NORTH: True,
    }
    at = next(
        each.at
        for each in options(game)
        if isinstance(each, PlaceLandmark) and each.landmark == "creature_lair"
    )
    lair = PlaceLandmark(seat=Seat.SOUTH, landmark="creature_lair", at=at)
    assert landmarks_on(done(game, lair))[at].id == "creature_lair"
