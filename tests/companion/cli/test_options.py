"""The options of ``herald play`` are the settings' own fields: defaults, bounds, sentences, variables."""

import click
import msgspec
import pytest
from click.testing import CliRunner

from companion.cli import herald
from companion.cli.commands.play import command
from companion.library.settings import Settings

OPTIONS = {each.name: each for each in command.params if isinstance(each, click.Option)}
FIELDS = {field.name: field for field in msgspec.structs.fields(Settings)}


@pytest.mark.parametrize("name", [*FIELDS])
def test_every_setting_is_an_option_with_its_default_and_its_sentence(name: str) -> None:
    option, field = OPTIONS[name], FIELDS[name]
    assert option.help
    assert option.envvar == f"HERALD_{name.upper()}"
    if name != "data":  # the user's own folder, which is asked for when it is needed
        assert option.default == (None if field.default is msgspec.NODEFAULT else field.default)


def test_bounds_hold_on_the_command_line_and_in_the_settings_file_alike() -> None:
    assert CliRunner().invoke(herald, ["play", "--port", "70000"]).exit_code == 2
    with pytest.raises(msgspec.ValidationError, match="<= 65535"):
        msgspec.convert({"data": "x", "port": 70000}, Settings, dec_hook=lambda kind, found: kind(found))


def test_each_setting_can_be_a_variable() -> None:
    result = CliRunner().invoke(herald, ["play"], env={"HERALD_PORT": "0"})
    assert (result.exit_code, "0 is not in the range" in result.stderr) == (2, True)
