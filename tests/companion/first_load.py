"""What a tablet asks for to show the table's page for the first time, and how much that weighs.

What it fetches beforehand, once it is at rest, is left out: the rules.
"""

import re
import zlib

from tests.companion.dashboard_world import Device

LINKED = re.compile(r'(?:href|src)="(/page-[^"]+)"')
WORKER = "link/link_worker.mjs"


def first_load(device: Device) -> dict[str, int]:
    """Return the bytes of each answer, as packed as a browser takes it and with its headers, by address."""
    page = device.get("/")
    linked = list(dict.fromkeys(LINKED.findall(page.text)))
    folder = next(each for each in linked if each.endswith("/app.mjs")).removesuffix("app.mjs")
    weights = {address: weight(device, address) for address in ("/", *linked, folder + WORKER)}
    weights["/events"] = first_view(device)
    return weights


def weight(device: Device, address: str) -> int:
    """Return the bytes of the answer at *address*."""
    answer = device.get(address, **{"Accept-Encoding": "gzip, deflate, br"})
    assert answer.status_code == 200, address
    return len(answer.data) + len(str(answer.headers)) + len("HTTP/1.1 200 OK\r\n")


def first_view(device: Device) -> int:
    """Return the bytes of the event stream up to the first view, as packed as a browser takes it."""
    reader, text, size = zlib.decompressobj(16 + zlib.MAX_WBITS), b"", 0
    with device.stream(**{"Accept-Encoding": "gzip, deflate, br"}) as answer:
        while b"event: view" not in text:
            part = answer.read1(1 << 16)
            size += len(part)
            text += reader.decompress(part)
    return size + len(str(answer.headers))
