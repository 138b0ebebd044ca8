"""Writes companion/web/types/view.d.ts: what the page is sent, as TypeScript has it.

Made from the structs themselves, so that a field that gets another name here is an error in the page.
Run as ``python -m tools.view_types``; a test fails where the file is stale.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from companion.preparation.offered_games import OfferedEdition
from companion.report.all_games import AllGames
from companion.report.past_games import GameList
from companion.table.history import PastBoard, PastEntry
from companion.table.view_structs import HeardNow, ScenarioView, ShownGameChanges, TableView
from companion.web.pages.home import ChangeRequest, HomeView
from companion.web.pages.kept_pictures import PicturesView
from companion.web.pages.odds import ShownOdds
from companion.web.pages.setup.army_builder import ArmyAnswer
from companion.web.pages.voice.board_questions import BoardAnswer, BoardQuestion
from companion.web.requests.commands import CommandAnswer
from rules.first.table import FirstView
from rules.registry import AnyCommand, AnyView

FILE = Path(__file__).parents[1] / "companion" / "web" / "types" / "view.d.ts"
HEAD = '// Made by "python -m tools.view_types" from what the page is sent.\n'
SENT = (
    FirstView,
    AnyView,
    AnyCommand,
    TableView,
    ScenarioView,
    HeardNow,
    CommandAnswer,
    PastBoard,
    PastEntry,
    ArmyAnswer,
    ShownGameChanges,
    HomeView,
    GameList,
    AllGames,
    OfferedEdition,
    ChangeRequest,
    ShownOdds,
    PicturesView,
    BoardQuestion,
    BoardAnswer,
)
"""What is sent, and in front what the views and commands in it can be: those of all editions."""
UNIONS = {"do": "Command", "wait": "Wait", "verb": "Verb", "rule": "Special"}
"""The field that tells the members of a union apart, and what the union is called."""

_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}

Schema = dict[str, Any]


def view_types() -> str:
    """Return the text of the file: each struct, enum and union under a name."""
    _, schemas = msgspec.json.schema_components(SENT, ref_template="{name}")
    # Of a generic struct that stands with and without its parameters, the longer name says more.
    components = {
        _name(long): schemas[long] for long in sorted(schemas) if _name(long) not in UNIONS.values()
    }
    unions = (f"\nexport type {name} ={_union(tag, components)};\n" for tag, name in UNIONS.items())
    return HEAD + "".join(unions) + "".join(_declared(*each) for each in sorted(components.items()))


def _name(component: str) -> str:
    """Return the name of a struct without its parameters."""
    return component.partition("_")[0]


def _union(tag: str, components: dict[str, Schema]) -> str:
    """Return all structs that *tag* tells apart, a line for each."""
    members = (name for name in sorted(components) if _has_tag(components[name], tag))
    return "".join(f"\n  | {name}" for name in members)


def _has_tag(schema: Schema, tag: str) -> bool:
    return "enum" in schema.get("properties", {}).get(tag, {})


def _declared(name: str, schema: Schema) -> str:
    first = str(schema.get("description", "")).split("\n", maxsplit=1)[0]
    about = f"\n/** {first} */\n" if first else "\n"
    if "properties" not in schema:
        return f"{about}export type {name} = {_type(schema)};\n"
    return f"{about}export interface {name} {{\n{''.join(_fields(schema))}}}\n"


def _fields(schema: Schema) -> Iterator[str]:
    """Yield the fields' lines.  A command may be written without what has a default."""
    is_command = _has_tag(schema, "do")
    for name, field in schema["properties"].items():
        is_there = name in schema["required"] or ("default" in field and not is_command)
        yield f"  {name}{'' if is_there else '?'}: {_type(field)};\n"


def _type(schema: Schema) -> str:
    """Return the type that *schema* describes."""
    if "$ref" in schema:
        return _name(str(schema["$ref"]))
    if "anyOf" in schema:
        return _any_of(schema)
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(value).decode() for value in schema["enum"])
    match schema.get("type"):
        case "array":
            return _array(schema)
        case "object":
            inside = schema.get("additionalProperties")
            return f"{{ [id: string]: {_type(inside) if inside else 'unknown'} }}"
        case plain:
            return _PLAIN.get(plain or "", "unknown")


def _any_of(schema: Schema) -> str:
    tag = schema.get("discriminator", {}).get("propertyName")
    if tag in UNIONS:
        return UNIONS[tag]
    return " | ".join(dict.fromkeys(_type(each) for each in schema["anyOf"]))


def _array(schema: Schema) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_type(each) for each in schema['prefixItems'])}]"
    inside = _type(schema["items"]) if schema.get("items") else "unknown"
    return f"({inside})[]" if " | " in inside else f"{inside}[]"


if __name__ == "__main__":
    FILE.write_text(view_types(), encoding="utf-8")
