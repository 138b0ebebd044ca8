"""Every event, wait, command and refusal has its words for ear and screen."""

import re
from collections import defaultdict
from fractions import Fraction
from functools import cache

import pytest

from companion.words.announcer import command_text, log_text, refusal_text, wait_text
from companion.words.editions import words_of
from companion.words.message_words import Occurrence
from companion.words.names import Language, ruleset_wording
from companion.words.phrases import load_phrases
from companion.words.plurals import decimal, number_word, percent
from rules.kernel import messages as m
from rules.kernel.decide import options
from rules.kernel.ruleset import Game
from rules.kernel.values import Seat, Why
from rules.registry import AnyCommand, AnyEvent, AnyWait, sorts_of
from tests.companion.words.worded import (
    BH4,
    CG4,
    COMMANDS,
    EVENTS,
    INNER_EVENTS,
    SPOKEN,
    UNFINISHED,
    WAITS,
    said,
    waiting,
)
from tests.rules.playing import full_rules, play_random

MESSAGES = words_of("second").messages


def variant(section: str, one: Occurrence) -> str:
    return MESSAGES[section][type(one.message)].variant(one)


@pytest.mark.parametrize(
    ("event", "expected"), EVENTS, ids=lambda value: getattr(value, "__class__", value).__name__
)
def test_every_event_is_worded_for_ear_and_screen(game: Game, event: m.Event, expected: str) -> None:
    assert variant("events", Occurrence(event, game, (event,))) == expected
    for text in said(game, event):
        assert re.fullmatch(SPOKEN, text), text
        assert "none" not in text.lower()
    assert not re.search(UNFINISHED, log_text((event,), game))


@pytest.mark.parametrize(("events", "expected"), INNER_EVENTS)
def test_what_follows_decides_how_an_event_is_told(
    game: Game, events: tuple[m.Event, ...], expected: str
) -> None:
    assert variant("events", Occurrence(events[0], game, events)) == expected


@pytest.mark.parametrize(("wait", "expected"), WAITS)
def test_every_wait_is_worded(game: Game, wait: m.Wait, expected: str) -> None:
    assert variant("waits", Occurrence(wait, game)) == expected
    text = wait_text(wait, game)
    assert re.match(r"(Uthuk|Daqan|Set-up|The game)", text)
    assert not re.search(UNFINISHED, text)
    assert all(text.endswith((".", "?")) for text in said(game, m.Awaited(waits=(wait,))))


def test_a_wait_says_who_is_to_do_what(game: Game) -> None:
    assert wait_text(m.CardWait(seat=Seat.NORTH), game) == "Uthuk: play a command card"
    assert wait_text(WAITS[9][0], game) == "Daqan: Citadel Guard 4 may counter Blood Harvesters 4"


@pytest.mark.parametrize(("command", "expected", "wait", "text"), COMMANDS)
def test_every_command_is_worded_as_a_choice(
    game: Game, command: m.Command, expected: str, wait: m.Wait, text: str
) -> None:
    asked = waiting(game, wait)
    assert variant("commands", Occurrence(command, asked)) == expected
    assert command_text(command, asked) == text


@pytest.mark.parametrize(
    ("section", "union", "found"),
    [
        (
            "events",
            AnyEvent,
            [*EVENTS, *((events[0], expected) for events, expected in INNER_EVENTS)],
        ),
        (
            "waits",
            AnyWait,
            [
                *WAITS,
                (m.DiceWait(count=1, unit=BH4), "declared"),
                (m.SetUpWait(banners=0), "open"),
                (m.SetUpWait(banners=0), "hands"),
                (m.ExtraAttackWait(seat=Seat.NORTH, unit=BH4), "nobody"),
            ],
        ),
        ("commands", AnyCommand, [(command, expected) for command, expected, _, _ in COMMANDS]),
    ],
)
def test_no_message_and_no_variant_is_untested(section: str, union: object, found: list[tuple]) -> None:
    # The First Edition's own are heard in its played games: test_played_sentences.
    said = {sort for sort in sorts_of(union) if not sort.__module__.startswith("rules.first.")}
    assert {type(message) for message, _ in found} == said == set(MESSAGES[section])
    in_play = {} if section == "events" else variants_in_play(section)
    for sort, told in MESSAGES[section].items():
        tested = {expected for message, expected in found if type(message) is sort}
        assert set(told.variants) <= tested | in_play.get(sort, set()), sort


