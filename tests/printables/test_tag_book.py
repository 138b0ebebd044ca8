"""The tag book that travels with the program, checked against the formula and the rules of its payloads."""

import hashlib
import re
import tomllib
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rules.kernel.values import Marker
from vision.board.plan import TagBook, parse_book, tag_modules

ROOT = Path(__file__).parents[2]


def book_of(edition: str) -> TagBook:
    file = ROOT / "config" / "tags" / f"{edition}.toml"
    return parse_book(file.read_text(encoding="utf-8"), file.name)


BOOK, FIRST = book_of("second"), book_of("first")
ALL = [*BOOK.tags, *BOOK.cards, *FIRST.tags, *FIRST.cards]
INITIALS = {"banner": "BN"}


@pytest.mark.parametrize("payload", ALL)
def test_a_payload_is_a_name_and_digits_of_its_hash_that_make_it_ten_characters(payload: str) -> None:
    name = payload.partition("-")[0]
    rest = int.from_bytes(hashlib.sha256(f"tag:{name}".encode()).digest()[:8], "big")
    digits = ""
    while len(digits) < 10 - len(name) - 1:
        rest, digit = divmod(rest, 36)
        digits += "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[digit]
    assert payload == f"{name}-{digits}"


UNITS_AND_BANNERS = {
    payload: piece for payload, piece in BOOK.tags.items() if not re.match(r"[TK][0-9]", payload)
}


@pytest.mark.parametrize(("payload", "piece"), UNITS_AND_BANNERS.items())
def test_a_tag_s_name_has_the_initials_and_the_number_of_its_piece(payload: str, piece: str) -> None:
    kind, _, number = piece.partition("-")
    words = kind.split("_")
    initials = INITIALS.get(kind) or (words[0][0] + words[1][0] if len(words) > 1 else words[0][:2]).upper()
    assert payload.startswith(f"{initials.upper()}{number}-")


def test_every_unit_of_the_core_game_and_three_banners_have_a_tag() -> None:
    units = tomllib.loads((ROOT / "config" / "second" / "units.toml").read_text(encoding="utf-8"))
    figures = {  # reference sheet section 3: figures in the box / figures per unit
        "citadel_guard": 15 // 3,
        "yeoman_archers": 15 // 3,
        "riverwatch_riders": 9 // 3,
        "rune_golems": 6 // 3,
        "roc_warrior": 1,
        "blood_harvesters": 15 // 3,
        "viper_legion": 15 // 3,
        "flesh_ripper_brutes": 9 // 3,
        "obscenes": 6 // 3,
        "chaos_lord": 1,
    }
    assert {kind for kind, unit in units.items() if unit.get("box", "core") == "core"} == set(figures)
    wanted = {f"{kind}-{number + 1}" for kind, count in figures.items() for number in range(count)}
    assert set(UNITS_AND_BANNERS.values()) == wanted | {"banner-1", "banner-2", "banner-3"}


def test_all_terrain_of_the_core_game_has_tags_and_each_seat_s_tent_its_own() -> None:
    tiles = [piece for payload, piece in BOOK.tags.items() if re.match(r"T[0-9]", payload)]
    terrain = tomllib.loads((ROOT / "config" / "second" / "terrain.toml").read_text(encoding="utf-8"))
    core = {kind for kind, entry in terrain.items() if "Guardians" not in entry["page"]}
    kinds = {piece.rpartition("-")[0] for piece in tiles}
    assert kinds == core - {"command_tent"} | {"command_tent_south", "command_tent_north"}
    assert len(set(tiles)) == len(tiles) >= 35  # reference sheet section 8.4: tiles in the box


def test_every_marker_has_the_tags_that_are_printed_of_it() -> None:
    sheets = tomllib.loads((ROOT / "config" / "second" / "sheets.toml").read_text(encoding="utf-8"))
    kinds = kinds_in(BOOK)
    assert {marker: kinds[marker] for marker in Marker} == {
        marker: sheets["tokens"][marker] for marker in Marker
    }
    names = [f"{kind}-{place}" for kind, count in sheets["tokens"].items() for place in range(1, count + 1)]
    listed = {payload.partition("-")[0]: piece for payload, piece in BOOK.tags.items()}
    assert {name: listed[name] for name in listed if re.match(r"K[0-9]", name)} == {
        f"K{place}": piece for place, piece in enumerate(names, 1) if piece.rpartition("-")[0] in {*Marker}
    }


