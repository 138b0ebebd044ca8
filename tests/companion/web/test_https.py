"""Https in the local network: the table's own certificate, and a server that speaks TLS."""

import http.client
import socket
import ssl
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from cryptography import x509

from companion.app.current_game import CurrentGame
from companion.app.services import Services, open_access
from companion.cli import herald
from companion.journal.jsonl import StoreError
from companion.library.settings import Settings
from companion.network.addresses import own_names
from companion.web.access.access import Role
from companion.web.server.certificate import FILE, LASTS, RENEWED_BEFORE, fingerprint, keep_certificate
from companion.web.server.server import served
from tests.companion.dashboard_world import World, world
from tests.companion.ports import free_port

NAMES = ("127.0.0.1", "::1", "localhost", "table.local")
NOW = datetime(2026, 11, 28, tzinfo=UTC)


class Secure:
    """A table served by https at *port*, and the *context* of a browser that trusts its certificate."""

    def __init__(self, table: World, port: int, certificate: Path) -> None:
        self.table, self.port = table, port
        self.context = ssl.create_default_context(cafile=str(certificate))
        self.context.verify_flags |= ssl.VERIFY_X509_STRICT  # as Python 3.13 asks by itself

    def ask(
        self, method: str, address: str, body: bytes | None = None, **headers: str
    ) -> http.client.HTTPResponse:
        asking = http.client.HTTPSConnection("127.0.0.1", self.port, context=self.context, timeout=20)
        own = {"Origin": f"https://127.0.0.1:{self.port}", "Content-Type": "application/json"}
        asking.request(method, address, body, {**own, **headers})
        answer = asking.getresponse()
        answer.read()
        asking.close()
        return answer

    def ask_plainly(self, request: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", self.port), timeout=20) as sent:
            sent.sendall(request)
            return b"".join(iter(lambda: sent.recv(4096), b""))


@pytest.fixture
def secure(tmp_path: Path) -> Iterator[Secure]:
    port = free_port()
    certificate = keep_certificate(tmp_path, NAMES)
    with (
        world(tmp_path, port=port) as table,
        served(table.app, "127.0.0.1", port, certificate=certificate),
    ):
        yield Secure(table, port, certificate)


# ---- the certificate ------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such modes")
def test_key_and_certificate_can_be_read_by_their_owner_alone(tmp_path: Path) -> None:
    file = keep_certificate(tmp_path / "new", NAMES)
    assert file.stat().st_mode & 0o777 == 0o600
    (tmp_path / "new" / f"{file.name}.new").write_text("left by a crash")
    file.unlink()
    assert keep_certificate(tmp_path / "new", NAMES).stat().st_mode & 0o777 == 0o600


def test_a_certificate_names_the_machine_and_lasts_no_longer_than_browsers_allow(tmp_path: Path) -> None:
    made = x509.load_pem_x509_certificate(keep_certificate(tmp_path, NAMES, now=NOW).read_bytes())
    named = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert set(named.get_values_for_type(x509.DNSName)) == {"localhost", "table.local"}
    assert set(map(str, named.get_values_for_type(x509.IPAddress))) == {"127.0.0.1", "::1"}
    assert made.not_valid_after_utc - made.not_valid_before_utc == LASTS
    assert not made.extensions.get_extension_for_class(x509.BasicConstraints).value.ca


def test_a_certificate_stays_until_the_machine_has_another_name_or_its_time_is_nearly_over(
    tmp_path: Path,
) -> None:
    def kept(*names: str, after: timedelta = timedelta()) -> bytes:
        return keep_certificate(tmp_path, names, now=NOW + after).read_bytes()

    first = kept(*NAMES)
    assert kept(*NAMES) == first
    assert kept("127.0.0.1", "0.0.0.0", "", after=timedelta(days=300)) == first
    assert kept(*NAMES, after=LASTS - RENEWED_BEFORE - timedelta(days=2)) == first
    late = kept(*NAMES, after=LASTS - RENEWED_BEFORE)
    assert late != first
    moved = kept(*NAMES, "192.0.2.7", after=LASTS - RENEWED_BEFORE)
    assert moved != late
    assert kept(*NAMES, after=LASTS - RENEWED_BEFORE) == moved


@pytest.mark.parametrize("damage", ["empty", "text", "cut", "other key", "no certificate"])
def test_a_damaged_file_is_made_anew(tmp_path: Path, damage: str) -> None:
    file = keep_certificate(tmp_path, NAMES)
    good = file.read_text()
    key, rest = good.split("-----BEGIN CERTIFICATE-----")
    other = keep_certificate(tmp_path / "other", NAMES).read_text().split("-----BEGIN CERTIFICATE-----")[0]
    file.write_text(
        {
            "empty": "",
            "text": "hello",
            "cut": good[: len(good) // 2],
            "other key": f"{other}-----BEGIN CERTIFICATE-----{rest}",
            "no certificate": key,
        }[damage]
    )
    keep_certificate(tmp_path, NAMES)
    ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(file)


def test_a_place_where_no_certificate_can_be_kept_is_named_with_the_remedy(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(StoreError, match="without --https"):
        keep_certificate(tmp_path, NAMES)


def test_the_fingerprint_is_the_one_that_browsers_show(tmp_path: Path) -> None:
    told = fingerprint(keep_certificate(tmp_path, NAMES))
    assert len(told.split(":")) == 32
    assert told == told.upper()


def test_the_machines_own_names_have_the_address_of_the_join_link() -> None:
    names = own_names("192.0.2.7")
    assert {"192.0.2.7", "127.0.0.1", "::1", "localhost", f"{socket.gethostname()}.local"} <= set(names)


# ---- the server -----------------------------------------------------------------------------


def test_a_browser_that_trusts_the_certificate_joins_by_https_with_a_cookie_for_https_alone(
    secure: Secure,
) -> None:
    code = secure.table.access.codes.join
    joined = secure.ask("POST", "/join", f'{{"code":"{code}","role":"both"}}'.encode())
    assert joined.status == 200
    cookie = joined.headers["Set-Cookie"]
    assert cookie.startswith(f"herald_ticket_https_{secure.port}=")
    assert "; Secure" in cookie
    body = b'{"seen":0,"command":{"do":"place_banner","at":"C5"}}'
    assert secure.ask("POST", "/do", body, Cookie=cookie.split(";")[0]).status == 200
    assert secure.table.seq == 1


def test_a_browser_that_does_not_know_the_certificate_gets_no_page(secure: Secure) -> None:
    secure.context = ssl.create_default_context()
    with pytest.raises(ssl.SSLCertVerificationError):
        secure.ask("GET", "/")


def test_whoever_comes_by_http_is_sent_to_the_same_address_by_https(secure: Secure) -> None:
    host = f"127.0.0.1:{secure.port}"
    answer = secure.ask_plainly(f"GET /join/ABC HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    assert answer.startswith(b"HTTP/1.1 307 ")
    assert f"\r\nLocation: https://{host}/join/ABC\r\n".encode() in answer
    told = secure.ask_plainly(b"POST /do HTTP/1.1\r\nHost: x\r\n\r\n{}")
    assert told.startswith(b"HTTP/1.1 400 ")
    assert told.endswith(b"put https:// before its address.")


def test_a_tablet_that_never_finishes_its_handshake_keeps_nobody_out(secure: Secure) -> None:
    silent = [socket.create_connection(("127.0.0.1", secure.port)) for _ in range(3)]
    silent[1].sendall(b"\x16")
    silent[2].sendall(b"\x16\x03\x01\x00\x05hello")
    ticket = secure.table.access.ticket(role=Role.BOTH, name="")
    assert secure.ask("GET", "/", Cookie=f"herald_ticket_https_{secure.port}={ticket}").status == 200
    for each in silent:
        each.close()


@pytest.mark.parametrize(("https", "scheme"), [(False, "http"), (True, "https")])
def test_the_links_say_how_the_table_is_served(tmp_path: Path, https: bool, scheme: str) -> None:
    access = open_access(Settings(data=tmp_path, host="192.0.2.7", https=https))
    assert access.join_url.startswith(f"{scheme}://192.0.2.7:8765/join/")
    assert access.watch_url.startswith(f"{scheme}://192.0.2.7:8765/watch/")


def test_play_serves_by_https_where_a_flag_or_a_variable_asks_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached = []

    def look(current: CurrentGame) -> None:
        services = current.services
        trusting = ssl.create_default_context(cafile=str(tmp_path / FILE))
        with socket.create_connection(("127.0.0.1", services.settings.port)) as plain:
            reached.append(
                (services.access.join_url[:8], trusting.wrap_socket(plain, server_hostname="localhost"))
            )
            reached[-1][1].close()

    monkeypatch.setattr("companion.cli.commands.play._stay", look)
    port = str(free_port())
    words = [
        "play",
        "--no-camera",
        "--no-voice",
        "--host",
        "127.0.0.1",
        "--port",
        port,
        "--data",
        str(tmp_path),
    ]
    for given, env in ((["--https"], {}), ([], {"HERALD_HTTPS": "1"})):
        result = CliRunner().invoke(herald, [*words, *given], env=env)
        assert result.exit_code == 0, (result.output, result.exception)
        assert fingerprint(tmp_path / FILE) in result.stdout
    assert [scheme for scheme, _ in reached] == ["https://"] * 2


def test_the_demo_is_served_by_https_where_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    reached = []

    def look(services: Services, demo: object) -> None:
        trusting = ssl.create_default_context(cafile=str(services.settings.data / FILE))
        with (
            socket.create_connection(("127.0.0.1", services.settings.port)) as plain,
            trusting.wrap_socket(plain, server_hostname="localhost"),
        ):
            reached.append(services.access.join_url[:8])

    monkeypatch.setattr("companion.cli.commands.demo._show", look)
    words = ["demo", "--no-voice", "--host", "127.0.0.1", "--port", str(free_port()), "--https"]
    result = CliRunner().invoke(herald, words)
    assert (result.exit_code, reached) == (0, ["https://"]), (result.output, result.exception)
