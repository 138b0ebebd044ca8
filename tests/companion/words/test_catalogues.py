"""The catalogues of the program's sentences: nothing missing, nothing stale, every place in its place."""

from pathlib import Path

import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from companion.words.interface import CATALOGUE, form_categories, read_catalogue
from companion.words.languages import LANGUAGES
from companion.words.phrasebook import BASE
from rules.kernel.translatable import places
from tools import words
from tools.words import Sentence

COMPLETE = ("ro",)
"""The languages in which nothing may be missing; another may be begun with a few sentences."""

TRANSLATED = [lang for lang in LANGUAGES if (words.WORDS / lang / CATALOGUE).exists()]


def catalogue(lang: str) -> Catalog:
    with (words.WORDS / lang / CATALOGUE).open("rb") as file:
        return read_po(file)


def entries(lang: str) -> dict[Sentence, tuple[str, ...]]:
    """Return what stands for each sentence, in all its forms."""
    return {
        Sentence(*message.id) if isinstance(message.id, tuple) else Sentence(message.id): (
            message.string if isinstance(message.string, tuple) else (message.string,)
        )
        for message in catalogue(lang)
        if message.id
    }


def test_romanian_is_one_of_the_languages() -> None:
    assert set(COMPLETE) <= set(TRANSLATED) < set(LANGUAGES)
    assert read_catalogue(BASE) == {}


@pytest.mark.parametrize("lang", TRANSLATED)
def test_a_catalogue_holds_what_the_program_says_and_nothing_else(lang: str) -> None:
    found, said = entries(lang).keys(), words.sentences().keys()
    assert found - said == set(), "nobody says them any more: make words"
    assert lang not in COMPLETE or said - found == set(), "the catalogue lacks them: make words"


@pytest.mark.parametrize("lang", COMPLETE)
def test_a_catalogue_names_the_files_that_say_a_sentence(lang: str) -> None:
    """By them a page gets its own sentences alone."""
    said = {sentence.one: files for sentence, files in words.sentences().items()}
    found = {
        message.id if isinstance(message.id, str) else message.id[0]: {file for file, _ in message.locations}
        for message in catalogue(lang)
        if message.id
    }
    assert {one for one, files in found.items() if files != said.get(one)} == set(), "make words"


@pytest.mark.parametrize("lang", COMPLETE)
def test_every_sentence_is_translated_in_all_its_forms(lang: str) -> None:
    assert [one for one, forms in entries(lang).items() if not all(forms)] == []
    assert [message.id for message in catalogue(lang) if message.id and message.fuzzy] == []


@pytest.mark.parametrize("lang", TRANSLATED)
def test_a_translation_has_the_places_of_the_english(lang: str) -> None:
    def fits(sentence: Sentence, said: str) -> bool:
        free = frozenset() if sentence.many is None else {"1"}  # a form may say the number in a word
        return places(said) - free == places(sentence.many or sentence.one) - free

    wrong = [
        (one, said) for one, forms in entries(lang).items() for said in forms if said and not fits(one, said)
    ]
    assert wrong == []


@pytest.mark.parametrize("lang", TRANSLATED)
def test_a_catalogue_tells_as_many_forms_apart_as_unicode_does(lang: str) -> None:
    found = catalogue(lang)
    categories = form_categories(lang, found.plural_expr, found.num_plurals)
    assert set(categories) == {Locale.parse(lang).plural_form(number) for number in (*range(1000), 1_000_000)}
    assert len(set(categories)) == len(categories)


@pytest.mark.parametrize("lang", ["it", "fr", "es", "pt", "de", "pl"])
def test_a_catalogue_begun_without_plural_forms_tells_as_many_apart_as_unicode_does(lang: str) -> None:
    begun = Catalog(locale=lang)
    categories = form_categories(lang, begun.plural_expr, begun.num_plurals)
    assert len(set(categories)) == len(categories) == begun.num_plurals


def test_no_sentence_of_the_code_has_its_values_in_it_already() -> None:
    assert words.finished() == []


def test_no_sentence_has_forms_in_one_place_and_none_in_another() -> None:
    alone = {sentence.one for sentence in words.sentences() if sentence.many is None}
    assert [one for one, many in words.sentences() if many is not None and one in alone] == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('raise StoreError("{1} is gone", path)', {"{1} is gone"}),
        ('raise DamagedError("a" if x else "b")', {"a", "b"}),
        ('ConfigError(file, None, "is {1}", x)', {"is {1}"}),
        ('GONE = "gone"\nMessage(GONE)', {"gone"}),
        ('self._tr("told")', {"told"}),
        ('print("not told")', set()),
    ],
)
def test_what_is_told_is_found_in_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, told: set[str]
) -> None:
    room = tmp_path / "rules"
    room.mkdir()
    errors = "class TranslatableError: ...\nclass StoreError(TranslatableError): ...\n"
    (room / "errors.py").write_text(errors + "class DamagedError(StoreError): ...\n")
    (room / "it.py").write_text(text)
    monkeypatch.setattr(words, "ROOT", tmp_path)
    monkeypatch.setattr(words, "PAGES", tmp_path)
    assert {sentence.one for sentence in words.sentences()} == told


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program of two pages."""
    for folder, name, text in (
        (
            "static",
            "a.mjs",
            't`Roll ${count(n, "die", "dice")} for ${t`me`}`; counted(n, "{1} of {2}", "all {1} of {2}", x)',
        ),
        ("companion/web/templates", "a.html", '{{ t("Join") }} {{ t(counted(n, "{1} seat", "{1} seats")) }}'),
    ):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / name).write_text(text)
    monkeypatch.setattr(words, "ROOT", tmp_path)
    monkeypatch.setattr(words, "PAGES", tmp_path)
    return tmp_path


def test_what_is_told_is_found_in_pages(pages: Path) -> None:
    assert words.sentences().keys() == {
        Sentence("Roll {1} for {2}"),
        Sentence("me"),
        Sentence("{1} die", "{1} dice"),
        Sentence("{1} of {2}", "all {1} of {2}"),
        Sentence("Join"),
        Sentence("{1} seat", "{1} seats"),
    }


def test_a_begun_language_is_filled_up_with_what_the_program_says(
    pages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = pages / "words" / "de"
    folder.mkdir(parents=True)
    (folder / CATALOGUE).write_text(
        'msgid ""\nmsgstr "Language: de\\n"\n\nmsgid "Join"\nmsgstr "Mitspielen"\n'
    )
    monkeypatch.setattr(words, "WORDS", folder.parent)
    words.update()
    found = {sentence.one: forms for sentence, forms in entries("de").items()}
    assert found["Join"] == ("Mitspielen",)
    assert found["{1} die"] == ("", "")
    assert found.keys() == {sentence.one for sentence in words.sentences()}
