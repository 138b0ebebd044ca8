"""The examples of Lore, councils and the end of turns through the engine, sentence by sentence."""

import re
from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from rules.first import lore
from rules.first.council import lore_deck
from rules.first.messages import commands as c, events as e
from rules.first.play.asking import as_council, council, deck_size
from rules.first.play.lore_cards import price
from rules.first.play.setting_up import begin, own
from rules.first.play.upkeep import most_cards
from rules.first.printed.lore import GivenCouncil, LaidAdventure, LoreMasterCard, LoreWindow
from rules.first.printed.tables import lore_of
from rules.first.table import FirstTable
from rules.kernel import messages as m
from rules.kernel.decide import checks
from rules.kernel.game import new_game
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import CAMPS, CardId, LoreChoice, LoreId, Seat, Section, Step
from tests.rules.first import engine, position
from tests.rules.first.adapter import SEATS, Example
from tests.rules.first.by_engine import ByEngine


def masters(commander: int, **levels: int) -> GivenCouncil:
    return GivenCouncil(commander=commander, masters=levels)


NOBLE = masters(2, wizard=3, rogue=1)
EQUAL = masters(3, cleric=1, warrior=1, rogue=1)
LORDS = masters(3, rogue=2, wizard=1)
COUNCILS: Mapping[str, tuple[GivenCouncil, ...]] = {
    "out-of-character": (NOBLE,),
    "too-dear-out-of-character": (NOBLE,),
    "the-hand-is-the-highest-level-and-one": (masters(3, wizard=2, warrior=1),),
    "the-commander-does-not-count-for-lore": (masters(3, cleric=1, rogue=2),),
    "three-ways-to-end-a-turn": (masters(3, wizard=3),),
    "the-lore-deck": (masters(2, wizard=2, cleric=2), masters(2, wizard=2, rogue=2)),
    "the-lore-deck-of-equal-councils": (EQUAL, EQUAL),
    "neither-gets-the-landmark": (masters(3, wizard=3), masters(2, wizard=1, cleric=3)),
    "both-may-have-a-stronghold": (LORDS, LORDS),
    "where-landmarks-and-lairs-go": (masters(1, wizard=3, rogue=2), masters(1, cleric=3, rogue=2)),
}
"""The councils of the examples: Standard's, and Pennant's where it matters."""
WITH_LANDMARKS = ("neither-gets-the-landmark", "both-may-have-a-stronghold", "where-landmarks-and-lairs-go")
LANDMARKS = {"Stronghold": ("stronghold", "stronghold"), "Landmark": ("magic_pentacle", "healing_pool")}


