"""What became of something that was said to the table."""

import msgspec

from rules.kernel.messages import Refusal


class BrokenEntry(msgspec.Struct, frozen=True, kw_only=True):
    """The first entry that does not outlive a correction of the past: its line, and why, in words.

    *lost* counts it and all that came after it.
    """

    seq: int
    text: str
    why: str
    lost: int


class RequestResult(msgspec.Struct, frozen=True, kw_only=True):
    """What became of something said to the table: the entry's number, or why not, in words too.

    *conflict* is the sentence where the log had grown past what its sender had seen.  *fallen* is
    the entry because of which a correction of the past was not made, *told* what one has changed.
    *back* is the entry after which all would be taken back, which is why nothing was done.
    """

    seq: int | None = None
    refusal: Refusal | None = None
    sentence: str | None = None
    conflict: str | None = None
    fallen: BrokenEntry | None = None
    told: str | None = None
    back: int | None = None
