"""One module an edition: its tables and the few functions in which the books differ."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from rules.kernel.chapters.abilities import Abilities
from rules.kernel.chapters.sums import Sum
from rules.kernel.hexes import Direction, Hex
from rules.kernel.messages import Command, GrantOrders, Special, Verb, Wait
from rules.kernel.values import (
    AttackType,
    CardNumber,
    Face,
    KindId,
    LoreChoice,
    LoreId,
    Seat,
    Section,
    UnitId,
)

if TYPE_CHECKING:  # a course runs in a game, which holds its ruleset, which holds its edition
    from rules.kernel.battle.deeds import DieDeed
    from rules.kernel.battle.rolls import PendingRoll, Policy
    from rules.kernel.catalogue import Catalogue
    from rules.kernel.course import Checks, Course
    from rules.kernel.printed import Scenario
    from rules.kernel.ruleset import Game, Ruleset
    from rules.kernel.state import State, Unit

Stage = Callable[["Course"], bool]
"""Does its part of the innermost fight, and says whether it asked something or ended the fight."""


class Handler(NamedTuple):
    """What becomes of a sort of command: what is wrong with it, and how it is obeyed.

    *is_own*: where nobody in particular is waited for, only the seat that it names is offered it.
    """

    check: Callable[["Game", Any], "Checks"]
    obey: Callable[["Course", Any], None]
    is_own: bool = False


class Waiting(NamedTuple):
    """What can be done about a sort of wait.

    *answers* are the legal commands, in a fixed order.  *decline* lets it pass, where that is
    possible.  *anew* returns what is waited for in its place once the table has put
    something right (nothing: what is around it), or None where the game has gone on; without
    it the wait stays as it was.
    """

    answers: Callable[["Game", Any], Iterable[Command]]
    decline: Callable[["Course", Any], None] | None = None
    anew: Callable[["Course", Any], tuple[Wait, ...] | None] | None = None


def _at_any_time(game: "Game", seat: Seat) -> bool:
    return True


def _nothing_wrong(game: "Game", seat: Seat, verb: Verb) -> "Checks":
    return iter(())


class VerbHandler(NamedTuple):
    """What becomes of a sort of verb: how it is *done* for the seat that plays the card, and when.

    *is_time* says whether a seat's card may do it now, *check* yields what is wrong with just this verb
    then.  Neither need look at what holds of any verb: the units that it names are on the board, its
    hexes too, the dice have its faces, and none of its numbers is less than *least* (None: any may be).
    *is_told*: it is about one moment of one game, and cannot stand on a command card, as none can that
    names a unit.  *of_attack*: it changes the attack in which its card is played; *of_lore*: it makes sense
    only where there are lore cards.
    """

    done: Callable[["Course", Seat, Any], None]
    check: Callable[["Game", Seat, Any], "Checks"] = _nothing_wrong
    least: int | None = 1
    is_time: Callable[["Game", Seat], bool] = _at_any_time
    is_told: bool = False
    of_attack: bool = False
    of_lore: bool = False


class LoreGain(NamedTuple):
    """What a choice of the Lore Step brings: *tokens*, and *cards* of which *back* are discarded."""

    tokens: int
    cards: int
    back: int


class Faces(NamedTuple):
    """The faces of a die: *all* in the book's order; one forces a *retreat*, one brings *lore*."""

    all: tuple[Face, ...]
    retreat: Face
    lore: Face

    def in_order(self, shown: Iterable[str]) -> tuple[Face, ...]:
        """Return what is *shown* in the book's order: dice on a table have none.  None may be foreign."""
        return tuple(sorted(map(Face, shown), key=self.all.index))


def _none_untimely(game: "Game", seat: Seat) -> tuple[LoreId, ...]:
    return ()


def _nothing_extra(game: "Game", seat: Seat) -> Mapping[LoreId, int]:
    return {}


def _always(game: "Game", seat: Seat, kind: AttackType) -> bool:
    return True


class LoreAmount(NamedTuple):
    """The amount on a lore card as *printed*, and the *number* that it makes at the *level* of who plays it.

    There is none where the amount hangs on no level, or the level is not known yet.
    """

    printed: str
    level: int | None = None
    number: int | None = None


def _no_amounts(game: "Game", seat: Seat) -> Mapping[LoreId, LoreAmount]:
    return {}


