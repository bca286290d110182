"""The messages of a table: draw them, send them, keep them true, and remove them."""
