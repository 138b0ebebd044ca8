"""The glossary: every rule has its entry, and whoever asks why is told."""

import re
import tomllib
from functools import cache
from importlib import resources
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from companion.cli import herald
from companion.cli.commands.rules import WIDTH
from companion.library.library import Library
from companion.reconcile.errand_rules import ERRANDS, rule_of_errand
from companion.reconcile.errands import Errand, ErrandKind
from companion.words.editions import words_of
from companion.words.glossary import (
    CHAPTERS,
    Glossary,
    load_glossary,
    parse_glossary,
    printed_subjects,
    search,
)
from companion.words.glossary.entries import translated
from companion.words.glossary.topics import load_topics
from companion.words.names import load_language
from companion.words.phrases import load_phrases
from companion.words.rule_links import (
    STEPS,
    entries_of,
    rules_asked,
    rules_of,
)
from companion.words.subjects import PrintedWords
from companion.words.translator import Translator
from rules.first.printed.deployment import SpecialistCard
from rules.first.printed.pieces import Banner, CreatureCard, LandmarkCard, Race, WeaponCard
from rules.first.printed.variants import FirstVariant
from rules.kernel import messages as m
from rules.kernel.catalogue import Catalogue, ConfigError
from rules.kernel.edition import Edition
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game
from rules.kernel.values import AbilityId, AttackType, CardId, Cause, LoreId, Marker, Seat, Step, UnitId
from rules.registry import EDITIONS, edition_called
from rules.second import messages as second
from rules.second.abilities import ABILITIES, FUEL, POISON
from rules.second.faces import HEROIC
from rules.second.printed import ScenarioCard
from tests.companion.words.sentence_faults import faults
from tests.rules.drawn import started

EVENTS, WAITS = words_of("second").events, words_of("second").waits
UNIT, OTHER = UnitId("citadel_guard-1"), UnitId("blood_harvesters-2")
A, B = Hex("C3"), Hex("C4")


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Library(Path("no such folder")).catalogue("second")


def told_by(edition: Edition) -> Glossary:
    return load_glossary(Library(Path("no such folder")).catalogue(edition.id), edition.id)


@pytest.fixture(scope="module")
def glossary(catalogue: Catalogue) -> Glossary:
    return load_glossary(catalogue, "second")


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.id)
def test_every_rule_that_a_refusal_names_has_its_entry_with_its_page(edition: Edition) -> None:
    glossary = told_by(edition)
    missing = [name for name in edition.pages if name not in glossary]
    assert not missing, f"glossary.en.toml: no entry for the rule(s) {', '.join(missing)}"
    wrong = {
        name: (page, glossary[name].page)
        for name, page in edition.pages.items()
        if page not in glossary[name].page.split("; ")
    }
    assert not wrong, "the page of the edition stands in the entry, too"


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.id)
def test_every_message_of_an_edition_names_an_entry_of_its_glossary(edition: Edition) -> None:
    glossary = told_by(edition)
    messages = words_of(edition.id).messages
    told = [*messages["events"].values(), *messages["waits"].values()]
    rules = {rule for words in told for rule in (words.rule, *words.rules.values()) if rule}
    assert rules <= glossary.keys()


def test_each_statement_of_the_first_edition_s_texts_is_in_an_entry_of_its_glossary() -> None:
    told = tomllib.loads(Path(__file__).with_name("first_rules.toml").read_text(encoding="utf-8"))
    assert told.keys() <= told_by(edition_called("first")).keys()
    assert {number for numbers in told.values() for number in numbers} == {
        *range(1, 277),
        *range(296, 317),
    }


def test_abilities_terrain_and_cards_are_in_it_with_their_own_summaries(
    catalogue: Catalogue, glossary: Glossary
) -> None:
    for things in (
        catalogue.abilities,
        catalogue.terrain,
        catalogue.lore,
        catalogue.cards,
        catalogue.of(ScenarioCard),
    ):
        for thing in things.values():
            assert glossary[thing.id].text[0] == thing.summary
            assert glossary[thing.id].title == thing.name
    assert glossary["mounted_assault"].text[0].startswith("3 Citadel Guard, 5 Yeoman Archers")


def test_units_are_in_it_with_what_is_on_their_cards_and_what_nobody_told_us(glossary: Glossary) -> None:
    assert (
        glossary["flesh_ripper_brutes"]
        .text[0]
        .startswith("Move 3, combat 3, health 3, muster cost not known.")
    )
    assert "Bloodthirst, Pursue 2." in glossary["flesh_ripper_brutes"].text[0]
    assert "range 1 to 4" in glossary["yeoman_archers"].text[0]
    assert glossary["citadel_guard"].see == ("superior_tactics", "pursue")


