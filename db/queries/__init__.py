"""What is asked of the database, by subject."""
