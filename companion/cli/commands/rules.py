"""``herald rules``: what the glossary says about a word, or what the editions say of the same things."""

import textwrap
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

import click
import msgspec

from companion.cli.options import data_option, edition_option, one_sentence, setting_option
from companion.input.errors import Refused
from companion.library.library import Library
from companion.words.glossary import Glossary, Subject, load_glossary, search, words as words_of
from companion.words.glossary.topics import Topic, load_topics
from companion.words.names import load_language
from companion.words.translator import Translator
from rules.kernel.translatable import Message
from rules.registry import EDITIONS

WIDTH, GAP = 88, 4
MOST = 8
SURE = {"likely": Message("second-hand"), "unknown": Message("not known in full")}


@click.command(name="rules")
@click.argument("words", nargs=-1)
@click.option("--all", "show_all", is_flag=True, help=f"All that matches, not the best {MOST} only.")
@edition_option("The edition whose rules are asked for.")
@click.option("--differences", is_flag=True, help="What the editions say of the same things, side by side.")
@setting_option("language", help="The language of the rules.")
@data_option
def command(
    words: tuple[str, ...], *, show_all: bool, edition: str, differences: bool, language: str, data: Path
) -> None:
    """Explain the rules about WORDS; without any, name all entries, or compare all."""
    with one_sentence():
        library = Library(data)
        spoken = {each.id: load_language(language, each.id, data) for each in EDITIONS}
        glossaries = {
            each.id: load_glossary(library.catalogue(each.id), each.id, spoken[each.id])
            for each in EDITIONS
            if differences or each.id == edition
        }
        topics = load_topics(glossaries) if differences else ()
    tr = spoken[edition].tr
    if differences:
        click.echo("\n\n".join(_side_by_side(topic, tr) for topic in _about(topics, " ".join(words), tr)))
    elif words:
        _explain(glossaries[edition], " ".join(words), tr, show_all=show_all)
    else:
        click.echo("\n".join(subject.title for subject in glossaries[edition].values()))


def _explain(glossary: Glossary, asked: str, tr: Translator, *, show_all: bool) -> None:
    """Print the entries that answer *asked*, the best first.  Raises Refused where there is none."""
    found = search(glossary, asked) if words_of(asked) else ()
    if not found:
        raise Refused(_nothing(asked, tr))
    shown = found if show_all else found[:MOST]
    click.echo("\n\n".join("\n".join(_told(subject, tr, WIDTH)) for subject in shown))
    if len(shown) < len(found):
        rest = ", ".join(subject.title for subject in found[MOST:])
        click.echo("\n" + textwrap.fill(tr("Also: {1}.", rest), WIDTH))


def _about(topics: Sequence[Topic], asked: str, tr: Translator) -> Sequence[Topic]:
    """Return the topics that answer *asked*, all of them for "".  Raises Refused where there is none."""
    if not asked:
        return topics
    found = [topic for topic in topics if any(_is_about(subjects, asked) for subjects in topic.told.values())]
    if not found:
        raise Refused(_nothing(asked, tr))
    return found


def _is_about(subjects: Sequence[Subject], asked: str) -> bool:
    """Return whether one of *subjects* is called so, or is found by such words; not what they mention."""
    names = {each.id: msgspec.structs.replace(each, text=(), page="") for each in subjects}
    return bool(words_of(asked)) and bool(search(names, asked))


def _nothing(asked: str, tr: Translator) -> str:
    return tr("nothing is written about {1}: try one word, or its beginning.", repr(asked[:40]))


def _side_by_side(topic: Topic, tr: Translator) -> str:
    """Return what every edition says of *topic*, each in a column of its own."""
    width = (WIDTH + GAP) // len(EDITIONS) - GAP
    columns = [
        [each.name, *_column(topic.told.get(each.id, ()), tr, width)]
        for each in sorted(EDITIONS, key=lambda each: each.id)
    ]
    rows = zip_longest(*columns, fillvalue="")
    lines = ((" " * GAP).join(part.ljust(width) for part in row).rstrip() for row in rows)
    return "\n".join([topic.title.upper(), *lines])


def _column(subjects: Sequence[Subject], tr: Translator, width: int) -> Iterator[str]:
    if not subjects:
        yield from textwrap.wrap(tr("Nothing like it."), width)
    for subject in subjects:
        yield from _told(subject, tr, width)


def _told(subject: Subject, tr: Translator, width: int) -> Iterator[str]:
    """Yield an entry's lines: title and page, then its paragraphs."""
    sure = SURE.get(subject.confidence)
    heading = (
        f"{subject.title} [{subject.page}]"
        if sure is None
        else f"{subject.title} ({tr(sure)}) [{subject.page}]"
    )
    yield from textwrap.wrap(heading, width)
    for part in subject.text:
        yield from textwrap.wrap(part, width, initial_indent="  ", subsequent_indent="  ")
