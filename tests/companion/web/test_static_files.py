"""The page's own files: kept for ever under their version, packed for the way, and light altogether."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest

from companion.web.server.static_files import FOLDER, StaticFiles
from tests.companion.dashboard_world import Device, World, world
from tests.companion.first_load import first_load

LIGHT, FEW = 200_000, 10
"""Bytes that the table's page may weigh at first sight, and answers that it may ask for."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[World]:
    with world(tmp_path) as made:
        yield made


@pytest.fixture
def device(table: World) -> Device:
    return table.device("both")


@pytest.mark.parametrize("language", ["en", "ro"])
def test_the_table_s_page_weighs_less_than_200_kb_with_all_that_it_asks_for(
    tmp_path: Path, language: str
) -> None:
    with world(tmp_path, scenario="battle", language=language) as made:
        weights = first_load(made.device("both"))
    assert sum(weights.values()) < LIGHT, weights
    assert len(weights) <= FEW, weights
    assert {Path(address).name for address in weights} >= {
        "app.mjs",
        "table.css",
        "link_worker.mjs",
        "events",
    }


def test_a_page_has_one_script_and_one_style_sheet_that_hold_what_they_import(device: Device) -> None:
    page = device.get("/").text
    static_files = StaticFiles()
    assert {"parts/dom.mjs", "link/event_stream.mjs", "parts/language.mjs", "game/ask.mjs"} <= set(
        static_files.imports("app.mjs")
    )
    assert "camera.mjs" not in static_files.imports("app.mjs")
    assert re.findall(r'<script type="module" src="([^"]+)"', page) == [
        f"/page-{static_files.version}/app.mjs"
    ]
    script, style = device.get("/page/app.mjs").text, device.get("/page/table.css").text
    assert [name for name in static_files.imports("app.mjs") if f"\n// {name}\n" not in script] == []
    assert not re.search(r"^import|^@import", script + style, re.MULTILINE)
    assert (FOLDER / "style.css").read_text("utf-8") in style


def test_the_page_can_be_installed_and_then_fills_the_screen(device: Device) -> None:
    address = re.search('<link rel="manifest" href="([^"]+)">', device.get("/").text)
    assert address is not None
    answer = device.get(address[1])
    told = answer.get_json()
    assert answer.mimetype == "application/manifest+json"
    assert (told["display"], told["start_url"]) == ("fullscreen", "/")
    assert device.get(urljoin(address[1], told["icons"][0]["src"])).mimetype == "image/svg+xml"


def test_what_names_its_version_is_kept_for_ever_and_the_rest_is_asked_for_anew(device: Device) -> None:
    newest = device.get(f"/page-{StaticFiles().version}/app.mjs")
    assert newest.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    for address in ("/page-000000000000/app.mjs", "/page/app.mjs"):  # a page from before an upgrade
        answer = device.get(address)
        assert answer.data == newest.data
        assert answer.headers["Cache-Control"] == "no-cache"
    known = device.get("/page/app.mjs", **{"If-None-Match": newest.headers["ETag"]})
    assert (known.status_code, known.data) == (304, b"")


def test_a_change_of_any_file_changes_the_version(tmp_path: Path) -> None:
    (tmp_path / "app.mjs").write_text("1", encoding="utf-8")
    first = StaticFiles(tmp_path).version
    (tmp_path / "app.mjs").write_text("2", encoding="utf-8")
    assert StaticFiles(tmp_path).version != first


def test_texts_are_packed_for_whoever_can_unpack_them(device: Device) -> None:
    for address in ("/", "/rules.json", "/page/style.css", "/page/app.mjs"):
        plain = device.get(address)
        packed = device.get(address, **{"Accept-Encoding": "gzip"})
        assert "Content-Encoding" not in plain.headers
        assert packed.headers["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in packed.headers["Vary"]
        assert gzip.decompress(packed.data) == plain.data
        assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data)


@pytest.mark.parametrize(
    "address", ["/page/nothing.mjs", "/page/../routes.py", "/page/%2e%2e/routes.py", "/page-1/..%2froutes.py"]
)
def test_there_is_nothing_on_the_shelf_but_the_page_s_files(device: Device, address: str) -> None:
    assert device.get(address).status_code == 404


def test_a_browser_that_is_turned_away_gets_a_page_in_words(table: World) -> None:
    chromium = (
        "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,"
        "application/signed-exchange;v=b3;q=0.7"
    )
    answer = table.stranger().get("/camera", Accept=chromium)
    assert (answer.status_code, answer.mimetype) == (403, "text/html")
    assert "has not joined the table" in answer.text
    assert table.stranger().get("/camera", Accept="*/*").json["trouble"]


def test_a_page_that_wants_a_web_socket_is_told_that_it_cannot_be_read(device: Device) -> None:
    answer = device.get("/links", Upgrade="websocket", Connection="Upgrade", Accept="*/*")
    assert (answer.status_code, answer.json["trouble"]) == (400, "That request cannot be read.")


def test_comments_of_the_page_s_modules_are_not_sent_and_no_code_is_lost(device: Device) -> None:
    joined = device.get("/page/app.mjs").text
    for name in ("parts/seats.mjs", "parts/deadtaps.mjs", "parts/dom.mjs"):
        own = (FOLDER / name).read_text("utf-8").splitlines()
        sent = joined.partition(f"\n// {name}\n")[2].partition("\n})();\n")[0].splitlines()
        assert not [line for line in sent if line.lstrip().startswith(("/**", "* "))]
        code = [line for line in own if line.startswith(("const", "function", "  return", "}"))]
        assert code and [line for line in sent if line in code] == code
