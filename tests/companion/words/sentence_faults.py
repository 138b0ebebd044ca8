"""What is wrong in a sentence, as far as a program can tell: agreement, numbers, signs, English in Romanian.

What agrees with what is read from the phrases themselves, so new words are looked after as well.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from string import Formatter
from typing import Any, NamedTuple

import msgspec

from companion.words.phrases import load_phrases
from companion.words.plurals import FORMS, number_word
from rules.kernel.catalogue import Catalogue
from tests.rules.first.engine import CATALOGUE as FIRST_CATALOGUE
from tests.rules.playing import full_rules

NAMES = ("Ana", "Bogdan")  # of players: one person each; a faction is many
WORD = r"[A-Za-zĂÂÎȘȚăâîșț'-]+"
NUMBERS = {
    lang: "|".join(
        sorted({*(number_word(each, lang) for each in range(60)), *more, r"\d+"}, key=len, reverse=True)
    )
    for lang, more in (("en", ()), ("ro", ("o", "un", "doi", "doisprezece")))
}
PARTICIPLES = ("eliminat", "comandat", "otrăvit", "amețit", "apărat", "mutat", "vindecat", "pus", "retras")
IMPERATIVE = ("ți", "ți-l")  # of several people: what is told to one is no singular of it
HEARD_WRONG = {  # besides what the phrases have: verbs that were once told in the wrong number
    "este": "sunt",
    "pierde": "pierd",
    "are": "au",
    "poate": "pot",
    "cade": "cad",
    "retrage": "retrag",
    "urmărește": "urmăresc",
    "trece": "trec",
    "întoarce": "întorc",
}


class Agreeing(NamedTuple):
    """A name that verbs agree with: *name*, whether a number stands behind it, and its form."""

    name: str
    is_numbered: bool
    form: str


class Language(NamedTuple):
    """What the phrases of a language tell about its words; of verbs and nouns, whether it is a plural."""

    names: tuple[Agreeing, ...]
    units: str
    verbs: Mapping[str, bool]
    nouns: Mapping[str, bool]
    foreign: frozenset[str]


def templates(lang: str, edition: str) -> Iterator[str]:
    """Yield every text of *edition*'s phrases in *lang*, names included."""
    return _texts(msgspec.to_builtins(load_phrases(edition, lang)))


def _catalogue(edition: str) -> Catalogue:
    return {"first": FIRST_CATALOGUE, "second": full_rules().catalogue}[edition]


