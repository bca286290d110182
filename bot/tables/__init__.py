"""Tables: people around a game."""
