"""Every input of people, mangled for minutes: one sentence each, in bounded time and memory.

HERALD_FUZZ_SECONDS says how long each is tried; what is found is kept as a small input in the usual tests.
"""

import json
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, Phase, given, seed, settings, strategies as st

from companion.cli import herald
from companion.input.safe_parsing import check_toml
from companion.journal.jsonl import format_export
from companion.library.settings import parse_names, read_defaults
from companion.table.requests import Undo
from companion.words.phrases import load_own_phrases
from companion.words.translator import load_translator
from rules.kernel.catalogue import ConfigError
from rules.kernel.notation.writing import format_position
from tests.companion.dashboard_world import World, world
from tests.companion.library.test_packs import EXAMPLES, WALKERS
from tests.companion.web.test_answers_alike import BEGUN, commands
from tests.fuzz.mangled import EDGES, SCRAPS, contents, messages, texts
from vision.board.plan import parse_book, parse_plan
from vision.dice.sets import format_set, make_set, parse_set, reader_of
from vision.errors import InputError
from vision.source.frames import read_picture

SECONDS = float(os.environ.get("HERALD_FUZZ_SECONDS", "600"))
BATCH = 60
MOST_CPU_S = 1.0
MOST_MB = 120
CONFIG = Path(__file__).parents[2] / "config"
Check = Callable[[Any], None]


