"""The examples of Call to Arms through the engine, sentence by sentence."""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby

from msgspec.structs import replace

from rules.first.edition import FIRST
from rules.first.messages.arms import (
    ChooseSpecialist,
    DeployWait,
    LoseUnit,
    PlaceLevy,
    SpecialistWait,
    UnitsLost,
    UseSpecialist,
)
from rules.first.table import DeploymentPart, arms_of
from rules.first.variants.call_to_arms.armies import parts_of
from rules.kernel import messages as m
from rules.kernel.decide import options
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import Face, Seat, Section, TerrainId, Tile, UnitId
from tests.rules.first.adapter import FACES, SEATS
from tests.rules.first.arms import (
    FINISH,
    GREENS,
    IMPROMPTU,
    MAP,
    NORTH,
    ORGANIZED,
    SOUTH,
    deployed,
    known,
    laid,
    put,
    told,
    with_terrain,
)
from tests.rules.first.by_engine import CAMPS
from tests.rules.first.by_variants import ByVariants
from tests.rules.first.engine import rules
from tests.rules.first.test_call_to_arms import at_specialists, levied, marked
from tests.rules.first.test_commanding import done

BASELINE = "ABCDEFGHIJKLM"
FOOT = {colour: f"human_{colour}_foot" for colour in ("green", "blue", "red")}
WHO = {"s1": UnitId("human_green_foot-1"), "s2": UnitId("human_blue_foot-5")}
GROUNDS = {"countryside": "clear", "river": "waterway"}


def bare(*, free: str = BASELINE) -> Ruleset:
    """Return the rules on a map without terrain but water; of south's baseline those columns are *free*."""
    ruleset = Ruleset(FIRST, MAP.catalogue, MAP.board, replace(MAP.scenario, terrain={}))
    return with_terrain(ruleset, **{f"{letter}1": "waterway" for letter in BASELINE if letter not in free})


def guard(game: Game, seat: Seat, colours: list[str], *, levy: str | None) -> Game:
    """Return *game* with units of those *colours* in *seat*'s guard that is asked for, and a *levy* token."""
    wait = game.state.wait
    assert isinstance(wait, DeployWait) and wait.seat is seat
    hexes, first = iter(wait.hexes), 1 if seat is SOUTH else 11
    for number, colour in enumerate(colours, first):
        game = done(game, put(f"{FOOT[colour]}-{number}", next(hexes)))
    return game if levy is None else done(game, PlaceLevy(banner=levy, at=next(hexes)))


def reserve_of_five(free: str) -> Game:
    """Return a game in which south calls its Reserve, a card of five units."""
    five = known("standard_a_4", *["human_blue_foot"] * 5)
    greens = tuple(each for each in GREENS if each.unit.startswith("human_green"))
    return deployed(laid(told(bare(free=free), standard_a_4=five)), *greens)


