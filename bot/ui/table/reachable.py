"""Whom the bot may call now, and whom its messages may notify.

People choose that (``/preferences``), and it holds for every message: each is sent with :func:`only_these`.
"""

from collections.abc import Sequence

import discord

from bot.tables.people.choices import PlayerSettings
from bot.tables.people.quiet_hours import may_notify, quiet_until
from bot.ui.discord.reply import load_preferences


async def reachable(preferences: PlayerSettings, users: tuple[int, ...], now: int) -> tuple[int, ...]:
    """Return those of ``users`` who want reminders, and have no quiet hours at ``now`` (unix seconds)."""
    chosen = [(user, await load_preferences(preferences, user)) for user in users]
    return tuple(user for user, choice in chosen if choice.remind and quiet_until(choice, now) is None)


async def only_these(preferences: PlayerSettings, users: Sequence[int], now: int) -> discord.AllowedMentions:
    """Return the permission to notify those of ``users`` who let messages notify them at ``now``, and nobody else."""
    chosen = [(user, await load_preferences(preferences, user)) for user in users]
    allowed = [discord.Object(user) for user, choice in chosen if may_notify(choice, now)]
    return discord.AllowedMentions(everyone=False, roles=False, users=allowed)
