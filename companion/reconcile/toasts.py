"""What every screen shows for a moment, beside the game."""

import msgspec

SHOWN = 3


class Toast(msgspec.Struct, frozen=True, kw_only=True):
    """A sentence for everybody; *id* tells it from others of these words.

    One that *passes* matters only until the next act.
    """

    id: int
    text: str
    passes: bool = False


def with_toast(toasts: tuple[Toast, ...], text: str, *, passes: bool = False) -> tuple[Toast, ...]:
    """Return the last of *toasts*, *text* the newest of them."""
    number = toasts[-1].id + 1 if toasts else 1
    return (*toasts, Toast(id=number, text=text, passes=passes))[-SHOWN:]