class ByArms(ByVariants):
    """Plays an example of Call to Arms."""

    def cards(self) -> None:
        game = laid()
        lineup = arms_of(game.state).lineups[SOUTH]
        assert set(lineup.guards) == set(Section)
        guards = f"{len(set(lineup.guards.values()))}, one a section, face down"
        self.said = [str(len(parts_of(game.ruleset))), guards, str(len({lineup.reserve}))]

    def begins(self, both: str | None) -> None:
        """Deploy what the example says in the first Guard of each side, and roll where it does."""
        given = self.example.given
        numbers = re.findall(r"(?:Standard|Pennant)\D*(\d)", given) or re.findall(r"(\d) .* each", given) * 2
        greens = dict(zip(SEATS, map(int, numbers), strict=True))
        tokens = {camp.lower(): colour for camp, colour in re.findall(r"(\w+): .*? 1 (\w+) Levy", given)}
        game, begun = laid(bare(), ORGANIZED if tokens else IMPROMPTU), set[Seat]()
        while isinstance(game.state.wait, DeployWait) and game.state.wait.part is not DeploymentPart.RESERVE:
            seat = game.state.wait.seat
            assert seat is not None
            if seat not in begun:
                camp = CAMPS[seat]
                game = guard(game, seat, ["green"] * greens[camp], levy=tokens.get(camp))
            begun.add(seat)
            game = done(game, FINISH)
        for faces in self._rolls():
            game = done(game, m.Roll(faces=faces))
        self.game = game
        assert isinstance(self.wait, DeployWait) and self.wait.seat is not None
        reserve = [CAMPS[self.wait.seat]] if both else []
        self.said = [CAMPS[game.state.first], *reserve]

    def _rolls(self) -> Iterator[tuple[Face, ...]]:
        for words in re.findall(r"(?:rolls|Pennant) ((?:\w+ ){5}\w+)", self.example.given):
            yield tuple(Face(FACES[word]) for word in words.split())

    # --- Guards and the Reserve

    def _due_on_water(self, *hexes: str) -> None:
        """Put units of a known card on those hexes; its last one is due on water."""
        card = known("standard_a_1", *["human_blue_foot"] * (len(hexes) + 1), left=(*hexes, "B3"))
        self.game = laid(told(with_terrain(bare(), B3="waterway"), standard_a_1=card))
        for number, at in enumerate(hexes, 1):
            self.game = done(self.game, put(f"human_blue_foot-{number}", at))

    def due_on_water(self) -> None:
        self._due_on_water("A1", "C1")
        hexes = sorted({each.at for each in options(self.game) if isinstance(each, m.PlaceUnit)})
        self.said = [f"it may go to {' or '.join(hexes)}"]

    def all_taken(self) -> None:
        self._due_on_water("A1", "B1", "C1", "D1")
        (lost,) = options(self.game)
        assert isinstance(lost, LoseUnit) and self.do(lost) is None
        self.said = ["s3 is lost"] * any(isinstance(event, UnitsLost) for event in self.events)

    def prepare_two_units_of_the_reserve(self) -> None:
        self.game = reserve_of_five("ABC")

    def second_row(self) -> str | None:
        return self.do(put("human_blue_foot-1", "B2"))

    def two_on_baseline(self) -> str | None:
        return self.do(put("human_blue_foot-1", "A1")) or self.do(put("human_blue_foot-2", "B1"))

    def third(self) -> str | None:
        return self.do(put("human_blue_foot-3", "C1"))

    def call_reserve(self) -> None:
        self.game = reserve_of_five("A")
        assert self.do(put("human_blue_foot-1", "A1")) is None
        (lost,) = [event.count for event in self.events if isinstance(event, UnitsLost)]
        assert lost == 1 and isinstance(self.wait, DeployWait) and self.wait.seat is NORTH
        self.said = ["one is deployed, one is lost"]

    def replaced_by(self, colour: str, type: str) -> str | None:
        self.game = done(levied(), FINISH)
        assert arms_of(self.game.state).levies[Hex("M1")].banner == "blue"
        return self.do(put(f"human_{colour}_{type}-1", "M1"))

    # --- Specialists

    def order_of_choices(self) -> None:
        owner, order = ORGANIZED.owner, list[str]()
        self.game = at_specialists()
        while isinstance(self.wait, SpecialistWait):
            who = "owner" if self.wait.seat is owner else "opponent"
            unknown = [card for card in self.wait.cards if card.startswith("specialist_")]
            assert self.do(ChooseSpecialist(card=unknown[0]) if unknown else m.Decline()) is None
            order.append(who)
        in_turn = [(who, len(list(times))) for who, times in groupby(order)]
        self.said = [f"{who} {times}" for who, times in in_turn]

    def stakes(self, grounds: str) -> None:
        self.game = done(at_specialists(), ChooseSpecialist(card="stakes_card"))
        for ground in grounds.split(", "):
            tile = Tile(kind=TerrainId(GROUNDS.get(ground, ground)), token=TerrainId("archers_stakes"))
            refused = self.do(m.PlaceTerrain(at=Hex("G3"), tile=tile))
            self.said.append("ok" if refused is None else "refused")

    def allies(self, words: str) -> str | None:
        self.game = done(at_specialists(), ChooseSpecialist(card="kings_allies"))
        for name, figures in re.findall(r"(s\d) \+(\d)", words):
            refused = self.do(UseSpecialist(unit=WHO[name], figures=int(figures)))
            if refused is not None:
                return refused
        return None

    def twice(self) -> str | None:
        self.game = done(at_specialists(), ChooseSpecialist(card="infiltration"))
        assert self.do(UseSpecialist(unit=WHO["s1"], at=Hex("A5"))) is None
        return self.do(UseSpecialist(unit=WHO["s1"], at=Hex("A6")))

    def lore_mark(self) -> str | None:
        self.game = at_specialists(marked(rules("two_hills", "medieval_lore"), lore_only=True))
        return self.do(ChooseSpecialist(card="illusionary_troops"))


OF_ARMS: Mapping[str, Callable[..., str | None]] = {
    r"cards drawn, Guards, Reserve": ByArms.cards,
    r"who begins(; whose Reserve is first)?": ByArms.begins,
    r"s3 is due on B3": ByArms.due_on_water,
    r"B1 and D1 are taken as well": ByArms.all_taken,
    r"deploy one unit on the second row": ByArms.second_row,
    r"deploy two units on the baseline": ByArms.two_on_baseline,
    r"deploy a third": ByArms.third,
    r"call the Reserve": ByArms.call_reserve,
    r"replace it by (\w+) (\w+)": ByArms.replaced_by,
    r"order of choices": ByArms.order_of_choices,
    r"((?:countryside|river), .*)": ByArms.stakes,
    r"(s\d \+\d.*)": ByArms.allies,
    r"the same unit twice": ByArms.twice,
    r"choose a card with a Lore mark": ByArms.lore_mark,
}
ByArms.sentences = {**OF_ARMS, **ByVariants.sentences}
