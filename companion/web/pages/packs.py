"""The page of packs: what is not known yet, forms to fill it in, and the way in and out of packs.

Knows no rule and no game: what is kept holds for games that begin later.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from flask import Blueprint, Flask, Response, jsonify, render_template, request

from companion.input.text import shortened
from companion.library.pack_forms import own_verbs, printed_forms
from companion.library.packs import PackExistsError, Packs, Tables
from companion.library.unknown_values import TableValues, entries_of, told, unknown_values
from companion.web.requests.i18n import tell_trouble, tr
from companion.web.requests.json_io import Views, add_views, not_done, players_only, read, to_json
from companion.words.editions.verb_forms import card_verb_forms
from companion.words.names import Language
from companion.words.subjects import PrintedWords
from rules.kernel.catalogue import Catalogue, ConfigError
from rules.kernel.edition import Edition
from rules.kernel.ruleset import Game
from rules.kernel.values import Window
from rules.registry import edition_called
from vision.errors import InputError

Answer = Response | tuple[Response, int]
COUNCIL = ("commander_levels", "master_levels")
NAMED = {
    "units": "kinds",
    "creatures": "kinds",
    "classes": "masters",
    "adventures": "scenarios",
    **dict.fromkeys(COUNCIL, "council"),
}
"""Files whose things a language calls by another sort's names."""


class EntryRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """*fields* of *entry* in *file* as they stand on the card; one that is null is forgotten."""

    file: str
    entry: str
    fields: dict[str, Any]


class ImportRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A pack as one TOML *text*, from a file that was called *file*, to be kept as *name* (None: its own)."""

    text: str
    file: str = "the text"
    name: str | None = None
    replace: bool = False


class RemoveRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The pack *name* is to be thrown away."""

    name: str


class PackViews:
    """The requests about *packs*; *rows* are the hexes of the board's rows, from the south.

    *game* returns the game on the table, *words* are what its things are called.
    """

    def __init__(
        self, packs: Packs, rows: tuple[int, ...], game: Callable[[], Game], words: PrintedWords
    ) -> None:
        self.packs, self.rows, self.game, self.words = packs, rows, game, words

    def page(self) -> str:
        """Return the page of packs."""
        return render_template("packs.html")

    def entries(self) -> Answer:
        """Return all packs, what they lie over, and what is still not known."""
        try:
            catalogue = self.packs.library.catalogue(self.packs.edition)
            held = {name: self.packs.read(name) for name in self.packs.names()}
        except (ConfigError, InputError) as trouble:
            return not_done(tr("A pack is not in order: {1}", tell_trouble(trouble)))
        counts = {
            name: {file: len(entries) for file, entries in tables.items()} for name, tables in held.items()
        }
        own = held.get("own", {})
        shown = {
            **_shown(catalogue, edition_called(self.packs.edition), self.words),
            "packs": counts,
            "own": own,
            "rows": self.rows,
            "told": [one for one in told(self.game()) if not _is_kept(one, own)],
            "warnings": [tr(warning) for warning in self.packs.warnings()],
        }
        return to_json(shown)

    def keep(self) -> Answer:
        """Keep what somebody read off a card."""
        asked = read(EntryRequest)
        try:
            self.packs.keep(asked.file, asked.entry, asked.fields)
        except InputError as trouble:
            return _refused(trouble)
        return jsonify(ok=True)

    def take_in(self) -> Answer:
        """Keep a pack from elsewhere, or one that was changed as text."""
        asked = read(ImportRequest)
        try:
            name = self.packs.take_in(
                asked.text, file=shortened(asked.file, 80), name=asked.name, replace=asked.replace
            )
        except InputError as trouble:
            return _refused(trouble)
        return jsonify(ok=True, name=name)

    def remove(self) -> Answer:
        """Throw a pack away."""
        asked = read(RemoveRequest)
        try:
            self.packs.remove(asked.name)
        except InputError as trouble:
            return _refused(trouble)
        return jsonify(ok=True)

    def export(self, name: str) -> Answer:
        """Return a pack as one TOML file."""
        try:
            text = self.packs.export(name)
        except InputError as trouble:
            return _refused(trouble, 404)
        kept = (
            {"Content-Disposition": f'attachment; filename="{name}.toml"'} if "save" in request.args else {}
        )
        return Response(text, mimetype="text/plain", headers=kept)


def _is_kept(one: TableValues, own: Tables) -> bool:
    """Return whether the owners' pack says already what the table has told."""
    return one.fields.items() <= own.get(one.file, {}).get(one.entry, {}).items()


def _refused(trouble: InputError, status: int = 409) -> Answer:
    is_there = isinstance(trouble, PackExistsError)
    return jsonify(ok=False, trouble=tell_trouble(trouble), is_there=is_there), status


def _shown(catalogue: Catalogue, edition: Edition, words: PrintedWords) -> dict[str, Any]:
    """Return what the forms are made of, as msgspec writes it."""
    names = words.phrases.names
    return {
        "edition": edition.id,
        "faces": edition.faces.all,
        "gaps": unknown_values(catalogue, edition),
        "entries": {file: _called(words, file, entries) for file, entries in entries_of(catalogue, edition)},
        "forms": printed_forms(catalogue, edition),
        "verbs": {
            file: card_verb_forms(verbs, words.phrases.words) for file, verbs in own_verbs(edition).items()
        },
        "traits": words.phrases.words["traits"],
        "factions": {**catalogue.factions, **names["factions"]},
        "scenarios": {
            name: names["scenarios"].get(name, scenario.name)
            for name, scenario in catalogue.scenarios.items()
        },
        "abilities": {card.id: words.title("abilities", card) for card in catalogue.abilities.values()},
        "terrain": {
            kind.id: {"name": words.title("terrain", kind), "on": kind.on}
            for kind in catalogue.terrain.values()
        },
        "windows": list(Window),
    }


def _called(words: PrintedWords, file: str, entries: Mapping[str, Any]) -> dict[str, Any]:
    """Return *entries* of *file* by what they are called, what is printed on them behind it."""
    sort = NAMED.get(file, file)
    if sort not in words.phrases.names:
        return dict(entries)
    return {
        name: msgspec.structs.replace(entry, name=words.title(sort, entry)) for name, entry in entries.items()
    }


def register_packs(
    app: Flask, packs: Packs, *, rows: tuple[int, ...], game: Callable[[], Game], language: Language
) -> None:
    """Give *app*, which has the dashboard already, the page of *packs*; *game* is the one on the table."""
    views = PackViews(packs, rows, game, PrintedWords(language.phrases, language.tr))
    blueprint = Blueprint("packs", __name__, template_folder="templates")
    blueprint.before_request(players_only)
    gets: Views = {"/packs": views.page, "/packs.json": views.entries, "/packs/<name>.toml": views.export}
    posts: Views = {"/packs/entry": views.keep, "/packs/import": views.take_in, "/packs/remove": views.remove}
    add_views(blueprint, gets, posts)
    app.register_blueprint(blueprint)
