"""Requests whose answer was lost: nobody knows whether Discord has done what was asked.

discord.py tells them by many errors: a connection that broke or was never made, a time-out, a server that failed even
after its retries. They all mean the same: do not repeat blindly, look at what is stored, and bring Discord in line.
"""

from __future__ import annotations

import hashlib

import aiohttp
import discord

LOST = (OSError, aiohttp.ClientError, TimeoutError, discord.DiscordServerError)
"""What is raised for such a request. Some are HTTPExceptions too: catch these first."""

REFUSED = (discord.HTTPException, discord.RateLimited)
"""What is raised for a request that was not done."""

REQUEST_SECONDS = 3.0
"""How long a request for a table may take: the reconciler is quicker than discord.py's retries, which take 25."""


def nonce(purpose: str, of: int, about: object) -> str:
    """Return what makes a message sent twice one message: Discord gives the first one back for some minutes.

    ``of`` is a table or server, ``about`` tells apart what ``purpose`` is sent for. At most 25 characters long, as
    Discord asks.
    """
    return hashlib.blake2s(f"{purpose} {of} {about}".encode(), digest_size=12).hexdigest()
