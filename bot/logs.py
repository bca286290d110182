"""Logging: one line per event on standard error, without tokens.

At DEBUG, discord.py logs interaction tokens (write access for 15 minutes). aiosqlite and SQLAlchemy log the values they
store, secrets of dice among them. Their loggers stay quiet at every level, and a filter cuts everything that looks like
a token from every line. :mod:`bot.outages` logs an outage: a line a minute.
"""

import logging
import re
import sys

from bot.outages import OUTAGES

_LEAST = {
    **dict.fromkeys(("discord.http", "discord.gateway", "discord.webhook", "discord.client"), logging.INFO),
    **dict.fromkeys(("aiosqlite", "sqlalchemy", "alembic"), logging.WARNING),
}
"""The lowest level for loggers that would show secrets below it."""
_SECRETS = (
    (re.compile(r"(/interactions/\d+/)[^/\s'\"]+"), r"\1…"),
    (re.compile(r"(/webhooks/\d+/)[^/\s'\"?]+"), r"\1…"),
    (re.compile(r"\b[\w-]{23,}\.[\w-]{6,}\.[\w-]{27,}"), "…token…"),
)


def without_secrets(text: str) -> str:
    """Return ``text`` without bot tokens and interaction tokens."""
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text


class _Formatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


def set_up(level: str) -> None:
    """Log to standard error at ``level``. The command line calls this once."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Formatter("{asctime} {levelname:<7} {name}: {message}", style="{"))
    handler.addFilter(OUTAGES)
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name, least in _LEAST.items():
        logging.getLogger(name).setLevel(max(least, logging.getLevelName(level)))
