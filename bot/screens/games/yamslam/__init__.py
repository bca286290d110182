"""Yamslam: its board and its rules in words."""

from bot.screens.games.yamslam.face import FACE

__all__ = ["FACE"]
