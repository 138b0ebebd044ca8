"""The dashboard's pages and sheets, one after the other, as a tablet comes to see them."""

from collections.abc import Callable, Iterator

from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Attack,
    ChooseFirst,
    CorrectScore,
    CorrectUnit,
    Decline,
    EndMainPhase,
    Order,
    PlaceTerrain,
    PlaceUnit,
    PlayCard,
    Roll,
    StartGame,
)
from rules.kernel.values import CardId, Marker, ScenarioCardId, Seat, TerrainId, Tile, UnitId
from rules.second.faces import HEROIC, LORE, STRIKE
from rules.second.messages import ChooseScenarioCard, FinishTerrain
from tests.companion.browser import Tablet
from tests.companion.dashboard_world import World
from tests.companion.first_questions import FIRST_QUESTIONS
from tests.companion.sent_view import sent_view

HARVESTERS, GUARD = UnitId("blood_harvesters-4"), UnitId("citadel_guard-4")


def wait_of(world: World) -> str:
    """Return what the game waits for."""
    wait: str = sent_view(world.table)["game"]["wait"]["wait"]
    return wait


def sheet(tablet: Tablet, key: str) -> None:
    """Open a sheet by its tool."""
    tablet.touch(f'#tools [data-key="{key}"]')
    tablet.wait(lambda: tablet.find(".sheet"), key)


def close(tablet: Tablet) -> None:
    tablet.touch(".sheet-head .close")
    tablet.wait(lambda: not tablet.find(".sheet"), "no sheet")


def at_the_access(tablet: Tablet, world: World) -> Iterator[str]:
    """Who has not joined, who looks on, and who came to a wrong address."""
    tablet.driver.get(f"{tablet.home}/join/{world.access.codes.join}")
    yield "join"
    tablet.driver.get(f"{tablet.home}/watch/{world.access.codes.watch}")
    yield "watch"
    tablet.driver.get(f"{tablet.home}/camera")
    yield "refused"


def in_the_game(tablet: Tablet, world: World) -> Iterator[str]:
    """The learning scenario from its set-up to its end, with the sheets on the way."""
    tablet.join(world.access.codes.join)
    tablet.until_wait("set_up_wait")
    yield "set-up"
    world.start()
    world.say(
        CorrectUnit(unit=HARVESTERS, at=Hex("F5"), figures=2),
        CorrectUnit(unit=UnitId("citadel_guard-3"), at=Hex("C5"), figures=2, markers=(Marker.POISON,)),
        CorrectUnit(unit=UnitId("yeoman_archers-2"), at=None, figures=0),
        CorrectScore(seat=Seat.NORTH, points=6, lore=3),
    )
    tablet.until_wait("card_wait")
    yield "card"
    tablet.touch('[data-key="unlisted"]')
    yield "card that is not listed"
    world.say(PlayCard(card=CardId("line_advance")), Order(unit=HARVESTERS))
    tablet.wait(lambda: not tablet.find(".sheet"), "the sheet, whose question is over")
    tablet.until_wait("orders_wait")
    yield "orders"
    tablet.touch_hex("F5")
    tablet.touch_hex("F4")
    tablet.wait(lambda: tablet.find('[data-key="attack"]'), "the attack")
    yield "attack"
    tablet.touch_hex("F9")
    tablet.wait(lambda: tablet.find("#toast:not([hidden])"), "the refusal")
    yield "refusal"
    world.say(Attack(unit=HARVESTERS, target=GUARD))
    tablet.until_wait("dice_wait")
    tablet.touch('[data-face="strike"]')
    yield "dice"
    world.say(Roll(faces=(HEROIC, HEROIC, STRIKE, LORE)))
    tablet.until_wait("commit_wait")
    yield "commit"
    for key in ("log", "correct", "tablets", "rules"):
        sheet(tablet, key)
        yield key
    yield from back_in_the_log(tablet, world)
    sheet(tablet, "tablets")
    tablet.touch('[data-key="voice"]')
    tablet.wait(lambda: not tablet.find(".sheet .qr"), "the voice")
    yield "voice"
    sheet(tablet, "correct")
    tablet.touch('[data-key="last roll"]')
    yield "last roll"
    sheet(tablet, "correct")
    tablet.touch_hex("C5")
    yield "unit"
    tablet.touch('[data-key="score south"]')
    yield "score"
    sheet(tablet, "tablets")
    tablet.touch('[data-key="arranging"]')
    yield "arranging"
    close(tablet)
    while (wait := wait_of(world)) != "over_wait":
        if wait == "commit_wait":
            tablet.touch('[data-key^="commit"]')
            tablet.wait(lambda: not tablet.find('[data-wait="commit_wait"]'), "the dice committed")
            continue
        if wait != "orders_wait":
            tablet.until_wait(wait)
            yield wait
            world.say(Decline())
            continue
        units = sent_view(world.table)["game"]["units"]
        south = [UnitId(unit["id"]) for unit in units if unit["seat"] == Seat.SOUTH]
        world.say(*(CorrectUnit(unit=unit, at=None, figures=0) for unit in south))
    tablet.until_wait("over_wait")
    yield "over"


