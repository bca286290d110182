"""Discord's side: messages, buttons and ids as discord.py and Discord take them."""
