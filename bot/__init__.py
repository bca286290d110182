"""Gobelet: dice nights for Discord.

The files here start, connect, measure and stop the bot. The folders are its layers, from ``engine`` (no I/O) over
``games``, ``tables``, ``screens`` and ``pictures`` up to ``ui`` (Discord). ``standin`` is a Discord on this machine.
"""

__version__ = "0.3.0"
