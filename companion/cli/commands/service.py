"""``herald service``: a table that starts with the machine, as on a Raspberry Pi that nobody logs in to."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import click

from companion.cli.commands.play import command as play
from companion.cli.groups import CommandGroup
from companion.cli.systemd_service import (
    UNIT,
    ServiceError,
    ServiceState,
    has_systemd,
    install,
    remedies,
    remove,
    service_state,
    unit_path,
)
from companion.input.errors import CouldNot, Refused

ELSEWHERE = "there is no systemd here: let your system start 'herald play --game newest' when you log in."
NOT_ROOT = "this is for the user who plays: without sudo, and not as root."


@click.group(name="service", cls=CommandGroup)
def command() -> None:
    """Have a table start with the machine: install, remove, status (Linux with systemd)."""


@command.command(name="install", context_settings={"ignore_unknown_options": True})
@click.argument("options", nargs=-1, type=click.UNPROCESSED)
def install_service(options: tuple[str, ...]) -> None:
    """Start herald now and with the machine; it goes on with the newest game that is not over.

    OPTIONS are those of 'herald play'.
    """
    _check_machine()
    if "--game" in options:
        raise Refused("--game: the service goes on with the newest game; leave it out.")
    play.make_context("herald service install", list(options))  # says what is wrong with them
    with _one_sentence():
        install(options)
    click.echo(f"herald runs, and starts with the machine ({unit_path()}).")
    click.echo(f"What it says, its code for tablets too:  journalctl --user -u {UNIT} -n 60")
    _say_remedies(service_state())


@command.command(name="remove")
def remove_service() -> None:
    """Stop herald, and start it with the machine no more.  Games and settings stay."""
    _check_machine()
    with _one_sentence():
        is_removed = remove()
    click.echo("herald is no service any more." if is_removed else "herald was no service.")


@command.command(name="status")
def tell_status() -> None:
    """Say how the service is, and what is left to do; exit status 1 where it does not run."""
    _check_machine()
    state = service_state()
    if not state.is_installed:
        raise CouldNot("herald is no service here: 'herald service install' makes it one.")
    click.echo("herald runs." if state.is_running else "herald does not run.")
    _say_remedies(state)
    if not state.is_running:
        raise CouldNot(f"journalctl --user -u {UNIT} -n 60 tells why.")


def _check_machine() -> None:
    if not has_systemd():
        raise CouldNot(ELSEWHERE)
    if os.geteuid() == 0:
        raise CouldNot(NOT_ROOT)


def _say_remedies(state: ServiceState) -> None:
    lines = remedies(state)
    if lines:
        click.echo("Left to do, once, by whoever may; then start the machine anew:")
    for line in lines:
        click.echo(f"    {line}")


@contextmanager
def _one_sentence() -> Iterator[None]:
    try:
        yield
    except ServiceError as trouble:
        raise CouldNot(f"{trouble}.") from None
