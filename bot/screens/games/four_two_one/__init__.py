"""421: its board and its rules in words."""

from bot.screens.games.four_two_one.face import FACE

__all__ = ["FACE"]
