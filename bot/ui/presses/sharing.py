"""Who may post in a channel what they have seen in private, and how that comes there."""

from collections.abc import Mapping
from typing import Any

import discord

from bot.tables.core import errors
from bot.tables.people.choices import GuildChoices
from bot.ui.discord.permissions import check_place, missing_permissions, needed_here, refuse_missing
from bot.ui.discord.reply import Interaction


async def may_share(interaction: Interaction, choices: GuildChoices) -> bool:
    """Return whether the bot may post here for who pressed; where it lacks permissions, it says so.

    Raises NotHere in a channel that the server has not chosen for games, and Silent for who may not write here.
    """
    check_place(interaction, choices)
    lacking = missing_permissions(interaction, needed_here(interaction))
    if lacking:
        await refuse_missing(interaction, lacking)
        return False
    in_thread = isinstance(interaction.channel, discord.Thread)
    may = interaction.permissions
    if not (may.send_messages_in_threads if in_thread else may.send_messages):
        raise errors.Silent
    return True


async def post_shared(interaction: Interaction, shared: Mapping[str, Any], unshared: Mapping[str, Any]) -> None:
    """Post ``shared`` after an answer that says so already.

    Where that fails, the answer becomes ``unshared`` again, and this raises HTTPException.
    """
    try:
        await interaction.followup.send(**shared)
    except discord.HTTPException:
        await interaction.edit_original_response(**unshared)
        raise
