"""The message of a table: drawn, sent, kept true, and taken away."""
