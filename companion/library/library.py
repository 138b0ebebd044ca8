"""The shelf of config files: scenarios, units, cards, boards, tags.

The files that travel with the program lie in the package ``config``; what the
owners fit or add lies in their data folder and wins.  Knows no table.
"""

import logging
import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec

from companion.files import replace_file
from companion.input.safe_parsing import read_text, read_toml
from companion.library.game_ids import check_game_ids
from companion.library.unread_keys import read_texts
from rules.kernel.catalogue import Catalogue, ConfigError, kind_of, misfit, parse_catalogue, tables_of
from rules.kernel.edition import Edition
from rules.kernel.hexes import Board
from rules.kernel.ruleset import Ruleset
from rules.kernel.translatable import Message, verbatim
from rules.kernel.values import UnitId
from rules.kernel.variants import GameName, choices, parse_game_name, unfit, with_variants
from rules.registry import EDITIONS, edition_called
from vision.errors import InputError

if TYPE_CHECKING:  # plans are for cameras and printers: rules and odds do without, and start sooner
    from vision.board.plan import BoardPlan, TagBook
    from vision.dice.symbols import DieFaces

logger = logging.getLogger(__name__)

OWN_PACK = "own"
DICE = "dice.toml"
UNIT_FILES = ("units.toml", "creatures.toml")


class _Hexes(msgspec.Struct, frozen=True):
    """What the rules need of a board's plan."""

    rows: tuple[int, ...]
    section_lines: tuple[float, ...] = ()


class _Face(msgspec.Struct, frozen=True):
    """What reading dice needs of a face."""

    sticker: int
    aliases: tuple[str, ...] = ()


class _PieceNames(msgspec.Struct, frozen=True):
    """What a file of phrases calls pieces."""

    names: dict[str, dict[str, str]] = {}


