"""Everything a table keeps goes into one file and comes out of it elsewhere, once, and whole."""

import shutil
import zipfile
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from types import MappingProxyType

import msgspec
import pytest
from click.testing import CliRunner, Result

from companion.app.services import open_store
from companion.archive import write as bundle
from companion.cli import herald
from companion.journal.campaigns import Campaigns
from companion.journal.store import Store
from companion.library.library import Library
from companion.library.packs import Packs
from rules.kernel import messages as m
from rules.kernel.values import Seat
from tests.companion.journal.test_kept import GAMES, KEPT, journal_of, stands
from tests.companion.library.test_packs import WALKERS

PLAIN = ("settings.toml", "tags.toml", "cameras.json", "start.json", "boards/second.toml")
WITHIN = "1 campaign, 7 games, boards/second.toml, cameras.json, settings.toml, start.json, tags.toml"


def run(*words: object) -> Result:
    return CliRunner().invoke(herald, [str(word) for word in words])


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return Path(shutil.copytree(KEPT / "format_1" / "data", tmp_path / "data"))


@pytest.fixture
def file(data: Path, tmp_path: Path) -> Path:
    """Return everything of *data* in one file."""
    path = tmp_path / "everything.zip"
    result = run("games", "export", "--all", path, "--data", data)
    assert (result.exit_code, result.stderr) == (0, "")
    return path


def holds_everything(there: Path, data: Path) -> None:
    with closing(open_store(there)) as store, closing(open_store(data)) as former:
        assert store.games() == former.games()
        for name in GAMES:
            assert store.entries(name) == former.entries(name)
            assert stands(journal_of(there, store, name).game, store.count(name)) == GAMES[name]
    packs, before = Packs(Library(there)), Packs(Library(data))
    assert {name: packs.read(name) for name in packs.names()} == {
        name: before.read(name) for name in before.names()
    }
    assert Campaigns(there).read("winter") == Campaigns(data).read("winter")
    for name in PLAIN:
        assert (there / name).read_bytes() == (data / name).read_bytes()


def test_everything_comes_out_elsewhere_as_it_went_in(data: Path, file: Path, tmp_path: Path) -> None:
    result = run("games", "import", file, "--data", tmp_path / "there")
    assert (result.exit_code, result.stderr) == (0, "")
    assert f"taken in: 4 packs, {WITHIN}; here already: nothing." in result.stdout
    holds_everything(tmp_path / "there", data)


def test_a_game_s_own_tag_book_is_carried_and_tried(data: Path, tmp_path: Path) -> None:
    book = '[tags]\n"HBF1-MINE" = "human_blue_foot-1"\n'
    (data / "tags").mkdir()
    for name, text in (("first", book), ("second", "[tags]\n")):
        (data / "tags" / f"{name}.toml").write_text(text)
    path = tmp_path / "everything.zip"
    assert run("games", "export", "--all", path, "--data", data).exit_code == 0
    told = run("games", "import", path, "--data", tmp_path / "there")
    assert (tmp_path / "there" / "tags" / "first.toml").read_text() == book
    assert "tags/second.toml" in told.stderr
    assert not (tmp_path / "there" / "tags" / "second.toml").exists()


def test_what_is_here_already_is_not_doubled(data: Path, file: Path, tmp_path: Path) -> None:
    for there in (data, data, tmp_path / "there"):
        result = run("games", "import", file, "--data", there)
        assert (result.exit_code, result.stderr) == (0, "")
    assert run("games", "import", file, "--data", data).stdout.endswith(
        f"taken in: nothing; here already: 4 packs, {WITHIN}.\n"
    )
    holds_everything(data, tmp_path / "there")


def test_secrets_and_pictures_stay_where_they_are(file: Path) -> None:
    with zipfile.ZipFile(file) as archive:
        names = archive.namelist()
    assert not [name for name in names if "door" in name or "pem" in name or "pictures" in name]


def test_the_command_says_what_is_in_it_and_what_is_not(data: Path, tmp_path: Path) -> None:
    told = run("games", "export", "--all", tmp_path / "all.zip", "--data", data).stdout
    assert f"4 packs, {WITHIN}." in told
    assert "Left out: the tablets' codes" in told


def played_on(data: Path, name: str = "learning-open") -> tuple[m.Entry, ...]:
    with closing(open_store(data)) as store:
        journal = journal_of(data, store, name)
        assert not isinstance(
            journal.record((m.CorrectScore(seat=Seat.SOUTH, lore=9),), by="south"), m.Refusal
        )
        return journal.entries


