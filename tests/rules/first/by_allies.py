"""The examples of Reluctant Allies through the engine, sentence by sentence."""

import re
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from rules.first.edition import FIRST
from rules.first.faces import BLUE, GREEN
from rules.first.messages.allies import CampWon, MarkersGiven, TargetAlly
from rules.first.messages.epic import FillRack
from rules.first.play.lore_cards import price
from rules.first.printed.lore import GivenCouncil, LaidAdventure
from rules.first.variants.allies.edition import BANNERS
from rules.kernel import messages as m
from rules.kernel.chapters.orders import orders_left
from rules.kernel.game import new_game
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Ruleset
from rules.kernel.values import CardId, Cause, Face, Seat, Section, Step, UnitId
from tests.rules.first.adapter import BOARD, Example
from tests.rules.first.by_epic_arms import ByEpicArms
from tests.rules.first.by_variants import ByVariants
from tests.rules.first.engine import CATALOGUE

PLAYERS = {"S1": Seat.SOUTH, "S2": Seat.SOUTH_ALLY, "P1": Seat.NORTH, "P2": Seat.NORTH_ALLY}
CALLED = {seat: name for name, seat in PLAYERS.items()}
CAMPS = {Seat.SOUTH: "standard", Seat.NORTH: "pennant"}
ROUND = (Seat.SOUTH, Seat.NORTH, Seat.SOUTH_ALLY, Seat.NORTH_ALLY)
COUNCIL = GivenCouncil(commander=2, masters={"rogue": 3, "warrior": 1})
FAR = {"S1": "A1", "S2": "B1", "P1": "L9", "P2": "M9"}
LEFT = ("no orders left", "one order left")


def allied_rules(units: Mapping[str, tuple[str, str, str]], *, lore: bool) -> Ruleset:
    """Return the rules of a game of four with these *units* by name: whose, of which kind, where."""
    found = CATALOGUE.scenarios["war_council" if lore else "first_steps"]
    assert isinstance(found, LaidAdventure)
    names = {name: UnitId(f"{kind}-{number}") for number, (name, (_, kind, _)) in enumerate(units.items(), 1)}
    factions = {seat: CAMPS[seat.camp] for seat in ROUND}
    scenario = replace(
        found,
        variants=("epic", "reluctant_allies"),
        factions=factions,
        units={names[name]: Hex(at) for name, (_, _, at) in units.items()},
        owners={names[name]: PLAYERS[whose] for name, (whose, _, _) in units.items()},
        councils=dict.fromkeys(ROUND, COUNCIL) if lore else {},
        landmarks=False,
        points_to_win=BANNERS,
        terrain={},
    )
    return Ruleset(FIRST, CATALOGUE, BOARD, scenario)


