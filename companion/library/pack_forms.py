"""Forms for what is printed: which fields an entry has, read from its struct, and what fits in each.

Only for files whose structs list what is *unknown* of an entry; others have forms of their own in the page.
"""

from collections.abc import Mapping
from typing import Literal, TypeGuard

import msgspec
from msgspec import inspect

from companion.library.unknown_values import entries_of
from rules.kernel.catalogue import Catalogue, sort_of, tables_of
from rules.kernel.edition import Edition
from rules.kernel.messages import Verb
from rules.kernel.printed import Ability

FieldSort = Literal["number", "yes_no", "choice", "several", "text", "abilities", "powers", "effects"]

REFERS: Mapping[str, str] = {
    "banner": "banners",
    "race": "races",
    "weapon": "weapons",
    "master": "classes",
    "ground": "terrain",
    "under": "terrain",
    "on": "terrain",
    "brought_by": "classes",
    "set": "deployment_sets",
    "troops": "units",
}
"""Fields that name an entry of another file."""

VERB = "verb"
"""The field of a card's effect that names its verb."""

HEADING = ("id", "name", "unknown", "confidence", "page", "source", "box")
"""Fields that no form asks for: a new entry's name is asked above it."""


class FormField(msgspec.Struct, frozen=True, kw_only=True):
    """A field *name* of a form, and among what is chosen where it is; *file* has what those are called."""

    name: str
    sort: FieldSort
    choices: tuple[str, ...] = ()
    file: str = ""


class PrintedForm(msgspec.Struct, frozen=True, kw_only=True):
    """The *fields* of a file's entries, and what a new entry needs, None where a form cannot make one."""

    fields: tuple[FormField, ...]
    fresh: dict[str, object] | None


def printed_forms(catalogue: Catalogue, edition: Edition) -> dict[str, PrintedForm]:
    """Return the forms of *edition*'s files by their names (``units``)."""
    held = {file: tuple(entries) for file, entries in entries_of(catalogue, edition)}
    made = {}
    for file, table in tables_of(edition).items():
        sort = inspect.type_info(sort_of(table, tuple(edition.verbs)))
        assert isinstance(sort, inspect.StructType)
        if any(field.name == "unknown" for field in sort.fields):
            made[file.removesuffix(".toml")] = _form(sort, held)
    return made


def _form(sort: inspect.StructType, held: Mapping[str, tuple[str, ...]]) -> PrintedForm:
    told = [field for field in sort.fields if field.name not in HEADING]
    asked = {field.name: found for field in told if (found := _field(field.name, _plain(field.type), held))}
    needed = [field for field in told if field.required]
    is_card = any(field.name == "confidence" for field in sort.fields)
    can_add = is_card and all(
        field.name in asked or isinstance(field.type, inspect.VarTupleType) for field in needed
    )
    fresh = {field.name: _fresh(asked.get(field.name)) for field in needed}
    return PrintedForm(fields=tuple(asked.values()), fresh=fresh if can_add else None)


def _plain(sort: inspect.Type) -> inspect.Type:
    """Return *sort* without its bounds, and without None where it is optional."""
    if isinstance(sort, inspect.Metadata):
        return _plain(sort.type)
    if isinstance(sort, inspect.UnionType):
        members = [each for each in sort.types if not isinstance(each, inspect.NoneType)]
        return _plain(members[0]) if len(members) == 1 else sort
    return sort


def _field(name: str, sort: inspect.Type, held: Mapping[str, tuple[str, ...]]) -> FormField | None:
    """Return the form's field *name* of such a *sort*; None where it is written as text only."""
    match sort:
        case inspect.IntType():
            return FormField(name=name, sort="number")
        case inspect.BoolType():
            return FormField(name=name, sort="yes_no")
        case inspect.EnumType(cls=cls):
            return FormField(name=name, sort="choice", choices=tuple(each.value for each in cls))
        case inspect.StrType():
            file = REFERS.get(name, "")
            if not file:
                return FormField(name=name, sort="text")
            return FormField(name=name, sort="choice", choices=held[file], file=file)
        case inspect.VarTupleType(item_type=item):
            return _several(name, item, held)
    return None


def _several(name: str, item: inspect.Type, held: Mapping[str, tuple[str, ...]]) -> FormField | None:
    match item:
        case inspect.EnumType(cls=cls):
            return FormField(name=name, sort="several", choices=tuple(each.value for each in cls))
        case inspect.StrType() if name in REFERS:
            return FormField(name=name, sort="several", choices=held[REFERS[name]], file=REFERS[name])
        case inspect.StructType(cls=cls) if cls is Ability:
            return FormField(name=name, sort="abilities")
        case inspect.StructType() if name == "powers":
            return FormField(name=name, sort="powers")
        case inspect.UnionType(types=types):
            verbs = [str(each.tag) for each in types if _is_verb(each)]
            return FormField(name=name, sort="effects", choices=tuple(verbs)) if verbs else None
    return None


def _is_verb(sort: inspect.Type) -> TypeGuard[inspect.StructType]:
    return isinstance(sort, inspect.StructType) and sort.tag_field == VERB


def own_verbs(edition: Edition) -> dict[str, tuple[type[msgspec.Struct], ...]]:
    """Return the verbs that only cards of one file have, by the file: the table's own are others."""
    found = {}
    for file, table in tables_of(edition).items():
        sort = inspect.type_info(sort_of(table, tuple(edition.verbs)))
        assert isinstance(sort, inspect.StructType)
        does = [field.type for field in sort.fields if isinstance(field.type, inspect.VarTupleType)]
        unions = [each.item_type for each in does if isinstance(each.item_type, inspect.UnionType)]
        verbs = [each.cls for union in unions for each in union.types if _is_verb(each)]
        if verbs and not any(issubclass(verb, Verb) for verb in verbs):
            found[file.removesuffix(".toml")] = tuple(verbs)
    return found


def _fresh(field: FormField | None) -> object:
    """Return what stands in *field* of a new entry; nothing in one that no form asks for."""
    match field:
        case None | FormField(sort="several" | "abilities" | "powers" | "effects"):
            return []
        case FormField(sort="number"):
            return 1
        case FormField(sort="yes_no"):
            return False
        case FormField(choices=choices):
            return choices[0] if choices else ""
