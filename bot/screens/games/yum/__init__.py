"""The score sheets: board, sheet, buttons, the Power die, and rules in words with examples."""

from bot.screens.games.yum.face import FACE

__all__ = ["FACE"]