@pytest.mark.parametrize("edition", ["second", "first"])
def test_every_command_card_has_a_tag(edition: str) -> None:
    cards = tomllib.loads((ROOT / "config" / edition / "cards.toml").read_text(encoding="utf-8"))
    assert list(book_of(edition).cards.values()) == [f"{card}-1" for card in cards]


def test_no_two_tags_of_any_game_are_alike_in_any_rotation() -> None:
    assert BOOK.layout == FIRST.layout
    payloads = ALL
    codes = [tag_modules(payload, BOOK.layout) for payload in payloads]
    upright = np.array([code.ravel() for code in codes], np.int32)
    for turn in range(4):
        turned = np.array([np.rot90(code, turn).ravel() for code in codes], np.int32)
        apart = upright @ (1 - turned.T) + (1 - upright) @ turned.T
        np.fill_diagonal(apart, upright.shape[1])
        one, other = np.unravel_index(apart.argmin(), apart.shape)
        said = f"{payloads[one]} and {payloads[other]} differ in {apart.min()} modules"
        assert apart.min() >= 58, said


def test_no_payload_and_no_unit_is_in_the_books_of_two_games() -> None:
    assert BOOK.tags.keys().isdisjoint(FIRST.tags)
    units = set(UNITS_AND_BANNERS.values())
    assert units.isdisjoint(FIRST.tags.values())


def test_the_pictures_of_the_test_cases_show_tags_of_the_book() -> None:
    cases = (ROOT / "tests" / "cases" / "learning" / "tags.toml").read_text(encoding="utf-8")
    there = parse_book(cases, "cases")
    assert there.tags.items() <= BOOK.tags.items()
    assert there.layout == BOOK.layout


def first(name: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads((ROOT / "config" / "first" / name).read_text(encoding="utf-8"))


def kinds_in(book: TagBook) -> Counter[str]:
    return Counter(piece.rpartition("-")[0] for piece in book.tags.values())


def test_every_unit_of_the_first_edition_s_base_box_has_tags_for_both_camps() -> None:
    camps = first("sheets.toml")["camps"]
    numbers = defaultdict[str, set[int]](set)
    for piece in FIRST.tags.values():
        numbers[piece.rpartition("-")[0]].add(int(piece.rpartition("-")[2]))
    base = {**first("units.toml"), **first("creatures.toml")}
    for kind in base:
        sizes = {len([each for each in numbers[kind] if low <= each < low + 10]) for low in (1, 11)}
        assert len(sizes) == 1 and sizes != {0}, kind
        assert numbers[kind] <= {*range(1, 21)}
    assert [camps[seat]["first"] for seat in ("south", "north")] == [1, 11]
    assert sum(len(numbers[kind]) for kind in first("units.toml")) == 112


def test_a_unit_s_tag_of_the_first_edition_has_the_initials_of_all_its_words() -> None:
    base = {**first("units.toml"), **first("creatures.toml")}
    for payload, piece in FIRST.tags.items():
        kind, _, number = piece.rpartition("-")
        if kind in base:
            initials = "".join(word[0] for word in kind.split("_")).upper()
            assert payload.startswith(f"{initials}{number}-")


def test_the_first_edition_s_book_lists_what_its_sheets_do_in_the_same_order() -> None:
    sheets, kinds = first("sheets.toml"), kinds_in(FIRST)
    for sheet in ("terrain", "tokens"):
        assert {kind: kinds[kind] for kind in sheets[sheet]} == sheets[sheet]
        names = [f"{sheets['initials'][sheet]}{place}" for place in range(1, sum(sheets[sheet].values()) + 1)]
        pieces = [piece for piece in FIRST.tags.values() if piece.rpartition("-")[0] in sheets[sheet]]
        assert [
            payload.partition("-")[0] for payload in FIRST.tags if payload.startswith(names[0][:2])
        ] == names
        assert len(pieces) == len(names)


def test_every_landmark_and_lair_has_a_tag_for_each_owner() -> None:
    kinds = kinds_in(FIRST)
    for name in first("landmarks.toml"):
        assert (kinds[f"{name}_south"], kinds[f"{name}_north"]) == (1, 1)
