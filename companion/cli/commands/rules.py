"""``herald rules``: what the glossary says about a word."""

import textwrap
from pathlib import Path

import click

from companion.cli.options import data_option, one_sentence
from companion.input.errors import Refused
from companion.library.library import Library
from companion.words.glossary import Subject, load_glossary, search, words as words_of

WIDTH = 88
MOST = 8
SURE = {"certain": "", "likely": " (second-hand)", "unknown": " (not known in full)"}


@click.command(name="rules")
@click.argument("words", nargs=-1)
@click.option("--all", "show_all", is_flag=True, help=f"All that matches, not the best {MOST} only.")
@data_option
def command(words: tuple[str, ...], show_all: bool, data: Path) -> None:
    """Explain the rules about WORDS; without any, name all entries."""
    with one_sentence():
        glossary = load_glossary(Library(data).catalogue("second"), "second")
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


def _told(subject: Subject) -> str:
    """Return an entry as text: title and page, then its paragraphs."""
    text = [textwrap.fill(part, WIDTH, initial_indent="  ", subsequent_indent="  ") for part in subject.text]
    return "\n".join([f"{subject.title}{SURE[subject.confidence]} [{subject.page}]", *text])