def resident_mb() -> float:
    """Return how much memory this process holds; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def fuzz(strategy: st.SearchStrategy[Any], check: Check) -> None:
    """Try *check* with ever new examples of *strategy* for SECONDS."""

    def timed(example: Any) -> None:
        start = time.process_time()
        check(example)
        spent = time.process_time() - start
        assert spent < MOST_CPU_S, f"{spent:.1f} s of CPU"

    quiet = settings(
        max_examples=BATCH,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    end, batches, held = time.monotonic() + SECONDS, 0, 0.0
    while time.monotonic() < end:
        batches += 1
        seed(batches + int(time.time()))(quiet(given(strategy)(timed)))()
        held = resident_mb() if batches == 5 else held
    print(f"{batches * BATCH} examples, {resident_mb() - (held or resident_mb()):.0f} MB more")  # noqa: T201
    assert not held or resident_mb() - held < MOST_MB


def is_sentence(text: str) -> bool:
    return 0 < len(text) < 2000 and "Traceback" not in text


# ---- the page -------------------------------------------------------------------------------


@contextmanager
def page(tmp_path: Path) -> Iterator[World]:
    with world(tmp_path, scenario="free") as made:
        made.say(*BEGUN)
        yield made


@contextmanager
def posted(tmp_path: Path) -> Iterator[Check]:
    """Check that an (address, message) is answered with what it comes to, never with 5xx."""
    with page(tmp_path) as here:
        devices = [here.device(role) for role in ("both", "south", "north", "watch")]
        count = 0

        def check(asked: tuple[str, Any]) -> None:
            nonlocal count
            count += 1
            address, message = asked
            if isinstance(message, dict) and "seen" in message and message["seen"] == "now":
                message = {**message, "seen": here.seq, "game": here.table.row.id}
            body = message if isinstance(message, bytes) else json.dumps(message, ensure_ascii=False)
            sent = body if isinstance(body, bytes) else body.encode("utf-8", "surrogatepass")
            answer = devices[count % 4].post(address, sent)
            assert answer.status_code < 500, answer.text
            assert len(answer.text) < 20_000
            assert "fault of this program" not in answer.text, answer.text
            if here.seq > 60:
                here.table.ask(Undo(to=len(BEGUN), by="test"))

        yield check


@contextmanager
def looked_up(tmp_path: Path) -> Iterator[Check]:
    """Check that an address with whatever behind it is answered, never with 5xx."""
    with page(tmp_path) as here:
        device = here.device("both")

        def check(address: str) -> None:
            if not address.startswith("/events"):
                assert device.get(address).status_code < 500

        yield check


ROLLING = {"verb": "roll_for_orders", "dice": 2, "orders": {}}
TAPS: tuple[Any, ...] = tuple(
    ("/do", {"seen": "now", "command": command})
    for command in (
        *commands(),
        {"do": "play_unlisted_card", "name": "Fog", "does": [{"verb": "grant_orders", "count": 2}]},
        {"do": "roll", "faces": ["strike", "lore"]},
        {"do": "commit", "dice": {"frenzy": 1}},
        {"do": "order", "unit": "citadel_guard-1"},
        {"do": "move", "unit": "citadel_guard-1", "to": "D4"},
        {"do": "attack", "unit": "citadel_guard-1", "target": "chaos_lord-1"},
        {"do": "place_terrain", "at": "C5", "tile": {"kind": "forest"}},
        {
            "do": "play_unlisted_card",
            "name": "X",
            "does": [ROLLING],
        },
    )
)
PAST: tuple[Any, ...] = tuple(
    ("/correct", {"seen": "now", "seq": seq, "command": tap[1]["command"], "keep": keep})
    for tap in TAPS
    for seq, keep in ((1, False), (4, True))
)
OTHERS: tuple[Any, ...] = (
    ("/join", {"code": "x", "role": "south", "name": "Ana"}),
    ("/undo", {"seen": "now", "to": 3}),
    ("/redo", {"seen": "now"}),
    ("/answer", {"question": "What was done?", "choice": 1, "id": "x"}),
    ("/errand", {"id": 1}),
    ("/differences", {"offer": "ignore", "differences": ["x"]}),
    ("/differences/look", {"hexes": ["A1"]}),
    (
        "/army/check",
        {"seat": "south", "units": {"citadel_guard": 3}, "costs": {"roc_warrior": 3}, "total": 40},
    ),
    ("/camera/fit", {"corners": [[0, 0], [1, 0], [1, 1], [0, 1]], "tray": [[0, 0], [1, 1]]}),
    ("/camera/corners", {"corners": [[0, 0], [1, 0], [1, 1], [0, 1]]}),
    ("/start/say", {"step": "print", "said": "done"}),
    ("/scenario", {"name": "The Ford"}),
)
ARMY = {"name": "Raid", "faction": "uthuk", "units": {"chaos_lord": 1}, "total": 8}
MAP = {"terrain": {"C3": {"kind": "river"}}, "banners": {"F4": 2}, "deployment": ["A1"]}
CARDS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("units", "roc_warrior", {"move": 4, "combat": 3, "traits": ["melee"]}),
    ("lore", "portal", {"cost": 2, "does": [{"verb": "gain_lore", "count": 1}]}),
    ("scenario_cards", "staking_a_claim", MAP),
    ("armies", "raid", {**ARMY, "page": "Card", "confidence": "certain"}),
)
ENTRIES: tuple[Any, ...] = (
    *(("/packs/entry", {"file": file, "entry": entry, "fields": fields}) for file, entry, fields in CARDS),
    ("/packs/remove", {"name": "own"}),
)


def sent(good: tuple[Any, ...]) -> st.SearchStrategy[Any]:
    """Return requests like *good* ones, their messages mangled as values or as text."""
    as_values = st.sampled_from(good).flatmap(
        lambda asked: st.tuples(st.just(asked[0]), messages((asked[1],)))
    )
    as_text = st.sampled_from(good).flatmap(
        lambda asked: st.tuples(
            st.just(asked[0]),
            texts((json.dumps(asked[1]),)).map(lambda text: text.encode("utf-8", "surrogatepass")),
        )
    )
    return as_values | as_text


PLACES = ("/past/log", "/past/board", "/past/entry", "/past/picture.jpg", "/speech.wav", "/start/sheets.pdf")
QUERIES = st.lists(
    st.tuples(
        st.sampled_from(("seq", "after", "before", "count", "id", "game", "kinds", "size", "paper")),
        st.sampled_from([str(edge) for edge in EDGES])
        | st.sampled_from(("9" * 5000, "-" + "9" * 400, "nan", "join")),
    ),
    max_size=3,
).map(lambda pairs: "&".join(f"{name}={value}" for name, value in pairs))
ADDRESSES = st.tuples(st.sampled_from(PLACES), QUERIES).map("?".join) | st.text(max_size=30).map(
    lambda text: "/packs/" + text.replace("/", "").encode("utf-8", "replace").hex() + ".toml"
)


# ---- the command line and its files ---------------------------------------------------------


def herald_run(*arguments: object) -> None:
    """Check that herald ends in order: done, or one sentence."""
    done = CliRunner().invoke(herald, [str(each) for each in arguments], catch_exceptions=False)
    assert done.exit_code in (0, 1, 2), done.output
    assert is_sentence(done.output or "none"), done.output


def of_file(name: str, *arguments: object) -> Callable[[Path], AbstractContextManager[Check]]:
    """Return a check that herald takes the file *name*, FILE in *arguments*, or refuses it in words."""

    @contextmanager
    def made(tmp_path: Path) -> Iterator[Check]:
        file = tmp_path / name
        with click.Context(herald):
            data = tmp_path / "data"

            def check(content: str | bytes) -> None:
                raw = content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")
                file.write_bytes(raw)
                named = [file if each == "FILE" else data if each == "DATA" else each for each in arguments]
                herald_run(*named)

            yield check

    return made


def in_words(call: Callable[[Path, Any], object]) -> Callable[[Path], AbstractContextManager[Check]]:
    """Return a check that *call* does its work or raises one of the troubles that are told in a sentence."""

    @contextmanager
    def made(tmp_path: Path) -> Iterator[Check]:
        def check(example: Any) -> None:
            try:
                call(tmp_path, example)
            except (ConfigError, InputError) as trouble:
                assert is_sentence(str(trouble)), str(trouble)

        yield check

    return made


def export() -> str:
    """Return a game that has begun, as it is exported."""
    with tempfile.TemporaryDirectory() as folder, page(Path(folder)) as here:
        return b"\n".join(format_export(here.table.row, here.table.journal.entries)).decode()


def position() -> str:
    with tempfile.TemporaryDirectory() as folder, page(Path(folder)) as here:
        return format_position(here.table.game)


def named(tmp_path: Path, text: str) -> None:
    try:
        parse_names(text)
    except ValueError as trouble:
        assert is_sentence(str(trouble))


def settings_of(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.toml").write_bytes(text.encode("utf-8", "surrogatepass"))
    read_defaults(tmp_path)


def words_of(tmp_path: Path, text: str) -> None:
    for name in ("phrases.ro.toml", "sentences.ro.toml"):
        (tmp_path / name).write_bytes(text.encode("utf-8", "surrogatepass"))
    for load in (lambda: load_own_phrases("second", "ro", tmp_path), lambda: load_translator("ro", tmp_path)):
        try:
            load()
        except ConfigError as trouble:
            assert is_sentence(str(trouble))


def picture_of(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "picture").write_bytes(content)
    read_picture(tmp_path / "picture")


PICTURE = np.full((60, 80, 3), 120, np.uint8)
PICTURES = tuple(
    cv2.imencode(kind, PICTURE)[1].tobytes() for kind in (".png", ".jpg", ".bmp", ".webp", ".tiff")
)
DICE = format_set(make_set("ours", {face: [PICTURE] for face in "ab"}, reads="symbols", die_mm=16)).decode()
CAMPAIGN = json.dumps({"name": "spring", "edition": "second", "factions": ["daqan", "uthuk"], "chapters": []})
WORDS = (
    '[events.eliminated]\nsay = "{unit} falls"\nshow = "{unit:one|few|many}"\n',
    '"Join" = "Hai"\n"{1} of {2}" = "{2} din {1}"\n',
)
ODDS = (
    "odds",
    "citadel_guard-1",
    "chaos_lord-1",
    "--scenario",
    "free",
    "--position",
    "FILE",
    "--data",
    "DATA",
)
SETTINGS = ('language = "ro"\nnames = "Ana,Bogdan"\nport = 8765\nlevel = "score"\ncamera = "0"\n',)
INPUTS: dict[str, tuple[st.SearchStrategy[Any], Callable[[Path], AbstractContextManager[Check]]]] = {
    "taps": (sent(TAPS), posted),
    "corrections": (sent(PAST), posted),
    "other messages": (sent(OTHERS), posted),
    "pack entries": (sent(ENTRIES), posted),
    "packs on the page": (
        texts((WALKERS, *EXAMPLES)).map(lambda text: ("/packs/import", {"text": text, "replace": True})),
        posted,
    ),
    "addresses": (ADDRESSES, looked_up),
    "packs": (
        texts((WALKERS, *EXAMPLES)),
        of_file("pack.toml", "packs", "import", "FILE", "--replace", "--data", "DATA"),
    ),
    "games": (
        st.deferred(lambda: texts((export(),))),
        of_file("game.jsonl", "games", "import", "FILE", "--data", "DATA"),
    ),
    "scripts": (
        texts(tuple(json.dumps(command) for command in commands())),
        of_file("script.jsonl", "replay", "FILE", "--data", "DATA"),
    ),
    "positions": (
        st.deferred(lambda: texts((position(),))),
        of_file("position.txt", *ODDS),
    ),
    "campaigns": (
        texts((CAMPAIGN,)),
        of_file("data/campaigns/spring.json", "campaign", "next", "spring", "--data", "DATA"),
    ),
    "names": (texts(("Ana,Bogdan", "Ștefan-Vlad,J. R.")), in_words(named)),
    "settings": (texts(SETTINGS), in_words(settings_of)),
    "phrases and sentences": (texts(WORDS), in_words(words_of)),
    "tag books": (
        texts(
            (
                (CONFIG / "tags" / "second.toml").read_text("utf-8")[:600],
                '[tags]\n"7" = "a-1"\n[layout]\nkind = "aruco"\n',
            )
        ),
        in_words(lambda _, text: parse_book(check_toml(text, "tags.toml"), "tags.toml")),
    ),
    "boards": (
        texts(tuple(path.read_text("utf-8") for path in sorted((CONFIG / "boards").glob("*.toml")))),
        in_words(lambda _, text: parse_plan(check_toml(text, "board.toml"), "board.toml")),
    ),
    "dice sets": (
        texts((DICE,)).map(lambda text: text.encode("utf-8", "surrogatepass")),
        in_words(lambda _, content: reader_of(parse_set(content, "dice.json"), "dice.json")),
    ),
    "pictures": (contents(PICTURES), in_words(picture_of)),
}


@pytest.mark.long
@pytest.mark.parametrize("what", INPUTS)
def test_whatever_people_hand_in_is_answered_in_words_and_in_time(tmp_path: Path, what: str) -> None:
    strategy, made = INPUTS[what]
    (tmp_path / "data" / "campaigns").mkdir(parents=True)
    with made(tmp_path) as check:
        fuzz(strategy, check)


@pytest.mark.parametrize("scrap", SCRAPS)
def test_a_scrap_alone_is_refused_by_every_reader_of_files(tmp_path: Path, scrap: str) -> None:
    """The same in small, for the usual tests: what is left of a file is hardly ever one."""
    (tmp_path / "data" / "campaigns").mkdir(parents=True)
    for what in ("names", "settings", "tag books", "boards"):
        with INPUTS[what][1](tmp_path) as check:
            check(scrap)
