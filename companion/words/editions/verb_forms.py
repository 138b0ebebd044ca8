"""The forms by which people say what a card does: one for each verb of an edition, made from its struct.

Knows no game in progress, and no verb by name.
"""

from collections.abc import Iterable, Mapping
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from rules.kernel.edition import VerbHandler
from rules.kernel.hexes import Direction, Hex
from rules.kernel.messages import SharedVerb, Verb, tag_of
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
SEVERAL = frozenset({"unit", "section", "marker", "face", "trait"})
"""The kinds of which several may be asked for."""
Words = Mapping[str, Mapping[str, str]]
"""The words of a language by their sections: names of ``verbs``, labels of ``fields``."""
LOWEST = -9


class FieldForm(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A field of a verb: its *kind*, and its *value* before anybody has said anything.

    *label* is what it is called on the page, which itself knows those of the verbs of every edition.
    *may_be_open*: nothing is an answer too.  *least* is the lowest number, *needs_one* says
    that of several at least one has to be chosen.  *words* may stand in a number's place.
    """

    kind: str
    label: str = ""
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


def asked_fields(verbs: Iterable[type[msgspec.Struct]]) -> tuple[str, ...]:
    """Return the fields that only those *verbs* have, and none of every edition: each needs a label."""
    fields = [field for sort in verbs for field in (_fields(sort, least=1) or {}).items()]
    return tuple(dict.fromkeys(name for name, form in fields if (name, form.kind) not in _SHARED_FIELDS))


def verb_forms(verbs: Verbs, words: Words) -> dict[str, VerbForm]:
    """Return the forms of *verbs* by their tags, in their order."""
    forms = {}
    for sort, handler in verbs.items():
        form = _form(sort, words, least=LOWEST if handler.least is None else handler.least)
        if form is not None:
            forms[tag_of(sort)] = msgspec.structs.replace(
                form, of_attack=handler.of_attack, of_lore=handler.of_lore
            )
    return forms


def card_verb_forms(verbs: Iterable[type[msgspec.Struct]], words: Words) -> dict[str, VerbForm]:
    """Return the forms of *verbs* that only cards of a deck have, by their tags."""
    found = {tag_of(sort): _form(sort, words, least=0) for sort in verbs}
    return {tag: form for tag, form in found.items() if form is not None}


def _form(sort: type[msgspec.Struct], words: Words, *, least: int) -> VerbForm | None:
    """Return the form of a verb, None where one of its fields cannot be asked for."""
    fields = _fields(sort, least=least)
    if fields is None:
        return None
    labelled = {
        name: form
        if (name, form.kind) in _SHARED_FIELDS
        else msgspec.structs.replace(form, label=words["fields"][name])
        for name, form in fields.items()
    }
    return VerbForm(name=words["verbs"][tag_of(sort)], fields=labelled)


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
    if kind is None or (several and kind not in SEVERAL):
        return None
    default = None if field.required else field.default
    if several:
        return FieldForm(kind=f"{kind}s", value=list(default or ()), needs_one=field.required)
    made = FieldForm(kind=kind, value=default, may_be_open=is_open)
    if kind != NUMBER:
        return made
    return msgspec.structs.replace(made, value=1 if field.required else default, least=least, words=words)


_SHARED_FIELDS = frozenset(
    (name, form.kind)
    for sort in get_args(SharedVerb)
    for name, form in (_fields(sort, least=1) or {}).items()
)
"""The fields that the page has labels for, each with its kind."""
