"""``herald games``: what is in the store, and the way in and out of it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import localtime, strftime, time

import click
import msgspec

from companion.app.services import open_store
from companion.archive.write import LEFT_OUT, in_short, is_bundle, take_in_bundle, write_bundle
from companion.camera.snapshots import FOLDER, Snapshots, delete_pictures, kept_pictures
from companion.cli.commands.play import command as play, tell_divergence
from companion.cli.groups import CommandGroup
from companion.cli.options import back_to_option, data_option, one_sentence, setting_option
from companion.input.errors import CouldNot, Refused
from companion.input.safe_parsing import LOG, TooMuchError, read_bytes
from companion.journal.check_import import check_game
from companion.journal.game_labels import GameLabels
from companion.journal.store import GameRow, Store, read_export
from companion.library.library import Library
from companion.library.settings import NEWEST
from companion.reconcile.divergence import gone_back, naming_way_back, open_journal
from companion.report.all_games import AllGames
from companion.report.page import report_of
from companion.report.past_games import PastGames
from companion.words.announcer import log_text
from companion.words.names import Language, load_language
from companion.words.plurals import decimal
from rules.kernel.translatable import counted
from rules.registry import EDITIONS


@contextmanager
def opened(data: Path) -> Iterator[Store]:
    """Hand out the store in *data*, and close it; what it refuses becomes one sentence."""
    with one_sentence():
        store = open_store(data)
        for notice in store.notices:
            click.echo(f"herald: {notice}", err=True)
        try:
            yield store
        finally:
            store.close()


@click.group(name="games", cls=CommandGroup)
def command() -> None:
    """List, resume, export, import and report games."""


@command.command(name="list")
@data_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def list_games(data: Path, as_json: bool) -> None:
    """List every game, the newest first."""
    labels = GameLabels(data)
    with opened(data) as store:
        for row in store.games():
            count, label = store.count(row.id), labels.of(row.id)
            if as_json:
                click.echo(msgspec.json.encode({**msgspec.to_builtins(row), "entries": count}))
            else:
                started = strftime("%Y-%m-%d %H:%M", localtime(row.started))
                deleted = "deleted on a tablet" if label.is_deleted else ""
                told = (label.title, ", ".join(label.names.values()), deleted)
                beside = "".join(f"  ({each})" for each in told if each)
                click.echo(f"{row.id}  {row.scenario}  {started}  {count} entries{beside}")


@command.command(name="pictures")
@data_option
@click.option("--delete", "is_deleted", is_flag=True, help="Delete them all, of every game; asks first.")
@click.option("--yes", "is_sure", is_flag=True, help="Delete without being asked.")
def tell_pictures(data: Path, *, is_deleted: bool, is_sure: bool) -> None:
    """Tell how many pictures of the board are kept, and delete them with --delete."""
    kept = kept_pictures(data)
    pictures = counted(len(kept.paths), "{1} picture", "{1} pictures")
    games = counted(len(kept.games), "{1} game", "{1} games")
    click.echo(f"{pictures} of {games}, {kept.size / 1e6:.1f} MB, in {data / FOLDER}")
    if not is_deleted or not kept.paths:
        return
    if not is_sure and not click.confirm("Delete all of them? They do not come back."):
        return
    try:
        deleted = delete_pictures(data)
        click.echo(counted(deleted, "{1} picture is deleted.", "{1} pictures are deleted."))
    except OSError as trouble:
        raise CouldNot(f"not all pictures could be deleted ({trouble.strerror}).") from None


@command.command(name="statistics")
@data_option
@setting_option("language")
@click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
def tell_statistics(data: Path, language: str, as_json: bool) -> None:
    """Tell what the games that are over come to: who won, in which scenario, and how the dice fell."""
    with opened(data) as store:
        spoken = load_language(language, EDITIONS[0].id, data)
        found = PastGames(store, GameLabels(data), Library(data), spoken).together()
    if as_json:
        click.echo(msgspec.json.encode(found))
        return
    for line in _statistics(found, spoken):
        click.echo(line)


def _statistics(found: AllGames, language: Language) -> Iterator[str]:
    tr, lang = language.tr, language.phrases.lang
    if not found.games:
        yield tr("No game is over yet: what is won and lost is counted here.")
        return
    yield tr(counted(found.games, "{1} game is over.", "{1} games are over."))
    for played in found.scenarios:
        about = tr(counted(played.games, "{1} game", "{1} games"))
        turns = tr("{1} turns on average", decimal(played.turns, lang))
        sides = ", ".join(f"{side.name} {side.won}" for side in played.sides)
        yield f"{played.name} ({played.edition}): {about}, {turns}. {tr('Won')}: {sides}."
    for player in found.players:
        dice = tr(
            "{1} hits, where {2} could be expected: {3}.",
            player.hits,
            decimal(player.expected, lang),
            player.luck,
        )
        yield f"{player.name}: {tr('{1} of {2}', player.won, player.played)}. {dice}"


@command.command(name="resume", context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[GAME] [OPTIONS]...")
def resume_game(words: tuple[str, ...]) -> None:
    """Go on with GAME, or the newest that is not over; OPTIONS are those of 'herald play'.

    Of these --back-to is for this.
    """
    is_named = bool(words) and not words[0].startswith("-")
    options = words if is_named else (NEWEST, *words)
    play.main(["--game", *options], prog_name="herald games resume", standalone_mode=False)


@command.command(name="export")
@click.argument("game", required=False)
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="File to write.")
@click.option(
    "--all",
    "everything",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write all games, packs, campaigns and settings into FILE, instead of one game.",
)
@data_option
def export_game(game: str | None, output: Path | None, everything: Path | None, data: Path) -> None:
    """Write GAME as JSON lines, or everything that is kept as one FILE: 'herald games import' reads both."""
    if (game is None) == (everything is None):
        raise Refused("name a game, or a file with --all.")
    if everything is not None:
        _export_all(everything, data)
        return
    assert game is not None
    with opened(data) as store:
        lines = b"".join(line + b"\n" for line in store.export(game))
    if output is None:
        click.echo(lines, nl=False)
        return
    write(output, lines)


def _export_all(file: Path, data: Path) -> None:
    with opened(data) as store:
        try:
            written = write_bundle(file, data, store)
        except OSError as trouble:
            raise CouldNot(f"{file}: cannot be written ({trouble.strerror}).") from None
    click.echo(f"{file}: {in_short(written.names)}.  Left out: {LEFT_OUT}.")
    _tell_troubles(written.troubles, f"{file}: these could not be read and are not in it")


def _import_all(file: Path, data: Path) -> None:
    with opened(data) as store:
        taken = take_in_bundle(file, data, store)
    click.echo(f"{file}: taken in: {in_short(taken.new)}; here already: {in_short(taken.same)}.")
    _tell_troubles(taken.troubles, f"{file}: these were not taken in")


def _tell_troubles(troubles: Sequence[str], what: str) -> None:
    """Print each of *troubles*.  Raises CouldNot where there are any."""
    for trouble in troubles:
        click.echo(f"herald: {trouble.removesuffix('.')}.", err=True)
    if troubles:
        raise CouldNot(f"{what}: {len(troubles)}.")


@command.command(name="import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@back_to_option
@data_option
def import_game(file: Path, back_to: int | None, data: Path) -> None:
    """Take in the game in FILE, written by 'herald games export', or all that --all has written.

    What is here already stays as it is.
    """
    if is_bundle(file):
        if back_to is not None:
            raise Refused("--back-to goes back in a single game: take everything in, then resume it so.")
        _import_all(file, data)
        return
    try:
        lines = read_bytes(file, LOG).splitlines()
    except OSError as trouble:
        raise Refused(f"{file}: cannot be read ({trouble.strerror}).") from None
    except TooMuchError as trouble:
        raise Refused(f"{file}: {trouble}.") from None
    with one_sentence():
        row, entries = read_export(lines, str(file))
        if back_to is not None:
            entries = gone_back(entries, back_to, at=time())
        with naming_way_back(Library(data), row, entries, f"herald games import {file}"):
            diverges = check_game(Library(data), row, entries, str(file)).diverges
    with opened(data) as store:
        store.take_in(row, entries)
    click.echo(row.id)
    tell_divergence(diverges, row, load_language("en", row.edition, data))


@command.command(name="report")
@click.argument("game", required=False)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="HTML page to write, for print."
)
@data_option
@setting_option("language")
def report_game(game: str | None, output: Path | None, data: Path, language: str) -> None:
    """Tell GAME, or the newest one: entry by entry in words, or as a page with maps and numbers."""
    with opened(data) as store:
        row = newest_game(store) if game is None else store.game(game)
        spoken = load_language(language, row.edition, data)
        journal = open_journal(Library(data), store, GameLabels(data), row, language=spoken)
    if output is not None:
        write(output, report_of(journal, pictures=Snapshots(data, row.id).read).encode())
        return
    for entry, then in journal.played:
        by = spoken.log_name(entry.by)
        click.echo(f"{entry.seq:4}  {by:12}  {log_text(entry.events, then, spoken)}")


def newest_game(store: Store) -> GameRow:
    """Return the newest game in *store*.  Raises CouldNot where there is none."""
    row = next(iter(store.games()), None)
    if row is None:
        raise CouldNot("there is no game yet: 'herald play' begins one.")
    return row


def write(file: Path, content: bytes) -> None:
    """Write *content* to *file*.  Raises CouldNot where the disk says no."""
    try:
        file.write_bytes(content)
    except OSError as trouble:
        raise CouldNot(f"{file}: cannot be written ({trouble.strerror}).") from None