def _texts(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        for name, value in part.items():
            if name not in ("level", "key", "priority", "ttl", "forms", "lang"):
                yield from _texts(value)
    elif isinstance(part, str):
        yield part


def _words_of(texts: Iterator[str]) -> set[str]:
    found: set[str] = set()
    for text in texts:
        plain = re.sub(r"\{\w+\}", " ", text)
        plain = re.sub(r"\{\w+:[#!~]?", " ", plain)
        found |= {word.lower() for word in re.findall(WORD, plain) if len(word) > 1}
    return found


def _pairs(lang: str, edition: str) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield what agrees with sides, units and numbers: by what, and a word for one and for many."""
    for text in templates(lang, edition):
        for _, field, spec, _ in Formatter().parse(text):
            one, *others = (spec or "").lstrip("!").split("|")
            if not others or not field or (spec or "").startswith("~"):
                continue
            sort = "verb" if field in ("seat", "unit") else "" if (spec or "").startswith("!") else "noun"
            yield sort, _differing(one, others[-1])


def _differing(one: str, many: str) -> tuple[str, str]:
    """Return the words in which both forms differ: the first, or the last where one has an article."""
    words, others = one.split(" "), many.removeprefix("de ").split(" ")
    if len(words) != len(others) or words[0] in ("o", "un"):
        return words[-1], others[-1]
    return next(
        ((word, other) for word, other in zip(words, others, strict=True) if word != other), (one, many)
    )


@cache
def language(lang: str, edition: str) -> Language:
    """Return what is known of *lang* as *edition* speaks it."""
    told: dict[str, dict[str, bool]] = {"verb": {}, "noun": {}, "": {}}
    heard = HEARD_WRONG.items() if lang == "ro" else ()
    for sort, (one, many) in (*(("verb", pair) for pair in heard), *_pairs(lang, edition)):
        if one != many and not (sort == "verb" and many.endswith(IMPERATIVE)):
            told[sort] |= {one: False, many: True}
    names, units = tuple(_names(lang, edition)), _units(lang, edition)
    return Language(names, units, told["verb"], told["noun"], _foreign(lang, edition))


def _units(lang: str, edition: str) -> str:
    """Return what matches a unit's name with its number."""
    names = load_phrases(edition, lang).names
    english = {kind.name for kind in _catalogue(edition).kinds.values()}
    found = sorted({*names["kinds"].values(), *names["spoken"].values(), *english}, key=len, reverse=True)
    return rf"\b(?:{'|'.join(map(re.escape, found))}) (?:{NUMBERS[lang]})\b"


def _names(lang: str, edition: str) -> Iterator[Agreeing]:
    phrases = load_phrases(edition, lang)
    for faction in phrases.words["factions"].values():
        yield Agreeing(faction, is_numbered=False, form="mp")
    for name in NAMES:
        yield Agreeing(name, is_numbered=False, form="ms")
    for kind, form in phrases.names["forms"].items():
        for sort in ("kinds", "spoken"):
            if kind in phrases.names[sort]:
                yield Agreeing(phrases.names[sort][kind], is_numbered=True, form=form)


@cache
def _foreign(lang: str, edition: str) -> frozenset[str]:
    """Return the English words, of phrases and of the catalogue's names, that are none of *lang*."""
    if lang == "en":
        return frozenset()
    catalogue = _catalogue(edition)
    sorts = (
        catalogue.kinds,
        catalogue.abilities,
        catalogue.cards,
        catalogue.lore,
        catalogue.terrain,
    )
    own = (things for things in catalogue.own.values())
    names = (thing.name for things in (*sorts, *own) for thing in things.values())
    english = _words_of(templates("en", edition)) | _words_of(iter(names))
    return frozenset(english - _words_of(templates(lang, edition)) - {"battlelore"})


def faults(text: str, lang: str, *, edition: str = "second", spoken: bool = True) -> list[str]:
    """Return what is wrong in *text*, each fault with where it is."""
    found = [f"{what}: {met[0]!r}" for what, pattern in _SIGNS.items() for met in re.finditer(pattern, text)]
    if spoken:
        found += [f"{what}: {text!r}" for what, pattern in _SPOKEN.items() if not re.fullmatch(pattern, text)]
    plain = text if spoken else re.sub(r" \([^()]*\)", "", text)
    found += _disagreeing(plain, lang, edition)
    found += _miscounted(plain, lang, edition)
    known = language(lang, edition)
    found += [f"English: {word!r}" for word in re.findall(WORD, plain) if word.lower() in known.foreign]
    return found


_SIGNS = {
    "spaces": r"  | [,.;:!?]|\s$|^\s",
    "signs": r"[.,;:!?]{2,}|[{}_|~]|\bNone\b",
    "possessive": r"\b\w+s's\b",
    "a part twice": r"(?:, |and |și )((?:\w+ ){2,}\w+),? (?:and|și) \1\b",
    "a word twice": r"\b([^\W\d]{2,}) \1\b",
    "nothing before or": r": (or|sau) ",
    "a plural of one": r"\b[Ss]e pot \w+ (o|un|1) ",
}
_SPOKEN = {
    "no sentence": r"[A-ZĂÂÎȘȚ].*[.!?]",
    "a small letter after a stop": r"(?!.*[.!?] [a-zăâîșț]).*",
}


def _disagreeing(text: str, lang: str, edition: str) -> Iterator[str]:
    """Yield each name with a verb or participle of another number or gender."""
    known = language(lang, edition)
    for name, is_numbered, form in known.names:
        behind = rf" (?:{NUMBERS[lang]})" if is_numbered else ""
        told = rf"\b{re.escape(name)}{behind} (?:nu |se |s-|și-|mai )*({WORD})(?: ({WORD}))?"
        for met in re.finditer(told, text):
            first, second = met[1], met[2] or ""
            if known.verbs.get(first, form.endswith("p")) != form.endswith("p"):
                yield f"agreement: {met[0]!r}"
            if lang == "ro" and any(_gender(word) not in ("", form) for word in (first, second)):
                yield f"gender: {met[0]!r}"


def _gender(word: str) -> str:
    """Return the form of a Romanian participle that is told of units, "" where *word* is none."""
    for stem in PARTICIPLES:
        masculine_plural = f"{stem[:-1]}{'ți' if stem.endswith('t') else 'și'}"
        for form, said in zip(FORMS, (stem, f"{stem}ă", masculine_plural, f"{stem}e"), strict=True):
            if word == said:
                return form
    return ""


def _miscounted(text: str, lang: str, edition: str) -> Iterator[str]:
    """Yield each number with a noun of another number, and from twenty on without "de"."""
    nouns = language(lang, edition).nouns
    text = re.sub(language(lang, edition).units, "-", text)  # its number counts nothing
    for met in re.finditer(rf"(?<![\w-])({NUMBERS[lang]}) (de )?({WORD})(?= ({WORD}))?", text):
        count, de, first, second = met.groups()
        noun = first if first in nouns else second
        if noun not in nouns:
            continue
        if nouns[noun] is (count in ("o", "un", "unu", "1", "one")):
            yield f"number: {met[0]!r}"
        if lang == "ro" and noun == first and bool(de) is not _wants_de(count):
            yield f"de: {met[0]!r}"
        if lang == "ro" and noun == first and count in ("unu", "doi", "doisprezece"):
            yield f"gender of a number: {met[0]!r}"


def _wants_de(count: str) -> bool:
    if count.isdecimal():
        return int(count) != 0 and not 1 <= int(count) % 100 < 20
    return any(count.startswith(number_word(tens, "ro")) for tens in range(20, 100, 10))
