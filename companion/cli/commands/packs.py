"""``herald packs``: what the owners have filled in, and the way in and out of it."""

from pathlib import Path

import click
import msgspec

from companion.cli.groups import CommandGroup
from companion.cli.options import data_option, edition_option, one_sentence
from companion.input.errors import CouldNot, Refused
from companion.library.library import Library
from companion.library.packs import LARGEST, Packs
from companion.library.unknown_values import unknown_values
from rules.registry import edition_called

which_edition = edition_option("The edition whose packs are meant.")


@click.group(name="packs", cls=CommandGroup)
def command() -> None:
    """List, check, export and import packs: costs, cards, maps and units that you filled in."""


@command.command(name="list")
@data_option
@which_edition
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def list_packs(data: Path, edition: str, as_json: bool) -> None:
    """List every pack and what it holds."""
    packs = Packs(Library(data), edition)
    for name in packs.names():
        with one_sentence():
            counts = {file: len(entries) for file, entries in packs.read(name).items()}
        if as_json:
            click.echo(msgspec.json.encode({"pack": name, "entries": counts}))
        else:
            click.echo(f"{name}  " + ", ".join(f"{count} in {file}" for file, count in counts.items()))


@command.command(name="check")
@data_option
@which_edition
def check_packs(data: Path, edition: str) -> None:
    """Try all packs together, and tell what is still not known."""
    packs = Packs(Library(data), edition)
    with one_sentence():
        catalogue = packs.check()
    click.echo(
        f"{', '.join(packs.names()) or 'No pack'}: in order. Scenarios: {', '.join(catalogue.scenarios)}."
    )
    for warning in packs.warnings():
        click.echo(f"warning: {warning}")
    for unknown in unknown_values(catalogue, edition_called(edition)):
        click.echo(f"not known: {unknown.file} [{unknown.entry}] {', '.join(unknown.fields)}")


@command.command(name="export")
@click.argument("pack")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="File to write.")
@data_option
@which_edition
def export_pack(pack: str, output: Path | None, data: Path, edition: str) -> None:
    """Write PACK as one TOML file, to be passed on."""
    with one_sentence():
        text = Packs(Library(data), edition).export(pack)
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as trouble:
        raise CouldNot(f"{output}: cannot be written ({trouble.strerror}).") from None


@command.command(name="import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--name", default=None, help="What the pack is called here, instead of its own name.")
@click.option("--replace", is_flag=True, help="Put it in the place of a pack of that name.")
@data_option
@which_edition
def import_pack(file: Path, name: str | None, replace: bool, data: Path, edition: str) -> None:
    """Take in the pack in FILE, written by 'herald packs export'."""
    text = _text(file)
    packs = Packs(Library(data), edition)
    with one_sentence():
        click.echo(packs.take_in(text, file=str(file), name=name, replace=replace))
    for warning in packs.warnings():
        click.echo(f"warning: {warning}", err=True)


@command.command(name="remove")
@click.argument("pack")
@data_option
@which_edition
def remove_pack(pack: str, data: Path, edition: str) -> None:
    """Throw PACK away; export it first if in doubt."""
    with one_sentence():
        Packs(Library(data), edition).remove(pack)


def _text(file: Path) -> str:
    """Return the text of *file*, or a little more than a pack may hold of it."""
    try:
        with file.open("rb") as opened:
            return opened.read(LARGEST + 1).decode()
    except OSError as trouble:
        raise Refused(f"{file}: cannot be read ({trouble.strerror}).") from None
    except UnicodeDecodeError as trouble:
        raise Refused(f"{file}: is no text in UTF-8 ({trouble.reason} at byte {trouble.start}).") from None
