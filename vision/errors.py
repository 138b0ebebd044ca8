"""What can be wrong with the world in front of the camera; each holds one clear sentence."""


class InputError(Exception):
    """A file that was given is not what it should be: names file, entry and remedy."""


class CameraError(Exception):
    """A source of pictures does not open or has gone: names device and remedy."""


class NoCameraYetError(CameraError):
    """A camera that is waited for has not been there yet."""
