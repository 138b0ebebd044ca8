"""``herald score``: how well a recording of a real table is read today."""

from pathlib import Path

import click

from companion.camera.recording_score import RecordingScore, recordings_in, score
from companion.cli.options import data_option, one_sentence
from companion.library.library import Library


@click.command("score")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@data_option
def command(folder: Path, data: Path) -> None:
    """Say how well the recordings in FOLDER, written with --record, are read today.

    What the log says in the end, with all that people took back and corrected, is taken for true; without a
    game what was read then, or what its owner has corrected in the recording.
    """
    with one_sentence():
        library, found = Library(data), recordings_in(folder)
        total = RecordingScore()
        for each in found:
            one = score(each, library)
            click.echo(f"{each.name}: {in_words(one)}")
            total = total.plus(one)
    if len(found) > 1:
        click.echo(f"all: {in_words(total)}")
    for line in (*total.wrong, *total.extra):
        click.echo(f"  {line}")


def in_words(one: RecordingScore) -> str:
    """Return what was read rightly, and what was not."""
    return (
        f"{one.pictures} pictures; of {one.to_be_seen} units to be seen {_share(one.right, one.to_be_seen)} "
        f"right, {len(one.wrong)} in a wrong hex, {len(one.extra)} where none stood; of {one.dice} dice "
        f"{_share(one.dice_right, one.dice)} right, {one.dice_wrong} wrong"
    )


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "none"