def test_an_entry_adds_to_the_summary_of_the_thing_that_is_called_so(glossary: Glossary) -> None:
    onslaught = glossary["onslaught"]
    assert onslaught.page == "Command card: Onslaught; Ref, Onslaught"
    assert len(onslaught.text) == 2 and onslaught.chapter == "command_cards"
    assert glossary["flanking"].page == "Ref, Flanking"  # the same page is named once
    assert glossary["automaton"].confidence == "likely"  # as unsure as its less sure half


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.id)
def test_no_entry_is_longer_than_five_sentences_and_none_is_empty(edition: Edition) -> None:
    for subject in told_by(edition).values():
        for text in subject.text:
            assert text.endswith("."), subject.id
            assert len([part for part in text.split(". ") if part]) <= 5, subject.id
        assert subject.title and subject.page and subject.chapter in CHAPTERS


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("flank", "flanking"),
        ("los", "sight"),
        ("LOS", "sight"),
        ("line of sight", "sight"),
        ("sight line", "sight"),
        ("retreat", "retreat"),
        ("support", "supported"),
        ("fury of y'llan", "fury_of_yllan"),
        ("Yllan", "fury_of_yllan"),
        ("battle back", "counter"),
        ("poisoned", "poison"),
        ("set-up", "set_up"),
        ("legend", "damage_tokens"),
        ("tent", "command_tent"),
        ("VP", "victory_points"),
    ],
)
def test_a_search_finds_first_what_is_called_so(glossary: Glossary, text: str, first: str) -> None:
    assert first in [subject.id for subject in search(glossary, text)[:2]]


def test_all_words_must_be_found_and_words_are_found_by_their_beginnings(glossary: Glossary) -> None:
    assert [subject.id for subject in search(glossary, "extra core sets")][:1] == []
    assert "core_sets" in [subject.id for subject in search(glossary, "more core")]
    assert not search(glossary, "lanking")  # in the middle of a word
    assert search(glossary, " ") == tuple(glossary.values())


GOOD = '[one]\ntitle = "One"\nchapter = "basics"\ntext = "It is so."\npage = "RB p. 1"\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (GOOD + 'see = ["two"]', "[one] no entry is called 'two', field see"),
        (GOOD.replace('"It is so."', '" "'), "[one] is empty, field text"),
        (GOOD.replace('"RB p. 1"', '""'), "[one] is empty, field page"),
        (GOOD + "sea = []", "[one] Object contains unknown field `sea`"),
        (GOOD.replace('"basics"', '"basic"'), "[one] Invalid enum value 'basic', field chapter"),
        (GOOD.replace('chapter = "basics"\n', ""), "[one] is missing, and no card"),
        (
            GOOD.replace("[one]", "[flanking]"),
            "[flanking] is that of the thing called 'Flanking', field title",
        ),
        ("one = 1", "[one] Expected `object`, got `int`"),
        ("[one", "is not TOML"),
    ],
)
def test_a_wrong_entry_is_told_with_file_entry_and_field(catalogue: Catalogue, text: str, told: str) -> None:
    printed = printed_subjects(catalogue, "second", PrintedWords(load_phrases("second"), Translator()))
    with pytest.raises(ConfigError) as trouble:
        parse_glossary(text, "glossary.en.toml", printed)
    assert str(trouble.value).startswith(f"glossary.en.toml: {told}")


