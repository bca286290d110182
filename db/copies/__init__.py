"""Copies of an SQLite database, and the search for damage."""
