"""The words for the things of the game: units, hexes, numbers, faces, orders.

One and the same message is worded for the ear ("Citadel Guard four", "G 3",
"two strikes") or for the screen ("Citadel Guard 4", "G3", "2 strikes").  Knows
names only: no rule, and nothing of what happens.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import get_args, get_origin

import msgspec

from companion.phrases import Phrases, choices
from rules.abilities import DICE_ABILITIES, POISON, POISONED
from rules.catalogue import kind_of
from rules.hexes import Direction, Hex
from rules.messages import GrantOrders
from rules.ruleset import Ruleset
from rules.values import (
    AbilityId,
    AttackType,
    CardId,
    Face,
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

# fmt: off
_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)
# fmt: on
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def number_word(number: int) -> str:
    """Return *number* in English words up to ninety-nine, else as it is."""
    if not 0 <= number < 100:
        return str(number)
    if number < len(_SMALL):
        return _SMALL[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{_SMALL[ones]}" if ones else "")


class Count:
    """A number in a template: ``{n}``, ``{n:figure|figures}``, or ``{n:!unit|units}`` without itself."""

    def __init__(self, number: int, *, spoken: bool) -> None:
        self._number = number
        self._word = number_word(number) if spoken else str(number)

    def __str__(self) -> str:
        return self._word

    def __format__(self, spec: str) -> str:
        if not spec:
            return self._word
        one, many = spec.removeprefix("!").split("|")
        thing = one if self._number == 1 else many
        if spec.startswith("!"):
            return thing
        return f"{self._word if self._number else 'no'} {thing}"


class Wording:
    """Words for one game's things, *spoken* or written."""

    def __init__(self, phrases: Phrases, ruleset: Ruleset, *, spoken: bool) -> None:
        self.phrases = phrases
        self.ruleset = ruleset
        self.spoken = spoken
        self._enums: Mapping[type[Enum], str] = {
            Section: "sections",
            Marker: "markers",
            AttackType: "attack_types",
            Step: "steps",
            Direction: "directions",
        }

    def number(self, number: int) -> Count:
        """Return *number*, to be put in a template."""
        return Count(number, spoken=self.spoken)

    def unit(self, unit: UnitId) -> str:
        """Return a unit's name: its kind and its number."""
        kind = self.ruleset.catalogue.kinds.get(kind_of(unit))
        number = unit.rpartition("-")[2]
        name = unit.rpartition("-")[0].replace("_", " ").title() if kind is None else kind.name
        return f"{name} {number_word(int(number)) if self.spoken and number.isdecimal() else number}"

    def hex(self, place: Hex) -> str:
        """Return a hex's name, spelled for the ear."""
        return f"{place[0]} {place[1:]}" if self.spoken else place

    def seat(self, seat: Seat) -> str:
        """Return the short name of *seat*'s faction."""
        faction = self.ruleset.scenario.factions[seat]
        names = self.phrases.words["factions"]
        return names.get(faction) or self.ruleset.catalogue.factions[faction]

    def card(self, card: CardId) -> str:
        """Return a command card's name."""
        known = self.ruleset.catalogue.cards.get(card)
        return card.replace("_", " ") if known is None else known.name

    def lore_card(self, card: LoreId) -> str:
        """Return a lore card's name."""
        known = self.ruleset.catalogue.lore.get(card)
        return card.replace("_", " ") if known is None else known.name

    def scenario_card(self, card: ScenarioCardId) -> str:
        """Return a scenario card's name."""
        known = self.ruleset.catalogue.scenario_cards.get(card)
        return card.replace("_", " ") if known is None else known.name

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
        return name[:1].lower() + name[1:]

    def tile(self, tile: Tile) -> dict[str, object]:
        """Return the words for what a tile is made of, by the names that phrases use."""
        return {
            "terrain": self.terrain(tile.kind),
            "token": "" if tile.token is None else self.terrain(tile.token),
            "owner": "" if tile.owner is None else self.seat(tile.owner),
        }

    def ability(self, ability: AbilityId) -> str:
        """Return an ability's name."""
        known = self.ruleset.catalogue.abilities.get(ability)
        if known is not None:
            return known.name
        return self.phrases.words["abilities"].get(ability) or ability.replace("_", " ").title()

    def ability_cards(self) -> dict[str, dict[str, str | None]]:
        """Return each ability's printed name, what it does, and the face of the die that pays for it."""
        paid = {name: does.face.value for name, does in DICE_ABILITIES.items()}
        cards: dict[str, dict[str, str | None]] = {
            name: {"name": card.name, "text": card.summary, "face": paid.get(name)}
            for name, card in self.ruleset.catalogue.abilities.items()
        }
        for name, text in self.phrases.words["ability_texts"].items():
            face = POISONED.face.value if name == POISON else None
            cards[name] = {"name": self.ability(AbilityId(name)), "text": text, "face": face}
        return cards

    def trait(self, trait: str) -> str:
        """Return the word for a trait."""
        return self.phrases.words["traits"].get(trait) or trait.replace("_", " ")

    def faces(self, faces: Iterable[Face]) -> str:
        """Return dice in the order of the die's faces: "two strikes, morale and lore"."""
        counts = Counter(faces)
        words = [self._face(face, counts[face]) for face in Face if counts[face]]
        text = self.listing(words)
        return text[:1].upper() + text[1:]

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

    def orders(self, grant: GrantOrders) -> str:
        """Return whom a card lets its player order: "two infantry or cavalry units on the left"."""
        templates = self.phrases.words["orders"]
        traits = self.choice(self.trait(trait) for trait in grant.traits)
        text = templates["kinds" if grant.traits else "units"].format(
            count=self.number(grant.count), traits=traits
        )
        if grant.not_weak:
            text = templates["not_weak"].format(units=text)
        if grant.section is not None:
            text = templates["section"].format(units=text, section=self.thing(grant.section))
        return text

    def hands(self) -> dict[str, object]:
        """Return how many cards of both sorts are drawn for the first hands and how many kept (RB p. 15)."""
        cards, lore = self.ruleset.scenario.hand, self.ruleset.scenario.lore_hand or 0
        counts = {"cards": cards, "lore": lore, "drawn": cards + 2, "lore_drawn": lore + 1}
        return {name: self.number(count) for name, count in counts.items()}

    def dice(self, dice: Mapping[AbilityId, int]) -> str:
        """Return how many dice go to which ability."""
        return self.listing(f"{self.ability(name)}: {self.number(count)}" for name, count in dice.items())

    def fields(self, message: msgspec.Struct) -> dict[str, object]:
        """Return the words for a message's fields, by the fields' names."""
        return {
            field.name: self._field(field.type, getattr(message, field.name))
            for field in msgspec.structs.fields(type(message))
        }

    def _field(self, annotation: object, value: object) -> object:
        if value is None:
            return ""
        if isinstance(value, tuple):
            if all(isinstance(one, Face) for one in value):
                return self.faces(value)
            return self.listing(str(self._field(annotation, one)) for one in value)
        if isinstance(value, str) and not isinstance(value, Enum):
            return self._named(annotation, value)
        return self.thing(value)

    def _named(self, annotation: object, name: str) -> str:
        """Return the word for an id, whose sort only the *annotation* of its field tells."""
        sorts = get_args(annotation) if get_origin(annotation) is tuple else choices(annotation)
        if UnitId in sorts:
            return self.unit(UnitId(name))
        if Hex in sorts:
            return self.hex(Hex(name))
        if CardId in sorts:
            return self.card(CardId(name))
        if LoreId in sorts:
            return self.lore_card(LoreId(name))
        if ScenarioCardId in sorts:
            return self.scenario_card(ScenarioCardId(name))
        return self.ability(AbilityId(name)) if AbilityId in sorts else name

    def thing(self, value: object) -> object:
        """Return the word for a value that is no id: a number, a seat, a face, a section …"""
        if isinstance(value, Seat):
            return self.seat(value)
        if isinstance(value, Face):
            return self.phrases.words["faces"][value].split("|")[0]
        if isinstance(value, Enum) and type(value) in self._enums:
            return self.phrases.words[self._enums[type(value)]][value.value]
        if isinstance(value, int) and not isinstance(value, bool):
            return self.number(value)
        return value
