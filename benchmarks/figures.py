"""How well figures are counted: simulated trays in ten lights, seen from 0 to 45 degrees.

    python -m benchmarks.figures [--trays N] [--width PIXELS]

On each table lie eight trays of three or four figures: a third of them with all their figures, a third
with one gone, the others with any number.  A spot is in view where figures and glare hide at most 5 % of
it.  Nothing here has been seen by a real camera.
"""

import argparse
from collections import Counter
from pathlib import Path

import msgspec
import numpy as np

from companion.library.library import Library
from printables.trays import TAG_MM, spots_of
from vision.board.figure_spots import FigureSpots
from vision.board.plan import BoardPlan, TagBook
from vision.eyes import Eyes
from vision.simulate.conditions import Condition, Hardship, Lighting, Optics
from vision.simulate.table import SimulatedTable

LIGHTS = {
    "day": (Lighting(), Hardship()),
    "evening": (Lighting(0.45, 0.35, (0.25, 0.1)), Hardship(bands=0.12)),
    "dusk": (Lighting(0.3, 0.2), Hardship()),
    "warm": (Lighting(0.8, 0.4), Hardship(shadows=1)),
    "bright": (Lighting(1.35, 0.05), Hardship()),
    "leaning": (Lighting(0.8, 0.1, (-0.4, 0.3)), Hardship(shadows=2, depth=0.7)),
    "window": (Lighting(0.9, 0.02, (0.45, 0.2)), Hardship(shadows=3, depth=0.55)),
    "glossy": (Lighting(1.1, 0.1), Hardship(glares=3, sharpen=0.6)),
    "sharpened": (Lighting(), Hardship(sharpen=0.8)),
    "soft rim": (Lighting(), Hardship(rim_px=1.6)),
}
TILTS = (0.0, 15.0, 30.0, 45.0)
TRAYS = 8
IN_VIEW = 0.95
LOOKS = 2


def with_trays(book: TagBook, plan: BoardPlan, figures: int) -> TagBook:
    """Return *book* with trays of so many figures for all units."""
    spots = spots_of(plan.hex_width_mm, TAG_MM)
    assert spots is not None, "the usual trays have spots"
    units = {payload: figures for payload, piece in book.tags.items() if not piece.startswith("banner")}
    return msgspec.structs.replace(book, size_mm=TAG_MM, spots=FigureSpots(**spots._asdict(), figures=units))


def score(number: int, width: int, plan: BoardPlan, book: TagBook) -> Counter[str]:
    """Return what is counted on one table."""
    rng, figures = np.random.default_rng(number), 3 + number % 2
    light, hardship = LIGHTS[list(LIGHTS)[number % len(LIGHTS)]]
    tilt = TILTS[number // len(LIGHTS) % len(TILTS)]
    lens = Optics(tilt=tilt, blur=float(rng.uniform(0.5, 1.0)), noise=float(rng.uniform(1.5, 4.0)))
    trays, condition = with_trays(book, plan, figures), Condition(lens, light, hardship)
    assert trays.spots is not None
    size = (width, width * 9 // 16)
    table = SimulatedTable(plan, trays, size=size, seed=number, condition=condition)
    pieces = rng.permutation(sorted(trays.pieces[payload] for payload in trays.spots.figures))[:TRAYS]
    gone: dict[str, int] = {}
    for place, (piece, at) in enumerate(zip(pieces, rng.permutation(plan.board.hexes), strict=False)):
        stand = figures - (0, 1, int(rng.integers(figures + 1)))[place % 3]
        table.place_tray(str(piece), at)
        table.stand(str(piece), rng.permutation(figures)[:stand].tolist())
        blue, green, red = rng.uniform(15, 200, 3).tolist()
        table.figures(str(piece), figures, (blue, green, red))
        gone[str(piece)] = figures - stand
    eyes, found = Eyes(plan, trays), Counter[str]()
    seen = [eyes.look(table.read()) for _ in range(LOOKS)][-1].spots
    for piece, shares in table.visible_spots().items():
        in_view = sum(share >= IN_VIEW for share in shares)
        found["trays"] += 1
        if piece not in seen:
            found["unread"] += 1
            continue
        found["told"] += seen[piece].seen
        found["wrong"] += max(0, seen[piece].seen - gone[piece])
        found["in view"] += in_view
        found["of them told"] += min(in_view, seen[piece].seen)
        if gone[piece] == 0:
            found["whole"] += 1
            found["whole, told"] += seen[piece].seen > 0
        if gone[piece] == 1 and in_view == 1:
            found["lone"] += 1
            found["lone, told"] += seen[piece].seen == 1
    return found


def main() -> None:
    """Print the scores of all tables together."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--trays", type=int, default=320)
    parser.add_argument("--width", type=int, default=1920)
    given = parser.parse_args()
    library, total = Library(Path("nowhere")), Counter[str]()
    plan, book = library.plan("second"), library.book("second")
    for number in range(-(-given.trays // TRAYS)):
        total += score(number, given.width, plan, book)
    print(f"{total['trays']} trays, {total['unread']} without a tag that was read")
    print(f"spots told {total['told']}, wrong {total['wrong']}")
    print(f"spots in view {total['in view']}, told {total['of them told']}")
    print(f"lone losses in view {total['lone']}, told {total['lone, told']}")
    print(f"trays on which all stand {total['whole']}, of which a loss was told {total['whole, told']}")


if __name__ == "__main__":
    main()
