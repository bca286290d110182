"""The first nineteen steps, one file each, in order."""
