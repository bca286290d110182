"""What a server sees beside its tables: leaderboards that are up to date, and the end of its seasons."""
