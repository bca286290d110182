"""Compares the values of a command with those it offers.

Discord's own client sends nothing else, and discord.py compares nothing. But a forged command may say anything, and an
old one may hold former values.
"""

from typing import Any

import discord
from discord import AppCommandOptionType, app_commands

from bot.ui.discord.reply import Interaction

_KINDS: dict[AppCommandOptionType, tuple[type, ...]] = {
    AppCommandOptionType.string: (str,),
    AppCommandOptionType.integer: (int,),
    AppCommandOptionType.boolean: (bool,),
    AppCommandOptionType.number: (int, float),
    AppCommandOptionType.user: (discord.Member, discord.User),
}


class NotOffered(app_commands.AppCommandError):
    """A command does not offer that value of its option ``name`` (in English)."""

    def __init__(self, name: str) -> None:
        super().__init__(f"not offered as {name}")
        self.name = name


def check_command_options(interaction: Interaction) -> None:
    """Refuse a command with a value that it does not offer. Raises NotOffered."""
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return  # discord.py says that there is none.
    given: dict[str, Any] = dict(iter(interaction.namespace))
    for one in command.parameters:
        if one.display_name in given and not _offers(one, given[one.display_name]):
            raise NotOffered(one.display_name)


def _offers(option: app_commands.Parameter, value: Any) -> bool:
    kinds = _KINDS.get(option.type)
    if kinds is None:
        return True
    if type(value) not in kinds:
        return False
    if option.choices:
        return any(choice.value == value for choice in option.choices)
    size: float = len(value) if isinstance(value, str) else value
    low, high = option.min_value, option.max_value
    return (low is None or size >= low) and (high is None or size <= high)
