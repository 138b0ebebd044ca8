"""Groups of commands, which name the nearest one where somebody mistypes."""

import click

from companion.input.errors import Refused
from companion.input.text import shortened


class CommandGroup(click.Group):
    """A group that says which command may have been meant."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return what *args* ask for.  Raises Refused, naming the nearest, for no command of ours."""
        known, here = self.list_commands(ctx), ctx.command_path
        if args[0] in known:
            return super().resolve_command(ctx, args)
        from difflib import get_close_matches

        near = get_close_matches(args[0], known, n=1)
        meant = f"did you mean '{here} {near[0]}'?" if near else f"see '{here} --help'."
        raise Refused(f"there is no command '{here} {shortened(args[0])}': {meant}")
