"""What may be said at this moment of the game: a grammar for the recogniser, and the way back from its text.

Only units that stand on the board are in it, by their English names, with their number or
without, and what can be chosen, by its English label and by what its phrase can also be called.
Whether something is allowed, and which of several units of one name is meant, is found out elsewhere.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from companion.words.announcer import command_text
from companion.words.ask import Ask, AskChoice, ask_of
from companion.words.command_words import phrase_of
from companion.words.message_words import Occurrence
from companion.words.names import wording_of
from companion.words.plurals import number_word
from rules.kernel.decide import options
from rules.kernel.game import Game
from rules.kernel.hexes import Hex
from rules.kernel.messages import Attack, Command, DiceWait, EndMainPhase, Move, Order
from rules.kernel.state import Unit
from rules.kernel.values import UnitId


class SpokenVerb(StrEnum):
    """What a spoken sentence is about."""

    NEXT = "next"
    UNDO = "undo"
    SAY_AGAIN = "say_again"
    SCORE = "score"
    WHO = "who"
    HAND = "hand"
    NEAR = "near"
    REACH = "reach"
    YES = "yes"
    NO = "no"
    ROLL = "roll"
    CHOOSE = "choose"
    NAME = "name"
    ORDER = "order"
    MOVE = "move"
    ATTACK = "attack"


class Spoken(NamedTuple):
    """A sentence understood: *units* and *targets* are those that its names may mean.

    *labels* are the English ones of the choices that it may mean.  *is_lettered*: its hex was named by
    a bare letter, which is easily misheard.
    """

    verb: SpokenVerb
    units: tuple[UnitId, ...] = ()
    targets: tuple[UnitId, ...] = ()
    hex: Hex | None = None
    is_lettered: bool = False
    labels: tuple[str, ...] = ()


class After(StrEnum):
    """Whether a sentence is over.

    PERHAPS: "citadel guard two" is a sentence that most often goes on, and harms nobody where it does not.
    """

    NOTHING = "nothing"
    PERHAPS = "perhaps"
    MORE = "more"


ALWAYS: Mapping[str, SpokenVerb] = {
    "next": SpokenVerb.NEXT,
    "undo": SpokenVerb.UNDO,
    "take it back": SpokenVerb.UNDO,
    "take that back": SpokenVerb.UNDO,
    "say again": SpokenVerb.SAY_AGAIN,
    "say that again": SpokenVerb.SAY_AGAIN,
    "repeat that": SpokenVerb.SAY_AGAIN,
    "score": SpokenVerb.SCORE,
    "what is the score": SpokenVerb.SCORE,
    "who": SpokenVerb.WHO,
    "whose turn is it": SpokenVerb.WHO,
    "what is waited for": SpokenVerb.WHO,
    "my hand": SpokenVerb.HAND,
}
WHERE_ASKED: Mapping[str, SpokenVerb] = {"yes": SpokenVerb.YES, "no": SpokenVerb.NO}
FOR_DICE: Mapping[str, SpokenVerb] = {"roll": SpokenVerb.ROLL, "roll the dice": SpokenVerb.ROLL}
FOR_THE_USUAL: Mapping[str, SpokenVerb] = {"do the usual": SpokenVerb.NEXT}
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

    *hexes* are those that can be moved to now, *places* those that can be asked about.
    Words of one of *classes*, numbers or letters, can stand in each other's place.
    """

    jsgf: str
    words: frozenset[str]
    fixed: Mapping[str, Spoken]
    own: Mapping[str, tuple[UnitId, ...]]
    enemies: Mapping[str, tuple[UnitId, ...]]
    hexes: Mapping[str, Hex]
    places: Mapping[str, Hex]
    classes: tuple[frozenset[str], ...]

    def understood(self, text: str) -> Spoken | None:
        """Return what *text* says, or None where it is no whole sentence of this grammar."""
        if text in self.fixed:
            return self.fixed[text]
        if text in self.own or text in self.enemies:
            return Spoken(SpokenVerb.NAME, self.own.get(text) or self.enemies[text])
        for pattern, read in _SENTENCES:
            if (found := pattern.fullmatch(text)) is not None:
                return read(self, found["one"], found.groupdict().get("other", ""))
        return None

    def after(self, text: str) -> After:
        """Return what may come after *text*; what would say the same at greater length does not count."""
        said = self.understood(text)
        if said is None:
            return After.MORE
        longer = {same for other, same in self.fixed.items() if other.startswith(f"{text} ")}
        if longer - {said}:
            return After.MORE
        if len(said.targets if said.verb is SpokenVerb.ATTACK and " with " not in text else said.units) > 1:
            return After.MORE  # a number
        return (
            After.PERHAPS
            if said.verb is SpokenVerb.NAME and text in self.own and self.hexes
            else After.NOTHING
        )

    def _order(self, unit: str, _: str) -> Spoken | None:
        return Spoken(SpokenVerb.ORDER, self.own[unit]) if unit in self.own else None

    def _move(self, unit: str, place: str) -> Spoken | None:
        if unit not in self.own or place not in self.hexes:
            return None
        is_lettered = len(place.split()[0]) == 1
        return Spoken(SpokenVerb.MOVE, self.own[unit], hex=self.hexes[place], is_lettered=is_lettered)

    def _attack(self, target: str, unit: str) -> Spoken | None:
        if unit not in self.own or target not in self.enemies:
            return None
        return Spoken(SpokenVerb.ATTACK, self.own[unit], self.enemies[target])

    def _attacks(self, unit: str, target: str) -> Spoken | None:
        return self._attack(target, unit)

    def _near(self, place: str, _: str) -> Spoken | None:
        return Spoken(SpokenVerb.NEAR, hex=self.places[place]) if place in self.places else None

    def _reach(self, asked: str, _: str) -> Spoken | None:
        if asked in self.places:
            return Spoken(SpokenVerb.REACH, hex=self.places[asked])
        units = self.own.get(asked) or self.enemies.get(asked)
        return None if units is None else Spoken(SpokenVerb.REACH, units)


