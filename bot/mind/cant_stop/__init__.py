"""What positions of Can't Stop are worth: one turn worked out, the turns after it estimated."""
