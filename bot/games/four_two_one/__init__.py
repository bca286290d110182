"""421: three dice, tokens to receive as few of as possible, and then to get rid of."""
