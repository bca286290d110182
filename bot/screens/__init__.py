"""State to screen, in a language; pure."""
