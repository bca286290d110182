"""Requests whose answer was lost: nobody knows whether Discord has done them.

discord.py raises many errors for them: a connection that broke or never opened, a time-out, a server that failed even
after its retries. They all mean the same: do not repeat blindly, look at the stored rows, and bring Discord in line.
"""

import hashlib

import aiohttp
import discord

LOST = (OSError, aiohttp.ClientError, TimeoutError, discord.DiscordServerError)
"""The errors of such a request. Some are HTTPExceptions too: catch these first."""

REFUSED = (discord.HTTPException, discord.RateLimited)
"""The errors of a request that Discord has not done."""

_TOO_MANY_REQUESTS = 429


def too_busy(error: BaseException) -> bool:
    """Whether Discord refused a request only because it gets too many: another time it may take it."""
    if isinstance(error, discord.HTTPException):
        return error.status == _TOO_MANY_REQUESTS
    return isinstance(error, discord.RateLimited)


def may_come_later(error: BaseException) -> bool:
    """Whether a request may still be done, now or another time: its answer was lost, or Discord gets too many."""
    return isinstance(error, LOST) or too_busy(error)


REQUEST_SECONDS = 3.0
"""How long a request for a table may take. The reconciler is quicker than discord.py's retries, which take 25."""


def nonce(purpose: str, of: int, about: object) -> str:
    """Return a nonce, by which Discord sees that two messages are one; for some minutes it returns the first one.

    ``of`` is a table or server, ``about`` tells messages of the same ``purpose`` apart. At most 25 characters, as
    Discord demands.
    """
    return hashlib.blake2s(f"{purpose} {of} {about}".encode(), digest_size=12).hexdigest()
