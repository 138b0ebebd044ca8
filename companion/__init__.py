"""The companion: a table's camera, books, voice and screens, wired together.

``create_app`` is the only place where things are wired.  Nothing is imported here
before it is needed, so that ``herald --version`` does not wait for OpenCV.
"""

from contextlib import ExitStack
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from companion.evening import Evening
    from companion.settings import Settings
    from companion.speech import Voice
    from companion.table import Table

EXTENSION = "herald"


def create_app(settings: "Settings", *, seed: int = 0) -> "Flask":
    """Open a table as *settings* say and return the app that serves it.

    Whoever calls it starts the watch and closes the evening, ``evening_of(app)``.
    *seed* is for the simulated table.  Raises ConfigError, InputError, CameraError
    and StoreError.
    """
    from flask import Flask

    from companion.dashboard import register
    from companion.dashboard.armies import register_armies
    from companion.dashboard.arranging import register_arranging
    from companion.dashboard.lens import Lens
    from companion.dashboard.packs import register_packs
    from companion.dashboard.rulebook import register_rules
    from companion.dashboard.sounds import Sounds
    from companion.glossary import load_glossary
    from companion.packs import Packs

    app = Flask("companion.dashboard", static_folder=None)
    evening = _wire(settings, seed)
    app.extensions[EXTENSION] = evening
    register(
        app,
        table=evening.table,
        door=evening.door,
        camera=None if evening.watch is None else Lens(evening.watch),
        sounds=None if evening.voice is None else Sounds(evening.voice),
    )
    ruleset = evening.table.game.ruleset
    packs = Packs(evening.library, ruleset.edition.id)
    register_rules(app, load_glossary(ruleset.catalogue, ruleset.edition.id))
    register_packs(app, packs, rows=ruleset.board.rows)
    register_armies(app, lambda: evening.table.game, evening.library)
    register_arranging(app, lambda: evening.table.game, packs)
    return app


def evening_of(app: "Flask") -> "Evening":
    """Return what runs behind *app*."""
    evening: Evening = app.extensions[EXTENSION]
    return evening


def _wire(settings: "Settings", seed: int) -> "Evening":
    from companion import evening as parts
    from companion.library import Library
    from companion.table import Table

    with ExitStack() as opened:  # what is open already is closed where the next thing fails
        library = Library(settings.data)
        store = parts.open_store(settings.data)
        opened.callback(store.close)
        row = parts.open_game(store, settings, library)
        table = Table(library.ruleset(row.scenario), store, row, has_camera=settings.camera is not None)
        opened.callback(table.close)
        watch, stage = None, None
        if settings.camera is not None:
            from companion.looking import open_watch

            watch, stage = open_watch(settings, library, table, seed=seed)
        door = parts.open_door(settings)
        voice = _give_voice(table, settings)
        opened.pop_all()
    return parts.Evening(
        settings=settings,
        library=library,
        store=store,
        table=table,
        door=door,
        watch=watch,
        voice=voice,
        stage=stage,
    )


def _give_voice(table: "Table", settings: "Settings") -> "Voice | None":
    """Let *table* be heard; without a voice its announcer is silent."""
    import msgspec

    from companion.announcer import Announcer
    from companion.speech import Voice, VoiceSettings

    spoken = VoiceSettings(engine=settings.voice_engine, device=settings.voice_device)
    voice = Voice(spoken) if settings.voice else None
    announcer = Announcer(voice)
    table.listen(announcer.hear, lambda text: announcer.say(text, key="table"))
    if voice is not None:
        table.add_voice(lambda: msgspec.to_builtins(voice.status()))
    return voice
