"""Lore by level, prices, hands, the Lore deck, councils, Landmarks and what Creatures store."""

from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from rules.first import council, landmarks, lore
from rules.first.council import Council, Unfit
from rules.first.creatures import Shares, powers_at_hand, share, storable
from rules.first.landmarks import Misplaced
from rules.first.lore import format_amount, parse_amount
from rules.first.printed.lore import CommanderLevel, LoreMasterCard, MasterLevel
from rules.first.printed.pieces import LandmarkCard
from rules.kernel.hexes import Hex
from rules.kernel.values import CAMPS, Seat
from tests.rules.first import config_tables
from tests.rules.first.adapter import BOARD

CLASSES = tuple(config_tables.ALL["classes.toml"])
LANDMARKS = tuple(
    card for card in config_tables.ALL["landmarks.toml"].values() if isinstance(card, LandmarkCard)
)
COUNCIL = Council(2, {"wizard": 3, "rogue": 1})


def card(name: str) -> LoreMasterCard:
    found = config_tables.ALL["lore.toml"][name]
    assert isinstance(found, LoreMasterCard)
    return found


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("2d/level +3", (5, 7, 9)),
        ("1d/level -1", (0, 1, 2)),
        ("1d/level", (1, 2, 3)),
        ("2 hex/level", (2, 4, 6)),
        ("3 hex/level +1", (4, 7, 10)),
        ("2d", (2, 2, 2)),
    ],
)
def test_what_hangs_on_the_level_is_multiplied_and_the_rest_added_once(
    text: str, numbers: tuple[int, int, int]
) -> None:
    """Lore Cards: Abbreviations and Counting Conventions."""
    assert tuple(parse_amount(text).at(level) for level in (1, 2, 3)) == numbers
    assert format_amount(parse_amount(text)) == text


@pytest.mark.parametrize("text", ["", "d", "2x", "2d per level", "2d/level + 3 + 1", "1/2"])
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected an amount"):
        parse_amount(text)


def test_every_amount_of_the_cards_is_one() -> None:
    amounts = [one.amount for one in map(card, config_tables.ALL["lore.toml"]) if one.amount is not None]
    assert [format_amount(parse_amount(amount)) for amount in amounts] == amounts
    assert len(amounts) == 3


def test_odd_halves_go_up() -> None:
    assert [lore.half(number) for number in (1, 4, 5, 7)] == [1, 2, 3, 4]


def test_out_of_character_costs_three_more_and_is_played_at_the_first_level() -> None:
    """BattleLore: Lore."""
    wizards = replace(card("wizard_10"), cost=4)
    clerics = replace(card("cleric_3"), cost=4)
    prices = [lore.price(one, COUNCIL.masters) for one in (wizards, clerics)]
    assert [price and price.total for price in prices] == [4, 7]
    amount = parse_amount("2d/level +3")
    assert amount.at(lore.acting_level(COUNCIL.masters, "wizard")) == 9
    assert amount.at(lore.acting_level(COUNCIL.masters, "cleric")) == 5
    assert lore.price(card("cleric_3"), COUNCIL.masters) is None


def test_the_hand_follows_the_highest_lore_master_and_not_the_commander() -> None:
    assert lore.most_cards({"cleric": 1, "rogue": 2}) == 3
    assert lore.most_cards({}) == 0


def test_the_lore_deck_is_counted_out_by_councils() -> None:
    """BattleLore: War Councils, Setup: 14 of a class of both, 8 of one's, 5 of nobody's."""
    ours, theirs = Council(3, {"wizard": 1, "cleric": 2}), Council(3, {"wizard": 2, "rogue": 1})
    deck = council.lore_deck((ours, theirs), CLASSES)
    assert deck == {"wizard": 14, "cleric": 8, "rogue": 8, "warrior": 5}
    same = Council(3, {"cleric": 1, "warrior": 1, "rogue": 1})
    assert council.lore_deck((same, same), CLASSES) == {"cleric": 14, "warrior": 14, "rogue": 14, "wizard": 5}


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        (Council(2, {"wizard": 3}, {"giant_spider": 1}), None),
        (Council(0, {"wizard": 3, "rogue": 3}), None),
        (Council(3, {"wizard": 3, "rogue": 1}), Unfit.WRONG_NUMBER_OF_LEVELS),
        (Council(2, {"wizard": 3}), Unfit.WRONG_NUMBER_OF_LEVELS),
        (Council(3, {"bard": 3}), Unfit.NO_SUCH_MASTER),
        (Council(2, {"wizard": 4}), Unfit.IMPOSSIBLE_LEVEL),
        (Council(4, {"wizard": 2}), Unfit.IMPOSSIBLE_LEVEL),
        (Council(3, {"wizard": 3, "rogue": 0}), Unfit.IMPOSSIBLE_LEVEL),
    ],
)
def test_a_council_has_six_levels_of_masters_that_there_are(given: Council, wrong: Unfit | None) -> None:
    assert council.unfit(given, CLASSES) is wrong


