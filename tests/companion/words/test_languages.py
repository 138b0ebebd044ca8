"""Two languages say the same: entry by entry, with the right forms, and in sentences that people say."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from msgspec.structs import replace

from companion.reconcile.errands import errands_between
from companion.words.announcer import command_text, log_text, refusal_text, sentences, wait_text
from companion.words.levels import SpeechLevel
from companion.words.names import Language, ruleset_wording, untranslated
from companion.words.phrases import load_own_phrases, load_phrases, parse_phrases
from companion.words.plurals import CountedNumber, number_word
from rules.kernel import messages as m
from rules.kernel.catalogue import ConfigError
from rules.kernel.ruleset import Game
from rules.kernel.state import Unit
from rules.kernel.values import Cause, KindId, Marker, Seat, Section, Why
from rules.second.faces import CLEAVE, HEROIC
from tests.companion.words.worded import (
    BH4,
    CG4,
    COMMANDS,
    EVENTS,
    F4,
    F5,
    FORCED,
    FOREST,
    INNER_EVENTS,
    LORE_GAINED,
    RETREATED,
    ROLLED,
    UNFINISHED,
    WAITS,
    attack,
    hit,
    points,
    texts_of,
    waiting,
)

EDITION_IDS = ("second", "first")
ROMANIAN = Language(load_phrases("second", "ro"))
CASES = Path(__file__).parents[2] / "cases" / "words"  # files that groups had before there was words/
COUNTER = m.CounterWait(seat=Seat.SOUTH, unit=CG4, target=BH4)
HOW_URGENT = ("priority", "ttl", "key", "level", "hear")  # which the English file says for all languages
SPOKEN = r"[A-ZĂÂÎȘȚ][A-Za-zĂÂÎȘȚăâîșț0-9 ,:;'-]*([.!?] ?[A-ZĂÂÎȘȚ][A-Za-zĂÂÎȘȚăâîșț0-9 ,:;'-]*)*[.!?]"


def said(game: Game, *events: m.Event, level: SpeechLevel = SpeechLevel.EVERYTHING) -> list[str]:
    return [one.text for one in sentences(events, game, language=ROMANIAN, level=level)]


def texts(table: dict[str, Any], place: str = "") -> Iterator[tuple[str, frozenset[str]]]:
    """Yield each text's place, and what it names, its subject included."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from texts(
                {"who": table.get("who", ""), **value} if "show" in table else value, f"{place}.{name}"
            )
        elif name not in HOW_URGENT:
            spoken = str(value) + (table.get("who", "") if name in ("say", "show", "blind") else "")
            named = frozenset(field for _, field, _, _ in Formatter().parse(spoken) if field)
            yield f"{place}.{name}", named


def merged(lower: dict[str, Any], upper: dict[str, Any]) -> dict[str, Any]:
    return lower | {
        name: merged(lower.get(name, {}), part) if isinstance(part, dict) else part
        for name, part in upper.items()
    }


@pytest.mark.parametrize("edition", EDITION_IDS)
def test_every_text_of_one_language_is_in_the_other_and_names_the_same(edition: str) -> None:
    english, romanian = (
        dict(texts({**merged(*map(tomllib.loads, texts_of(lang, edition).values())), "names": {}}))
        for lang in ("en", "ro")
    )
    assert romanian == english


@pytest.mark.parametrize("edition", EDITION_IDS)
def test_both_languages_have_an_entry_in_the_same_file(edition: str) -> None:
    english, romanian = (
        [set(dict(texts({**tomllib.loads(text), "names": {}}))) for text in texts_of(lang, edition).values()]
        for lang in ("en", "ro")
    )
    assert romanian == english


@pytest.mark.parametrize("edition", EDITION_IDS)
def test_only_the_english_files_say_how_urgent_a_phrase_is(edition: str) -> None:
    for text in texts_of("ro", edition).values():
        assert not re.search(r"(?m)^(priority|ttl|key|level) =", text)


