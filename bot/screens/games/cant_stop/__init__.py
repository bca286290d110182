"""Can't Stop: its board and its rules in words."""

from bot.screens.games.cant_stop.face import FACE

__all__ = ["FACE"]
