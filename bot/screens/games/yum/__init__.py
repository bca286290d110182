"""The score sheets: board, sheet, buttons, the Power die, and rules in words with examples."""
