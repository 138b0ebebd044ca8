"""The companion: a table's camera, journal, voice and screens, wired together.

``create_app`` is the only place where things are wired.  Nothing is imported here
before it is needed, so that ``herald --version`` does not wait for OpenCV.
"""

from contextlib import ExitStack
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

    from companion.app.services import Services, SharedServices
    from companion.camera.snapshots import Snapshots
    from companion.camera.watch import Watch
    from companion.journal.jsonl import GameRow
    from companion.journal.notices import Notices
    from companion.library.library import Library
    from companion.library.settings import Settings
    from companion.table.table import Table
    from companion.voice.ear import Ear
    from companion.voice.voice import Voice
    from companion.web.access.access import Guest
    from companion.web.pages.camera_fit import CameraFit
    from companion.web.requests.commands import CommandHandler
    from companion.words.announcer import Announcer
    from companion.words.names import Language
    from rules.kernel.values import Seat
    from vision.simulate.table import SimulatedTable

EXTENSION = "herald"
EAR = "herald_ear"
VOICES = "voices"
"""The folder beside the games in which a group puts voice files."""


def create_app(
    settings: "Settings", *, seed: int = 0, is_chosen: bool = True, shared: "SharedServices | None" = None
) -> "Flask":
    """Open a table as *settings* say and return the app that serves it.

    Whoever calls it starts the watch and closes what runs, ``services_of(app)``.
    *seed* is for the simulated table; not *is_chosen*: the first page asks which game is played.
    What games share is *shared*, or opened here.  Raises ConfigError, InputError, CameraError and StoreError.
    """
    from flask import Flask

    from companion.web.pages.game_changes import ChangesStatus
    from companion.web.pages.routes import DashboardParts, register
    from companion.web.pages.voice.speakers import SpeakersStatus
    from companion.web.pages.voice.speech_wav import Sounds
    from companion.web.requests.i18n import register_language

    app = Flask("companion.web", static_folder=None)
    services = _wire(settings, seed, is_chosen=is_chosen, shared=shared)
    app.extensions[EXTENSION] = services
    register_language(app, services.language.tr)
    parts = DashboardParts(
        table=services.table,
        access=services.access,
        camera=_camera_page(services),
        sounds=None if services.voice is None else Sounds(services.voice),
        hearing=None if services.voice is None else SpeakersStatus(services.voice, services.announcer),
        changes=ChangesStatus(services.shared.changes, services.language),
        named=services.name_player,
        seated=services.seat_people,
        is_chosen=services.is_chosen,
    )
    dashboard = register(app, parts)
    _register_game_pages(app, services)
    _register_table_pages(app, services, dashboard.counter)
    _register_home(app, services, dashboard.others)
    if settings.listen:
        _register_listening(app, services, dashboard.counter)
    return app


def _register_game_pages(app: "Flask", services: "Services") -> None:
    """Give *app* what is about the game: its rules, packs, armies, past and report."""
    from companion.library.packs import Packs
    from companion.report.page import POLICY, report_of
    from companion.report.picture import PICTURE_POLICY, picture_of
    from companion.web.pages.history import register_past
    from companion.web.pages.odds import register_odds
    from companion.web.pages.packs import register_packs
    from companion.web.pages.report_page import ToldPage, register_report
    from companion.web.pages.rules_page import register_rules
    from companion.web.pages.setup.army_builder import register_armies
    from companion.web.pages.setup.save_scenario import register_arranging
    from companion.web.pages.voice.board_questions import register_board_questions
    from companion.web.requests.i18n import register_verbs
    from companion.words.editions.verb_forms import verb_forms
    from companion.words.glossary import load_glossary

    table = services.table
    ruleset = table.game.ruleset
    packs = Packs(services.library, ruleset.edition.id)
    register_verbs(app, verb_forms(ruleset.edition.verbs, services.language.phrases.words))
    register_rules(app, load_glossary(ruleset.catalogue, ruleset.edition.id, services.language))
    register_packs(app, packs, rows=ruleset.board.rows, game=lambda: table.game, language=services.language)
    register_armies(app, lambda: table.game, services.library, services.language)
    register_arranging(app, lambda: table.game, packs)
    register_odds(app, lambda: table.game, services.language)
    register_board_questions(app, table)
    register_past(app, table.journal, services.pictures)
    register_report(
        app,
        ToldPage(
            lambda: report_of(table.journal, pictures=services.pictures.read, back="/"), "text/html", POLICY
        ),
        ToldPage(lambda: picture_of(table.journal, services.pictures.read), "image/svg+xml", PICTURE_POLICY),
    )


