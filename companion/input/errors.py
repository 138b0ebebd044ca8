"""What can be wrong with what people ask for and keep: each holds one sentence that names the remedy."""

import sys
from typing import IO

import click

from rules.kernel.translatable import TranslatableError


class StoreError(TranslatableError):
    """The store or an export cannot be used: names the file and the remedy."""


class NoSuchGameError(StoreError):
    """What was asked for or given is no game that this store can use; the store itself is fine."""


class CouldNot(click.ClickException):
    """The world is wrong (no camera, a port in use): one sentence, exit status 1."""

    exit_code = 1

    def show(self, file: IO[str] | None = None) -> None:
        """Print the sentence on standard error."""
        click.echo(f"herald: {self.message}", file=file or sys.stderr)


class Refused(CouldNot):
    """What was given cannot be used (a file, a log, a command): one sentence, exit status 2."""

    exit_code = 2