def back_in_the_log(tablet: Tablet, world: World) -> Iterator[str]:
    """An entry of the log: opened, seen again, corrected, gone back to."""
    entry = world.seq - 2
    for key, seen in (
        ("see", '[data-key="now"]'),
        ("correct", '[data-key="leave"]'),
        ("back", '[data-key="take back"]'),
    ):
        sheet(tablet, "log")
        tablet.wait(lambda: tablet.find(".log"), "the log")
        if not tablet.find(f'[data-key="{key} {entry}"]'):
            tablet.touch(f'[data-key="line {entry}"]')
        tablet.touch(f'[data-key="{key} {entry}"]')
        tablet.wait(lambda seen=seen: tablet.find(seen), key)
        yield f"log: {key}"
        close(tablet)


def beside_the_game(tablet: Tablet, world: World) -> Iterator[str]:
    """Pages of their own, the wall screen, and the table as others see it; the game is on."""
    world.start()
    tablet.join(world.access.codes.join, role="north")
    tablet.until_wait("card_wait")
    yield "card of one's own"
    tablet.shape("390x844")
    tablet.touch('[data-key="own hand"]')
    tablet.wait(lambda: tablet.find(".sheet"), "the hand")
    tablet.shape("1280x800")
    yield "hand"
    for address, seen in (("rules", ".rule"), ("packs", ".stepper, select, input"), ("report", "h1")):
        tablet.driver.get(f"{tablet.home}/{address}")
        tablet.wait(lambda seen=seen: tablet.find(seen), address)
        tablet.driver.execute_script(
            "document.querySelectorAll('.shelf').forEach((part) => (part.open = true))"
        )
        yield f"page of {address}"
    tablet.driver.get(f"{tablet.home}/wall")
    tablet.wait(lambda: tablet.find("#board svg"), "the board on the wall")
    yield "wall"
    tablet.driver.get(f"{tablet.home}/watch/{world.access.codes.watch}")
    tablet.come_in()
    tablet.until_wait("card_wait")
    yield "looking on"


def on_the_field(tablet: Tablet, world: World) -> Iterator[str]:
    """A free battle: a hex's sheet, lore cards."""
    tablet.join(world.access.codes.join)
    for kind, at in (("hill", "F5"), ("forest", "B3"), ("building", "D3"), ("lake", "E5"), ("river", "A5")):
        world.say(PlaceTerrain(at=Hex(at), tile=Tile(kind=TerrainId(kind))))
    for kind, at in (("riverwatch_riders", "B3"), ("roc_warrior", "F5"), ("chaos_lord", "G6")):
        world.say(PlaceUnit(unit=UnitId(f"{kind}-1"), at=Hex(at)))
    tablet.touch_hex("J2")
    tablet.wait(lambda: tablet.find("[data-hex-sheet]"), "the hex's sheet")
    yield "hex"
    close(tablet)
    lord = CorrectUnit(unit=UnitId("chaos_lord-1"), at=Hex("G6"), figures=1, damage=2, markers=(Marker.STUN,))
    world.say(StartGame(), lord, CorrectScore(seat=Seat.SOUTH, lore=5), PlayCard(card=CardId("line_advance")))
    tablet.until_wait("orders_wait")
    tablet.touch_hex("E5")
    yield "field"
    sheet(tablet, "lore")
    yield "lore"

    close(tablet)
    world.say(EndMainPhase())
    while wait_of(world) == "exchange_wait":
        yield "exchange"
        world.say(Decline())
    tablet.until_wait("lore_wait")
    yield "lore to take"


def in_the_setting(tablet: Tablet, world: World) -> Iterator[str]:
    """A full battle up to the armies."""
    tablet.join(world.access.codes.join)
    tablet.touch('[data-key="choose south"]')
    yield "scenario card"
    cards = ((Seat.SOUTH, "crossing_the_river_of_sleep"), (Seat.NORTH, "staking_a_claim"))
    world.say(*(ChooseScenarioCard(seat=seat, card=ScenarioCardId(card)) for seat, card in cards))
    world.say(ChooseFirst(seat=Seat.SOUTH))
    tablet.driver.get(tablet.home)
    tablet.until_wait("terrain_wait")
    yield "terrain"
    world.say(FinishTerrain())
    tablet.touch('[data-key="muster north"]')
    tablet.wait(lambda: tablet.find('[data-army="north"]'), "the builder")
    tablet.touch('[data-key="blood_harvesters 1"]')
    tablet.wait(lambda: tablet.find(".army-wrong"), "what is wrong")
    yield "army"


