"""Texts that would cost a parser far more than they are long are refused before it sees them."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from companion.input import safe_parsing as guarded
from companion.input.safe_parsing import FILE, LINE, MESSAGE, Limits, TooMuchError, measure, parse_toml
from companion.library.library import Library
from companion.library.packs import Packs
from rules.kernel.catalogue import ConfigError
from tests.companion.cli.test_commands import refused, run
from tests.companion.dashboard_world import world
from vision.board.plan import parse_book, parse_plan
from vision.errors import InputError

PACK = '[pack]\nname = "x"\nedition = "second"\n'
DOTTED = f"{PACK}[units.a]\nx{'.a' * 15_000} = 1\n"
HUGE = f"{PACK}[units.roc_warrior]\ncost = 0x{'f' * 30_000}\n"

TOO_MUCH = {
    "a dotted key": (DOTTED, "deep"),
    "a dotted key of quoted parts": ("x" + ".\"a\" . 'b'" * 8000 + " = 1", "deep"),
    "a dotted heading": (f"[x{'.a' * 3000}]", "deep"),
    "lists in lists": ("x = " + "[" * 5000, "deep"),
    "tables in tables": ("x = " + "{a=" * 5000, "deep"),
    "lists behind a text of five quotes": ('x = ["""a""""", ' + "[" * 5000, "deep"),
    "lists behind a text of four quotes": ('x = ["""a"""", ' + "[" * 5000 + '"', "deep"),
    "lists behind quotes in apostrophes": ("x = ['\"', " + "[" * 5000, "deep"),
    "lists behind an escaped quote": ('x = ["\\\\", ' + "[" * 5000, "deep"),
    "a number": (HUGE, "number"),
    "a number of ten": (f"x = {'9' * 5000}", "number"),
    "parts": ("x = [" + "1," * 50_000 + "]", "parts"),
    "entries": ("".join(f"a{n} = 1\n" for n in range(20_000)), "parts"),
    "signs": ("#" * (FILE.size + 1), "KB"),
}


@pytest.fixture
def never_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(text: str) -> dict[str, object]:
        raise AssertionError(f"parsed {len(text)} signs")

    monkeypatch.setattr(tomllib, "loads", fail)


@pytest.mark.usefixtures("never_parsed")
@pytest.mark.parametrize("what", TOO_MUCH)
def test_what_is_too_much_is_refused_before_it_is_parsed(what: str) -> None:
    text, said = TOO_MUCH[what]
    with pytest.raises(ConfigError, match=said) as trouble:
        parse_toml(text, "x.toml")
    assert len(str(trouble.value)) < 200


def test_brackets_dots_and_digits_within_texts_and_comments_count_for_nothing() -> None:
    inside = "[" * 50 + "." * 50 + "9" * 50
    for quote in ('"', "'", '"""', "'''"):
        text = f"# {inside * 9}\nx = {quote}{inside * 9}{quote}\n"
        assert parse_toml(text, "x.toml") == {"x": inside * 9}
    measure(f'{{"x": "{inside * 9}"}}')


def test_every_file_of_ours_may_be_read() -> None:
    for path in (Path(__file__).parents[3] / "config").rglob("*.toml"):
        parse_toml(guarded.read_text(path), path.name)


small = Limits(size=400, depth=4, parts=60)
scraps = st.lists(
    st.sampled_from(
        ["[", "]", "{", "}", ".", "=", ",", "\n", '"', "'", '"""', "'''", "\\", "#", " ", "a", "1", "é"]
    ),
    max_size=60,
).map("".join)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(text=scraps)
def test_what_is_parsed_is_never_deeper_than_what_was_measured(text: str) -> None:
    """Where a text passes, tables and lists of what TOML makes of it lie in few others only."""
    try:
        measure(text, small)
        found = tomllib.loads(text)
    except ValueError:  # too much, or no TOML
        return
    assert depth(found) <= 2 * small.depth + 2  # a heading, a key and a value may each be so deep


