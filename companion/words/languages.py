"""Which languages there are: each is a folder of ``config/words``; what it does not say is English."""

from importlib import resources

WORDS = resources.files("config") / "words"
LANGUAGES = tuple(sorted(folder.name for folder in WORDS.iterdir() if folder.is_dir()))
