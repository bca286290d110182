"""The one writer: what is saved goes through it, many saves in one transaction."""
