"""The words for the things of the game: units, hexes, numbers, faces, orders.

One and the same message is worded for the ear ("Citadel Guard four", "G 3",
"two strikes") or for the screen ("Citadel Guard 4", "G3", "2 strikes").  Knows
names only: no rule, and nothing of what happens.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from types import UnionType
from typing import TYPE_CHECKING, Union, get_args, get_origin

import msgspec

from companion.words.phrasebook import Phrases
from companion.words.plurals import USUAL_FORM, CountedNumber, SideName, UnitName, numerals
from rules.kernel.catalogue import kind_of
from rules.kernel.hexes import Direction, Hex
from rules.kernel.messages import Attack, Command, GrantOrders, Move, Order
from rules.kernel.ruleset import Ruleset
from rules.kernel.values import (
    AbilityId,
    AttackType,
    CardId,
    Face,
    KindId,
    LoreId,
    Marker,
    ScenarioCardId,
    Seat,
    Section,
    Step,
    TerrainId,
    Tile,
    UnitId,
)
from rules.kernel.variants import parse_game_name
from rules.second.printed import ScenarioCard

if TYPE_CHECKING:  # how messages are told takes wordings
    from companion.words.message_words import EditionWords


MOST_LETTERS_OF_CHOICES = 200
"""Letters of what may be done, said in one breath to those who do not see the board."""


class AbilityText(msgspec.Struct, frozen=True, kw_only=True):
    """An ability's printed name, what it does, and the face of the die that pays for it (None: none does)."""

    name: str
    text: str
    face: Face | None