def test_romanian_names_are_names_of_things_that_there_are(game: Game) -> None:
    catalogue, names = game.ruleset.catalogue, ROMANIAN.phrases.names
    assert names["kinds"].keys() <= catalogue.kinds.keys()
    assert names["terrain"].keys() <= catalogue.terrain.keys()
    assert names["abilities"].keys() <= catalogue.abilities.keys()
    english = untranslated(game.ruleset, ROMANIAN.phrases)
    assert "BattleLore" in english
    assert not {"Citadel Guard", "Rage", "Forest", "forest", "Wedge", "Rune Blade", "barricade"} & set(
        english
    )
    assert untranslated(game.ruleset, load_phrases("second")) == ()


def test_the_romanian_phrases_know_every_trait_and_faction_of_the_catalogue(game: Game) -> None:
    words, catalogue = ROMANIAN.phrases.words, game.ruleset.catalogue
    assert {trait for kind in catalogue.kinds.values() for trait in kind.traits} <= set(words["traits"])
    assert set(catalogue.factions) <= set(words["factions"])


def test_every_message_is_worded_in_romanian(game: Game) -> None:
    for events in [(event,) for event, _ in EVENTS] + [events for events, _ in INNER_EVENTS]:
        for level in (SpeechLevel.EVERYTHING, SpeechLevel.BLIND):
            assert all(re.fullmatch(SPOKEN, text) for text in said(game, *events, level=level)), events
        assert not re.search(UNFINISHED, log_text(events, game, ROMANIAN))
    for wait, _ in WAITS:
        assert re.match(r"(Uthuk|Daqan|Pregătire|Jocul)", wait_text(wait, game, ROMANIAN))
        assert all(re.fullmatch(SPOKEN, text) for text in said(game, m.Awaited(waits=(wait,))))
    for command, _, wait, english in COMMANDS:
        text = command_text(command, waiting(game, wait), ROMANIAN)
        assert not re.search(UNFINISHED, text)
        assert text != english
    for why in Why:
        assert not re.search(
            UNFINISHED, refusal_text(m.Refusal(why=why, page="", unit=BH4, limit=2), game, ROMANIAN)
        )


@pytest.mark.parametrize(
    ("events", "text"),
    [
        (
            (ROLLED, hit(), FORCED, RETREATED, LORE_GAINED),
            "Lovire, moral și lore. Garda patru pierde o figurină și se retrage pe G 3. "
            "Uthuk câștigă un lore.",
        ),
        ((hit(damage=2, left=1),), "Garda patru pierde două figurine."),
        ((points(count=2, total=22),), "Uthuk câștigă două puncte victorie."),
        (
            (points(count=1, cause=Cause.BANNER, at=F5),),
            "Uthuk câștigă un punct la stindardul de pe F 5.",
        ),
        ((m.TurnStarted(seat=Seat.SOUTH, turn=2),), "Uthuk conduc, șaisprezece la șapte. Tura doi, Daqan."),
        ((attack(),), "Recoltatorii patru atacă Garda patru, trei zaruri."),
        ((m.Eliminated(unit=CG4, at=F4),), "Garda patru cade!"),
        ((m.Marked(unit=CG4, marker=Marker.POISON),), "Garda patru capătă indicatorul Otravă."),
        ((m.TerrainPlaced(at=F5, tile=FOREST),), "Pe F 5: pădure."),
        (
            (m.OrdersGranted(grant=m.GrantOrders(count=2, section=Section.LEFT)),),
            "La ordin: două unități în stânga.",
        ),
        (
            (m.OrdersGranted(grant=m.GrantOrders(count=1, traits=("infantry", "cavalry"))),),
            "La ordin: o unitate de tip infanterie sau cavalerie.",
        ),
        (
            (m.GameWon(seat=Seat.NORTH, elimination=False),),
            "Victorie pentru Uthuk, șaisprezece la șapte!",
        ),
        (
            (m.Rolled(seat=Seat.NORTH, faces=(HEROIC,) * 2 + (CLEAVE,)),),
            "Tăiere și două zaruri eroice.",
        ),
        ((m.Awaited(waits=(m.CardWait(seat=Seat.NORTH),)),), "Uthuk: jucați o carte Comandă."),
    ],
)
def test_what_is_said_in_romanian(game: Game, events: tuple[m.Event, ...], text: str) -> None:
    assert " ".join(said(game, *events)) == text