class LoreRules(NamedTuple):
    """The Lore Step: what each choice *gains*; at its end a seat holds no more than *most_cards*.

    *supply* tells how many tokens are left to take, where that is limited, *common_deck* how many
    lore cards are left to draw, where all seats draw from one deck.
    *untimely* are the cards of whose timing texts none is now, for a seat; *extra_prices* is what
    cards cost a seat beside what is printed on them, *amounts* are those that stand on cards, as it plays
    them.  *collects* says whether a seat takes tokens for what
    it rolls in such an attack.  *table_does*: what no verb can tell of a card the
    table does by hand.
    """

    gains: Mapping[LoreChoice, LoreGain]
    most_cards: Callable[["Game", Seat], int]
    supply: Callable[["Game"], int] | None = None
    common_deck: Callable[["Game"], int] | None = None
    untimely: Callable[["Game", Seat], tuple[LoreId, ...]] = _none_untimely
    extra_prices: Callable[["Game", Seat], Mapping[LoreId, int]] = _nothing_extra
    amounts: Callable[["Game", Seat], Mapping[LoreId, LoreAmount]] = _no_amounts
    collects: Callable[["Game", Seat, AttackType], bool] = _always
    table_does: bool = False


class Battle(NamedTuple):
    """How a battle goes.

    *declare* begins it, *stages* lead from the dice that lie to the end of the fight.  *pending_roll* tells
    of a roll that has not been made yet, *hitting* which faces hit in the innermost fight, *deeds* what each
    of its dice does as they lie, *is_weak* whether a unit counts as weak; *drive_back* lets a card force
    a unit to retreat so many hexes.
    *check_target* yields why a unit cannot attack another from where both stand.  *dice* tells how many a
    unit rolls against another so far away, with their parts.
    *record* is what the edition itself keeps of a fight (``Fight.own``), where it does.
    """

    declare: Callable[..., None]
    stages: tuple[Stage, ...]
    pending_roll: Callable[["Game", "Policy"], "PendingRoll"]
    hitting: Callable[["Game"], frozenset[Face]]
    deeds: Callable[["Game"], "tuple[DieDeed, ...]"]
    is_weak: Callable[["Game", "Unit"], bool]
    drive_back: Callable[["Course", UnitId, Direction, int], None]
    check_target: Callable[["Game", "Unit", "Unit"], "Checks"]
    dice: Callable[["Game", "Unit", "Unit", int], Sum | None]
    record: type[msgspec.Struct] | None = None


class Winning(NamedTuple):
    """What comes of an elimination: *eliminated* says it, with the enemy unit and where it stood.

    Where there is a *lead*, enough points win with so many more than the other's, decisively, or else so
    many beyond them.
    """

    eliminated: Callable[["Course", "Unit", Hex], None]
    lead: int = 0

    def needed(self, own: int, other: int, goal: int) -> int:
        """Return how many points more win for who has *own* against the *other*'s."""
        return min(max(goal, other + self.lead), goal + self.lead) - own


def _the_other(game: "Game", seat: Seat) -> Seat:
    return game.ruleset.opponent(seat)


def _none_dear(game: "Game", units: Iterable[UnitId]) -> tuple[UnitId, ...]:
    return ()


class Sides(NamedTuple):
    """How those who play take turns: who comes *following* a seat, and who came *preceding* it, an opponent.

    *dear* are those of some units that take two orders of the acting player.
    """

    following: Callable[["Game", Seat], Seat] = _the_other
    preceding: Callable[["Game", Seat], Seat] = _the_other
    dear: Callable[["Game", Iterable[UnitId]], tuple[UnitId, ...]] = _none_dear


def _as_printed(scenario: "Scenario") -> "Scenario":
    return scenario


def _nothing(ruleset: "Ruleset") -> None: ...


def _nothing_due(ruleset: "Ruleset", own: object) -> None: ...


def _whoever_is_fielded(ruleset: "Ruleset") -> Collection[KindId]:
    return ruleset.fielded.keys() if ruleset.scenario.is_free else ()


def _nothing_shown(state: "State", seat: Seat | None) -> None: ...


