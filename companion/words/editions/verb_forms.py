"""The forms by which people say what a card does: one for each verb of an edition, made from its struct.

Knows no game in progress, and no verb by name.
"""

from collections.abc import Iterable, Mapping
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from rules.kernel.edition import VerbHandler
from rules.kernel.hexes import Direction, Hex
from rules.kernel.messages import Verb, tag_of
from rules.kernel.values import Face, Marker, Section, UnitId

Verbs = Mapping[type[Verb], VerbHandler]
NUMBER = "number"
KINDS: Mapping[object, str] = {
    UnitId: "unit",
    Hex: "hex",
    Direction: "way",
    Section: "section",
    Marker: "marker",
    Face: "face",
    bool: "flag",
    int: NUMBER,
    str: "trait",
}
"""What people are asked for where a verb has a field of such a type; of several of a sort for ``traits``."""
LOWEST = -9


class FieldForm(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A field of a verb: its *kind*, and its *value* before anybody has said anything.

    *may_be_open*: nothing is an answer too.  *least* is the lowest number, *needs_one* says
    that of several at least one has to be chosen.  *words* may stand in a number's place.
    """

    kind: str
    value: Any = None
    may_be_open: bool = False
    least: int | None = None
    needs_one: bool = False
    words: tuple[str, ...] = ()


class VerbForm(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A verb that people can say: its *name*, its *fields*, and where it makes sense.

    *of_attack*: on a card that changes the attack in which it is played; *of_lore*: where there
    are lore cards.
    """

    name: str
    fields: dict[str, FieldForm]
    of_attack: bool = False
    of_lore: bool = False


def asked_verbs(verbs: Iterable[type[msgspec.Struct]]) -> tuple[str, ...]:
    """Return the tags of those *verbs* that have a form: each needs a name."""
    return tuple(tag_of(sort) for sort in verbs if _fields(sort, least=1) is not None)


def verb_forms(verbs: Verbs, names: Mapping[str, str]) -> dict[str, VerbForm]:
    """Return the forms of *verbs* by their tags, in their order."""
    forms = {}
    for sort, handler in verbs.items():
        fields = _fields(sort, least=LOWEST if handler.least is None else handler.least)
        if fields is not None:
            forms[tag_of(sort)] = VerbForm(
                name=names[tag_of(sort)],
                fields=fields,
                of_attack=handler.of_attack,
                of_lore=handler.of_lore,
            )
    return forms


def card_verb_forms(verbs: Iterable[type[msgspec.Struct]], names: Mapping[str, str]) -> dict[str, VerbForm]:
    """Return the forms of *verbs* that only cards of a deck have, by their tags."""
    found = {tag_of(sort): _fields(sort, least=0) for sort in verbs}
    return {
        tag: VerbForm(name=names[tag], fields=fields) for tag, fields in found.items() if fields is not None
    }


def _fields(sort: type[msgspec.Struct], *, least: int) -> dict[str, FieldForm] | None:
    """Return the fields of a verb, None where one of them cannot be asked for."""
    found = {field.name: _field(field, least) for field in msgspec.structs.fields(sort)}
    fields = {name: form for name, form in found.items() if form is not None}
    return fields if len(fields) == len(found) else None


def _field(field: msgspec.structs.FieldInfo, least: int) -> FieldForm | None:
    members = get_args(field.type) if get_origin(field.type) in (Union, UnionType) else (field.type,)
    words = next((get_args(each) for each in members if get_origin(each) is Literal), ())
    sort = next(each for each in members if each is not NoneType and get_origin(each) is not Literal)
    is_open = NoneType in members
    several = get_origin(sort) is tuple
    kind = KINDS.get(get_args(sort)[0] if several else sort)
    if kind is None:
        return None
    default = None if field.required else field.default
    if several:
        return FieldForm(kind=f"{kind}s", value=list(default or ()), needs_one=field.required)
    made = FieldForm(kind=kind, value=default, may_be_open=is_open)
    if kind != NUMBER:
        return made
    return msgspec.structs.replace(made, value=1 if field.required else default, least=least, words=words)
