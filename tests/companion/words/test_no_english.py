"""No English word in what a Romanian page is sent, or in a Romanian report: words, not sentences."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from html import unescape
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from werkzeug.test import TestResponse

from companion.journal.journal import follow
from companion.journal.jsonl import GameRow
from companion.report.page import report
from companion.words.names import load_language
from companion.words.translator import load_translator
from tests.companion.dashboard_world import world
from tests.companion.sent_view import sent_view
from tests.companion.words.sentence_faults import WORD, templates
from tests.rules.first.engine import rules as first_rules
from tests.rules.first.playing import play_random

CONFIG = Path(str(resources.files("config")))
EDITIONS = ("first", "second")
NOWHERE = Path("no such folder")
SHOWN = ("name", "summary", "text", "title", "why", "reason", "short", "long")
"""The fields that a page shows as they are."""

NOT_SHOWN = ("profile", "weapon")
"""What cards hold beneath what is shown of them."""

ABILITY = {"name", "number"}
"""What is kept of an ability on a card: not what it is called, but which it is."""

PRINTED = ("name", "summary", "power", "powers")
SHELF = ("factions", "scenarios", "abilities", "traits")
ENOUGH = 100
ON_MAP = re.compile(r"[A-ZĂÂÎȘȚ][a-zA-Zăâîșț]?\d*")
"""The letters of a unit or a hex on a report's maps."""

BOTH = {"battlelore"}
SCENARIOS = {"first": "war_council", "second": "learning"}


def texts(part: object) -> Iterator[str]:
    if isinstance(part, dict):
        part = part.values()
    if isinstance(part, str):
        yield part
    elif part is not None and not isinstance(part, int | float):
        for each in part:  # type: ignore[attr-defined]
            yield from texts(each)


def words(told: Iterator[str]) -> set[str]:
    plain = (re.sub(r"\{[^}]*\}", " ", text) for text in told)
    return {word.lower().strip("'-") for text in plain for word in re.findall(WORD, text) if len(word) > 1}


def of_files(folder: Path, *, lang: str) -> Iterator[str]:
    for file in folder.rglob(f"*.{lang}.toml"):
        yield from texts(tomllib.loads(file.read_text(encoding="utf-8")))


def printed(edition: str) -> Iterator[str]:
    """Yield what the files of *edition* call things, and what they say of them, in English."""
    for file in (CONFIG / edition).rglob("*.toml"):
        if "." not in file.stem:
            for entry in tomllib.loads(file.read_text(encoding="utf-8")).values():
                if isinstance(entry, dict):
                    yield from texts(
                        [entry.get(field, "") for field in ("name", "summary", "power", "powers")]
                    )


@cache
def english(edition: str) -> frozenset[str]:
    """Return the English words that *edition* has and that are none of its Romanian ones."""
    told = load_translator("ro").told
    foreign = words(iter(told)) | words(templates("en", edition)) | words(printed(edition))
    foreign |= words(of_files(CONFIG / edition, lang="en"))
    own = words(texts(list(told.values()))) | words(templates("ro", edition))
    own |= words(of_files(CONFIG / edition, lang="ro")) | words(of_files(CONFIG / "words" / "ro", lang="ro"))
    return frozenset(foreign - own - BOTH)


def found_in(text: str, edition: str) -> list[str]:
    """Return the English words of *text*; in brackets stands what is printed on a piece."""
    plain = re.sub(r" \([^()]*\)", "", text)
    return [word for word in re.findall(WORD, plain) if word.lower().strip("'-") in english(edition)]


def shown(part: Any, field: str = "") -> Iterator[str]:
    """Yield the texts of a view that a page shows."""
    if isinstance(part, dict) and part.keys() != ABILITY:
        for name, value in part.items():
            if name not in NOT_SHOWN and not (name == "card" and "dice_in" in (value or ())):
                yield from shown(value, name)
    elif isinstance(part, list):
        for value in part:
            yield from shown(value, field)
    elif isinstance(part, str) and field in SHOWN:
        yield part


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_english_word_is_in_what_a_romanian_page_is_sent(tmp_path: Path, edition: str) -> None:
    """The view of a table, the shelf of the page of packs, and the report."""
    with world(tmp_path, scenario=SCENARIOS[edition], language="ro") as made:
        device = made.device("south")
        shelf: dict[str, Any] = device.get("/packs.json").get_json()
        sent = [*shown(sent_view(made.table)), *texts([shelf[part] for part in SHELF])]
        sent += [entry["name"] for entry in shelf["terrain"].values()]
        sent += lines(device.get("/report").text)
    assert len(sent) > ENOUGH
    assert {text: found for text in sent if (found := found_in(text, edition))} == {}


def lines(page: str) -> list[str]:
    """Return what a report shows, and what it says to those who do not see it."""
    page = re.sub(r"<style.*?</style>", "", page, flags=re.DOTALL)
    labels = re.findall(r'(?:title|aria-label|alt)="([^"]*)"', page)
    told = [unescape(text).strip() for text in (*re.split(r"<[^>]+>", page), *labels)]
    return [text for text in dict.fromkeys(told) if not ON_MAP.fullmatch(text)]


BESIDE = ("/rules.json", "/packs.json")
"""What holds the English beside the Romanian, to be found by either; the pages show the one or the other."""

NONSENSE = ({}, {"seen": 0}, {"seen": 0, "command": {"do": "roll", "faces": ["x"]}})


def told_in(answer: TestResponse) -> Iterator[str]:
    """Yield what *answer* says in whole words; of a refusal what the page shows."""
    if answer.mimetype == "text/html":
        yield from lines(answer.text)
    elif answer.mimetype == "application/json":
        told = answer.get_json()
        if isinstance(told, dict) and (refused := told.get("refused")):
            told = {**told, "refused": refused["text"]}
        yield from texts(told)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("role", ["south", "watch"])
def test_no_english_word_is_in_any_answer_to_a_romanian_device(
    tmp_path: Path, edition: str, role: str
) -> None:
    """Each address that needs no name of anything is asked, and handed nonsense: pages, lists and errors."""
    with world(tmp_path, scenario=SCENARIOS[edition], language="ro") as made:
        device, sent = made.device(role), list[str]()
        rules = [rule for rule in made.app.url_map.iter_rules() if not rule.arguments]
        for rule in rules:
            if "GET" in rule.methods and rule.rule not in (*BESIDE, "/events"):
                sent += told_in(device.get(rule.rule))
        for rule in rules:
            if "POST" in rule.methods and rule.rule != "/leave":
                for nonsense in NONSENSE:
                    sent += told_in(device.post(rule.rule, nonsense))
    sentences = {text for text in sent if " " in text}
    assert len(sentences) > ENOUGH / 2
    assert {text: found for text in sentences if (found := found_in(text, edition))} == {}


def test_no_english_word_is_in_the_romanian_report_of_a_whole_game() -> None:
    game = play_random(first_rules("border_watch"), 4, whims=False)
    log = [replace(entry, by="south player") for entry in game.log]
    row = GameRow(id="g", scenario="border_watch", edition="first", started=0.0, version="0")
    language = load_language("ro", "first", NOWHERE)
    told = lines(report(row, game.start, follow(game.start, log, "a game"), language))
    found = {
        text: found for text in told if not ON_MAP.fullmatch(text) and (found := found_in(text, "first"))
    }
    assert any("stindarde" in text for text in told)