class Library:
    """Reads what a table needs.  *data* is the owners' own folder, which need not exist.

    Packs are folders of TOML files of the owners, ``packs/<edition>/<pack>/``, named like ours
    and laid over them field by field: in the order of their names, the pack ``own`` last.
    """

    def __init__(self, data: Path) -> None:
        self._data = data
        self._config = resources.files("config")

    def catalogue(self, edition: str) -> Catalogue:
        """Return the catalogue of *edition*.  Raises ConfigError, naming file, entry and field."""
        return self._laid(edition, self.pack_texts(edition))

    def ruleset(self, scenario: str) -> Ruleset:
        """Return the rules by which *scenario* is played, with the variants in its name.

        Raises ConfigError where nothing is called so, and for variants that do not go together.
        """
        known: list[str] = []
        named = parse_game_name(scenario)
        for edition in EDITIONS:
            catalogue = self.catalogue(edition.id)
            if named.scenario in catalogue.scenarios:
                for warning in self.warnings(edition.id):
                    logger.warning("%s", warning)
                return self._ruleset(edition, catalogue, named)
            known += catalogue.scenarios
        raise ConfigError("scenarios.toml", scenario, "there is no such scenario, only {1}", ", ".join(known))

    def rulesets(self, edition: str) -> tuple[Ruleset, ...]:
        """Return the rules of every scenario of *edition*, and those with all variants together that fit.

        Raises ConfigError.
        """
        base, catalogue = edition_called(edition), self.catalogue(edition)
        return tuple(
            self._ruleset(base, catalogue, name)
            for scenario in catalogue.scenarios.values()
            for name in choices(base, catalogue, scenario)
        )

    def first_game(self, edition: str, variants: Sequence[str] = ()) -> str:
        """Return the first scenario of *edition* that can be played with *variants*, by its name with them.

        Where there is none it is the first one of all.  Raises ConfigError.
        """
        base, catalogue = edition_called(edition), self.catalogue(edition)
        games = [with_variants(each, variants) for each in catalogue.scenarios.values()]
        fit = (each for each in games if unfit(base, catalogue, each) is None)
        return next(fit, games[0]).id

    def pack_folder(self, edition: str) -> Path:
        """Return where the owners' packs for *edition* lie; it need not exist."""
        return self._data / "packs" / edition

    def pack_texts(self, edition: str) -> dict[str, str]:
        """Return the texts of the owners' packs by path, in the order in which they are laid over ours."""
        folder = self.pack_folder(edition)
        files = sorted(folder.glob("**/*.toml"), key=lambda path: laying_order(path, folder))
        return {path.as_posix(): read_toml(path) for path in files}

    def check(self, edition: str, packs: Mapping[str, str]) -> Catalogue:
        """Return the catalogue of *edition* with *packs* in the place of the owners', all scenarios tried.

        Raises ConfigError, naming file, entry and field.
        """
        catalogue = self._laid(edition, packs)
        for each in EDITIONS:
            if each.id != edition:
                check_game_ids(catalogue, self.catalogue(each.id).scenarios)
        for scenario in catalogue.scenarios:
            self._ruleset(edition_called(edition), catalogue, GameName(scenario, ()))
        return catalogue

    def warnings(self, edition: str, packs: Mapping[str, str] | None = None) -> tuple[Message, ...]:
        """Return a warning for each key in *packs*, the owners' where none are given, that nothing reads."""
        texts = self.pack_texts(edition) if packs is None else packs
        folder = self._data.as_posix() + "/"
        shown = {path.removeprefix(folder): text for path, text in texts.items()}
        return read_texts(edition_called(edition), shown).warnings

    def _laid(self, edition: str, packs: Mapping[str, str]) -> Catalogue:
        """Return our own texts with what is read of *packs* laid over them."""
        read = read_texts(edition_called(edition), packs).texts
        return _parsed(edition, tuple({**printed_texts(edition), **read}.items()))

    def board(self, name: str) -> Board:
        """Return the hexes of our board *name*, wherever they lie: by the owners' file of it, or else ours.

        Raises ConfigError.
        """
        printed = self._printed(name)
        own = self._fitted(name, printed)
        return _board(printed, str(own), read_toml(own)) if own.exists() else _board(printed)

    def _ruleset(self, edition: Edition, catalogue: Catalogue, name: GameName) -> Ruleset:
        found = with_variants(catalogue.scenarios[name.scenario], name.variants)
        return Ruleset(edition, catalogue, self.board(found.board), found)

    def plan(self, board: str | Path) -> "BoardPlan":
        """Return the plan of *board*, ours by its name or the owners' by its file.

        As fitted at this table, or else as it is printed.  Raises ConfigError and InputError.
        """
        from vision.board.plan import parse_plan

        text = self._printed(board)
        fitted = self._fitted(board, text)
        if fitted.exists():
            return parse_plan(read_toml(fitted), str(fitted))
        return parse_plan(text, str(board) if isinstance(board, Path) else f"boards/{board}.toml")

    def plan_for(self, name: str, file: Path | None) -> "BoardPlan":
        """Return the plan of the rules' board *name*, by the owners' *file* where one is given.

        Raises InputError where *file* has other hexes, by which camera and rules would not mean the same
        ones, and where marks are missing that hold the halves of a large board together.
        """
        from vision.board.plan import parse_plan

        plan, rules = self.plan(file or name), self.board(name)
        where = str(file or self._fitted(name, ""))
        for field, theirs, ruled in (
            ("rows", plan.board.rows, rules.rows),
            ("section_lines", plan.board.section_lines or rules.section_lines, rules.section_lines),
        ):
            if theirs != ruled:
                raise InputError(
                    "{1}: field {2} is {3}, and the rules' board {4} has {5}: camera and rules would number "
                    "hexes differently; correct the file",
                    where,
                    field,
                    list(theirs),
                    name,
                    list(ruled),
                )
        printed = parse_plan(self._printed(name), name)
        if 0 < len(plan.marker) < len(printed.marker) and printed.has_seam_marks:
            raise InputError(
                "{1}: [marker] lists {2} marks, and the large board {3} has {4}, two of them where its "
                "halves meet; list those too ('herald print marks' prints them)",
                where,
                len(plan.marker),
                name,
                len(printed.marker),
            )
        return plan

    def keep_fit(self, board: str | Path, plan: "BoardPlan") -> None:
        """Keep *plan*, with where the grid and the tray really lie, for *board*.

        Raises InputError where the disk says no; then the former fit stays.
        """
        from vision.board.plan import format_plan

        path = self._fitted(board, self._printed(board))
        try:
            replace_file(path, format_plan(plan).encode())
        except OSError as trouble:
            raise InputError(
                "{1}: the fit cannot be kept ({2}); check the disk", path, trouble.strerror
            ) from None

    def book(self, edition: str, file: Path | None = None) -> "TagBook":
        """Return the book of tags in *file*, or that of *edition*: the owners' own, or else ours.

        The owners' is ``tags/<edition>.toml``, or else ``tags.toml`` unless that is another's.
        """
        from vision.board.plan import parse_book

        ours = f"tags/{self._checked(edition)}.toml"
        named = file or self._data / ours
        if file is not None or named.exists():
            return parse_book(read_toml(named), str(named))
        former = self._data / "tags.toml"
        if former.exists():
            book = parse_book(read_toml(former), str(former))
            if self._is_of(book, edition):
                return book
        return parse_book(self._text(ours), ours)

    def die_faces(self, edition: str) -> "DieFaces":
        """Return the faces of *edition*'s die with their stickers.  Raises ConfigError."""
        from vision.dice.symbols import DieFaces

        try:
            faces = msgspec.convert(self.entries(edition, DICE), dict[str, _Face])
        except msgspec.ValidationError as trouble:
            raise misfit(DICE, None, trouble) from None
        aliases = {alias: name for name, face in faces.items() for alias in face.aliases}
        return DieFaces({name: face.sticker for name, face in faces.items()}, aliases)

    def entries(self, edition: str, file: str) -> dict[str, dict[str, Any]]:
        """Return what all files called *file* say of *edition*, ours of each box and the owners' packs.

        As ``parse_catalogue`` lays them, and unchecked.  None where there is no such file.
        Raises ConfigError.
        """
        core = self._config / self._checked(edition)
        boxes = sorted((box for box in core.iterdir() if box.is_dir()), key=lambda box: box.name)
        ours = {f"{box.name}/{file}": box / file for box in (core, *boxes) if (box / file).is_file()}
        texts = {name: read_text(path) for name, path in ours.items()}
        packs = self.pack_texts(edition)
        texts |= {path: text for path, text in packs.items() if Path(path).name == file}
        made: dict[str, dict[str, Any]] = {}
        for name, text in texts.items():
            try:
                table = tomllib.loads(text)
            except tomllib.TOMLDecodeError as error:
                raise ConfigError(name, None, "is not TOML: {1}", error) from None
            for entry, fields in table.items():
                if not isinstance(fields, dict):
                    raise ConfigError(name, entry, "expected a table of fields")
                made.setdefault(entry, {}).update(fields)
        return made

    def names(self, edition: str, lang: str) -> dict[str, dict[str, str]]:
        """Return what our phrases in *lang* call the pieces of *edition*, by their sort; English has none."""
        file = self._config / self._checked(edition) / f"phrases.{lang}.toml"
        text = read_text(file) if file.is_file() else ""
        return msgspec.toml.decode(text, type=_PieceNames).names

    def _is_of(self, book: "TagBook", edition: str) -> bool:
        """Return whether *book* lists units of *edition*, or none that are known at all."""
        listed = {str(kind_of(UnitId(piece))) for piece in book.pieces.values()}
        of = {
            each: any(not listed.isdisjoint(self.entries(each, file)) for file in UNIT_FILES)
            for each in self._editions()
        }
        return of[edition] or not any(of.values())

    def _editions(self) -> list[str]:
        """Return the ids of the editions that have tags."""
        return sorted(path.name.removesuffix(".toml") for path in (self._config / "tags").iterdir())

    def _checked(self, edition: str) -> str:
        known = self._editions()
        if edition not in known:
            raise ConfigError("tags", edition, "there is no such edition, only {1}", ", ".join(known))
        return edition

    def _printed(self, board: str | Path) -> str:
        if isinstance(board, Path):
            return read_toml(board)
        if not re.fullmatch(r"[a-z0-9_-]+", board):
            raise ConfigError("boards", None, "{1} is no name for a board", repr(board))
        return self._text(f"boards/{board}.toml")

    def _fitted(self, board: str | Path, text: str) -> Path:
        """Return where the fit of *board* is kept; a file's belongs to what it says, its *text*."""
        mark = f"{board.stem}-{sha256(text.encode()).hexdigest()[:12]}" if isinstance(board, Path) else board
        return self._data / "boards" / f"{mark}.toml"

    def _text(self, name: str) -> str:
        return read_text(self._config / name)


