"""What only games of Reluctant Allies say: their commands, verb and events.  Values only."""

from rules.kernel.messages import Command, Event, Verb
from rules.kernel.values import Face, Seat, UnitId


class PlaceAllianceToken(Command, frozen=True, kw_only=True, tag="place_alliance_token"):
    """Set-up: an Alliance token lies beside *unit*, or lies there no more: it tells which ally's it is."""

    unit: UnitId


class TargetAlly(Verb, frozen=True, kw_only=True, tag="target_ally"):
    """*unit*, the ally's, is a target of the card in the place of an own one: that costs one Lore more."""

    unit: UnitId


class AllianceTokenPlaced(Event, frozen=True, kw_only=True, tag="alliance_token_placed"):
    """*unit* is *seat*'s from now on, as the Alliance tokens tell."""

    unit: UnitId
    seat: Seat


class RolledForMarker(Event, frozen=True, kw_only=True, tag="rolled_for_marker"):
    """*seat* rolled *faces* for a turn marker, of which *greens* count."""

    seat: Seat
    faces: tuple[Face, ...]
    greens: int


class TieBroken(Event, frozen=True, kw_only=True, tag="tie_broken"):
    """Of two that had as many green banners, *seat* comes before *other*, by dice."""

    seat: Seat
    other: Seat


class MarkersGiven(Event, frozen=True, kw_only=True, tag="markers_given"):
    """The turn markers 1 to 4 are those of *seats*."""

    seats: tuple[Seat, ...]


class CampWon(Event, frozen=True, kw_only=True, tag="camp_won"):
    """*camp* has won with *points* banners against *others*; overall those of its *seats* who have most."""

    camp: Seat
    points: int
    others: int
    seats: tuple[Seat, ...]


AlliesCommand = PlaceAllianceToken
AlliesEvent = AllianceTokenPlaced | RolledForMarker | TieBroken | MarkersGiven | CampWon
