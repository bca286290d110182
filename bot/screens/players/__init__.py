"""The pages of one person: tables, statistics, history, preferences, privacy."""
