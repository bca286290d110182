"""Whom the bot may notify now: people who want reminders, outside their quiet hours."""

from bot.tables.people.choices import PlayerSettings
from bot.tables.people.quiet_hours import quiet_until
from bot.ui.discord.reply import load_preferences


async def reachable(preferences: PlayerSettings, users: tuple[int, ...], now: int) -> tuple[int, ...]:
    """Return those of ``users`` whom the bot may notify at ``now`` (unix seconds)."""
    chosen = [(user, await load_preferences(preferences, user)) for user in users]
    return tuple(user for user, choice in chosen if choice.remind and quiet_until(choice, now) is None)
