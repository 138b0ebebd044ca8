"""Takes the dashboard's pictures for the documentation: ``python -m tests.companion.screenshots FOLDER``."""

import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from PIL import Image

from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    ChooseFirst,
    CorrectScore,
    CorrectUnit,
    Decline,
    NoteHand,
    Order,
    PlaceBanner,
    PlaceTerrain,
    PlaceUnit,
    PlayCard,
    Roll,
    StartGame,
)
from rules.kernel.values import CardId, Marker, ScenarioCardId, Seat, TerrainId, Tile, UnitId
from rules.second.faces import LORE, STRIKE
from rules.second.messages import ChooseScenarioCard, FinishTerrain
from tests.companion.browser import Tablet, chromium, free_port, served_world
from tests.companion.dashboard_world import World
from tests.companion.first_questions import FIRST_QUESTIONS
from tests.companion.sent_view import sent_view
from tests.companion.web.test_browser_layout import QUESTIONS

LANDSCAPE, UPRIGHT, PHONE, WALL = "1280x800", "800x1280", "390x844", "1920x1080"
SHEET, SMALL, GAP = 2000, 0.375, 8  # px across, of a picture's own size, px between two
PAPERS = {"light": "white", "dark": "black"}


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

    def sheet(self, name: str, size: str, scheme: str, pictures: list[str]) -> None:
        """Save *pictures* that were taken, side by side and small, as *name*; they themselves go."""
        width, height = map(int, size.split("x"))
        small = (round(width * SMALL), round(height * SMALL))
        columns = SHEET // small[0]
        rows = -(-len(pictures) // columns)
        whole = Image.new("RGB", (columns * (small[0] + GAP), rows * (small[1] + GAP)), PAPERS[scheme])
        for number, picture in enumerate(pictures):
            file = self.folder / f"{picture}.png"
            with Image.open(file) as taken:
                place = (number % columns * (small[0] + GAP), number // columns * (small[1] + GAP))
                whole.paste(taken.convert("RGB").resize(small, Image.Resampling.LANCZOS), place)
            file.unlink()
        drawn = whole.quantize(128, Image.Quantize.FASTOCTREE)
        drawn.save(self.folder / f"{name}.png", optimize=True)


def the_questions(photographer: Photographer, world: World) -> None:
    """Every question of a scenario, on a tablet by day and on a telephone by night."""
    tablet, scenario = photographer.tablet, world.table.row.scenario
    if scenario == "learning":
        world.start()
    tablet.shape(LANDSCAPE)
    tablet.join(world.access.codes.join)
    shapes = (("tablet", LANDSCAPE, "light"), ("phone", PHONE, "dark"))
    taken: dict[str, list[str]] = {device: [] for device, _, _ in shapes}
    for number, commands in enumerate(QUESTIONS[scenario].values()):
        world.say(*commands)
        tablet.until_wait(sent_view(world.table)["game"]["wait"]["wait"])
        for device, size, scheme in shapes:
            taken[device].append(f"{scenario}-{device}-{number}")
            photographer.take(taken[device][-1], size, scheme)
        tablet.shape(LANDSCAPE)
    for device, size, scheme in shapes:
        photographer.sheet(f"questions-{scenario.replace('_', '-')}-{device}", size, scheme, taken[device])


def the_way_in(photographer: Photographer, world: World) -> None:
    """The doorway, and the set-up."""
    tablet = photographer.tablet
    tablet.driver.get(f"{tablet.home}/join/{world.access.codes.join}")
    photographer.take("join", PHONE)
    tablet.driver.get(f"{tablet.home}/watch/{world.access.codes.watch}")
    photographer.take("watch", UPRIGHT)
    tablet.shape(LANDSCAPE)
    tablet.join(world.access.codes.join)
    photographer.take("set-up")


def the_game(photographer: Photographer, world: World) -> None:
    """A turn in the middle of a game: the card, the orders, the dice, the log."""
    tablet = photographer.tablet
    the_way_in(photographer, world)
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
    tablet.wait(lambda: tablet.find(".odds b"), "the chances")
    photographer.take("attack")
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
    tablet.wait(lambda: tablet.find(".sheet .qr"), "the menu")
    tablet.driver.execute_script("document.querySelector('.sheet').scrollIntoView()")
    photographer.take("tablets", PHONE)
    beside_the_game(photographer, world)


def beside_the_game(photographer: Photographer, world: World) -> None:
    """The same game on the wall and on other phones, and told afterwards; the rules, the packs."""
    tablet = photographer.tablet
    tablet.shape(WALL)
    tablet.driver.get(f"{tablet.home}/wall")
    tablet.wait(lambda: tablet.find("#board svg"), "the board on the wall")
    photographer.take("wall-dark", "1280x720", "dark")
    dice = sent_view(world.table)["game"]["wait"]["count"]
    world.say(Roll(faces=(STRIKE, *[LORE] * (dice - 1))))
    photographer.take("wall", WALL)
    tablet.shape(LANDSCAPE)
    tablet.driver.get(tablet.home)
    tablet.wait(lambda: tablet.find(".blow"), "the battle")
    photographer.take("battle")
    while sent_view(world.table)["game"]["wait"]["wait"] != "orders_wait":
        world.say(Decline())
    for name, size, seen in (
        ("report", UPRIGHT, "h1"),
        ("rules", LANDSCAPE, ".rule"),
        ("packs", PHONE, ".stepper, select, input"),
    ):
        tablet.driver.get(f"{tablet.home}/{name}")
        tablet.wait(lambda seen=seen: tablet.find(seen), name)
        photographer.take(name, size)
    world.say(NoteHand(seat=Seat.NORTH, known=(CardId("patrol_left"), CardId("attack_right"))))
    tablet.shape(PHONE)
    tablet.join(world.access.codes.join, role="north")
    tablet.wait(lambda: tablet.find("#hand li"), "the hand")
    tablet.driver.execute_script("scrollTo(0, 0)")
    photographer.take("own-phone", PHONE)
    tablet.join(world.access.codes.join, role="watch")
    photographer.take("watch-phone", PHONE, "dark")


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
    tablet.join(world.access.codes.join)
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


def the_setting(photographer: Photographer, world: World) -> None:
    """A full battle: a scenario card, and an army in the making."""
    tablet = photographer.tablet
    tablet.shape(LANDSCAPE)
    tablet.join(world.access.codes.join)
    tablet.touch('[data-key="choose south"]')
    photographer.take("scenario-card")
    cards = ((Seat.SOUTH, "crossing_the_river_of_sleep"), (Seat.NORTH, "staking_a_claim"))
    world.say(*(ChooseScenarioCard(seat=seat, card=ScenarioCardId(card)) for seat, card in cards))
    world.say(ChooseFirst(seat=Seat.SOUTH), FinishTerrain())
    tablet.driver.get(tablet.home)
    tablet.touch('[data-key="muster north"]')
    tablet.touch('[data-key="blood_harvesters 1"]')
    tablet.wait(lambda: tablet.find(".army-wrong li"), "what is wrong")
    photographer.take("army", UPRIGHT)


def in_romanian(photographer: Photographer, world: World) -> None:
    """Orders and their end, as a table that speaks Romanian shows them."""
    tablet = photographer.tablet
    tablet.shape(LANDSCAPE)
    world.start()
    tablet.join(world.access.codes.join)
    world.say(PlayCard(card=CardId("line_advance")), Order(unit=UnitId("blood_harvesters-4")))
    tablet.until_wait("orders_wait")
    tablet.touch_hex("F6")
    photographer.take("romanian")
    units = world.table.game.state.units.values()
    world.say(*(CorrectUnit(unit=each.id, at=None, figures=0) for each in units if each.seat is Seat.SOUTH))
    tablet.until_wait("over_wait")
    photographer.take("romanian-over", UPRIGHT)


def before_the_camera(photographer: Photographer, world: World) -> None:
    """A simulated table: the way from the box to the first turn, the grid, a unit that stands wrong."""
    tablet, simulated = photographer.tablet, world.services.simulated
    assert simulated is not None
    tablet.shape(LANDSCAPE)
    tablet.join(world.access.codes.join)
    for name, unit in world.table.game.state.units.items():
        assert unit.at is not None
        simulated.place(name, unit.at)
    tablet.driver.get(f"{tablet.home}/start")
    tablet.wait(lambda: tablet.find('[data-step="camera"][data-state="done"]'), "the camera")
    photographer.take("start")
    tablet.touch('[data-key="step deploy"]')
    photographer.take("start-phone", PHONE, "dark")
    tablet.shape(LANDSCAPE)
    tablet.driver.get(f"{tablet.home}/camera")
    tablet.wait(lambda: tablet.find("#buttons:not([hidden]) #grid:not([hidden])"), "the board in the picture")
    photographer.take("camera")
    world.start()
    world.say(PlayCard(card=CardId("line_advance")))
    tablet.driver.get(tablet.home)
    tablet.wait(lambda: tablet.find(".table-state.in_step"), "the board to be right")
    simulated.place("citadel_guard-4", Hex("F2"))
    tablet.wait(lambda: tablet.find(".differences li"), "the difference")
    photographer.take("differences")
    photographer.take("differences-phone", PHONE)


def the_first_edition(photographer: Photographer, world: World) -> None:
    """A War Council in the making, a Reaction with the Lore cards, a retreat, a Critical Hit."""
    tablet = photographer.tablet
    tablet.shape(LANDSCAPE)
    tablet.join(world.access.codes.join)
    tablet.driver.get(f"{tablet.home}/home#new")
    tablet.wait(lambda: tablet.find("[data-edition]"), "the editions")
    photographer.take("first-games")
    tablet.driver.get(tablet.home)
    tablet.touch('[data-key="council south"]')
    for level in ("commander 2", "wizard 3", "rogue 1"):
        tablet.touch(f'[data-key="level {level}"]')
    photographer.take("first-council", PHONE)
    tablet.shape(LANDSCAPE)
    tablet.touch('[data-key="back"]')
    for name, commands in FIRST_QUESTIONS.items():
        world.say(*commands)
        tablet.until_wait(sent_view(world.table)["game"]["wait"]["wait"])
        match name:
            case "a Reaction":
                tablet.touch('[data-key="reaction"]')
                photographer.take("first-lore")
                tablet.touch(".sheet-head .close")
            case "a retreat":
                photographer.take("first-retreat")
            case "a Critical Hit":
                photographer.take("first-critical", PHONE, "dark")


def the_home_page(photographer: Photographer, world: World) -> None:
    """The home page and its rooms, and what the other side is asked."""
    tablet = photographer.tablet
    world.start()
    south = world.device("south", "Ana")
    world.device("north", "Bogdan")
    tablet.join(world.access.codes.join, "north")
    tablet.until_wait("card_wait")
    south.post("/home/change", {"scenario": "battle"})
    tablet.wait(lambda: tablet.find('#change [data-key="agree"]'), "what is asked")
    photographer.take("home-asked")
    tablet.touch('#change [data-key="disagree"]')
    for room, seen, size, scheme in (
        ("", ".home-tiles", LANDSCAPE, "light"),
        ("new", '[data-key="play battle"]', UPRIGHT, "light"),
        ("past", ".home-past-game", PHONE, "dark"),
        ("settings", '[data-key="keep names"]', LANDSCAPE, "dark"),
    ):
        tablet.shape(size, scheme)
        tablet.driver.get(f"{tablet.home}/home#{room}")
        tablet.driver.refresh()
        tablet.wait(lambda seen=seen: tablet.find(seen), room)
        if room in ("new", "past"):
            tablet.touch(seen)
        photographer.take(f"home-{room}" if room else "home", size, scheme)


SCENES: tuple[tuple[Callable[[Photographer, World], None], str, str | None, str], ...] = (
    (the_game, "learning", None, "en"),
    (the_field, "free", None, "en"),
    (the_setting, "battle", None, "en"),
    (the_first_edition, "war_council", None, "en"),
    (the_home_page, "learning", None, "en"),
    (in_romanian, "learning", None, "ro"),
    (before_the_camera, "learning", "simulated", "en"),
    *((the_questions, scenario, None, "en") for scenario in QUESTIONS),
)
"""What is photographed, and on which table: its scenario, its camera, its language."""


def main() -> None:
    """Take every picture into the folder that is named; with further names, only those scenes."""
    folder, wanted = Path(sys.argv[1]), sys.argv[2:]
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, chromium() as driver:
        port = free_port()
        photographer = Photographer(Tablet(driver, port), folder)
        for scene, scenario, camera, language in SCENES:
            if wanted and scene.__name__ not in wanted:
                continue
            place = Path(data) / scene.__name__
            with served_world(place, port=port, scenario=scenario, camera=camera, language=language) as world:
                scene(photographer, world)
                driver.get("about:blank")


if __name__ == "__main__":
    main()
