"""What people and servers have chosen, and what the bot keeps about them."""
