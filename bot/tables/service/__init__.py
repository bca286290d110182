"""The decisions of people, clocks and computers, each made through the repository."""
