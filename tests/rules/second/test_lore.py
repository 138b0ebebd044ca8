"""Lore from the books (RB p. 12; Ref, Lore Cards): the Lore Step, and what lore cards cost, allow and do."""

import pytest
from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.chapters.lore import playable
from rules.kernel.game import new_game
from rules.kernel.hexes import Direction, Hex
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import CAMPS, Cause, LoreChoice, LoreId, Seat, Why
from rules.second import messages as second
from rules.second.faces import STRIKE
from tests.rules.drawn import after, attack, drawn, faces, tags, u, waits, why
from tests.rules.tricks import LINES, NORTH, PLAIN, SOUTH, TOLD, before_the_card, held, lore, trick

# --- the Lore Step ----------------------------------------------------------------------------------


def in_lore_step(cards: int = 2, lore: int = 0, rules: Ruleset = TOLD) -> Game:
    return after(held(rules=rules, cards=cards, lore=lore), m.EndMainPhase())[0]


@pytest.mark.parametrize(
    ("choice", "tokens", "cards"),
    [(LoreChoice.TOKENS, 2, 2), (LoreChoice.TOKEN_AND_CARD, 1, 3), (LoreChoice.CARDS, 0, 3)],
)
def test_lore_is_replenished_in_one_of_three_ways(choice: LoreChoice, tokens: int, cards: int) -> None:
    """RB p. 12: two tokens, a token and a card, or two cards of which one is discarded."""
    game = in_lore_step()
    assert game.state.wait == m.LoreWait(seat=SOUTH)
    game, _ = after(game, m.ReplenishLore(choice=choice))
    side = game.state.sides[SOUTH]
    assert (side.lore, side.lore_cards) == (tokens, cards)
    assert game.state.sides[NORTH].lore_cards == 2


def test_the_lore_step_comes_after_the_draw_and_ends_the_turn() -> None:
    """RB p. 7."""
    game, events = after(held(), m.EndMainPhase())
    assert tags(events) == ["step_started", "step_started", "card_drawn", "step_started"]
    game, events = after(game, m.ReplenishLore(choice=LoreChoice.TOKENS))
    assert tags(events) == ["lore_gained", "turn_ended", "turn_started"]
    assert game.state.wait == m.CardWait(seat=NORTH)


def test_the_learning_scenario_has_no_lore_step() -> None:
    """RB p. 5."""
    game, _ = after(drawn(LINES), m.EndMainPhase())
    assert waits(game) == "card_wait"
    assert why(game, m.ReplenishLore(choice=LoreChoice.TOKENS)) is Why.NOT_NOW


@pytest.mark.parametrize(
    ("choice", "cards", "gone"),
    [
        (LoreChoice.TOKENS, 4, 0),
        (LoreChoice.TOKEN_AND_CARD, 3, 0),
        (LoreChoice.TOKEN_AND_CARD, 4, 1),
        (LoreChoice.CARDS, 3, 1),
        (LoreChoice.CARDS, 4, 2),
        (LoreChoice.TOKENS, 6, 2),
    ],
)
def test_nobody_keeps_more_than_four_lore_cards(choice: LoreChoice, cards: int, gone: int) -> None:
    """RB p. 12: the excess is discarded at the end of the step."""
    game, events = after(in_lore_step(cards), m.ReplenishLore(choice=choice))
    discarded = [event for event in events if isinstance(event, m.LoreCardsDiscarded)]
    assert sum(event.count for event in discarded) == gone
    assert game.state.sides[SOUTH].lore_cards <= 4
    assert game.state.sides[SOUTH].lore_discards == gone


def test_a_discard_that_is_told_is_no_longer_in_the_hand() -> None:
    game, _ = after(in_lore_step(), m.NoteHand(seat=SOUTH, known=(), lore=(LoreId("rune_blade"),)))
    told, _ = after(game, m.ReplenishLore(choice=LoreChoice.CARDS, discards=(LoreId("rune_blade"),)))
    assert told.state.sides[SOUTH].known_lore == ()


def test_a_discard_that_is_not_told_may_have_been_any_card() -> None:
    """Else a card that he holds would be refused, because the others count as known."""
    hand = (LoreId("rune_blade"), LoreId("unstoppable"))
    game, _ = after(in_lore_step(), m.NoteHand(seat=SOUTH, known=(), lore=hand))
    game, _ = after(game, m.ReplenishLore(choice=LoreChoice.CARDS))
    assert game.state.sides[SOUTH].known_lore == ()
    kept, _ = after(in_lore_step(), m.NoteHand(seat=SOUTH, known=(), lore=hand))
    kept, _ = after(kept, m.ReplenishLore(choice=LoreChoice.TOKEN_AND_CARD))
    assert kept.state.sides[SOUTH].known_lore == hand


