"""Battles of the First Edition by commands, where no worked example tells of it."""

from msgspec.structs import replace

from rules.first.messages.commands import RetreatTo, StoreLore, UsePower
from rules.first.messages.waits import PowerWait, ReactWait, RetreatWait
from rules.first.play.upkeep import left_in_deck, supply
from rules.first.printed.lore import LoreMasterCard, LoreWindow
from rules.first.table import table
from rules.kernel import messages as m
from rules.kernel.decide import options
from rules.kernel.game import play
from rules.kernel.hexes import Hex
from rules.kernel.replay import played_late
from rules.kernel.ruleset import Game
from rules.kernel.values import LoreId, Seat
from tests.rules.first.adapter import Example
from tests.rules.first.by_engine import ByEngine
from tests.rules.first.engine import CATALOGUE, MADE_UP, unit_id
from tests.rules.first.test_commanding import attack, done, why

DUEL = "s1 standard blue foot human short_sword E5 4\np1 pennant blue foot human short_sword E6 4"
GIANT = "s1 standard red creature giant creature E5 1\np1 pennant blue foot human short_sword E6 4"
NEEDS_THREE = "the Creature's dearest power needs 3 Lore; 2 lie beside it"


def battle(setup: str, *, given: str = "", cards: int = 0) -> Game:
    """Return a Lore game in which s1 has attacked p1, *cards* Lore cards in each hand."""
    example = Example(id="battle", says="", source=(), sure="", steps=(), setup=setup, lore=True, given=given)
    game = ByEngine(example).game
    sides = {seat: replace(side, lore=9, lore_cards=cards) for seat, side in game.state.sides.items()}
    return done(Game(game.ruleset, replace(game.state, sides=sides)), attack("s1", "p1"))


def roll(*faces: str) -> m.Roll:
    return m.Roll(faces=faces)


def test_one_battle_is_finished_before_the_next_begins() -> None:
    """Rules summary, Combat."""
    game = battle(DUEL + "\ns2 standard blue foot human short_sword D5 4")
    for command in (attack("s2", "p1"), m.EndMainPhase()):
        assert why(game, command) == "not_now"


def test_a_creature_pays_for_a_power_with_its_symbols_and_what_is_stored() -> None:
    """Rules summary, Special Powers."""
    game = done(battle(GIANT, given=NEEDS_THREE), roll("lore", "lore", "green", "red"))
    assert isinstance(game.state.wait, PowerWait)
    assert game.state.wait.powers == ("roar",)
    assert why(game, UsePower(power="howl")) == "no_such_ability"
    game = done(game, UsePower(power="roar"))
    assert table(game.state).stored[unit_id("s1")] == 1
    assert game.state.sides[Seat.SOUTH].lore == 9


def test_a_creature_may_store_less_than_it_could_and_take_tokens_for_the_rest() -> None:
    """Rules summary, Power-Ups."""
    game = battle(GIANT, given=NEEDS_THREE)
    game = done(game, roll("lore", "lore", "green", "red"))
    assert StoreLore(count=1) in options(game)
    assert why(game, StoreLore(count=2)) == "impossible_number"
    game = done(game, m.Decline())
    assert table(game.state).stored[unit_id("s1")] == 2
    assert game.state.sides[Seat.SOUTH].lore == 11


def test_a_creature_without_a_power_up_is_not_asked() -> None:
    """Rules summary, Power-Ups: most Creatures have one, not all."""
    game = done(battle(GIANT), roll("lore", "lore", "green", "red"))
    assert not isinstance(game.state.wait, PowerWait)
    assert game.state.sides[Seat.SOUTH].lore == 11


def test_a_reaction_after_the_roll_comes_before_anything_of_it_is_applied() -> None:
    """Lore Cards: Phases of Play."""
    game = done(battle(DUEL, cards=1), roll("blue", "blue", "flag"))
    assert game.state.wait == ReactWait(seat=Seat.NORTH)
    assert game.state.units[unit_id("p1")].figures == 4
    passed = done(game, m.Decline())
    assert passed.state.units[unit_id("p1")].figures == 2
    heal = m.PlayLoreCard(seat=Seat.NORTH, card=MADE_UP, does=(m.GainLore(count=2),))
    reacted = done(game, heal)
    assert reacted.state.units[unit_id("p1")].figures == 4
    reacted = done(reacted, m.Decline())
    assert reacted.state.units[unit_id("p1")].figures == 2
    assert isinstance(reacted.state.wait, RetreatWait)


