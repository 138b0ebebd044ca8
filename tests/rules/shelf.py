"""The texts that the project's own config holds, the expansions' boxes among them."""

from importlib import resources

from rules.kernel.catalogue import tables_of
from rules.second.edition import SECOND as EDITION

SECOND = resources.files("config") / "second"


def printed_texts() -> dict[str, str]:
    """Return the text of every catalogue file of the Second Edition by its path below ``second``."""
    texts = {file: (SECOND / file).read_text(encoding="utf-8") for file in tables_of(EDITION)}
    for box in SECOND.iterdir():
        if box.is_dir():
            for file in box.iterdir():
                texts[f"{box.name}/{file.name}"] = file.read_text(encoding="utf-8")
    return texts
