"""Yamslam: seven kinds of chips to win with five two-coloured dice."""
