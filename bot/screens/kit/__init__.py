"""What every screen is made of: words, buttons, dice, tables, questions, as plain values."""
