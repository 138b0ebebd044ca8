"""What may be said, and what it says."""

import pytest

from companion.voice.listening.grammar import After, Grammar, Spoken, SpokenVerb, grammar_of, plain
from companion.voice.listening.sounds import pronounced
from rules.kernel.game import Game, play
from rules.kernel.hexes import Hex
from rules.kernel.messages import CorrectUnit, EndMainPhase
from rules.kernel.values import UnitId
from tests.companion.voice.listening.spoken import battle


@pytest.fixture(scope="module")
def grammar() -> Grammar:
    return grammar_of(battle())


GUARD, HARVESTERS = UnitId("citadel_guard-2"), UnitId("blood_harvesters-3")
ATTACK = Spoken(SpokenVerb.ATTACK, (HARVESTERS,), (GUARD,))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("next", Spoken(SpokenVerb.NEXT)),
        ("take that back", Spoken(SpokenVerb.UNDO)),
        ("whose turn is it", Spoken(SpokenVerb.WHO)),
        ("end main phase", Spoken(SpokenVerb.CHOOSE, labels=("End the turn",))),
        ("citadel guard two", Spoken(SpokenVerb.NAME, (GUARD,))),
        ("blood harvester three", Spoken(SpokenVerb.NAME, (HARVESTERS,))),
        ("order blood harvesters three", Spoken(SpokenVerb.ORDER, (HARVESTERS,))),
        (
            "attack citadel guard two with blood harvesters three",
            Spoken(SpokenVerb.ATTACK, (HARVESTERS,), (GUARD,)),
        ),
        (
            "blood harvesters three attacks citadel guard two",
            Spoken(SpokenVerb.ATTACK, (HARVESTERS,), (GUARD,)),
        ),
        ("move blood harvesters three to golf six", Spoken(SpokenVerb.MOVE, (HARVESTERS,), hex="G6")),
        (
            "move blood harvesters three to g six",
            Spoken(SpokenVerb.MOVE, (HARVESTERS,), hex="G6", is_lettered=True),
        ),
        ("my hand", Spoken(SpokenVerb.HAND)),
        ("what is waited for", Spoken(SpokenVerb.WHO)),
        ("near golf six", Spoken(SpokenVerb.NEAR, hex="G6")),
        ("what stands near g six", Spoken(SpokenVerb.NEAR, hex="G6")),
        ("what can golf six reach", Spoken(SpokenVerb.REACH, hex="G6")),
        ("what can citadel guard two reach", Spoken(SpokenVerb.REACH, (GUARD,))),
    ],
)
def test_a_sentence_says_what_it_says(grammar: Grammar, text: str, said: Spoken) -> None:
    assert grammar.understood(text) == said
    assert set(text.split()) <= grammar.words


@pytest.mark.parametrize(
    "text",
    [
        "",
        "say that",
        "attack citadel guard two",
        "attack blood harvesters three with citadel guard two",  # the enemy's unit attacks nobody now
        "order citadel guard two",
        "move blood harvesters three to golf ninety",
        "citadel guard six",  # there are five
        "rune golem one",  # there is none
        "counter",  # nobody may counter now
        "roll",  # nobody is to roll
        "yes",  # nothing is asked
        "near golf ninety",
        "near citadel guard two",
        "what can rune golem one reach",
    ],
)
def test_what_is_no_sentence_now_is_not_understood(grammar: Grammar, text: str) -> None:
    assert grammar.understood(text) is None


def test_a_name_without_a_number_may_mean_each_of_its_units(grammar: Grammar) -> None:
    said = grammar.understood("blood harvesters")
    assert said is not None
    assert said.units == tuple(f"blood_harvesters-{number}" for number in range(1, 6))


def corrected(game: Game, unit: UnitId) -> Game:
    return play(game, CorrectUnit(unit=unit, at=None, figures=0)).game


