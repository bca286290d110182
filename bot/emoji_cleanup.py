"""``python -m bot emojis``: lists our emojis on Discord, and deletes those of earlier drawings."""

from collections.abc import Callable, Iterable

import aiohttp
import discord

from bot import art
from bot.connect import ConnectError, point_at
from bot.gateway import REFUSALS
from bot.run import StartError
from bot.settings import Settings

Say = Callable[[str], None]


async def tidy(settings: Settings, say: Say, *, prune: bool) -> None:
    """List the emojis of the application with ``say``; with ``prune`` delete old ones of ours. Raises StartError."""
    try:
        await point_at(settings.discord_api_url)
        async with discord.Client(intents=discord.Intents(guilds=True), max_ratelimit_timeout=30.0) as client:
            await client.login(settings.discord_token.get_secret_value())
            await _tidy(await client.fetch_application_emojis(), say, prune=prune)
    except discord.LoginFailure as error:
        raise StartError(REFUSALS[4004], 2) from error
    except discord.RateLimited as error:
        raise StartError(f"Discord takes no more for now; try again in {error.retry_after:.0f} seconds") from error
    except (ConnectError, discord.HTTPException, aiohttp.ClientError, OSError) as error:
        raise StartError(f"Discord cannot be asked: {error or type(error).__name__}") from error


async def _tidy(listed: Iterable[discord.Emoji], say: Say, *, prune: bool) -> None:
    current, old = {art.emoji(name) for name in art.NAMES}, art.old_emojis()
    uploaded = {emoji.name: emoji for emoji in listed}
    missing, unused = sorted(current - uploaded.keys()), sorted(old & uploaded.keys())
    say(f"{len(current) - len(missing)} of {len(current)} emojis of this version are on Discord.")
    if missing:
        say(f"The bot uploads the others when it runs: {', '.join(missing)}")
    if others := sorted(uploaded.keys() - current - old):
        say(f"Not known to this version, left alone: {', '.join(others)}")
    if not unused:
        say("There are none of earlier drawings.")
    elif not prune:
        say(f"Of earlier drawings, shown by older messages only: {', '.join(unused)}")
        say("`python -m bot emojis --prune` deletes them; those messages then show their names instead.")
    for name in unused if prune else ():
        await uploaded[name].delete()
        say(f"Deleted: {name}")
