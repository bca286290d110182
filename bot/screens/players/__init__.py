"""One person's own pages: tables, statistics, history, preferences, privacy."""
