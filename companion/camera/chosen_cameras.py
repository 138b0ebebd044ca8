"""Which cameras people have chosen: each of them is one of its own."""

from typing import NamedTuple

from companion.library.settings import Settings
from vision.errors import InputError


class SharedCamera(NamedTuple):
    """A camera, by its *spec*, that two options name: the *other* one after *one*."""

    one: str
    other: str
    spec: str


def shared_camera(settings: Settings) -> SharedCamera | None:
    """Return the camera that *settings* name for two things, None for none."""
    if settings.second_camera is None and settings.dice_camera is None:
        return None
    from vision.source.devices import identity_of

    named: dict[str, str] = {}
    for option, spec in (
        ("--camera", settings.camera),
        ("--second-camera", settings.second_camera),
        ("--dice-camera", settings.dice_camera),
    ):
        if spec is None:
            continue
        known = named.setdefault(identity_of(spec), option)
        if known != option:
            return SharedCamera(known, option, spec)
    return None


def check_cameras(settings: Settings) -> None:
    """Raise InputError where *settings* name one camera for two things."""
    shared = shared_camera(settings)
    if shared is None:
        return
    from vision.source.addresses import shown_address

    raise InputError(
        "{1} and {2} name the same camera, {3}: name another one for {2}, or leave it out",
        shared.one,
        shared.other,
        shown_address(shared.spec),
    )
