"""What the bot reads from the database, one file per subject."""
