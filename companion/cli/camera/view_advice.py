"""What a camera's view of the board says of the tags to print."""

from companion.input.errors import CouldNot
from vision.board.calibrate import register
from vision.board.plan import BoardPlan
from vision.errors import CameraError
from vision.source.addresses import shown_address
from vision.source.open_source import open_source
from vision.tags.advice import Advice, advise

FRAMES = 10  # tried until the board is found: a camera's first pictures may be dark


def advise_from(view: str, plan: BoardPlan) -> Advice:
    """Return what *view*, a camera or a picture of the board of *plan*, can read.

    Raises CouldNot where it does not show the board, and InputError for a file that
    cannot be used.
    """
    try:
        source = open_source(view)
        try:
            for _ in range(FRAMES):
                frame = source.read()
                if frame is None:
                    break
                gray = frame.gray
                registration = register(gray, plan)
                if registration is not None:
                    return advise(registration, plan, frame.shape)
        finally:
            source.close()
    except CameraError as trouble:
        raise CouldNot(f"{trouble}.") from None
    raise CouldNot(
        f"{shown_address(view)}: the board is not found; at least three of its corner marks must be seen."
    )