def test_no_more_is_discarded_than_the_step_wants_and_no_card_that_is_none() -> None:
    two = (LoreId("rune_blade"), LoreId("portal"))
    assert why(in_lore_step(), m.ReplenishLore(choice=LoreChoice.CARDS, discards=two)) is Why.TOO_MANY_CARDS
    none = m.ReplenishLore(choice=LoreChoice.CARDS, discards=(LoreId("fireball"),))
    assert why(in_lore_step(), none) is Why.NO_SUCH_CARD


def test_a_depleted_lore_deck_is_made_anew_of_its_discards() -> None:
    """RB p. 12: when a card must be drawn and none is left."""
    game = in_lore_step()
    side = replace(game.state.sides[SOUTH], lore_deck=1, lore_discards=5)
    game = Game(game.ruleset, replace(game.state, sides={**game.state.sides, SOUTH: side}))
    one, events = after(game, m.ReplenishLore(choice=LoreChoice.TOKEN_AND_CARD))
    assert "deck_shuffled" not in tags(events)
    assert (one.state.sides[SOUTH].lore_deck, one.state.sides[SOUTH].lore_discards) == (0, 5)
    two, events = after(game, m.ReplenishLore(choice=LoreChoice.CARDS))
    assert m.DeckShuffled(seat=SOUTH) in events
    assert (two.state.sides[SOUTH].lore_deck, two.state.sides[SOUTH].lore_discards) == (4, 1)


def test_the_last_card_is_drawn_before_the_discards_are_shuffled() -> None:
    """RB p. 12: the deck is empty once its last card is drawn, and not before."""
    game = in_lore_step()
    side = replace(game.state.sides[SOUTH], lore_deck=1, lore_discards=5)
    game = Game(game.ruleset, replace(game.state, sides={**game.state.sides, SOUTH: side}))
    _, events = after(game, m.ReplenishLore(choice=LoreChoice.CARDS))
    assert tags(events)[:3] == ["lore_cards_drawn", "deck_shuffled", "lore_cards_drawn"]
    assert [event.count for event in events if isinstance(event, m.LoreCardsDrawn)] == [1, 1]


def test_the_decks_are_counted_where_every_cards_copies_are_told() -> None:
    """RB p. 15: hands of two lore cards; each faction's deck holds its own cards and the common ones."""
    for seat in CAMPS:
        own = (None, TOLD.scenario.factions[seat])
        copies = [card.copies or 0 for card in TOLD.catalogue.lore.values() if card.faction in own]
        assert new_game(TOLD).state.sides[seat].lore_deck == sum(copies)
    assert new_game(PLAIN).state.sides[SOUTH].lore_deck is None
    game, events = after(in_lore_step(rules=PLAIN), m.ReplenishLore(choice=LoreChoice.CARDS))
    assert "deck_shuffled" not in tags(events)
    assert game.state.sides[SOUTH].lore_deck is None


# --- playing a lore card ----------------------------------------------------------------------------


def test_a_lore_card_is_paid_read_resolved_and_discarded() -> None:
    """RB p. 12, in this order."""
    game, events = after(held(), trick(SOUTH, m.GainPoints(count=1), cost=3))
    assert tags(events) == ["lore_spent", "lore_card_played", "points_gained"]
    assert events[0] == m.LoreSpent(seat=SOUTH, count=3, total=6, cause=Cause.LORE_CARD)
    side = game.state.sides[SOUTH]
    assert (side.lore, side.lore_cards, side.lore_discards, side.points) == (6, 1, 1, 1)
    assert waits(game) == "orders_wait"


def test_each_player_may_play_one_lore_card_in_a_turn() -> None:
    """RB p. 12: in one's own turn and in the other's."""
    free = m.GainLore(count=1)
    game, _ = after(held(), trick(SOUTH, free), trick(NORTH, free))
    assert why(game, trick(SOUTH, free)) is Why.LORE_CARD_PLAYED
    assert why(game, trick(NORTH, free)) is Why.LORE_CARD_PLAYED
    game, _ = after(game, m.EndMainPhase(), m.ReplenishLore(choice=LoreChoice.TOKENS))
    assert why(game, trick(SOUTH, free)) is None
    assert why(game, trick(NORTH, free)) is None


