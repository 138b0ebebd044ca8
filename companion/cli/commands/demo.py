"""``herald demo``: a scenario plays itself over a simulated table."""

import tempfile
import threading
from pathlib import Path

import click
import msgspec

from companion.app import create_app, services_of
from companion.app.open_watch import SIMULATED
from companion.app.services import Services
from companion.camera.recording import FrameRecorder
from companion.cli.commands.play import say_other_ways
from companion.cli.options import (
    host_option,
    names_option,
    one_sentence,
    print_events,
    setting_option,
)
from companion.demo.demo import Demo, DemoError, DemoPace
from companion.input.errors import CouldNot, Refused
from companion.library.settings import Settings
from companion.web.server.ports import usable_port
from companion.web.server.server import certificate_for, ended_by_signal, served, show_way_in
from rules.kernel.game import Game
from rules.kernel.messages import OverWait

FOR_PEOPLE = DemoPace(frame=0.2, thought=1.5)
"""Slow enough to follow."""


@click.command(name="demo")
@setting_option("scenario")
@click.option("--seed", type=click.IntRange(min=0), default=1, help="Another number, another game.")
@click.option("--fast", is_flag=True, help="As fast as it goes, instead of at a pace for people.")
@click.option("--headless", is_flag=True, help="No dashboard and no voice.")
@click.option(
    "--json", "as_json", is_flag=True, help="With --headless: one JSON line per event, the winner last."
)
@click.option(
    "--record", type=click.Path(path_type=Path, file_okay=False), help="Keep the pictures in this new folder."
)
@host_option
@setting_option("port")
@setting_option("https")
@setting_option("voice")
@setting_option("language")
@setting_option("level")
@names_option
def command(
    *,
    seed: int,
    fast: bool,
    headless: bool,
    as_json: bool,
    record: Path | None,
    host: str,
    port: int,
    https: bool,
    voice: bool,
    **told: str,
) -> None:
    """Play a scenario by itself: simulated pictures, real eyes, rules, voice and dashboard."""
    with ended_by_signal(), tempfile.TemporaryDirectory(prefix="herald-demo-") as folder, one_sentence():
        is_heard = voice and not headless
        own = port if headless else usable_port(host, port)
        given = {"camera": SIMULATED, "host": host, "port": own, "https": https, "voice": is_heard, **told}
        settings = msgspec.convert({**given, "data": Path(folder)}, Settings)
        recorder = None if record is None else FrameRecorder(record)
        app = create_app(settings, seed=seed)
        services = services_of(app)
        try:
            _check_armies(services.table.game)
            if headless:
                if as_json:
                    print_events(services.table)
                _tell_winner(_demo(services, seed, DemoPace(), recorder).play(), as_json=as_json)
            else:
                demo = _demo(services, seed, DemoPace() if fast else FOR_PEOPLE, recorder)
                with served(app, settings.host, settings.port, certificate=certificate_for(settings)):
                    _show(services, demo)
        except DemoError as trouble:
            raise CouldNot(f"the demo stopped: {trouble}.") from None
        finally:
            services.close()


def _check_armies(game: Game) -> None:
    """Raise Refused for a scenario whose armies people choose."""
    scenario = game.ruleset.scenario
    if scenario.is_free:
        raise Refused(
            f"--scenario {scenario.id}: its armies are chosen by people; name one whose units are given, "
            "such as learning or first_steps."
        )


def _demo(services: Services, seed: int, pace: DemoPace, recorder: FrameRecorder | None) -> Demo:
    assert services.watch is not None
    assert services.simulated is not None
    return Demo(services.table, services.watch, services.simulated, seed=seed, pace=pace, recorder=recorder)


def _show(services: Services, demo: Demo) -> None:
    """Play while the dashboard is served, and stay when the game is over."""
    try:
        show_way_in(services.access)
        say_other_ways(services.reach)
        click.echo(f"Open this in your browser: {services.access.look_url}")
        with services.reach.kept():
            _tell_winner(demo.play(), as_json=False)
            click.echo("The dashboard stays open: Ctrl-C ends it.")
            threading.Event().wait()
    except KeyboardInterrupt:
        click.echo("Good night.")


def _tell_winner(game: Game, *, as_json: bool) -> None:
    wait = game.state.waits[-1]
    winner = wait.seat if isinstance(wait, OverWait) else None
    sides = {seat: side.points for seat, side in game.state.sides.items()}
    if as_json:
        click.echo(msgspec.json.encode({"winner": winner, "points": sides, "turn": game.state.turn}))
    else:
        name = (
            "nobody"
            if winner is None
            else game.ruleset.catalogue.factions[game.ruleset.scenario.factions[winner]]
        )
        click.echo(f"The game is over in turn {game.state.turn}. Winner: {name}.")
