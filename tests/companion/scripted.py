"""Two players who tap what their pages offer; what the table waits for says only whose turn it is to tap."""

from typing import Any

from companion.table.table import Table
from rules.kernel.values import Seat
from tests.companion.browser import Tablet
from tests.companion.sent_view import sent_view

OFFERED = ".answers button:not(:disabled)"
PLAIN = {
    "dice_wait": '[data-key="roll for me"]',
    "lore_wait": '[data-key="replenish tokens"]',
    "react_wait": '[data-key="decline"]',
}
"""What is tapped, by what the game waits for, where it is not the first button."""


def spot(hex: str) -> str:
    """Return what finds *hex* on the board of a page."""
    return f'[data-hex="{hex}"] .hit'


class Scripted:
    """The players at *table*, each with a tablet; they play *cards* in turn."""

    def __init__(self, table: Table, tablets: dict[Seat, Tablet], cards: tuple[str, ...]) -> None:
        self.table = table
        self.tablets = tablets
        self.cards = cards

    def game(self) -> dict[str, Any]:
        """Return the game as everybody is shown it."""
        game: dict[str, Any] = sent_view(self.table)["game"]
        return game

    def tap(self, seat: Seat, *selectors: str) -> None:
        """Tap *selectors* on the tablet of *seat*, and wait until every tablet shows what is asked then."""
        before = self.table.moment.seq
        for selector in selectors:
            self.tablets[seat].touch(selector)
        self.tablets[seat].wait(lambda: self.table.moment.seq > before, f"the table, after {selectors}")
        asked = self.game()["wait"]["wait"]
        for tablet in self.tablets.values():
            tablet.until_wait(asked)

    def play(self, turns: int) -> None:
        """Play until *turns* turns are over, or the game is."""
        while (game := self.game())["turn"] <= turns and not game["winner"]:
            self.answer(Seat(game["wait"]["seat"] or "south"))

    def answer(self, seat: Seat) -> None:
        """Let *seat* answer what it is asked."""
        game = self.game()
        match wait := game["wait"]["wait"]:
            case "card_wait":
                card = self.cards[game["turn"] % len(self.cards)]
                self.tap(seat, f'[data-key="text {card}"]')
            case "orders_wait":
                self.command(seat)
            case "landmark_wait":
                self.tap(seat, spot(self.choices(seat)[0]["at"]))
            case _:
                self.tap(seat, PLAIN.get(wait, OFFERED))

    def choices(self, seat: Seat) -> list[dict[str, Any]]:
        """Return what the page of *seat* may answer."""
        return [choice["command"] for choice in sent_view(self.table, seat)["ask"]["choices"]]

    def command(self, seat: Seat) -> None:
        """Order a unit, else attack, else move, else end the main phase."""
        places = {unit["id"]: unit["at"] for unit in self.game()["units"]}
        free = [choice for choice in self.choices(seat) if not choice.get("paid")]
        first = {choice["do"]: choice for choice in reversed(free)}
        match first:
            case {"order": order}:
                self.tap(seat, spot(places[order["unit"]]))
            case {"attack": attack}:
                target = spot(places[attack["target"]])
                self.tap(seat, *self.chosen(seat, places[attack["unit"]]), target, '[data-key="attack"]')
            case {"move": move}:
                self.tap(seat, *self.chosen(seat, places[move["unit"]]), spot(move["to"]))
            case _:
                self.tap(seat, '[data-key="end"]')

    def chosen(self, seat: Seat, hex: str) -> tuple[str, ...]:
        """Return the tap that chooses the unit on *hex*; none where it is chosen, since a tap lets it go."""
        is_chosen = self.tablets[seat].find(f'[data-hex="{hex}"] .lit-selected')
        return () if is_chosen else (spot(hex),)
