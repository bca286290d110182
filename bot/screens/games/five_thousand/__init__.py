"""5000: its board and its rules in words."""

from bot.screens.games.five_thousand.face import FACE

__all__ = ["FACE"]
