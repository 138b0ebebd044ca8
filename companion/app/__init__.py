"""The companion: a table's camera, books, voice and screens, wired together.

``create_app`` is the only place where things are wired.  Nothing is imported here
before it is needed, so that ``herald --version`` does not wait for OpenCV.
"""

from contextlib import ExitStack
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from companion.app.services import Evening
    from companion.library.settings import Settings
    from companion.table.table import Table
    from companion.voice.ear import Ear
    from companion.voice.voice import Voice
    from companion.web.pages.camera_fit import Lens
    from companion.words.announcer import Announcer
    from companion.words.names import Tongue

EXTENSION = "herald"
EAR = "herald_ear"
VOICES = "voices"
"""The folder beside the games in which a group puts voice files."""


def create_app(settings: "Settings", *, seed: int = 0) -> "Flask":
    """Open a table as *settings* say and return the app that serves it.

    Whoever calls it starts the watch and closes the evening, ``evening_of(app)``.
    *seed* is for the simulated table.  Raises ConfigError, InputError, CameraError
    and StoreError.
    """
    from flask import Flask

    from companion.library.packs import Packs
    from companion.report.page import POLICY, report_of
    from companion.web.pages.army_builder import register_armies
    from companion.web.pages.differences import register_differences
    from companion.web.pages.history import register_past
    from companion.web.pages.notices import register_notices
    from companion.web.pages.packs import register_packs
    from companion.web.pages.report_page import register_report
    from companion.web.pages.routes import register
    from companion.web.pages.rules_page import register_rules
    from companion.web.pages.save_scenario import register_arranging
    from companion.web.pages.setup_wizard import SetUpParts, register_assistant
    from companion.web.pages.speakers import Hearing, register_hearing
    from companion.web.pages.speech_wav import Sounds
    from companion.web.pages.ways import register_ways
    from companion.web.requests.i18n import register_tongue
    from companion.words.glossary import load_glossary

    app = Flask("companion.web", static_folder=None)
    evening = _wire(settings, seed)
    app.extensions[EXTENSION] = evening
    register_tongue(app, evening.tongue.tell)
    register(
        app,
        table=evening.table,
        door=evening.door,
        camera=_camera_page(evening),
        sounds=None if evening.voice is None else Sounds(evening.voice),
        hearing=None if evening.voice is None else Hearing(evening.voice, evening.announcer),
    )
    register_ways(app, evening.reach, evening.door.codes.join)
    ruleset = evening.table.game.ruleset
    packs = Packs(evening.library, ruleset.edition.id)
    register_rules(app, load_glossary(ruleset.catalogue, ruleset.edition.id))
    register_packs(app, packs, rows=ruleset.board.rows, game=lambda: evening.table.game)
    register_armies(app, lambda: evening.table.game, evening.library, evening.tongue)
    if evening.voice is not None:
        register_hearing(app, evening.voice, evening.announcer, evening.tongue.tell)
    register_differences(app, evening.table)
    register_notices(app, evening.store.board)
    register_arranging(app, lambda: evening.table.game, packs)
    if settings.listen:
        from companion.voice.ear import Ear
        from companion.voice.listening.microphone import Microphone
        from companion.web.pages.push_to_talk import register_talk

        ear = Ear(Microphone(settings.microphone))
        app.extensions[EAR] = ear
        register_talk(app, ear, evening.table, lambda: evening.table.game, evening.voice, evening.tongue)
    register_assistant(
        app,
        SetUpParts(
            settings=settings,
            library=evening.library,
            table=evening.table,
            tongue=evening.tongue,
            watch=evening.watch,
            voice=evening.voice,
            join_url=lambda: evening.door.join_url,
        ),
    )
    register_past(app, evening.table.books, evening.pictures)
    register_report(app, lambda: report_of(evening.table.books), POLICY)
    return app


def _camera_page(evening: "Evening") -> "Lens | None":
    if evening.watch is None:
        return None
    from companion.web.pages.camera_fit import Lens

    return Lens(evening.watch)


def ear_of(app: "Flask") -> "Ear | None":
    """Return what takes spoken commands behind *app*, None where nobody listens."""
    ear: Ear | None = app.extensions.get(EAR)
    return ear


def evening_of(app: "Flask") -> "Evening":
    """Return what runs behind *app*."""
    evening: Evening = app.extensions[EXTENSION]
    return evening


def _wire(settings: "Settings", seed: int) -> "Evening":
    from companion.app import services as parts
    from companion.camera.snapshots import Pictures
    from companion.journal.data_folder import look_over
    from companion.library.library import Library
    from companion.library.settings import parse_names
    from companion.table.table import Table
    from companion.web.access.reach import Reach
    from companion.words.names import load_tongue

    with ExitStack() as opened:  # what is open already is closed where the next thing fails
        library = Library(settings.data)
        store = parts.open_store(settings.data)
        opened.callback(store.close)
        row = parts.open_game(store, settings, library)
        ruleset = library.ruleset(row.scenario)
        names = parse_names(settings.names)
        tongue = load_tongue(settings.language, ruleset.edition.id, settings.data, names)
        table = Table(ruleset, store, row, has_camera=settings.camera is not None, tongue=tongue)
        opened.callback(table.close)
        watch, stage = None, None
        if settings.camera is not None:
            from companion.app.open_watch import open_watch

            watch, stage = open_watch(settings, library, table, seed=seed)
            opened.callback(watch.close)
        door = parts.open_door(settings, store.board)
        look_over(settings.data, store.board)
        announcer, voice = _give_voice(table, settings, tongue)
        pictures = Pictures(settings.data, row.id, None if watch is None else watch.shot, board=store.board)
        table.accompany(pictures.keep)
        opened.pop_all()
    return parts.Evening(
        settings=settings,
        library=library,
        store=store,
        table=table,
        door=door,
        reach=Reach(door, settings, tongue.tell),
        watch=watch,
        voice=voice,
        announcer=announcer,
        tongue=tongue,
        stage=stage,
        pictures=pictures,
    )


def _give_voice(table: "Table", settings: "Settings", tongue: "Tongue") -> "tuple[Announcer, Voice | None]":
    """Let *table* be heard; without a voice its announcer is silent."""
    from companion.voice.voice import Voice, VoiceSettings
    from companion.web.pages.speakers import Hearing
    from companion.words.announcer import Announcer
    from companion.words.names import untranslated

    spoken = VoiceSettings(
        engine=settings.voice_engine,
        device=settings.voice_device,
        lang=tongue.phrases.lang,
        foreign=untranslated(table.game.ruleset, tongue.phrases),
        voices=settings.data / VOICES,
        tell=tongue.tell,
    )
    voice = Voice(spoken) if settings.voice else None
    announcer = Announcer(
        voice,
        tongue=tongue,
        level=settings.level,
        errands=lambda: [errand.text for errand in table.moment.errands],
    )
    table.listen(announcer.hear, announcer.warn, announcer.correct)
    if voice is not None:
        table.add_voice(Hearing(voice, announcer).state)
        voice.listen(table.nudge)
    return announcer, voice
