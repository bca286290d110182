"""Ambition: its board and its rules in words."""

from bot.screens.games.ambition.face import FACE

__all__ = ["FACE"]
