"""How each game looks and reads."""