def test_every_event_wait_and_errand_has_its_rule_and_every_rule_its_entry(glossary: Glossary) -> None:
    told = [*EVENTS.values(), *WAITS.values()]
    assert [sort for sort, words in {**EVENTS, **WAITS}.items() if not words.rule] == [m.Marked, m.Unmarked]
    for sort in (m.Marked, m.Unmarked):  # each marker is a rule of its own
        assert set(EVENTS[sort].rules) == set(Marker)
    assert set(EVENTS[m.StepStarted].rules) == set(Step)
    assert set(ERRANDS) == set(ErrandKind)
    steps = {rule for rules in STEPS.values() for rule in rules}
    linked = {rule for words in told for rule in (words.rule, *words.rules.values()) if rule}
    assert {*linked, *ERRANDS.values(), *steps, *ABILITIES.known, POISON} <= glossary.keys()


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (m.Damaged(unit=UNIT, damage=1, left=2, cause=Cause.DICE), "damage"),
        (m.Damaged(unit=UNIT, damage=1, left=2, cause=Cause.BLOCKED_RETREAT), "retreat"),
        (m.Damaged(unit=UNIT, damage=1, left=2, cause=Cause.POISON), "poison"),
        (m.DamageIgnored(unit=UNIT, damage=1, cause=Cause.TERRAIN), "building"),
        (m.RetreatIgnored(unit=UNIT, hexes=1, cause=Cause.SUPPORTED), "supported"),
        (m.RetreatIgnored(unit=UNIT, hexes=1, cause=Cause.ABILITY), "immovable"),
        (m.PointsGained(seat=Seat.SOUTH, count=2, total=2, cause=Cause.BANNER, at=A), "banners"),
        (m.PointsGained(seat=Seat.SOUTH, count=2, total=2, cause=Cause.TENT, at=A), "tent"),
        (m.Marked(unit=UNIT, marker=Marker.STUN), "stun"),
        (m.CardPlayed(seat=Seat.SOUTH, name="Wedge", card=CardId("wedge")), "wedge"),
        (m.CardPlayed(seat=Seat.SOUTH, name="Wedge", card=CardId("wedge"), anywhere=True), "command"),
        (m.CardPlayed(seat=Seat.SOUTH, name="Something"), "cards"),
        (m.LoreCardPlayed(seat=Seat.SOUTH, name="Rune Blade", card=LoreId("rune_blade")), "rune_blade"),
        (m.LoreCardPlayed(seat=Seat.SOUTH, name="Something"), "lore_cards"),
        (second.Committed(unit=UNIT, ability=AbilityId("frenzy"), face=HEROIC, count=1), "frenzy"),
        (second.Committed(unit=UNIT, ability=FUEL, face=HEROIC, count=1), "commit"),
        (m.StepStarted(step=Step.LORE), "lore_step"),
        (m.Advanced(unit=UNIT, start=A, to=B, pursuit=True), "pursue"),
        (second.AnswerAwaited(unit=UNIT, retreats=0, dying=True), "unstoppable"),
        (m.DeckShuffled(), "draw_step"),
        (m.DeckShuffled(seat=Seat.NORTH), "lore_step"),
        (m.LoreSpent(seat=Seat.SOUTH, count=1, total=0, cause=Cause.AUTOMATON), "automaton"),
        (m.LoreGained(seat=Seat.SOUTH, count=1, total=1, cause=Cause.ABILITY), "catalyst"),
        (m.Declined(seat=Seat.SOUTH, what="counter_wait"), "counter"),
    ],
)
def test_an_event_is_told_by_its_cause(event: m.Event, rule: str) -> None:
    assert entries_of(event, "second") == (rule,)


@pytest.mark.parametrize(
    ("wait", "rule"),
    [
        (m.AdvanceWait(unit=UNIT, to=(A,), pursuit=True), "pursue"),
        (m.DiceWait(count=2, unit=UNIT), "roll"),
        (m.DiceWait(count=2, unit=UNIT, trampled=(OTHER,)), "trample"),
    ],
)
def test_a_question_is_told_by_what_is_asked(wait: m.Wait, rule: str) -> None:
    assert rules_asked(wait, started()) == (rule,)


def test_a_line_of_the_log_names_each_rule_once_and_what_happens_in_passing_only_alone() -> None:
    declared = m.AttackDeclared(unit=UNIT, target=OTHER, kind=AttackType.MELEE, distance=1, dice=2)
    hurt = m.Damaged(unit=OTHER, damage=1, left=2, cause=Cause.DICE)
    waits, game = m.Awaited(waits=(m.OverWait(),)), started()
    assert rules_of((declared, hurt, hurt, m.CombatEnded(unit=UNIT, target=OTHER), waits), game) == (
        "target",
        "damage",
    )
    assert rules_of((m.TurnEnded(seat=Seat.SOUTH), waits), game) == ("turn",)
    assert rules_of((m.StepStarted(step=Step.ORDER), waits), game) == ("order",)


