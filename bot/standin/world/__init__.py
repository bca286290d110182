"""The world: guilds, people, channels, messages, what may be sent, and who may do what."""
