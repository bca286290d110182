"""Plays and shows the turns of computers."""
