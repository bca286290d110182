"""Finished games: statistics, profiles, replays, leaderboards, ratings, seasons."""