class ByAllies(ByVariants):
    """Plays an example of four players; all others as they are."""

    def _four(self, **units: tuple[str, str, str]) -> None:
        """Begin S1's turn with these units, and one more of each player far away."""
        spare = {f"spare {whose}": (whose, "human_red_foot", at) for whose, at in FAR.items()}
        units = {**units, **spare}
        self.names = {
            name: UnitId(f"{kind}-{number}") for number, (name, (_, kind, _)) in enumerate(units.items(), 1)
        }
        self.game = new_game(allied_rules(units, lore=self.example.lore))
        self._say(MarkersGiven(seats=ROUND), m.TurnStarted(seat=Seat.SOUTH, turn=1))
        self._become(waits=(m.CardWait(seat=Seat.SOUTH),))

    def _with_orders(self, *grants: m.GrantOrders) -> None:
        self._say(*(m.OrdersGranted(grant=grant) for grant in grants), m.StepStarted(step=Step.ORDER))
        self._become(waits=(m.OrdersWait(seat=self.game.state.active),), card="A card")

    def _order(self, name: str) -> str | None:
        return self.do(m.Order(unit=self.names[name]))

    def _attack(self, name: str, other: str) -> None:
        assert self.do(m.Attack(unit=self.names[name], target=self.names[other])) is None

    def _roll(self, *faces: str) -> None:
        assert isinstance(self.wait, m.DiceWait)
        dice = (*faces, *([GREEN] * self.wait.count))[: self.wait.count]
        assert self.do(m.Roll(faces=tuple(map(Face, dice)))) is None

    def _banner(self) -> str:
        (gain,) = [each for each in self.events if isinstance(each, m.PointsGained)]
        assert gain.cause is Cause.BANNER
        return CALLED[gain.seat]

    # --- turn markers

    def prepare_turn_markers(self) -> None:
        told = re.findall(r"([SP][12]) (\d)", self.example.given)
        units = {
            f"{whose} {number}": (
                whose,
                "human_green_foot",
                f"{'ABCDEFGHIJKL'[number + 4 * (whose[1] == '2')]}{row}",
            )
            for whose, count in told
            for row in (2 if whose[0] == "S" else 8,)
            for number in range(int(count))
        }
        self._four(**units)
        self.game = new_game(self.game.ruleset)
        assert self.do(m.StartGame()) is None

    def markers(self) -> None:
        for _ in range(3):
            assert self.do(FillRack(card=CardId("patrol_left"))) is None
        (given,) = [each for each in self.events if isinstance(each, MarkersGiven)]
        self.said = [f"{CALLED[seat]} {number}" for number, seat in enumerate(given.seats, 1)]

    # --- orders

    def prepare_an_ally_costs_two_orders(self) -> None:
        foot = "human_blue_foot"
        self._four(s1=("S1", foot, "A3"), s2=("S1", foot, "B3"), a1=("S2", foot, "C3"), a2=("S2", foot, "A4"))
        self._with_orders(m.GrantOrders(count=3, section=Section.LEFT))

    def prepare_an_even_card_for_two_allies(self) -> None:
        self._four(**{f"a{n}": ("S2", "human_blue_foot", at) for n, at in enumerate(("F3", "G3", "H3"), 1)})
        self._with_orders(m.GrantOrders(count=4, section=Section.CENTER))

    def orders(self, then: str | None, one: str, other: str | None) -> str | None:
        if then is None:
            self.game = self.before
        for name in filter(None, (one, other)):
            refused = self._order(name)
            if refused is not None:
                return refused
        self.said = [LEFT[sum(orders_left(self.game))]]
        return None

    # --- banners

    def prepare_who_orders_collects(self) -> None:
        foot = "human_blue_foot"
        self._four(
            a1=("S2", foot, "E4"),
            near=("S2", foot, "D4"),
            beside=("S1", foot, "F4"),
            p1=("P1", foot, "E5"),
            p2=("P2", foot, "F5"),
        )
        self._weaken("p1", "p2")
        self._with_orders(m.GrantOrders(count=2))
        assert self._order("a1") is None

    def _weaken(self, *names: str) -> None:
        """Leave one figure to these units."""
        units = dict(self.game.state.units)
        for name in names:
            units[self.names[name]] = replace(units[self.names[name]], figures=1)
        self._become(units=units)

    def first_banner(self) -> None:
        self._attack("a1", "p1")
        assert self.wait.seat is Seat.SOUTH
        self._roll(BLUE)
        self.said = [self._banner()]

    def battle_back(self) -> None:
        self._say(m.TurnEnded(seat=Seat.SOUTH), m.TurnStarted(seat=Seat.NORTH_ALLY, turn=2))
        at = self.game.state.units[self.names["a1"]].at
        assert at is not None
        self._with_orders(m.GrantOrders(count=1))
        assert self._order("p2") is None
        self._attack("p2", "a1")
        self._roll(GREEN, GREEN)
        assert isinstance(self.wait, m.CounterWait)
        assert self.do(m.Counter()) is None
        assert self.wait.seat is not None
        roller = CALLED[self.wait.seat]
        self._roll(BLUE)
        self.said = [roller, self._banner()]

    # --- Lore

    def _lore_turn(self, **lore: int) -> None:
        foot = "human_blue_foot"
        self._four(s1=("S1", foot, "E3"), a1=("S2", foot, "F3"), a2=("S2", foot, "G3"))
        self._with_orders(m.GrantOrders(count=1))
        for name, seat in PLAYERS.items():
            self._hold(seat, lore=lore.get(name, 9), lore_cards=3)

    def prepare_one_reaction_a_camp(self) -> None:
        self._lore_turn()

    def plays_of_four(self, who: str, kind: str) -> str | None:
        card = self.make_card("a_reaction" if kind == "Reaction" else "any_card", reaction=kind == "Reaction")
        return self.play_lore(PLAYERS[who], card)

    def prepare_lore_on_the_allys_units(self) -> None:
        self._lore_turn()

    def targets(self, others: str | None) -> None:
        card = self.make_card("three_units", cost=4)
        allied = () if others is None else ("a1", "a2")
        does = tuple(TargetAlly(unit=self.names[name]) for name in allied)
        self.said = [f"price {price(self.game, m.PlayLoreCard(seat=Seat.SOUTH, card=card, does=does))}"]

    def prepare_nothing_is_shared(self) -> None:
        self._lore_turn(S1=2)

    def plays_it(self) -> str | None:
        return self.play_lore(Seat.SOUTH, self.make_card("dear", cost=4))

    # --- Darken the Sky

    def prepare_darken_the_sky_for_both(self) -> None:
        bows = {f"u{n}": ("S1" if n < 2 else "S2", "human_green_archers", f"{'DEFGH'[n]}3") for n in range(5)}
        self._four(**bows, foot=("S1", "human_blue_foot", "J3"))

    def darken(self) -> None:
        assert self.do(m.PlayCard(card=CardId("darken_the_sky"))) is None
        while isinstance(self.wait, m.CardWait):
            assert self.do(m.Decline()) is None
        ordered = [name for name in self.names if self._order(name) is None]
        self.said = [f"{len(ordered)} units are activated"]

    # --- the end

    def _with_points(self, told: str) -> None:
        for name, count in re.findall(r"([SP][12]) (\d)", told):
            self._hold(PLAYERS[name], points=int(count))

    def prepare_the_allies_game_ends_with_the_turn(self) -> None:
        foot = "human_blue_foot"
        self._four(s1=("S1", foot, "C4"), s2=("S1", foot, "H4"), p1=("P1", foot, "C5"), p2=("P2", foot, "H5"))
        self._weaken("p1")
        self._with_points(self.example.given)
        self._with_orders(m.GrantOrders(count=2))
        assert self._order("s1") is None
        assert self._order("s2") is None

    def takes_a_banner(self) -> None:
        self._attack("s1", "p1")
        self._roll(BLUE)
        self._between()
        self.said = ["the game goes on"] if self.game.state.winner is None else []

    def next_battle(self) -> None:
        self._attack("s2", "p2")
        self._roll(GREEN, GREEN, GREEN)
        self._between()

    def ends(self) -> None:
        assert self.do(m.EndMainPhase()) is None
        (won,) = [each for each in self.events if isinstance(each, CampWon)]
        self.said = [f"{CAMPS[won.camp].capitalize()} has won"]

    def prepare_the_overall_winner(self) -> None:
        self._four()
        self._with_points(self.example.given)
        self._with_orders()

    def who_has_won(self) -> None:
        assert self.do(m.EndMainPhase()) is None
        (won,) = [each for each in self.events if isinstance(each, CampWon)]
        self.said = [CAMPS[won.camp], *(CALLED[seat] for seat in won.seats)]


