"""The sheet with the code that a tablet joins by."""

from printables.modules import code_modules
from printables.paper import BOLD, Pages, SheetPlace, Size

CODE_MM = 90.0
WHITE_MM = 16.0
WORDS = (
    "Point a tablet's camera at the code, or type the address below it. The tablet must be in the same "
    "network as the computer at the table.",
    "Whoever has this sheet can play: keep it at the table. It stops working when the table gets a new code.",
)


def draw_join(pages: Pages, url: str) -> None:
    """Draw *url* as a code that any phone reads, and as text."""
    pages.start("Join the table", WORDS)
    side = CODE_MM + 2 * WHITE_MM
    left, top = (pages.size.width - side) / 2, pages.top + 10.0
    pages.box(SheetPlace(left, top), Size(side, side + 14.0))
    pages.modules(code_modules(url), SheetPlace(left + WHITE_MM, top + WHITE_MM), CODE_MM)
    middle = pages.size.width / 2
    pages.text("herald", SheetPlace(middle, top + 9.0), points=14, font=BOLD, centred=True)
    pages.fitted(url, SheetPlace(middle, top + side + 2.0), side - 8.0, points=14)
