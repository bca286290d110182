"""What one may say when a game without score sheets is opened: ready-made rules, seats, dice, a thread."""

from __future__ import annotations

from collections.abc import Callable

from discord import app_commands
from discord.app_commands import locale_str as _s

from bot.client import Gobelet
from bot.ui.discord.reply import Interaction
from cogs.start.start_options import F, Wishes, open_wished, presets_of


def simple_options(game: str) -> Callable[[F], F]:
    """Name, describe and offer the options of a start command for ``game``."""
    named = app_commands.rename(rules=_s("rules"), seats=_s("seats"), thread=_s("thread"))
    described = app_commands.describe(
        rules=_s("House rules (the usual ones here if you choose none); more under Options in the lobby"),
        seats=_s("How many may play (as many as the game takes if you choose none)"),
        thread=_s("Open a thread for this game"),
    )
    offered = app_commands.choices(rules=presets_of([game]))
    return lambda start: offered(described(named(start)))


async def open_simple(
    interaction: Interaction, client: Gobelet, game: str, rules: str, seats: int | None, thread: bool
) -> None:
    """Open a lobby for ``game``; the host is seated."""
    wishes = Wishes(
        rules, seats, power=False, games=1, teams=0, dice="fair", pace="turns", totals="live", thread=thread
    )
    await open_wished(interaction, client, game, wishes)
