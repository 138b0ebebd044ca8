"""What only Epic adventures say: their commands, waits and events.  Values only."""

from rules.first.table import PlayedCommand
from rules.kernel.messages import CardWait, Command, Event, Wait
from rules.kernel.values import CardId, Face, Seat


class PlayRackCard(Command, frozen=True, kw_only=True, tag="play_rack_card"):
    """The acting player plays *card*, one of those on the Epic rack."""

    card: CardId


class FillRack(Command, frozen=True, kw_only=True, tag="fill_rack"):
    """*card* was drawn for the Epic rack."""

    card: CardId


class Repeat(Command, frozen=True, kw_only=True, tag="repeat"):
    """The acting player's card repeats *card*, one of the two that the other side has played."""

    card: CardId


class RackWait(Wait, frozen=True, kw_only=True, tag="rack_wait"):
    """The Epic rack lacks *missing* cards: the one that is drawn next is to be told."""

    missing: int


class RackCardWait(CardWait, frozen=True, kw_only=True, tag="rack_card_wait"):
    """A Command card may be played of the Epic rack, where these *cards* lie, or one's own."""

    cards: tuple[CardId, ...]


class RepeatWait(Wait, frozen=True, kw_only=True, tag="repeat_wait"):
    """*seat*'s card repeats one of *cards*, which the other side has played together: which one?"""

    cards: tuple[CardId, ...]


class RackFilled(Event, frozen=True, kw_only=True, tag="rack_filled"):
    """*card* was drawn for the Epic rack."""

    card: CardId


class RackDiscarded(Event, frozen=True, kw_only=True, tag="rack_discarded"):
    """No Section card lay on the Epic rack: all of it, *count* cards, was discarded."""

    count: int


class RackCardPlayed(Event, frozen=True, kw_only=True, tag="rack_card_played"):
    """*seat* has played *card*, called *name*, of the Epic rack."""

    seat: Seat
    name: str
    card: CardId


class CommandNoted(Event, frozen=True, kw_only=True, tag="command_noted"):
    """What *seat* has *played* this turn, one Command card more."""

    seat: Seat
    played: PlayedCommand


class RolledForFirst(Event, frozen=True, kw_only=True, tag="rolled_for_first"):
    """*seat* rolled *faces* for the first turn, of which *greens* count."""

    seat: Seat
    faces: tuple[Face, ...]
    greens: int


class LoreForgone(Event, frozen=True, kw_only=True, tag="lore_forgone"):
    """*seat* collects no Lore in battle for the rest of the turn, by its card."""

    seat: Seat


class LoreNotCollected(Event, frozen=True, kw_only=True, tag="lore_not_collected"):
    """*seat* takes no tokens for *count* Lore symbols; *far*: since it was rolled in ranged combat."""

    seat: Seat
    count: int
    far: bool


class VictoryJudged(Event, frozen=True, kw_only=True, tag="victory_judged"):
    """*seat*'s victory is *decisive*, or else a marginal one."""

    seat: Seat
    decisive: bool


EpicCommand = FillRack | Repeat
EpicOverrulable = PlayRackCard
EpicWait = RackWait | RackCardWait | RepeatWait
EpicEvent = (
    RackFilled
    | RackDiscarded
    | RackCardPlayed
    | CommandNoted
    | RolledForFirst
    | LoreForgone
    | LoreNotCollected
    | VictoryJudged
)
