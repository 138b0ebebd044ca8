"""What all events are."""

import msgspec


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", forbid_unknown_fields=True):
    """Something that has happened."""
