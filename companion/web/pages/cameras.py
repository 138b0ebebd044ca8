"""The cameras that a tablet may choose: those that are there, any, none, the one that is used, an address."""

import re
from urllib.parse import urlsplit

import msgspec

from companion.input.text import is_plain
from companion.words.translator import Translator

ANY, NO_CAMERA, USED = "any", "none", "used"
LONGEST_ADDRESS = 400
_AROUND = re.compile(r"^by-(id|path)/(usb-|pci-|platform-)?|-video-index\d+$")


class FoundCamera(msgspec.Struct, frozen=True, kw_only=True):
    """A camera as people tell it from others; *spec* opens it, None: no camera is used."""

    id: str
    name: str
    spec: str | None


def found_cameras(used: str | None, tr: Translator) -> tuple[FoundCamera, ...]:
    """Return what can be chosen now; *used* opens the present one."""
    others = [
        FoundCamera(id=ANY, name=tr("Any camera that is there or comes"), spec=ANY),
        FoundCamera(id=NO_CAMERA, name=tr("No camera: play by touch"), spec=None),
    ]
    found = _there()
    is_known = any(camera.spec == used for camera in (*found, *others))
    return (*found, *([] if is_known else [_used(str(used))]), *others)


def camera_id(used: str | None, cameras: tuple[FoundCamera, ...]) -> str:
    """Return which of *cameras* is *used*."""
    return next((camera.id for camera in cameras if camera.spec == used), USED)


def network_camera(spec: str) -> FoundCamera | None:
    """Return the camera at the address *spec*, None for what is none; what is shown of it holds no secret."""
    try:
        from vision.source.addresses import is_address, shown_address
    except ImportError:
        return None
    if not is_address(spec) or not is_plain(spec, LONGEST_ADDRESS) or any(sign.isspace() for sign in spec):
        return None
    try:
        host = urlsplit(spec).hostname
    except ValueError:
        return None
    return FoundCamera(id=USED, name=shown_address(spec), spec=spec) if host else None


def _there() -> list[FoundCamera]:
    """Return the cameras that are there; none where OpenCV, which reads them, does not start."""
    try:
        from vision.source.devices import list_devices
        from vision.source.picam import PI, list_pi_cameras
    except ImportError:
        return []
    there = [(one.identity, _AROUND.sub("", one.identity).replace("_", " ")) for one in list_devices()]
    there += [(f"{PI}:{one.name}", f"Raspberry Pi {one.model}") for one in list_pi_cameras()]
    return [FoundCamera(id=identity, name=name, spec=identity) for identity, name in there]


def _used(spec: str) -> FoundCamera:
    """Return the camera that was named at the command line."""
    from vision.source.addresses import shown_address

    return FoundCamera(id=USED, name=shown_address(spec), spec=spec)
