"""The steps after these, one file each, in order."""
