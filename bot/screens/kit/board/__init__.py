"""The board of a game in progress: its layout, its scores, its moments."""
