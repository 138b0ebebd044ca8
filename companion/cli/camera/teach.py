"""``herald teach``: what each face of a set of dice looks like, shown a few times, as one file to share."""

from collections.abc import Iterator
from pathlib import Path

import click

from companion.cli.camera.eyesight import board_option, die_faces, read_plan, whose_option
from companion.cli.options import one_sentence
from companion.input.errors import CouldNot, Refused
from vision.board.plan import BoardPlan
from vision.dice.pips import PIP_FACES
from vision.dice.reader import DIE_MM
from vision.dice.sets import DIE_SIZES, MOST_EXAMPLES, PIPS, DiceSet, format_set, make_set, read_set
from vision.dice.teaching import cut_face, has_symbol, look_alike
from vision.errors import InputError
from vision.source.frames import Frame, Source, read_picture
from vision.source.open_source import open_source
from vision.source.pictures import Picture

SYMBOLS = "symbols"
ENDINGS = (".png", ".jpg", ".jpeg", ".bmp", ".webp")
SETTLE_FRAMES = 8
"""A live camera shows so many pictures before one is kept: its exposure must follow the hand that left."""

Examples = dict[str, list[Picture]]


@click.command("teach")
@click.argument("output", type=click.Path(path_type=Path, dir_okay=False), metavar="SET")
@click.argument("examples", nargs=-1, metavar="[FACE=PICTURE | FOLDER]...")
@click.option("--source", help="Show the faces to a camera: its number, an address, a video or a folder.")
@click.option("--faces", help="What is shown to the camera.  [default: the edition's faces]")
@click.option("--times", type=click.IntRange(1, MOST_EXAMPLES), default=3, show_default=True)
@click.option(
    "--reads",
    type=click.Choice((PIPS, SYMBOLS)),
    help="How faces are told apart.  [default: pips if all are called 1 to 6]",
)
@click.option("--die-mm", type=click.FloatRange(*DIE_SIZES), default=DIE_MM, show_default=True)
@click.option("--name", help="What the set is called.  [default: the file's name]")
@click.option("--add", is_flag=True, help="Keep what SET already knows.")
@whose_option
@board_option
def command(
    output: Path,
    examples: tuple[str, ...],
    source: str | None,
    faces: str | None,
    times: int,
    reads: str | None,
    die_mm: float,
    name: str | None,
    add: bool,
    edition: str,
    board: Path | None,
) -> None:
    """Learn the faces of a set of dice and write them to the file SET, for `--dice SET`.

    Each picture shows one die: in the tray of the board, on a plain ground, or only its upper
    face.  A folder holds FACE.png, FACE_2.png and so on, or a folder for each face.
    """
    with one_sentence():
        plan = read_plan(board, edition)
        taught = read_set(output).pictures(str(output)) if add else {}
        for face, path in _named(examples):
            _learn(taught, face, read_picture(path), str(path), plan=plan, die_mm=die_mm, reads=reads)
        if source is not None:
            with_camera = _wanted(faces, edition)
            opened = open_source(source)
            try:
                _show(opened, taught, with_camera, times, plan=plan, die_mm=die_mm, reads=reads)
            finally:
                opened.close()
        if not taught:
            raise Refused("there is nothing to learn from; give FACE=PICTURE, a folder, or --source.")
        kind = reads or (PIPS if set(taught) <= set(PIP_FACES) else SYMBOLS)
        made = make_set(
            name or output.stem, taught, reads="pips" if kind == PIPS else "symbols", die_mm=die_mm
        )
    for one, other in look_alike(taught):
        click.echo(f"{one} and {other} look alike: was one picture given for both?", err=True)
    _write(output, made)


def _write(output: Path, made: DiceSet) -> None:
    """Write *made* to the file *output* and say so.  Raises CouldNot."""
    try:
        output.write_bytes(format_set(made))
    except OSError as trouble:
        raise CouldNot(f"{output}: cannot be written ({trouble.strerror}); name another file.") from None
    shown = ", ".join(f"{face} {len(some)}" for face, some in made.faces.items())
    click.echo(f"{output}: {shown}; use it with --dice {output}")


def _wanted(faces: str | None, edition: str) -> list[str]:
    if faces is None:
        return [*die_faces(edition).marks]
    wanted = [face.strip() for face in faces.split(",") if face.strip()]
    if len(set(wanted)) < 2:
        raise Refused(f"--faces {faces!r} names no set of faces; write at least two, with commas between.")
    return wanted


def _named(examples: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    """Yield each example's face and picture.  Raises Refused for what is none."""
    for example in examples:
        folder = Path(example)
        if folder.is_dir():
            yield from _in_folder(folder)
            continue
        face, equals, picture = example.partition("=")
        if not equals or not face or not picture:
            raise Refused(
                f"{example!r} is neither a folder nor FACE=PICTURE; write it like strike=strike.png."
            )
        yield face, Path(picture)


def _in_folder(folder: Path) -> Iterator[tuple[str, Path]]:
    found = False
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() in ENDINGS:
            found = True
            yield path.stem.partition("_")[0] if path.parent == folder else path.parent.name, path
    if not found:
        raise Refused(f"{folder}: holds no pictures; put FACE.png or a folder for each face there.")


def _learn(
    taught: Examples,
    face: str,
    image: Picture,
    where: str,
    *,
    plan: BoardPlan,
    die_mm: float,
    reads: str | None,
) -> None:
    """Add what *image* shows of *face* to *taught*; pips are taken whole where no die stands out."""
    is_pips = reads == PIPS or (reads is None and face in PIP_FACES)
    try:
        shown = cut_face(image, where, plan=plan, die_mm=die_mm)
    except InputError:
        if not is_pips:
            raise
        shown = image
    if not is_pips and not has_symbol(shown):
        unless = f"if {face} is no blank face, show one die on a plain ground"
        click.echo(f"{where}: no symbol stands out; {unless}", err=True)
    taught.setdefault(face, []).append(shown)


def _show(
    source: Source,
    taught: Examples,
    faces: list[str],
    times: int,
    *,
    plan: BoardPlan,
    die_mm: float,
    reads: str | None,
) -> None:
    """Ask for each of *faces* *times* times, and add what the camera sees to *taught*."""
    for face in faces:
        for time in range(1, times + 1):
            click.prompt(
                f"{face} ({time} of {times}): lay one die down with it up, turned anew; then Enter",
                default="", show_default=False, prompt_suffix=" ",
            )  # fmt: skip
            frame = _frame(source)
            if frame is None:
                raise CouldNot(f"the pictures ended before {face!r} was shown {times} times.")
            where = f"{face} ({time} of {times})"
            _learn(taught, face, frame.image, where, plan=plan, die_mm=die_mm, reads=reads)


def _frame(source: Source) -> Frame | None:
    """Return a picture of now: of a live camera, not the first that it had waiting."""
    frame = source.read()
    for _ in range(SETTLE_FRAMES):
        if frame is None or not frame.live:
            break
        frame = source.read()
    return frame
