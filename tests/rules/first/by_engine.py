"""A table that plays the examples through the engine: by commands, what is true read from game and events."""

import re
from collections.abc import Iterator
from typing import cast

from msgspec.structs import replace

from rules.first import morale, targets
from rules.first.edition import FIRST
from rules.first.messages import commands as c, events as e, waits as w
from rules.first.messages.verbs import BattleFirst
from rules.first.play.asking import battle_dice, profile
from rules.first.play.striking import is_creature
from rules.first.printed.lore import LaidAdventure
from rules.first.table import FirstTable, table
from rules.kernel import messages as m
from rules.kernel.game import new_game, play
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.state import Unit
from rules.kernel.values import CardId, Cause, Face, Seat, Section, Step
from tests.rules.first import engine, position
from tests.rules.first.adapter import BOARD, FACES, SEATS, Example, Standing, examples, pieces, standing

REASONS = {"attacks_have_begun": "battles_have_begun", "impassable": "way_blocked"}
EPIC = {one.id for one in examples("09")}
CAMPS = {seat: camp for camp, seat in SEATS.items()}


GOALS = {"four banners win": 4, "the goal is 7 banners": 7}
CORNERS = {"standard": ("A1", "M1"), "pennant": ("A9", "M9")}


def spared(units: tuple[Standing, ...]) -> tuple[Standing, ...]:
    """Return *units* and one more for each camp far away: a camp without any has lost."""
    taken = {unit.at for unit in units}
    more = [
        Standing(f"spare_{camp}", camp, "blue", "foot", "human", "none", Hex(at), 4)
        for camp, corners in CORNERS.items()
        for at in [next(each for each in corners if each not in taken)]
    ]
    return (*units, *more)


def variants_of(example: Example) -> tuple[str, ...]:
    """Return the variants that *example* is played with."""
    if example.id.startswith("medieval-lore"):
        return ("medieval_lore",)
    return ("epic",) if example.id in EPIC else ()


def start(example: Example) -> Game:
    """Return the game of *example*: in its Command step, or with everybody ordered."""
    units, laid = spared(standing(example.setup)), pieces(example.terrain)
    variants = variants_of(example)
    catalogue = engine.catalogue_for(units, laid, example.given)
    scenario = LaidAdventure(
        id="example",
        name="An example",
        edition="first",
        board="first",
        first=SEATS[example.turn],
        factions={Seat.SOUTH: "standard", Seat.NORTH: "pennant"},
        units={engine.unit_id(unit.name): unit.at for unit in units},
        owners={engine.unit_id(unit.name): SEATS[unit.camp] for unit in units},
        terrain={piece.at: engine.tile(piece) for piece in laid},
        hand=5 if "five Command cards" in example.given else 4,
        lore_hand=0 if example.lore or "medieval_lore" in variants else None,
        variants=variants,
        tokens=1 if "one token is left" in example.given else 36,
        points_to_win=next((count for words, count in GOALS.items() if words in example.given), 9),
        confidence="certain",
    )
    game = new_game(Ruleset(FIRST, catalogue, BOARD, scenario))
    state = game.state
    told = {unit.name: unit.figures for unit in units}
    has_card = any(step[0].startswith("card ") for step in example.steps)
    sides = {
        seat: replace(
            side,
            lore=example.tokens.get(camp, 0),
            points=3 if f"{camp.capitalize()} has three" in example.given else 0,
        )
        for seat, side in state.sides.items()
        for camp in (CAMPS[seat],)
    }
    stored = {engine.unit_id("s1"): 2} if "2 lie beside it" in example.given else {}
    ordered = not has_card
    return Game(
        game.ruleset,
        replace(
            state,
            turn=1,
            step=Step.COMMAND if has_card else Step.ORDER,
            units={
                name: replace(unit, figures=told[unit.kind], ordered=ordered and unit.seat is state.active)
                for name, unit in state.units.items()
            },
            sides=sides,
            card=None if has_card else "A card",
            waits=(m.CardWait(seat=state.active) if has_card else m.OrdersWait(seat=state.active),),
            extras=(m.AddDice(count=1),) if "one more die for the turn" in example.given else (),
            own=replace(cast(FirstTable, state.own), stored=stored),
        ),
    )


