"""What all start commands share: their options, and opening a table."""