_NUMBERS = frozenset(number_word(number) for number in range(20))
_TEMPLATE_WORDS = "attack attacks with order move to what stands near can reach"
_SENTENCES = (
    (re.compile("order (?P<one>.+)"), Grammar._order),
    (re.compile("move (?P<one>.+) to (?P<other>.+)"), Grammar._move),
    (re.compile("attack (?P<one>.+) with (?P<other>.+)"), Grammar._attack),
    (re.compile("(?P<one>.+) attacks? (?P<other>.+)"), Grammar._attacks),
    (re.compile("(what stands )?near (?P<one>.+)"), Grammar._near),
    (re.compile("what can (?P<one>.+) reach"), Grammar._reach),
)


def grammar_of(game: Game, *, is_asked: bool = False) -> Grammar:
    """Return what may be said in *game* now.  *is_asked*: yes and no answer something."""
    wait, offered = game.state.wait, options(game)
    fixed = _fixed(game, ask_of(wait, offered, game), is_asked=is_asked)
    acting = wait.seat or game.state.active
    own, own_rule = _names(game, game.friends(acting))
    enemies, enemy_rule = _names(game, game.enemies(acting))
    is_main_phase = EndMainPhase() in offered
    is_fighting = bool(own) and (is_main_phase or any(isinstance(each, Attack) for each in offered))
    places = _hexes(game)
    hexes = places if is_main_phase and own else {}
    sentences = [*fixed, "[what stands] near <hex>", "what can <reaching> reach"]
    sentences += ["<own>"] if own else []
    sentences += ["<enemy>"] if enemies else []
    if is_fighting and enemies:
        sentences += ["attack <enemy> with <own>", "<own> (attack | attacks) <enemy>"]
    if hexes:
        sentences += ["order <own>", "move <own> to <hex>"]
    reaching = [*(["<own>"] if own else []), *(["<enemy>"] if enemies else []), "<hex>"]
    rules = {"own": own_rule, "enemy": enemy_rule, "hex": _one_of(places), "reaching": _one_of(reaching)}
    lines = [f"<{name}> = {rule};" for name, rule in rules.items() if rule]
    jsgf = "\n".join(["#JSGF V1.0;", "grammar herald;", *lines, f"public <said> = {_one_of(sentences)};", ""])
    words = frozenset(" ".join([*fixed, *own, *enemies, *places, _TEMPLATE_WORDS]).split())
    classes = (words & _NUMBERS, words & frozenset(LETTERS), frozenset(one for one in words if len(one) == 1))
    return Grammar(jsgf, words, fixed, own, enemies, hexes, places, classes)


def _fixed(game: Game, ask: Ask, *, is_asked: bool) -> dict[str, Spoken]:
    """Return the sentences that name no unit to be found, and what each says."""
    called: dict[str, list[str]] = {}
    for choice in ask.choices:
        if not isinstance(choice.command, Order | Move | Attack):  # which have sentences of their own
            for sentence in _sentences(choice, game):
                called.setdefault(sentence, []).append(choice.label)
    fixed = {sentence: Spoken(SpokenVerb.CHOOSE, labels=tuple(labels)) for sentence, labels in called.items()}
    is_usual = any(choice.is_usual for choice in ask.choices)
    verbs = {
        **ALWAYS,
        **(FOR_DICE if isinstance(game.state.wait, DiceWait) else {}),
        **(FOR_THE_USUAL if is_usual else {}),
        **(WHERE_ASKED if is_asked else {}),
    }
    labels = {sentence: said.labels for sentence, said in fixed.items()}
    return fixed | {each: Spoken(verb, labels=labels.get(each, ())) for each, verb in verbs.items()}


def _sentences(choice: AskChoice, game: Game) -> Iterator[str]:
    """Yield what can be said for *choice*."""
    heard = phrase_of(wording_of(game, None, spoken=False), Occurrence(choice.command, game)).hear
    yield from dict.fromkeys(text for each in (choice.label, *heard) if (text := plain(each)))


def commands_called(labels: Iterable[str], game: Game) -> list[Command]:
    """Return what can be chosen in *game* and is called one of *labels* in English."""
    names = frozenset(labels)
    return [command for command in options(game) if command_text(command, game) in names]


def _one_of(texts: Iterable[str]) -> str:
    return " | ".join(texts)


def plain(name: str) -> str:
    """Return *name* as it is spoken: plain lower-case words, numbers in words."""
    folded = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    counted = re.sub(r"\d+", lambda found: f" {number_word(int(found[0]))} ", folded)
    return " ".join(re.findall(r"[a-z]+(?:'[a-z]+)?", counted))


def _names(game: Game, units_named: Iterable[Unit]) -> tuple[dict[str, tuple[UnitId, ...]], str]:
    """Return what each name of some units on the board may mean, and the rule that lists the names."""
    kinds: dict[str, dict[str, Unit]] = {}
    for unit in units_named:
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
