"""What a screen is shown, as values: the view that changes, and the scenario that never does.

Knows how neither is made.  Both go to the wire as they are; the page reads these fields.
"""

import msgspec

from companion.journal.notices import ShownNotice
from companion.reconcile.differences import Disagreement
from companion.reconcile.errands import Errand
from companion.reconcile.moment import DiceSeen, LogLine, RollEntered, TableState
from companion.reconcile.toasts import Toast
from companion.voice.speaking.speakers import SpeakerPlace
from companion.voice.speaking.status import VoiceStatus
from companion.words.ask import Ask
from companion.words.levels import SpeechLevel
from companion.words.wording import AbilityText
from rules.kernel.hexes import Hex
from rules.kernel.printed import (
    BannerSetup,
    CommandCard,
    Kind,
    LoreCard,
    Terrain,
)
from rules.kernel.values import Face, KindId, LoreId, Seat
from rules.kernel.view import View
from rules.second.printed import ArmyCard, MusterRules, ScenarioCard


class ShownErrand(Errand, frozen=True, kw_only=True):
    """An errand with the glossary's entry about it."""

    rule: str


class ShownTable(msgspec.Struct, frozen=True, kw_only=True):
    """How table and journal stand to each other; *ignored* are hexes in which they are not compared."""

    state: TableState
    text: str
    differences: tuple[Disagreement, ...]
    ignored: tuple[Hex, ...]


class ShownAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """An answer to the table's question, numbered from 1."""

    id: int
    text: str


class ShownQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """What the table asks people; *id* tells it from another question of these words."""

    id: str
    text: str
    choices: tuple[ShownAnswer, ...]


class ShownDie(msgspec.Struct, frozen=True, kw_only=True):
    """A die that shows *face*, and what it *did*, in words; *is_used*: it did something."""

    face: Face
    did: str
    is_used: bool


class ShownBlow(msgspec.Struct, frozen=True, kw_only=True):
    """An attack or counter, its dice, and what came of it, line by line; *seq* is its roll's entry."""

    text: str
    counter: bool
    seq: int | None
    dice: tuple[ShownDie, ...]
    lines: tuple[str, ...]


class ShownPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """The faction at a seat, and who plays it; "" where nobody said."""

    faction: str
    name: str


class ShownEnd(msgspec.Struct, frozen=True, kw_only=True):
    """Why the game is over, in words."""

    why: str


class ShownVoice(VoiceStatus, frozen=True, kw_only=True):
    """How the voice is, how much is said, and by whom: *who* is a sentence, "" where nobody speaks."""

    level: SpeechLevel | None = None
    who: str = ""
    speakers: tuple[SpeakerPlace, ...] = ()


class HeardSentence(msgspec.Struct, frozen=True, kw_only=True):
    """A sentence that is said, by which tab of which device; stale in *left* seconds."""

    number: int
    text: str
    lang: str
    by: dict[str, str]
    left: float
    urgent: bool


class HeardNow(ShownVoice, frozen=True, kw_only=True):
    """How the voice is, and the last sentences; those up to number *void* are not to be said any more."""

    sentences: tuple[HeardSentence, ...]
    void: int


class ShownGameProposal(msgspec.Struct, frozen=True, kw_only=True):
    """The game that *who*, on device *by*, wants: granted in *left* seconds unless one *asked* says no."""

    number: int
    text: str
    who: str
    by: str
    asked: tuple[str, ...]
    left: float


class ShownChangedGame(msgspec.Struct, frozen=True, kw_only=True):
    """What *who* has changed some *ago* seconds: it can be taken back."""

    text: str
    who: str
    ago: float


class ShownGameChanges(msgspec.Struct, frozen=True, kw_only=True):
    """The game that somebody wants instead, and the *last* change; *laid* is new with each game laid out.

    *is_granted*: what was wanted is being done; where nothing is, or *open*, it is refused or done.
    """

    laid: str
    is_granted: bool
    open: ShownGameProposal | None
    last: ShownChangedGame | None


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """The table at view number *number*, for one seat or for everybody.

    *game* has no options: what can be chosen stands in *ask*.  *seq* is the newest entry; *undo_to* the
    one to go back to for taking it back (None: there is none), *redo* how many entries can be done again.
    *blows* are those of the battle that is on, or was the last act.  *rules* are the glossary's entries
    about what is waited for; *told* names what this table had to tell of cards.
    """

    number: int
    seq: int
    game_id: str
    game: View
    ask: Ask
    log: tuple[LogLine, ...]
    rules: tuple[str, ...]
    errands: tuple[ShownErrand, ...]
    table: ShownTable
    question: ShownQuestion | None
    roll: RollEntered | None
    blows: tuple[ShownBlow, ...]
    dice: DiceSeen | None
    undo_to: int | None
    redo: int
    toasts: tuple[Toast, ...]
    notices: tuple[ShownNotice, ...]
    over: ShownEnd | None
    told: tuple[str, ...]
    players: dict[Seat, ShownPlayer]
    voice: ShownVoice
    demo: bool


