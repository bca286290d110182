"""What happens without a command: the bot joins or leaves a server, somebody deletes a channel."""