def test_a_question_is_told_by_the_step_where_it_leaves_much_open() -> None:
    game, orders = started(), m.OrdersWait(seat=Seat.SOUTH)

    def asked(wait: m.Wait, step: Step) -> tuple[str, ...]:
        return rules_asked(wait, Game(game.ruleset, replace(game.state, step=step)))

    assert asked(orders, Step.ORDER) == ("order", "move", "attack")
    assert asked(orders, Step.ATTACK) == ("attack", "target")
    assert asked(orders, Step.LATE_MOVES) == ("mobility",)
    assert asked(m.CardWait(seat=Seat.SOUTH), Step.COMMAND) == ("command",)
    assert asked(m.SetUpWait(banners=3), Step.SET_UP) == ("set_up",)
    assert asked(m.SetUpWait(banners=0, units=9), Step.SET_UP) == ("deployment",)


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        (ErrandKind.PLACE, "retreat"),
        (ErrandKind.FIGURES, "poison"),
        (ErrandKind.MARKER, "stun"),
        (ErrandKind.TOKENS, "poison"),
        (ErrandKind.BANNER, "banners"),
    ],
)
def test_an_errand_is_told_by_the_newest_event_that_brought_it_about(kind: ErrandKind, rule: str) -> None:
    events = (
        m.Moved(unit=UNIT, start=A, to=B),
        m.Damaged(unit=UNIT, damage=1, left=2, cause=Cause.POISON),
        m.Retreated(unit=UNIT, start=B, to=A),
        m.Marked(unit=UNIT, marker=Marker.STUN),
        m.Moved(unit=OTHER, start=A, to=B),
    )
    errand = Errand(id=1, kind=kind, text="", unit=UNIT, at=A)
    assert rule_of_errand(errand, events, "second") == rule


def test_an_errand_after_taking_back_is_a_correction_and_one_about_a_ford_is_found_by_its_hex() -> None:
    place = Errand(id=1, kind=ErrandKind.PLACE, text="", unit=UNIT, at=A)
    assert rule_of_errand(place, (), "second") == "correction"
    ford = Errand(id=2, kind=ErrandKind.TERRAIN, text="", unit=None, at=A)
    assert rule_of_errand(ford, (second.FordPlaced(seat=Seat.SOUTH, at=A),), "second") == "fords"
    assert rule_of_errand(ford, (second.FordPlaced(seat=Seat.SOUTH, at=B),), "second") == "terrain"


def run(*words: str) -> tuple[int, str]:
    ran = CliRunner().invoke(herald, ["rules", *words, "--data", "no such folder"])
    return ran.exit_code, ran.output


def test_the_command_line_tells_the_rules_about_a_word_with_their_pages() -> None:
    status, told = run("flank")
    assert status == 0
    assert told.startswith("Flanking [Ref, Flanking]")
    assert "never more than 1 in all" in told


def test_the_command_line_tells_the_rules_of_the_edition_that_is_asked_for() -> None:
    status, told = run("--edition", "first", "panic")
    assert status == 0
    assert "Panic losses [BattleLore: Rules Summary, Morale]" in told


def test_the_command_line_tells_the_rules_of_all_editions_side_by_side() -> None:
    status, told = run("--differences")
    assert status == 0
    assert "TURN\nFirst Edition                                 Second Edition\n" in told
    assert "Turn [BattleLore: Rules Summary, Turn         Turn [RB p. 6]\n" in told
    assert "\nNothing like it.                              Poison [Ref, Poison]\n" in told
    assert max(map(len, told.splitlines())) <= WIDTH


def test_the_rules_of_all_editions_about_one_thing_are_told_side_by_side() -> None:
    status, told = run("--differences", "panic")
    assert status == 0
    assert told.splitlines()[:2] == [
        "FRIGHTENED",
        "First Edition                                 Second Edition",
    ]
    assert "POISON" not in told
    assert run("--differences", "zeppelin")[0] == 2


def test_each_rule_of_each_edition_is_among_the_things_that_are_compared() -> None:
    glossaries = {edition.id: told_by(edition) for edition in EDITIONS}
    topics = load_topics(glossaries)
    for edition in EDITIONS:
        compared = {subject.id for topic in topics for subject in topic.told.get(edition.id, ())}
        file = resources.files("config") / edition.id / "glossary.en.toml"
        entries = tomllib.loads(file.read_text(encoding="utf-8")).items()
        rules = {name for name, entry in entries if "title" in entry}
        assert (rules | edition.pages.keys()) - compared == set()


def test_the_command_line_tells_the_rules_in_the_language_that_is_asked_for() -> None:
    status, told = run("--edition", "first", "--language", "ro", "retragere")
    assert status == 0
    assert told.startswith("Retrageri [BattleLore: Rules Summary, Retreats]\n  Pentru fiecare steag")