@cache
def variants_in_play(section: str) -> dict[type, set[str]]:
    """Return the variants of waits or commands that depend on the whole game, as random games meet them."""
    met: dict[type, set[str]] = defaultdict(set)

    def look(before: Game, command: m.Command, events: tuple[m.Event, ...], after: Game) -> None:
        wait, offered = before.state.wait, () if section == "commands" else tuple(options(before))
        messages = (command,) if section == "commands" else (wait,)
        for message in messages:
            if type(message) in MESSAGES[section]:
                met[type(message)].add(variant(section, Occurrence(message, before, offered=offered)))

    for seed in range(60_000, 60_006):
        play_random(full_rules(), seed, watch=(look,))
    return met


@pytest.mark.parametrize("why", Why)
def test_every_refusal_is_a_sentence_with_its_page(game: Game, why: Why) -> None:
    told = refusal_text(m.Refusal(why=why, page="RB p. 6", unit=BH4, limit=2), game)
    bare = refusal_text(m.Refusal(why=why, page="RB p. 6"), game)
    for text in (told, bare):
        assert text.endswith(" (RB p. 6)")
        assert text[0].isupper() or text[0].isdecimal()
        assert not re.search(UNFINISHED, text)


def test_a_refusal_names_unit_and_limit(game: Game) -> None:
    refusal = m.Refusal(why=Why.TOO_FAR, page="RB p. 6", unit=BH4, limit=2)
    assert refusal_text(refusal, game) == "Blood Harvesters 4 may move 2 hexes at the most (RB p. 6)"


@pytest.mark.parametrize(
    ("number", "word"),
    [(0, "zero"), (7, "seven"), (13, "thirteen"), (20, "twenty"), (42, "forty-two"), (100, "100")],
)
def test_numbers_are_words(number: int, word: str) -> None:
    assert number_word(number) == word


def test_an_ability_has_its_printed_name_and_the_die_that_pays_for_it(game: Game) -> None:
    cards = ruleset_wording(game.ruleset, Language(load_phrases("second")), spoken=False).ability_texts()
    assert (cards["vipers_bite"].name, cards["vipers_bite"].face) == ("Viper's Bite", "heroic")
    assert (cards["superior_tactics"].face, cards["poison"].face) == ("strike", "lore")
    assert cards["rage"].face is None
    assert all(card.text for card in cards.values())


def test_who_may_attack_again_is_told_where_nothing_is_in_reach(game: Game) -> None:
    wait = m.ExtraAttackWait(seat=Seat.NORTH, unit=BH4)
    attack = m.Attack(unit=BH4, target=CG4)
    assert variant("waits", Occurrence(wait, game, offered=(m.Decline(),))) == "nobody"
    assert variant("waits", Occurrence(wait, game, offered=(attack, m.Decline()))) == ""


@pytest.mark.parametrize(
    ("share", "whole", "to_a_tenth"),
    [
        ("0", "0 %", "0.0 %"),
        ("1/100000", "<1 %", "<0.1 %"),
        ("1/200", "<1 %", "0.5 %"),
        ("0.455", "46 %", "45.5 %"),
        ("199/200", ">99 %", "99.5 %"),
        ("99999/100000", ">99 %", ">99.9 %"),
        ("1", "100 %", "100.0 %"),
    ],
)
def test_what_may_happen_or_may_not_is_never_told_as_sure(share: str, whole: str, to_a_tenth: str) -> None:
    assert (percent(Fraction(share), "en"), percent(Fraction(share), "en", 1)) == (whole, to_a_tenth)
    assert percent(Fraction(share), "ro", 1) == to_a_tenth.replace(".", ",")


@pytest.mark.parametrize(
    ("number", "english", "romanian"), [(0.24, "+0.2", "+0,2"), (-1.5, "−1.5", "−1,5"), (-0.01, "0.0", "0,0")]
)
def test_decimals_are_written_as_the_language_writes_them(number: float, english: str, romanian: str) -> None:
    assert decimal(number, "en", signed=True) == english
    assert decimal(number, "ro", signed=True) == romanian


def test_where_a_rule_is_written_is_told_in_the_language() -> None:
    ro = load_phrases("second", "ro")
    assert ro.page("RB p. 8") == "regulament p. 8"
    assert ro.page("Summary cards: Blue foot") == "Cărți-rezumat: Blue foot"
    assert ro.page("Lore card 2; Ref, Retreat") == "Carte Lore 2; Cartea de referințe, Retreat"
    assert ro.page("the table") == "masa"
