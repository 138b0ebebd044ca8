"""Takes the dashboard's pictures for the documentation: ``python -m tests.companion.screenshots FOLDER``."""

import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image

from rules.hexes import Hex
from rules.messages import CorrectScore, CorrectUnit, Order, PlayCard
from rules.values import CardId, Marker, Seat, UnitId
from tests.companion.browser import Tablet, chromium, free_port, served_world
from tests.companion.dashboard_world import World

LANDSCAPE, UPRIGHT, PHONE = "1280x800", "800x1280", "390x844"


class Photographer:
    """Takes pictures of one tablet into *folder*."""

    def __init__(self, tablet: Tablet, folder: Path) -> None:
        self.tablet = tablet
        self.folder = folder

    def take(self, name: str, size: str = LANDSCAPE, scheme: str = "light") -> None:
        """Save what the tablet shows as *name*, once its letters and hexes have been drawn."""
        self.tablet.shape(size, scheme)
        self.tablet.driver.execute_async_script(
            "const done = arguments[0];"
            "setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 600)"
        )
        with Image.open(BytesIO(self.tablet.driver.get_screenshot_as_png())) as picture:
            picture.convert("RGB").quantize(256, Image.Quantize.FASTOCTREE).save(
                self.folder / f"{name}.png", optimize=True
            )


def the_way_in(photographer: Photographer, world: World) -> None:
    """The doorway, and the set-up."""
    tablet = photographer.tablet
    tablet.driver.get(f"{tablet.home}/join/{world.door.codes.join}")
    photographer.take("join", PHONE)
    tablet.join(world.door.codes.join)
    photographer.take("set-up")


def the_game(photographer: Photographer, world: World) -> None:
    """A turn in the middle of a game: the card, the orders, the dice, the log."""
    tablet = photographer.tablet
    world.start()
    world.say(
        CorrectScore(seat=Seat.NORTH, points=6, lore=3),
        CorrectScore(seat=Seat.SOUTH, points=4, lore=2),
        CorrectUnit(unit=UnitId("citadel_guard-3"), at=Hex("C5"), figures=2, markers=(Marker.POISON,)),
        CorrectUnit(unit=UnitId("blood_harvesters-4"), at=Hex("F5"), figures=1),
        CorrectUnit(unit=UnitId("yeoman_archers-2"), at=None, figures=0),
    )
    tablet.until_wait("card_wait")
    photographer.take("card", LANDSCAPE, "dark")
    world.say(PlayCard(card=CardId("line_advance")), Order(unit=UnitId("blood_harvesters-4")))
    tablet.until_wait("orders_wait")
    tablet.shape(LANDSCAPE)
    tablet.touch_hex("D6")
    tablet.wait(lambda: tablet.find(".lit-move"), "lit hexes")
    photographer.take("orders")
    photographer.take("orders-dark", LANDSCAPE, "dark")
    photographer.take("orders-upright", UPRIGHT)
    photographer.take("orders-phone", PHONE, "dark")
    tablet.shape(LANDSCAPE)
    tablet.touch_hex("F5")
    tablet.touch_hex("F4")
    tablet.touch('[data-key="attack"]')
    tablet.until_wait("dice_wait")
    tablet.touch('[data-face="strike"]')
    tablet.touch('[data-face="heroic"]')
    photographer.take("dice")
    tablet.touch('#tools [data-key="log"]')
    photographer.take("log", UPRIGHT, "dark")
    tablet.touch('#tools [data-key="correct"]')
    tablet.touch_hex("C5")
    photographer.take("correct", LANDSCAPE)
    tablet.shape(PHONE)
    tablet.touch('#tools [data-key="tablets"]')
    photographer.take("tablets", PHONE)


def main() -> None:
    """Take every picture into the folder that is named."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, chromium() as driver:
        port = free_port()
        with served_world(Path(data) / "game", port=port) as world:
            photographer = Photographer(Tablet(driver, port), folder)
            the_way_in(photographer, world)
            the_game(photographer, world)
        with served_world(Path(data) / "camera", port=port, camera="simulated") as world:
            photographer.tablet.join(world.door.codes.join)
            driver.get(f"{photographer.tablet.home}/camera")
            photographer.tablet.wait(
                lambda: photographer.tablet.find("#buttons:not([hidden]) #grid:not([hidden])"),
                "the board in the picture",
            )
            photographer.take("camera")


if __name__ == "__main__":
    main()