def test_a_council_brings_command_cards_lore_cards_and_tokens() -> None:
    commanders = [
        one for one in config_tables.ALL["commander_levels.toml"].values() if isinstance(one, CommanderLevel)
    ]
    masters = [
        one for one in config_tables.ALL["master_levels.toml"].values() if isinstance(one, MasterLevel)
    ]
    assert council.command_cards(COUNCIL, commanders) == 5
    beginning = council.beginnings(COUNCIL, masters)
    assert beginning is not None
    assert (beginning.keep, beginning.tokens, beginning.most) == (3, 3, 4)
    assert council.beginnings(Council(3, {}), masters) is None
    for entry in masters:
        assert entry.most == lore.most_cards({"rogue": entry.level})


def names(cards: tuple[LandmarkCard, ...]) -> set[str]:
    return {card.id for card in cards}


def test_a_class_on_both_councils_brings_nobody_its_landmark() -> None:
    """BattleLore: Landmarks."""
    found = landmarks.due(
        {
            Seat.SOUTH: Council(3, {"wizard": 3}),
            Seat.NORTH: Council(3, {"wizard": 1, "cleric": 3, "warrior": 2}),
        },
        LANDMARKS,
    )
    assert names(found[Seat.SOUTH]) == {"stronghold"}
    assert names(found[Seat.NORTH]) == {"stronghold", "healing_pool"}


def test_a_landmark_that_is_not_for_a_sole_class_comes_to_both() -> None:
    (pool,) = (card for card in LANDMARKS if card.id == "healing_pool")
    both = {seat: Council(0, {"cleric": 3}) for seat in CAMPS}
    assert not any(landmarks.due(both, [pool]).values())
    assert all(landmarks.due(both, [replace(pool, sole=False)]).values())


@dataclass(frozen=True)
class Placing:
    landmark: str
    at: str
    seat: Seat
    wrong: Misplaced | None


@pytest.mark.parametrize(
    "put",
    [
        Placing("healing_pool", "F5", Seat.NORTH, Misplaced.WRONG_ROW),
        Placing("healing_pool", "F6", Seat.NORTH, None),
        Placing("healing_pool", "F7", Seat.NORTH, None),
        Placing("healing_pool", "F8", Seat.NORTH, Misplaced.WRONG_ROW),
        Placing("creature_lair", "E3", Seat.SOUTH, Misplaced.NOT_EMPTY),
        Placing("creature_lair", "F4", Seat.SOUTH, None),
        Placing("creature_lair", "M4", Seat.SOUTH, Misplaced.OFF_BOARD),
        Placing("stronghold", "E2", Seat.SOUTH, Misplaced.NOT_ON_THAT_GROUND),
        Placing("stronghold", "G3", Seat.SOUTH, Misplaced.NO_OWN_UNIT),
        Placing("stronghold", "F2", Seat.SOUTH, None),
    ],
)
def test_landmarks_go_where_the_book_says(put: Placing) -> None:
    """BattleLore: Landmarks, Creature Lair."""
    (landmark,) = (one for one in LANDMARKS if one.id == put.landmark)
    wrong = landmarks.misplaced(
        BOARD,
        landmark,
        Hex(put.at),
        put.seat,
        taken={Hex("E3"), Hex("E2"), Hex("F2")},
        own_units={Hex("E2"), Hex("F2"), Hex("E3")},
        ground="wooded" if put.at == "E2" else "countryside",
    )
    assert wrong is put.wrong


def test_a_creature_stores_at_most_what_its_dearest_power_needs() -> None:
    """BattleLore: Special Powers and Power-Ups."""
    assert share(2, stored=2, most=3) == Shares(stored=1, tokens=1)
    assert storable(2, stored=0, most=None) == 0
    powers = config_tables.CREATURES["rock_elemental"].powers
    assert [power.id for power in powers_at_hand(powers, 1, 0)] == ["tremor"]
    assert [power.id for power in powers_at_hand(powers, 1, 1)] == ["tremor", "earthquake"]
    assert powers_at_hand(config_tables.CREATURES["giant_spider"].powers, 3, 3) == ()
