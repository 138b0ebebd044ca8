"""Errands of the First Edition: cards of the Epic rack, Levy tokens, decks to shuffle and to count out."""

from msgspec.structs import replace

from companion.reconcile.errand_list import ErrandList
from rules.first.messages.arms import PlaceLevy
from rules.first.messages.commands import ChooseCouncil, PlaceLandmark
from rules.first.messages.epic import FillRack
from rules.kernel import messages as m
from rules.kernel.decide import options
from rules.kernel.game import new_game, play
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game
from rules.kernel.values import CAMPS, CardId
from tests.companion.words.refused_first import ROGUE, WIZARD
from tests.rules.first.arms import FINISH, MAP, ORGANIZED, laid, put
from tests.rules.first.engine import rules
from tests.rules.first.test_call_to_arms import levied
from tests.rules.first.test_commanding import done
from tests.rules.first.test_epic import RULES, of_rack, started


def told(todo: ErrandList, game: Game, *commands: m.Command) -> Game:
    """Return *game* after *commands*, of which *todo* hears one by one."""
    for command in commands:
        before = game
        game, events = play(before, command)
        assert not isinstance(events, m.Refusal), events
        todo.change(before, game, (entry(command, *events),), checked=())
    return game


def entry(command: m.Command | None, *events: m.Event) -> m.Entry:
    return m.Entry(seq=1, at=0.0, by="test", frame=None, command=command, events=events)


def texts(todo: ErrandList) -> list[str]:
    return [errand.text for errand in todo.open]


def fills(*cards: str) -> list[m.Command]:
    return [FillRack(card=CardId(card)) for card in cards]


def test_a_card_turned_up_is_laid_on_the_rack_until_the_next_thing_happens() -> None:
    todo, empty = ErrandList(), done(new_game(RULES), m.StartGame())
    one = told(todo, empty, *fills("leadership"))
    assert texts(todo) == ["Lay Leadership on the rack"]
    told(todo, one, *fills("scout_left"))
    assert texts(todo) == ["Lay Scout Left on the rack"]


def test_three_tactic_cards_are_thrown_away_by_name_and_laid_back_where_that_is_undone() -> None:
    todo, empty = ErrandList(), done(new_game(RULES), m.StartGame())
    two = told(todo, empty, *fills("leadership", "counter_attack"))
    none = told(todo, two, *fills("battlelore"))
    thrown = ["Leadership", "Counter Attack", "BattleLore"]
    assert texts(todo) == [f"Throw {name} away, off the rack" for name in thrown]
    todo.tick(todo.open[0].id)
    todo.change(none, two, (entry(None, m.Retracted(to=1)),), checked=())
    assert texts(todo) == ["Take BattleLore from the rack", "Lay Leadership on the rack"]


def test_who_plays_a_card_of_the_rack_takes_it_and_an_undo_asks_it_back() -> None:
    todo, game = ErrandList(), started()
    later = told(todo, game, of_rack("leadership"))
    assert texts(todo) == []
    todo.change(later, game, (entry(None, m.Retracted(to=1)),), checked=())
    assert texts(todo) == ["Lay Leadership on the rack"]


def test_an_empty_deck_is_shuffled_before_the_next_card_of_the_rack_is_drawn() -> None:
    todo, game = ErrandList(), done(new_game(RULES), m.StartGame())
    last = game._replace(state=replace(game.state, deck=1, discards=30))
    one = told(todo, last, *fills("leadership"))
    assert texts(todo) == ["Lay Leadership on the rack", "Shuffle the discarded command cards into the deck"]
    assert (one.state.deck, one.state.discards) == (30, 0)
    todo.change(one, last, (entry(None, m.Retracted(to=1)),), checked=())
    assert texts(todo) == []


def test_levy_tokens_are_put_and_taken_when_a_unit_takes_their_place() -> None:
    todo = ErrandList()
    told(todo, laid(MAP, ORGANIZED), PlaceLevy(banner="blue", at=Hex("M1")))
    assert texts(todo) == ["Put a blue Levy token on M1"]
    game = told(todo, levied(), FINISH)
    assert texts(todo) == []
    told(todo, game, put("human_blue_foot-1", "M1"))
    assert texts(todo) == ["Take the blue Levy token from M1"]


def test_the_lore_deck_is_counted_out_by_the_councils_until_somebody_says_it_is() -> None:
    todo, seats = ErrandList(), dict(zip(CAMPS, (WIZARD, ROGUE), strict=True))
    councils = [ChooseCouncil(seat=seat, council=council) for seat, council in seats.items()]
    game = told(todo, new_game(rules("war_council")), *councils)
    (errand,) = todo.open
    assert errand.text == "Count out the Lore deck, and shuffle it: 8 Cleric, 8 Wizard, 5 Warrior and 8 Rogue"
    place = next(each for each in options(game) if isinstance(each, PlaceLandmark))
    later = told(todo, game, place)
    assert errand in todo.open
    todo.change(later, game, (entry(None, m.Retracted(to=1)),), checked=())
    assert errand in todo.open
    todo.tick(errand.id)
    told(todo, game, place)
    assert errand not in todo.open