def test_a_lore_card_is_paid_does_what_it_says_and_is_discarded() -> None:
    """Rules summary, Lore: Pennant has no Rogue, so that the card costs three more."""
    game = battle(DUEL, cards=2)
    card = m.PlayLoreCard(seat=Seat.NORTH, card=MADE_UP, does=(m.AddDice(count=-1),))
    after = done(game, card)
    side, before = after.state.sides[Seat.NORTH], game.state.sides[Seat.NORTH]
    assert (before.lore - side.lore, before.lore_cards - side.lore_cards) == (1 + 3, 1)
    assert side.lore_discards == before.lore_discards + 1
    assert isinstance(game.state.wait, m.DiceWait) and isinstance(after.state.wait, m.DiceWait)
    assert after.state.wait.count == game.state.wait.count - 1


def test_a_lore_card_of_another_phase_is_refused() -> None:
    """Lore Cards: Phases of Play."""
    cards = CATALOGUE.of(LoreMasterCard).values()
    alongside = next(each.id for each in cards if each.windows == (LoreWindow.ALONGSIDE,))
    game = done(battle(DUEL, cards=1), m.CorrectScore(seat=Seat.SOUTH, lore=20))
    assert why(game, m.PlayLoreCard(seat=Seat.SOUTH, card=LoreId(alongside))) == "wrong_moment"


def test_a_reaction_that_comes_too_late_is_played_in_its_moment_and_the_dice_stay() -> None:
    """Lore Cards: Phases of Play."""
    start = game = battle(DUEL, cards=1)
    log: list[m.Entry] = []
    for command in (roll("blue", "red", "red"), m.Decline(), m.EndMainPhase()):
        game, decision = play(game, command)
        assert not isinstance(decision, m.Refusal)
        log.append(m.Entry(seq=len(log) + 1, at=0.0, by="t", frame=None, command=command, events=decision))
    card = m.PlayLoreCard(seat=Seat.NORTH, card=LoreId("rogue_5"), does=(m.GainLore(count=1),))
    again = played_late(start, log, card)
    assert again is not None
    assert (again.to, again.commands[0], again.lost) == (1, card, 0)


def test_the_table_may_let_a_unit_end_where_the_rules_do_not() -> None:
    """Docs, rulings: what is not nonsense can be overruled."""
    game = done(battle(DUEL), roll("flag", "green", "green"))
    astray = RetreatTo(to=Hex("F6"))
    assert why(game, astray) == "not_an_option"
    game = done(game, m.Overrule(command=astray))
    assert game.state.units[unit_id("p1")].at == "F6"


def test_nobody_goes_back_onto_another_unit_whatever_the_table_says() -> None:
    """Docs, rulings: two units never stand in one hex."""
    game = done(battle(DUEL + "\np2 pennant red foot human none F6 4"), roll("flag", "green", "green"))
    assert why(game, m.Overrule(command=RetreatTo(to=Hex("F6")))) == "occupied"


def test_nobody_is_told_to_hold_more_lore_than_pool_and_deck_have() -> None:
    """Rules summary, Lore: the pool is finite."""
    game = battle(DUEL, cards=1)
    pool, deck = supply(game), left_in_deck(game)
    for correction in (
        m.CorrectScore(seat=Seat.NORTH, lore=9 + pool + 1),
        m.CorrectScore(seat=Seat.NORTH, lore_cards=1 + deck + 1),
    ):
        assert why(game, correction) == "impossible_number"
    game = done(game, m.CorrectScore(seat=Seat.NORTH, lore=9 + pool, lore_cards=1 + deck))
    assert (supply(game), left_in_deck(game)) == (0, 0)
