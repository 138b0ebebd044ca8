"""What people keep from one another at one table, against all that their devices show and are sent."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from selenium import webdriver

from rules.first.printed.cards import OrderCard
from rules.kernel.state import Side
from rules.kernel.values import Seat
from tests.companion.browser import Tablet, gathered, served_world
from tests.companion.dashboard_world import World
from tests.companion.overheard import Overheard, overheard
from tests.companion.several_devices import Tablets, come, sizes

LISTED = frozenset({"untimely", "extra_prices", "amounts", "choices"})
"""Where a view has something of every card, whoever holds it."""

OF_THE_BOX = frozenset({"scenario", "GET /rules.json"})
"""What has all cards that there are."""

PAGE = (
    "const page = document.documentElement.cloneNode(true);"
    "page.querySelectorAll('.card-tiles:not(.rack), .lore-tiles').forEach((all) => all.remove());"
    "return page.outerHTML"
)
"""The whole page, without the lists that have every card."""

SHOWN = (
    "const texts = (selector) => [...document.querySelectorAll(selector)].map((each) => each.textContent);"
    "return { hand: document.querySelector('.hand-cards') && texts('.hand-cards b'),"
    " held: document.querySelector('[data-wait=card_wait] .card-tiles') && texts('.card-tile.held > b') }"
)
"""What a page shows as this hand: a list of it, and what is marked in that of all Command cards."""


class OwnCards:
    """Looks at the *tablets* of all who play at *table*, each for a side, and at what they have *heard*."""

    def __init__(self, tablets: Mapping[str, Tablet], table: World, heard: Overheard) -> None:
        self._tablets, self._table, self._heard = tablets, table, heard
        catalogue = table.table.game.ruleset.catalogue
        self._names = {
            **{card: each.name for card, each in catalogue.cards.items()},
            **{card: each.name for card, each in catalogue.lore.items()},
        }

    def alone(self) -> None:
        """Fail unless each device shows the cards that its owner has marked, and has nothing of others'."""
        sides = self._table.table.game.state.sides
        for role, tablet in self._tablets.items():
            own = sides[Seat(role)]
            tablet.wait(lambda tablet=tablet, own=own: self._shows(tablet, own), f"the cards of {role}")
            others = [side for seat, side in sides.items() if seat != role]
            cards = {card for side in others for card in (*side.known, *side.known_lore)}
            words = cards | {self._names[card] for card in cards}
            page = tablet.driver.execute_script(PAGE)
            assert not [word for word in words if word in page], role
            self.untold(role, words)

    def untold(self, role: str, words: Collection[str]) -> None:
        """Fail if *role*'s device has been sent one of *words* since this was last asked, alone."""
        for what, message in self._heard.news(self._tablets[role]):
            if what not in OF_THE_BOX:
                assert not [*_places(message, words, (what,))], role
            if what == "view":
                self._check_choices(message)

    def _check_choices(self, view: dict[str, Any]) -> None:
        """Fail if of cards to play from a hand fewer are offered than there are, of all or Section cards."""
        commands = [choice["command"] for choice in view["ask"]["choices"]]
        cards = {command["card"] for command in commands if command["do"] == "play_card"}
        every = self._table.table.game.ruleset.catalogue.of(OrderCard)
        assert cards in ({*every}, {name for name, card in every.items() if card.is_section}, set())

    def _shows(self, tablet: Tablet, own: Side) -> bool:
        """Return whether *own* cards, no fewer and no more, are shown where a hand has its place."""
        shown = tablet.driver.execute_script(SHOWN)
        cards, lore = (
            {self._names[card] for card in own.known},
            {self._names[card] for card in own.known_lore},
        )
        if shown["hand"] is not None:
            return {*shown["hand"]} == cards | lore
        if shown["held"] is not None:
            return {*shown["held"]} == cards
        return bool(tablet.find(".answers button, [data-wait=rack_wait] .card-tile"))  # asked something else

    def councils_alone(self) -> None:
        """Fail unless each device shows the council of its own player, and has been sent no other."""
        for role, tablet in self._tablets.items():
            for each in self._tablets:
                laid = tablet.text(f'[data-laid-aside="{each}"]')
                assert not laid or ("Commander" in laid) == (each == role), (role, laid)
            for what, message in self._heard.news(tablet):
                if what not in OF_THE_BOX and not isinstance(message, str):
                    told = [*_places(message, {"masters"}, (what,))]
                    assert all(("councils", role) == at[-4:-2] for at in told), (role, told)


def _places(told: Any, words: Collection[str], at: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield where in *told* one of *words* stands, but for what is told of every card."""
    match told:
        case dict():
            yield from _places([*told], words, (*at, "names"))
            for name in told.keys() - LISTED:
                yield from _places(told[name], words, (*at, name))
        case list():
            for each in told:
                yield from _places(each, words, at)
        case str():
            yield from ((*at, word) for word in words if word in told)


class Party(NamedTuple):
    """People at one table, each with a device, and what they keep from one another."""

    table: World
    tablets: Tablets
    own: OwnCards


@contextmanager
def party(
    driver: webdriver.Chrome, data: Path, port: int, scenario: str, people: Mapping[str, tuple[str, str]]
) -> Iterator[Party]:
    """Let *people*, by role with name and size, join a table of *scenario* whose answers are overheard."""
    with (
        served_world(data, port=port, scenario=scenario) as table,
        overheard(table) as heard,
        gathered(driver, port, sizes(people)) as tablets,
    ):
        own = OwnCards(tablets, table, heard)
        come(tablets, table, people)
        yield Party(table, tablets, own)
