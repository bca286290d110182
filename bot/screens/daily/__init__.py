"""The game of the day: today's page, its leaderboard, and a result to share."""
