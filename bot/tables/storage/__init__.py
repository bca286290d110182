"""Tables in a storage: rows, journals, results, and the one way to change a table."""