NOWHERE = Path("no such folder")
ROMANIAN = {edition.id: load_language("ro", edition.id, NOWHERE) for edition in EDITIONS}


@cache
def in_romanian(edition: str) -> Glossary:
    return load_glossary(Library(NOWHERE).catalogue(edition), edition, ROMANIAN[edition])


@pytest.fixture
def romanian() -> Glossary:
    return in_romanian("first")


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.id)
def test_the_rules_are_whole_in_romanian(edition: Edition) -> None:
    english, romanian = told_by(edition), in_romanian(edition.id)
    assert romanian.keys() == english.keys()
    same = {name for name, subject in romanian.items() if set(subject.text) & set(english[name].text)}
    assert same == set()
    alike = {name for name, subject in romanian.items() if subject.title == english[name].title}
    assert alike <= {"portal", "battlelore"}


def printed(catalogue: Catalogue) -> dict[str, set[str]]:
    """Return the ids of what is printed, by the sorts by which a language names it."""
    creatures = catalogue.of(CreatureCard)
    variants = catalogue.of(FirstVariant).items()
    changed = {f"{card}.{variant}" for variant, told in variants for card in told.cards}
    powers = {f"{name}_{power.id}" for name, card in creatures.items() for power in card.powers}
    return {
        "abilities": set(catalogue.abilities),
        "banners": set(catalogue.of(Banner)),
        "cards": set(catalogue.cards) | changed,
        "kinds": set(creatures),
        "landmarks": set(catalogue.of(LandmarkCard)),
        "lore": set(catalogue.lore),
        "powers": powers | set(catalogue.of(LandmarkCard)),
        "races": set(catalogue.of(Race)),
        "specialists": set(catalogue.of(SpecialistCard)),
        "scenario_cards": set(catalogue.of(ScenarioCard)),
        "terrain": set(catalogue.terrain),
        "variants": set(catalogue.variants),
        "weapons": set(catalogue.of(WeaponCard)),
    }


@pytest.mark.parametrize("edition", ROMANIAN)
def test_each_romanian_summary_is_of_a_thing_that_there_is(edition: str) -> None:
    things = printed(Library(NOWHERE).catalogue(edition))
    for sort, texts in ROMANIAN[edition].phrases.summaries.items():
        assert texts.keys() <= things.get(sort, set()), sort


ON_CARDS = {f"English: {word!r}" for word in ("hex", "unit", "cost", "ignore", "Golem")}
"""What is printed on Lore cards, which are English, and words that both languages have."""


@pytest.mark.parametrize("edition", ROMANIAN)
def test_nothing_is_found_wrong_in_the_rules_in_romanian(edition: str) -> None:
    for subject in in_romanian(edition).values():
        title = subject.title.partition(" (")[0]
        for text in (title, *subject.text):
            assert set(faults(text, "ro", edition=edition, spoken=False)) <= ON_CARDS, subject.id
            assert not re.search("[şţŞŢ]", text), subject.id
        for text in subject.text:
            assert text.endswith(".") and len([part for part in text.split(". ") if part]) <= 5, subject.id


@pytest.mark.parametrize(
    ("text", "first"), [("steag", "retreat"), ("retreat", "retreat"), ("panica", "panic")]
)
def test_a_rule_is_found_by_the_words_of_both_languages(romanian: Glossary, text: str, first: str) -> None:
    assert first in [subject.id for subject in search(romanian, text)[:2]]


def test_an_entry_that_english_does_not_have_is_told_with_file_and_entry(glossary: Glossary) -> None:
    with pytest.raises(ConfigError, match=r"glossary.ro.toml: \[wings\] there is no such entry in English"):
        translated(glossary, '[wings]\ntitle = "Aripi"\ntext = "Zboară."\n', "glossary.ro.toml", {})


def test_the_command_line_tells_the_best_eight_and_names_the_others_or_without_a_word_all() -> None:
    *told, others = run("unit")[1].split("\n\n")
    assert len(told) == 8
    assert others.startswith("Also: ")
    assert "Also: " not in run("unit", "--all")[1]
    assert run()[1].splitlines().count("Line of sight") == 1


@pytest.mark.parametrize(
    ("word", "said"), [("zeppelin", "zeppelin"), ("\u2603", "\u2603"), ("y" * 500, "y" * 40)]
)
def test_a_word_that_nothing_is_written_about_is_refused_in_one_sentence(word: str, said: str) -> None:
    status, told = run(word)
    assert status == 2
    assert f"nothing is written about '{said}':" in told and "Traceback" not in told
