"""How many tags that lie in sight are passed over in silence: neither read nor doubted, in blurred stills.

    python -m benchmarks.silence [--stills N] [--first NUMBER]

Each still is another board, by turns with 1080p and 720p, with tags of 22, 18 and 25 mm, blurred by 1.5, 2
and 3 px, in the room's light and at dusk.  A doubt of an empty hex is a false one, a tag in another hex a
wrong one.
"""

import argparse
from collections import Counter
from itertools import cycle, islice, product

import cv2
import numpy as np

from benchmarks.recall import lay_out, load
from vision.eyes import Eyes
from vision.simulate.conditions import CONDITIONS, Lighting
from vision.source.frames import Frame

SIZES_MM, BLURS_PX = (22.0, 18.0, 25.0), (1.5, 2.0, 3.0)
DUSK, NOISE = Lighting(0.3, 0.3), 1.5
VIEWS = ((1920, 1080), (1280, 720))
KINDS = tuple(product((False, True), BLURS_PX, SIZES_MM, VIEWS))


def of_still(
    number: int, *, is_dusk: bool, blur_px: float, size_mm: float, view: tuple[int, int]
) -> Counter[str]:
    """Return how many tags of still *number* are read, doubted, passed over or wrong, and false doubts."""
    condition = list(CONDITIONS.values())[number % len(CONDITIONS)]
    plan, book = load(size_mm)
    laid = lay_out(plan, book, condition._replace(light=DUSK) if is_dusk else condition, number, view)
    noise = np.random.default_rng(number).normal(0, NOISE, laid.picture.shape)
    blurred = cv2.GaussianBlur(laid.picture, (0, 0), blur_px) + noise
    image = np.clip(blurred, 0, 255).astype(np.uint8)
    seen = Eyes(plan, book).look(Frame(image, 0, 0.0, still=True))
    if seen.registration is None:
        return Counter({"boards not found": 1})
    taken = laid.table.pieces
    found = Counter(
        "read" if seen.pieces.get(piece) == at else "doubted" if at in seen.doubtful else "passed over"
        for piece, (at, _) in laid.in_sight.items()
    )
    found["wrong"] = sum(taken.get(piece) != at for piece, at in seen.pieces.items())
    found["false doubts"] = len({*seen.doubtful} - {*taken.values()})
    return found


def main() -> None:
    """Print how often each happens, at each blur and in all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--stills", type=int, default=len(KINDS))
    parser.add_argument("--first", type=int, default=0)
    given = parser.parse_args()
    by_blur = {blur_px: Counter[str]() for blur_px in BLURS_PX}
    for number, kind in enumerate(islice(cycle(KINDS), given.stills), given.first):
        is_dusk, blur_px, size_mm, view = kind
        by_blur[blur_px] += of_still(number, is_dusk=is_dusk, blur_px=blur_px, size_mm=size_mm, view=view)
    rows = {f"{blur_px} px": found for blur_px, found in by_blur.items()}
    for name, found in {**rows, "all": sum(by_blur.values(), Counter[str]())}.items():
        tags = max(1, found["read"] + found["doubted"] + found["passed over"])
        told = ", ".join(f"{what} {count}" for what, count in sorted(found.items()))
        print(f"{name}: {told}; passed over {found['passed over'] / tags:.1%}", flush=True)


if __name__ == "__main__":
    main()
