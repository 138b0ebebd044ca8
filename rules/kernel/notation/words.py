"""Structs as words: ``dice_wait count=3 unit=viper_legion-2``.

A tag first where there is one, then ``field=value`` for all that is not as usual:
plain words bare, everything else as JSON without spaces.  Knows no game.
"""

import re

import msgspec

BARE = re.compile(r"(?!(?:true|false|null)$)[A-Za-z][A-Za-z0-9_-]*")


def format_struct(struct: msgspec.Struct) -> str:
    """Return *struct* in words: ``parse_fields`` takes it apart."""
    fields = msgspec.to_builtins(struct)
    tag = struct.__struct_config__.tag_field
    words = [fields.pop(tag)] if tag is not None else []
    usual = {field.encode_name: _usual(field) for field in msgspec.structs.fields(struct)}
    kept = {name: value for name, value in fields.items() if value != usual[name]}
    return " ".join([*words, *(f"{name}={format_value(value)}" for name, value in kept.items())])


def _usual(field: msgspec.structs.FieldInfo) -> object:
    """Return what a *field* has where nothing is said of it."""
    made = field.default_factory
    return field.default if made is msgspec.NODEFAULT else made()


def parse_fields(text: str, *, tag: str | None = None) -> dict[str, object]:
    """Return the fields that *text* tells, ready for ``msgspec.convert``; its first word goes to *tag*.

    Raises ValueError for words that are no ``field=value``.
    """
    words = text.split()
    fields: dict[str, object] = {tag: words.pop(0)} if tag is not None and words else {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise ValueError(f"expected field=value, got {word!r}")
        fields[name] = parse_value(value)
    return fields


def format_value(value: object) -> str:
    """Return *value* as a bare word, or as JSON with neither spaces nor number signs."""
    if isinstance(value, str) and BARE.fullmatch(value):
        return value
    return msgspec.json.encode(value).decode().replace(" ", "\\u0020").replace("#", "\\u0023")


def parse_value(text: str) -> object:
    """Return what ``format_value`` made *text* of.  Raises ValueError for text that is neither."""
    if BARE.fullmatch(text):
        return text
    value: object = msgspec.json.decode(text)
    return value