def _register_table_pages(app: "Flask", services: "Services", counter: "CommandHandler") -> None:
    """Give *app* what is about the table: ways to it, its voice, what it disagrees on, how it is set up."""
    from companion.web.pages.differences import register_differences
    from companion.web.pages.notices import register_notices
    from companion.web.pages.setup.setup_wizard import SetUpParts, register_assistant
    from companion.web.pages.voice.speakers import register_hearing
    from companion.web.pages.ways import register_ways

    register_ways(app, services.reach, services.access.codes.join)
    if services.voice is not None:
        register_hearing(app, services.voice, services.announcer, services.language.tr)
    register_differences(app, counter)
    register_notices(app, services.store.board)
    parts = SetUpParts(
        settings=services.settings,
        library=services.library,
        table=services.table,
        language=services.language,
        watch=services.watch,
        voice=services.voice,
        is_chosen=services.is_chosen,
        join_url=lambda: services.access.join_url,
    )
    register_assistant(app, parts)


def _register_home(app: "Flask", services: "Services", others: "Callable[[Guest], frozenset[str]]") -> None:
    """Give *app* the page on which games are chosen, settled and kept in order."""
    from companion.camera.snapshots import Snapshots
    from companion.report.past_games import PastGames
    from companion.table.requests import ShowAgain
    from companion.web.pages.home import HomeParts, register_home
    from companion.web.pages.kept_pictures import KeptPicturesViews, register_kept_pictures
    from companion.web.pages.past_games import register_past_games

    kept = PastGames(services.store, services.shared.labels, services.library, services.language)
    parts = HomeParts(
        now=lambda: services.now,
        changes=services.shared.changes,
        table=services.table,
        library=services.library,
        language=services.language,
        kept=kept,
        others=others,
        call=services.call_players,
    )
    register_home(app, parts)
    data = services.settings.data
    register_past_games(app, kept, services.table.row.id, lambda game: Snapshots(data, game).read)
    sees = services.watch is not None and not services.table.is_demo
    views = KeptPicturesViews(
        data, services.shared.pictures, sees=sees, changed=lambda: services.table.ask(ShowAgain())
    )
    register_kept_pictures(app, views)


def _register_listening(app: "Flask", services: "Services", counter: "CommandHandler") -> None:
    from companion.voice.ear import Ear
    from companion.voice.listening.microphone import Microphone
    from companion.web.pages.voice.push_to_talk import register_talk

    ear = Ear(Microphone(services.settings.microphone))
    app.extensions[EAR] = ear
    register_talk(app, ear, services.table, services.voice, counter=counter)


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


def open_shared(settings: "Settings") -> "SharedServices":
    """Open what all games share that are played as *settings* say.  Raises StoreError."""
    from companion.app import services as parts
    from companion.journal.data_folder import look_over
    from companion.journal.game_labels import GameLabels
    from companion.library.picture_choice import PictureChoice
    from companion.preparation.game_changes import GameChanges
    from companion.web.access.reach import Reach
    from companion.words.translator import load_translator

    with ExitStack() as opened:
        store = parts.open_store(settings.data)
        opened.callback(store.close)
        access = parts.open_access(settings, store.board)
        look_over(settings.data, store.board)
        reach = Reach(access, settings, load_translator(settings.language, settings.data))
        opened.pop_all()
    return parts.SharedServices(
        store=store,
        labels=GameLabels(settings.data),
        access=access,
        reach=reach,
        changes=GameChanges(),
        pictures=PictureChoice(settings.data, settings.pictures),
    )