def depth(value: object) -> int:
    inner = list(value.values()) if isinstance(value, dict) else value
    return 1 + max(map(depth, inner), default=0) if isinstance(inner, list) else 0


@pytest.mark.usefixtures("never_parsed")
def test_a_pack_of_one_endless_key_is_refused_by_page_and_command_unparsed(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text(DOTTED)
    with pytest.raises(InputError, match="12 deep"):
        Packs(Library(tmp_path)).take_in(DOTTED, file="x.toml")
    said = refused(run("packs", "import", file, "--data", tmp_path), 2)
    assert "12 deep" in said


@pytest.mark.parametrize("text", [DOTTED, HUGE, PACK + "[units.roc_warrior]\ncost = " + "9" * 4000 + "\n"])
def test_the_page_of_packs_answers_a_spiteful_pack_in_one_sentence(tmp_path: Path, text: str) -> None:
    with world(tmp_path) as table:
        answer = table.device("both").post("/packs/import", {"text": text, "file": "x.toml"})
        assert (answer.status_code, "\n" in answer.json["trouble"]) == (409, False)
        assert table.device("both").get("/packs.json").json["packs"] == {}


@pytest.mark.parametrize("number", ["9" * 30_000, "9" * 3000, "-" + "9" * 200, "1e" + "9" * 4000])
def test_a_message_with_an_endless_number_is_refused_in_one_sentence(tmp_path: Path, number: str) -> None:
    asked = '{"file": "units", "entry": "roc_warrior", "fields": {"cost": ' + number + "}}"
    with world(tmp_path) as table:
        answer = table.device("both").post("/packs/entry", asked.encode())
        assert answer.status_code == 400
        assert len(answer.json["trouble"]) < 300


def test_a_spiteful_file_on_the_disk_is_refused_in_one_sentence(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(f"x{'.a' * 15_000} = 1\n")
    for place in ("settings.toml", "phrases.en.toml"):
        (tmp_path / "data").mkdir(exist_ok=True)
        (tmp_path / "data" / place).write_text(bad.read_text())
        said = refused(run("play", "--no-camera", "--headless", "--data", tmp_path / "data"), 2)
        assert "deep" in said
        (tmp_path / "data" / place).unlink()
    for flag in ("--board", "--tags"):
        assert "deep" in refused(run("look", tmp_path / "none.png", flag, bad), 2)


def test_lines_and_messages_are_measured_too() -> None:
    for limits in (LINE, MESSAGE):
        with pytest.raises(TooMuchError):
            measure("[" * 100, limits)
        with pytest.raises(TooMuchError):
            measure('{"x": ' + "1" * 100 + "}", limits)


ENDLESS = {
    "tags": "[tags]\n" + "".join(f'"{n}" = "a-{n}"\n' for n in range(2000)),
    "rows": "width_mm = 500\nheight_mm = 500\nhex_width_mm = 40\nrows = [" + "26," * 2000 + "]\n",
    "size": "width_mm = inf\nheight_mm = 500\nhex_width_mm = 40\nrows = [3, 4]\n",
}


@pytest.mark.parametrize("what", ENDLESS)
def test_a_book_or_a_board_without_end_is_refused_before_it_is_drawn(what: str) -> None:
    parse = parse_book if what == "tags" else parse_plan
    with pytest.raises(InputError) as trouble:
        parse(guarded.check_toml(ENDLESS[what], "x.toml"), "x.toml")
    assert len(str(trouble.value)) < 200


def test_a_refusal_never_repeats_all_of_an_endless_word(tmp_path: Path) -> None:
    """Found by `make fuzz`: a position whose only word has 3,000 letters."""
    file = tmp_path / "position.txt"
    file.write_text("x" * 3000)
    attack = ("odds", "citadel_guard-1", "blood_harvesters-1", "--position", file, "--data", tmp_path)
    assert len(refused(run(*attack), 2)) < 1200
