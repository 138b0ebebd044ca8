"""``herald rules``: what the glossary says about a word."""

import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from companion.cli.options import data_option, edition_option, one_sentence
from companion.input.errors import Refused
from companion.library.library import Library
from companion.words.glossary import CHAPTERS, Glossary, Subject, load_glossary, search, words as words_of
from rules.registry import EDITIONS

WIDTH = 88
MOST = 8
SURE = {"certain": "", "likely": " (second-hand)", "unknown": " (not known in full)"}


@click.command(name="rules")
@click.argument("words", nargs=-1)
@click.option("--all", "show_all", is_flag=True, help=f"All that matches, not the best {MOST} only.")
@edition_option("The edition whose rules are asked for.")
@click.option("--differences", is_flag=True, help="What every edition says of each chapter, side by side.")
@data_option
def command(words: tuple[str, ...], *, show_all: bool, edition: str, differences: bool, data: Path) -> None:
    """Explain the rules about WORDS; without any, name all entries."""
    with one_sentence():
        library = Library(data)
        glossaries = {each.id: load_glossary(library.catalogue(each.id), each.id) for each in EDITIONS}
    glossary = glossaries[edition]
    if differences:
        click.echo("\n\n".join(_side_by_side(glossaries)))
        return
    if not words:
        click.echo("\n".join(subject.title for subject in glossary.values()))
        return
    asked = " ".join(words)
    found = search(glossary, asked) if words_of(asked) else ()
    if not found:
        raise Refused(f"nothing is written about {asked[:40]!r}: try one word, or its beginning.")
    shown = found if show_all else found[:MOST]
    click.echo("\n\n".join(_told(subject) for subject in shown))
    if len(shown) < len(found):
        rest = ", ".join(subject.title for subject in found[MOST:])
        click.echo(textwrap.fill(f"\nAlso: {rest}.", WIDTH))


def _side_by_side(glossaries: Mapping[str, Glossary]) -> Iterator[str]:
    """Yield each rule that an edition has a place for in its books, as every edition tells it."""
    rules = dict.fromkeys(rule for edition in EDITIONS for rule in edition.pages)
    found = {rule: [one[rule] for one in glossaries.values() if rule in one] for rule in rules}
    for rule in sorted(rules, key=lambda rule: CHAPTERS.index(found[rule][0].chapter)):
        told = [
            f"{edition.name}: {_told(subject)}"
            if (subject := glossaries[edition.id].get(rule)) is not None
            else f"{edition.name}: nothing of that name."
            for edition in EDITIONS
        ]
        yield "\n".join([found[rule][0].title.upper(), *told])


def _told(subject: Subject) -> str:
    """Return an entry as text: title and page, then its paragraphs."""
    text = [textwrap.fill(part, WIDTH, initial_indent="  ", subsequent_indent="  ") for part in subject.text]
    return "\n".join([f"{subject.title}{SURE[subject.confidence]} [{subject.page}]", *text])