def test_a_unit_that_left_the_board_is_not_in_the_grammar() -> None:
    grammar = grammar_of(corrected(battle(), GUARD))
    assert grammar.understood("citadel guard two") is None
    assert grammar.understood("citadel guard three") is not None
    assert "[one | three | four | five]" in grammar.jsgf


def test_orders_and_moves_are_in_the_grammar_only_while_they_are_waited_for() -> None:
    later = play(battle(), EndMainPhase()).game
    grammar = grammar_of(later)
    assert grammar.understood("order blood harvesters three") is None
    assert "move <own>" not in grammar.jsgf
    assert grammar.understood("citadel guard two") is not None


def test_the_board_can_be_asked_about_at_any_time() -> None:
    grammar = grammar_of(play(battle(), EndMainPhase()).game)
    assert grammar.understood("near golf six") == Spoken(SpokenVerb.NEAR, hex=Hex("G6"))
    assert grammar.understood("move blood harvesters three to golf six") is None
    assert "public <said> = " in grammar.jsgf and "<hex> = alpha one | a one" in grammar.jsgf


def test_yes_and_no_can_be_said_where_something_is_asked() -> None:
    asked = grammar_of(battle(), is_asked=True)
    assert asked.understood("yes") == Spoken(SpokenVerb.YES)
    assert asked.understood("no") == Spoken(SpokenVerb.NO)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("undo", After.NOTHING),
        ("next", After.NOTHING),
        ("citadel guard two", After.NOTHING),
        ("order blood harvesters three", After.NOTHING),
        ("attack citadel guard two with blood harvesters three", After.NOTHING),
        ("blood harvesters three", After.PERHAPS),  # it may attack, which only an ordered unit can do
        ("blood harvesters", After.MORE),
        ("citadel guard", After.MORE),
        ("attack citadel guard two", After.MORE),
        ("attack citadel guard two with blood harvesters", After.MORE),
        ("order", After.MORE),
        ("near golf six", After.NOTHING),
        ("near golf", After.MORE),
        ("what can citadel guard two", After.MORE),
        ("what can citadel guard two reach", After.NOTHING),
    ],
)
def test_what_may_come_after_a_sentence(grammar: Grammar, text: str, after: After) -> None:
    assert grammar.after(text) is after


def test_a_longer_sentence_that_says_the_same_is_not_waited_for() -> None:
    verbs = {
        "roll": SpokenVerb.ROLL,
        "roll the dice": SpokenVerb.ROLL,
        "no": SpokenVerb.NO,
        "no counter": SpokenVerb.NO,
        "say": SpokenVerb.NO,
        "say again": SpokenVerb.SAY_AGAIN,
    }
    fixed = {sentence: Spoken(verb) for sentence, verb in verbs.items()}
    grammar = grammar_of(battle())._replace(fixed=fixed)
    assert grammar.after("roll") is After.NOTHING
    assert grammar.after("no") is After.NOTHING
    assert grammar.after("say") is After.MORE


@pytest.mark.parametrize(
    ("name", "words"),
    [("Uthuk Y'llan", "uthuk y'llan"), ("Élite Guard-12", "elite guard twelve"), ("«»", "")],
)
def test_a_name_is_spoken_as_plain_words(name: str, words: str) -> None:
    assert plain(name) == words


KNOWN = {
    "brute": "B R UW T",
    "lash": "L AE SH",
    "iron": "AY ER N",
    "bound": "B AW N D",
    "mages": "M EY JH IH Z",
}


@pytest.mark.parametrize(
    ("word", "phones"),
    [
        ("brute", "B R UW T"),
        ("brutes", "B R UW T S"),
        ("lashs", "L AE SH IH Z"),
        ("mage", "M EY JH"),
        ("ironbound", "AY ER N B AW N D"),
        ("ironbounds", "AY ER N B AW N D Z"),
        ("thaq", "TH AE K"),
    ],
)
def test_a_word_that_no_dictionary_has_is_pronounced_from_its_parts(word: str, phones: str) -> None:
    assert pronounced(word, KNOWN.get) == phones