class Wording:
    """Words for one game's things, *spoken* or written; who is in *names* is called by name.

    *told* is how the edition's messages are put into words.
    """

    def __init__(
        self,
        phrases: Phrases,
        ruleset: Ruleset,
        told: "EditionWords",
        *,
        spoken: bool,
        names: Mapping[Seat, str] | None = None,
    ) -> None:
        self.phrases = phrases
        self.ruleset = ruleset
        self.told = told
        self.spoken = spoken
        self._players = {} if names is None else names
        self._enums: Mapping[type[Enum], str] = {
            Section: "sections",
            Marker: "markers",
            AttackType: "attack_types",
            Step: "steps",
            Direction: "directions",
        }

    def number(self, number: int) -> CountedNumber:
        """Return *number*, to be put in a template."""
        return CountedNumber(number, spoken=self.spoken, lang=self.phrases.lang)

    def unit(self, unit: UnitId) -> str:
        """Return a unit's name: its kind and its number."""
        number = unit.rpartition("-")[2]
        if self.spoken and number.isdecimal():
            number = numerals(self.phrases.lang).name(int(number))
        return f"{self.kind(kind_of(unit))} {number}"

    def agreeing(self, unit: UnitId) -> UnitName:
        """Return a unit's name, to be put in a template."""
        return UnitName(self.unit(unit), self.phrases.names["forms"].get(kind_of(unit), USUAL_FORM))

    def kind(self, kind: KindId) -> str:
        """Return the name of a kind of unit, the short one for the ear."""
        names = self.phrases.names
        if self.spoken and kind in names["spoken"]:
            return names["spoken"][kind]
        known = self.ruleset.catalogue.kinds.get(kind)
        name = kind.replace("_", " ").title() if known is None else known.name
        return names["kinds"].get(kind, name)

    def hex(self, place: Hex) -> str:
        """Return a hex's name, spelled for the ear."""
        return f"{place[0]} {place[1:]}" if self.spoken else place

    def player(self, seat: Seat) -> str | None:
        """Return the name of who plays *seat*, None where nobody said."""
        return self._players.get(seat)

    def seat(self, seat: Seat) -> SideName:
        """Return the name of who plays *seat*, or the short name of its faction."""
        player = self.player(seat)
        if player is not None:
            return player if isinstance(player, SideName) else SideName(player, is_one=True)
        return SideName(self._short(seat))

    def _short(self, seat: Seat) -> str:
        """Return the short name of *seat*'s faction, of an ally's as the ally's."""
        faction, names = self.ruleset.scenario.factions[seat], self.phrases.words["factions"]
        key = faction if seat is seat.camp else f"{faction}_ally"
        return names.get(key) or self.faction(faction)

    def side(self, seat: Seat) -> str:
        """Return the full name of *seat*'s faction, of an ally's as the ally's."""
        return self.faction(self.ruleset.scenario.factions[seat]) if seat is seat.camp else self._short(seat)

    def camp(self, camp: Seat) -> SideName:
        """Return the name of *camp*: that of its player, or its faction's where it has two."""
        return self.seat(camp) if len(self.ruleset.camps[camp]) == 1 else SideName(self._short(camp))

    def faction(self, faction: str) -> str:
        """Return a faction's full name."""
        name = self.ruleset.catalogue.factions.get(faction, faction)
        return self.phrases.names["factions"].get(faction, name)

    def goal(self, entry: str, points: int | None = None) -> str:
        """Return what is said of what wins, of as many *points* as win where none are given."""
        count = self.ruleset.scenario.points_to_win if points is None else points
        lead = self.ruleset.edition.winning.lead
        own = self.phrases.words.get("lead", {}).get(entry, "") if lead else ""
        template = own or self.phrases.words["goal"][entry]
        return template.format(
            points=self.number(count), lead=self.number(lead), last=self.number(count + lead)
        )

    def scenario(self) -> str:
        """Return the name of what is played, with the variants that were chosen for it."""
        scenario, named = self.ruleset.scenario, parse_game_name(self.ruleset.scenario.id)
        name = self.phrases.names["scenarios"].get(named.scenario, scenario.name)
        return ", ".join((name, *map(self.variant, named.variants)))

    def variant(self, variant: str) -> str:
        """Return a variant's name."""
        name = self.ruleset.catalogue.variants[variant].name
        return self.phrases.names["variants"].get(variant, name)

    def summary(self, sort: str, thing: str, printed: str) -> str:
        """Return what a thing of *sort* does in this game, as its variants have it, or as *printed*."""
        own = self.phrases.summaries[sort]
        names = [f"{thing}.{variant}" for variant in reversed(self.ruleset.edition.played)]
        return next((own[name] for name in names if name in own), self.phrases.summary(sort, thing, printed))

    def card(self, card: CardId) -> str:
        """Return a command card's name."""
        known = self.ruleset.catalogue.cards.get(card)
        return self.printed("cards", card, card.replace("_", " ") if known is None else known.name)

    def lore_card(self, card: LoreId) -> str:
        """Return a lore card's name."""
        known = self.ruleset.catalogue.lore.get(card)
        return self.printed("lore", card, card.replace("_", " ") if known is None else known.name)

    def scenario_card(self, card: ScenarioCardId) -> str:
        """Return a scenario card's name; of one that stands in for any other our own alone: none bears it."""
        known = self.ruleset.catalogue.of(ScenarioCard).get(card)
        if known is not None and known.stand_in:
            return self.phrases.names["scenario_cards"].get(card, known.name)
        name = card.replace("_", " ") if known is None else known.name
        return self.printed("scenario_cards", card, name)

    def printed(self, sort: str, card: str | None, name: str) -> str:
        """Return the name of a card of *sort* on which *name* is printed.

        On the screen the printed one stands behind the language's own: that is what people hold.  A
        name's own sign of exclamation is left out, since it ends no sentence.
        """
        own, name = self.phrases.names[sort].get(card or "", name).rstrip("!"), name.rstrip("!")
        return own if self.spoken or own == name else f"{own} ({name})"

    def page(self, page: str) -> str:
        """Return where a rule is written."""
        return self.phrases.page(page)

    def scenario_cards(self, cards: Mapping[Seat, ScenarioCardId]) -> str:
        """Return who plays by which scenario card."""
        template = self.phrases.words["scenario_cards"]["played"]
        return self.listing(
            template.format(seat=self.seat(seat), card=self.scenario_card(card))
            for seat, card in cards.items()
        )

    def terrain(self, terrain: TerrainId) -> str:
        """Return the name of a kind of terrain or of a token, as it stands within a sentence."""
        known = self.ruleset.catalogue.terrain.get(terrain)
        name = terrain.replace("_", " ") if known is None else known.name
        name = self.phrases.names["terrain"].get(terrain, name)
        return name[:1].lower() + name[1:]

    def tile(self, tile: Tile) -> dict[str, object]:
        """Return the words for what a tile is made of, by the names that phrases use."""
        return {
            "terrain": self.terrain(tile.kind),
            "token": "" if tile.token is None else self.terrain(tile.token),
            "owner": SideName("") if tile.owner is None else self.seat(tile.owner),
        }

    def ability(self, ability: AbilityId) -> str:
        """Return an ability's name."""
        known = self.ruleset.catalogue.abilities.get(ability)
        if known is not None:
            return self.phrases.names["abilities"].get(ability, known.name)
        return self.phrases.words["abilities"].get(ability) or ability.replace("_", " ").title()

    def ability_texts(self) -> dict[str, AbilityText]:
        """Return what every ability does, those that stand on no unit's card among them."""
        cards = self.ruleset.catalogue.abilities.items()
        summaries = {name: self.phrases.summary("abilities", name, card.summary) for name, card in cards}
        summaries |= {AbilityId(name): text for name, text in self.phrases.words["ability_texts"].items()}
        return {
            name: AbilityText(name=self.ability(name), text=text, face=self.told.paying.get(name))
            for name, text in summaries.items()
        }

    def trait(self, trait: str) -> str:
        """Return the word for a trait."""
        return self.phrases.trait(trait)

    def faces(self, faces: Iterable[Face]) -> str:
        """Return dice in the order of the die's faces, as a sentence: "Two strikes, morale and lore"."""
        text = self.dice_shown(faces)
        return text[:1].upper() + text[1:]

    def dice_shown(self, faces: Iterable[Face]) -> str:
        """Return dice in the order of the die's faces, within a sentence: "two strikes, morale and lore"."""
        counts = Counter(faces)
        return self.listing(
            self._face(face, counts[face]) for face in self.ruleset.edition.faces.all if counts[face]
        )

    def face(self, face: Face) -> str:
        """Return the word for one die that shows *face*."""
        return self._face(face, 1)

    def _face(self, face: Face, count: int) -> str:
        one, many = self.phrases.words["faces"][face].split("|")
        return one if count == 1 else f"{self.number(count)} {many}"

    def listing(self, words: Iterable[str], conjunction: str | None = None) -> str:
        """Return words as a list: "a, b and c"."""
        *head, last = [*words] or [""]
        joined = conjunction or self.phrases.conjunction
        return f"{', '.join(head)} {joined} {last}" if head else last

    def choice(self, words: Iterable[str]) -> str:
        """Return words as a choice: "a, b or c"."""
        return self.listing(words, self.phrases.words["orders"]["or"])

    def choices(self, offered: Sequence[Command]) -> str:
        """Return for the ear what is *offered* in the main phase: whom to order, to move, to attack with.

        What would be too long for one breath is counted instead of listed, the longest first.
        """
        templates = self.phrases.words["choices"]
        ways = [
            [self._who_may(name, units), *self._how_many_may(name, units)]
            for sort, name in ((Order, "order"), (Move, "move"))
            if (units := list(dict.fromkeys(each.unit for each in offered if isinstance(each, sort))))
        ]
        targets: dict[UnitId, list[str]] = {}
        for command in offered:
            if isinstance(command, Attack):
                targets.setdefault(command.unit, []).append(self.unit(command.target))
        if targets:
            attacks = [
                templates["attack"].format(unit=self.unit(unit), target=self.choice(names))
                for unit, names in targets.items()
            ]
            who = self._who_may("attack_with", targets)
            ways.append(["; ".join(attacks), who, *self._how_many_may("attack_with", targets)])
        end = templates["end" if ways else "only_end"]
        while True:
            told = "; ".join([*(way[0] for way in ways), end])
            longer = [way for way in ways if len(way) > 1]
            if len(told) <= MOST_LETTERS_OF_CHOICES or not longer:
                return told
            max(longer, key=lambda way: len(way[0])).pop(0)

    def _who_may(self, name: str, units: Iterable[UnitId]) -> str:
        return self.phrases.words["choices"][name].format(units=self.listing(map(self.unit, units)))

    def _how_many_may(self, name: str, units: Collection[UnitId]) -> list[str]:
        template = self.phrases.words["choices"][f"{name}_some"]
        return [template.format(count=self.number(len(units)))] if len(units) > 1 else []

    def orders(self, grant: GrantOrders) -> str:
        """Return whom a card lets its player order: "two infantry or cavalry units on the left"."""
        templates = self.phrases.words["orders"]
        traits = self.choice(self.trait(trait) for trait in grant.traits)
        text = templates["kinds" if grant.traits else "units"].format(
            count=self.number(grant.count), traits=traits
        )
        if grant.not_weak:
            text = templates["not_weak"].format(units=text, count=self.number(grant.count))
        if grant.section is not None:
            text = templates["section"].format(units=text, section=self.thing(grant.section))
        return text

    def hands(self) -> dict[str, object]:
        """Return how many cards of both sorts are drawn for the first hands and how many kept (RB p. 15)."""
        cards, lore = self.ruleset.scenario.hand, self.ruleset.scenario.lore_hand or 0
        counts = {"cards": cards, "lore": lore, "drawn": cards + 2, "lore_drawn": lore + 1}
        return {name: self.number(count) for name, count in counts.items()}

    def dice(self, dice: Mapping[AbilityId, int]) -> str:
        """Return how many dice go to which ability: "Frenzy: 2 dice"."""
        template = self.phrases.words["commitments"]["dice"]
        return self.listing(
            template.format(ability=self.ability(name), count=self.number(count))
            for name, count in dice.items()
        )

    def field(self, message: msgspec.Struct, name: str) -> object:
        """Return the word for a message's field *name*."""
        return self._field(_annotations(type(message))[name], getattr(message, name))

    def each(self, message: msgspec.Struct, name: str) -> Iterator[str]:
        """Yield the word for each member of a message's field *name*."""
        annotation = _annotations(type(message))[name]
        return (str(self._field(annotation, one)) for one in getattr(message, name))

    def _field(self, annotation: object, value: object) -> object:
        if value is None:
            return SideName("") if Seat in union_members(annotation) else ""
        if isinstance(value, tuple):
            if get_args(annotation)[0] is Face:
                return self.faces(value)
            return self.listing(str(self._field(annotation, one)) for one in value)
        if isinstance(value, str) and not isinstance(value, Enum):
            return self._named(annotation, value)
        return self.thing(value)

    def _named(self, annotation: object, name: str) -> str:
        """Return the word for an id, whose sort only the *annotation* of its field tells."""
        sorts = get_args(annotation) if get_origin(annotation) is tuple else union_members(annotation)
        if UnitId in sorts:
            return self.agreeing(UnitId(name))
        if KindId in sorts:
            return self.kind(KindId(name))
        if Hex in sorts:
            return self.hex(Hex(name))
        if Face in sorts:
            return self.face(Face(name))
        if CardId in sorts:
            return self.card(CardId(name))
        if LoreId in sorts:
            return self.lore_card(LoreId(name))
        if ScenarioCardId in sorts:
            return self.scenario_card(ScenarioCardId(name))
        return self.ability(AbilityId(name)) if AbilityId in sorts else name

    def thing(self, value: object) -> object:
        """Return the word for a value that is no id: a number, a seat, a section …"""
        if isinstance(value, Seat):
            return self.seat(value)
        if isinstance(value, Enum) and type(value) in self._enums:
            return self.phrases.words[self._enums[type(value)]][value.value]
        if isinstance(value, int) and not isinstance(value, bool):
            return self.number(value)
        return value


@cache
def _annotations(sort: type[msgspec.Struct]) -> Mapping[str, object]:
    return {field.name: field.type for field in msgspec.structs.fields(sort)}


@cache
def union_members(annotation: object) -> tuple[object, ...]:
    """Return the members of a union, or the type alone."""
    return get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)