def test_who_has_too_little_lore_plays_no_card() -> None:
    """RB p. 12."""
    game = held(lore=2)
    assert why(game, trick(SOUTH, m.GainPoints(count=1), cost=3)) is Why.TOO_LITTLE_LORE
    assert why(game, trick(SOUTH, m.GainPoints(count=1), cost=2)) is None
    assert why(game, trick(SOUTH, m.GainPoints(count=1), cost=-1)) is Why.IMPOSSIBLE_NUMBER
    paid, events = after(game, m.Overrule(command=trick(SOUTH, m.GainPoints(count=1), cost=3)))
    assert m.LoreSpent(seat=SOUTH, count=2, total=0, cause=Cause.LORE_CARD) in events
    assert paid.state.sides[SOUTH].points == 1


def test_what_a_card_costs_and_does_is_told_where_we_do_not_know_it() -> None:
    """DESIGN: unknown numbers stand on the players' cards."""
    game, does = held(rules=PLAIN), m.Drive(unit=u("BH"), way=Direction.NORTH_EAST)
    assert why(game, lore("battle_cry", SOUTH, does)) is Why.COST_NOT_TOLD
    assert why(game, lore("battle_cry", cost=2)) is Why.EFFECT_NOT_TOLD
    game, _ = after(game, lore("battle_cry", SOUTH, does, cost=2))
    assert game.state.sides[SOUTH].lore == 7


def test_what_is_printed_counts_whatever_is_told() -> None:
    game, _ = after(held(), lore("runic_barrier", SOUTH, m.GainPoints(count=9), cost=0))
    side = game.state.sides[SOUTH]
    assert (side.lore, side.points) == (8, 0)


def test_a_lore_card_is_played_by_its_faction() -> None:
    game, _ = after(held("5 .. .. .. CG BH"), attack("CG", "BH"))
    assert why(game, lore("fury_of_yllan")) is Why.WRONG_FACTION
    assert why(game, lore("runic_barrier", NORTH)) is Why.WRONG_FACTION
    assert why(game, lore("unstoppable", NORTH)) is None


def test_a_lore_card_must_be_in_the_hand() -> None:
    assert why(held(cards=0), lore("runic_barrier")) is Why.CARD_NOT_IN_HAND
    assert why(held(cards=0), trick(SOUTH, m.GainLore(count=1))) is Why.CARD_NOT_IN_HAND
    hand = (LoreId("rune_blade"), LoreId("unstoppable"))
    full, _ = after(held(), m.NoteHand(seat=SOUTH, known=(), lore=hand))
    assert why(full, lore("runic_barrier")) is Why.CARD_NOT_IN_HAND
    half, _ = after(held(), m.NoteHand(seat=SOUTH, known=(), lore=hand[:1]))
    assert why(half, lore("runic_barrier")) is None  # the other card may be it


def test_a_lore_card_that_is_played_is_no_longer_known_in_the_hand() -> None:
    hand = (LoreId("runic_barrier"), LoreId("unstoppable"))
    game, _ = after(held(), m.NoteHand(seat=SOUTH, known=(), lore=hand), lore("runic_barrier"))
    assert game.state.sides[SOUTH].known_lore == hand[1:]


def test_no_lore_card_is_known_by_that_name() -> None:
    assert why(held(), lore("fireball")) is Why.NO_SUCH_CARD


def test_the_learning_scenario_is_played_without_lore_cards() -> None:
    """RB p. 5."""
    game, _ = after(drawn(LINES), m.CorrectScore(seat=SOUTH, lore=9))
    assert why(game, trick(SOUTH, m.GainLore(count=1))) is Why.CARD_NOT_IN_HAND


def test_no_lore_card_is_played_before_the_first_turn_nor_after_the_end() -> None:
    game = new_game(TOLD)
    assert why(game, m.Overrule(command=trick(SOUTH, m.GainLore(count=1)))) is Why.NOT_NOW
    over, _ = after(held("5 CG BH"), trick(SOUTH, m.DealDamage(unit=u("BH"), count=3)))
    assert waits(over) == "over_wait"
    assert why(over, trick(NORTH, m.GainLore(count=1))) is Why.GAME_IS_OVER


COMMAND, ORDER, ATTACK = "command", "order", "attack"


