"""Ambition: its board and its rules in words."""
