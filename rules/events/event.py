"""What all events are."""

import msgspec

from rules.verbs import snake


class Event(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="event", tag=snake, forbid_unknown_fields=True
):
    """Something that has happened."""
