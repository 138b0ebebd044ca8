"""``herald fit``: where the printed grid really lies, from one picture and four hexes."""

from pathlib import Path

import click
import cv2
import msgspec
import numpy as np

from companion.cli.camera.eyesight import board_option, read_plan, whose_option
from companion.cli.options import one_sentence
from companion.input.errors import CouldNot, Refused
from vision.board.calibrate import register
from vision.board.plan import format_plan, parse_plan
from vision.sightings import Point
from vision.source.frames import read_picture


class Pixel(click.ParamType[Point]):
    """A place in a picture: x,y."""

    name = "x,y"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Point:
        """Return the two numbers of *value*."""
        try:
            x, y = (float(part) for part in str(value).split(","))
        except ValueError:
            self.fail(f"{value!r} is no place in a picture; write it like 310,212", param, ctx)
        return x, y


@click.command("fit")
@click.argument("picture", type=click.Path(path_type=Path))
@whose_option
@board_option
@click.option(
    "--corners",
    required=True,
    nargs=4,
    type=Pixel(),
    help="Pixels of the centres of the four corner hexes: NW, NE, SE, SW.",
)
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="The plan to write (TOML)."
)
def command(
    picture: Path,
    edition: str,
    board: Path | None,
    corners: tuple[Point, Point, Point, Point],
    output: Path,
) -> None:
    """Fit the board's grid to PICTURE, in which its marks are seen, and write the fitted plan."""
    with one_sentence():
        plan = read_plan(board, edition)
        image = read_picture(picture)
        registration = register(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8), plan)
        if registration is None:
            raise CouldNot(f"{picture}: the board is not found; at least three corner marks must be seen.")
        height, width = image.shape[:2]
        outside = [at for at in corners if not (0 <= at[0] < width and 0 <= at[1] < height)]
        if outside:
            raise Refused(f"--corners {outside[0]} is outside of the picture ({width} x {height}).")
        west_east = registration.to_mm(np.array(corners, np.float64))
        grid = [(round(float(x), 2), round(float(y), 2)) for x, y in west_east]
        text = format_plan(msgspec.structs.replace(plan, grid=(grid[0], grid[1], grid[2], grid[3])))
        parse_plan(text, "--corners")
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as trouble:
        raise CouldNot(f"{output}: cannot be written ({trouble.strerror}); name another file.") from None
    names = ", ".join(f"{name} {x:g},{y:g}" for name, (x, y) in zip(plan.corner_hexes, grid, strict=True))
    click.echo(f"{output}: grid fitted to {registration.error_mm:.2f} mm ({names})")
