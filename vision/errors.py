"""What can be wrong with the world in front of the camera; each holds one clear sentence."""

from rules.kernel.translatable import TranslatableError


class InputError(TranslatableError):
    """A file that was given is not what it should be: names file, entry and remedy."""


class CameraError(TranslatableError):
    """A source of pictures does not open or has gone: names device and remedy."""


class NoCameraYetError(CameraError):
    """A camera that is waited for has not been there yet."""


class NoTagError(TranslatableError, ValueError):
    """What was asked for can be no tag: names it and why."""
