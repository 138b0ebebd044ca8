"""What the eyes see where nothing of theirs lies, and whether a tag is ever read in a wrong hex.

    python -m benchmarks.clutter [--pictures N] [--first NUMBER]

Half of the pictures show an empty board among letters, keys, chequered cloth, frames and codes that are
none of the book's: whatever is read there is a phantom.  On the others lie all pieces, in the conditions
of a living room, with the same clutter around and between them: whatever is read in another hex is wrong.
Each is looked at as a still, the tags' size told and not told by turns.  Nothing here is a real picture.
"""

import argparse
from collections import Counter

import cv2
import msgspec
import numpy as np

from benchmarks.recall import lay_out, load
from rules.kernel.hexes import Hex
from vision.board.plan import BoardPlan
from vision.eyes import Eyes
from vision.simulate.conditions import CONDITIONS
from vision.simulate.table import SimulatedTable
from vision.source.frames import Frame
from vision.source.pictures import Picture

FIRST = 50_000
SIZES = ((1920, 1080), (1280, 720))
TAGS_MM = (25.0, 22.0, 20.0, 18.0)
THINGS = 60
AROUND_MARK = 0.75  # of its side: so near its middle a mark is left free
CLEAR_MM = 22.0  # around a piece's tag


def with_clutter(image: Picture, rng: np.random.Generator) -> Picture:
    """Return *image* (h, w, 3) with things all over it that may look like tags."""
    kinds = (_letters, _keys, _code, _cloth, _frame)
    cluttered = image.copy()
    for _ in range(THINGS):
        x, y = (int(rng.integers(length)) for length in image.shape[1::-1])
        kinds[int(rng.integers(len(kinds)))](cluttered, (x, y), int(rng.integers(8, 60)), rng)
    return cluttered


def _letters(image: Picture, at: tuple[int, int], side: int, rng: np.random.Generator) -> None:
    text = "".join(chr(65 + int(letter)) for letter in rng.integers(0, 26, 6))
    colour = rng.integers(0, 255, 3).tolist()
    cv2.putText(
        image, text, at, int(rng.integers(7)), side / 40, colour, int(rng.integers(1, 4)), cv2.LINE_AA
    )


def _keys(image: Picture, at: tuple[int, int], side: int, rng: np.random.Generator) -> None:
    for number in range(6):
        x, y = at[0] + number * side, at[1]
        cv2.rectangle(image, (x, y), (x + side - 4, y + side - 4), (30, 30, 30), -1)
        letter = chr(65 + int(rng.integers(26)))
        cv2.putText(image, letter, (x + 4, y + side // 2), 0, side / 60, (230, 230, 230), 1, cv2.LINE_AA)


def _code(image: Picture, at: tuple[int, int], side: int, rng: np.random.Generator) -> None:
    """Draw black and white modules in a black frame, as no book has them."""
    count = int(rng.integers(8, 30))
    modules = np.pad((rng.integers(0, 2, (count, count)) * 255).astype(np.uint8), 1)
    drawn = cv2.resize(modules, (side, side), interpolation=cv2.INTER_AREA)
    room = image[at[1] : at[1] + side, at[0] : at[0] + side]
    room[:] = drawn[: room.shape[0], : room.shape[1], None]


def _cloth(image: Picture, at: tuple[int, int], side: int, rng: np.random.Generator) -> None:
    room = image[at[1] : at[1] + 3 * side, at[0] : at[0] + 3 * side]
    squares = np.indices(room.shape[:2]).sum(axis=0) // int(rng.integers(3, 8)) % 2
    room[:] = room // 2 + (squares * 100).astype(np.uint8)[..., None]


def _frame(image: Picture, at: tuple[int, int], side: int, rng: np.random.Generator) -> None:
    cv2.rectangle(image, at, (at[0] + side, at[1] + side), (20, 20, 20), int(rng.integers(1, 5)))


def look_at(number: int, found: Counter[str]) -> None:
    """Add to *found* what is read in picture *number*, and what lies there."""
    rng, is_empty = np.random.default_rng([number, 11]), number % 2 == 0
    plan, book = load(TAGS_MM[number // 4 % len(TAGS_MM)])
    condition = list(CONDITIONS.values())[number // 2 % len(CONDITIONS)]
    size = SIZES[number // 8 % len(SIZES)]
    if is_empty:
        table = SimulatedTable(plan, book, size=size, seed=number, condition=condition)
        shown = table.read().image
    else:
        table, shown, _ = lay_out(plan, book, condition, number, size)
    image = _put_back(with_clutter(shown, rng), shown, table, plan)
    is_told = number // 16 % 2 == 0
    eyes = Eyes(plan, book if is_told else msgspec.structs.replace(book, size_mm=None))
    reading = eyes.look(Frame(image, 0, 0.0, still=True))
    found["boards not found"] += reading.registration is None
    found["empty boards" if is_empty else "boards with pieces"] += 1
    found["doubted hexes of empty boards"] += len(reading.doubtful) if is_empty else 0
    lies: dict[str, Hex] = table.pieces
    for piece, at in reading.pieces.items():
        is_right = lies.get(piece) == at
        found["read rightly" if is_right else "phantoms" if is_empty else "read in a wrong hex"] += 1
        if not is_right:
            print(f"picture {number}: {piece} in {at}, lies in {lies.get(piece, 'none')}", flush=True)


def _put_back(image: Picture, shown: Picture, table: SimulatedTable, plan: BoardPlan) -> Picture:
    """Return *image* with the marks and tags as they were *shown*: what hides them is another matter."""
    free = [(np.array(mark.centre_mm), AROUND_MARK * mark.size_mm) for mark in plan.marker]
    free += [(table.tag_corners_mm(piece).mean(axis=0), CLEAR_MM) for piece in table.pieces]
    for middle, reach in free:
        corners = table.to_pixels(middle + reach * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]))
        (west, north), (east, south) = np.floor(corners.min(axis=0)), np.ceil(corners.max(axis=0))
        part = np.s_[max(0, int(north)) : int(south), max(0, int(west)) : int(east)]
        image[part] = shown[part]
    return image


def main() -> None:
    """Print what was read in all pictures together."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--pictures", type=int, default=100)
    parser.add_argument("--first", type=int, default=FIRST)
    given = parser.parse_args()
    found = Counter({"phantoms": 0, "read in a wrong hex": 0})
    for number in range(given.first, given.first + given.pictures):
        look_at(number, found)
    for what, count in found.items():
        print(f"{what}: {count}")


if __name__ == "__main__":
    main()
