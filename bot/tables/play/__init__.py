"""What goes on at a table: decisions, everybody at once, clocks, votes, dice of the players' own."""
