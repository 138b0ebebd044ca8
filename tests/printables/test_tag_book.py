"""The tag book that travels with the program, checked against the formula and the rules of its payloads."""

import hashlib
import re
import tomllib
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from vision.board.plan import parse_book, tag_modules

ROOT = Path(__file__).parents[2]
BOOK = parse_book((ROOT / "config" / "tags" / "second.toml").read_text(encoding="utf-8"), "tags.toml")
INITIALS = {"banner": "BN"}


@pytest.mark.parametrize("payload", BOOK.tags)
def test_a_payload_is_a_name_and_digits_of_its_hash_that_make_it_ten_characters(payload: str) -> None:
    name = payload.partition("-")[0]
    rest = int.from_bytes(hashlib.sha256(f"tag:{name}".encode()).digest()[:8], "big")
    digits = ""
    while len(digits) < 10 - len(name) - 1:
        rest, digit = divmod(rest, 36)
        digits += "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[digit]
    assert payload == f"{name}-{digits}"


UNITS_AND_BANNERS = {
    payload: piece for payload, piece in BOOK.tags.items() if not re.match(r"T[0-9]", payload)
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
    tiles = [piece for payload, piece in BOOK.tags.items() if payload not in UNITS_AND_BANNERS]
    terrain = tomllib.loads((ROOT / "config" / "second" / "terrain.toml").read_text(encoding="utf-8"))
    core = {kind for kind, entry in terrain.items() if "Guardians" not in entry["page"]}
    kinds = {piece.rpartition("-")[0] for piece in tiles}
    assert kinds == core - {"command_tent"} | {"command_tent_south", "command_tent_north"}
    assert len(set(tiles)) == len(tiles) >= 35  # reference sheet section 8.4: tiles in the box


def test_no_two_tags_are_alike_in_any_rotation() -> None:
    codes = {payload: tag_modules(payload, BOOK.layout) for payload in BOOK.tags}
    for (first, code), (second, other) in combinations(codes.items(), 2):
        apart = min(np.count_nonzero(code != np.rot90(other, turn)) for turn in range(4))
        assert apart >= 58, f"{first} and {second} differ in {apart} modules"


def test_the_pictures_of_the_test_cases_show_tags_of_the_book() -> None:
    cases = (ROOT / "tests" / "cases" / "learning" / "tags.toml").read_text(encoding="utf-8")
    there = parse_book(cases, "cases")
    assert there.tags.items() <= BOOK.tags.items()
    assert there.layout == BOOK.layout
