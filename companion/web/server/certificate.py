"""The table's own certificate, so that tablets can be served by https in the local network.

Nobody vouches for it: each tablet has to be told once to take it.  It is kept with
its key in the data folder, readable by its owner alone, and lasts until the machine
has another address or its time is nearly over.  Knows no server and no game.
"""

import ipaddress
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.files import replace_file
from companion.journal.jsonl import StoreError

FILE = "certificate.pem"
LASTS = timedelta(days=397)
"""Browsers take no certificate that lasts longer than some 13 months."""

RENEWED_BEFORE = timedelta(days=30)
SKEW = timedelta(days=1)  # a tablet's clock may be behind

_UNREADABLE = (OSError, ValueError, TypeError, x509.ExtensionNotFound)


def keep_certificate(data: Path, names: Iterable[str], *, now: datetime | None = None) -> Path:
    """Return the file in *data* that holds a key and a certificate good for *names*.

    *names* are host names and addresses.  What is kept stays as long as it serves; else it is
    made anew.  Raises StoreError where it cannot be kept.
    """
    path, wanted = data / FILE, frozenset(filter(_can_be_named, names))
    moment = datetime.now(UTC) if now is None else now
    if not _is_good(path, wanted, moment):
        _keep(path, _made(wanted, moment))
    return path


def fingerprint(file: Path) -> str:
    """Return the SHA-256 of the certificate in *file* as browsers show it: ``AB:CD:…``."""
    certificate = x509.load_pem_x509_certificate(file.read_bytes())
    return certificate.fingerprint(hashes.SHA256()).hex(":").upper()


def _can_be_named(name: str) -> bool:
    """Return whether a certificate can hold *name*: no empty one, no wildcard address, plain letters."""
    return bool(name) and name.isascii() and name not in ("0.0.0.0", "::")


def _is_good(path: Path, wanted: frozenset[str], now: datetime) -> bool:
    """Return whether *path* holds a key and its certificate, for all of *wanted*, for a while yet."""
    try:
        text = path.read_bytes()
        key = serialization.load_pem_private_key(text, password=None)
        certificate = x509.load_pem_x509_certificate(text)
        held = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except _UNREADABLE:
        return False
    named = {*held.get_values_for_type(x509.DNSName), *map(str, held.get_values_for_type(x509.IPAddress))}
    return (
        key.public_key() == certificate.public_key()
        and wanted <= named
        and certificate.not_valid_before_utc <= now <= certificate.not_valid_after_utc - RENEWED_BEFORE
    )


def _made(names: frozenset[str], now: datetime) -> bytes:
    """Return a new key and a certificate for *names*, signed by itself, as PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "herald, a table of yours")])
    identifier = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    extensions: tuple[tuple[x509.ExtensionType, bool], ...] = (
        (x509.BasicConstraints(ca=False, path_length=None), True),
        (x509.SubjectAlternativeName([_general(name) for name in sorted(names)]), False),
        (x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False),
        (identifier, False),
        (x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(identifier), False),
    )
    builder = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - SKEW)
        .not_valid_after(now - SKEW + LASTS)
    )
    for extension, is_critical in extensions:
        builder = builder.add_extension(extension, critical=is_critical)
    certificate = builder.sign(key, hashes.SHA256())
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return secret + certificate.public_bytes(serialization.Encoding.PEM)


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _keep(path: Path, text: bytes) -> None:
    try:
        replace_file(path, text)
    except OSError as trouble:
        raise StoreError(
            "{1}: the certificate for https cannot be kept there ({2}); move it out of the way, or "
            "play without --https",
            path,
            trouble.strerror,
        ) from None
