"""The companion: a table's camera, journal, voice and screens, wired together.

``create_app`` is the only place where things are wired.  Nothing is imported here
before it is needed, so that ``herald --version`` does not wait for OpenCV.
"""

from contextlib import ExitStack
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from companion.app.services import Services
    from companion.camera.watch import Watch
    from companion.library.library import Library
    from companion.library.settings import Settings
    from companion.table.table import Table
    from companion.voice.ear import Ear
    from companion.voice.voice import Voice
    from companion.web.pages.camera_fit import CameraFit
    from companion.words.announcer import Announcer
    from companion.words.names import Language
    from vision.simulate.table import SimulatedTable

EXTENSION = "herald"
EAR = "herald_ear"
VOICES = "voices"
"""The folder beside the games in which a group puts voice files."""


def create_app(settings: "Settings", *, seed: int = 0, is_chosen: bool = True) -> "Flask":
    """Open a table as *settings* say and return the app that serves it.

    Whoever calls it starts the watch and closes what runs, ``services_of(app)``.
    *seed* is for the simulated table; not *is_chosen*: the first page asks which game is played.
    Raises ConfigError, InputError, CameraError
    and StoreError.
    """
    from flask import Flask

    from companion.web.pages.routes import register
    from companion.web.pages.speakers import SpeakersStatus
    from companion.web.pages.speech_wav import Sounds
    from companion.web.requests.i18n import register_language

    app = Flask("companion.web", static_folder=None)
    services = _wire(settings, seed, is_chosen=is_chosen)
    app.extensions[EXTENSION] = services
    register_language(app, services.language.tr)
    register(
        app,
        table=services.table,
        access=services.access,
        camera=_camera_page(services),
        sounds=None if services.voice is None else Sounds(services.voice),
        hearing=None if services.voice is None else SpeakersStatus(services.voice, services.announcer),
    )
    _register_game_pages(app, services)
    _register_table_pages(app, services)
    if settings.listen:
        _register_listening(app, services)
    return app


def _register_game_pages(app: "Flask", services: "Services") -> None:
    """Give *app* what is about the game: its rules, packs, armies, past and report."""
    from companion.library.packs import Packs
    from companion.report.page import POLICY, report_of
    from companion.web.pages.army_builder import register_armies
    from companion.web.pages.history import register_past
    from companion.web.pages.packs import register_packs
    from companion.web.pages.report_page import register_report
    from companion.web.pages.rules_page import register_rules
    from companion.web.pages.save_scenario import register_arranging
    from companion.web.requests.i18n import register_verbs
    from companion.words.editions.verb_forms import verb_forms
    from companion.words.glossary import load_glossary

    table = services.table
    ruleset = table.game.ruleset
    packs = Packs(services.library, ruleset.edition.id)
    register_verbs(app, verb_forms(ruleset.edition.verbs, services.language.phrases.words["verbs"]))
    register_rules(app, load_glossary(ruleset.catalogue, ruleset.edition.id, services.language))
    register_packs(app, packs, rows=ruleset.board.rows, game=lambda: table.game, language=services.language)
    register_armies(app, lambda: table.game, services.library, services.language)
    register_arranging(app, lambda: table.game, packs)
    register_past(app, table.journal, services.pictures)
    register_report(app, lambda: report_of(table.journal), POLICY)


def _register_table_pages(app: "Flask", services: "Services") -> None:
    """Give *app* what is about the table: ways to it, its voice, what it disagrees on, how it is set up."""
    from companion.web.pages.differences import register_differences
    from companion.web.pages.game_choice import register_game_choice
    from companion.web.pages.notices import register_notices
    from companion.web.pages.setup_wizard import SetUpParts, register_assistant
    from companion.web.pages.speakers import register_hearing
    from companion.web.pages.ways import register_ways

    register_ways(app, services.reach, services.access.codes.join)
    if services.voice is not None:
        register_hearing(app, services.voice, services.announcer, services.language.tr)
    register_differences(app, services.table)
    register_notices(app, services.store.board)
    parts = SetUpParts(
        settings=services.settings,
        library=services.library,
        table=services.table,
        language=services.language,
        watch=services.watch,
        voice=services.voice,
        next_game=services.next_game,
        join_url=lambda: services.access.join_url,
    )
    register_assistant(app, parts)
    register_game_choice(app, services.table, services.library, services.next_game, services.language)


