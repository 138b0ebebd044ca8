"""Whether pictures of the board are kept with a game: asked once, and kept among the table's own settings."""

from pathlib import Path

from companion.library.settings_file import keep_setting


class PictureChoice:
    """What was *said* about pictures, None: nothing yet.  Answers are kept in the settings of *folder*."""

    def __init__(self, folder: Path, said: bool | None) -> None:
        self._folder, self._said = folder, said

    @property
    def is_made(self) -> bool:
        """Return whether somebody has said it."""
        return self._said is not None

    def is_kept(self) -> bool:
        """Return whether pictures are kept: until somebody says no they are."""
        return self._said is not False

    def say(self, *, is_kept: bool) -> None:
        """Have pictures kept from now on, or none.  Raises InputError or ConfigError as ``keep_setting``."""
        keep_setting(self._folder, "pictures", is_kept)
        self._said = is_kept