class BySentences(ByEngine):
    """Plays an example whose steps are sentences."""

    sentences: Mapping[str, Callable[..., str | None]]

    def __init__(self, example: Example) -> None:
        super().__init__(example)
        self.said: list[str] = []
        self._lay()
        prepared = getattr(self, f"prepare_{example.id.replace('-', '_')}", None)
        if prepared is not None:
            prepared()
        self.before = self.game

    def _lay(self) -> None:
        """Give the councils of the example, and begin with the set-up where Landmarks are placed."""
        given = dict(zip(CAMPS, COUNCILS.get(self.example.id, ()), strict=False))
        game = self.game
        is_first = Seat.NORTH if "Pennant moves first" in self.example.given else game.state.active
        if self.example.id in WITH_LANDMARKS:
            scenario = game.ruleset.scenario
            assert isinstance(scenario, LaidAdventure)
            scenario = replace(scenario, councils=given, landmarks=True, lore_hand=0, first=is_first)
            self.game = new_game(
                Ruleset(game.ruleset.edition, game.ruleset.catalogue, game.ruleset.board, scenario)
            )
        elif given:
            kept = game.state.own
            assert isinstance(kept, FirstTable)
            self._become(own=replace(kept, councils=given))

    def _become(self, **fields: object) -> None:
        self.game = Game(self.game.ruleset, replace(self.game.state, **fields))

    def _hold(self, seat: Seat, **fields: object) -> None:
        sides = self.game.state.sides
        self._become(sides={**sides, seat: replace(sides[seat], **fields)})

    def make_card(self, name: str, **fields: object) -> LoreId:
        """Make a Lore card that costs one and is held by everybody."""
        card = LoreMasterCard(
            **{"id": name, "name": name, "master": "rogue", "cost": 1, **position.COMMON, **fields}
        )
        ruleset, cards = self.game.ruleset, self.game.ruleset.catalogue.of(LoreMasterCard)
        catalogue = ruleset.catalogue.having(LoreMasterCard, {**cards, name: card})
        catalogue = replace(catalogue, lore={**catalogue.lore, LoreId(name): lore_of(card)})
        made = Ruleset(ruleset.edition, catalogue, ruleset.board, ruleset.scenario)
        self.game = Game(made, self.game.state)
        for seat in made.seats:
            self._hold(seat, lore_cards=max(2, self.game.state.sides[seat].lore_cards))
        return LoreId(name)

    def play_lore(self, seat: Seat, card: str, *does: m.Verb) -> str | None:
        return self.do(m.PlayLoreCard(seat=seat, card=LoreId(card), does=does))

    # --- what is told

    def tell(self, words: str) -> str | None:
        for pattern, told in self.sentences.items():
            found = re.fullmatch(pattern, words)
            if found is not None:
                self.said = []
                return told(self, *found.groups())
        return super().tell(words)

    def answers(self, subject: str) -> Iterator[str]:
        if self.said:
            yield from self.said
        else:
            yield from super().answers(subject)

    def tell_end_turn(self) -> str | None:
        refused = super().tell_end_turn()
        holder, side = self.before.state.active, self.game.state.sides[self.before.state.active]
        name = "Standard" if holder is Seat.SOUTH else "Pennant"
        if "Command cards" in self.example.given:
            self.said = [f"{name} holds {side.cards} Command cards"]
            scouts = [each for each in self.events if isinstance(each, e.Scouted)]
            self.said += [
                f"draws {one.drawn} Command cards, keeps {one.kept}, holds {side.cards}" for one in scouts
            ]
        return refused

    def value(self, text: str, levels: str) -> None:
        amount = lore.parse_amount(text)
        self.said = [", ".join(str(amount.at(int(level))) for level in levels.split(", "))]

    def halves(self, numbers: str) -> None:
        self.said = [", ".join(str(lore.half(int(number))) for number in numbers.split(", "))]

    def price_and_dice(self, master: str) -> None:
        card = self.make_card("dear", cost=4, master=master.lower(), amount="2d/level +3")
        masters = as_council(council(self.game, Seat.SOUTH)).masters
        number = lore.parse_amount("2d/level +3").at(lore.acting_level(masters, master.lower()))
        self.said = [str(price(self.game, m.PlayLoreCard(seat=Seat.SOUTH, card=card))), str(number)]

    def play_dear(self, master: str) -> str | None:
        card = self.make_card("dear", cost=4, master=master.lower())
        return self.play_lore(Seat.SOUTH, card)

    def plays(self, camp: str, kind: str) -> str | None:
        """Let a side play a card of any moment, which is a Reaction or not."""
        name = "a_reaction" if "Reaction" in kind else "any_card"
        card = self.make_card(name, reaction="Reaction" in kind)
        return self.play_lore(SEATS[camp.lower()], card)

    def next_turn(self) -> str | None:
        for command in (m.EndMainPhase(), m.ReplenishLore(choice=LoreChoice.TOKENS)):
            assert self.do(command) is None
        return self.plays("standard", "Reaction card")

    def not_a_reaction(self) -> str | None:
        card = self.make_card("battle_card", reaction=False, windows=(LoreWindow.BATTLE,))
        return self.play_lore(Seat.NORTH, card)

    def keeps(self) -> None:
        """Standard holds A, B, C; the choice gives two cards of which one goes back."""
        most, gain = most_cards(self.game, Seat.SOUTH), self.game.ruleset.edition.lore.gains[LoreChoice.CARDS]
        too_many = self.game.state.sides[Seat.SOUTH].lore_cards + gain.cards - gain.back - most
        self.said = [f"must discard {too_many} of A, B, C, D"]

    def discards(self) -> str | None:
        gone = tuple(map(LoreId, ("E", "B")))
        refused = self.do(m.ReplenishLore(choice=LoreChoice.CARDS, discards=gone))
        held = tuple(map(LoreId, ("A", "C", "D")))
        assert self.game.state.sides[Seat.SOUTH].known_lore == held[:2]
        assert self.do(m.NoteHand(seat=Seat.SOUTH, known=(), lore=held)) is None
        self.said = ["holds " + ", ".join(self.game.state.sides[Seat.SOUTH].known_lore)]
        return refused

    def most_held(self) -> None:
        self.said = [str(most_cards(self.game, Seat.SOUTH))]

    def by_class(self) -> None:
        councils = [as_council(council(self.game, seat)) for seat in self.game.ruleset.seats]
        found = lore_deck(councils, ("cleric", "wizard", "warrior", "rogue"))
        self.said = [f"{name} {count}" for name, count in found.items()]

    def decks(self) -> None:
        self.said = [str(deck_size(self.game)), str(deck_size(self.game) - 4 * len(CAMPS))]

    def command_too(self) -> str | None:
        return self.do(m.PlayCard(card=CardId("patrol_left")))

    def landmarks_due(self) -> None:
        ruleset = self.game.ruleset
        assert isinstance(begin(ruleset), m.Wait)
        masters = ("magic_pentacle", "healing_pool", "rogues_den", "training_camp")
        classes = dict(zip(masters, ("wizard", "cleric", "rogue", "warrior"), strict=True))
        for camp, seat in SEATS.items():
            due = [classes[name] for name in own(ruleset).due[seat] if name in classes]
            self.said.append(f"{camp} {','.join(due) or 'none'}")

    def places(self, camp: str, what: str, at: str) -> str | None:
        seat = SEATS[camp.lower()]
        name = LANDMARKS[what][seat is Seat.NORTH]
        return self.do(c.PlaceLandmark(seat=seat, landmark=name, at=Hex(at)))

    def choice(self, kind: str) -> None:
        """Make one of the three choices from where the turn's end began."""
        at_first = self.game = self.before
        choices = {
            "two cards, keep one": LoreChoice.CARDS,
            "one card and one token": LoreChoice.TOKEN_AND_CARD,
            "two tokens": LoreChoice.TOKENS,
        }
        assert self.do(m.ReplenishLore(choice=choices[kind])) is None
        side = self.game.state.sides[Seat.SOUTH]
        gained = side.lore - at_first.state.sides[Seat.SOUTH].lore
        self.said = [f"Lore cards {side.lore_cards}", f"lore standard {gained:+d}"]

    def plays_the_card(self, camp: str) -> str | None:
        """Play the card that the example has given."""
        refused = self.play_lore(SEATS[camp.lower()], "the_card", *self.does)
        assert refused is None
        return None

    does: tuple[m.Verb, ...] = ()

    def targets(self, name: str) -> str | None:
        """Ask whether a reaction to movement could still be for a unit."""
        harm = m.DealDamage(unit=engine.unit_id(name), count=1)
        command = m.PlayLoreCard(seat=Seat.NORTH, card=LoreId("the_card"), does=(harm,))
        refused = next(checks(self.game, command), None)
        return None if refused is None else str(refused.why)

    def prepare_a_reaction_to_movement_comes_in_time(self) -> None:
        self.make_card("the_card", windows=(LoreWindow.MOVEMENT_REACTION,), reaction=True)
        for name, to in (("s1", "E4"), ("s2", "G4")):
            assert self.tell_move(name, to) is None

    # --- what an example has given before its first step

    def prepare_the_hand_is_the_highest_level_and_one(self) -> None:
        names = ("A", "B", "C", "D", "E")
        for name in names:
            self.make_card(name)
        self._hold(Seat.SOUTH, lore_cards=3, known_lore=tuple(map(LoreId, names[:3])))
        self._become(waits=(m.LoreWait(seat=Seat.SOUTH),))

    def prepare_three_ways_to_end_a_turn(self) -> None:
        self._hold(Seat.SOUTH, lore_cards=1)
        self._become(waits=(m.LoreWait(seat=Seat.SOUTH),))

    def prepare_scouting(self) -> None:
        self._to_command(cards=4)
        assert self.do(m.PlayCard(card=CardId("scout_left"))) is None

    def prepare_in_lieu_of_a_command_card(self) -> None:
        self._to_command(cards=5)
        card = self.make_card("in_lieu", windows=(LoreWindow.IN_LIEU,))
        assert self.play_lore(Seat.SOUTH, card) is None

    def prepare_alongside_costs_no_command_card(self) -> None:
        self._to_command(cards=5)
        card = self.make_card("alongside", windows=(LoreWindow.ALONGSIDE,))
        assert self.play_lore(Seat.SOUTH, card) is None
        assert self.do(m.PlayCard(card=CardId("patrol_left"))) is None

    def _to_command(self, cards: int) -> None:
        self._hold(Seat.SOUTH, cards=cards)
        self._become(waits=(m.CardWait(seat=Seat.SOUTH),), step=Step.COMMAND, card=None)

    def prepare_orders_of_lore_come_first(self) -> None:
        units = {name: replace(unit, ordered=False) for name, unit in self.game.state.units.items()}
        self._become(units=units)
        self._to_command(cards=5)
        card = self.make_card("orders", windows=(LoreWindow.ORDERS,))
        two = m.GrantOrders(count=2, section=Section.CENTER)
        assert self.do(m.PlayUnlistedCard(name="Two", does=(two,))) is None
        for name in ("s1", "s2"):
            assert self.tell_order(name) is None
        assert self.play_lore(Seat.SOUTH, card, m.GrantOrders(count=1)) is None
        assert self.tell_order("s3") is None

    def prepare_a_movement_card_after_the_first_move(self) -> None:
        self.make_card("the_card", windows=(LoreWindow.MOVEMENT,))
        self.does = (m.GrantExtraMove(trait="green", hexes=1),)

    def prepare_before_the_roll_means_that_roll(self) -> None:
        self.make_card("the_card", windows=(LoreWindow.BEFORE_ROLL,), reaction=True)
        self.does = (m.AddDice(count=-1),)

    def prepare_during_battle_lasts_through_the_follow_on(self) -> None:
        self.make_card("the_card", windows=(LoreWindow.BATTLE,), reaction=False)
        self.does = (m.AddDice(count=1),)

    def prepare_for_a_defender_the_whole_turn(self) -> None:
        self.make_card("the_card", windows=(LoreWindow.BATTLE,), reaction=True)
        self.does = (m.AddDice(count=-1),)


SENTENCES: Mapping[str, Callable[..., str | None]] = {
    r"value '(.*)' at levels? (.*)": BySentences.value,
    r"half of (.*)": BySentences.halves,
    r"price and dice of the (\w+) card": BySentences.price_and_dice,
    r"play the (\w+) card": BySentences.play_dear,
    r"(\w+) plays a (?:second )?(Lore card|Reaction card)": BySentences.plays,
    r"the turn ends; .*": BySentences.next_turn,
    r"Pennant plays it": BySentences.not_a_reaction,
    r"he draws two, D and E, and keeps D": BySentences.keeps,
    r"he discards B": BySentences.discards,
    r"most Lore cards in hand": BySentences.most_held,
    r"cards by class": BySentences.by_class,
    r"deck before dealing, .*": BySentences.decks,
    r"play a Command card too": BySentences.command_too,
    r"(\w+) plays the card": BySentences.plays_the_card,
    r"target (\w+)": BySentences.targets,
    r"Landmarks": BySentences.landmarks_due,
    r"(\w+) places (?:his|a) (\w+) on (\w\d)": BySentences.places,
    r"choice: (.*)": BySentences.choice,
}
BySentences.sentences = SENTENCES
