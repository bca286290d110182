"""Yamslam: board and rules in words."""
