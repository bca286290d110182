"""Ambition: three dice with stars, and a goal that must be reached exactly."""
