"""Medieval Lore, by commands: no council, a deck of its own, dearer cards, one of them held."""

import pytest
from msgspec.structs import replace

from rules.first.edition import FIRST
from rules.first.messages.commands import ChooseCouncil, CountLoreDeck
from rules.first.messages.waits import LoreDeckWait
from rules.first.play.upkeep import left_in_deck
from rules.first.printed.lore import GivenCouncil, LaidAdventure, LoreMasterCard
from rules.first.table import table
from rules.kernel import messages as m
from rules.kernel.catalogue import ConfigError, parse_catalogue
from rules.kernel.decide import checks, options
from rules.kernel.game import new_game
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import LoreChoice, LoreId, Seat
from rules.kernel.view import view
from tests.rules.first.adapter import BOARD
from tests.rules.first.engine import CATALOGUE, printed_texts, rules
from tests.rules.first.test_commanding import done, why

RULES = rules("war_council", "medieval_lore")


def started(ruleset: Ruleset = RULES) -> Game:
    return done(new_game(ruleset), CountLoreDeck(), m.StartGame())


def holding(game: Game, seat: Seat, *, lore: int, cards: int) -> Game:
    sides = game.state.sides
    side = replace(sides[seat], lore=lore, lore_cards=cards)
    return Game(game.ruleset, replace(game.state, sides={**sides, seat: side}))


def test_nobody_chooses_a_council_and_the_usual_number_of_command_cards_is_dealt() -> None:
    game = started()
    assert why(new_game(RULES), ChooseCouncil(seat=Seat.SOUTH, council=GivenCouncil(commander=2)))
    assert table(game.state).councils == {} and table(game.state).due == {}
    for side in game.state.sides.values():
        assert (side.cards, side.lore_cards, side.lore) == (4, 0, 0)


def test_of_a_council_that_the_adventure_gives_the_commander_is_left() -> None:
    scenario = CATALOGUE.scenarios["war_council"]
    assert isinstance(scenario, LaidAdventure)
    given = {
        Seat.SOUTH: GivenCouncil(commander=3, masters={"wizard": 3}),
        Seat.NORTH: GivenCouncil(commander=1, masters={"rogue": 3}, creatures={"hill_giant": 2}),
    }
    scenario = replace(scenario, councils=given, variants=("medieval_lore",))
    game = started(Ruleset(FIRST, CATALOGUE, BOARD, scenario))
    assert [side.cards for side in game.state.sides.values()] == [6, 4]
    assert [side.lore_cards for side in game.state.sides.values()] == [0, 0]
    assert table(game.state).councils == {
        Seat.SOUTH: GivenCouncil(commander=3),
        Seat.NORTH: GivenCouncil(commander=1),
    }


def test_the_deck_is_counted_out_before_all_else() -> None:
    game = new_game(RULES)
    assert isinstance(game.state.wait, LoreDeckWait)
    assert options(game) == (CountLoreDeck(),)
    assert why(game, m.StartGame()) == "not_now"
    game = done(game, CountLoreDeck())
    assert left_in_deck(game) == 29
    assert why(game, CountLoreDeck()) == "not_now"
    assert options(game) == (m.StartGame(),)


LISTED = {
    *("rogue_2", "rogue_4", "rogue_5", "warrior_assault", "warrior_berserk"),
    *("wizard_4", "wizard_9", "cleric_3", "cleric_4"),
}


@pytest.mark.parametrize("card", CATALOGUE.of(LoreMasterCard))
def test_only_cards_of_the_deck_are_played(card: str) -> None:
    game = holding(started(), Seat.NORTH, lore=20, cards=1)
    command = m.PlayLoreCard(seat=Seat.NORTH, card=LoreId(card), cost=1)
    assert set(RULES.catalogue.lore) == LISTED
    refused = {str(each.why) for each in checks(game, command)}
    assert ("no_such_card" in refused) is (card not in LISTED)


def test_every_card_costs_three_lore_more_listed_or_not() -> None:
    game = holding(started(), Seat.NORTH, lore=9, cards=1)
    prices = view(game, Seat.NORTH).scores[Seat.NORTH].extra_prices
    assert {prices[LoreId(card)] for card in LISTED} == {3}
    unlisted = m.PlayUnlistedLoreCard(seat=Seat.NORTH, name="Made up", cost=4, does=())
    assert done(game, unlisted).state.sides[Seat.NORTH].lore == 2
    for lore, cost, reason in ((6, 4, "too_little_lore"), (9, -1, "impossible_number")):
        poor = holding(game, Seat.NORTH, lore=lore, cards=1)
        assert why(poor, replace(unlisted, cost=cost)) == reason


@pytest.mark.parametrize(
    ("choice", "held", "kept"),
    [
        (LoreChoice.CARDS, 0, 1),
        (LoreChoice.CARDS, 1, 1),
        (LoreChoice.TOKEN_AND_CARD, 1, 1),
        (LoreChoice.TOKENS, 1, 1),
    ],
)
def test_at_the_end_of_a_turn_one_card_is_kept(choice: LoreChoice, held: int, kept: int) -> None:
    game = holding(started(), Seat.NORTH, lore=0, cards=held)
    game = Game(game.ruleset, replace(game.state, waits=(m.LoreWait(seat=Seat.NORTH),)))
    game = done(game, m.ReplenishLore(choice=choice))
    assert game.state.sides[Seat.NORTH].lore_cards == kept


@pytest.mark.parametrize(
    "deck", ["bard = {}", 'rogue = { without = ["wizard_4"] }', 'wizard = { only = ["wizard_77"] }']
)
def test_a_deck_of_what_there_is_not_is_an_error(deck: str) -> None:
    pack = {"pack/variants.toml": f"[medieval_lore.deck]\n{deck}\n"}
    with pytest.raises(ConfigError, match=r"\[medieval_lore\] nothing is called '.*', field deck"):
        parse_catalogue({**printed_texts(), **pack}, FIRST)