class ShownGoal(msgspec.Struct, frozen=True, kw_only=True):
    """What wins: its *name*, and what is said behind a score, *short* ("of 4 VP") or *long* for the ear."""

    name: str
    short: str
    long: str


class ShownLandmark(msgspec.Struct, frozen=True, kw_only=True):
    """A Landmark that a Lore Master or the Commander brings at *level*; *sole*: not if both sides do."""

    name: str
    brought_by: str
    level: int
    sole: bool


class ShownMasterLevel(msgspec.Struct, frozen=True, kw_only=True):
    """What the highest Lore Master's level brings: lore *cards*, *tokens*, and the *most* cards of a hand."""

    cards: int
    tokens: int
    most: int


class ShownPower(msgspec.Struct, frozen=True, kw_only=True):
    """A Creature's power: the *lore* it needs (None: not known), and our own words for it."""

    id: str
    name: str
    lore: int | None
    summary: str


class CouncilRules(msgspec.Struct, frozen=True, kw_only=True):
    """What a War Council may hold: so many *levels* in all, given to a Commander, *masters* and *creatures*.

    *command_cards* are those that a Commander of level 0, 1, … brings, *lore_levels* what Lore Masters
    of level 1, 2, … do.
    """

    levels: int
    masters: dict[str, str]
    command_cards: tuple[int, ...]
    lore_levels: tuple[ShownMasterLevel, ...]
    creatures: dict[KindId, int]
    landmarks: tuple[ShownLandmark, ...]


class ShownSpecialist(msgspec.Struct, frozen=True, kw_only=True):
    """A Specialist card's name, and our own words for what is known of it."""

    name: str
    summary: str


class ArmsRules(msgspec.Struct, frozen=True, kw_only=True):
    """The cards of Call to Arms: *sets* with their *cards*, and *specialists*.

    *lineup* is what a side lays of them: a card for each of those *parts* of its army.
    *banners* are the colours of Levy tokens, the lowest rank first.
    """

    sets: dict[str, str]
    cards: dict[str, dict[str, str]]
    lineup: str
    parts: dict[str, str]
    banners: dict[str, str]
    specialists: dict[str, ShownSpecialist]


class ScenarioView(msgspec.Struct, frozen=True, kw_only=True):
    """What does not change during a game: the board, the kinds of units, the cards, the terrain.

    *open*: units join by being put on the board; *says_first*: the table then says who begins.
    *rows* are the numbers of hexes, south to north.  *sides* are the factions' ids and *factions* their
    names; *verbs* are those that cards may have, *traits* the units' with their words; *has_anywhere*: any
    command card may order one unit anywhere instead of its text.  *table_does*:
    what no verb can tell of a card the table does by hand.  *lore* are each seat's lore cards as far as they
    are known, *lore_classes* the names of their classes where they have any; *powers* are those of
    kinds of Creatures.  Without a full set-up there are no *scenario_cards* and *armies*.
    """

    id: str
    name: str
    edition: str
    first: Seat
    open: bool
    says_first: bool
    rows: tuple[int, ...]
    section_lines: tuple[float, ...]
    factions: dict[Seat, str]
    sides: dict[Seat, str]
    kinds: dict[KindId, Kind]
    cards: tuple[CommandCard, ...]
    abilities: dict[str, AbilityText]
    steps: dict[str, str]
    faces: tuple[Face, ...]
    traits: dict[str, str]
    has_anywhere: bool
    table_does: bool
    goal: ShownGoal
    terrain: tuple[Terrain, ...]
    banners: BannerSetup
    points_to_win: int
    lore_per_point: int | None
    lore: dict[Seat, tuple[LoreCard, ...]]
    lore_classes: dict[LoreId, str]
    council: CouncilRules | None
    arms: ArmsRules | None
    powers: dict[KindId, tuple[ShownPower, ...]]
    muster: MusterRules | None
    scenario_cards: tuple[ScenarioCard, ...]
    armies: tuple[ArmyCard, ...]