class SettingUp(NamedTuple):
    """How a game begins.

    *prepare* returns what is worked out once for a ruleset, and raises ConfigError where the
    scenario does not fit; *begin* what is waited for first, *own* what the edition itself keeps of
    a game as it begins (``State.own``), *shown* what of it a seat or a spectator may see.
    *specials* are the special rules that hold for a seat.  *deals_all* says that all hands are dealt
    at the start, else those of a scenario without lore lie there already.  *as_played* returns a scenario
    as a variant changes it; what it has changed it changes no further.  *recruits* are the kinds of which
    units may come in that the scenario does not name.  *due* is what a variant waits
    for, by what is kept of the game, once all else is done that comes before the start.
    *adds_figures*: cards add figures to full units.
    """

    prepare: Callable[["Ruleset"], Any]
    begin: Callable[["Ruleset"], Wait]
    specials: Callable[["Game", Seat], tuple[Special, ...]]
    own: Callable[["Ruleset"], Any] = _nothing
    shown: Callable[["State", Seat | None], Any] = _nothing_shown
    deals_all: bool = False
    as_played: Callable[["Scenario"], "Scenario"] = _as_printed
    recruits: Callable[["Ruleset"], Collection[KindId]] = _whoever_is_fielded
    due: Callable[["Ruleset", Any], Wait | None] = _nothing_due
    adds_figures: bool = False


class PrintedFile(NamedTuple):
    """A file of an edition's config, whose entries are each a *sort* of struct with an ``id``.

    A *file* that every edition has may be read as a subclass of the shared struct; as any other
    struct it is the edition's own, from which the shared table is completed.
    """

    file: str
    sort: type[msgspec.Struct]


class UnitEntry(NamedTuple):
    """*fields* of a unit's entry, and the *file* in which it stands: ``units.toml``."""

    file: str
    fields: dict[str, Any]


class ToldEntry(NamedTuple):
    """What players have told by playing of an *entry* called *name* in *file*: its *fields*."""

    file: str
    entry: str
    name: str
    fields: dict[str, Any]


def _nothing_told(game: "Game") -> Iterable[ToldEntry]:
    return ()


def _as_in_the_box(catalogue: "Catalogue") -> "Catalogue":
    return catalogue


class Printed(NamedTuple):
    """What is printed in the edition's box beside what every edition has.

    *tables* are its own files; *check* raises ConfigError where they do not fit the catalogue's others.
    *completed* returns the catalogue with what follows from them in the shared tables.
    *as_entry* returns numbers that a table has told of a kind of unit as its file has them.
    *as_played* returns the catalogue as a variant changes it; what it has changed it changes no further.
    *told* are entries of which a game's players have told what nobody knew, beside numbers.
    """

    tables: tuple[PrintedFile, ...]
    check: Callable[["Catalogue"], None]
    as_entry: Callable[["Catalogue", KindId, Mapping[CardNumber, int]], UnitEntry]
    completed: Callable[["Catalogue"], "Catalogue"] | None = None
    as_played: Callable[["Catalogue"], "Catalogue"] = _as_in_the_box
    told: Callable[["Game"], Iterable[ToldEntry]] = _nothing_told


class Wings(NamedTuple):
    """Where several people share a side, each has a section: in which *given* a command is one's own.

    *played_by* returns whose place has a section where only some places are taken.
    """

    given: Callable[["Game", Command], frozenset[Section]]
    played_by: Callable[[Section, Collection[Section]], Section]


class Variant(NamedTuple):
    """A variant of an edition's rules: *of* returns the edition with some of its chapters replaced."""

    id: str
    of: Callable[["Edition"], "Edition"]


class Edition(msgspec.Struct, frozen=True, kw_only=True):
    """What one edition's books say where another's say something else.

    *anywhere* is what any command card gives instead of its text, *pages* where a rule is
    written.  *handlers*, *waits* and *verbs* are all the sorts of commands, waits and verbs that
    it has, the shared ones too.  What its own events change is told by ``evolves``.
    *sides* says how those who play take turns.  *wings* says who does what where several people share a side.
    *variants* stand in the order in which they are laid over one another, *played* are those that are.
    """

    id: str
    name: str
    printed: Printed
    abilities: Abilities
    faces: Faces
    lore: LoreRules
    battle: Battle
    winning: Winning
    setting_up: SettingUp
    anywhere: tuple[GrantOrders, ...]
    pages: dict[str, str]
    handlers: Mapping[type[Command], Handler]
    waits: Mapping[type[Wait], Waiting]
    verbs: Mapping[type[Verb], VerbHandler]
    sides: Sides = Sides()
    wings: Wings | None = None
    variants: tuple[Variant, ...] = ()
    played: tuple[str, ...] = ()
