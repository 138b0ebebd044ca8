"""What every request must show before it is heard: Host, Origin, kind of content, ticket.

The Host check keeps out pages of other sites that point their own name at this
machine; the Origin check keeps out their scripts.
"""

from typing import Any
from urllib.parse import urlsplit

from flask import Request

from companion.network.addresses import host_names, is_own_address
from companion.web.access.access import Access
from companion.web.requests.i18n import tr

COOKIE = "herald_ticket"
ACCESS = "herald_access"
"""Where an app's extensions hold its Door."""


def host_of(netloc: str) -> str | None:
    """Return the name in ``name:port``, lower case and without brackets; None where it is malformed."""
    try:
        parts = urlsplit(f"//{netloc}")
        named = parts.hostname if parts.port is None or parts.port >= 0 else None
    except ValueError:
        return None
    return named


def is_own_name(netloc: str, access: Access) -> bool:
    """Return whether *netloc* names this server: an address of it, its host name, or one of the door's."""
    name = host_of(netloc)
    if name is None or "@" in netloc or "/" in netloc:
        return False
    home = host_of(urlsplit(access.address).netloc)
    names = {home, *host_names(), *(each.lower() for each in access.names)}
    return name in names or is_own_address(name)


def is_own_page(origin: str, host: str) -> bool:
    """Return whether a page of *origin* came from the server that is called *host*."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc == host


def trouble_with(request: Request, access: Access) -> str | None:
    """Return the sentence that turns *request* away whoever sends it, or None."""
    if not is_own_name(request.host, access):
        return tr("This address does not belong to the table. Use the address on the table's screen.")
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return None
    if not is_own_page(request.headers.get("Origin", ""), request.host):
        return tr("This was sent by another site's page, not by the table's own page. Nothing was done.")
    if request.mimetype != "application/json":
        return tr("The table understands only its own page's messages (JSON). Nothing was done.")
    return None


def is_foreign(request: Request) -> bool:
    """Return whether another site's page made the browser ask: as a link, a picture, a script, a frame.

    Browsers say so plainly at safe addresses alone; elsewhere Referer and the kinds of content tell.
    """
    site, purpose = request.headers.get("Sec-Fetch-Site", "none"), request.headers.get("Sec-Fetch-Dest")
    referer, kinds = request.headers.get("Referer"), request.headers.get("Accept")
    return (
        site not in ("none", "same-origin")
        or purpose not in (None, "document")
        or (referer is not None and not is_own_page(referer, request.host))
        or (kinds is not None and "text/html" not in kinds)
    )


def device_of(access: Access, environ: dict[str, Any]) -> str | None:
    """Return which device sends the request of *environ*, or None where it has not joined."""
    request = Request(environ)
    try:
        guest = access.guest(request.cookies.get(cookie_name(request)))
    except ValueError:  # its Host is none
        return None
    return None if guest is None else guest.device


def cookie_name(request: Request) -> str:
    """Return the name of the cookie that holds the ticket.

    Browsers keep one jar for all ports, and each port has its own table; and what was set by
    https cannot be set anew by http.
    """
    kind = f"{COOKIE}_https" if request.is_secure else COOKIE
    return f"{kind}_{urlsplit(request.host_url).port or (443 if request.is_secure else 80)}"
