"""The examples of variants through the engine, sentence by sentence."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from rules.first import lore
from rules.first.faces import GREEN
from rules.first.messages.commands import CountLoreDeck
from rules.first.messages.epic import FillRack, PlayRackCard, RackWait, VictoryJudged
from rules.first.messages.events import CommandTakenBack, Scouted
from rules.first.messages.waits import LoreDeckWait
from rules.first.play.asking import as_council, council
from rules.first.play.lore_cards import price
from rules.first.printed.cards import MoreDice
from rules.first.printed.lore import GivenCouncil
from rules.first.printed.pieces import LandmarkCard
from rules.first.table import FirstTable, table
from rules.first.variants.epic.commanding import command_wait
from rules.first.variants.epic.wings import WINGS, given_in
from rules.first.variants.rack import RACK
from rules.kernel import messages as m
from rules.kernel.course import Course
from rules.kernel.decide import options
from rules.kernel.game import new_game
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Ruleset
from rules.kernel.values import CardId, LoreChoice, LoreId, Seat, Section, Step, UnitId
from tests.rules.first.adapter import SEATS
from tests.rules.first.by_engine import CAMPS
from tests.rules.first.by_sentences import SENTENCES, BySentences


def card_called(name: str) -> CardId:
    """Return the Command card that is called so."""
    return CardId(name.lower().replace(" ", "_"))


class ByVariants(BySentences):
    """Plays an example of a variant."""

    def dear_card(self) -> None:
        """Say what the card of the example costs, and its number."""
        amount = "1d/level +1"
        card = self.make_card("dear", cost=3, master="warrior", amount=amount)
        level = lore.acting_level(as_council(council(self.game, Seat.SOUTH)).masters, "warrior")
        told = price(self.game, m.PlayLoreCard(seat=Seat.SOUTH, card=card))
        self.said = [str(told), str(lore.parse_amount(amount).at(level))]

    def deck(self) -> None:
        wait = new_game(self.game.ruleset).state.wait
        assert isinstance(wait, LoreDeckWait)
        by_class = {part.master: part.cards for part in wait.parts}
        numbers = [by_class[name] for name in ("warrior", "rogue", "wizard", "cleric")]
        self.said = [str(number) for number in (*numbers, sum(numbers))]

    def at_the_start(self) -> None:
        before, self.game = self.game, new_game(self.game.ruleset)
        for command in (CountLoreDeck(), m.StartGame()):
            assert self.do(command) is None
        self.said = [
            str(number) for side in self.game.state.sides.values() for number in (side.lore_cards, side.lore)
        ]
        self.game = before

    def keeps_one(self) -> None:
        self._hold(Seat.SOUTH, lore_cards=1)
        self._become(waits=(m.LoreWait(seat=Seat.SOUTH),))
        held = 1 + self.game.ruleset.edition.lore.gains[LoreChoice.CARDS].cards
        assert self.do(m.ReplenishLore(choice=LoreChoice.CARDS)) is None
        (gone,) = [event.count for event in self.events if isinstance(event, m.LoreCardsDiscarded)]
        back = self.game.ruleset.edition.lore.gains[LoreChoice.CARDS].back
        self.said = [f"must discard {gone - back} of {held - back}"]

    # --- Epic adventures

    def _lay_rack(self, *names: str, cards: int, **fields: object) -> None:
        """Begin a turn with these cards on the rack, and so many in hand."""
        own = self.game.state.own
        assert isinstance(own, FirstTable)
        own = replace(own, rack=tuple(map(card_called, names)))
        self._become(own=own, step=Step.COMMAND, card=None, **fields)
        self._become(waits=(command_wait(self.game.state, Seat.SOUTH),))
        self._hold(Seat.SOUTH, cards=cards)

    def _of_rack(self, name: str) -> str | None:
        return self.do(PlayRackCard(card=card_called(name)))

    def _of_hand(self, name: str) -> str | None:
        return self.do(m.PlayCard(card=card_called(name)))

    def _to_orders(self) -> None:
        while isinstance(self.wait, m.CardWait):
            assert self.do(m.Decline()) is None
        assert isinstance(self.wait, m.OrdersWait)

    def _fill(self, *names: str) -> None:
        """Draw these cards for the rack, or any."""
        drawn = list(names)
        while isinstance(self.wait, RackWait):
            assert self.do(FillRack(card=card_called(drawn.pop(0) if drawn else "Patrol Left"))) is None
        assert not drawn

    @property
    def _rack(self) -> tuple[CardId, ...]:
        return table(self.game.state).rack

    def _count_orders(self) -> int:
        return sum(grant.count for grant in self.game.state.grants)

    def prepare_what_may_be_played(self) -> None:
        self._lay_rack("Scout Left", "Attack Center", "Leadership", cards=3)

    def plays_together(self, words: str) -> str | None:
        self.game, refused = self.before, None
        for part in words.removesuffix(" alone").split(" + "):
            assert refused is None
            source, _, name = part.partition(" ")
            refused = self._of_rack(name) if source == "rack" else self._of_hand(name)
        if refused is None:
            self._to_orders()
        return refused

    def prepare_the_rack_does_not_count_for_command(self) -> None:
        self._lay_rack("Scout Left", "Advance Center", "Leadership", cards=5)

    prepare_equal_to_command_from_the_rack = prepare_the_rack_does_not_count_for_command

    def equal_to_command(self, source: str, alone: str | None) -> None:
        self.game = self.before
        play = self._of_rack if source == "rack" else self._of_hand
        assert play("Advance Center") is None
        self._to_orders()
        self.said = [f"orders {self._count_orders()}"]

    def prepare_both_section_cards_count(self) -> None:
        self._lay_rack("Scout Left", "Attack Center", "Leadership", cards=4)

    def both(self) -> None:
        assert self._of_rack("Attack Center") is None
        assert self._of_hand("Patrol Center") is None
        self._to_orders()
        (section,) = {grant.section for grant in self.game.state.grants}
        self.said = [f"orders {self._count_orders()}, all in the {section}"]

    def prepare_refilling_after_two_cards(self) -> None:
        self.prepare_both_section_cards_count()
        self.both()

    def prepare_refilling_after_a_rack_tactic(self) -> None:
        self._lay_rack("Scout Left", "Attack Center", "Leadership", cards=4)
        assert self._of_rack("Leadership") is None

    def prepare_two_scouts_draw_twice_only(self) -> None:
        self._lay_rack("Scout Left", "Attack Center", "Leadership", cards=4)
        assert self._of_rack("Scout Left") is None
        assert self._of_hand("Scout Right") is None

    def tell_end_turn(self) -> str | None:
        before = self.game.state
        refused = super().tell_end_turn()
        if "epic" in self.game.ruleset.edition.played:
            drawn, lacking = self.events, len(self._rack)
            self._fill()
            side = self.game.state.sides[before.active]
            taken = sum(isinstance(event, m.CardDrawn) for event in drawn)
            numbers = ("none", "one")
            self.said += [f"hand {side.cards}", f"rack {len(self._rack)}"]
            self.said += [f"hand {side.cards}, {numbers[taken]} drawn"]
            self.said += [f"rack {len(self._rack)}, {numbers[RACK - lacking]} drawn"] if lacking > 1 else []
            scouted = [event for event in drawn if isinstance(event, Scouted)]
            self.said += [
                f"draws {one.drawn} Command cards, keeps {one.kept}, holds {side.cards}" for one in scouted
            ]
        return refused

    def prepare_three_tactic_cards_on_the_rack(self) -> None:
        self._lay_rack("Leadership", "Counter Attack", cards=4)
        self._become(waits=(RackWait(missing=1),))

    def prepare_an_empty_deck(self) -> None:
        self._lay_rack("Leadership", "Patrol Left", cards=5, deck=0, discards=48)
        self._become(waits=(RackWait(missing=1),))

    def refill(self) -> None:
        """Draw what the example's deck has: it stands in what is given."""
        told = self.example.given.partition("next cards are: ")[2].replace(";", ",")
        before, all_events = self.game.state, list[m.Event]()
        for name in told.split(", ") if told else ["Patrol Right"]:
            assert self.do(FillRack(card=card_called(name))) is None
            all_events += self.events
        names = [self.game.ruleset.catalogue.cards[card].name for card in self._rack]
        self.said = [
            f"rack {', '.join(names)}",
            f"rack {len(names)}",
            f"{self.game.state.discards - before.discards} cards discarded",
            f"{self.game.state.deck} left in the deck",
        ]
        if any(isinstance(event, m.DeckShuffled) for event in all_events):
            self.said.append("the discards are shuffled")

    def prepare_assault_brings_no_lore(self) -> None:
        self._hold(Seat.SOUTH, lore=9, lore_cards=1)
        card = m.PlayLoreCard(seat=Seat.SOUTH, card=LoreId("warrior_assault"), cost=1)
        assert self.do(card) is None

    def prepare_epic_leadership(self) -> None:
        own = self.game.state.own
        assert isinstance(own, FirstTable)
        self._become(own=replace(own, councils={Seat.SOUTH: GivenCouncil(commander=2)}))
        self._lay_rack("Scout Left", "Attack Center", "Leadership", cards=5)

    def _more_dice(self) -> int:
        boons = table(self.game.state).boons
        return sum(boon.count for boon in boons if isinstance(boon, MoreDice))

    def leadership(self) -> None:
        assert self._of_hand("Leadership") is None
        assert all(grant.section is None and not grant.traits for grant in self.game.state.grants)
        dice = f"each battles at +{self._more_dice()} die this turn"
        self.said = [f"orders {self._count_orders()}, anywhere", dice]

    def prepare_epic_battlelore(self) -> None:
        self._lay_rack("Scout Left", "Attack Center", "Leadership", cards=5, deck=30, discards=17)

    def battlelore(self) -> None:
        before = self._rack
        assert self._of_hand("BattleLore") is None
        assert isinstance(self.wait, m.DiceWait) and self.wait.count == 5
        assert self.do(m.Roll(faces=(GREEN,) * 5)) is None
        assert self.game.state.deck == 30 + 17
        self.said = [f"ordered units battle at +{self._more_dice()} dice this turn"]
        self.said += ["rack unchanged"] if self._rack == before else []

    def prepare_countering_one_of_two(self) -> None:
        self._lay_rack("Scout Left", "Surround", "Leadership", cards=5)
        own = self.game.state.own
        assert isinstance(own, FirstTable)
        last = {Seat.NORTH: (card_called("Attack Left"), card_called("Patrol Center"))}
        cards = {Seat.NORTH: card_called("Patrol Center")}
        self._become(own=replace(own, last_commands=last, last_cards=cards))

    def counter_attack(self) -> None:
        assert self._of_hand("Counter Attack") is None
        asked, found = self.game, list[str]()
        for choice in options(self.game):
            self.game = asked
            assert self.do(choice) is None
            (grant,) = self.game.state.grants
            assert isinstance(grant.count, int) and grant.section is not None
            name = {3: "Attack", 2: "Patrol"}[grant.count]
            found.append(f"{name} {grant.section.capitalize()} ({grant.count} units)")
        self.said = [f"{' or '.join(found)}, not both"]

    def score(self, own: str, other: str) -> None:
        self.game = self.before
        assert self.game.ruleset.scenario.points_to_win == 7
        self._hold(Seat.SOUTH, points=int(own) - 1)
        self._hold(Seat.NORTH, points=int(other))
        course, unit = Course(self.game), self.game.state.army(Seat.NORTH)[0]
        assert unit.at is not None
        self.game.ruleset.edition.winning.eliminated(course, unit, unit.at)
        judged = [event for event in course.events if isinstance(event, VictoryJudged)]
        sorts = ["decisive" if one.decisive else "marginal" for one in judged]
        self.said = [f"Standard has won, {sort}" for sort in sorts] or ["the game goes on"]
        assert (course.state.winner is Seat.SOUTH) == bool(judged)

    def first_turn(self) -> None:
        """Begin with as many green units as the example has, and others."""
        kinds = {"standard": (5, 14, 1), "pennant": (6, 12, 11)}
        ruleset, units, owners = self.game.ruleset, dict[UnitId, Hex](), dict[UnitId, Seat]()
        for camp, (green, count, first) in kinds.items():
            rows = ("1", "2") if camp == "standard" else ("8", "9")
            places = [Hex(f"{letter}{row}") for row in rows for letter in "ABCDEFGHIJKL"]
            for number, at in enumerate(places[:count]):
                kind = "human_green_foot" if number < green else "human_blue_foot"
                units[UnitId(f"{kind}-{first + number}")] = at
                owners[UnitId(f"{kind}-{first + number}")] = SEATS[camp]
        scenario = replace(ruleset.scenario, units=units, owners=owners, first=Seat.SOUTH)
        self.game = new_game(Ruleset(ruleset.edition, ruleset.catalogue, ruleset.board, scenario))
        assert self.do(m.StartGame()) is None
        self._fill()
        self.said = [CAMPS[self.game.state.active]]

    def landmark_rows(self) -> None:
        rows = self.game.ruleset.catalogue.of(LandmarkCard)["magic_pentacle"].rows
        self.said = [", ".join(map(str, rows))]

    def prepare_false_orders_against_two_cards(self) -> None:
        """Standard is the opponent, who has played two cards; Pennant has False Orders."""
        self._lay_rack("Scout Left", "Attack Center", "Leadership", cards=2)
        assert self._of_rack("Attack Center") is None
        assert self._of_hand("Patrol Right") is None
        self._hold(Seat.NORTH, lore=9, lore_cards=1)

    def false_orders(self) -> None:
        card = m.PlayLoreCard(seat=Seat.NORTH, card=LoreId("rogue_7"), cost=1)
        assert self.do(card) is None
        (back,) = [event for event in self.events if isinstance(event, CommandTakenBack)]
        names = [self.game.ruleset.catalogue.cards[name].name for name in back.rack]
        assert set(back.rack) <= set(self._rack)
        assert (self.game.state.sides[Seat.SOUTH].cards, self.game.state.grants) == (2, ())
        self.said = [f"{name} goes back to the rack" for name in names]

    def picks(self) -> None:
        assert self._of_hand("Advance Left") is None
        names = self.game.ruleset.catalogue.cards
        may = [names[each.card].name for each in options(self.game) if isinstance(each, PlayRackCard)]
        nothing = " from the rack, or nothing" if m.Decline() in options(self.game) else ""
        self.said = [f"the opponent may add {' or '.join(sorted(may))}{nothing}"]

    def adds(self) -> str | None:
        return self._of_rack("Leadership")

    # --- several people a Camp

    def prepare_a_unit_that_crosses(self) -> None:
        """Let a unit of the Center stand beside the line at the start of a turn."""
        ruleset, name = self.game.ruleset, UnitId("human_blue_foot-1")
        scenario = replace(ruleset.scenario, units={name: Hex("E4")}, owners={name: Seat.SOUTH}, terrain={})
        self.game = new_game(Ruleset(ruleset.edition, ruleset.catalogue, ruleset.board, scenario))
        self._say(m.TurnStarted(seat=Seat.SOUTH, turn=1), m.StepStarted(step=Step.ORDER))
        self._say(m.OrdersGranted(grant=m.GrantOrders(count=1, section=Section.CENTER)))
        self._become(waits=(m.OrdersWait(seat=Seat.SOUTH),))
        assert self.do(m.Order(unit=name)) is None
        assert self.do(m.Move(unit=name, to=Hex("D5"))) is None

    def _say(self, *events: m.Event) -> None:
        course = Course(self.game)
        for event in events:
            course.say(event)
        self.game = course.game

    def _who(self, command: m.Command, *taken: Section) -> str:
        (section,) = given_in(self.game, command)
        return WHO[WINGS.played_by(section, taken)]

    def battles(self) -> None:
        (name,) = self.game.state.units
        self.said = [self._who(m.Attack(unit=name, target=name), *Section)]

    def next_turn(self) -> None:
        (name,) = self.game.state.units
        self._say(m.TurnEnded(seat=Seat.SOUTH), m.TurnStarted(seat=Seat.SOUTH, turn=2))
        self.said = [self._who(m.Order(unit=name), *Section)]

    def wings(self) -> None:
        taken = (Section.CENTER, Section.RIGHT)
        self.said = [
            "Lord Commander" if WINGS.played_by(each, taken) is Section.CENTER else "Marshal"
            for each in Section
        ]


