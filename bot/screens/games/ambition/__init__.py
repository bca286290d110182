"""Ambition: board and rules in words."""