OF_ALLIES: Mapping[str, Callable[..., str | None]] = {
    r"markers": ByAllies.markers,
    r"(then )?order (\w+)(?: and (\w+))?": ByAllies.orders,
    r"the first banner goes to": ByAllies.first_banner,
    r"the battle back is rolled by, its banner goes to": ByAllies.battle_back,
    r"([SP][12]) plays a (Lore card|Reaction)": ByAllies.plays_of_four,
    r"targets: (?:three of his own|one of his own, (two) of his ally's)": ByAllies.targets,
    r"S1 plays Darken the Sky": ByAllies.darken,
    r"S1 plays it": ByAllies.plays_it,
    r"the banner is taken \(Standard 8\)": ByAllies.takes_a_banner,
    r"S1's next battle": ByAllies.next_battle,
    r"the turn ends at Standard 8, Pennant 7": ByAllies.ends,
    r"winning Camp; overall winner": ByAllies.who_has_won,
}


def by_allies(example: Example) -> ByVariants:
    """Return what plays *example*: with four players where it is one of theirs."""
    is_theirs = f"prepare_{example.id.replace('-', '_')}" in vars(ByAllies)
    return ByAllies(example) if is_theirs else ByEpicArms(example)


ByAllies.sentences = {**OF_ALLIES, **ByVariants.sentences}
