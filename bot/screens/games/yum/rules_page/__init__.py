"""The rules page of the score-sheet games: rules, examples, the Power die, what is good to know."""