def _register_listening(app: "Flask", services: "Services") -> None:
    from companion.voice.ear import Ear
    from companion.voice.listening.microphone import Microphone
    from companion.web.pages.push_to_talk import register_talk

    table, ear = services.table, Ear(Microphone(services.settings.microphone))
    app.extensions[EAR] = ear
    register_talk(app, ear, table, lambda: table.game, services.voice, services.language)


def _camera_page(services: "Services") -> "CameraFit | None":
    if services.watch is None:
        return None
    from companion.web.pages.camera_fit import CameraFit

    return CameraFit(services.watch)


def ear_of(app: "Flask") -> "Ear | None":
    """Return what takes spoken commands behind *app*, None where nobody listens."""
    ear: Ear | None = app.extensions.get(EAR)
    return ear


def services_of(app: "Flask") -> "Services":
    """Return what runs behind *app*."""
    services: Services = app.extensions[EXTENSION]
    return services


def _wire(settings: "Settings", seed: int, *, is_chosen: bool) -> "Services":
    from companion.app import services as parts
    from companion.camera.snapshots import Snapshots
    from companion.journal.data_folder import look_over
    from companion.library.library import Library
    from companion.preparation.next_game import NextGame
    from companion.table.table import Table
    from companion.web.access.reach import Reach

    with ExitStack() as opened:  # what is open already is closed where the next thing fails
        library = Library(settings.data)
        store = parts.open_store(settings.data)
        opened.callback(store.close)
        row = parts.open_game(store, settings, library)
        ruleset = library.ruleset(row.scenario)
        language = _language(settings, ruleset.edition.id)
        table = Table(ruleset, store, row, has_camera=settings.camera is not None, language=language)
        opened.callback(table.close)
        watch, simulated = _open_watch(settings, library, table, seed)
        if watch is not None:
            opened.callback(watch.close)
        access = parts.open_access(settings, store.board)
        look_over(settings.data, store.board)
        announcer, voice = _give_voice(table, settings, language)
        pictures = Snapshots(settings.data, row.id, None if watch is None else watch.shot, board=store.board)
        table.on_entries(pictures.keep)
        opened.pop_all()
    return parts.Services(
        settings=settings,
        library=library,
        store=store,
        table=table,
        access=access,
        reach=Reach(access, settings, language.tr),
        watch=watch,
        voice=voice,
        announcer=announcer,
        language=language,
        simulated=simulated,
        pictures=pictures,
        next_game=NextGame(is_chosen=is_chosen),
    )


def _language(settings: "Settings", edition: str) -> "Language":
    from companion.library.settings import parse_names
    from companion.words.names import load_language

    return load_language(settings.language, edition, settings.data, parse_names(settings.names))


def _open_watch(
    settings: "Settings", library: "Library", table: "Table", seed: int
) -> "tuple[Watch | None, SimulatedTable | None]":
    if settings.camera is None:
        return None, None
    from companion.app.open_watch import open_watch

    return open_watch(settings, library, table, seed=seed)


def _give_voice(
    table: "Table", settings: "Settings", language: "Language"
) -> "tuple[Announcer, Voice | None]":
    """Let *table* be heard; without a voice its announcer is silent."""
    from companion.voice.voice import Voice, VoiceSettings
    from companion.web.pages.speakers import SpeakersStatus
    from companion.words.announcer import Announcer
    from companion.words.names import untranslated

    spoken = VoiceSettings(
        engine=settings.voice_engine,
        device=settings.voice_device,
        lang=language.phrases.lang,
        foreign=untranslated(table.game.ruleset, language.phrases),
        voices=settings.data / VOICES,
        tr=language.tr,
    )
    voice = Voice(spoken) if settings.voice else None
    announcer = Announcer(
        voice,
        language=language,
        level=settings.level,
        errands=lambda: [errand.text for errand in table.moment.errands],
    )
    table.listen(announcer.hear, announcer.warn, announcer.correct)
    if voice is not None:
        table.add_voice(SpeakersStatus(voice, announcer).state)
        voice.listen(table.notify_screens)
    return announcer, voice
