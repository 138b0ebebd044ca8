"""``herald play``: opens the table and serves it until somebody stops it."""

import sys
import threading
from pathlib import Path

import click
import msgspec

from companion import create_app, evening_of
from companion.cli import CouldNot
from companion.commands.options import (
    data_option,
    headless_option,
    host_option,
    one_sentence,
    port_option,
    print_events,
    voice_option,
)
from companion.evening import Evening
from companion.serving import served, show_way_in
from companion.settings import Settings
from vision.trouble import CameraError

file_path = click.Path(path_type=Path, exists=False)


@click.command(name="play")
@data_option
@click.option("--scenario", default="learning", help="The scenario of a new game.")
@click.option("--game", default=None, help="The game to go on with, as 'herald games list' names it.")
@click.option(
    "--camera", default=None, help="Number, device, address, video, folder of pictures, or 'simulated'."
)
@click.option("--no-camera", is_flag=True, help="Play by touch alone.")
@click.option("--board", type=file_path, default=None, help="The board's plan, instead of the scenario's.")
@click.option("--tags", type=file_path, default=None, help="The tag book, instead of the usual one.")
@click.option("--dice", type=file_path, default=None, help="A folder with one picture per face of your dice.")
@host_option
@port_option
@voice_option
@headless_option
def command(*, headless: bool, no_camera: bool, camera: str | None, **given: object) -> None:
    """Open the table: camera, books, voice, and the dashboard for every tablet."""
    chosen = None if no_camera else camera or _any_camera()
    with one_sentence():
        settings = msgspec.convert({**given, "camera": chosen}, Settings)
        app = create_app(settings)
    evening = evening_of(app)
    try:
        if headless:
            _watch_to_the_end(evening)
        else:
            with served(app, settings.host, settings.port):
                _open(evening)
    finally:
        evening.close()


def _any_camera() -> str | None:
    """Return the first camera of this machine, or None, and say so."""
    from vision.frames import open_source  # OpenCV is loaded only where it is needed

    try:
        open_source("0").close()
    except CameraError:
        click.echo("No camera found: play by touch, or name one with --camera.", err=True)
        return None
    return "0"


def _watch_to_the_end(evening: Evening) -> None:
    """Look at every picture, printing events as JSON lines."""
    if evening.watch is None:
        raise CouldNot("without a camera there is nothing to see: name pictures with --camera.")
    print_events(evening.table)
    with one_sentence():
        while evening.watch.step():
            pass


def _open(evening: Evening) -> None:
    """Say how to join, and stay until somebody presses Ctrl-C."""
    if evening.store.set_aside is not None:
        click.echo(f"The store was damaged; it lies in {evening.store.set_aside}, the last backup is in use.")
    show_way_in(evening.door)
    click.echo(f"Game:  {evening.table.row.id}   (Ctrl-C ends the evening; 'herald games resume' goes on)")
    if evening.watch is not None:
        evening.watch.start()
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        click.echo("Good night.")
        sys.stdout.flush()
