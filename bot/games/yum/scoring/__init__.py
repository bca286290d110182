"""What dice are worth: boxes, columns, jokers, the bonus, totals."""
