"""Copies of an SQLite database, and looking for damage."""
