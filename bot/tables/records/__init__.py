"""What is remembered of finished games: results, statistics, ratings, leaderboards, seasons."""
