"""What may be said at this moment of the game: a grammar for the recogniser, and the way back from its text.

Only units that stand on the board are in it, by their English names, with their number or
without.  Knows names only: whether something is allowed, and which of
several units of one name is meant, is found out elsewhere.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from companion.words.plurals import number_word
from rules.kernel.game import Game
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    AdvanceWait,
    AnyWait,
    CommitWait,
    CounterWait,
    DiceWait,
    ExchangeWait,
    ExtraAttackWait,
    IgnoreWait,
    NumberWait,
    OrdersWait,
    SetUpWait,
)
from rules.kernel.state import Unit
from rules.kernel.values import Seat, UnitId


class Verb(StrEnum):
    """What a spoken sentence is about."""

    NEXT = "next"
    UNDO = "undo"
    SAY_AGAIN = "say_again"
    SCORE = "score"
    WHO = "who"
    YES = "yes"
    NO = "no"
    ROLL = "roll"
    END_MAIN_PHASE = "end_main_phase"
    NAME = "name"
    ORDER = "order"
    MOVE = "move"
    ATTACK = "attack"


class Spoken(NamedTuple):
    """A sentence understood: *units* and *targets* are those that its names may mean.

    *is_lettered*: its hex was named by a bare letter, which is easily misheard.
    """

    verb: Verb
    units: tuple[UnitId, ...] = ()
    targets: tuple[UnitId, ...] = ()
    hex: Hex | None = None
    is_lettered: bool = False


class After(StrEnum):
    """Whether a sentence is over.

    PERHAPS: "citadel guard two" is a sentence that most often goes on, and harms nobody where it does not.
    """

    NOTHING = "nothing"
    PERHAPS = "perhaps"
    MORE = "more"


ALWAYS: Mapping[str, Verb] = {
    "next": Verb.NEXT,
    "undo": Verb.UNDO,
    "take it back": Verb.UNDO,
    "take that back": Verb.UNDO,
    "say again": Verb.SAY_AGAIN,
    "say that again": Verb.SAY_AGAIN,
    "repeat that": Verb.SAY_AGAIN,
    "score": Verb.SCORE,
    "what is the score": Verb.SCORE,
    "who": Verb.WHO,
    "whose turn is it": Verb.WHO,
}
WHERE_ASKED: Mapping[str, Verb] = {"yes": Verb.YES, "no": Verb.NO}
AT_TIMES: Mapping[type[AnyWait], Mapping[str, Verb]] = {
    OrdersWait: {"end the main phase": Verb.END_MAIN_PHASE, "end main phase": Verb.END_MAIN_PHASE},
    DiceWait: {"roll": Verb.ROLL, "roll the dice": Verb.ROLL},
    CounterWait: {**WHERE_ASKED, "counter": Verb.YES, "no counter": Verb.NO},
    AdvanceWait: {**WHERE_ASKED, "advance": Verb.YES, "pursue": Verb.YES, "stay": Verb.NO},
    ExchangeWait: WHERE_ASKED,
    ExtraAttackWait: {"no": Verb.NO, "no further attack": Verb.NO},
    NumberWait: {"no": Verb.NO},
    CommitWait: {"do the usual": Verb.NEXT},
    IgnoreWait: {"do the usual": Verb.NEXT},
    SetUpWait: {"start the game": Verb.NEXT},
}
LETTERS = [
    "alpha",
    "bravo",
    "charlie",
    "delta",
    "echo",
    "foxtrot",
    "golf",
    "hotel",
    "india",
    "juliet",
    "kilo",
    "lima",
    "mike",
    "november",
    "oscar",
    "papa",
    "quebec",
    "romeo",
    "sierra",
    "tango",
    "uniform",
    "victor",
    "whiskey",
    "xray",
    "yankee",
    "zulu",
]


class Grammar(NamedTuple):
    """*jsgf* for the recogniser, the *words* in it, and what ``understood`` needs.

    Words of one of *classes*, numbers or letters, can stand in each other's place.
    """

    jsgf: str
    words: frozenset[str]
    fixed: Mapping[str, Verb]
    own: Mapping[str, tuple[UnitId, ...]]
    enemies: Mapping[str, tuple[UnitId, ...]]
    hexes: Mapping[str, Hex]
    classes: tuple[frozenset[str], ...]

    def understood(self, text: str) -> Spoken | None:
        """Return what *text* says, or None where it is no whole sentence of this grammar."""
        if text in self.fixed:
            return Spoken(self.fixed[text])
        if text in self.own or text in self.enemies:
            return Spoken(Verb.NAME, self.own.get(text) or self.enemies[text])
        for pattern, read in _SENTENCES:
            if (found := pattern.fullmatch(text)) is not None:
                return read(self, found["one"], found.groupdict().get("other", ""))
        return None

    def after(self, text: str) -> After:
        """Return what may come after *text*; what would say the same at greater length does not count."""
        said = self.understood(text)
        if said is None:
            return After.MORE
        longer = {verb for other, verb in self.fixed.items() if other.startswith(f"{text} ")}
        if longer - {said.verb}:
            return After.MORE
        if len(said.targets if said.verb is Verb.ATTACK and " with " not in text else said.units) > 1:
            return After.MORE  # a number
        return After.PERHAPS if said.verb is Verb.NAME and text in self.own and self.hexes else After.NOTHING

    def _order(self, unit: str, _: str) -> Spoken | None:
        return Spoken(Verb.ORDER, self.own[unit]) if unit in self.own else None

    def _move(self, unit: str, place: str) -> Spoken | None:
        if unit not in self.own or place not in self.hexes:
            return None
        is_lettered = len(place.split()[0]) == 1
        return Spoken(Verb.MOVE, self.own[unit], hex=self.hexes[place], is_lettered=is_lettered)

    def _attack(self, target: str, unit: str) -> Spoken | None:
        if unit not in self.own or target not in self.enemies:
            return None
        return Spoken(Verb.ATTACK, self.own[unit], self.enemies[target])

    def _attacks(self, unit: str, target: str) -> Spoken | None:
        return self._attack(target, unit)


_NUMBERS = frozenset(number_word(number) for number in range(20))
_TEMPLATE_WORDS = "attack attacks with order move to"
_SENTENCES = (
    (re.compile("order (?P<one>.+)"), Grammar._order),
    (re.compile("move (?P<one>.+) to (?P<other>.+)"), Grammar._move),
    (re.compile("attack (?P<one>.+) with (?P<other>.+)"), Grammar._attack),
    (re.compile("(?P<one>.+) attacks? (?P<other>.+)"), Grammar._attacks),
)


def grammar_of(game: Game, *, is_asked: bool = False) -> Grammar:
    """Return what may be said in *game* now.  *is_asked*: yes and no answer something."""
    wait = game.state.wait
    fixed = {**ALWAYS, **AT_TIMES.get(type(wait), {}), **(WHERE_ASKED if is_asked else {})}
    acting = wait.seat or game.state.active
    own, own_rule = _names(game, acting)
    enemies, enemy_rule = _names(game, acting.other)
    is_fighting = isinstance(wait, OrdersWait | ExtraAttackWait) and bool(own)
    hexes = _hexes(game) if isinstance(wait, OrdersWait) and own else {}
    sentences = [*fixed]
    sentences += ["<own>"] if own else []
    sentences += ["<enemy>"] if enemies else []
    if is_fighting and enemies:
        sentences += ["attack <enemy> with <own>", "<own> (attack | attacks) <enemy>"]
    if hexes:
        sentences += ["order <own>", "move <own> to <hex>"]
    rules = {"own": own_rule, "enemy": enemy_rule, "hex": _one_of(hexes)}
    lines = [f"<{name}> = {rule};" for name, rule in rules.items() if rule]
    jsgf = "\n".join(["#JSGF V1.0;", "grammar herald;", *lines, f"public <said> = {_one_of(sentences)};", ""])
    words = frozenset(" ".join([*fixed, *own, *enemies, *hexes, _TEMPLATE_WORDS]).split())
    classes = (words & _NUMBERS, words & frozenset(LETTERS), frozenset(one for one in words if len(one) == 1))
    return Grammar(jsgf, words, fixed, own, enemies, hexes, classes)


def _one_of(texts: Iterable[str]) -> str:
    return " | ".join(texts)


def plain(name: str) -> str:
    """Return *name* as it is spoken: plain lower-case words, numbers in words."""
    folded = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    counted = re.sub(r"\d+", lambda found: f" {number_word(int(found[0]))} ", folded)
    return " ".join(re.findall(r"[a-z]+(?:'[a-z]+)?", counted))


def _names(game: Game, seat: Seat) -> tuple[dict[str, tuple[UnitId, ...]], str]:
    """Return what each name of *seat*'s units on the board may mean, and the rule that lists the names."""
    kinds: dict[str, dict[str, Unit]] = {}
    for unit in game.state.army(seat):
        name, number = plain(game.kind(unit).name), plain(unit.id.rpartition("-")[2])
        if unit.at is not None and name and number:
            kinds.setdefault(name, {})[number] = unit
    meant: dict[str, tuple[UnitId, ...]] = {}
    rule = []
    for name, units in kinds.items():
        forms = _forms(name)
        for form in forms:
            meant[form] = tuple(unit.id for unit in units.values())
            meant |= {f"{form} {number}": (unit.id,) for number, unit in units.items()}
        rule.append(f"({_one_of(forms)}) [{_one_of(units)}]")
    return meant, _one_of(rule)


def _forms(name: str) -> tuple[str, ...]:
    """Return *name* in the singular and in the plural, where adding or leaving out an s makes them."""
    if name.endswith("s") and not name.endswith("ss"):
        return (name, name[:-1])
    return (name,)


def _hexes(game: Game) -> dict[str, Hex]:
    """Return each hex of the board by its spoken names: "golf three" and "g three"."""
    found = {}
    for place in game.ruleset.board.hexes:
        letter, number = place[0].lower(), plain(place[1:])
        found[f"{LETTERS[ord(letter) - ord('a')]} {number}"] = place
        found[f"{letter} {number}"] = place
    return found