def moment(name: str) -> Game:
    """Return south's turn before its card, among its orders, or with the dice of an attack in hand."""
    game = held("5 .. .. .. CG BH")
    if name == COMMAND:
        return before_the_card(game)
    return after(game, attack("CG", "BH"))[0] if name == ATTACK else game


@pytest.mark.parametrize(
    ("card", "seat", "moments"),
    [
        ("rune_blade", SOUTH, (ATTACK,)),
        ("fury_of_yllan", NORTH, ()),
        ("overrun", SOUTH, (ORDER,)),
        ("lightning_surge", SOUTH, (ORDER,)),
        ("unstoppable", NORTH, (ATTACK,)),
        ("unstoppable", SOUTH, ()),
        ("turned_blows", NORTH, (ATTACK,)),
        ("runic_barrier", SOUTH, (COMMAND, ORDER, ATTACK)),
    ],
)
def test_a_lore_card_is_played_in_its_moment(card: str, seat: Seat, moments: tuple[str, ...]) -> None:
    """RB p. 12: the timing text.  Runic Barrier's is not known to us: it is played at any time."""
    for name in (COMMAND, ORDER, ATTACK):
        refused = why(moment(name), lore(card, seat))
        assert refused is (None if name in moments else Why.WRONG_TIME), (name, refused)
        assert (LoreId(card) in playable(moment(name), seat)) == (name in moments)


def test_the_unnamed_reaction_answers_melee_attacks_only() -> None:
    """RB p. 12, the card shown: after the target of a melee attack is chosen."""
    game, _ = after(held("5 .. .. .. YA BH"), attack("YA", "BH"))
    assert why(game, lore("turned_blows", NORTH)) is Why.WRONG_TIME
    assert why(game, lore("unstoppable", NORTH)) is None


def test_the_moment_of_a_reaction_ends_with_the_roll() -> None:
    game, _ = after(held("5 .. .. .. CG BH"), attack("CG", "BH"), faces("pierce pierce pierce"))
    assert why(game, lore("unstoppable", NORTH)) is Why.WRONG_TIME
    countered, _ = after(game, m.Counter())
    assert why(countered, lore("unstoppable", SOUTH)) is Why.WRONG_TIME  # a counter is no attack on a unit


@pytest.mark.parametrize(
    "verb",
    [
        m.GrantOrders(count=1),
        m.RollForOrders(dice=2, orders={}, lore=1),
        m.GrantExtraMove(trait="infantry", hexes=1),
        m.GrantExtraAttack(trait="archer"),
        m.AddDice(count=1),
        m.Trample(trait="cavalry"),
    ],
)
def test_orders_moves_and_dice_of_a_turn_are_given_in_ones_own_turn(verb: m.Verb) -> None:
    """They would help the acting player, whoever played the card."""
    game = held()
    assert why(game, trick(NORTH, verb)) is Why.WRONG_TIME
    assert why(game, trick(SOUTH, verb)) is None


@pytest.mark.parametrize(
    ("verb", "reason"),
    [
        (second.FixDice(count=2), Why.WRONG_TIME),
        (second.LastStand(), Why.WRONG_TIME),
        (m.Drive(unit=u("CG"), way=Direction.EAST, hexes=0), Why.IMPOSSIBLE_NUMBER),
        (m.DrawLore(count=0), Why.IMPOSSIBLE_NUMBER),
        (m.ForceRetreat(unit=u("OB"), way=Direction.EAST), Why.NO_SUCH_UNIT),
        (m.PlaceAt(unit=u("CG"), at=Hex("C7")), Why.OCCUPIED),
    ],
)
def test_nonsense_on_an_unlisted_lore_card_is_refused(verb: m.Verb, reason: Why) -> None:
    assert why(held(), trick(SOUTH, verb)) is reason


def test_a_lore_card_may_grant_orders_by_dice() -> None:
    roll = m.RollForOrders(dice=2, orders={STRIKE: ("infantry",)}, lore=3)
    game, _ = after(held(), trick(SOUTH, roll))
    assert game.state.wait == m.DiceWait(seat=SOUTH, count=2, roll=roll)
    game, _ = after(game, faces("strike lore"))
    assert game.state.grants == (m.GrantOrders(count=1, traits=("infantry",)),)
    assert (game.state.sides[SOUTH].lore, waits(game)) == (12, "orders_wait")
    early, _ = after(before_the_card(held()), trick(SOUTH, roll), faces("strike lore"))
    assert waits(early) == "card_wait"