def laying_order(path: Path, folder: Path) -> tuple[bool, Path]:
    """Return what the files of the packs in *folder* are sorted by: their paths, the pack ``own`` last."""
    return path.relative_to(folder).parts[0] == OWN_PACK, path


@cache
def printed_texts(edition: str) -> Mapping[str, str]:
    """Return our own texts of *edition*: the core box's files, and the expansions' boxes' ones; read once."""
    folder = resources.files("config") / edition
    texts = {f"{edition}/{name}": read_text(folder / name) for name in tables_of(edition_called(edition))}
    for box in folder.iterdir():
        for file in box.iterdir() if box.is_dir() else ():
            texts[f"{edition}/{box.name}/{file.name}"] = read_text(file)
    return MappingProxyType(texts)


@lru_cache(maxsize=16)
def _board(printed: str, file: str = "", own: str | None = None) -> Board:
    """Return the hexes of the plan *printed*, or of the owners' *own* plan in *file*; read once."""
    ours = msgspec.toml.decode(printed, type=_Hexes)
    if own is None:
        return Board(ours.rows, ours.section_lines)
    try:
        hexes = msgspec.toml.decode(own, type=_Hexes)
        return Board(hexes.rows, hexes.section_lines or ours.section_lines)
    except (msgspec.MsgspecError, ValueError) as trouble:
        raise ConfigError(file, None, verbatim(str(trouble))) from None


@lru_cache(maxsize=4)
def _parsed(edition: str, texts: tuple[tuple[str, str], ...]) -> Catalogue:
    """Return the catalogue of *edition* made of *texts*, file and text; made once."""
    return parse_catalogue(dict(texts), edition_called(edition))