def _wire(settings: "Settings", seed: int, *, is_chosen: bool, shared: "SharedServices | None") -> "Services":
    from companion.app import services as parts
    from companion.library.library import Library

    with ExitStack() as opened:  # what is open already is closed where the next thing fails
        library = Library(settings.data)
        if shared is None:
            shared = open_shared(settings)
            opened.callback(shared.close)
        store = shared.store
        row = parts.open_game(shared, settings, library)
        opened.callback(store.unlock, row.id)
        players = _players(settings, shared, row.id)
        language = _language(settings, row.edition, players)
        table = _lay_table(settings, shared, library, row, language)
        opened.callback(table.close)
        watch, simulated = _open_watch(settings, library, table, store.board, seed)
        if watch is not None:
            opened.callback(watch.close)
        announcer, voice = _give_voice(table, settings, language)
        pictures = _keep_pictures(settings, table, watch, shared)
        opened.pop_all()
    services = parts.Services(
        settings=settings,
        is_chosen=is_chosen or table.moment.seq > 0,
        shared=shared,
        library=library,
        table=table,
        watch=watch,
        voice=voice,
        announcer=announcer,
        language=language,
        players=players,
        simulated=simulated,
        pictures=pictures,
    )
    _tell_shared(services)
    return services


def _lay_table(
    settings: "Settings", shared: "SharedServices", library: "Library", row: "GameRow", language: "Language"
) -> "Table":
    """Return the table of the game *row*; raises BrokenLogError, which names the way back."""
    from companion.journal.journal import BrokenLogError
    from companion.reconcile.divergence import open_journal
    from companion.table.table import Table

    has_camera = settings.camera is not None
    try:
        return Table(
            library.ruleset(row.scenario), shared.store, row, has_camera=has_camera, language=language
        )
    except BrokenLogError:
        open_journal(library, shared.store, shared.labels, row)
        raise


def _tell_shared(services: "Services") -> None:
    """Have what all games share speak as this one does, and be told of it."""
    table, shared = services.table, services.shared
    shared.reach.tr = services.language.tr
    shared.changes.changed = table.notify_screens
    table.on_entries(services.keep_label)


def _keep_pictures(
    settings: "Settings", table: "Table", watch: "Watch | None", shared: "SharedServices"
) -> "Snapshots":
    """Have a picture kept of each entry of *table*'s game, as long as *watch* has one and people want it."""
    from companion.camera.snapshots import Snapshots

    shot, wanted = None if watch is None else watch.shot, shared.pictures.is_kept
    pictures = Snapshots(settings.data, table.row.id, shot, board=shared.store.board, is_wanted=wanted)
    table.on_entries(pictures.keep)
    return pictures


def _language(settings: "Settings", edition: str, players: "dict[Seat, str]") -> "Language":
    from companion.words.names import load_language

    return load_language(settings.language, edition, settings.data, players)


def _players(settings: "Settings", shared: "SharedServices", game: str) -> "dict[Seat, str]":
    """Return who plays *game*: those that *settings* name, or else those who played it before."""
    from companion.library.settings import parse_names

    return parse_names(settings.names) or dict(shared.labels.of(game).names)


def _open_watch(
    settings: "Settings", library: "Library", table: "Table", notices: "Notices", seed: int
) -> "tuple[Watch | None, SimulatedTable | None]":
    if settings.camera is None:
        return None, None
    from companion.app.open_watch import open_watch

    return open_watch(settings, library, table, notices, seed=seed)


def _give_voice(
    table: "Table", settings: "Settings", language: "Language"
) -> "tuple[Announcer, Voice | None]":
    """Let *table* be heard; without a voice its announcer is silent."""
    from functools import partial

    from companion.voice.likely import likely_sentences
    from companion.voice.voice import Voice, VoiceSettings
    from companion.web.pages.voice.speakers import SpeakersStatus
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
        foresee = partial(likely_sentences, language=language)
        table.listen(lambda _, game: voice.expect(partial(foresee, game, level=announcer.level)))
        table.add_voice(SpeakersStatus(voice, announcer).state)
        voice.listen(table.notify_screens)
    return announcer, voice