@pytest.mark.parametrize(
    ("number", "spoken", "written"),
    [
        (0, "zero figurine", "0 figurine"),
        (1, "o figurină", "1 figurină"),
        (2, "două figurine", "2 figurine"),
        (12, "douăsprezece figurine", "12 figurine"),
        (19, "nouăsprezece figurine", "19 figurine"),
        (20, "douăzeci de figurine", "20 de figurine"),
        (21, "douăzeci și unu de figurine", "21 de figurine"),
        (99, "nouăzeci și nouă de figurine", "99 de figurine"),
        (100, "100 de figurine", "100 de figurine"),
        (101, "101 figurine", "101 figurine"),
        (120, "120 de figurine", "120 de figurine"),
    ],
)
def test_romanian_has_a_form_for_one_for_few_and_from_twenty_on(
    number: int, spoken: str, written: str
) -> None:
    forms = "{n:o figurină|figurine|de figurine}"
    assert forms.format(n=CountedNumber(number, spoken=True, lang="ro")) == spoken
    assert forms.format(n=CountedNumber(number, spoken=False, lang="ro")) == written


@pytest.mark.parametrize(
    ("number", "count", "name"),
    [
        (1, "unu", "unu"),
        (2, "două", "doi"),
        (12, "douăsprezece", "doisprezece"),
        (14, "paisprezece", "paisprezece"),
        (16, "șaisprezece", "șaisprezece"),
        (22, "douăzeci și două", "douăzeci și doi"),
        (66, "șaizeci și șase", "șaizeci și șase"),
        (100, "100", "100"),
    ],
)
def test_a_romanian_number_that_is_a_name_counts_nothing(number: int, count: str, name: str) -> None:
    assert number_word(number, "ro") == count
    assert f"{CountedNumber(number, spoken=True, lang='ro'):#}" == name
    assert f"{CountedNumber(number, spoken=False, lang='ro'):#}" == str(number)


def test_romanian_numbers_have_no_cedilla_and_are_all_told_apart() -> None:
    words = [number_word(number, "ro") for number in range(100)]
    assert len(set(words)) == 100
    assert set("".join(words)) <= set("abcdefghijklmnopqrstuvwxyz ăâîșț")


GERMAN = """
lang = "de"
and = "und"
[events.damaged]
say = "verliert {damage:eine Figur|Figuren}"
"""


def test_a_language_that_is_begun_says_in_english_what_it_does_not_say_yet(game: Game) -> None:
    texts = texts_of("en") | {"words/de/common.toml": GERMAN}
    german = Language(parse_phrases(texts, "second"))
    told = (hit(damage=2, left=1), m.Healed(unit=BH4, count=1, left=2), points(count=2, total=22))
    assert [one.text for one in sentences(told, game, language=german)] == [
        "Citadel Guard vier verliert zwei Figuren. Blood Harvesters vier recovers ein figure. "
        "Uthuk gain zwei victory points."
    ]


