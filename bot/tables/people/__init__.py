"""What people and servers have chosen, quiet hours, and what the bot keeps about a person."""
