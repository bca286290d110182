"""What a server sees and chooses: leaderboards, seasons, settings, help."""