def test_a_game_that_was_played_on_elsewhere_goes_on_here(data: Path, file: Path, tmp_path: Path) -> None:
    there = tmp_path / "there"
    run("games", "import", file, "--data", there)
    entries = played_on(there)
    run("games", "export", "--all", file, "--data", there)
    assert "taken in: 1 game;" in run("games", "import", file, "--data", data).stdout
    with closing(open_store(data)) as store:
        assert store.entries("learning-open") == entries


def test_a_game_that_was_played_on_here_stays_so(data: Path, file: Path) -> None:
    entries = played_on(data)
    assert "taken in: nothing;" in run("games", "import", file, "--data", data).stdout
    with closing(open_store(data)) as store:
        assert store.entries("learning-open") == entries


def test_nothing_here_gives_way_to_another_one_of_its_name(data: Path, file: Path) -> None:
    entries = played_on(data)
    run("games", "export", "--all", file, "--data", data)
    with closing(Store(data / "games.sqlite")) as store:
        other = msgspec.structs.replace(entries[-1], by="north")
        store._connection.execute(
            "UPDATE entries SET entry = ? WHERE game = 'learning-open' AND seq = ?",
            (msgspec.json.encode(other), other.seq),
        )
    (data / "games.backup.sqlite").unlink()
    (data / "settings.toml").write_text('language = "en"\n')
    Packs(Library(data)).keep("units", "blood_harvesters", {"cost": 9})
    result = run("games", "import", file, "--data", data)
    assert result.exit_code == 1
    for name in ("settings.toml", "packs/second/own.toml", "games/learning-open.jsonl"):
        assert f"herald: {name}: there is another one here, which stays as it is." in result.stderr
    assert (data / "settings.toml").read_text() == 'language = "en"\n'
    with closing(open_store(data)) as store:
        assert store.entries("learning-open")[-1] == other


def test_a_pack_that_needs_another_one_waits_for_it(data: Path, tmp_path: Path) -> None:
    """``a_map`` comes first by its name, and plays on a unit that only ``zoo`` knows."""
    packs = Packs(Library(data))
    packs.take_in(WALKERS, file="zoo.toml", name="zoo")
    text = packs.export("the_ford_at_dusk").replace("flesh_ripper_brutes", "bog_walkers")
    packs.remove("the_ford_at_dusk")
    packs.take_in(text, file="map.toml", name="a_map")
    run("games", "export", "--all", tmp_path / "all.zip", "--data", data)
    result = run("games", "import", tmp_path / "all.zip", "--data", tmp_path / "there")
    assert (result.exit_code, result.stderr) == (0, "")
    assert Packs(Library(tmp_path / "there")).names() == packs.names()


def test_a_game_that_cannot_be_read_is_left_out_and_told(data: Path, tmp_path: Path) -> None:
    with closing(open_store(data)) as store:
        store._connection.execute("UPDATE entries SET entry = x'7b7d' WHERE game = 'saved-open' AND seq = 2")
        written = bundle.write_bundle(tmp_path / "all.zip", data, store)
    assert [name for name in written.names if name.startswith("games/")] == [
        f"games/{name}.jsonl" for name in GAMES if name != "saved-open"
    ]
    assert [trouble.partition(":")[0] for trouble in written.troubles] == ["games/saved-open.jsonl"]


