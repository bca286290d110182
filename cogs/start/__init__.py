"""Opening a table from a slash command: what all start commands share."""
