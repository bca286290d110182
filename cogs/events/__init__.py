"""What happens without a command: a server is joined, a channel is deleted."""