def before_the_camera(tablet: Tablet, world: World) -> Iterator[str]:
    """A simulated table: the grid, the steps from the box to the first turn, a unit that stands wrong."""
    tablet.join(world.access.codes.join)
    tablet.driver.get(f"{tablet.home}/camera")
    tablet.wait(lambda: tablet.find("#buttons:not([hidden]) #grid:not([hidden])"), "the board in the picture")
    yield "camera"
    simulated = world.services.simulated
    assert simulated is not None
    for name, unit in world.table.game.state.units.items():
        assert unit.at is not None
        simulated.place(name, unit.at)
    tablet.driver.get(f"{tablet.home}/start")
    for step in range(len(tablet.wait(lambda: tablet.find("#steps button"), "the steps"))):
        tablet.touch(f"#steps li:nth-child({step + 1}) button")
        yield f"start, step {step + 1}"
    world.start()
    world.say(PlayCard(card=CardId("line_advance")))
    tablet.driver.get(tablet.home)
    tablet.wait(lambda: tablet.find(".table-state.in_step"), "the board to be right")
    simulated.place(GUARD, Hex("F2"))
    tablet.wait(lambda: tablet.find(".differences li"), "the difference")
    yield "differences"
    tablet.touch('[data-key^="put_back"]')
    name = next(unit["name"] for unit in sent_view(world.table)["game"]["units"] if unit["id"] == GUARD)
    tablet.wait(lambda: name in tablet.text("#errands"), "the errand")
    yield "errands"


def in_the_first_edition(tablet: Tablet, world: World) -> Iterator[str]:
    """A War Council in the making, Landmarks, and each question of a battle that has its own."""
    tablet.join(world.access.codes.join)
    tablet.until_wait("council_wait")
    yield "councils"
    tablet.touch('[data-key="council south"]')
    tablet.wait(lambda: tablet.find("[data-council]"), "the council")
    yield "a council"
    tablet.touch('[data-key="back"]')
    for name, commands in FIRST_QUESTIONS.items():
        world.say(*commands)
        tablet.until_wait(wait_of(world))
        yield name
        if name == "a Reaction":
            tablet.touch('[data-key="reaction"]')
            tablet.wait(lambda: tablet.find(".lore-card"), "the Lore cards")
            yield "Lore cards"
            close(tablet)
        if name == "battling back":  # what comes then looks like these
            return


def at_home(tablet: Tablet, world: World) -> Iterator[str]:
    """The home page and its rooms, while a game is on and the other side wants another one."""
    world.start()
    other = world.device("south", "Ana")
    tablet.join(world.access.codes.join, role="north")
    other.post("/home/change", {"scenario": "battle"})
    tablet.wait(lambda: tablet.find('#change [data-key="agree"]'), "what is asked")
    yield "asked"
    tablet.touch('[data-key="disagree"]')
    tablet.wait(lambda: not tablet.find('[data-key="disagree"]'), "the answer")
    for room, seen in (
        ("", ".home-tiles"),
        ("new", '[data-key="play battle"]'),
        ("past", ".home-past-game"),
        ("camera", '[data-key="look again"]'),
        ("settings", '[data-key="keep names"]'),
        ("statistics", ".home-panel > p"),
    ):
        tablet.driver.get(f"{tablet.home}/home#{room}")
        tablet.driver.refresh()
        tablet.wait(lambda seen=seen: tablet.find(seen), room)
        if room in ("new", "past"):
            tablet.touch(seen)
        yield f"home: {room}"


TOURS: dict[str, tuple[Callable[[Tablet, World], Iterator[str]], str, str | None, str]] = {
    "door": (at_the_access, "learning", None, "en"),
    "game": (in_the_game, "learning", None, "ro"),  # whose words are longer
    "home": (at_home, "learning", None, "ro"),
    "beside": (beside_the_game, "learning", None, "en"),
    "field": (on_the_field, "free", None, "en"),
    "setting": (in_the_setting, "battle", None, "en"),
    "first": (in_the_first_edition, "war_council", None, "ro"),
    "camera": (before_the_camera, "learning", "simulated", "en"),
}
"""By name: a tour, the scenario it needs, its camera and its language."""
