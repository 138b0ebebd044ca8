"""``herald play``: opens the table and serves it until somebody stops it."""

from contextlib import closing
from pathlib import Path
from typing import cast

import click
import msgspec
from click.core import ParameterSource

from companion.app import ear_of
from companion.app.current_game import CurrentGame
from companion.app.services import Services, open_store, renew_codes
from companion.cli.options import (
    back_to_option,
    data_option,
    edition_option,
    headless_option,
    host_option,
    names_option,
    one_sentence,
    print_events,
    setting_option,
)
from companion.input.errors import CouldNot, Refused
from companion.journal.check_import import stored_start
from companion.journal.game_labels import GameLabels
from companion.journal.notices import Notices
from companion.journal.store import GameRow
from companion.library.large_board import LAID_FOR, check_large_board
from companion.library.library import Library
from companion.library.settings import NEWEST, Settings
from companion.preparation.game_changes import TableGame
from companion.reconcile.divergence import divergence_text, go_back, way_back
from companion.voice.ear import ENGLISH_ONLY, Ear
from companion.web.access.reach import Reach
from companion.web.server.ports import usable_port
from companion.web.server.server import certificate_for, ended_by_signal, served, show_way_in
from companion.words.names import Language
from companion.words.phrasebook import BASE
from rules.kernel.replay import Divergence, divergence
from rules.kernel.translatable import verbatim
from rules.kernel.values import Step
from rules.kernel.variants import GameName, format_game_name, parse_game_name


@click.command(name="play")
@data_option
@setting_option("scenario")
@edition_option("The edition of a new game, begun with its learning scenario.", default=None)
@click.option(
    "--variant",
    "variants",
    multiple=True,
    help="A variant of the edition, such as medieval_lore; may be given more than once.",
)
@setting_option("game")
@setting_option("camera")
@click.option("--no-camera", is_flag=True, help="Play by touch alone.")
@setting_option("board")
@setting_option("tags")
@setting_option("dice")
@setting_option("second_camera")
@setting_option("dice_camera")
@setting_option("large_board")
@setting_option("pictures")
@setting_option("record")
@back_to_option
@click.option("--new-code", is_flag=True, help="Make new codes for the tablets: every one must join again.")
@host_option
@setting_option("port")
@setting_option("https")
@setting_option("voice")
@setting_option("voice_engine")
@setting_option("voice_device")
@setting_option("listen")
@setting_option("microphone")
@setting_option("language")
@setting_option("level")
@names_option
@headless_option
def command(
    *,
    headless: bool,
    no_camera: bool,
    camera: str | None,
    new_code: bool,
    back_to: int | None,
    scenario: str,
    edition: str | None,
    variants: tuple[str, ...],
    **given: object,
) -> None:
    """Open the table: camera, journal, voice, and the dashboard for every tablet."""
    chosen = None if no_camera else camera or _any_camera()
    with ended_by_signal(), one_sentence():
        named = parse_game_name(scenario)
        asked = GameName(named.scenario, (*named.variants, *variants))
        played = _scenario_of(asked, edition, Library(cast(Path, given["data"])))
        settings = msgspec.convert({**given, "scenario": played, "camera": chosen}, Settings)
        is_chosen = headless or (_is_chosen() and settings.game != NEWEST)
        if is_chosen and settings.game is None:
            board = Library(settings.data).ruleset(played).scenario.board
            needed = LAID_FOR.get(board)
            where = verbatim(f"with --large-board {needed}")
            check_large_board(needed, settings.large_board, where=where)
        if not is_chosen and back_to is None:
            settings = msgspec.structs.replace(settings, game=NEWEST)
        if not headless:
            port = usable_port(settings.host, settings.port)
            settings = msgspec.structs.replace(settings, port=port)
        if new_code:
            renew_codes(settings.data)
        if back_to is not None:
            _go_back(settings, back_to)
        current = CurrentGame(TableGame(settings, is_chosen=is_chosen), told=_tell_game)
        _tell_unused(current.services.table.row, played)
        _play(current, headless=headless)


def _play(current: CurrentGame, *, headless: bool) -> None:
    """Play whatever is on the table, until somebody presses Ctrl-C."""
    settings = current.services.settings
    try:
        for notice in current.shared.store.notices:
            click.echo(f"herald: {notice}", err=True)
        if headless:
            _tell_otherwise(current.services)
            _watch_to_the_end(current.services)
            return
        with served(current, settings.host, settings.port, certificate=certificate_for(settings)):
            tell_whether_it_listens(ear_of(current.app), settings.language, current.shared.store.board)
            _stay(current)
    finally:
        current.close()


def _is_chosen() -> bool:
    """Return whether somebody has named what is played: else the first page asks."""
    return any(map(_is_given, ("scenario", "edition", "variants", "game")))


