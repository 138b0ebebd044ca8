"""What only the First Edition's players ask of the rules.  Values only."""

from rules.first.messages.allies import AlliesCommand
from rules.first.messages.arms import ArmsOverrulable, TellReach
from rules.first.messages.epic import EpicCommand, EpicOverrulable
from rules.first.printed.lore import GivenCouncil
from rules.kernel.hexes import Hex
from rules.kernel.messages import Command
from rules.kernel.values import Seat


class ChooseCouncil(Command, frozen=True, kw_only=True, tag="choose_council"):
    """*seat* gives its levels to a War Council, in secret; once all have chosen they are opened."""

    seat: Seat
    council: GivenCouncil


class CountLoreDeck(Command, frozen=True, kw_only=True, tag="count_lore_deck"):
    """The Lore deck that a variant plays with is counted out."""


class PlaceLandmark(Command, frozen=True, kw_only=True, tag="place_landmark"):
    """*seat* puts one of the Landmarks that its council brings on *at*."""

    seat: Seat
    landmark: str
    at: Hex


class RetreatTo(Command, frozen=True, kw_only=True, tag="retreat_to"):
    """The unit that must retreat ends on *to*; on its own hex it stands.

    *ignoring* is how many flags it ignores, where it could end there with several numbers (None:
    as many as that).  One command for the whole retreat: a camera sees its end only.
    """

    to: Hex
    ignoring: int | None = None


class IgnoreFlags(Command, frozen=True, kw_only=True, tag="ignore_flags"):
    """The unit that must retreat ignores so many flags, and another player leads it back by the others."""

    flags: int


class UsePower(Command, frozen=True, kw_only=True, tag="use_power"):
    """The Creature that rolled pays for its *power* with Lore symbols and with what lies beside it."""

    power: str


class StoreLore(Command, frozen=True, kw_only=True, tag="store_lore"):
    """*count* Lore symbols of the roll are stored beside the Creature; the rest are tokens."""

    count: int


class TellHits(Command, frozen=True, kw_only=True, tag="tell_hits"):
    """So many of the rolled dice hit, which the units' cards tell and we do not know."""

    hits: int


FirstOverrulable = ChooseCouncil | PlaceLandmark | RetreatTo | UsePower | EpicOverrulable | ArmsOverrulable
"""What the table may rule otherwise."""
FirstCommand = IgnoreFlags | StoreLore | TellHits | TellReach | CountLoreDeck | EpicCommand | AlliesCommand