WHO = {
    Section.LEFT: "the Left Wing's Field Marshal",
    Section.CENTER: "the Lord Commander",
    Section.RIGHT: "the Right Wing's Field Marshal",
}
OF_VARIANTS: Mapping[str, Callable[..., str | None]] = {
    r"price; dice": ByVariants.dear_card,
    r"cards: warrior, rogue, wizard, cleric, all": ByVariants.deck,
    r"at the start: cards, tokens": ByVariants.at_the_start,
    r"he keeps one of the two drawn": ByVariants.keeps_one,
    r"((?:rack|hand) .*(?: alone| \+ .*))": ByVariants.plays_together,
    r"play from the (hand|rack) a card that orders Equal to Command(, and nothing else)?": (
        ByVariants.equal_to_command
    ),
    r"both are played": ByVariants.both,
    r"refill": ByVariants.refill,
    r"play Leadership": ByVariants.leadership,
    r"play BattleLore from the hand": ByVariants.battlelore,
    r"play Counter Attack": ByVariants.counter_attack,
    r"(\d) - (\d)": ByVariants.score,
    r"first turn": ByVariants.first_turn,
    r"rows allowed": ByVariants.landmark_rows,
    r"False Orders is played": ByVariants.false_orders,
    r"its player picks Advance Left": ByVariants.picks,
    r"the opponent adds Leadership": ByVariants.adds,
    r"who battles with it this turn": ByVariants.battles,
    r"who may order it next turn": ByVariants.next_turn,
    r"who plays Left Wing, Center, Right Wing": ByVariants.wings,
}
ByVariants.sentences = {**SENTENCES, **OF_VARIANTS}
