"""The only files that build Discord objects."""