class ByEngine:
    """Plays an example by commands."""

    def __init__(self, example: Example) -> None:
        self.example = example
        self.game = self.before = start(example)
        self.events: tuple[m.Event, ...] = ()
        self.rolled: tuple[m.Event, ...] = ()
        self.sight = ""
        self.target: Unit | None = None

    # --- telling

    def tell(self, words: str) -> str | None:
        verb, *rest = words.split()
        if verb in ("units", "terrain"):
            self._look(words)
            return None
        told = getattr(self, f"tell_{verb}")(*rest)
        assert told is None or isinstance(told, str)
        return told

    def do(self, command: m.Command) -> str | None:
        after, decision = play(self.game, cast(m.Command, command))
        if isinstance(decision, m.Refusal):
            return REASONS.get(decision.why, str(decision.why))
        self.game, self.events = after, decision
        return None

    def _between(self) -> None:
        """Let pass what is optional, until the acting player is to do something."""
        while isinstance(self.wait, m.CounterWait | m.AdvanceWait | m.ExtraAttackWait):
            assert self.do(m.Decline()) is None

    @property
    def wait(self) -> m.Wait:
        return self.game.state.wait

    def unit(self, name: str) -> Unit:
        return self.game.state.units[engine.unit_id(name)]

    def tell_card(self, section: str, count: str) -> str | None:
        if count == "command":
            return self.do(m.PlayCard(card=CardId(f"advance_{section}")))
        grant = m.GrantOrders(count=int(count), section=Section(section))
        return self.do(m.PlayUnlistedCard(name="A card", does=(grant,)))

    def tell_order(self, name: str, *paid: str) -> str | None:
        return self.do(m.Order(unit=engine.unit_id(name), paid=bool(paid)))

    def tell_move(self, name: str, to: str) -> str | None:
        self._between()
        return self.do(m.Move(unit=engine.unit_id(name), to=Hex(to)))

    def tell_attack(self, name: str, other: str) -> str | None:
        self._between()
        return self.do(m.Attack(unit=engine.unit_id(name), target=engine.unit_id(other)))

    def tell_bonus(self, name: str, other: str) -> str | None:
        assert isinstance(self.wait, m.ExtraAttackWait)
        return self.do(m.Attack(unit=engine.unit_id(name), target=engine.unit_id(other)))

    def tell_roll(self, *words: str) -> str | None:
        fight = self.game.state.fights[-1]
        self.target = self.game.state.units[fight.target]
        refused = self.do(m.Roll(faces=tuple(Face(FACES[word]) for word in words)))
        self.rolled = self.events
        if isinstance(self.wait, w.PowerWait):
            assert self.do(c.StoreLore(count=self.wait.most)) is None
        return refused

    def _further(self, purpose: str, words: tuple[str, ...]) -> str | None:
        assert isinstance(self.wait, m.DiceWait) and isinstance(self.wait.purpose, str)
        assert self.wait.purpose.startswith(purpose) or purpose == "critical"
        return self.do(m.Roll(faces=tuple(Face(FACES[word]) for word in words)))

    def tell_critical(self, *words: str) -> str | None:
        return self._further("critical", words)

    def tell_panic(self, *words: str) -> str | None:
        return self._further("panic", words)

    def tell_check(self, *words: str) -> str | None:
        return self._further("check", words)

    def tell_retreat(self, name: str, to: str) -> str | None:
        return self.do(c.RetreatTo(to=Hex(to)))

    def tell_stand(self, name: str) -> str | None:
        at = self.unit(name).at
        assert at is not None
        return self.do(c.RetreatTo(to=at))

    def tell_battle_back(self, name: str) -> str | None:
        assert isinstance(self.wait, m.CounterWait) and self.wait.unit == engine.unit_id(name)
        return self.do(m.Counter())

    def tell_no_battle_back(self, name: str) -> str | None:
        return self.do(m.Decline())

    def tell_battle_first(self, name: str) -> str | None:
        seat = self.unit(name).seat
        state = self.game.state
        side = replace(state.sides[seat], lore_cards=1, lore=9)
        self.game = Game(self.game.ruleset, replace(state, sides={**state.sides, seat: side}))
        card = m.PlayLoreCard(seat=seat, card=engine.MADE_UP, does=cast(tuple[m.Verb, ...], (BattleFirst(),)))
        return self.do(card)

    def tell_gain(self, name: str, to: str) -> str | None:
        return self.do(m.Advance(to=Hex(to)))

    def tell_pursue(self, name: str, *way: str) -> str | None:
        return self.do(m.Advance(to=Hex(way[-1])))

    def tell_stay(self, name: str) -> str | None:
        return self.do(m.Decline())

    def tell_end_turn(self) -> str | None:
        self._between()
        return self.do(m.EndMainPhase())

    def _look(self, words: str) -> None:
        start, end = re.findall(r"[A-M][1-9]", self.example.given)[:2]
        units: set[Hex] = set()
        blocking: set[Hex] = set()
        for part in words.split(";"):
            kind, _, names = part.strip().partition(" ")
            if kind == "terrain":
                blocking |= {one.at for one in pieces(names, ",") if position.ground(one).blocks_sight}
            elif names != "none":
                units |= {Hex(name.strip()) for name in names.split(",")}
        seen = targets.sees(BOARD, Hex(start), Hex(end), units=units, ground=blocking)
        self.sight = "clear" if seen.clear else "blocked"

    # --- what is true

    def answers(self, subject: str) -> Iterator[str]:
        verb, *who = subject.split()
        yield from getattr(self, f"say_{verb}")(*who)

    def say_dice(self) -> Iterator[str]:
        assert isinstance(self.wait, m.DiceWait)
        yield f"dice {self.wait.count}"

    def say_sight(self) -> Iterator[str]:
        yield f"sight {self.sight}"

    def say_hits(self, name: str) -> Iterator[str]:
        own = engine.unit_id(name)
        lost = [
            event.damage
            for event in self.rolled
            if isinstance(event, m.Damaged) and event.unit == own and event.cause is Cause.DICE
        ]
        yield f"hits {name} {sum(lost)}"

    def say_figures(self, name: str) -> Iterator[str]:
        yield f"figures {name} {self.unit(name).figures}"

    def say_gone(self, name: str) -> Iterator[str]:
        if self.unit(name).at is None:
            yield f"gone {name}"

    def _per_flag(self, name: str) -> int:
        return morale.hexes_for(profile(self.game, self.unit(name)), 1)

    def _ignored(self, name: str) -> int:
        """Return how many flags were ignored where nobody was asked."""
        hexes = [event.hexes for event in self.rolled if isinstance(event, m.RetreatIgnored)]
        return sum(hexes) // self._per_flag(name)

    def say_may_ignore(self, name: str) -> Iterator[str]:
        if isinstance(self.wait, w.RetreatWait):
            yield f"may_ignore {name} {self.wait.flags - min(way.counted for way in self.wait.ways)}"
        else:
            yield f"may_ignore {name} {self._ignored(name)}"

    def say_must_ignore(self, name: str) -> Iterator[str]:
        if isinstance(self.wait, w.RetreatWait):
            yield f"must_ignore {name} {self.wait.flags - max(way.counted for way in self.wait.ways)}"
        else:
            yield f"must_ignore {name} {self._ignored(name)}"

    def _ways(self) -> tuple[w.RetreatWay, ...]:
        """Return the ways that are asked for, or the one that was taken where there was no choice."""
        if isinstance(self.wait, w.RetreatWait):
            return self.wait.ways
        assert self.target is not None and self.target.at is not None
        noted = [event.notes for event in self.rolled if isinstance(event, e.FightNoted)][-1]
        gone = [event.to for event in self.rolled if isinstance(event, m.Retreated)]
        to = gone[-1] if gone else self.target.at
        return (w.RetreatWay(noted.counted, noted.covered + noted.missing, to, noted.missing),)

    def say_retreat(self, name: str) -> Iterator[str]:
        assert self.target is not None
        ways = self._ways()
        for counted, hexes in dict.fromkeys((way.counted, way.hexes) for way in ways):
            own = [way for way in ways if way.counted == counted]
            ends = ",".join(sorted(str(way.to) for way in own if way.to != self.target.at)) or "-"
            for missing in {0 if is_creature(self.game, self.target) else way.missing for way in own}:
                yield f"retreat {name} flags={counted} hexes={hexes} ends={ends} lost={missing}"

    def say_panic(self, name: str) -> Iterator[str]:
        if isinstance(self.wait, w.RetreatWait):
            who = profile(self.game, self.unit(name))
            due = {morale.panic_dice(who, way.hexes - way.missing) for way in self.wait.ways}
            yield from (f"panic {name} dice={number}" for number in due)
        else:
            yield from self._say_further("panic", name)

    def _say_further(self, purpose: str, name: str) -> Iterator[str]:
        if isinstance(self.wait, m.DiceWait) and isinstance(self.wait.purpose, str):
            told = {"check_again": "critical"}.get(self.wait.purpose, self.wait.purpose)
            yield f"{told} {name} dice={self.wait.count}"

    def say_check(self, name: str) -> Iterator[str]:
        yield from self._say_further("check", name)

    def say_critical(self, name: str) -> Iterator[str]:
        yield from self._say_further("critical", name)

    def say_battle_back(self, name: str) -> Iterator[str]:
        if isinstance(self.wait, m.CounterWait) and self.wait.unit == engine.unit_id(name):
            roller, target = self.unit(name), self.game.state.units[self.wait.target]
            yield f"battle_back {name} yes"
            yield f"battle_back {name} yes dice={battle_dice(self.game, roller, target, 1).total}"
        else:
            yield f"battle_back {name} no"

    def say_gain_ground(self, name: str) -> Iterator[str]:
        wait = self.wait
        is_asked = isinstance(wait, m.AdvanceWait) and wait.unit == engine.unit_id(name)
        yield f"gain_ground {name} {cast(m.AdvanceWait, wait).to[0] if is_asked else 'no'}"

    def say_pursue(self, name: str) -> Iterator[str]:
        assert isinstance(self.wait, m.AdvanceWait) and self.wait.pursuit
        yield f"pursue {name} {','.join(sorted(self.wait.to))}"

    def say_bonus(self, name: str) -> Iterator[str]:
        found: list[str] = []
        if isinstance(self.wait, m.ExtraAttackWait) and self.wait.unit == engine.unit_id(name):
            attacks = FIRST.waits[m.ExtraAttackWait].answers(self.game, self.wait)
            found = [each.target.removesuffix("-1") for each in attacks if isinstance(each, m.Attack)]
        yield f"bonus {name} {','.join(sorted(found)) or 'none'}"

    def say_lore(self, camp: str) -> Iterator[str]:
        seat = SEATS[camp]
        gained = self.game.state.sides[seat].lore - self.before.state.sides[seat].lore
        yield f"lore {camp} {gained:+d}"

    def say_stored(self, name: str) -> Iterator[str]:
        yield f"stored {name} {table(self.game.state).stored.get(engine.unit_id(name), 0)}"

    def say_banners(self, camp: str) -> Iterator[str]:
        seat = SEATS[camp]
        gained = self.game.state.sides[seat].points - self.before.state.sides[seat].points
        yield f"banners {camp} {gained:+d}"

    def say_it(self, *_: str) -> Iterator[str]:
        yield f"it is {CAMPS[self.game.state.active].capitalize()}'s turn"

    def _won(self, camp: str) -> Iterator[str]:
        if self.game.state.winner is SEATS[camp]:
            yield f"{camp.capitalize()} has won"

    def say_Standard(self, *_: str) -> Iterator[str]:  # noqa: N802  # a word of the files
        yield from self._won("standard")

    def say_Pennant(self, *_: str) -> Iterator[str]:  # noqa: N802  # a word of the files
        yield from self._won("pennant")
