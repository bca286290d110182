"""The pages of a server: leaderboard, seasons, settings, help, about, welcome."""
