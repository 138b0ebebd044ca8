"""What no command of a page may hold, whatever the rules say: huge numbers, long lists, odd texts.

What is taken in stands in the log, and is sent with every view, for ever.
"""

from collections.abc import Iterator

import msgspec

from companion.input.text import LONGEST_TITLE, has_letter, is_name, is_plain, tidy
from companion.web.requests.i18n import tr
from rules.kernel.messages import Command, Overrule, PlayUnlistedCard, PlayUnlistedLoreCard

LARGEST_NUMBER = 99  # of dice, units, points, ...: a table that is told a million would reckon for ever
LONGEST_WORD = 60
"""Signs of the longest name of a unit, a hex or a card by which a page calls it."""

LONGEST_LIST = 60
"""How many things a command can list: cards of a hand, kinds of an army, dice."""

MOST_VERBS = 12
"""How many things an unlisted card can do."""

_NAMED = PlayUnlistedCard | PlayUnlistedLoreCard


def in_order(command: Command) -> Command:
    """Return *command* with what somebody has named written tidily."""
    if isinstance(command, _NAMED):
        return msgspec.structs.replace(command, name=tidy(command.name))
    if isinstance(command, Overrule) and isinstance(command.command, PlayUnlistedLoreCard):
        return Overrule(command=msgspec.structs.replace(command.command, name=tidy(command.command.name)))
    return command


def trouble_in(command: Command | None) -> str | None:
    """Return the sentence that refuses *command* whatever the rules say of it, None for none."""
    inner = command.command if isinstance(command, Overrule) else command
    if isinstance(inner, _NAMED):
        if not has_letter(inner.name):
            return tr("A card's name has letters. Nothing was done: type what stands on the card.")
        if not is_name(inner.name, LONGEST_TITLE):
            return tr(
                "A card's name has {1} signs at most, all of which can be shown. Nothing was done.",
                LONGEST_TITLE,
            )
    parts = list(_parts(msgspec.to_builtins(command)))
    if any(isinstance(part, int) and abs(part) > LARGEST_NUMBER for part in parts):
        return tr(
            "No number at this table is larger than {1}. Nothing was done: mend what was typed.",
            LARGEST_NUMBER,
        )
    if isinstance(inner, _NAMED) and len(inner.does) > MOST_VERBS:
        return tr("No card does more than {1} things. Nothing was done.", MOST_VERBS)
    if any(isinstance(part, list) for part in parts):
        return tr("No list at this table is longer than {1}. Nothing was done.", LONGEST_LIST)
    if any(isinstance(part, str) and not is_plain(part, LONGEST_WORD) for part in parts):
        return tr("That names something in a way that cannot be shown. Nothing was done.")
    return None


def _parts(value: object) -> Iterator[object]:
    """Yield every number and text in *value*, a message in plain lists and tables; [] for one too long."""
    if isinstance(value, dict | list | tuple) and len(value) > LONGEST_LIST:
        yield []
    elif isinstance(value, dict):
        yield from _parts(list(value))
        yield from _parts(list(value.values()))
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _parts(each)
    else:
        yield value
