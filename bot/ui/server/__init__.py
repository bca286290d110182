"""What a server sees beside its tables: leaderboards that are up to date, the end of its seasons, its departure."""
