"""Stays connected to Discord: when to try again, when to wait, when to give up, and whether the connections live.

One connection per shard (``connection``); ``gateway`` holds those of this process. ``pacing`` says when a session may
begin, ``source`` which shards to hold, ``refusals`` what Discord's refusals mean, ``turnover`` which of two processes
answers while a shard passes on.
"""

from bot.gateway.connection import ShardConnection
from bot.gateway.gateway import Gateway
from bot.gateway.pacing import IdentifyPacing, LocalPacing
from bot.gateway.source import OwnShards, PressVerdict, ShardHandover, ShardHolder, ShardSource
from bot.gateway.waiting import REFUSALS, ShardsRefused, TokenRefused

__all__ = [
    "REFUSALS",
    "Gateway",
    "IdentifyPacing",
    "LocalPacing",
    "OwnShards",
    "PressVerdict",
    "ShardConnection",
    "ShardHandover",
    "ShardHolder",
    "ShardSource",
    "ShardsRefused",
    "TokenRefused",
]
