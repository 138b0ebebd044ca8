"""Takes the dashboard's pictures for the documentation: ``python -m tests.companion.screenshots FOLDER``."""

import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image

from rules.hexes import Hex
from rules.messages import (
    CorrectScore,
    CorrectUnit,
    Order,
    PlaceBanner,
    PlaceTerrain,
    PlaceUnit,
    PlayCard,
    StartGame,
)
from rules.values import CardId, Marker, Seat, TerrainId, Tile, UnitId
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


FIELD = {
    "hill": ("F5", "I3", "I7"),
    "forest": ("B3", "B7", "C7", "G6"),
    "building": ("D3", "J7"),
    "lake": ("E5",),
    "river": ("A5", "B5", "C5", "D5"),
}
TOKENS = {"B5": "ford", "D5": "bridge"}
UNITS = {
    "citadel_guard": ("D3", "G3"),
    "yeoman_archers": ("I3",),
    "riverwatch_riders": ("B3",),
    "rune_golems": ("F4",),
    "roc_warrior": ("F5",),
    "blood_harvesters": ("F6",),
    "viper_legion": ("I7",),
    "flesh_ripper_brutes": ("B7",),
    "obscenes": ("J7",),
    "chaos_lord": ("G6",),
}


def the_field(photographer: Photographer, world: World) -> None:
    """A free battle: terrain laid by tapping, legends, a unit's card, lore cards."""
    tablet = photographer.tablet
    tablet.join(world.door.codes.join)
    for kind, places in FIELD.items():
        for at in places:
            token = TerrainId(TOKENS[at]) if at in TOKENS else None
            world.say(PlaceTerrain(at=Hex(at), tile=Tile(kind=TerrainId(kind), token=token)))
    for at, seat in (("F1", Seat.SOUTH), ("G9", Seat.NORTH)):
        tent = Tile(kind=TerrainId("command_tent"), owner=seat)
        world.say(PlaceTerrain(at=Hex(at), tile=tent))
    for kind, places in UNITS.items():
        for number, at in enumerate(places, start=1):
            world.say(PlaceUnit(unit=UnitId(f"{kind}-{number}"), at=Hex(at)))
    world.say(PlaceBanner(at=Hex("G5")))
    tablet.shape(LANDSCAPE)
    tablet.touch_hex("J2")
    tablet.wait(lambda: tablet.find("[data-hex-sheet]"), "the hex's sheet")
    photographer.take("terrain-laid")
    tablet.touch(".sheet .close")
    lord = CorrectUnit(unit=UnitId("chaos_lord-1"), at=Hex("G6"), figures=1, damage=2, markers=(Marker.STUN,))
    world.say(StartGame(), lord, CorrectScore(seat=Seat.SOUTH, lore=5))
    world.say(PlayCard(card=CardId("line_advance")))
    tablet.until_wait("orders_wait")
    tablet.touch_hex("B3")
    tablet.wait(lambda: tablet.find(".lit-move"), "lit hexes")
    photographer.take("terrain")
    photographer.take("terrain-upright", UPRIGHT, "dark")
    photographer.take("terrain-phone", PHONE)
    tablet.shape(LANDSCAPE)
    tablet.touch('#tools [data-key="lore"]')
    photographer.take("lore")


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
        with served_world(Path(data) / "field", port=port, scenario="free") as world:
            the_field(photographer, world)
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