def test_a_full_disk_leaves_the_former_file(data: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    former = file.read_bytes()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(zipfile.ZipFile, "writestr", full)
    result = run("games", "export", "--all", file, "--data", data)
    assert result.exit_code == 1
    assert result.stderr == f"herald: {file}: cannot be written (No space left on device).\n"
    assert file.read_bytes() == former
    assert list(file.parent.glob("*.new")) == []


def test_one_game_or_all_must_be_named(data: Path, tmp_path: Path) -> None:
    for words in ((), ("learning-won", "--all", tmp_path / "all.zip")):
        result = run("games", "export", *words, "--data", data)
        assert (result.exit_code, "name a game" in result.stderr) == (2, True)


def test_going_back_is_for_a_single_game(data: Path, file: Path) -> None:
    result = run("games", "import", file, "--back-to", 3, "--data", data)
    assert (result.exit_code, "single game" in result.stderr) == (2, True)


def changed(file: Path, *, put: Mapping[str, bytes] = MappingProxyType({}), pack: int = 8) -> None:
    """Write the archive *file* anew with what *put* holds besides, or instead."""
    with zipfile.ZipFile(file) as archive:
        members = {each: archive.read(each) for each in archive.namelist()} | put
    with zipfile.ZipFile(file, "w", pack) as archive:
        for each, held in members.items():
            archive.writestr(each, held)


FOREIGN = {
    "../outside.toml": (b"x = 1", "is nothing that herald keeps"),
    "/etc/outside.toml": (b"x = 1", "is nothing that herald keeps"),
    "games/../../outside.jsonl": (b"", "is nothing that herald keeps"),
    "door.json": (b"{}", "is nothing that herald keeps"),
    "games/empty.jsonl": (b"", "is empty"),
    "games/deep.jsonl": (b"[" * 5000, "no game written by"),
    "packs/third/new.toml": (b"", "there is no edition"),
    "packs/second/bytes.toml": (b"\xff", "TOML"),
    "packs/second/other.toml": (b"x = 1", "pack"),
    "campaigns/new.json": (b"[[[", "is no campaign"),
    "boards/deep.toml": (f"{'a.' * 15_000}b = 1".encode(), "is no TOML that can be read"),
    "boards/other.toml": (b"x = 1", "other.toml"),
    "phrases.ro.toml": (b"x =", "phrases.ro.toml"),
    "sentences.ro.toml": (b"x = 1", "sentences.ro.toml"),
}


def test_what_is_wrong_in_it_is_told_and_the_rest_is_taken_in(data: Path, file: Path, tmp_path: Path) -> None:
    changed(file, put={name: content for name, (content, _) in FOREIGN.items()})
    there = tmp_path / "a" / "b" / "there"
    result = run("games", "import", file, "--data", there)
    assert result.exit_code == 1
    assert "Traceback" not in result.output
    told = result.stderr.splitlines()
    for name, (_, says) in FOREIGN.items():
        assert [line for line in told if line.startswith(f"herald: {name}: ") and says in line], name
    assert not list(tmp_path.rglob("outside*"))
    holds_everything(there, data)


@pytest.mark.parametrize("content", [b"[" * 5000, b'{"x": ' + b"1" * 100 + b"}", b"[]", b"\xff"])
def test_a_small_file_of_json_is_measured_before_it_is_taken_in(
    content: bytes, file: Path, tmp_path: Path
) -> None:
    changed(file, put={"start.json": content})
    result = run("games", "import", file, "--data", tmp_path / "there")
    assert result.exit_code == 1
    assert "herald: start.json: is no JSON object" in result.stderr
    assert not (tmp_path / "there" / "start.json").exists()


def newer(file: Path) -> None:
    mark = bundle.ArchiveHeader(herald="everything", format=bundle.FORMAT + 1, version="9.9")
    changed(file, put={bundle.MARK: msgspec.json.encode(mark)})


def endless(file: Path) -> None:
    changed(file, put={bundle.MARK: b'{"herald": ' + b"[" * 1_000_000})


def torn(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[200:400] = b"x" * 200
    file.write_bytes(content)


def stranger(file: Path) -> None:
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("holiday.jpg", b"")


def bomb(file: Path) -> None:
    changed(file, put={"settings.toml": b"#" * (bundle.LARGEST + 1)})


def locked(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[content.find(b"PK\x01\x02") + 8] |= 1
    file.write_bytes(content)


@pytest.mark.parametrize(
    ("harm", "says"),
    [
        (newer, "newer version of herald (9.9)"),
        (torn, "cannot be read"),
        (endless, "was not written by 'herald games export --all'"),
        (stranger, "was not written by 'herald games export --all'"),
        (bomb, "is larger than 64 MB"),
        (lambda file: changed(file, pack=zipfile.ZIP_LZMA), "packed in a way"),
        (locked, "is locked with a password; export it again without one"),
    ],
)
def test_an_archive_that_is_none_is_refused_in_one_sentence(
    file: Path, harm: Callable[[Path], None], says: str, tmp_path: Path
) -> None:
    harm(file)
    result = run("games", "import", file, "--data", tmp_path / "there")
    assert result.exit_code == 2
    assert says in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_password_that_a_former_version_kept_is_not_carried(data: Path, tmp_path: Path) -> None:
    kept = {"last": "0", "cameras": {"rtsp://ana:s3cr3t@cam/live?pwd=s3cr3t": {"corners": {}}}}
    (data / "cameras.json").write_bytes(msgspec.json.encode(kept))
    path = tmp_path / "carried.zip"
    assert run("games", "export", "--all", path, "--data", data).exit_code == 0
    with zipfile.ZipFile(path) as archive:
        carried = archive.read("cameras.json")
    assert b"s3cr3t" not in carried
    assert b"rtsp://cam/" in carried
