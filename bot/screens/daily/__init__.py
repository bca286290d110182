"""The game of the day: today's page, its board, a result to share."""
