"""Which cameras people have chosen: each of them is one of its own."""

from companion.library.settings import Settings
from vision.errors import InputError


def check_cameras(settings: Settings) -> None:
    """Raise InputError where *settings* name one camera for two things."""
    if settings.second_camera is None and settings.dice_camera is None:
        return
    from vision.source.addresses import shown_address
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
            raise InputError(
                "{1} and {2} name the same camera, {3}: name another one for {2}, or leave it out",
                known,
                option,
                shown_address(spec),
            )