def _is_given(name: str) -> bool:
    source = click.get_current_context().get_parameter_source(name)
    return source not in (ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP)


def _tell_unused(row: GameRow, played: str) -> None:
    """Say what was given for a new game, *played*, where the stored one of *row* goes on instead."""
    options = {"scenario": "--scenario", "edition": "--edition", "variants": "--variant"}
    unused = ", ".join(option for name, option in options.items() if _is_given(name))
    if unused and row.scenario != played:
        told = f"these are for a new game, and game {row.id} goes on as it began ({row.scenario})"
        click.echo(f"herald: {unused}: {told}.", err=True)


def _scenario_of(named: GameName, edition: str | None, library: Library) -> str:
    """Return what is played: what is *named*, or the *edition*'s first scenario where nobody named any.

    Raises Refused for a scenario of another edition.
    """
    if edition is None:
        return format_game_name(named)
    asked = click.get_current_context().get_parameter_source("scenario")
    if asked in (ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP):
        return library.first_game(edition, named.variants)
    known = library.catalogue(edition).scenarios
    if named.scenario not in known:
        raise Refused(
            f"the edition {edition!r} has no scenario {named.scenario!r}: it has {', '.join(known)}."
        )
    return format_game_name(named)


def _go_back(settings: Settings, to: int) -> None:
    """Take back in the game of *settings* what came after entry *to*, once its board is its own."""
    if settings.game is None:
        raise Refused("--back-to goes back in a game: name it with --game.")
    with closing(open_store(settings.data)) as store:
        row = store.game(settings.game)
        stored_start(Library(settings.data), GameLabels(settings.data), row)
        go_back(store, row.id, to)


def _tell_game(services: Services) -> None:
    """Print which game is on the table, and what the present rules would decide otherwise in it."""
    _tell_otherwise(services)
    click.echo(f"Game:  {services.table.row.id}   (Ctrl-C ends the evening; 'herald' goes on)")


def _tell_otherwise(services: Services) -> None:
    journal = services.table.journal
    tell_divergence(divergence(journal.start, journal.entries), journal.row, services.language)


def tell_divergence(found: Divergence | None, row: GameRow, language: Language) -> None:
    """Print what the present rules would decide otherwise in a game, if anything, and the way back."""
    if found is not None:
        way = way_back(f"herald games resume {row.id}", found.to)
        click.echo(f"herald: {divergence_text(found, language)} {way}.", err=True)


def tell_whether_it_listens(ear: Ear | None, language: str, board: Notices | None = None) -> None:
    """Print why spoken commands cannot be taken, or in English only, where they were asked for.

    That they cannot stands on *board* too.
    """
    if ear is None:
        return
    status = ear.check()
    if status.state != "ready":
        click.echo(f"herald: {status.reason} {status.remedy}", err=True)
        if board is not None:
            board.post("ear", status.reason, status.remedy)
    elif language != BASE:
        click.echo(f"herald: {ENGLISH_ONLY}", err=True)


def _any_camera() -> str:
    """Return how to open whichever camera is there or comes."""
    from vision.source.open_source import ANY

    return ANY


def _watch_to_the_end(services: Services) -> None:
    """Look at every picture, printing events as JSON lines.

    Raises CameraError for a camera that does not open, CouldNot where no board is in any picture.
    """
    if services.watch is None:
        raise CouldNot("without a camera there is nothing to see: name pictures with --camera.")
    print_events(services.table)
    services.watch.wait()
    has_found = False
    while services.watch.step():
        has_found = has_found or services.watch.registration is not None
    if not has_found:
        raise CouldNot(
            f"no board was found in any picture of {services.watch.source.label}: "
            "check that at least three corner marks are seen."
        )


def _stay(current: CurrentGame) -> None:
    """Say how to join, and lay out whatever the table wants until somebody presses Ctrl-C."""
    try:
        show_way_in(current.shared.access)
        say_other_ways(current.shared.reach)
        say_where_to_begin(current.services)
        current.start()
        with current.shared.reach.kept():
            current.run()
    except KeyboardInterrupt:
        click.echo("Good night.")


def say_other_ways(reach: Reach) -> None:
    """Print the table's other addresses, and its name as soon as it has one."""
    for way in reach.ways()[1:]:
        click.echo(f"Also:  {way.url}   ({way.name})")
    reach.announced = lambda url: click.echo(f"Also:  {url}   (by name)")


def say_where_to_begin(services: Services) -> None:
    """Print where the page is that leads to the first turn, as long as the game is being set up."""
    if services.table.game.state.step is Step.SET_UP:
        page = f"{services.access.address}/start"
        click.echo(f"New here? Join, then open {page}: it leads from the box to the first turn.")