@pytest.mark.parametrize(
    ("find", "put", "problem"),
    [
        ("{damage:o figurină|figurine|de figurine}", "{damage:o figurină|figurine}", "{number:one|few|many}"),
        (
            "{damage:o figurină|figurine|de figurine}",
            "{damage:figurină|figurine|de figurine}",
            "{number:one|few|many}",
        ),
        ("{seat:!trage|trag}", "{seat:!trage|trag|trag}", "field say"),
        ("{seat:!trage|trag}", "{seat:trage|trag}", "field say"),
        ('lang = "ro"', 'lang = "xx"', "no number has words in 'xx'"),
        ('rage = "Furie"', "rage = 5", "[names.abilities]"),
        ("[names.abilities]", "[names.songs]", "[names.songs]"),
    ],
)
def test_a_wrong_form_is_reported(tmp_path: Path, find: str, put: str, problem: str) -> None:
    text = next(text for text in texts_of("ro").values() if find in text)
    (tmp_path / "phrases.ro.toml").write_text(text.replace(find, put, 1))
    with pytest.raises(ConfigError) as caught:
        load_own_phrases("second", "ro", tmp_path)
    assert problem in str(caught.value)


def test_a_group_changes_single_phrases_in_its_own_file(tmp_path: Path, game: Game) -> None:
    assert load_own_phrases("second", "en", tmp_path) == load_phrases("second")
    (tmp_path / "phrases.en.toml").write_text(
        '[events.eliminated]\nsay = "bites the dust"\n'
        '[factions]\ndaqan = "Blue"\n[names.kinds]\ncitadel_guard = "Tin men"\n'
    )
    own = Language(load_own_phrases("second", "en", tmp_path))
    told = (m.Eliminated(unit=CG4, at=F4), m.TurnStarted(seat=Seat.SOUTH, turn=4))
    (sentence,) = sentences(told, game, language=own)
    assert sentence.text == "Tin men four bites the dust. Uthuk lead, sixteen to seven. Turn four, Blue."
    assert sentence.ttl == 90.0


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        (
            "en",
            "Citadel Guard four loses one figure, two left, and is wiped out. "
            "Citadel Guard four, strike back?",
        ),
        ("ro", "Garda Cetății patru suferă o daună și pleacă de pe tablă. Contraatacă Garda Cetății patru?"),
    ],
)
def test_a_group_s_own_file_of_before_still_changes_what_it_names(game: Game, lang: str, text: str) -> None:
    own = Language(load_own_phrases("second", lang, CASES))
    told = (hit(), m.Eliminated(unit=CG4, at=F4), m.Awaited(waits=(COUNTER,)))
    assert " ".join(one.text for one in sentences(told, game, language=own)) == text


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[events.eliminated]\nsai = "bites the dust"\n', "[events.eliminated]"),
        ('[events.eliminated]\nsay = "bites {dust}"\n', "nothing fills {dust}, field say"),
        ("[events.eliminated\n", "is not TOML"),
    ],
)
def test_what_is_wrong_in_the_groups_file_is_told_with_its_name(
    tmp_path: Path, text: str, problem: str
) -> None:
    (tmp_path / "phrases.ro.toml").write_text(text)
    with pytest.raises(ConfigError, match=re.escape(str(tmp_path / "phrases.ro.toml"))) as caught:
        load_own_phrases("second", "ro", tmp_path)
    assert problem in str(caught.value)


def test_errands_are_told_in_romanian(game: Game) -> None:
    unit = Unit(id=CG4, kind=KindId("citadel_guard"), seat=Seat.SOUTH, at=F4, figures=3)
    hurt = Unit(
        id=CG4, kind=KindId("citadel_guard"), seat=Seat.SOUTH, at=F5, figures=1, markers=(Marker.STUN,)
    )
    before, after = (game._replace(state=replace(game.state, units={CG4: each})) for each in (unit, hurt))
    assert [errand.text for errand in errands_between(before, after, first=1, language=ROMANIAN)] == [
        "Luați două figurine de la Garda Cetății 4, de pe F4",
        "Puneți lângă Garda Cetății 4 indicatorul Amețire",
        "Mutați Garda Cetății 4 de pe F4 pe F5",
    ]


def test_an_ability_has_its_romanian_name(game: Game) -> None:
    cards = ruleset_wording(game.ruleset, ROMANIAN, spoken=False).ability_texts()
    assert (cards["rage"].name, cards["poison"].name) == ("Furie", "Otravă")
    assert cards["double_shot"].name == "Tragere dublă"
