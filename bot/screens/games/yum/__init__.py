"""The score-sheet games: board, sheet, buttons, rules in words."""
