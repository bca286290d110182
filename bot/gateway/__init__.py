"""Stays connected to Discord: when to try again, when to wait, when to give up, and whether the connections live.

One connection per shard (``connection``); ``gateway`` holds those of this process. ``pacing`` says when a session may
begin, ``source`` which shards to hold, ``refusals`` what Discord's refusals mean.
"""

from bot.gateway.connection import ShardConnection
from bot.gateway.gateway import Gateway
from bot.gateway.pacing import IdentifyPacing, LocalPacing
from bot.gateway.refusals import REFUSALS, TokenRefused
from bot.gateway.source import OwnShards, ShardHolder, ShardSource

__all__ = [
    "REFUSALS",
    "Gateway",
    "IdentifyPacing",
    "LocalPacing",
    "OwnShards",
    "ShardConnection",
    "ShardHolder",
    "ShardSource",
    "TokenRefused",
]
